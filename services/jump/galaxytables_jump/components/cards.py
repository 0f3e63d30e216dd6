"""The cards of a loaded pack, with their printed figures in the form that play needs.

Every physical card has a number: the cards of the deck from 0 in the order of the file, copies next to each other, then
the Survey Teams, one per seat.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from galaxytables_jump.components.filters import Colour, Formula, Icon, Kind
from galaxytables_jump.components.kinds import (
    CostReduction,
    NegotiateMilitaryWorld,
    OnePerEmpire,
    PlacementRequirement,
    TargetedMilitary,
)
from galaxytables_jump.components.numbers import CardNumber, Cards, numbered
from galaxytables_jump.components.schema import CardEntry, PackFile
from galaxytables_kit import Component, Components, Powers, Seat

MAX_SEATS = 4

SOURCES: Mapping[Colour, str] = {
    Colour.NOVELTY: "novelty_worlds",
    Colour.RARE: "rare_worlds",
    Colour.GENES: "genes_worlds",
    Colour.ALIEN: "alien_worlds",
    Colour.GREY: "grey_worlds",
}


class Card(Struct, frozen=True):
    """One card. `cost` is its printed number: how many cards it costs, or the defense of a military world."""

    entry: CardEntry
    component: Component
    is_world: bool
    is_military: bool
    cost: int
    vp: Formula
    income: Formula
    source: str
    """The source under which its VP count in the final score."""

    @property
    def id(self) -> str:
        """Return the component id of the card."""
        return self.entry.id

    @property
    def name(self) -> str:
        """Return the printed name of the card."""
        return self.entry.name


class Pack(Struct, frozen=True, eq=False):
    """A loaded component pack. No two loaded packs are equal.

    `entries` are the card titles, Survey Team last, and `copies` the numbers of the cards of each title. `cards` lists
    every card by number: first those of the `deck`, then the `survey_teams`. `icons` has the icons of each card.
    `conditional` cards can be placed only in some empires; `helpers` are cards that help to place other cards. The
    income of an empire is the `fixed_income` of its cards plus the `varied_income` of cards that have a formula. VP are
    computed in the same way and listed under `sources`.
    """

    entries: tuple[CardEntry, ...]
    by_id: Mapping[str, CardEntry]
    copies: Mapping[str, frozenset[CardNumber]]
    cards: tuple[Card, ...]
    deck: tuple[CardNumber, ...]
    survey_teams: tuple[CardNumber, ...]
    icons: Mapping[Icon, tuple[int, ...]]
    powers: Powers
    conditional: frozenset[CardNumber]
    helpers: frozenset[CardNumber]
    fixed_income: tuple[int, ...]
    varied_income: Mapping[CardNumber, Formula]
    sources: tuple[str, ...]
    fixed_vp: tuple[int, ...]
    varied_vp: Mapping[CardNumber, Formula]
    preset_hands: tuple[tuple[CardNumber, ...], ...]
    marker_icons: int
    hand_limit: int
    goal_vp: int
    dealt: int
    kept: int

    def survey_team(self, seat: Seat) -> CardNumber:
        """Return the card number of a seat's Survey Team, which lies ready on the table."""
        return self.survey_teams[seat]

    def components(self, cards: Iterable[CardNumber]) -> Components:
        """Return several cards as one fact for an event."""
        return Components(tuple([self.cards[number].entry.id for number in cards]))


def make_pack(file: PackFile) -> Pack:
    """Return a pack from a checked file: cards have numbers, and filters list the numbers of matching cards."""
    deck = [entry for entry in file.cards for _ in range(entry.copies)]
    printed = [*deck, *[file.survey_team] * MAX_SEATS]
    entries = (*file.cards, file.survey_team)
    for entry in entries:
        for _, filter_ in entry.filters():
            filter_.learn(printed)
    numbers = tuple(number for number, _ in numbered(printed))
    made = {entry.id: _card(entry) for entry in entries}
    cards = tuple(made[entry.id] for entry in printed)
    powers = Powers((number, each.power) for number, entry in numbered(printed) for each in entry.powers)
    return Pack(
        entries=entries,
        by_id={entry.id: entry for entry in entries},
        copies={
            title.id: frozenset(number for number, entry in numbered(printed) if entry.id == title.id)
            for title in entries
        },
        cards=cards,
        deck=numbers[: len(deck)],
        survey_teams=numbers[len(deck) :],
        icons={icon: tuple(getattr(entry.icons, icon) for entry in printed) for icon in Icon},
        powers=powers,
        conditional=_holders(powers, OnePerEmpire, PlacementRequirement),
        helpers=_holders(powers, CostReduction, NegotiateMilitaryWorld, TargetedMilitary),
        fixed_income=tuple(card.income.base for card in cards),
        varied_income={number: _varied(card.income) for number, card in numbered(cards) if card.income.per},
        sources=tuple(card.source for card in cards),
        fixed_vp=tuple(card.vp.base for card in cards),
        varied_vp={number: _varied(card.vp) for number, card in numbered(cards) if card.vp.per},
        preset_hands=tuple(_preset_hands(file, deck)),
        marker_icons=file.explore_marker.explore_icons,
        hand_limit=file.limits.hand,
        goal_vp=file.limits.goal_vp,
        dealt=file.limits.dealt,
        kept=file.limits.kept,
    )


def _card(entry: CardEntry) -> Card:
    return Card(
        entry=entry,
        component=Component(entry.id),
        is_world=entry.kind is Kind.WORLD,
        is_military=entry.military,
        cost=(entry.defense if entry.military else entry.cost) or 0,
        vp=entry.vp,
        income=entry.income,
        source="developments" if entry.colour is None else SOURCES[entry.colour],
    )


def _holders(powers: Powers, *kinds: type[Struct]) -> frozenset[CardNumber]:
    return frozenset(CardNumber(number) for kind in kinds for number in powers.holders(kind))


def _varied(formula: Formula) -> Formula:
    """Return a formula without its base."""
    return Formula(0, formula.per)


def _preset_hands(file: PackFile, deck: Sequence[CardEntry]) -> Iterator[tuple[CardNumber, ...]]:
    """Yield the preset hands by letter, each with its own copies."""
    copies: dict[str, Cards] = {}
    for number, entry in numbered(deck):
        copies.setdefault(entry.id, []).append(number)
    for letter in sorted(file.preset_hands):
        yield tuple(copies[card].pop(0) for card in file.preset_hands[letter].cards)

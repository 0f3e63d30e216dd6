"""The cards of all sets, numbered.

A pack is a folder: `pack.json` names the sets, and each set has a file of its own. Every physical card of the box has a
number, which is its index in `Pack.cards`. All copies of a card share one design. The changed printings of the second
edition are designs of their own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NewType

import msgspec
from msgspec import Struct

from galaxytables_kit import Amount, Change, Count, Pick
from galaxytables_race.components.filters import AnyGood, Good, Keyword, Kind, Production
from galaxytables_race.components.invasion import Book
from galaxytables_race.components.orb import OrbPack
from galaxytables_race.components.vocabulary import (
    AnyPower,
    BlockTakeover,
    GatherGoodsHere,
    Military,
    Takeover,
    TakeoverDefense,
)
from galaxytables_race.components.vocabulary.endgame import Clause

SECOND_EDITION = "_second_edition"
"""The suffix of component ids of changed printings."""

CardNumber = NewType("CardNumber", int)
"""The number of one physical card."""

NO_CARD = CardNumber(-1)


def card_of(pick: Pick) -> CardNumber:
    """Return the card that an option stands for."""
    return CardNumber(int(pick))


_VOID_WITHOUT_TAKEOVERS = (Takeover, TakeoverDefense, BlockTakeover)


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    """What the second edition changed on a card."""

    cost: Amount | None = None
    vp: Change | None = None
    add_powers: tuple[AnyPower, ...] = ()
    add_endgame: tuple[Clause, ...] = ()


_DRAFT_PACK = 5


class Card(Struct, frozen=True, forbid_unknown_fields=True, eq=False, dict=True):
    """One design of a card.

    `vp` is None if `endgame` gives the points. `cost` is the defence if it is a military world.
    """

    id: str
    name: str
    kind: Kind
    cost: Amount
    vp: Change | None
    copies: Count = 1
    military: bool = False
    xeno: bool = False
    good: AnyGood | None = None
    production: Production | None = None
    start_world: Change | None = None
    keywords: tuple[Keyword, ...] = ()
    prestige: bool = False
    powers: tuple[AnyPower, ...] = ()
    endgame: tuple[Clause, ...] = ()
    aliases: tuple[str, ...] = ()
    second_edition: Changes | None = None

    @cached_property
    def power_phases(self) -> frozenset[str]:
        """Return the phases in which the card has a power."""
        return frozenset(power.phase for power in self.powers)

    @cached_property
    def power_phases_but_takeovers(self) -> frozenset[str]:
        """Return the phases in which the card has a power that is not for takeovers (R14.1)."""
        return frozenset(power.phase for power in self.powers if not isinstance(power, _VOID_WITHOUT_TAKEOVERS))

    @cached_property
    def in_orb(self) -> "Card":
        """Return this card as it counts in games with the orb: its powers for the orb are powers of Explore (R19.2)."""
        if "orb" not in self.power_phases:
            return self
        powers = (
            msgspec.structs.replace(each, phase="explore") if each.phase == "orb" else each for each in self.powers
        )
        return msgspec.structs.replace(self, powers=tuple(powers))

    @cached_property
    def as_military(self) -> "Card":
        """This world as it counts when it is treated as a military world: its cost is its defense (R7.18, R14.19)."""
        return msgspec.structs.replace(self, military=True)

    @cached_property
    def as_spent(self) -> "Card":
        """Return this card as it counts after it was discarded in Settle.

        Only its permanent military is left (R7.20).
        """
        powers = tuple(power for power in self.powers if isinstance(power, Military))
        return msgspec.structs.replace(self, powers=powers, good=None, production=None, endgame=(), vp=0)

    def as_kind(self, kind: Good) -> "Card":
        """Return this world of variable kind as a world of the given kind."""
        known = self._kinds.get(kind)
        if known is None:
            known = self._kinds[kind] = msgspec.structs.replace(self, good=kind)
        return known

    @cached_property
    def _kinds(self) -> "dict[Good, Card]":
        return {}

    @cached_property
    def stores(self) -> AnyGood | None:
        """Return the kind of good that can lie on this world; None if no good can.

        It is the printed kind, or the kind of goods that a power of the world collects here.
        """
        gathered = (power.good for power in self.powers if isinstance(power, GatherGoodsHere))
        return next(gathered, self.good)

    @cached_property
    def is_world(self) -> bool:
        """Return whether the card is a world."""
        return self.kind == "world"


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """The draft of a set: the maximum number of seats, the size of packs, and the minimum size of the last pack (R18).

    If the option `draft_packs` is `by_seats`, both sizes depend on the number of seats. Otherwise a pack has five
    cards, and the last pack is as large as the others.
    """

    most_seats: Count
    packs: dict[Count, Count] = {}
    last_packs: dict[Count, Count] = {}

    def pack_size(self, seats: int, cards: int) -> int:
        """Return how many cards each pack of the next round has if `cards` cards are left; 0 ends the draft (R18.4)."""
        full = self.packs.get(seats, _DRAFT_PACK)
        size = min(full, cards // seats)
        return size if size >= self.last_packs.get(seats, full) else 0


class CardSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A set as `pack.json` declares it; `rules` names the rules that the set needs besides its power kinds."""

    id: str
    name: str
    arc: Amount | None
    most_seats: Count
    requires: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    draft: Draft | None = None


class CopyAdjustment(Struct, frozen=True, forbid_unknown_fields=True):
    """How many copies of a card are added if another set is in play.

    A negative number means that copies are removed.
    """

    card: str
    set: str
    copies_delta: Change


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `pack.json`."""

    game: str
    sets: tuple[CardSet, ...]
    copy_adjustments: tuple[CopyAdjustment, ...]
    preset_hands: dict[str, tuple[str, str, str, str]]
    takeover_scenario: dict[str, str]


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """A goal tile: what it counts, how much of it is needed, and after which phases it is checked.

    If `test` is `ways`, there are several ways to reach the goal. Then `threshold` lists them, each with everything
    that must be counted and how much of it. While an option of the table is on, its phases in `checked_by_option`
    replace `checked`.
    """

    id: str
    name: str
    type: Literal["first", "most"]
    set: str
    test: str
    checked: tuple[str, ...]
    threshold: Count | dict[str, dict[str, Count]] | None = None
    minimum: Amount = 0
    checked_by_option: dict[str, tuple[str, ...]] = {}


class Boards(Struct, frozen=True):
    """The components of the invasion game and of the orb game."""

    invasion: Book
    orb: OrbPack


class Pack:
    """A loaded component pack.

    `cards` lists every physical card, indexed by number. `numbers` has the numbers of each design, `designs` the
    designs by component id, and `of_set` the ids of a set's designs. `takeover_scenario` gives, for each start world of
    the two-player scenario, the card that comes with it (R15). `goals` are the goal tiles by id, `invasion` is the data
    of the invasion game, and `orb` has the components of the orb game. `memo` is the cache of `abilities_of`.
    """

    def __init__(self, head: Head, sets: Mapping[str, Sequence[Card]], goals: tuple[Goal, ...], boards: Boards) -> None:
        self.invasion = boards.invasion
        self.orb = boards.orb
        self.goals = {goal.id: goal for goal in goals}
        self.sets = {each.id: each for each in head.sets}
        self.adjustments = head.copy_adjustments
        self.preset_hands = head.preset_hands
        self.takeover_scenario = head.takeover_scenario
        self.of_set = {name: tuple(card.id for card in cards) for name, cards in sets.items()}
        self.designs = {card.id: card for cards in sets.values() for card in _printings(cards)}
        self.cards: list[Card] = []
        self.numbers: dict[str, tuple[CardNumber, ...]] = {}
        spare = Counter({each.card: each.copies_delta for each in head.copy_adjustments if each.copies_delta > 0})
        for card in self.designs.values():
            copies = card.copies + spare[card.id.removesuffix(SECOND_EDITION)]
            self.numbers[card.id] = tuple(map(CardNumber, range(len(self.cards), len(self.cards) + copies)))
            self.cards += [card] * copies
        self.memo: dict[tuple[CardNumber, ...], Any] = {}  # `Abilities`, whose module imports this one

    def box(self, sets: tuple[str, ...], *, second_edition: bool) -> list[CardNumber]:
        """Return all cards that are in the box at a table with these sets, start worlds included."""
        copies = {design: self.designs[design].copies for name in sets for design in self.of_set[name]}
        for each in self.adjustments:
            if each.set in sets:
                copies[each.card] += each.copies_delta
        chosen: list[CardNumber] = []
        for design, count in copies.items():
            changed = second_edition and self.designs[design].second_edition is not None
            chosen += self.numbers[design + SECOND_EDITION if changed else design][:count]
        return chosen


def _printings(cards: Iterable[Card]) -> Iterator[Card]:
    """Yield every card, followed by its changed printing if it has one."""
    for card in cards:
        yield card
        changes = card.second_edition
        if changes is not None:
            yield msgspec.structs.replace(
                card,
                id=card.id + SECOND_EDITION,
                cost=card.cost if changes.cost is None else changes.cost,
                vp=card.vp if changes.vp is None else changes.vp,
                powers=card.powers + changes.add_powers,
                endgame=card.endgame + changes.add_endgame,
                second_edition=None,
            )

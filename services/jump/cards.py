"""The cards of a loaded pack: what is printed on them, ready for play.

Every single card has a number: the cards of the deck from 0 in the order of the file, copies next to each other, then
the Survey Teams, one a seat. Filters of the file have become sets of card numbers, counts of icons and cards have
become one weight for each card number.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from services.jump.schema import CardEntry, Colour, Scope
from services.kit.event import Component, Components

Cards: TypeAlias = list[int]
"""Card numbers, in the order in which they lie."""


class Measure(Struct, frozen=True):
    """What a formula counts in an empire: the weights of its cards, or its general strength if there are none."""

    weights: tuple[int, ...] | None


class Rate(Struct, frozen=True):
    """`amount` for every full `group`; see schema.Entry."""

    amount: int
    group: int
    scope: Scope
    measure: Measure


class Presence(Struct, frozen=True):
    """`amount` once if there is any; see schema.Entry."""

    amount: int
    scope: Scope
    measure: Measure


class Formula(Struct, frozen=True):
    """VP or income of a card."""

    base: int
    per: tuple[Rate | Presence, ...]


class CostReduction(Struct, frozen=True):
    """`amount` fewer cards to pay for the cards `on`."""

    amount: int
    on: frozenset[int]


class TargetedMilitary(Struct, frozen=True):
    """`amount` strength against the worlds `against`; `name` says which these are."""

    amount: int
    against: frozenset[int]
    name: str


class StrengthPerIcon(Struct, frozen=True):
    """`amount` general strength for every icon in the empire; `icons` of each card number."""

    amount: int
    icons: tuple[int, ...]


class NegotiateMilitaryWorld(Struct, frozen=True):
    """The military `worlds` may be paid for, at their defense plus `cost_change`."""

    cost_change: int
    worlds: frozenset[int]


class SecondPeacefulWorld(Struct, frozen=True):
    """A second non-military world, at `cost_change`."""

    cost_change: int
    sacrifice_self: bool
    works_with_negotiation: bool


class SecondConqueredWorld(Struct, frozen=True):
    """A second military world, with strength left over."""

    works_with_negotiation: bool


class PlacementRequirement(Struct, frozen=True):
    """General strength must be one of `strengths`, or one of `cards` must be in the empire."""

    strengths: frozenset[int]
    cards: frozenset[int]


class OnePerEmpire(Struct, frozen=True):
    """None of `copies` may be in the empire already."""

    copies: frozenset[int]


class MovesToStrongest(Struct, frozen=True):
    """Before scoring the card goes to the one with the highest general strength."""


class TableSupply(Struct, frozen=True):
    """Lies on the table, one a seat, and is taken instead of a development from hand."""


Power: TypeAlias = (
    CostReduction
    | TargetedMilitary
    | StrengthPerIcon
    | NegotiateMilitaryWorld
    | SecondPeacefulWorld
    | SecondConqueredWorld
    | PlacementRequirement
    | OnePerEmpire
    | MovesToStrongest
    | TableSupply
)

T = TypeVar("T", bound=Power)


class Card(Struct, frozen=True):
    """One card. `cost` is its printed number: cards to pay, or the defense of a military world."""

    entry: CardEntry
    component: Component
    is_world: bool
    is_military: bool
    cost: int
    vp: Formula
    income: Formula
    source: str
    """Where its VP are booked in the final score."""

    @property
    def id(self) -> str:
        """The component id."""
        return self.entry.id

    @property
    def name(self) -> str:
        """The printed name."""
        return self.entry.name


SOURCES: Mapping[Colour, str] = {
    Colour.NOVELTY: "novelty_worlds",
    Colour.RARE: "rare_worlds",
    Colour.GENES: "genes_worlds",
    Colour.ALIEN: "alien_worlds",
    Colour.GREY: "grey_worlds",
}


class Pack(Struct, frozen=True, eq=False):
    """A loaded component pack, the same only as itself.

    `entries` are the titles, Survey Team last; `cards` goes by card number, `deck_size` of them in the deck. The
    military icons of each card are in `military`, its explore icons in `explore`, its chromosomes in `chromosomes`.
    `powers` gives, for each class of powers, those of every card number that has any. The placing of `conditional`
    cards depends on the empire; `helpers` help to place others. Income is `fixed_income` of each card and the
    `varied_income` of those that have any; likewise VP, booked under `sources`.
    """

    entries: tuple[CardEntry, ...]
    by_id: Mapping[str, CardEntry]
    cards: tuple[Card, ...]
    deck_size: int
    explore: tuple[int, ...]
    military: tuple[int, ...]
    chromosomes: tuple[int, ...]
    powers: Mapping[type[Any], Mapping[int, tuple[Power, ...]]]
    conditional: frozenset[int]
    helpers: frozenset[int]
    fixed_income: tuple[int, ...]
    varied_income: Mapping[int, Formula]
    sources: tuple[str, ...]
    fixed_vp: tuple[int, ...]
    varied_vp: Mapping[int, Formula]
    preset_hands: tuple[tuple[int, ...], ...]
    marker_icons: int
    hand_limit: int
    goal_vp: int
    dealt: int
    kept: int

    def survey_team(self, seat: int) -> int:
        """Card number of the Survey Team that lies ready for a seat."""
        return self.deck_size + seat

    def components(self, cards: Iterable[int]) -> Components:
        """Cards as the fact of an event."""
        return Components(tuple([self.cards[number].entry.id for number in cards]))


def powers_of(pack: Pack, empire: Collection[int], kind: type[T]) -> list[T]:
    """Every power of a kind in an empire, copies each for themselves."""
    holders = pack.powers[kind]
    if holders.keys().isdisjoint(empire):
        return []
    return [power for number in empire if number in holders for power in holders[number]]  # type: ignore[misc]


def holders_of(pack: Pack, empire: Collection[int], kind: type[Power]) -> Cards:
    """Cards of an empire that have a power of a kind."""
    holders = pack.powers[kind]
    return [] if holders.keys().isdisjoint(empire) else [number for number in empire if number in holders]

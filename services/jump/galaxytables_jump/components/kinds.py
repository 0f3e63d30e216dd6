"""The kinds of powers: the class is the kind's name in the data, its parameters and its facts.

`powers.py`, `scoring.py` and the phases implement them; they ask a pack for the powers of a class.
"""

import re
from typing import Annotated, Any, ClassVar, Literal, Union

from msgspec import Meta, Struct, defstruct, field

from galaxytables_jump.components.filters import Colour, Filter, Icon, PaidFilter, Schema
from galaxytables_kit import Amount, Change, Compiled, ComponentId, Count, Facts, PowerKind, facts_of, forms_of


class Power(Schema, frozen=True):
    """Base of all kinds."""


class CostReduction(Power, frozen=True):
    """`amount` fewer cards to pay for each card that matches `on`; copies add up, and the price is at least 0."""

    amount: Count
    on: PaidFilter


class TargetedMilitary(Power, frozen=True):
    """`amount` strength, only to conquer the worlds that match `against`."""

    amount: Count
    against: Filter


class StrengthPerIcon(Power, frozen=True):
    """`amount` general strength for every icon of a type in the owner's empire, the card's own included."""

    amount: Count
    icon: Icon


class NegotiateMilitaryWorld(Power, frozen=True):
    """A military world may be paid for as if it were not military, at its defense plus `cost_change`.

    Worlds of `excluded_colour` are excluded.
    """

    cost_change: Change
    excluded_colour: Colour | None = None


class SecondPeacefulWorld(Power, frozen=True):
    """A second non-military world in the same round, at `cost_change`; `sacrifice_self` discards this card for it."""

    cost_change: Change
    sacrifice_self: bool
    works_with_negotiation: bool


class SecondConqueredWorld(Power, frozen=True):
    """A second military world in the same round, with strength that the first left over.

    `works_with_negotiation`: also after a negotiated one.
    """

    works_with_negotiation: bool


class Requirement(Schema, frozen=True):
    """One way to satisfy a placement requirement: general strength, or a card in the empire."""

    military_strength: Amount | None = field(name="own_military_strength", default=None)
    card: ComponentId | None = field(name="own_card", default=None)

    def __post_init__(self) -> None:
        if (self.military_strength is None) == (self.card is None):
            raise ValueError("exactly one field")


class PlacementRequirement(Power, frozen=True):
    """The card may be placed only if one of these holds just before it is placed."""

    any_of: Annotated[tuple[Requirement, ...], Meta(min_length=1)]


class OnePerEmpire(Power, frozen=True):
    """Nobody places a second copy."""


class MovesToStrongest(Power, frozen=True):
    """The card goes to the player with the highest general strength; with a tie it stays."""

    moment: Literal["before_scoring"]
    on_tie: Literal["stay"]


class TableSupply(Power, frozen=True):
    """A card outside of the deck: one per player lies on the table, to be placed instead of a development from hand."""


KINDS: tuple[type[Power], ...] = (
    CostReduction,
    TargetedMilitary,
    StrengthPerIcon,
    NegotiateMilitaryWorld,
    SecondPeacefulWorld,
    SecondConqueredWorld,
    PlacementRequirement,
    OnePerEmpire,
    MovesToStrongest,
    TableSupply,
)


def word_of(kind: type[Power]) -> str:
    """Return the name of a kind in the data and in the catalogue: `cost_reduction`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


POWER_KINDS = {word_of(kind): PowerKind(forms_of(kind)) for kind in KINDS}


def _written(kind: type[Power]) -> type[Struct]:
    return defstruct(
        kind.__name__, [("params", kind)], tag=word_of(kind), tag_field="kind", frozen=True, forbid_unknown_fields=True
    )


class CardPower(Compiled[Any]):  # a union of classes generated from the kinds
    """A power as it is written on cards: the name of its kind, and its parameters."""

    __slots__ = ("kind", "power")
    form: ClassVar[object] = Union[tuple(map(_written, KINDS))]  # noqa: UP007 - of a list

    def __init__(self, written: Any) -> None:  # noqa: ANN401 - of a class made of a kind
        super().__init__(written)
        self.power: Power = written.params
        self.kind = word_of(type(self.power))

    @property
    def facts(self) -> Facts:
        """Its parameters."""
        return facts_of(self.power)

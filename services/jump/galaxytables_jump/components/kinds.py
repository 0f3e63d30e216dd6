"""The kinds of powers. The name of a class is the kind's name in the data, its fields are parameters and facts.

`powers.py`, `scoring.py` and the phases implement them, and ask a pack for the powers of a class.
"""

import re
from typing import Annotated, Any, ClassVar, Literal, Union

from msgspec import Meta, Struct, defstruct, field

from galaxytables_jump.components.filters import Colour, Filter, Icon, PaidFilter, Schema
from galaxytables_kit import Amount, Change, Compiled, ComponentId, Count, Facts, PowerKind, facts_of, forms_of


class Power(Schema, frozen=True):
    """Base class of all kinds of powers."""


class CostReduction(Power, frozen=True):
    """Cards that match `on` cost the owner `amount` cards fewer.

    Several such powers add up; the price is at least 0.
    """

    amount: Count
    on: PaidFilter


class TargetedMilitary(Power, frozen=True):
    """The owner has `amount` strength that counts only to conquer worlds that match `against`."""

    amount: Count
    against: Filter


class StrengthPerIcon(Power, frozen=True):
    """The owner has `amount` general strength for every icon of a type in the empire, those of this card included."""

    amount: Count
    icon: Icon


class NegotiateMilitaryWorld(Power, frozen=True):
    """The owner may pay for a military world as if it were not military, at its defense plus `cost_change`.

    Worlds of `excluded_colour` are excluded.
    """

    cost_change: Change
    excluded_colour: Colour | None = None


class SecondPeacefulWorld(Power, frozen=True):
    """The owner may place a second non-military world in the round, at its price plus `cost_change`.

    With `sacrifice_self`, this card is discarded for it.
    """

    cost_change: Change
    sacrifice_self: bool
    works_with_negotiation: bool


class SecondConqueredWorld(Power, frozen=True):
    """The owner may conquer a second military world in the round, with the strength that the first left over.

    With `works_with_negotiation`, the owner may do so even if the first world was negotiated.
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
    """This card may be placed only if the empire meets one of these requirements just before."""

    any_of: Annotated[tuple[Requirement, ...], Meta(min_length=1)]


class OnePerEmpire(Power, frozen=True):
    """An empire may have only one copy of this card."""


class MovesToStrongest(Power, frozen=True):
    """This card goes to the player with the highest general strength. If there is a tie, it stays."""

    moment: Literal["before_scoring"]
    on_tie: Literal["stay"]


class TableSupply(Power, frozen=True):
    """This card is not in the deck: one for each player lies on the table.

    A player can place it instead of a development from hand.
    """


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
    """Return the name of a kind of powers in the data and in the catalogue: `cost_reduction`."""
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
        """Return the parameters of the power, as facts."""
        return facts_of(self.power)

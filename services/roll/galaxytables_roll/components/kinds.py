"""The vocabulary of the tiles: every kind of immediate effect, power and end bonus with its parameters.

The name of a kind is the `kind` in the data. The docstring of its class describes its effect; `effects`, `powers`,
`scoring` and the phases implement it. A filter that is not given lets everything pass.
"""

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from galaxytables_kit import Amount, Count
from galaxytables_roll.dice import DieWord, PhaseWord, WorldWord

Destination: TypeAlias = Literal["any", "selected"] | tuple[PhaseWord, ...]
Moment: TypeAlias = Literal["assign", "explore", "develop", "settle", "produce", "ship", "always"]

BUILDING: frozenset[Moment] = frozenset(("develop", "settle"))


class Kind(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base class of all kinds of effects, powers and bonuses."""


class GainDie(Kind, frozen=True, tag="gain_die"):
    """The owner takes dice from the supply into the cup, into the citizenry, or onto this world as a good."""

    colour: DieWord
    to: Literal["cup", "citizenry", "world"]
    count: Count = 1


class GainCredits(Kind, frozen=True, tag="gain_credits"):
    """The owner gains credits."""

    amount: Amount


class RemoveDie(Kind, frozen=True, tag="remove_die"):
    """The owner puts dice back into the supply, from wherever they are, and chooses which (R12.1)."""

    count: Count = 1


class StartingCredits(Kind, frozen=True, tag="starting_credits"):
    """At set-up, the credit marker starts at this amount instead of at 1."""

    amount: Amount


Immediate: TypeAlias = GainDie | GainCredits | RemoveDie | StartingCredits


class Power(Kind, frozen=True):
    """An effect of a development. It works once the development is completed, in the phase that the data state."""

    moments: ClassVar[frozenset[Moment]]
    """The phases in which the kind is allowed."""
    phase: Moment


class Reassign(Power, frozen=True, tag="reassign"):
    """The owner may move `min` to `max` workers of these colours, from this phase to another.

    With `same_source`, they must all come from the same phase, which the owner chooses first.
    """

    moments = frozenset(("assign",))
    min: Count = 1
    max: Count = 1
    die_colours: frozenset[DieWord] | None = None
    from_phase: PhaseWord | None = None
    to: Destination = "any"
    same_source: bool = False


class ReassignByMajority(Power, frozen=True, tag="reassign_by_majority"):
    """The owner may move workers if the empire has the most worlds of a colour.

    If the empire alone has the most, the owner may move up to `sole_max` workers; if it is tied for most, up to
    `tied_max`.
    """

    moments = frozenset(("assign",))
    world_colour: WorldWord
    sole_max: Count
    tied_max: Count


class DictateRepeat(Power, frozen=True, tag="dictate_repeat"):
    """The owner may Dictate any number of times in a round."""

    moments = frozenset(("assign",))


class DictateCount(Power, frozen=True, tag="dictate_count"):
    """Each Dictate of the owner may move up to `max` workers."""

    moments = frozenset(("assign",))
    max: Count


class RearrangeConstruction(Power, frozen=True, tag="rearrange_construction"):
    """Between tasks of Explore, the owner may reorder both construction stacks and turn tiles over."""

    moments = frozenset(("explore",))


class ScoutPlaceOnTop(Power, frozen=True, tag="scout_place_on_top"):
    """The owner may put tiles drawn by a Scout on top of the stacks, not only at the bottom."""

    moments = frozenset(("explore",))


class StockAmount(Power, frozen=True, tag="stock_amount"):
    """The task Stock, done by an explorer of this colour, yields `amount` credits."""

    moments = frozenset(("explore",))
    die_colour: DieWord
    amount: Amount


class ExtraWorkers(Power, frozen=True, tag="extra_workers"):
    """In this phase, the owner has one virtual worker of each of these colours: it works, but is not a die (R13.19)."""

    moments = frozenset(("explore", "ship"))
    colours: tuple[DieWord, ...]


class DrawTileAtPhaseEnd(Power, frozen=True, tag="draw_tile_at_phase_end"):
    """After all tasks of the phase, the owner draws tiles and puts them on the bottom of the stacks."""

    moments = frozenset(("explore",))
    count: Count


class CreditsIfScoutedWith(Power, frozen=True, tag="credits_if_scouted_with"):
    """At the end of the phase, the owner gains credits if an explorer of this colour scouted."""

    moments = frozenset(("explore",))
    die_colour: DieWord
    amount: Amount


class CreditsIfMostDevelopments(Power, frozen=True, tag="credits_if_most_developments"):
    """At the end of the phase, the owner gains credits if the empire has strictly the most developments."""

    moments = frozenset(("explore", "develop", "settle", "produce", "ship"))
    amount: Amount


class CostReduction(Power, frozen=True, tag="cost_reduction"):
    """The owner's other tiles of the phase (developments or worlds) need `amount` fewer workers.

    The power never lowers the number of workers below `floor`.
    """

    moments = BUILDING
    amount: Amount
    floor: Amount | None = None
    world_colours: frozenset[WorldWord] | None = None
    reassign_only: bool = False


class CreditsOnCompletion(Power, frozen=True, tag="credits_on_completion"):
    """The owner gains credits for each other tile of the phase (development or world) that it completes."""

    moments = BUILDING
    amount: Amount
    world_colour: WorldWord | None = None


class CompletionDiceToCup(Power, frozen=True, tag="completion_dice_to_cup"):
    """Workers that completed a tile go to the cup: `all` of a colour, or `min` to `max` that the owner chooses."""

    moments = BUILDING
    mode: Literal["all", "choose"]
    min: Count = 1
    max: Count = 1
    die_colour: DieWord | None = None


class CreditsPerCitizenryDie(Power, frozen=True, tag="credits_per_citizenry_die"):
    """At the end of the phase, the owner gains `amount` credits for dice of a colour in the citizenry.

    The amount is gained once for every `group` of such dice; an incomplete group counts as a whole one.
    """

    moments = frozenset(("explore", "develop", "settle", "produce", "ship"))
    die_colour: DieWord
    group: Count
    amount: Amount


class CreditsAtPhaseEnd(Power, frozen=True, tag="credits_at_phase_end"):
    """At the end of the phase, the owner gains credits."""

    moments = frozenset(("explore", "develop", "settle", "produce", "ship"))
    amount: Amount


class GoodsCapacity(Power, frozen=True, tag="goods_capacity"):
    """Each of the owner's worlds that is not grey holds `extra` more goods."""

    moments = frozenset(("always",))
    extra: Count


class CreditsPerGoodOnWorld(Power, frozen=True, tag="credits_per_good_on_world"):
    """At the end of the phase, the owner gains credits for each good on worlds of a colour."""

    moments = frozenset(("produce",))
    world_colour: WorldWord
    amount: Amount


class CreditsPerGoodOfDie(Power, frozen=True, tag="credits_per_good_of_die"):
    """At the end of the phase, the owner gains credits for each good that is a die of a colour."""

    moments = frozenset(("produce",))
    die_colour: DieWord
    amount: Amount


class TradeCredits(Power, frozen=True, tag="trade_credits"):
    """The owner gains more credits for each Trade from worlds of these colours."""

    moments = frozenset(("ship",))
    amount: Amount
    world_colours: frozenset[WorldWord] | None = None


class TradeBuyChip(Power, frozen=True, tag="trade_buy_chip"):
    """After each Trade, the owner may pay `cost` credits for `chips` VP."""

    moments = frozenset(("ship",))
    cost: Amount
    chips: Count


class ConsumeCredits(Power, frozen=True, tag="consume_credits"):
    """The owner gains credits for each Consume from worlds of these colours."""

    moments = frozenset(("ship",))
    amount: Amount
    world_colours: frozenset[WorldWord] | None = None


class ConsumeChips(Power, frozen=True, tag="consume_chips"):
    """The owner gains more VP for each Consume from worlds of these colours."""

    moments = frozenset(("ship",))
    amount: Amount
    world_colours: frozenset[WorldWord] | None = None


class CreditsIfHighestWorld(Power, frozen=True, tag="credits_if_highest_world"):
    """At the end of the phase, the owner gains credits if one of its worlds costs more than all worlds of others.

    Printed costs count.
    """

    moments = frozenset(("ship",))
    amount: Amount


class ChipsAtPhaseEnd(Power, frozen=True, tag="chips_at_phase_end"):
    """At the end of the phase, the owner gains VP."""

    moments = frozenset(("explore", "develop", "settle", "produce", "ship"))
    amount: Amount


AnyPower: TypeAlias = (
    Reassign
    | ReassignByMajority
    | DictateRepeat
    | DictateCount
    | RearrangeConstruction
    | ScoutPlaceOnTop
    | StockAmount
    | ExtraWorkers
    | DrawTileAtPhaseEnd
    | CreditsIfScoutedWith
    | CreditsIfMostDevelopments
    | CostReduction
    | CreditsOnCompletion
    | CompletionDiceToCup
    | CreditsPerCitizenryDie
    | CreditsAtPhaseEnd
    | GoodsCapacity
    | CreditsPerGoodOnWorld
    | CreditsPerGoodOfDie
    | TradeCredits
    | TradeBuyChip
    | ConsumeCredits
    | ConsumeChips
    | CreditsIfHighestWorld
    | ChipsAtPhaseEnd
)


class VpPerDevelopment(Kind, frozen=True, tag="vp_per_development"):
    """VP for each development of the owner, this one included.

    With `exclude_reassign`, developments with Reassign powers do not count.
    """

    amount: Amount
    exclude_reassign: bool = False


class VpFractionOfCost(Kind, frozen=True, tag="vp_fraction_of_cost"):
    """VP: a sum of printed costs, divided by `divisor` and rounded up.

    It is the sum over the owner's developments (with `reassign_only`, those with Reassign powers), or over the owner's
    worlds (with `world_colour`, those of that colour).
    """

    of: Literal["developments", "worlds"]
    divisor: Count
    world_colour: WorldWord | None = None
    reassign_only: bool = False


class VpPerWorld(Kind, frozen=True, tag="vp_per_world"):
    """VP for each world of a colour that the owner has."""

    world_colour: WorldWord
    amount: Amount


class VpPerDieColour(Kind, frozen=True, tag="vp_per_die_colour"):
    """VP for each colour of dice that the owner has, wherever the dice are."""

    amount: Amount


class VpPerDieGroup(Kind, frozen=True, tag="vp_per_die_group"):
    """`amount` VP for every `group` of the owner's dice of a colour, wherever they are.

    An incomplete group counts as a whole one.
    """

    die_colour: DieWord
    group: Count
    amount: Amount


class VpChipTriangle(Kind, frozen=True, tag="vp_chip_triangle"):
    """k VP, for the greatest k for which 1 + 2 + ... + k does not exceed the owner's VP in chips (R13.23)."""


class VpPerGood(Kind, frozen=True, tag="vp_per_good"):
    """VP for each good that the owner has at the end."""

    amount: Amount


Bonus: TypeAlias = (
    VpPerDevelopment | VpFractionOfCost | VpPerWorld | VpPerDieColour | VpPerDieGroup | VpChipTriangle | VpPerGood
)


def word_of(kind: Kind | type[Kind]) -> str:
    """Return the name of a kind in the data and in the catalogue."""
    return str(kind.__struct_config__.tag)

"""The effect vocabulary: every operation, modifier, amount and scoring that a component can have.

Components are data in these words. `operations/` implements operations, `powers.py` modifiers, `table/metrics.py`
amounts, and `scoring.py` scoring. Lists of operations run from first to last.
"""

from typing import Annotated, ClassVar, Literal, Self, TypeAlias

import msgspec
from msgspec import Meta, Struct

from galaxytables_kit import Change, Compiled, ComponentId

Metric: TypeAlias = Literal[
    "controlled_locations",
    "controlled_shipyards",
    "colonies",
    "colonies_deck_b",
    "takeovers_this_action",
    "techs_researched",
    "techs_level_3",
    "techs_level_4",
    "types_researched_level_ge_2",
    "population",
    "fleet_strength",
    "automation_level",
    "empty_tracks",
]
TechLevel: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
ShipLevel: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=60)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
Track: TypeAlias = Literal["food", "ore"]
ActionClass: TypeAlias = Literal["research", "colonize"]
Trigger: TypeAlias = Literal["colonized", "researched", "control_gained", "produced_population"]
DeckName: TypeAlias = Literal["A", "B"]

UNNUMBERED = -1
"""The number of an operation that asks and has no number yet."""


class Words(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """Base of everything that `op` can name."""


class Amount(Struct, frozen=True, forbid_unknown_fields=True):
    """`min(max, floor(metric / divide) * times + plus)`; without `max` there is no cap.

    Read when its operation starts.
    """

    metric: Metric
    times: Change = 1
    divide: Count = 1
    plus: Change = 0
    max: Points | None = None


Number: TypeAlias = Points | Amount


class PayOre(Words, frozen=True, tag="pay_ore"):
    """Cost: return `n` ore to the supply (R9.1)."""

    n: Count


class ReturnPop(Words, frozen=True, tag="return_pop"):
    """Cost: return `n` population to the supply columns (R9.7)."""

    n: Count


class Cost(Compiled[list[PayOre | ReturnPop]]):
    """What is paid, all of it, before any effect starts (R4.8): ore and population."""

    __slots__ = ("ore", "population")
    form: ClassVar[object] = list[PayOre | ReturnPop]

    def __init__(self, ore: int, population: int) -> None:
        self.ore = ore
        self.population = population

    @classmethod
    def read(cls, written: list[PayOre | ReturnPop]) -> Self:
        """Return the sum of a written cost."""
        ore = sum(part.n for part in written if isinstance(part, PayOre))
        return cls(ore, sum(part.n for part in written if isinstance(part, ReturnPop)))

    @property
    def is_free(self) -> bool:
        """Whether nothing has to be paid."""
        return not self.ore and not self.population

    def __add__(self, other: "Cost") -> "Cost":
        """Return the sum of both costs."""
        return Cost(self.ore + other.ore, self.population + other.population)


class GainOre(Words, frozen=True, tag="gain_ore"):
    """Take `n` ore from the supply (R9.2)."""

    n: Number


class SupplyToPop(Words, frozen=True, tag="supply_to_pop"):
    """Turn `n` supply cubes, leftmost column first, into population; missing cubes are lost (R9.4)."""

    n: Number


class Build(Words, frozen=True, tag="build"):
    """Turn `n` cubes into ships of `level`, each placed at `at` (R12.1, R12.2)."""

    source: Literal["pop", "supply"]
    level: ShipLevel
    n: Count
    at: Literal["yard", "sol", "deep_space", "any"]


class Upgrade(Words, frozen=True, tag="upgrade"):
    """Raise ships by `steps` levels in total, never above 4; `per_ship` 1 raises each at most once (R12.3)."""

    steps: Number
    per_ship: Literal[1] | None
    up_to: bool


class Jump(Words, frozen=True, tag="jump"):
    """Move ships with `points`, one lane per point, in any split; unused points are lost (R13.1)."""

    points: Number


class Teleport(Words, frozen=True, tag="teleport"):
    """Move up to `ships` ships from anywhere to anywhere."""

    ships: Count


class Automate(Words, frozen=True, tag="automate"):
    """Move the leftmost disc of a track to the next automation level, `n` times (R11.1, R11.2)."""

    kind: Literal["food", "ore", "either"]
    n: Count


class Research(Words, frozen=True, tag="research"):
    """Research one technology of an allowed level (R10)."""

    level: Annotated[tuple[TechLevel, ...], Meta(min_length=1)] | Amount
    discovered_only: bool
    ignore_prerequisites: bool
    skip_immediate: bool


class Colonize(Words, frozen=True, tag="colonize"):
    """Colonise one system (R14); `strength_discount` lowers the required strength, to at least 1."""

    target: Literal["controlled", "unclaimed_at_turn_start"]
    strength_discount: Points
    control_effects: bool


class ShiftSupply(Words, frozen=True, tag="shift_supply"):
    """Put the `n` rightmost supply cubes into any columns, even beyond their size."""

    n: Count


class PrivateTech(Words, frozen=True, tag="private_tech"):
    """Reveal `draw` cards of `level`, keep `keep` as private technologies."""

    level: TechLevel
    draw: Count
    keep: Count


class ReplayImmediate(Words, frozen=True, tag="replay_immediate"):
    """Carry out the immediate list of this card again."""


class CopyAction(Words, frozen=True, tag="copy_action"):
    """Pay for and carry out an action of `action_class` that is in play anywhere else."""

    action_class: ActionClass


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """One option of `choose`."""

    cost: Cost
    effects: "tuple[Operation, ...]"


class Choose(Words, frozen=True, tag="choose"):
    """Pick an option, pay and resolve it, `times` times. `number` is set when the pack is loaded."""

    times: Count
    repeat_allowed: bool
    options: Annotated[tuple[Choice, ...], Meta(min_length=2)]
    number: Annotated[int, Meta(ge=UNNUMBERED, le=9_999)] = msgspec.field(name="#", default=UNNUMBERED)


class May(Words, frozen=True, tag="may"):
    """Skip, or pay and resolve (R15.2). `number` is set when the pack is loaded."""

    cost: Cost
    effects: "tuple[Operation, ...]"
    number: Annotated[int, Meta(ge=UNNUMBERED, le=9_999)] = msgspec.field(name="#", default=UNNUMBERED)


class Repeat(Words, frozen=True, tag="repeat"):
    """Resolve `effects` `n` times."""

    n: Count
    effects: "tuple[Operation, ...]"


class ForEach(Words, frozen=True, tag="for_each"):
    """Event: resolve `effects` for all, the discoverer, or the others, clockwise from the discoverer."""

    who: Literal["all", "discoverer", "others"]
    effects: "tuple[Operation, ...]"


class UnlockGuild(Words, frozen=True, tag="unlock_guild"):
    """Event: remove the cover of a guild (R2.6)."""

    guild: ComponentId


class AddSystem(Words, frozen=True, tag="add_system"):
    """Event: put the top card of `deck` on a new location beside slot `next_to`, one lane away."""

    deck: DeckName
    next_to: ComponentId


class Per(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="per"):
    """`vp` for each unit of `metric`, at most `max` in all."""

    metric: Metric
    vp: Points
    max: Points | None


class Most(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="most"):
    """`vp` for every faction tied for the highest `metric`; a metric of 0 scores nothing."""

    metric: Metric
    vp: Points


class StrongestAt(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="strongest_at"):
    """`vp` for every faction tied for the highest strength at `location`; a strength of 0 scores nothing."""

    location: ComponentId
    vp: Points


Scoring: TypeAlias = Per | Most | StrongestAt


class AttachScoring(Words, frozen=True, tag="attach_scoring"):
    """Event: the card stays at `where`; at the end it scores the factions of `who` by `scoring` (R8.6).

    A card for the discoverer lies beside its mat.
    """

    where: str
    scoring: Scoring
    who: Literal["all", "discoverer"] = "all"


Operation: TypeAlias = (
    GainOre
    | SupplyToPop
    | Build
    | Upgrade
    | Jump
    | Teleport
    | Automate
    | Research
    | Colonize
    | ShiftSupply
    | PrivateTech
    | ReplayImmediate
    | CopyAction
    | Choose
    | May
    | Repeat
    | ForEach
    | UnlockGuild
    | AddSystem
    | AttachScoring
)
Operations: TypeAlias = tuple[Operation, ...]


class ModifierWords(Struct, frozen=True, forbid_unknown_fields=True, tag_field="mod"):
    """Base of everything that `mod` can name: lasting powers."""


class SkipPrerequisite(ModifierWords, frozen=True, tag="skip_prerequisite"):
    """`skip` prerequisites may be missing if `when_required` are required."""

    skip: Count
    when_required: Count
    discovered_only: bool
    levels: tuple[TechLevel, ...]


class SwapPopCost(ModifierWords, frozen=True, tag="swap_pop_cost"):
    """In the cost of an action, up to `count` population may be paid with `ore` ore each."""

    count: Count
    ore: Points


class WildTracks(ModifierWords, frozen=True, tag="wild_tracks"):
    """Discs for automation and systems may come from either production track."""


class LongJump(ModifierWords, frozen=True, tag="long_jump"):
    """One point moves a ship anywhere, except from the locations in `except_from`."""

    except_from: tuple[ComponentId, ...]


class JumpBonus(ModifierWords, frozen=True, tag="jump_bonus"):
    """Each jump has `points` more points."""

    points: Count


class Discount(ModifierWords, frozen=True, tag="discount"):
    """Actions of `action_class` cost `ore` less, surcharges included."""

    action_class: ActionClass
    ore: Count


class TradeRate(ModifierWords, frozen=True, tag="trade_rate"):
    """A trade costs `ore` ore."""

    trade: Literal["ore_to_pop", "retire_ship"]
    ore: Points


class OncePerTurn(ModifierWords, frozen=True, tag="once_per_turn"):
    """Once on each own turn, outside of action and production: pay and resolve. Numbered when the pack is loaded."""

    cost: Cost
    effects: Operations


class SwapPlaceholders(ModifierWords, frozen=True, tag="swap_placeholders"):
    """Own achievement discs on achievement cards may be exchanged for production discs."""

    auto_at_end: bool


class On(ModifierWords, frozen=True, tag="on"):
    """When `trigger` happens to the owner, pay and resolve, at most `limit` times in a turn of any player."""

    trigger: Trigger
    limit: Count
    cost: Cost
    effects: Operations


class EndScore(ModifierWords, frozen=True, tag="end_score"):
    """At the end `scoring` gives the owner points."""

    scoring: Scoring


Modifier: TypeAlias = (
    SkipPrerequisite
    | SwapPopCost
    | WildTracks
    | LongJump
    | JumpBonus
    | Discount
    | TradeRate
    | OncePerTurn
    | SwapPlaceholders
    | On
    | EndScore
)


_PASSABLE = frozenset({May, Jump, Teleport, Upgrade, ShiftSupply})


def can_fail(op: Operation) -> bool:
    """Return whether an operation may be impossible although it is mandatory (R15.1-R15.5)."""
    match op:
        case Research() | Colonize() | PrivateTech() | CopyAction():
            return True
        case Build():
            return op.source == "pop"
        case Repeat():
            return any(map(can_fail, op.effects))
        case Choose():
            sure = [option for option in op.options if option.cost.is_free and not any(map(can_fail, option.effects))]
            return len(sure) < (1 if op.repeat_allowed else op.times)
    return False


def decisive(effects: Operations) -> Operations:
    """Return the operations that decide whether all can be carried out: those up to the last that can fail."""
    last = max((number for number, op in enumerate(effects, 1) if can_fail(op)), default=0)
    return effects[:last]


def first_part(effects: Operations) -> Operations:
    """Return the first mandatory operation with the jumps before it; nothing if it cannot fail."""
    jumps: list[Operation] = []
    for op in effects:
        if isinstance(op, Jump):
            jumps.append(op)
        if type(op) not in _PASSABLE:
            may_fail = isinstance(op, Choose | Repeat) or can_fail(op)
            return (*jumps, op) if may_fail else ()
    return ()


def holds(effects: Operations, kind: type[Words]) -> bool:
    """Return whether a list of operations has one of `kind`, also inside other operations."""
    for op in effects:
        if isinstance(op, kind):
            return True
        if isinstance(op, Choose):
            if any(holds(option.effects, kind) for option in op.options):
                return True
        elif isinstance(op, May | Repeat | ForEach) and holds(op.effects, kind):
            return True
    return False

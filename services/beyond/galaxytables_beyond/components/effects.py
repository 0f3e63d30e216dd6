"""The vocabulary of effects: every operation, lasting power, amount and scoring that a component can have.

Components are data in these words. `operations/` implements operations, `powers.py` lasting powers, `table/metrics.py`
amounts, and `scoring.py` scoring. Lists of operations are carried out from first to last.
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
    """Base class of all operations. The `tag` of a subclass is the word for it in the field `op` of a pack."""


class Amount(Struct, frozen=True, forbid_unknown_fields=True):
    """An amount that depends on the table: `floor(metric / divide) * times + plus`, but at most `max` if that is given.

    It is computed when its operation starts.
    """

    metric: Metric
    times: Change = 1
    divide: Count = 1
    plus: Change = 0
    max: Points | None = None


Number: TypeAlias = Points | Amount


class PayOre(Words, frozen=True, tag="pay_ore"):
    """A cost: put `n` ore back into the supply (R9.1)."""

    n: Count


class ReturnPop(Words, frozen=True, tag="return_pop"):
    """A cost: put `n` population back into the supply columns (R9.7)."""

    n: Count


class Cost(Compiled[list[PayOre | ReturnPop]]):
    """A cost in ore and population. All of it is paid before any effect starts (R4.8)."""

    __slots__ = ("ore", "population")
    form: ClassVar[object] = list[PayOre | ReturnPop]

    def __init__(self, ore: int, population: int) -> None:
        self.ore = ore
        self.population = population

    @classmethod
    def read(cls, written: list[PayOre | ReturnPop]) -> Self:
        """Return the sum of the costs that a pack's file lists."""
        ore = sum(part.n for part in written if isinstance(part, PayOre))
        return cls(ore, sum(part.n for part in written if isinstance(part, ReturnPop)))

    @property
    def is_free(self) -> bool:
        """Return whether nothing has to be paid."""
        return not self.ore and not self.population

    def __add__(self, other: "Cost") -> "Cost":
        """Return the sum of both costs."""
        return Cost(self.ore + other.ore, self.population + other.population)


class GainOre(Words, frozen=True, tag="gain_ore"):
    """Take `n` ore from the supply (R9.2)."""

    n: Number


class SupplyToPop(Words, frozen=True, tag="supply_to_pop"):
    """Turn `n` supply cubes into population, from the leftmost column on (R9.4).

    If there are fewer cubes, the rest of `n` is lost.
    """

    n: Number


class Build(Words, frozen=True, tag="build"):
    """Turn `n` cubes into ships of level `level`, each placed at `at` (R12.1, R12.2)."""

    source: Literal["pop", "supply"]
    level: ShipLevel
    n: Count
    at: Literal["yard", "sol", "deep_space", "any"]


class Upgrade(Words, frozen=True, tag="upgrade"):
    """Raise ships by `steps` levels in all, never above level 4 (R12.3).

    If `per_ship` is 1, each ship can be raised only once.
    """

    steps: Number
    per_ship: Literal[1] | None
    up_to: bool


class Jump(Words, frozen=True, tag="jump"):
    """Move ships with `points` movement points, split as the player likes (R13.1).

    Each point moves one ship over one lane; unused points are lost.
    """

    points: Number


class Teleport(Words, frozen=True, tag="teleport"):
    """Move up to `ships` ships from any location to any other."""

    ships: Count


class Automate(Words, frozen=True, tag="automate"):
    """Move the leftmost disc of a production track to the next automation level, `n` times (R11.1, R11.2)."""

    kind: Literal["food", "ore", "either"]
    n: Count


class Research(Words, frozen=True, tag="research"):
    """Research one technology whose level is allowed (R10)."""

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
    """Put the `n` rightmost supply cubes into any columns, even beyond the room of a column."""

    n: Count


class PrivateTech(Words, frozen=True, tag="private_tech"):
    """Reveal `draw` technology cards of level `level`, and keep `keep` of them as private technologies."""

    level: TechLevel
    draw: Count
    keep: Count


class ReplayImmediate(Words, frozen=True, tag="replay_immediate"):
    """Carry out the immediate operations of this card again."""


class CopyAction(Words, frozen=True, tag="copy_action"):
    """Pay for and carry out an action of class `action_class` that another component in play has."""

    action_class: ActionClass


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the options of a `Choose`."""

    cost: Cost
    effects: "tuple[Operation, ...]"


class Choose(Words, frozen=True, tag="choose"):
    """Choose one of the options, pay for it and carry it out, `times` times.

    `number` says in a prompt which part it asks about; it is set when the pack is loaded.
    """

    times: Count
    repeat_allowed: bool
    options: Annotated[tuple[Choice, ...], Meta(min_length=2)]
    number: Annotated[int, Meta(ge=UNNUMBERED, le=9_999)] = msgspec.field(name="#", default=UNNUMBERED)


class May(Words, frozen=True, tag="may"):
    """Pay for operations and carry them out, or skip them (R15.2).

    `number` says in a prompt which part it asks about; it is set when the pack is loaded.
    """

    cost: Cost
    effects: "tuple[Operation, ...]"
    number: Annotated[int, Meta(ge=UNNUMBERED, le=9_999)] = msgspec.field(name="#", default=UNNUMBERED)


class Repeat(Words, frozen=True, tag="repeat"):
    """Carry out the operations in `effects`, `n` times."""

    n: Count
    effects: "tuple[Operation, ...]"


class ForEach(Words, frozen=True, tag="for_each"):
    """In an event: carry out `effects` for all, for the discoverer, or for the others.

    The order is clockwise from the discoverer.
    """

    who: Literal["all", "discoverer", "others"]
    effects: "tuple[Operation, ...]"


class UnlockGuild(Words, frozen=True, tag="unlock_guild"):
    """In an event: remove the cover of a guild (R2.6)."""

    guild: ComponentId


class AddSystem(Words, frozen=True, tag="add_system"):
    """In an event: put the top card of `deck` on a new location beside slot `next_to`, one lane away."""

    deck: DeckName
    next_to: ComponentId


class Per(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="per"):
    """A scoring rule: `vp` for each unit of `metric`, at most `max` in all."""

    metric: Metric
    vp: Points
    max: Points | None


class Most(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="most"):
    """A scoring rule: `vp` for every faction tied for the highest `metric`; a metric of 0 scores nothing."""

    metric: Metric
    vp: Points


class StrongestAt(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="strongest_at"):
    """A scoring rule: `vp` for every faction tied for the highest strength at `location`; strength 0 scores nothing."""

    location: ComponentId
    vp: Points


Scoring: TypeAlias = Per | Most | StrongestAt


class AttachScoring(Words, frozen=True, tag="attach_scoring"):
    """In an event: the card stays at `where`, and at the end it gives VP to the factions in `who` (R8.6).

    `scoring` says how many. A card that scores only for the discoverer lies beside the discoverer's mat.
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
    """Base class of all lasting powers. The `tag` of a subclass is the word for it in the field `mod` of a pack."""


class SkipPrerequisite(ModifierWords, frozen=True, tag="skip_prerequisite"):
    """The owner may lack `skip` prerequisites of a technology that requires `when_required` of them."""

    skip: Count
    when_required: Count
    discovered_only: bool
    levels: tuple[TechLevel, ...]


class SwapPopCost(ModifierWords, frozen=True, tag="swap_pop_cost"):
    """For up to `count` of the population that an action costs, the owner may pay `ore` ore each instead."""

    count: Count
    ore: Points


class WildTracks(ModifierWords, frozen=True, tag="wild_tracks"):
    """The owner may take discs for automation levels and systems from either production track."""


class LongJump(ModifierWords, frozen=True, tag="long_jump"):
    """The owner may move a ship to any location for one movement point, unless it starts from one in `except_from`."""

    except_from: tuple[ComponentId, ...]


class JumpBonus(ModifierWords, frozen=True, tag="jump_bonus"):
    """Each jump of the owner has `points` more movement points."""

    points: Count


class Discount(ModifierWords, frozen=True, tag="discount"):
    """Actions of `action_class` cost the owner `ore` less, surcharges included."""

    action_class: ActionClass
    ore: Count


class TradeRate(ModifierWords, frozen=True, tag="trade_rate"):
    """The trade named `trade` costs the owner `ore` ore."""

    trade: Literal["ore_to_pop", "retire_ship"]
    ore: Points


class OncePerTurn(ModifierWords, frozen=True, tag="once_per_turn"):
    """Once in each own turn, outside of action and production, the owner may pay for operations and carry them out.

    The number of the power is set when the pack is loaded.
    """

    cost: Cost
    effects: Operations


class SwapPlaceholders(ModifierWords, frozen=True, tag="swap_placeholders"):
    """The owner may exchange own achievement discs on achievement cards for own production discs.

    With `auto_at_end`, those that remain are exchanged automatically at the end of the game, as far as there are
    production discs.
    """

    auto_at_end: bool


class On(ModifierWords, frozen=True, tag="on"):
    """Whenever `trigger` happens to the owner, the owner pays for operations and carries them out.

    This works at most `limit` times in each turn, also in turns of other seats.
    """

    trigger: Trigger
    limit: Count
    cost: Cost
    effects: Operations


class EndScore(ModifierWords, frozen=True, tag="end_score"):
    """At the end of the game, the owner gets the VP of `scoring`."""

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
    """Return whether a mandatory operation can turn out to be impossible (R15.1-R15.5)."""
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
    """Return the part of a list of operations that decides whether the whole list can be carried out.

    It ends with the last operation that can fail.
    """
    last = max((number for number, op in enumerate(effects, 1) if can_fail(op)), default=0)
    return effects[:last]


def first_part(effects: Operations) -> Operations:
    """Return the first mandatory operation of a list, together with the jumps that come before it.

    The result is empty if that operation cannot fail.
    """
    jumps: list[Operation] = []
    for op in effects:
        if isinstance(op, Jump):
            jumps.append(op)
        if type(op) not in _PASSABLE:
            may_fail = isinstance(op, Choose | Repeat) or can_fail(op)
            return (*jumps, op) if may_fail else ()
    return ()


def holds(effects: Operations, kind: type[Words]) -> bool:
    """Return whether a list of operations has one of class `kind`, also inside another operation."""
    for op in effects:
        if isinstance(op, kind):
            return True
        if isinstance(op, Choose):
            if any(holds(option.effects, kind) for option in op.options):
                return True
        elif isinstance(op, May | Repeat | ForEach) and holds(op.effects, kind):
            return True
    return False

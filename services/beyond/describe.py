"""Puts the effect vocabulary into words, for card texts and for the options of prompts.

Components that an effect names stand in the lines as `{id}`; `with_names` puts their names there.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from services.beyond.effects import (
    AddSystem,
    Amount,
    AttachScoring,
    Automate,
    Build,
    Choose,
    Colonize,
    CopyAction,
    Cost,
    Discount,
    EndScore,
    ForEach,
    GainOre,
    Jump,
    JumpBonus,
    LongJump,
    May,
    Metric,
    Modifier,
    ModifierWords,
    Most,
    Number,
    On,
    OncePerTurn,
    Operation,
    Per,
    PrivateTech,
    Repeat,
    ReplayImmediate,
    Research,
    Scoring,
    ShiftSupply,
    SkipPrerequisite,
    SupplyToPop,
    SwapPlaceholders,
    SwapPopCost,
    Teleport,
    TradeRate,
    Trigger,
    UnlockGuild,
    Upgrade,
    WildTracks,
    Words,
)

ROMAN = {1: "I", 2: "II", 3: "III", 4: "IIII"}
_METRICS: Mapping[Metric, str] = {
    "controlled_locations": "location you control",
    "controlled_shipyards": "shipyard you control",
    "colonies": "system you have colonised",
    "colonies_deck_b": "system of deck B you have colonised",
    "takeovers_this_action": "location wrested from a rival by this action",
    "techs_researched": "technology you have researched",
    "techs_level_3": "technology of Level III",
    "techs_level_4": "technology of Level IIII",
    "types_researched_level_ge_2": "different main type among technologies of Level II and above",
    "population": "population",
    "fleet_strength": "strength of your fleet",
    "automation_level": "automation level",
    "empty_tracks": "empty production track",
}
_TRIGGERS: Mapping[Trigger, str] = {
    "colonized": "you colonise a system",
    "researched": "you research a technology",
    "control_gained": "you gain control of a location",
    "produced_population": "you choose population growth",
}
_AT = {"yard": "at Sol or a shipyard of yours", "sol": "at Sol", "deep_space": "in Deep Space", "any": "anywhere"}
_SOURCE = {"pop": "a population", "supply": "a supply cube"}
_DISC = {"food": "a food disc", "ore": "an ore disc", "either": "a food or ore disc"}
_WHO = {"all": "every faction", "discoverer": "the discoverer", "others": "every other faction"}


_ID = re.compile(r"\{(\w+)\}")


def with_names(line: str, names: Mapping[str, str]) -> str:
    """A line with components by their names, which `names` gives by id."""
    return _ID.sub(lambda found: names.get(found[1], found[0]), line)


def metric_text(metric: Metric) -> str:
    """What a metric counts, in the singular."""
    return _METRICS[metric]


def effects_text(effects: Sequence[Operation]) -> str:
    """A list of operations as one line."""
    return ", then ".join(_OPERATIONS[op.__class__](op) for op in effects) or "nothing"


def cost_text(ore: int, population: int) -> str:
    """A cost, empty if there is none."""
    parts = ([f"{ore} ore"] if ore else []) + ([f"return {population} population"] if population else [])
    return " and ".join(parts)


def paid_text(cost: Cost, effects: Sequence[Operation], surcharge: int = 0) -> str:
    """`cost: effects`, as an action is printed."""
    price = cost_text(cost.ore + surcharge, cost.population)
    return f"{price}: {effects_text(effects)}" if price else effects_text(effects)


def modifier_text(modifier: Modifier) -> str:
    """A lasting power as one line."""
    return _MODIFIERS[modifier.__class__](modifier)


def scoring_text(scoring: Scoring) -> str:
    """A way to score as one line."""
    if isinstance(scoring, Per):
        cap = "" if scoring.max is None else f", {scoring.max} at most"
        return f"{scoring.vp} VP for each {metric_text(scoring.metric)}{cap}"
    if isinstance(scoring, Most):
        return f"{scoring.vp} VP to who has most: {metric_text(scoring.metric)}"
    return f"{scoring.vp} VP more to the highest strength at {{{scoring.location}}}"


def _number(number: Number) -> str:
    if not isinstance(number, Amount):
        return str(number)
    per = f"each {number.divide} times a " if number.divide > 1 else "each "
    plus = f"{number.plus} plus " if number.plus else ""
    cap = "" if number.max is None else f", {number.max} at most"
    return f"({plus}{number.times} for {per}{metric_text(number.metric)}{cap})"


def _build(op: Build) -> str:
    return f"turn {_SOURCE[op.source]} into a level {op.level} ship {_AT[op.at]}" + (f", {op.n} times" * (op.n > 1))


def _upgrade(op: Upgrade) -> str:
    once = ", each ship once" if op.per_ship else ""
    return f"upgrade ships by {'up to ' * op.up_to}{_number(op.steps)} in all{once}"


def _research(op: Research) -> str:
    if isinstance(op.level, Amount):
        level = f"of Level {_number(op.level)}"
    else:
        level = "of Level " + " or ".join(ROMAN[level] for level in op.level)
    known = "a discovered technology" if op.discovered_only else "a technology"
    free = " without its prerequisites" * op.ignore_prerequisites
    bare = " without its immediate bonus" * op.skip_immediate
    return f"research {known} {level}{free}{bare}"


def _colonize(op: Colonize) -> str:
    which = "you control" if op.target == "controlled" else "that nobody controlled as your turn began"
    discount = f" with {op.strength_discount} less strength" if op.strength_discount else ""
    bare = "" if op.control_effects else ", without its bonus for control"
    return f"colonise a system {which}{discount}{bare}"


def _choose(op: Choose) -> str:
    options = "; or ".join(paid_text(option.cost, option.effects) for option in op.options)
    times = f"choose {op.times} times" if op.times > 1 else "choose"
    return f"{times}: {options}"


_OPERATIONS: Mapping[type[Words], Callable[[Any], str]] = {
    GainOre: lambda op: f"gain {_number(op.n)} ore",
    SupplyToPop: lambda op: f"turn {_number(op.n)} supply into population",
    Build: _build,
    Upgrade: _upgrade,
    Jump: lambda op: f"jump {_number(op.points)}",
    Teleport: lambda op: f"move up to {op.ships} ships anywhere",
    Automate: lambda op: f"automate {_DISC[op.kind]}" + (f", {op.n} times" * (op.n > 1)),
    Research: _research,
    Colonize: _colonize,
    ShiftSupply: lambda op: f"put your {op.n} rightmost supply cubes into any columns",
    PrivateTech: lambda op: f"turn up {op.draw} technologies of Level {ROMAN[op.level]}, keep {op.keep} for yourself",
    ReplayImmediate: lambda _: "take the immediate bonus again",
    CopyAction: lambda op: f"pay for and carry out a {op.action_class} action of another card, the box or a guild",
    Choose: _choose,
    May: lambda op: f"you may: {paid_text(op.cost, op.effects)}",
    Repeat: lambda op: f"{op.n} times: {effects_text(op.effects)}",
    ForEach: lambda op: f"{_WHO[op.who]}: {effects_text(op.effects)}",
    UnlockGuild: lambda op: f"uncover {{{op.guild}}}",
    AddSystem: lambda op: f"a system of deck {op.deck} comes to lie beside {{{op.next_to}}}",
    AttachScoring: lambda op: f"at the end {scoring_text(op.scoring)}",
}


def _skip(power: SkipPrerequisite) -> str:
    known = "discovered " * power.discovered_only
    return f"{power.skip} of {power.when_required} prerequisites of {known}technologies may be missing"


def _swap(power: SwapPopCost) -> str:
    return f"up to {power.count} population in the cost of an action can be paid with {power.ore} ore"


def _long_jump(power: LongJump) -> str:
    places = " and ".join(f"{{{place}}}" for place in power.except_from)
    return f"one movement point leads anywhere, except from {places}"


_MODIFIERS: Mapping[type[ModifierWords], Callable[[Any], str]] = {
    SkipPrerequisite: _skip,
    SwapPopCost: _swap,
    WildTracks: lambda _: "discs for automation and outposts may come from either track",
    LongJump: _long_jump,
    JumpBonus: lambda power: f"jumps have {power.points} more",
    Discount: lambda power: f"{power.action_class} actions cost {power.ore} ore less",
    TradeRate: lambda power: f"the trade {power.trade.replace('_', ' ')} costs {power.ore} ore",
    OncePerTurn: lambda power: f"once on your turn: {paid_text(power.cost, power.effects)}",
    SwapPlaceholders: lambda _: "exchange achievement discs on achievement cards for production discs",
    On: lambda power: (
        f"when {_TRIGGERS[power.trigger]}, up to {power.limit} in a turn: {paid_text(power.cost, power.effects)}"
    ),
    EndScore: lambda power: f"at the end {scoring_text(power.scoring)}",
}

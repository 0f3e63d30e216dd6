"""What each kind of effect, power and bonus does, as a line for people."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from services.roll import kinds
from services.roll.kinds import AnyPower, Bonus, Immediate, Kind


def in_words(kind: Immediate | AnyPower | Bonus) -> str:
    """One line on an effect, power or bonus."""
    line = _LINES[type(kind)](kind)
    phase = getattr(kind, "phase", "")
    return f"{phase.title()}: {line}" if phase else line


def _colours(words: Iterable[str] | None, what: str) -> str:
    """`novelty or genes worlds`; `worlds` without a filter."""
    return what if words is None else f"{' or '.join(sorted(words))} {what}"


def _dice(count: int) -> str:
    return "die" if count == 1 else "dice"


def _group(count: int, colour: str) -> str:
    """`novelty die`, `2 military dice`."""
    return f"{f'{count} ' if count > 1 else ''}{colour} {_dice(count)}"


def _reassign(power: kinds.Reassign) -> str:
    count = str(power.max) if power.min == power.max else f"{power.min} to {power.max}"
    who = _colours(power.die_colours, "worker" if power.max == 1 else "workers")
    source = f" from {power.from_phase.title()}" if power.from_phase else ""
    source += " from one phase" if power.same_source else ""
    if power.to == "any":
        goal = "any phases"
    elif power.to == "selected":
        goal = "the phase you selected"
    else:
        goal = " or ".join(word.title() for word in power.to)
    return f"may reassign {count} {who}{source} to {goal}"


def _reduction(power: kinds.CostReduction) -> str:
    tile = _colours(power.world_colours, "worlds") if power.phase == "settle" else "developments"
    tile = "developments with Reassign powers" if power.reassign_only else tile
    floor = "" if power.floor is None else f", not below {power.floor}"
    return f"{tile} cost {power.amount} less{floor}"


def _completion(power: kinds.CreditsOnCompletion) -> str:
    tile = "development" if power.phase == "develop" else "world"
    return f"${power.amount} for each other {power.world_colour + ' ' if power.world_colour else ''}{tile} completed"


def _to_cup(power: kinds.CompletionDiceToCup) -> str:
    tile = "development" if power.phase == "develop" else "world"
    count = f"all {power.die_colour}" if power.mode == "all" else f"{power.min} to {power.max}"
    return f"{count} workers of each completed {tile} go to the cup"


def _fraction(bonus: kinds.VpFractionOfCost) -> str:
    what = _colours([bonus.world_colour], "worlds") if bonus.world_colour else bonus.of
    what = "developments with Reassign powers" if bonus.reassign_only else what
    return f"End: 1/{bonus.divisor} of the cost of your {what}, rounded up"


_LINES: Mapping[type[Kind], Callable[[Any], str]] = {
    kinds.GainDie: lambda e: (
        f"Gain {e.count} {e.colour} {_dice(e.count)} ({'as a good here' if e.to == 'world' else e.to})"
    ),
    kinds.GainCredits: lambda e: f"Gain ${e.amount}",
    kinds.RemoveDie: lambda e: f"Return {e.count} of your dice to the supply",
    kinds.StartingCredits: lambda e: f"Start with ${e.amount}",
    kinds.Reassign: _reassign,
    kinds.ReassignByMajority: lambda p: (
        f"may reassign up to {p.sole_max} workers with the most {p.world_colour} worlds, {p.tied_max} if tied"
    ),
    kinds.DictateRepeat: lambda _: "may Dictate any number of times",
    kinds.DictateCount: lambda p: f"each Dictate may move up to {p.max} workers",
    kinds.RearrangeConstruction: lambda _: "may rearrange both construction stacks and turn tiles over",
    kinds.ScoutPlaceOnTop: lambda _: "scouted tiles may go on top of their stacks",
    kinds.StockAmount: lambda p: f"{p.die_colour} explorers stock ${p.amount}",
    kinds.ExtraWorkers: lambda p: f"extra workers for this phase: {', '.join(p.colours)}",
    kinds.DrawTileAtPhaseEnd: lambda p: f"at the end draw {p.count} more",
    kinds.CreditsIfScoutedWith: lambda p: f"${p.amount} if a {p.die_colour} explorer scouted",
    kinds.CreditsIfMostDevelopments: lambda p: f"${p.amount} if you have the most developments",
    kinds.CostReduction: _reduction,
    kinds.CreditsOnCompletion: _completion,
    kinds.CompletionDiceToCup: _to_cup,
    kinds.CreditsPerCitizenryDie: lambda p: (
        f"at the end ${p.amount} for each {_group(p.group, p.die_colour)} in the citizenry"
        f"{', rounded up' if p.group > 1 else ''}"
    ),
    kinds.CreditsAtPhaseEnd: lambda p: f"at the end ${p.amount}",
    kinds.GoodsCapacity: lambda p: f"your worlds hold {p.extra} more goods",
    kinds.CreditsPerGoodOnWorld: lambda p: f"at the end ${p.amount} for each good on your {p.world_colour} worlds",
    kinds.CreditsPerGoodOfDie: lambda p: f"at the end ${p.amount} for each good that is a {p.die_colour} die",
    kinds.TradeCredits: lambda p: f"Trade from {_colours(p.world_colours, 'worlds')} gives ${p.amount} more",
    kinds.TradeBuyChip: lambda p: f"after each Trade may pay ${p.cost} for {p.chips} VP",
    kinds.ConsumeCredits: lambda p: f"Consume from {_colours(p.world_colours, 'worlds')} also gives ${p.amount}",
    kinds.ConsumeChips: lambda p: f"Consume from {_colours(p.world_colours, 'worlds')} gives {p.amount} VP more",
    kinds.CreditsIfHighestWorld: lambda p: f"at the end ${p.amount} if only you have a world of the highest cost",
    kinds.ChipsAtPhaseEnd: lambda p: f"at the end {p.amount} VP",
    kinds.VpPerDevelopment: lambda b: (
        f"End: {b.amount} VP for each development{' without a Reassign power' if b.exclude_reassign else ''}"
    ),
    kinds.VpFractionOfCost: _fraction,
    kinds.VpPerWorld: lambda b: f"End: {b.amount} VP for each {b.world_colour} world",
    kinds.VpPerDieColour: lambda b: f"End: {b.amount} VP for each different die colour you own",
    kinds.VpPerDieGroup: lambda b: f"End: {b.amount} VP for each {b.group} {b.die_colour} dice, rounded up",
    kinds.VpChipTriangle: lambda _: "End: 1, 2, 3, ... VP for 1, 3, 6, ... VP in chips",
    kinds.VpPerGood: lambda b: f"End: {b.amount} VP for each good on your worlds",
}

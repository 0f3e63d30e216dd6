"""What is printed, as facts: tiles, dice, phase tiles, chips, strips and mats, and what each of them does.

The kinds of powers are those of `kinds`, under the same names; a condition on tiles is one group, whatever parts the
data have of it. Tasks and prices that stand on phase tiles are powers too.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from services.kit.declared import ComponentKind, Form, Maybe, OneOf, PowerKind
from services.kit.event import Component, Facts, FactValue, Group, Groups, Numbers, Words
from services.roll.components import kinds
from services.roll.components.kinds import AnyPower, Bonus, Immediate, Kind
from services.roll.dice import DIE_WORDS, PHASE_WORDS

COMPLETION, SETUP, END = "completion", "setup", "end"
"""Moments of what is no power of a phase: immediate effects, those of start tiles, end bonuses."""

_COLOUR = OneOf(("novelty", "rare", "genes", "alien", "grey"))
_TILE: Mapping[str, Form] = {
    "cost": int,
    "vp": int,
    "faction": Maybe(int),  # printed number of the faction tile of which it is a half
    "other_side": Maybe(Component),
}

COMPONENT_KINDS: Mapping[str, ComponentKind] = {
    "development": ComponentKind({**_TILE, "reassign": bool}),
    "world": ComponentKind({**_TILE, "colour": _COLOUR, "home_world": Maybe(bool)}),
    "die": ComponentKind({"colour": OneOf(DIE_WORDS), "display": str, "faces": Words}),
    "phase_tile": ComponentKind({"phase": OneOf(PHASE_WORDS), "number": int}),
    "phase_strip": ComponentKind({"phases": Words}),
    "player_mat": ComponentKind({"credits": Numbers}),
    "vp_chip": ComponentKind({"vp": int}),
}

_PHASES = frozenset(PHASE_WORDS)
_EFFECT = frozenset((COMPLETION, SETUP))
_BONUS = frozenset((END,))
_AMOUNT: Mapping[str, Form] = {"amount": int}
_OF_TILES: Mapping[str, Form] = {"amount": int, "tiles": Group}
_DIE_COLOUR = OneOf(DIE_WORDS)

POWER_KINDS: Mapping[str, PowerKind] = {
    "gain_die": PowerKind({"colour": _DIE_COLOUR, "count": int, "to": OneOf(("cup", "citizenry", "world"))}, _EFFECT),
    "gain_credits": PowerKind(_AMOUNT, _EFFECT),
    "remove_die": PowerKind({"count": int}, _EFFECT),
    "starting_credits": PowerKind(_AMOUNT, _EFFECT),
    "reassign": PowerKind(
        {
            "least": Maybe(int),  # where fewer than `most` will do
            "most": int,
            "workers": Group,
            "to": Words,
        },
        frozenset(("assign",)),
    ),
    "reassign_by_majority": PowerKind({"sole": int, "tied": int, "tiles": Group}, frozenset(("assign",))),
    "dictate_repeat": PowerKind({}, frozenset(("assign",))),
    "dictate_count": PowerKind({"most": int}, frozenset(("assign",))),
    "rearrange_construction": PowerKind({}, frozenset(("explore",))),
    "scout_place_on_top": PowerKind({}, frozenset(("explore",))),
    "stock_amount": PowerKind({"colour": _DIE_COLOUR, "amount": int}, frozenset(("explore",))),
    "extra_workers": PowerKind({"colours": Words}, frozenset(("explore", "ship"))),
    "draw_tile_at_phase_end": PowerKind({"count": int}, frozenset(("explore",))),
    "credits_if_scouted_with": PowerKind({"colour": _DIE_COLOUR, "amount": int}, frozenset(("explore",))),
    "credits_if_most_developments": PowerKind(_AMOUNT, _PHASES),
    "cost_reduction": PowerKind({**_OF_TILES, "floor": int}, kinds.BUILDING),
    "credits_on_completion": PowerKind(_OF_TILES, kinds.BUILDING),
    "completion_dice_to_cup": PowerKind(
        {"mode": OneOf(("all", "choose")), "least": int, "most": int, "colours": Words, "tiles": Group}, kinds.BUILDING
    ),
    "credits_per_citizenry_die": PowerKind({"colour": _DIE_COLOUR, "group": int, "amount": int}, _PHASES),
    "credits_at_phase_end": PowerKind(_AMOUNT, _PHASES),
    "goods_capacity": PowerKind({"extra": int}, frozenset(("always",))),
    "credits_per_good_on_world": PowerKind(_OF_TILES, frozenset(("produce",))),
    "credits_per_good_of_die": PowerKind({"colour": _DIE_COLOUR, "amount": int}, frozenset(("produce",))),
    "trade_credits": PowerKind(_OF_TILES, frozenset(("ship",))),
    "trade_buy_chip": PowerKind({"price": int, "vp": int}, frozenset(("ship",))),
    "consume_credits": PowerKind(_OF_TILES, frozenset(("ship",))),
    "consume_chips": PowerKind(_OF_TILES, frozenset(("ship",))),
    "credits_if_highest_world": PowerKind(_AMOUNT, frozenset(("ship",))),
    "chips_at_phase_end": PowerKind(_AMOUNT, _PHASES),
    "vp_per_development": PowerKind(_OF_TILES, _BONUS),
    "vp_fraction_of_cost": PowerKind({"divisor": int, "tiles": Group}, _BONUS),
    "vp_per_world": PowerKind(_OF_TILES, _BONUS),
    "vp_per_die_colour": PowerKind(_AMOUNT, _BONUS),
    "vp_per_die_group": PowerKind({"colour": _DIE_COLOUR, "group": int, "amount": int}, _BONUS),
    "vp_chip_triangle": PowerKind({}, _BONUS),
    "vp_per_good": PowerKind(_AMOUNT, _BONUS),
    "dictate": PowerKind({"most": int}, frozenset(("assign",))),
    "scout": PowerKind({"count": int}, frozenset(("explore",))),
    "stock": PowerKind(_AMOUNT, frozenset(("explore",))),
    "build": PowerKind({"tiles": Group}, kinds.BUILDING),
    "produce": PowerKind({"capacity": int}, frozenset(("produce",))),
    "trade": PowerKind({"prices": Groups}, frozenset(("ship",))),
    "consume": PowerKind({"vp": int, "good": int, "shipper": int}, frozenset(("ship",))),
}


def facts_of(kind: Immediate | AnyPower | Bonus) -> Facts:
    """Its figures and conditions."""
    special = _CONDITIONS.get(type(kind))
    return special(kind) if special is not None else dict(_plain(kind))


def tiles(kind: str, colours: tuple[str, ...] = (), reassign: str = "any") -> Group:
    """A condition on tiles: what they are, of which colours (none for all), with Reassign powers or without."""
    return Group({"kind": kind, "colours": Words(colours), "reassign": reassign})


_PLAIN: Mapping[str, str] = {
    **{name: name for name in ("amount", "count", "to", "colour", "colours", "group", "extra")},
    "die_colour": "colour",
    "cost": "price",
    "chips": "vp",
    "max": "most",
}


def _plain(kind: Kind) -> Iterator[tuple[str, FactValue]]:
    """Fields that stand for themselves."""
    for field, name in _PLAIN.items():
        value = getattr(kind, field, None)
        if value is not None:
            yield name, Words(value) if isinstance(value, tuple) else value


def _worlds(colours: frozenset[Any] | None) -> Group:
    return tiles("world", tuple(sorted(colours or ())))


def _built(phase: str) -> str:
    return "development" if phase == "develop" else "world"


def _reassign(power: kinds.Reassign) -> Facts:
    """Who moves: dice of these colours (none for all), from one phase or from any, all of them from the same or not."""
    workers: Facts = {
        "colours": Words(tuple(sorted(power.die_colours or ()))),
        "from": power.from_phase or "any",
        "same_phase": power.same_source,
    }
    to = (power.to,) if isinstance(power.to, str) else power.to
    least: Facts = {"least": power.min} if power.min < power.max else {}
    return {**least, "most": power.max, "workers": Group(workers), "to": Words(to)}


def _reduction(power: kinds.CostReduction) -> Facts:
    colours = tuple(sorted(power.world_colours or ()))
    which = tiles(_built(power.phase), colours, "only" if power.reassign_only else "any")
    return {"amount": power.amount, "tiles": which, "floor": power.floor or 0}


def _completed(power: kinds.CreditsOnCompletion) -> Facts:
    colours = () if power.world_colour is None else (power.world_colour,)
    return {"amount": power.amount, "tiles": tiles(_built(power.phase), colours)}


def _to_cup(power: kinds.CompletionDiceToCup) -> Facts:
    return {
        "mode": power.mode,
        "least": power.min,
        "most": power.max,
        "colours": Words(() if power.die_colour is None else (power.die_colour,)),
        "tiles": tiles(_built(power.phase)),
    }


def _fraction(bonus: kinds.VpFractionOfCost) -> Facts:
    colours = () if bonus.world_colour is None else (bonus.world_colour,)
    kind = "development" if bonus.of == "developments" else "world"
    return {"divisor": bonus.divisor, "tiles": tiles(kind, colours, "only" if bonus.reassign_only else "any")}


_CONDITIONS: Mapping[type[Kind], Callable[[Any], Facts]] = {
    kinds.Reassign: _reassign,
    kinds.ReassignByMajority: lambda power: {
        "sole": power.sole_max,
        "tied": power.tied_max,
        "tiles": tiles("world", (power.world_colour,)),
    },
    kinds.CostReduction: _reduction,
    kinds.CreditsOnCompletion: _completed,
    kinds.CompletionDiceToCup: _to_cup,
    kinds.CreditsPerGoodOnWorld: lambda power: {
        "amount": power.amount,
        "tiles": tiles("world", (power.world_colour,)),
    },
    kinds.TradeCredits: lambda power: {"amount": power.amount, "tiles": _worlds(power.world_colours)},
    kinds.ConsumeCredits: lambda power: {"amount": power.amount, "tiles": _worlds(power.world_colours)},
    kinds.ConsumeChips: lambda power: {"amount": power.amount, "tiles": _worlds(power.world_colours)},
    kinds.VpPerDevelopment: lambda bonus: {
        "amount": bonus.amount,
        "tiles": tiles("development", reassign="none" if bonus.exclude_reassign else "any"),
    },
    kinds.VpFractionOfCost: _fraction,
    kinds.VpPerWorld: lambda bonus: {"amount": bonus.amount, "tiles": tiles("world", (bonus.world_colour,))},
}

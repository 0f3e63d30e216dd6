"""The declarations of Beyond the Sun: all kinds of prompts, events and reasons, each with its facts."""

from collections.abc import Mapping
from typing import get_args

from galaxytables_beyond.components.cards import TECH_TYPES
from galaxytables_beyond.components.effects import Metric
from galaxytables_kit import (
    At,
    Component,
    Components,
    EventKind,
    Form,
    Groups,
    Maybe,
    OneOf,
    Place,
    PromptKind,
    ReasonKind,
)

_COST: Mapping[str, Form] = {"cost_ore": int, "cost_population": int}
_PART: Mapping[str, Form] = {**_COST, "effects": Groups}  # `effect_facts` describes the groups
_POWER: Mapping[str, Form] = {"cost_ore": Maybe(int), "cost_population": Maybe(int), "effects": Maybe(Groups)}
_GAIN: Mapping[str, Form] = {"gains_ore": Maybe(int), "gains_population": Maybe(int)}
_SLOT: Mapping[str, Form] = {"slot": Place}
_TRADE = OneOf(("ore_to_pop", "pop_to_ore", "retire_ship"))

PROMPTS: Mapping[str, PromptKind] = {
    "turn.action": PromptKind("R4.1", options=_POWER),
    "turn.power": PromptKind("R15.2", options=_POWER),
    "cost.swap": PromptKind("R9.1", options=_COST),
    "production.choose": PromptKind("R5.1", options={**_POWER, **_GAIN}),
    "trade.deal": PromptKind(
        "R5.4", options={"trade": _TRADE, "cost_ore": Maybe(int), "cost_population": Maybe(int), **_GAIN}
    ),
    "achievement.claim": PromptKind("R6.6", options={"points": int}),
    "research.slot": PromptKind("R10.1", options={"technology": Maybe(Component)}),
    "research.type": PromptKind("R10.8", _SLOT),
    "research.card": PromptKind("R10.10", _SLOT),
    "private.keep": PromptKind("R8.2"),
    "build.place": PromptKind("R12.1", {"level": int}),
    "build.instead": PromptKind("R15.5", {"level": int}),
    "upgrade.ship": PromptKind("R12.3"),
    "jump.move": PromptKind("R13.1", {"left": int}),
    "teleport.move": PromptKind("R13.2", {"left": int}),
    "control.disc": PromptKind("R13.8", {"place": Place}),
    "control.bonus": PromptKind("R13.12"),
    "colonize.system": PromptKind("R14.1", options={"strength": int}),
    "colonize.ships": PromptKind("R14.3", {"system": Component, "strength": int}),
    "colonize.disc": PromptKind("R14.6", {"system": Component}),
    "automate.track": PromptKind("R11.1"),
    "supply.shift": PromptKind("R9.6", {"source": Place}),
    "may.do": PromptKind("R15.2", _PART),
    "choose.option": PromptKind("R15.1", options=_PART),
    "copy.action": PromptKind("R4.1", options=_PART),
}

_DISC = OneOf(("food", "ore", "achievement"))
_AT: Mapping[str, Form] = {"place": Component}
_DISC_AT: Mapping[str, Form] = {"place": Component, "disc": _DISC}
_SYSTEM_AT: Mapping[str, Form] = {"system": Component, "place": Component}
_ON_SLOT: Mapping[str, Form] = {"technology": Component, "slot": str}  # the slot's id
_CARD: Mapping[str, Form] = {"card": Component}
_ROUND: Mapping[str, Form] = {"round": int}
_ORE: Mapping[str, Form] = {"ore": int}

EVENTS: Mapping[str, EventKind] = {
    "turn": EventKind(_ROUND),
    "action": EventKind({"card": Component, "space": str}),  # the space's id
    "no_action": EventKind(),
    "paid": EventKind({"ore": int, "population": int}),
    "gained_ore": EventKind(_ORE),
    "populated": EventKind({"cubes": int}),
    "built": EventKind({"level": int, "place": Component, "from_supply": bool}),
    "upgraded": EventKind({"place": Component, "level": int}),
    "moved": EventKind({"level": int, "start": Component, "end": Component}),
    "controlled": EventKind(_DISC_AT),
    "taken_over": EventKind({**_DISC_AT, "loser": At}),
    "control_lost": EventKind(_DISC_AT),
    "control_bonus": EventKind(_AT),
    "settled": EventKind({"ships": int, "strength": int}),
    "banished": EventKind({"ships": int}),
    "colonized": EventKind(_SYSTEM_AT),
    "system_revealed": EventKind(_SYSTEM_AT),
    "colony_disc": EventKind({"system": Component, "disc": _DISC}),
    "automated": EventKind({"disc": _DISC, "level": int}),
    "shifted": EventKind({"source": str, "target": str}),  # columns, `A` to `E`
    "explored": EventKind({"slot": str}),
    "event": EventKind({"event": Component}),
    "guild_opened": EventKind({"guild": Component}),
    "system_added": EventKind(_SYSTEM_AT),
    "scoring_attached": EventKind({"event": Component}),
    "turned_up": EventKind({"type": OneOf(TECH_TYPES), "cards": Components}),
    "turned_up_privately": EventKind({"cards": Components}),
    "kept": EventKind({"technology": Component}),
    "discovered": EventKind(_ON_SLOT),
    "researched": EventKind(_ON_SLOT),
    "copied": EventKind(_CARD),
    "power_used": EventKind(_CARD),
    "exchanged": EventKind({"achievement": Component, "disc": _DISC}),
    "grew": EventKind({"cubes": int}),
    "mined": EventKind(_ORE),
    "trades": EventKind(),
    "bought_population": EventKind(_ORE),
    "sold_population": EventKind(_ORE),
    "retired": EventKind({"level": int, "ore": int}),
    "achieved": EventKind({"achievement": Component, "points": int}),
    "end_triggered": EventKind(_ROUND),
    "round_limit": EventKind(_ROUND),
    "game_ended": EventKind(),
}

REASONS: Mapping[str, ReasonKind] = {
    "occupied": ReasonKind({"by": At}),
    "pawn_must_move": ReasonKind(),
    "guild_covered": ReasonKind(),
    "not_researched": ReasonKind(),
    "too_dear": ReasonKind({**_COST, "ore": int, "population": int}),  # its cost, and what the seat has
    "cannot_be_carried_out": ReasonKind(),
    "does_nothing": ReasonKind(),
    "used_this_turn": ReasonKind(),
    "chosen_before": ReasonKind(),
    "no_growth": ReasonKind(),
    "no_supply": ReasonKind(),
    "no_trade": ReasonKind(),
    "condition_unmet": ReasonKind({"metric": OneOf(get_args(Metric)), "reached": int, "at_least": int}),
    "claimed_before": ReasonKind(),
    "no_slot_left": ReasonKind(),
    "researched_before": ReasonKind(),
    "other_level": ReasonKind(),
    "undiscovered": ReasonKind(),
    "prerequisites_missing": ReasonKind({"researched": int, "required": int}),
    "type_not_handed_on": ReasonKind(),
    "other_type": ReasonKind({"type": OneOf(TECH_TYPES)}),
    "no_shipyard": ReasonKind(),
    "shipyard_of_others": ReasonKind(),
    "built_elsewhere": ReasonKind(),
    "highest_level": ReasonKind(),
    "upgraded_before": ReasonKind(),
    "no_lane": ReasonKind(),
    "no_long_jump": ReasonKind(),
    "not_controlled": ReasonKind(),
    "not_unclaimed": ReasonKind(),
    "too_weak": ReasonKind({"strength": int, "needed": int}),
    "can_stay": ReasonKind({"level": int}),
}

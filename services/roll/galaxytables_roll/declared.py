"""The declarations of Roll for the Galaxy: all kinds of prompts, events and reasons, each with its facts."""

from collections.abc import Mapping

from galaxytables_kit import (
    AnyOf,
    Component,
    Components,
    EventKind,
    Form,
    Maybe,
    OneOf,
    Piece,
    Place,
    PromptKind,
    ReasonKind,
)
from galaxytables_roll.dice import FACE_WORDS, PHASE_WORDS
from galaxytables_roll.offers import NOWHERE

_PHASE = OneOf(PHASE_WORDS)
_FACE = OneOf(FACE_WORDS)
_COLOUR = OneOf(("novelty", "rare", "genes", "alien", "grey"))
_TILE: Mapping[str, Form] = {"tile": Component}
_WORKER: Mapping[str, Form] = {
    "face": _FACE,
    "phase": OneOf((*PHASE_WORDS, NOWHERE)),  # where it stands
}
_LYING: Mapping[str, Form] = {
    "place": Maybe(Place),  # where the die lies,
    "world": Maybe(Component),  # or the world on which it is a good
}

PROMPTS: Mapping[str, PromptKind] = {
    "start.development": PromptKind("R2.6", options={"world": Component, "colour": _COLOUR, "cost": int}),
    "assign.phase": PromptKind("R3.5"),
    "assign.selector": PromptKind("R3.6", {"phase": _PHASE}, _WORKER),
    "assign.wild": PromptKind("R3.4", {"phase": _PHASE}, one_each=True),
    "assign.power": PromptKind("R3.8", options={"workers": Maybe(int)}),  # how many it moves at most
    "assign.source": PromptKind("R13.7", _TILE),
    "assign.dictate": PromptKind("R3.9", options=_WORKER),
    "assign.workers": PromptKind("R3.12", {"tile": Maybe(Component)}, {"face": _FACE}),
    "assign.to": PromptKind("R3.13", {"worker": Piece, "die": Component, **_WORKER}),
    "explore.task": PromptKind("R5.1", options={"credits": Maybe(int), "extra": Maybe(bool)}),
    "explore.abandon": PromptKind("R5.3"),
    "explore.place": PromptKind("R5.5"),
    "explore.developments": PromptKind("R5.5"),
    "explore.worlds": PromptKind("R5.5"),
    "explore.top": PromptKind("R13.21"),
    "explore.give": PromptKind("R5.13"),
    "develop.workers": PromptKind("R6.6", _TILE),
    "develop.used": PromptKind("R6.7", _TILE),
    "develop.to_cup": PromptKind("R13.17", _TILE),
    "settle.workers": PromptKind("R6.6", _TILE),
    "settle.used": PromptKind("R6.7", _TILE),
    "settle.to_cup": PromptKind("R13.17", _TILE),
    "die.remove": PromptKind("R12.1", _TILE, _LYING),
    "produce.place": PromptKind("R7.6", options={"world": Component, "colour": _COLOUR}),
    "ship.good": PromptKind("R8.2", options={"world": Component, "credits": int}),  # 0 where it is consumed
    "ship.shipper": PromptKind(
        "R8.7",
        {"task": OneOf(("consume", "trade")), "world": Component, "good": Component},
        {"vp": Maybe(int), "extra": Maybe(bool)},
    ),
    "ship.buy": PromptKind("R13.20", _TILE, {"price": Maybe(int), "vp": Maybe(int)}),
    "manage.recruit": PromptKind("R9.2"),
    "manage.recall": PromptKind("R9.4", options=_LYING),
}

_SOURCE = AnyOf(Component, OneOf(("stock", "trade", "consume")))
_ZONE: Mapping[str, Form] = {"developments": int, "worlds": int}
_SHIPMENT: Mapping[str, Form] = {"world": Component, "good": Component, "shipper": Component}
_DICE: Mapping[str, Form] = {"dice": Components, "count": int}

EVENTS: Mapping[str, EventKind] = {
    "dealt": EventKind({"faction": int, "first": Component, "second": Component, "home": Component}),
    "began": EventKind({"development": Component, "world": Component}),
    "round": EventKind({"round": int}),
    "selected": EventKind(
        {
            "phase": _PHASE,
            "die": AnyOf(Component, OneOf(("die elsewhere",))),
            "workers": str,  # how many stand where, in the older form; the lists replace it
            **dict.fromkeys((*PHASE_WORDS, "dictated"), Components),
        }
    ),
    "extra_die": EventKind({"face": _PHASE, "new": bool}),
    "phase": EventKind({"phase": _PHASE}),
    "idle": EventKind({"count": int}),
    "credits": EventKind({"amount": int, "source": _SOURCE}),
    "lost": EventKind({"amount": int}),
    "chips": EventKind({"amount": int, "source": _SOURCE}),
    "paid": EventKind({"amount": int, "source": Component}),
    "scouted": EventKind({"abandoned": int}),
    "drew": EventKind({"count": int}, {"sides": Components}),
    "placed": EventKind(_ZONE, {"tiles": Components}),
    "rearranged": EventKind(_ZONE),
    "bag_refilled": EventKind({"count": int}),
    "gave": EventKind({}, {"tile": Component}),
    "put": EventKind({"tile": Component, "dice": Components}),
    "completed": EventKind({"tile": Component, "workers": int}),
    "back": EventKind({"count": int}),
    "gained": EventKind(
        {"die": Component, "count": int, "to": OneOf(("cup", "citizenry", "world")), "source": Component}
    ),
    "removed": EventKind(
        {
            "die": Component,
            "place": OneOf(("citizenry", "cup", *PHASE_WORDS, "selector", "developments", "worlds", "good")),
        }
    ),
    "produced": EventKind({"die": Component, "world": Component}),
    "traded": EventKind(_SHIPMENT),
    "consumed": EventKind(_SHIPMENT),
    "recruited": EventKind(_DICE),
    "last_credit": EventKind(),
    "recalled": EventKind(_DICE),
    "over": EventKind({"round": int}),
}

_COUNTED: Mapping[str, Form] = {"workers": int, "needed": int}

REASONS: Mapping[str, ReasonKind] = {
    "like_another": ReasonKind({"die": Component, "like": Piece}),  # which one is offered
    "not_wild": ReasonKind(),
    "power_used": ReasonKind(),
    "changes_dictate": ReasonKind(),
    "no_reassign_power": ReasonKind(),
    "nobody_to_move": ReasonKind(),
    "behind_in_worlds": ReasonKind({"colour": _COLOUR}),
    "too_few_workers": ReasonKind(_COUNTED),
    "other_phase": ReasonKind(),
    "other_colour": ReasonKind(),
    "stands_there": ReasonKind(),
    "other_goal": ReasonKind(),
    "rests": ReasonKind(),
    "selecting_die_stays": ReasonKind(),
    "just_rearranged": ReasonKind(),
    "not_drawn_now": ReasonKind(),
    "lies_on_top": ReasonKind(),
    "goes_to_the_cup": ReasonKind(),
    "holds_no_goods": ReasonKind(),
    "world_is_full": ReasonKind({"goods": int, "room": int}),
}

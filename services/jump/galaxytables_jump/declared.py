"""The declarations of Jump Drive: all kinds of prompts, events and reasons, each with its facts."""

from collections.abc import Mapping

from galaxytables_kit import At, Component, Components, EventKind, Form, Maybe, OneOf, PromptKind, ReasonKind

_WAYS: Mapping[str, Form] = {
    "pay": Maybe(int),  # cards to discard
    "pay_with_world": Maybe(int),  # the same with a world beside the development
    "conquer": Maybe(bool),
    "negotiate": Maybe(int),  # cards to discard for a military world
}

PROMPTS: Mapping[str, PromptKind] = {
    "opening.discard": PromptKind("R1.4"),
    "choose.card": PromptKind("R2.2", options=_WAYS),
    "choose.world": PromptKind("R2.7", {"card": Component}, _WAYS),
    "choose.means": PromptKind("R4.4", {"card": Component}, {"price": int}),
    "choose.payment": PromptKind("R3.1", {"placing": Components}, payment=True),
    "explore.discard": PromptKind("R6.1"),
    "second.world": PromptKind("R5.1", options=_WAYS),
    "second.payment": PromptKind("R5.5", {"placing": Components}, payment=True),
    "limit.discard": PromptKind("R8.2", {"limit": int}),
}

_DISCARDED = OneOf(("opening", "payment", "exploring", "hand limit"))
_DRAWN = OneOf(("lone world", "exploring", "income"))
_CARDS: Mapping[str, Form] = {"cards": Components}

EVENTS: Mapping[str, EventKind] = {
    "dealt": EventKind({"count": int}, _CARDS),
    "round_began": EventKind({"round": int}),
    "discarded": EventKind({"count": int, "why": _DISCARDED}, _CARDS),
    "placed": EventKind({"card": Component, "paid": int}),
    "conquered": EventKind({"card": Component, "defense": int}),
    "negotiated": EventKind({"card": Component, "paid": int}),
    "explored": EventKind(),
    "drew": EventKind({"count": int, "why": _DRAWN}, _CARDS),
    "gave_up": EventKind({"card": Component}),
    "moved": EventKind({"card": Component, "origin": At}),
    "scored": EventKind({"vp": int, "total": int}),
    "reshuffled": EventKind({"cards": int}),
    "ended": EventKind({"round": int}),
}

REASONS: Mapping[str, ReasonKind] = {
    "too_dear": ReasonKind({"price": int, "cards": int}),
    "too_strong": ReasonKind({"defense": int, "strength": int}),
    "one_per_empire": ReasonKind(),
    "requirement_missing": ReasonKind(),
    "not_after_a_conquest": ReasonKind(),
    "no_convoy": ReasonKind(),
}

"""The kinds of prompts. Each declares the facts of the prompt and the facts of its options."""

from collections.abc import Mapping

from galaxytables_kit import Component, Components, Forms, Maybe, OneOf, Place, PromptKind, Words
from galaxytables_race.components.filters import GOODS

KINDS_OF_GOODS = (*GOODS, "any")
GOOD = OneOf(KINDS_OF_GOODS)
COSTS = OneOf(("discard_self", "hand_card", "good", "prestige"))
TURNS = ("upright", "turned_right", "upside_down", "turned_left")
"""How an orb card is turned, by quarter turns clockwise."""
USES = ("extra_squares", "cross_wall", "cross_barrier", "temporary_military")
LANDMARKS = ("breeding_tube", "jump_tube", "feeding_station", "airlock_hub")
CONSUME_POWERS = (
    "consume",
    "consume_distinct",
    "consume_all_goods",
    "consume_hand",
    "consume_prestige",
    "trade_as_consume",
    "gamble_guess_cost",
    "gamble_ante",
)

_CARD: Forms = {"card": Component}  # the card that is placed, paid for or fought for, or whose power is used
_GOODS: Forms = {"good": GOOD, "nth": Maybe(int)}  # the kind of a good, and which one if its world has several
_SALES: Forms = {**_GOODS, "cards": int}  # cards for which it is sold
_WAYS: Forms = {
    "pay": Maybe(int),  # cards
    "conquer": Maybe(bool),
    "disguises": Maybe(Components),  # cards that would be discarded to conquer a peaceful world
    "short": Maybe(int),  # military missing before any is bought
    "takeover": Maybe(bool),
    "reveal": Maybe(bool),  # the top card of the deck instead of a hand card
}
_SAVINGS: Forms = {"saving": int, "good": Maybe(GOOD)}  # how much less to pay; the good that it costs
_MILITARY: Forms = {
    "military": int,  # for each use
    "cost": COSTS,
    "good": Maybe(GOOD),  # the good that it costs
    "times": Maybe(int),  # at most, if more than once
}
_CONSUMING: Forms = {
    "power": OneOf(CONSUME_POWERS),
    "goods": Maybe(Words),  # goods that it takes each time
    "least_kinds": Maybe(int),
    "most_kinds": Maybe(int),
    "discard": Maybe(int),  # hand cards that it takes each time
    "spend": Maybe(int),  # prestige that it takes
    "vp": Maybe(int),  # VP that it brings each time, before they are multiplied
    "vp_per_good": Maybe(int),
    "cards": Maybe(int),
    "prestige": Maybe(int),
    "times": Maybe(int),
}
_REWARDS: Forms = {name: _CONSUMING[name] for name in ("discard", "spend", "vp", "cards", "prestige", "times")}
_CELL: Forms = {"cell": Place}  # where a team stands
_GOAL: Forms = {"artifact": Maybe(OneOf(("A", "B"))), "landmark": Maybe(OneOf(LANDMARKS))}  # what can be found there

_CARDS: Mapping[str, PromptKind] = {
    "draft.take": PromptKind("R18.3"),
    "setup.start_world": PromptKind("R2.3"),
    "setup.discard": PromptKind("R2.4"),
    "setup.put_under": PromptKind("R2.5", _CARD),
    "actions.choose": PromptKind("R3.1"),
    "actions.boost": PromptKind("R16.12"),
    "search.category": PromptKind("R17.6"),
    "search.keep": PromptKind("R17.3", _CARD),
    "explore.discard_for_prestige": PromptKind("R5.5", {**_CARD, "prestige": int}),
    "explore.keep": PromptKind("R5.1"),
    "explore.discard": PromptKind("R5.3"),
    "round_end.discard": PromptKind("R10.1", {"limit": int}),
}
_DEVELOP: Mapping[str, PromptKind] = {
    "develop.discard": PromptKind("R6.1"),
    "develop.place": PromptKind("R6.2", options={"pay": int}),
    "develop.discount": PromptKind("R6.4", {**_CARD, "price": int}, _SAVINGS),
    "develop.saving_good": PromptKind("R6.4", _CARD, _GOODS),
    "develop.pay": PromptKind("R4.3", _CARD, payment=True),
}
_SETTLE: Mapping[str, PromptKind] = {
    "settle.place": PromptKind("R7.1", options=_WAYS),
    "settle.power": PromptKind("R7.11"),
    "settle.extra": PromptKind("R7.11", _CARD, _WAYS),
    "settle.artifacts": PromptKind("R20.34", _CARD, {"saving": Maybe(int), "military": Maybe(int)}),
    "settle.means": PromptKind("R7.4", _CARD, {"pay": Maybe(int), "defense": Maybe(int)}),
    "settle.temporary": PromptKind("R7.5", _CARD, _MILITARY),
    "settle.temporary_cards": PromptKind("R7.5", {**_CARD, "military": int}),
    "settle.temporary_good": PromptKind("R7.5", _CARD, _GOODS),
    "settle.discount": PromptKind("R7.7", _CARD),
    "settle.savings": PromptKind("R6.4", _CARD, _SAVINGS),
    "settle.saving_good": PromptKind("R6.4", _CARD, _GOODS),
    "settle.pay": PromptKind("R4.3", _CARD, payment=True),
    "settle.put_under": PromptKind("R4.3", _CARD),
    "settle.discard_for_good": PromptKind("R7.9", _CARD),
    "settle.discard": PromptKind("R7.9"),
    "settle.swap": PromptKind("R7.16", _CARD),
    "settle.swapped": PromptKind("R7.16", _CARD),
}
_TAKEOVERS: Mapping[str, PromptKind] = {
    "takeover.power": PromptKind("R14.6", _CARD, {"attack": int, "defense": int, "fleet": Maybe(Component)}),
    "takeover.block": PromptKind("R14.21", {**_CARD, "spend": int}),
    "takeover.attack": PromptKind("R14.9", {**_CARD, "attack": int, "defense": int}, _MILITARY),
    "takeover.defend": PromptKind("R14.9", {**_CARD, "attack": int, "defense": int}, _MILITARY),
}
_CONSUME: Mapping[str, PromptKind] = {
    "trade.good": PromptKind("R8.1", options=_SALES),
    "consume.artifacts": PromptKind("R20.33"),
    "consume.power": PromptKind("R8.2", options=_CONSUMING),
    "consume.option": PromptKind("R8.10", options=_CONSUMING),
    "consume.goods": PromptKind("R8.2", {**_CARD, **_REWARDS}, _GOODS),
    "consume.kinds": PromptKind("R8.9", {**_CARD, **_REWARDS}),
    "consume.sell": PromptKind("R8.7", _CARD, _SALES),
    "consume.hand": PromptKind("R8.10", {"card": Maybe(Component), "boost": bool, **_REWARDS}),
    "consume.prestige": PromptKind("R8.10", {**_CARD, **_REWARDS}),
    "consume.gamble": PromptKind("R8.10", _CARD),
    "consume.ante": PromptKind("R8.11", _CARD),
    "consume.take": PromptKind("R8.11", _CARD),
}
_PRODUCE: Mapping[str, PromptKind] = {
    "produce.war_effort": PromptKind("R22.26", options=_GOODS),
    "produce.power": PromptKind("R9.4"),
    "produce.windfall": PromptKind("R9.4", _CARD),
    "produce.windfall_paid": PromptKind("R9.4", {**_CARD, "discard": int}),
    "produce.discard": PromptKind("R9.4", _CARD),
    "produce.discard_here": PromptKind("R9.4", _CARD),
    "produce.bonus": PromptKind("R9.3"),
}
_INVASION: Mapping[str, PromptKind] = {
    "repair.way": PromptKind("R22.28", options={"worlds": int, "discard": Maybe(int)}),
    "repair.world": PromptKind("R22.28"),
    "repair.discard": PromptKind("R22.28"),
    "repair.good": PromptKind("R22.28", options=_GOODS),
    "invasion.defend": PromptKind(
        "R22.13",
        {"invader": Component, "missing": int},  # strength that is missing to win
        {"strength": int, "cost": COSTS, "good": Maybe(GOOD), "times": Maybe(int)},
    ),
    "invasion.good": PromptKind("R22.13", _CARD, _GOODS),
    "invasion.discard": PromptKind("R22.15"),
    "invasion.damage": PromptKind("R22.19"),
}
_ORB: Mapping[str, PromptKind] = {
    "orb.play": PromptKind("R20.22"),
    "orb.place": PromptKind("R20.24", {**_CARD, "turned": OneOf(TURNS)}),
    "orb.corner": PromptKind("R20.5"),
    "orb.action": PromptKind("R20.13"),
    "orb.team": PromptKind("R20.38", options={**_CELL, "squares": Maybe(int)}),
    "orb.boost": PromptKind(
        "R20.32",
        _CELL,
        {"squares": Maybe(int), "military": Maybe(int), "cost": Maybe(COSTS), "good": Maybe(GOOD), "times": Maybe(int)},
    ),
    "orb.move": PromptKind("R20.14", _CELL, _GOAL),
    "orb.return": PromptKind("R20.12", options=_CELL, one_each=True),
}

PROMPTS: Mapping[str, PromptKind] = {
    **_CARDS,
    **_DEVELOP,
    **_SETTLE,
    **_TAKEOVERS,
    **_CONSUME,
    **_PRODUCE,
    **_INVASION,
    **_ORB,
}

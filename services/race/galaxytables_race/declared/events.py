"""The kinds of events. Each declares the facts that everybody sees, and those that only some seats see."""

from collections.abc import Mapping

from galaxytables_kit import At, Component, Components, EventKind, Form, Forms, OneOf
from galaxytables_race.components.filters import GOODS
from galaxytables_race.phases.search import CATEGORIES
from galaxytables_race.table.agenda import ACTION_CARDS, PHASES

_WHY: Form = OneOf(("develop", "settle", "settle_bonus", "trade", "consume", "produce", "prestige", "round_end"))
_CARD: Forms = {"card": Component}
_COUNT: Forms = {"count": int}
_CARDS: Forms = {"cards": Components}
_WORLDS: Forms = {"worlds": Components}
_CELL: Forms = {"column": int, "row": int}
_FOUGHT: Forms = {**_CARD, "owner": At, "attack": int, "defense": int}

_ROUND: Mapping[str, EventKind] = {
    "drafted": EventKind({}, _CARD),
    "draft_ends": EventKind({"rounds": int}),
    "begins": EventKind({"world": Component}, {"hand": Components, "discarded": Components}),
    "reinforced": EventKind(_CARD),
    "round_begins": EventKind({"round": int}),
    "chose": EventKind({"actions": OneOf(ACTION_CARDS, joined=True)}),
    "phase_begins": EventKind({"phase": OneOf(PHASES)}),
    "drew": EventKind({**_COUNT, "why": _WHY}, _CARDS),
    "reshuffled": EventKind({"cards": int}),
    "discarded": EventKind(_COUNT, _CARDS),
    "took": EventKind(_COUNT, _CARDS),
    "goal_gained": EventKind({"goal": str}),
    "goal_lost": EventKind({"goal": str}),
    "boosts": EventKind({"action": OneOf(ACTION_CARDS)}),
    "leads": EventKind({"prestige": int}),
    "lost_lead": EventKind(),
    "gained_prestige": EventKind({"prestige": int, **_CARD}),
    "spent_prestige": EventKind({**_CARD, "prestige": int}),
    "gained_vp": EventKind({"vp": int}),
    "searches": EventKind({"category": OneOf(CATEGORIES)}),
    "found": EventKind({**_CARD, "revealed": Components}),
    "search_failed": EventKind({"revealed": Components}),
    "explored": EventKind({"draws": int, "keeps": int}, {"drawn": Components, "kept": Components}),
}
_PLACING: Mapping[str, EventKind] = {
    "shows": EventKind(_CARD),
    "saved": EventKind({**_CARD, "amount": int}),
    "developed": EventKind({**_CARD, "cost": int}, {"paid": Components}),
    "settled": EventKind({**_CARD, "cost": int}, {"paid": Components}),
    "conquered": EventKind({**_CARD, "defense": int}),
    "boosted": EventKind({**_CARD, "military": int}),
    "disguised": EventKind(_CARD),
    "flipped": EventKind({**_CARD, "by": Component}),
    "gave_up": EventKind(_CARD),
    "freed": EventKind(_CARD),
    "put_under": EventKind(_CARD, {"saved": Components}),
    "swapped": EventKind({**_CARD, "old": Component}),
    "declares_takeover": EventKind({**_CARD, "owner": At, "power": Component}),
    "took_over": EventKind(_FOUGHT),
    "takeover_failed": EventKind(_FOUGHT),
    "takeover_void": EventKind(_CARD),
    "blocked_takeover": EventKind({**_CARD, "power": Component}),
}
_GOODS: Mapping[str, EventKind] = {
    "traded": EventKind({"world": Component, "good": OneOf(GOODS), "cards": int}),
    "consumed": EventKind({**_CARD, **_WORLDS, "vp": int}),
    "discarded_by_boost": EventKind({**_COUNT, "vp": int}),
    "discarded_for_vp": EventKind({**_CARD, **_COUNT, "vp": int}),
    "consumed_prestige": EventKind({**_CARD, "prestige": int, "vp": int}),
    "ante": EventKind({**_CARD, "revealed": Components}),
    "ante_won": EventKind(_CARD),
    "ante_lost": EventKind(_CARD),
    "gamble_won": EventKind({"guess": int, **_CARD}),
    "gamble_lost": EventKind({"guess": int, **_CARD}),
    "produced": EventKind(_WORLDS),
    "took_saved": EventKind(_COUNT, _CARDS),
    "gathered": EventKind({**_CARD, **_WORLDS}),
    "windfall": EventKind({"world": Component}),
}
_INVASION: Mapping[str, EventKind] = {
    "war_effort": EventKind({**_WORLDS, "vp": int, "repulse": int}),
    "repaired": EventKind(_WORLDS),
    "stands": EventKind({"value": int}),
    "repulsed": EventKind({"total": int, "needed": int}),
    "faces": EventKind({"invader": Component, "rank": int}),
    "wave_again": EventKind({"cards": int}),
    "fortified": EventKind({**_CARD, "strength": int}),
    "manned": EventKind({**_COUNT, "strength": int}, _CARDS),
    "held": EventKind({"reward": int, "strength": int, "invader": Component}),
    "overrun": EventKind({"strength": int, "invader": Component}),
    "all_lose": EventKind({"times": int}),
    "damaged": EventKind({"world": Component}),
}
_ORB: Mapping[str, EventKind] = {
    "orb_dealt": EventKind(_COUNT, _CARDS),
    "orb_order": EventKind({"order": str}),
    "orb_played": EventKind({**_CARD, **_CELL, "turns": int, "artifacts": int}),
    "orb_drew": EventKind({"left": int}, _CARD),
    "orb_passed": EventKind(),
    "orb_card_removed": EventKind(_CARD),
    "shows_orb_cards": EventKind(_CARDS),
    "placed_team": EventKind(_CELL),
    "moved_team": EventKind(_CELL),
    "took_artifact": EventKind({"series": OneOf(("A", "B"))}, {"artifact": Component}),
    "used_artifact": EventKind({"artifact": Component}),
}

EVENTS: Mapping[str, EventKind] = {**_ROUND, **_PLACING, **_GOODS, **_INVASION, **_ORB}

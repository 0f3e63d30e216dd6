"""The result that a seat of Beyond the Sun can expect, estimated from its view at the end of a turn."""

from collections.abc import Mapping

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables_beyond.scoring import scores
from galaxytables_beyond.state import BeyondPlay
from galaxytables_bots.beyond.printed import Printed
from galaxytables_bots.values import Values
from galaxytables_kit import Seat

MOST = 40.0
"""The lead in VP that counts as a win: few games end so, and below it each VP counts the same."""
_LONGEST = 24
_RICH = 3
_LEVELS = (1, 2, 3, 4)


_BY_HAND: Mapping[str, tuple[float, float]] = {
    "population": (0.35, 0.1),
    "some population": (0.9, 0.4),
    "ore": (0.04, 0.02),
    "some ore": (0.33, 0.15),
    "growth": (1.5, 0.0),
    "ore income": (1.2, 0.0),
    "supply": (0.2, 0.0),
    "strength": (0.15, 0.0),
    "outposts": (0.5, 0.0),
    "ripe": (0.8, 0.3),
    "any ripe": (1.0, 1.0),
    "ripening": (0.2, 0.1),
    "best ripening": (0.3, 0.2),
    "colonies": (2.5, 0.0),
    "powers": (2.0, 0.0),
    "near goals": (0.6, 0.7),
    "nearest goal": (0.2, 0.5),
    "open 2": (0.4, 0.1),
    "open 3": (0.7, 0.3),
    "open 4": (1.2, 0.6),
    "researched 1": (1.5, 0.3),
    "researched 2": (2.2, 0.5),
    "researched 3": (4.0, 0.8),
    "researched 4": (5.0, 1.0),
    "ships": (0.1, 0.0),
    "automation": (0.8, 0.0),
    "no population": (-0.8, -0.5),
}
"""Weights in VP at the start and at the end of a game.

Weights learned from games of the heuristic are worse: too little of its results follows from its position.
"""

VALUES = Values(
    {name: early for name, (early, _) in _BY_HAND.items()}, {name: late for name, (_, late) in _BY_HAND.items()}
)


def expected(printed: Printed, view: beyond_pb2.BeyondView, seat: int) -> float:
    """Return a seat's expected result, from -1 (lost) to 1 (won)."""
    far = progress(view)
    points = [shown.total + VALUES.worth(features_of(printed, view, shown), far) for shown in view.factions]
    best = max(each for other, each in enumerate(points) if other != seat)
    return max(-1.0, min(1.0, (points[seat] - best) / MOST))


def led(play: BeyondPlay, seat: Seat) -> float:
    """Return how a seat did in a finished game, from -1 (lost) to 1 (won)."""
    points = [score.total for score in scores(play)]
    best = max(each for other, each in enumerate(points) if other != seat)
    return max(-1.0, min(1.0, (points[seat] - best) / MOST))


def progress(view: beyond_pb2.BeyondView) -> float:
    """Return how far a game has come, by achievements or by rounds, from 0 to 1."""
    claimed = sum([slot.HasField("seat") for card in view.achievements for slot in card.slots])
    return min(1.0, max(claimed / max(1, view.end_trigger_discs), (view.round - 1) / _LONGEST))


def features_of(printed: Printed, view: beyond_pb2.BeyondView, own: beyond_pb2.Faction) -> dict[str, float]:
    """Return the features of a seat by name, without its points. `expected` multiplies them by weights."""
    seat, researched = own.seat, set(own.researched)
    found: dict[str, float] = {
        "population": own.population,
        "some population": min(own.population, _RICH),
        "no population": own.population == 0,
        "ore": own.ore,
        "some ore": min(own.ore, 2 * _RICH),
        "growth": own.growth,
        "ore income": own.ore_income,
        "supply": sum([column.cubes for column in own.supply]),
        "automation": len(own.automation),
        "strength": own.fleet_strength,
        "colonies": len(own.colonies),
        "powers": len(own.powers),
    }
    _see_technologies(found, printed, view, researched)
    _see_board(found, printed, view, seat)
    _see_goals(found, printed, view, own)
    return found


def _see_technologies(
    found: dict[str, float], printed: Printed, view: beyond_pb2.BeyondView, researched: set[str]
) -> None:
    levels = {slot.id: printed.number(slot.id, "level") for slot in view.slots}
    for level in _LEVELS:
        found[f"researched {level}"] = sum([levels[slot] == level for slot in researched])
        found[f"open {level}"] = 0.0
    for slot in view.slots:
        before = printed.components(slot.id, "prerequisites")
        ready = sum([each in researched for each in before]) >= printed.number(slot.id, "required")
        if ready and slot.id not in researched:
            found[f"open {levels[slot.id]}"] += 1.0


def _see_board(found: dict[str, float], printed: Printed, view: beyond_pb2.BeyondView, seat: int) -> None:
    outposts = ships = ripe = 0
    ripening = best = 0.0
    for location in view.locations:
        own = location.HasField("outpost") and location.outpost.seat == seat
        outposts += own
        strength = sum([fleet.strength for fleet in location.fleets if fleet.seat == seat])
        ships += sum([len(fleet.ships) for fleet in location.fleets if fleet.seat == seat])
        if location.system and strength:
            needed = max(1, printed.number(location.system, "strength"))
            part = min(1.0, strength / needed) * printed.number(location.system, "vp")
            ripening += part
            best = max(best, part)
            ripe += own and strength >= needed
    found |= {"outposts": outposts, "ships": ships, "ripe": ripe, "any ripe": ripe > 0}
    found |= {"ripening": ripening, "best ripening": best}


def _see_goals(found: dict[str, float], printed: Printed, view: beyond_pb2.BeyondView, own: beyond_pb2.Faction) -> None:
    """Add open achievements: how near they are, weighted by their points."""
    levels = [printed.number(slot, "level") for slot in own.researched]
    reached = {
        "fleet_strength": own.fleet_strength,
        "colonies": len(own.colonies),
        "colonies_deck_b": sum([printed.word(colony.system, "deck") == "B" for colony in own.colonies]),
        "automation_level": len(own.automation),
        "population": own.population,
        "controlled_locations": found["outposts"],
        "techs_level_3": levels.count(3),
        "techs_level_4": levels.count(4),
    }
    near = nearest = 0.0
    for card in view.achievements:
        free = [slot.points for slot in card.slots if not slot.HasField("seat")]
        if not free or any(slot.HasField("seat") and slot.seat == own.seat for slot in card.slots):
            continue
        metric, at_least = printed.condition(card.component)
        part = free[0] * (min(1.0, reached.get(metric, 0) / at_least)) ** 2
        near += part
        nearest = max(nearest, part)
    found |= {"near goals": near, "nearest goal": nearest}

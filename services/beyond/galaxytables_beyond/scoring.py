"""Counts the points of all seats by source, and breaks ties (R8)."""

from galaxytables_beyond.components.effects import AttachScoring, EndScore, Per, Scoring, StrongestAt
from galaxytables_beyond.components.numbers import NO_TECH
from galaxytables_beyond.powers import modifiers
from galaxytables_beyond.state import BeyondPlay
from galaxytables_beyond.table.metrics import measure
from galaxytables_kit import Score, Seat

_TOP_LEVEL = 4


def scores(play: BeyondPlay) -> list[Score]:
    """Return the points that every seat would have if the game ended now (R8.1-R8.9)."""
    return [Score(seat, _parts(play, seat), _tie_breaks(play, seat)) for seat in play.all_seats]


def _parts(play: BeyondPlay, seat: Seat) -> dict[str, int]:
    state, pack = play.state, play.pack
    side = pack.sides[play.seats]
    homes = [StrongestAt(side.locations[place].place.id, 1) for place in (side.sol, side.deep)]
    attached = [
        op.scoring
        for event in (*state.events_in_effect, *state.factions[seat].events)
        for op in pack.events[event].effects
        if isinstance(op, AttachScoring)
    ]
    return {
        "technologies": technology_points(play, seat),
        "automation": automation_points(play, seat),
        "colonies": sum(pack.systems[colony.system].vp for colony in state.factions[seat].colonies),
        "outposts": sum(location.owner == seat for location in state.locations),
        "sol_and_deep_space": sum(points(play, seat, home) for home in homes),
        "events": sum(points(play, seat, scoring) for scoring in attached),
        "powers": sum(points(play, seat, power.scoring) for power in modifiers(play, seat, EndScore)),
        "achievements": sum(
            printed
            for card in state.achievements
            for claimed, printed in zip(card.discs, pack.achievements[card.card].slots, strict=False)
            if claimed.seat == seat
        ),
    }


def technology_points(play: BeyondPlay, seat: Seat) -> int:
    """Return a seat's points for technologies (R8.1, R8.2).

    A technology counts as much as its level or, at Level IIII, the printed value. Private technologies count too.
    """
    state, pack = play.state, play.pack
    faction = state.factions[seat]
    total = sum(pack.technologies[tech].vp for tech in faction.private)
    for slot in faction.researched:
        level, tech = pack.slots[slot].level, state.techs[slot]
        if level < _TOP_LEVEL:
            total += level
        elif tech != NO_TECH:
            total += pack.technologies[tech].vp
    return total


def automation_points(play: BeyondPlay, seat: Seat) -> int:
    """Return a seat's points for its automation level (R8.3).

    Each level past the seventh adds the same number of points.
    """
    faction = play.state.factions[seat]
    mat = play.pack.mats[faction.mat]
    level = len(faction.automation)
    beyond = max(0, level - len(mat.automation))
    return sum(mat.automation[:level]) + beyond * mat.automation_beyond


def points(play: BeyondPlay, seat: Seat, scoring: Scoring) -> int:
    """Return the points that a seat gets by a scoring rule of a card (R8.5, R8.6, R8.9)."""
    if isinstance(scoring, Per):
        total = measure(play, seat, scoring.metric) * scoring.vp
        return total if scoring.max is None else min(scoring.max, total)
    if isinstance(scoring, StrongestAt):
        place = play.pack.sides[play.seats].by_id[scoring.location]
        reached = [sum(fleet) for fleet in play.state.locations[place].fleets]
    else:
        reached = [measure(play, other, scoring.metric) for other in play.all_seats]
    return scoring.vp if reached[seat] == max(reached) > 0 else 0


def _tie_breaks(play: BeyondPlay, seat: Seat) -> tuple[int, ...]:
    """Return the tie breaks: fewest production discs left, most population, most ore (R8.8)."""
    faction = play.state.factions[seat]
    return (-faction.food - faction.ore_discs, faction.population, faction.ore)

"""Arenas: entrants are paired again as soon as they are free, for as long as the arena lasts.

A first place is worth 2 points and the last one 0. After two first places in a row the entrant is on a streak: points
count double until a table at which they are not first. A player who went berserk gets a point more for a first place.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import rustworkx

from galaxytables_lobby.domain.tournaments.points import POINT, table_points
from galaxytables_lobby.domain.tournaments.seat_order import best_order
from galaxytables_lobby.domain.tournaments.state import EntrantNumber, Scoring, Tournament
from galaxytables_lobby.domain.tournaments.tie_breaks import Contribution, Figure

FIRST_POINTS, STREAK_LENGTH, BERSERK_POINTS = 2, 2, 1
"""What a first place is worth, after how many of them a streak begins, and what berserk adds to a first place."""

# The last table's opponents are avoided, unless nobody else is free for so long.
_PATIENCE = 20_000
# Costs, in places of the standings: meeting again at once, or lately.
_AT_ONCE, _LATELY = 1_000, 8
_NEIGHBOURS = 24
_RECENT = 4
# For each second of waiting, a wider difference of places is as good.
_A_SECOND = 2


class Free(NamedTuple):
    """An entrant who waits for a table, and since when."""

    number: EntrantNumber
    # The place in the standings, from 1.
    place: int
    since: int
    # The opponents of the last tables, the last table last.
    recent: tuple[frozenset[EntrantNumber], ...] = ()
    # How often they had each seat.
    seated: Sequence[int] = ()


def scores(tournament: Tournament) -> dict[EntrantNumber, Figure]:
    """Return the points of each entrant, and what each table contributed, in the order in which the tables ended.

    Contributions are numbered by tables, since an arena has one round.
    """
    rows: dict[EntrantNumber, list[Contribution]] = {number: [] for number, _ in tournament.numbered}
    streaks: dict[EntrantNumber, int] = {}
    games = [
        (pairing, game)
        for each in tournament.rounds
        for pairing in each.pairings
        for game in pairing.games
        if game.over
    ]
    for pairing, game in sorted(games, key=lambda each: (each[1].ended, each[1].table_id)):
        points = table_points(game.ranks, Scoring())
        for place, entrant in enumerate(pairing.entrants):
            value = FIRST_POINTS * points[place]
            first = game.ranks[place] == 1 and game.ranks.count(1) == 1
            if streaks.get(entrant, 0) >= STREAK_LENGTH:
                value *= 2
            if first and place in game.berserk:
                value += BERSERK_POINTS * POINT
            streaks[entrant] = streaks.get(entrant, 0) + 1 if first else 0
            opponent = pairing.entrants[1 - place] if len(pairing.entrants) == 2 else None  # noqa: PLR2004  # two seats
            rows[entrant].append(Contribution(len(rows[entrant]) + 1, opponent, value))
    return {entrant: Figure(sum(each.value for each in row), POINT, tuple(row)) for entrant, row in rows.items()}


def free_entrants(tournament: Tournament, ranks: Mapping[EntrantNumber, int]) -> list[Free]:
    """Return the entrants who wait for a table. `ranks` has the rank of each entrant."""
    busy: set[EntrantNumber] = set()
    since: dict[EntrantNumber, int] = {}
    recent: dict[EntrantNumber, list[frozenset[EntrantNumber]]] = {}
    seated: dict[EntrantNumber, list[int]] = {}
    for pairing in (pairing for each in tournament.rounds for pairing in each.pairings):
        over = pairing.over
        for seat, entrant in enumerate(pairing.entrants):
            if not over:
                busy.add(entrant)
                continue
            since[entrant] = max(since.get(entrant, 0), pairing.games[-1].ended)
            recent.setdefault(entrant, []).append(frozenset(pairing.entrants) - {entrant})
            seated.setdefault(entrant, [0] * tournament.terms.seats)[seat] += 1
    return [
        Free(
            number,
            ranks[number],
            since.get(number, tournament.started),
            tuple(recent.get(number, ())[-_RECENT:]),
            tuple(seated.get(number, ())),
        )
        for number in tournament.playing
        if number not in busy
    ]


def pair_free(free: Sequence[Free], seats: int, now: int) -> tuple[tuple[EntrantNumber, ...], ...]:
    """Pair those who are free with neighbours in the standings, and return the tables in the order of seats.

    Repeated meetings are avoided: two who have just met wait for others, unless both have waited for 20 seconds. Those
    left over wait on.
    """
    field = sorted(free, key=lambda each: (each.place, each.number))
    groups = _pairs(field, now) if seats == 2 else _groups(field, seats, now)  # noqa: PLR2004  # two seats
    counts = {each.number: each.seated for each in field}
    return tuple(best_order(tuple(each.number for each in group), counts) for group in groups)


def _pairs(field: Sequence[Free], now: int) -> list[list[Free]]:
    edges = []
    for i, one in enumerate(field):
        for j in range(i + 1, min(i + 1 + _NEIGHBOURS, len(field))):
            cost = _cost(one, field[j], now)
            if cost is not None:
                waited = _A_SECOND * (now - one.since + now - field[j].since) // 1000
                edges.append((i, j, waited - cost))
    if not edges:
        return []
    least = min(weight for *_, weight in edges)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(field)))
    graph.add_edges_from([(i, j, weight - least + 1) for i, j, weight in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [[field[i], field[j]] for i, j in sorted(map(sorted, found))]


def _groups(field: Sequence[Free], seats: int, now: int) -> list[list[Free]]:
    """Return full tables: who waits longest chooses first, the nearest of those whom everybody there may meet."""
    left = {each.number: each for each in field}
    found = []
    for first in sorted(field, key=lambda each: (each.since, each.place)):
        if first.number not in left:
            continue
        table = [first]
        while len(table) < seats:
            costs = [
                (sum(cost for cost in each if cost is not None), other.place, other)
                for other in left.values()
                if other not in table
                for each in [[_cost(member, other, now) for member in table]]
                if None not in each
            ]
            if not costs:
                break
            table.append(min(costs)[2])
        if len(table) == seats:
            found.append(table)
            for member in table:
                del left[member.number]
    return found


def _cost(one: Free, other: Free, now: int) -> int | None:
    """Return what it costs if two meet, in places; None if they may not."""
    cost = abs(one.place - other.place)
    for back, (mine, theirs) in enumerate(zip(reversed(one.recent), reversed(other.recent), strict=False)):
        if other.number in mine or one.number in theirs:
            if back:
                return cost + _LATELY
            patient = min(now - one.since, now - other.since) >= _PATIENCE
            return cost + _AT_ONCE if patient else None
    return cost

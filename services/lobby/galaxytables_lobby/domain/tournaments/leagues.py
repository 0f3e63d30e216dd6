"""Leagues: groups in divisions, and who goes up and down after a season.

A season is one round. In it everybody meets everybody of their group, at tables for slow play that run side by side.
Division 0 is the highest and has one group. Each division below has as many groups as are needed, at most twice as
many as the one above, so that there is room for those who go down.
"""

from collections.abc import Sequence
from random import Random

from galaxytables_lobby.domain.tournaments.acts import PairedRound
from galaxytables_lobby.domain.tournaments.rotation import plan, rounds_to_meet_all
from galaxytables_lobby.domain.tournaments.round_robin import circle_round, rounds_of
from galaxytables_lobby.domain.tournaments.standings import season_standings
from galaxytables_lobby.domain.tournaments.state import EntrantNumber, Group, League, Pairing, Round, Tournament

_TWO_SEATS = 2


def next_season(tournament: Tournament, form: League, chance: Random) -> PairedRound:
    """Return the groups and tables of the next season."""
    last = tournament.round
    order = _by_seed(tournament) if last is None else _after(tournament, last, form)
    groups = grouped(order, form.group_size)
    tables = [
        Pairing(entrants=table, group=place)
        for place, group in enumerate(groups)
        for table in _tables(group.entrants, tournament.terms.seats, chance)
    ]
    alone = tuple(group.entrants[0] for group in groups if len(group.entrants) == 1)
    return PairedRound(pairings=tuple(tables), byes=alone, groups=groups)


def grouped(order: Sequence[EntrantNumber], size: int) -> tuple[Group, ...]:
    """Divide the entrants into divisions of 1, 2, 4 ... groups of equal size, and return the groups.

    Only the last groups are smaller. A division's entrants are dealt to its groups in turn, so its groups are equally
    strong.
    """
    found: list[Group] = []
    division, start = 0, 0
    while start < len(order):
        here = order[start : start + size * 2**division]
        groups = min(2**division, -(-len(here) // size))
        found += [Group(division, tuple(_dealt(here, groups, group))) for group in range(groups)]
        start += len(here)
        division += 1
    return tuple(found)


def moved(
    groups: Sequence[Group], placed: Sequence[Sequence[EntrantNumber]], form: League
) -> list[list[EntrantNumber]]:
    """Return the entrants of each division after promotion and relegation, the best first.

    `placed` has the order in each group after the season. As many go up from a division as go down from the one above
    it.
    """
    count = max(group.division for group in groups) + 1
    divisions = [_by_place(groups, placed, division) for division in range(count)]
    for upper in range(count - 1):
        above, below = divisions[upper], divisions[upper + 1]
        of_above = sum(group.division == upper for group in groups)
        of_below = sum(group.division == upper + 1 for group in groups)
        moving = min(form.relegated * of_above, form.promoted * of_below, len(above) // 2, len(below) // 2)
        if moving:
            divisions[upper] = above[:-moving] + below[:moving]
            divisions[upper + 1] = below[moving:]
            divisions[upper + 1][:0] = above[-moving:]
    return divisions


def _after(tournament: Tournament, last: Round, form: League) -> list[EntrantNumber]:
    """Return all who play the next season, in the order of divisions; newcomers come last."""
    placed: list[list[EntrantNumber]] = [[] for _ in last.groups]
    for each in season_standings(tournament, last):
        placed[each.group].append(each.entrant)
    order = [entrant for division in moved(last.groups, placed, form) for entrant in division]
    newcomers = [entrant for entrant in _by_seed(tournament) if entrant not in set(order)]
    return [entrant for entrant in (*order, *newcomers) if tournament.entrants[entrant].playing]


def _by_place(groups: Sequence[Group], placed: Sequence[Sequence[EntrantNumber]], division: int) -> list[EntrantNumber]:
    """Return the entrants of a division: the first of each group, then the second of each, and so on."""
    here = [placed[place] for place, group in enumerate(groups) if group.division == division]
    return [group[place] for place in range(max(map(len, here))) for group in here if place < len(group)]


def _by_seed(tournament: Tournament) -> list[EntrantNumber]:
    return sorted(tournament.playing, key=lambda number: tournament.entrants[number].seed)


def _dealt(order: Sequence[EntrantNumber], groups: int, group: int) -> list[EntrantNumber]:
    """Return who is dealt to a group: to and fro, so that the sums of places are alike."""
    return [
        entrant
        for place, entrant in enumerate(order)
        if (place % groups if place // groups % 2 == 0 else groups - 1 - place % groups) == group
    ]


def _tables(entrants: Sequence[EntrantNumber], seats: int, chance: Random) -> list[tuple[EntrantNumber, ...]]:
    if len(entrants) < _TWO_SEATS:
        return []
    if seats == _TWO_SEATS:
        rounds = rounds_of(len(entrants), 1)
        return [pair for number in range(1, rounds + 1) for pair in circle_round(entrants, number).pairs]
    planned = plan(entrants, seats, rounds_to_meet_all(len(entrants), seats), chance)
    return [table for each in planned for table in each.tables]

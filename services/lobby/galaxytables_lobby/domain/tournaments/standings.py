"""The order of the entrants, with the figures that decide it."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from galaxytables_lobby.domain.tournaments import arena, tie_breaks
from galaxytables_lobby.domain.tournaments.knockout import progress
from galaxytables_lobby.domain.tournaments.ledger import Ledger, Outcome, ledger_of, outcomes, totals
from galaxytables_lobby.domain.tournaments.points import POINT
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    EntrantNumber,
    Knockout,
    League,
    Round,
    TieBreak,
    Tournament,
)
from galaxytables_lobby.domain.tournaments.tie_breaks import Contribution, Figure


class Standing(NamedTuple):
    """An entrant's place in the standings.

    Entrants of equal rank are equal in all that counts; only on the page they are ordered by seed.
    """

    rank: int
    entrant: EntrantNumber
    points: Figure
    ties: tuple[tuple[TieBreak, Figure], ...] = ()
    # The place in the season's groups (leagues).
    group: int = 0


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Return the places of all entrants who have played or may play, best first, by the results so far.

    For a league: the places in each group of its last season, group by group, with ranks of their own.
    """
    form = tournament.terms.format
    entrants = [n for n, each in tournament.numbered if each.playing or each.seed]
    if isinstance(form, Arena):
        return _of_arena(tournament, entrants)
    if isinstance(form, Knockout):
        return _of_knockout(tournament, entrants)
    if isinstance(form, League):
        return season_standings(tournament, tournament.rounds[-1]) if tournament.rounds else ()
    return tuple(ranked(tournament, entrants, ledger_of(tournament), tournament.terms.scoring.ties))


def season_standings(tournament: Tournament, season: Round) -> tuple[Standing, ...]:
    """Return the places in each group of a league's season, group by group."""
    ledger = _season_ledger(tournament, season)
    return tuple(
        each._replace(group=place)
        for place, group in enumerate(season.groups)
        for each in ranked(tournament, group.entrants, ledger, tournament.terms.scoring.ties)
    )


def ranked(
    tournament: Tournament, entrants: Iterable[EntrantNumber], ledger: Ledger, ties: Sequence[TieBreak]
) -> list[Standing]:
    """Return the places of some entrants, best first: by match points, then by each tie-break in turn."""
    sums = totals(ledger)

    def settle(tied: list[Standing], left: Sequence[TieBreak]) -> list[Standing]:
        if len(tied) == 1 or not left:
            return sorted(tied, key=lambda each: tournament.entrants[each.entrant].seed)
        numbers = [each.entrant for each in tied]
        with_tie = []
        for each in tied:
            found = tie_breaks.figure(left[0], each.entrant, ledger, sums, numbers)
            with_tie.append(each._replace(ties=(*each.ties, (left[0], found))))
        return _split(with_tie, lambda each: each.ties[-1][1].value, lambda some: settle(some, left[1:]))

    points = [Standing(1, entrant, _points(entrant, ledger)) for entrant in entrants]
    return _split(points, lambda each: each.points.value, lambda some: settle(some, ties))


def all_ties(
    tournament: Tournament, rows: Iterable[Standing]
) -> dict[EntrantNumber, tuple[tuple[TieBreak, Figure], ...]]:
    """Return all tie-breaks of some entrants: first those that decided their place, then the others."""
    form = tournament.terms.format
    if isinstance(form, Arena | Knockout):
        return {row.entrant: () for row in rows}
    if isinstance(form, League) and tournament.rounds:
        ledger: Ledger = _season_ledger(tournament, tournament.rounds[-1])
    else:
        ledger = ledger_of(tournament)
    sums = totals(ledger)
    return {
        row.entrant: (
            *row.ties,
            *(
                (tie, tie_breaks.figure(tie, row.entrant, ledger, sums, [row.entrant]))
                for tie in tournament.terms.scoring.ties[len(row.ties) :]
            ),
        )
        for row in rows
    }


def _season_ledger(tournament: Tournament, season: Round) -> dict[EntrantNumber, list[Outcome]]:
    ledger: dict[EntrantNumber, list[Outcome]] = {number: [] for number, _ in tournament.numbered}
    for entrant, outcome in outcomes(season, tournament.terms.scoring):
        ledger[entrant].append(outcome)
    return ledger


def _points(entrant: EntrantNumber, ledger: Ledger) -> Figure:
    return Figure(
        sum(each.points for each in ledger[entrant]),
        POINT,
        tuple(Contribution(each.round, each.only_opponent, each.points) for each in ledger[entrant]),
    )


def _split(
    some: Iterable[Standing],
    value: Callable[[Standing], int],
    settle: Callable[[list[Standing]], list[Standing]],
) -> list[Standing]:
    """Return the order by a value, with those who are equal settled, and their ranks counted on."""
    by_value: dict[int, list[Standing]] = {}
    for each in some:
        by_value.setdefault(value(each), []).append(each)
    found: list[Standing] = []
    for _, equal in sorted(by_value.items(), reverse=True):
        before = len(found)
        found += [each._replace(rank=each.rank + before) for each in settle(equal)]
    return found


def _of_arena(tournament: Tournament, entrants: Sequence[EntrantNumber]) -> tuple[Standing, ...]:
    scores = arena.scores(tournament)
    rows = [Standing(1, entrant, scores[entrant]) for entrant in entrants]
    by_seed = sorted(rows, key=lambda each: tournament.entrants[each.entrant].seed)
    return tuple(_split(by_seed, lambda each: each.points.value, lambda equal: equal))


def _of_knockout(tournament: Tournament, entrants: Sequence[EntrantNumber]) -> tuple[Standing, ...]:
    reached = progress(tournament)
    rows = [Standing(1, entrant, Figure(reached.get(entrant, 0), 1)) for entrant in entrants]
    by_seed = sorted(rows, key=lambda each: tournament.entrants[each.entrant].seed)
    return tuple(_split(by_seed, lambda each: each.points.value, lambda equal: equal))

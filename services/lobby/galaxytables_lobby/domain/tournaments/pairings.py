"""Decides who plays whom next, by the tournament's format. Pure, and the same for the same tournament.

A large field takes seconds, so this runs outside the event loop. `acts.PairRound` then has the result.
"""

from random import Random

from galaxytables_lobby.domain.tournaments import arena, knockout, leagues
from galaxytables_lobby.domain.tournaments.acts import PairedRound
from galaxytables_lobby.domain.tournaments.ledger import Ledger, ledger_of, meetings, outcomes, totals
from galaxytables_lobby.domain.tournaments.multiplayer_swiss import MultiplayerEntrant, pair_tables
from galaxytables_lobby.domain.tournaments.rotation import plan, rounds_to_meet_all
from galaxytables_lobby.domain.tournaments.round_robin import circle_round, rounds_of
from galaxytables_lobby.domain.tournaments.standings import standings
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    EntrantNumber,
    Knockout,
    League,
    Pairing,
    PlannedRound,
    RoundRobin,
    Swiss,
    Tournament,
)
from galaxytables_lobby.domain.tournaments.swiss import Paired, SwissEntrant, floated, pair

_TWO_SEATS = 2


def next_round(tournament: Tournament, now: int) -> PairedRound | None:
    """Return the next round, or None after the last. For an arena, return tables for those who are free.

    The last round must be over, unless the format is an arena.
    """
    form = tournament.terms.format
    if isinstance(form, Arena):
        return _arena(tournament, now)
    if len(tournament.rounds) >= max_rounds(tournament):
        return None
    if isinstance(form, Knockout):
        return knockout.next_round(tournament, form)
    if isinstance(form, League):
        return leagues.next_season(tournament, form, _chance(tournament))
    if tournament.terms.seats == _TWO_SEATS:
        return _swiss(tournament) if isinstance(form, Swiss) else _circle(tournament)
    return _multiplayer_swiss(tournament) if isinstance(form, Swiss) else _rotation(tournament)


def max_rounds(tournament: Tournament) -> int:
    """Return the greatest number of rounds that the tournament can have with its present entrants.

    At two seats nobody meets twice, so a Swiss of a small field has fewer rounds than its terms say.
    """
    form, two_seats = tournament.terms.format, tournament.terms.seats == _TWO_SEATS
    field = len(_circle_field(tournament))
    match form:
        case Swiss():
            return min(form.rounds, rounds_of(field, 1)) if two_seats else form.rounds
        case RoundRobin():
            if two_seats:
                return rounds_of(field, form.cycles)
            return form.rounds or rounds_to_meet_all(field, tournament.terms.seats)
        case Knockout():
            return _knockout_rounds(tournament)
        case League():
            return form.seasons
        case Arena():
            return 1


def _knockout_rounds(tournament: Tournament) -> int:
    if tournament.rounds:
        return len(tournament.rounds[0].places).bit_length() - 1
    return (max(len(tournament.playing), _TWO_SEATS) - 1).bit_length()


def _chance(tournament: Tournament) -> Random:
    """Return the random source from which everything in the next round is drawn by lot."""
    return Random(f"{tournament.seed.hex()}:{len(tournament.rounds)}")


def _arena(tournament: Tournament, now: int) -> PairedRound | None:
    ranks = {each.entrant: each.rank for each in standings(tournament)}
    tables = arena.pair_free(arena.free_entrants(tournament, ranks), tournament.terms.seats, now)
    return PairedRound(pairings=tuple(Pairing(entrants=table) for table in tables)) if tables else None


def _swiss(tournament: Tournament) -> PairedRound:
    ledger = ledger_of(tournament)
    sums, before = totals(ledger), _points_before_last(tournament, ledger)
    met = meetings(tournament)
    field = [
        SwissEntrant(
            number=number,
            points=sums[number],
            seed=tournament.entrants[number].seed,
            met=frozenset(met[number]),
            seats=tuple(row.seat for row in ledger[number] if row.played),
            floated=floated(ledger[number][-1], before, number) if ledger[number] else 0,
            had_bye=any(row.bye for row in ledger[number]),
        )
        for number in tournament.playing
    ]
    return _of_pairs(pair(field))


def _points_before_last(tournament: Tournament, ledger: Ledger) -> dict[EntrantNumber, int]:
    sums = totals(ledger)
    if tournament.rounds:
        for entrant, outcome in outcomes(tournament.rounds[-1], tournament.terms.scoring):
            sums[entrant] -= outcome.points
    return sums


def _circle_field(tournament: Tournament) -> list[EntrantNumber]:
    """Return all who were there at the start: who has left keeps their place, and their opponents have a bye."""
    there = [number for number, each in tournament.numbered if each.seed]
    return sorted(there, key=lambda number: tournament.entrants[number].seed)


def _circle(tournament: Tournament) -> PairedRound:
    paired = circle_round(_circle_field(tournament), len(tournament.rounds) + 1)
    return _without_leavers(tournament, paired)


def _without_leavers(tournament: Tournament, paired: Paired) -> PairedRound:
    there = set(tournament.playing)
    pairs = tuple(pair for pair in paired.pairs if there.issuperset(pair))
    lonely = [one for pair in paired.pairs if not there.issuperset(pair) for one in pair if one in there]
    lonely += [paired.bye] if paired.bye in there and paired.bye is not None else []
    return PairedRound(pairings=tuple(Pairing(entrants=pair) for pair in pairs), byes=tuple(lonely))


def _of_pairs(found: Paired) -> PairedRound:
    return PairedRound(
        pairings=tuple(Pairing(entrants=each) for each in found.pairs),
        byes=() if found.bye is None else (found.bye,),
    )


def _seated(tournament: Tournament, ledger: Ledger) -> dict[EntrantNumber, list[int]]:
    counts = {number: [0] * tournament.terms.seats for number, _ in tournament.numbered}
    for number, rows in ledger.items():
        for row in rows:
            if row.seats:
                counts[number][row.seat] += 1
    return counts


def _byes(ledger: Ledger) -> dict[EntrantNumber, int]:
    return {number: sum(row.bye for row in rows) for number, rows in ledger.items()}


def _multiplayer_swiss(tournament: Tournament) -> PairedRound:
    ledger = ledger_of(tournament)
    sums, seated, byes, met = totals(ledger), _seated(tournament, ledger), _byes(ledger), meetings(tournament)
    field = [
        MultiplayerEntrant(
            number=number,
            points=sums[number],
            seed=tournament.entrants[number].seed,
            met=met[number],
            seated=seated[number],
            byes=byes[number],
        )
        for number in tournament.playing
    ]
    found = pair_tables(field, tournament.terms.seats, short_tables=tournament.terms.short_tables)
    return PairedRound(pairings=tuple(Pairing(entrants=table) for table in found.tables), byes=found.byes)


def _rotation(tournament: Tournament) -> PairedRound:
    """Return the next planned round. The plan is made at the start, and again for what is left if the field changed."""
    field = sorted(tournament.playing, key=lambda number: tournament.entrants[number].seed)
    planned = tournament.planned
    if not planned or _field_of(planned[0]) != set(field):
        left = max_rounds(tournament) - len(tournament.rounds)
        ledger = ledger_of(tournament)
        begun = bool(tournament.rounds)
        planned = plan(
            field,
            tournament.terms.seats,
            left,
            _chance(tournament),
            short_tables=tournament.terms.short_tables,
            met=meetings(tournament) if begun else None,
            seated=_seated(tournament, ledger) if begun else None,
            byes=_byes(ledger) if begun else None,
        )
    now, *later = planned
    pairings = tuple(Pairing(entrants=table) for table in now.tables)
    return PairedRound(pairings=pairings, byes=now.byes, planned=tuple(later))


def _field_of(planned: PlannedRound) -> set[EntrantNumber]:
    return {entrant for table in planned.tables for entrant in table} | set(planned.byes)

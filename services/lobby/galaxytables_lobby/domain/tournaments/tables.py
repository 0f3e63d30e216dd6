"""The tables of a tournament: how each is set, and the result that it gives. Pure.

A table's id follows from the tournament's secret seed, and from the round, the pairing and the game. So all workers
name the same table alike.
"""

from typing import NamedTuple

from msgspec.structs import replace

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.domain import seating
from galaxytables_lobby.domain.state import FinishedTable, OpenTable, Spectators, TableSeat
from galaxytables_lobby.domain.tournaments.acts import Report, Withdraw
from galaxytables_lobby.domain.tournaments.deals import deal_seed
from galaxytables_lobby.domain.tournaments.state import Attendance, EntrantNumber, Leavers, Tournament
from galaxytables_lobby.ids import TableId, derived_table_id


class GamePlace(NamedTuple):
    """Where a game is in a tournament: the round, from 1, the pairing and the game of the match, both from 0."""

    round: int
    pairing: int
    game: int


def table_id_of(tournament: Tournament, place: GamePlace) -> TableId:
    """Return the id of a game's table."""
    return derived_table_id(tournament.seed, f"round {place.round} pairing {place.pairing} game {place.game}")


def open_games(tournament: Tournament) -> dict[TableId, GamePlace]:
    """Return the games that are being played, by their tables."""
    last = tournament.round
    return (
        {
            game.table_id: GamePlace(last.number, number, place)
            for number, pairing in enumerate(last.pairings)
            for place, game in enumerate(pairing.games)
            if not game.over
        }
        if last is not None
        else {}
    )


def table_of(tournament: Tournament, place: GamePlace, *, now: int) -> OpenTable:
    """Return the table of a game before it begins, with everybody seated.

    A table with a shared deal is private: a spectator of a faster table would know what is to come.
    """
    terms = tournament.terms
    pairing = tournament.round_numbered(place.round).pairings[place.pairing]
    seats = tuple(_seat(tournament, number) for number in pairing.seated(place.game))
    people = [seat.player for seat in seats if seat.player is not None]
    replaced = terms.leavers is Leavers.BOT
    table = seating.open_table(
        table_id_of(tournament, place),
        host=people[0] if people else tournament.organiser,
        name=terms.name,
        game=terms.game,
        options=terms.options,
        seats=len(seats),
        private=terms.shared_deal,
        control=replace(terms.control, successor=terms.bot) if replaced else terms.control,
        entropy=b"",
        now=now,
        spectators=Spectators(),
        rating=terms.rating,
        seed=deal_seed(tournament, place.round, place.game) if terms.shared_deal else b"",
    )
    return replace(table, seats=seats, tournament=tournament.id)


def _seat(tournament: Tournament, number: EntrantNumber) -> TableSeat:
    entrant = tournament.entrants[number]
    if entrant.attendance is Attendance.REPLACED:
        return TableSeat(bot=tournament.terms.bot, ready=True)
    return TableSeat(player=entrant.player, ready=True, automated=entrant.automated)


def was_closed(table: FinishedTable) -> bool:
    """Return whether a table was closed before its game was decided."""
    return table.end_reason == game_pb2.END_REASON_CLOSED_BY_OPERATOR


def results_of(tournament: Tournament, place: GamePlace, table: FinishedTable) -> tuple[Report | Withdraw, ...]:
    """Return the acts that follow from a finished table: its result, and the withdrawal of those who never came.

    A closed table counts as a draw. An entrant who never came is last, unless a bot has played on for them.
    """
    entrants = tournament.round_numbered(place.round).pairings[place.pairing].entrants
    seated = tournament.round_numbered(place.round).pairings[place.pairing].seated(place.game)
    if was_closed(table):
        draw = Report(number=place.round, pairing=place.pairing, table_id=table.id, ranks=(1,) * len(entrants))
        return (draw,)
    scores = {score.seat: score for score in map(game_pb2.SeatScore.FromString, table.scores)}
    by_entrant = {entrant: scores[seat] for seat, entrant in enumerate(seated)}
    absent = {seated[number] for number in table.yet_to_choose if _is_absent(table.seats[number])}
    forfeits = {entrant for entrant in absent if not table.seats[seated.index(entrant)].bot}
    order = {each: (each in forfeits, 0 if each in forfeits else by_entrant[each].rank) for each in entrants}
    report = Report(
        number=place.round,
        pairing=place.pairing,
        table_id=table.id,
        ranks=tuple(1 + sum(other < order[each] for other in order.values()) for each in entrants),
        scores=tuple(by_entrant[each].total for each in entrants),
        forfeits=tuple(number for number, each in enumerate(entrants) if each in forfeits),
        berserk=tuple(number for number, each in enumerate(entrants) if table.seats[seated.index(each)].clock.berserk),
    )
    gone = [tournament.entrants[each] for each in entrants if each in absent - forfeits]
    leaving = [each.player.id for each in gone if each.attendance is Attendance.PLAYING]
    return (report, *(Withdraw(by=each, player=each) for each in leaving))


def _is_absent(seat: TableSeat) -> bool:
    """Return whether a person who has never chosen did not come: the clock chose for them, or a bot took over.

    To resign at once is to have come, unless a bot plays on. The bot's choices have set the clock's count back.
    """
    return seat.player is not None and (seat.clock.misses > 0 or bool(seat.bot))

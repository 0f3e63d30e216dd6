"""Berserk: a player of an arena gives up half of their time before their first choice, for a point more if they win.

The table records who has gone berserk, in the same commit that halves the clock. So the result of the table says for
whom the extra point counts.
"""

from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain import timing
from galaxytables_lobby.domain.playing import Change, announce
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.domain.tournaments.refusals import WrongStageError
from galaxytables_lobby.domain.tournaments.state import Arena, Tournament
from galaxytables_lobby.domain.tournaments.tables import open_games
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId


def berserk_table(tournament: Tournament, player_id: PlayerId) -> TableId:
    """Return the table at which a player can go berserk. Raises `UnknownEntrantError`, `WrongStageError`."""
    form, number = tournament.terms.format, tournament.number_of(player_id)
    if not isinstance(form, Arena) or not form.berserk:
        raise WrongStageError("nobody goes berserk in this tournament")
    for table_id, place in open_games(tournament).items():
        if number in tournament.round_numbered(place.round).pairings[place.pairing].entrants:
            return table_id
    raise WrongStageError("the player plays no game now")


def go_berserk(table: RunningTable, number: SeatNumber, *, now: int) -> Change | None:
    """Return the change of a table that halves a seat's time, with an event; None if it is halved already.

    Raises WRONG_TOURNAMENT_STAGE once the first choice is made.
    """
    seat = table.seats[number]
    if seat.clock.berserk:
        return None
    if number not in table.yet_to_choose:
        raise errors.wrong_tournament_stage("The first choice is made.")
    shown = seat.shown_clock and timing.berserk(seat.shown_clock, now)
    halved = replace(seat, clock=timing.berserk(seat.clock, now), shown_clock=shown)
    return announce(table.with_seat(number, halved), "went_berserk", seat=number, now=now)

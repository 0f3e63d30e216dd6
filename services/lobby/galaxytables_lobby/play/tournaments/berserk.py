"""The use case of going berserk in an arena."""

from galaxytables_lobby import errors
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.tournaments.berserk import berserk_table, go_berserk
from galaxytables_lobby.domain.tournaments.state import Tournament
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.play.steps import Play, in_play


async def set_berserk(play: Play, tournament: Tournament, player_id: PlayerId) -> None:
    """Halve a player's time in the game that they play in an arena. Does nothing if that is done already.

    Raises a `TournamentError` or WRONG_TOURNAMENT_STAGE if it is refused, TABLE_NOT_FOUND, GAME_OVER, NOT_SEATED.
    """

    async def step(loaded: Loaded) -> Change | None:
        table, _, _ = in_play(loaded)
        seat = table.playing_seat(player_id)
        if seat is None:
            raise errors.not_seated()
        return go_berserk(table, seat, now=play.tables.now())

    await play.tables.change(berserk_table(tournament, player_id), step)

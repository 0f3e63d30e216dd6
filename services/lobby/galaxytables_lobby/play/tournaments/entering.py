"""How players enter a tournament, check in and withdraw. Each act is one step."""

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.archived import Who
from galaxytables_lobby.domain.ratings import NEWCOMER, pool_of
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.state import Attendance, Tournament, TournamentStage
from galaxytables_lobby.ids import PlayerId, TournamentId
from galaxytables_lobby.people.new_players import NewPlayers
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.play.tournaments.loop import Tournaments
from galaxytables_lobby.ports import Archive, KnownTables

_THERE = (Attendance.REGISTERED, Attendance.WAITING, Attendance.PLAYING)
_log = structlog.get_logger(__name__)


class Entering:
    """Lets players enter, check in and withdraw.

    Every method raises a `TournamentError` if it is refused, and STORE_UNAVAILABLE.
    """

    def __init__(
        self, tournaments: Tournaments, tables: KnownTables, archive: Archive, new_players: NewPlayers
    ) -> None:
        """The archive supplies ratings; `new_players` tells since when a player has played here."""
        self._tournaments = tournaments
        self._tables = tables
        self._archive = archive
        self._new_players = new_players

    async def register(self, tournament_id: TournamentId, asker: Asker) -> Tournament:
        """Enter a player and return the tournament. Does nothing if the player has already entered."""
        tournament, now = await self._tournaments.load(tournament_id), self._tables.now()
        if _attends(tournament, asker.player.id, *_THERE):
            return tournament
        since = await self._new_players.since(asker, now)
        act = acts.Register(
            player=asker.player,
            rating=await self._rating(tournament, asker.player.id),
            # Nobody is older than we know.
            account_since=now if since is None else since,
            automated=asker.automated,
        )
        return (await self._tournaments.take(tournament_id, act)).tournament

    async def check_in(self, tournament_id: TournamentId, by: PlayerId) -> Tournament:
        """Record that an entrant has checked in, and return the tournament. Does nothing if they already play."""
        tournament = await self._tournaments.load(tournament_id)
        if tournament.stage is TournamentStage.RUNNING and _attends(tournament, by, Attendance.PLAYING):
            return tournament
        return (await self._tournaments.take(tournament_id, acts.CheckIn(by=by))).tournament

    async def withdraw(self, tournament_id: TournamentId, player: PlayerId, by: PlayerId) -> Tournament:
        """Withdraw an entrant and return the tournament. Does nothing if they have already left."""
        tournament = await self._tournaments.load(tournament_id)
        if by == player and _attends(tournament, player, Attendance.WITHDRAWN):
            return tournament
        return (await self._tournaments.take(tournament_id, acts.Withdraw(by=by, player=player))).tournament

    async def _rating(self, tournament: Tournament, player: PlayerId) -> float:
        """Return a player's rating in the tournament's pool, as the leaderboard has it. Newcomers have one, too."""
        terms = tournament.terms
        pool = pool_of(terms.game, terms.seats, terms.control)
        try:
            ratings = await self._archive.ratings(Who(False, player))
        except errors.UnavailableError as error:
            _log.warning("entrant_not_rated", reason=error.reason)
            return NEWCOMER.value
        return next((each.skill.value for each in ratings if each.pool == pool), NEWCOMER.value)


def _attends(tournament: Tournament, player_id: PlayerId, *attendances: Attendance) -> bool:
    return any(each.player.id == player_id and each.attendance in attendances for each in tournament.entrants)

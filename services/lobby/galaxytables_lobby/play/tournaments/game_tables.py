"""The tables of a tournament's games: makes those that are missing, and reads the results of those that are over."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.requests import IdempotentRequest, fresh_identity
from galaxytables_lobby.domain.state import FinishedTable, RunningTable, Table, decode
from galaxytables_lobby.domain.tournaments.acts import Report, Withdraw
from galaxytables_lobby.domain.tournaments.rounds import is_late
from galaxytables_lobby.domain.tournaments.state import Tournament
from galaxytables_lobby.domain.tournaments.tables import GamePlace, open_games, results_of, table_of, was_closed
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.play.seated_games import begin_game
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.ports import Archive, Games
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

# How many tables are read, and made, at once.
_TOGETHER, _AT_ONCE = 200, 32


class GameTables:
    """Makes, reads and closes the tables at which the games of tournaments are played."""

    def __init__(self, tables: Tables, games: Games, archive: Archive) -> None:
        """The archive is read for tables that are no longer in the store."""
        self._tables = tables
        self._games = games
        self._archive = archive
        self._admin = TableAdmin(tables, games)
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def results(self, tournament: Tournament) -> list[Report | Withdraw]:
        """Return the results of the tables whose games are over, as acts to take.

        Once the time of the round is up, tables that were closed unfinished are left out. Ending the round decides
        their games.
        """
        late, games = is_late(tournament, self._tables.now()), open_games(tournament)
        found = [
            act
            for table_id, table in (await self._load(games)).items()
            if isinstance(table, FinishedTable) and not (late and was_closed(table))
            for act in results_of(tournament, games[table_id], table)
        ]
        # Who never came to two tables of a league leaves it once.
        return list(dict.fromkeys(found))

    async def make_missing(self, tournament: Tournament) -> None:
        """Create those tables of the tournament's current games that do not exist yet, and start their games."""
        games = open_games(tournament)
        found = await self._load(games)
        await asyncio.gather(*[self._begin(tournament, games[each]) for each in games if found[each] is None])

    async def close(self, tournament: Tournament) -> None:
        """Close the tables that are still being played."""
        for table_id, table in (await self._load(open_games(tournament))).items():
            if isinstance(table, RunningTable):
                # A game may end at this very moment.
                with suppress(errors.ConflictError):
                    request = IdempotentRequest(fresh_identity())
                    await self._admin.close(table_id, request, without_rules=False)

    async def _begin(self, tournament: Tournament, place: GamePlace) -> None:
        async with self._room:
            table = table_of(tournament, place, now=self._tables.now())
            try:
                await begin_game(self._tables, self._games, table)
            except GalaxyError as error:
                # One table must not keep the others waiting; this one is missing at the next look, too.
                _log.warning("tournament_table_delayed", table=table.id, game=table.game, reason=error.reason)

    async def _load(self, table_ids: Iterable[TableId]) -> dict[TableId, Table | None]:
        """Return tables from the store, or from the archive if they have left it."""
        found: dict[TableId, Table | None] = {}
        ids = list(table_ids)
        for start in range(0, len(ids), _TOGETHER):
            some = ids[start : start + _TOGETHER]
            found.update(zip(some, await self._tables.store.load_states(some), strict=True))
        for table_id in [each for each, table in found.items() if table is None]:
            moment = await self._archive.moment(table_id)
            found[table_id] = None if moment is None else decode(moment.table)
        return found

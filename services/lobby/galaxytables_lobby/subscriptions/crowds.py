"""Counts how much goes on at all lobbies: people who are there, and public tables of each game.

One count serves all readers of this process for a few seconds.
"""

from async_lru import alru_cache

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby.domain.state import Stage
from galaxytables_lobby.ports import Games, KnownTables

CROWD_SECONDS = 10.0


class Crowds:
    """Counts people and public tables at all lobbies, and shares the counts among the readers of this process."""

    def __init__(self, tables: KnownTables, games: Games) -> None:
        self._tables = tables
        self._games = games
        self._latest = alru_cache(ttl=CROWD_SECONDS)(self._count)

    async def latest(self) -> tables_pb2.Crowd:
        """Return counts that are at most `CROWD_SECONDS` old. Raises STORE_UNAVAILABLE."""
        return await self._latest()

    async def _count(self) -> tables_pb2.Crowd:
        games = list(self._games.names)
        people, of_games = await self._tables.store.count_present(games, now=self._tables.now())
        tables = await self._tables.store.count_public(games, (Stage.OPEN, Stage.RUNNING))
        crowd = tables_pb2.Crowd(people=people)
        for game in games:
            crowd.games.add(
                game=game, open=tables[game, Stage.OPEN], running=tables[game, Stage.RUNNING], people=of_games[game]
            )
        return crowd

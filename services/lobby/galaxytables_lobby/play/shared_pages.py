"""Pages that many callers ask for within a short time: lists of public tables, and leaderboards.

Each is read once for all of them.
"""

from typing import NamedTuple

from async_lru import alru_cache

from galaxytables_lobby.domain.archived import LeaderboardQuery, PlayerRating
from galaxytables_lobby.domain.loaded import ChangeMade
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.play import listing
from galaxytables_lobby.ports import Archive, Store

TABLES_SECONDS = 1.0
LEADERBOARD_SECONDS = 5.0
_MAX_KEPT = 256


class TablesPage(NamedTuple):
    """A page of public tables: its games and stages, whether a seat must be free, and where the page begins."""

    games: tuple[str, ...]
    stages: tuple[int, ...]
    free_seats: bool
    before: listing.PageStart | None
    size: int


class SharedPages:
    """Pages of tables and leaderboards, which all callers of this process share for a short time.

    Pages of tables are dropped at once when this process changes a table that they may show.
    """

    def __init__(self, store: Store, archive: Archive) -> None:
        self._store = store
        self._archive = archive
        self._tables = alru_cache(_MAX_KEPT, ttl=TABLES_SECONDS)(self._read_tables)
        self._leaderboards = alru_cache(_MAX_KEPT, ttl=LEADERBOARD_SECONDS)(self._read_leaderboard)

    async def tables(self, page: TablesPage) -> tuple[list[Table], listing.PageStart | None]:
        """Return a page of public tables, and the place where the next page starts; at most a second old."""
        return await self._tables(page)

    async def leaderboard(self, query: LeaderboardQuery) -> list[PlayerRating]:
        """Return a part of a leaderboard, best first; at most five seconds old."""
        return await self._leaderboards(query)

    def changed(self, made: ChangeMade) -> None:
        """Drop all pages of tables, if this change affects what they show."""
        if made.seating:
            self._tables.cache_clear()

    async def _read_tables(self, page: TablesPage) -> tuple[list[Table], listing.PageStart | None]:
        query = listing.TableQuery(
            games=page.games,
            stages=page.stages,
            fulfils=lambda table: not page.free_seats or any(seat.free for seat in table.seats),
        )
        return await listing.page(self._store, query, before=page.before, size=page.size)

    async def _read_leaderboard(self, query: LeaderboardQuery) -> list[PlayerRating]:
        return await self._archive.leaderboard(query)

"""Pages that many callers ask for within a short time: lists of public tables, and leaderboards.

Each is read once for all of them.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from galaxytables_lobby.domain.archived import LeaderboardKey, PlayerRating
from galaxytables_lobby.domain.loaded import ChangeMade
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.play import listing
from galaxytables_lobby.ports import Archive, Store

TABLES_SECONDS = 1.0
LEADERBOARD_SECONDS = 5.0
_MAX_KEPT = 256

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class TablesPage(NamedTuple):
    """Which page of public tables: games, stages, and whether a seat must be free."""

    games: tuple[str, ...]
    stages: tuple[int, ...]
    free_seats: bool
    before: listing.Place | None
    size: int


class LeaderboardPage(NamedTuple):
    """Which part of a leaderboard."""

    game: str
    bots: bool
    after: LeaderboardKey | None
    most: int


class SharedPages:
    """The pages of this process. A page of tables shows at once what this process has changed."""

    def __init__(self, store: Store, archive: Archive) -> None:
        """Take what pages are read from."""
        self._store = store
        self._archive = archive
        self._tables = _Shared(self._read_tables, TABLES_SECONDS)
        self._leaderboards = _Shared(self._read_leaderboard, LEADERBOARD_SECONDS)

    async def tables(self, page: TablesPage) -> tuple[list[Table], listing.Place | None]:
        """Return a page of public tables, and the place where the next page starts; at most a second old."""
        return await self._tables.get(page)

    async def leaderboard(self, page: LeaderboardPage) -> list[PlayerRating]:
        """Return a part of a leaderboard, best first; at most five seconds old."""
        return await self._leaderboards.get(page)

    def changed(self, made: ChangeMade) -> None:
        """Forget pages of tables, if this process has changed what they show."""
        if made.seating:
            self._tables.forget()

    async def _read_tables(self, page: TablesPage) -> tuple[list[Table], listing.Place | None]:
        wanted = listing.Wanted(
            games=page.games,
            stages=page.stages,
            fulfils=lambda table: not page.free_seats or any(seat.free for seat in table.seats),
        )
        return await listing.page(self._store, wanted, before=page.before, size=page.size)

    async def _read_leaderboard(self, page: LeaderboardPage) -> list[PlayerRating]:
        return await self._archive.leaderboard(page.game, bots=page.bots, after=page.after, most=page.most)


@dataclass(slots=True)
class _Kept(Generic[V]):
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    answer: list[V] = field(default_factory=list)
    until: float = 0.0


class _Shared(Generic[K, V]):
    """Answers to questions, each read once for all who ask within `seconds`."""

    def __init__(self, read: Callable[[K], Awaitable[V]], seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._kept: OrderedDict[K, _Kept[V]] = OrderedDict()

    async def get(self, question: K) -> V:
        """Return the answer. Others who ask meanwhile wait for it."""
        kept = self._kept.setdefault(question, _Kept())
        self._kept.move_to_end(question)
        if len(self._kept) > _MAX_KEPT:
            self._kept.popitem(last=False)
        async with kept.reading:
            now = asyncio.get_running_loop().time()
            if not kept.answer or now >= kept.until:
                kept.answer, kept.until = [await self._read(question)], now + self._seconds
            return kept.answer[0]

    def forget(self) -> None:
        """Read all answers anew."""
        self._kept.clear()

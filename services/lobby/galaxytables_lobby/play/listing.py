"""Lists tables page by page, newest first; finds and closes stranded tables.

A table is stranded if nobody serves its version of the rules, or its pack. Its clocks are stopped. It goes on once a
service plays it again, unless an operator closes it.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.game import ended_without_rules
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.stages import running
from galaxytables_lobby.domain.state import PENDING, RunningTable, Stage, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.ports import Games, Store
from galaxytables_lobby.tables import Tables

# How many tables are scanned before a page stays incomplete.
_MAX_SCANNED = 2_000
_MIN_READ = 50
_MAX_READ = 200

# The position of a page's end: a table's creation time and id.
PageStart: TypeAlias = tuple[int, TableId]


@dataclass(frozen=True, slots=True)
class TableQuery:
    """A query for tables: by game, by stage, and by any other condition."""

    games: Iterable[str]
    stages: Iterable[int]
    # Only tables of this player, private ones included; None: all public tables.
    player_id: PlayerId | None = None
    fulfils: Callable[[Table], bool] = lambda _: True


async def page(
    store: Store, query: TableQuery, *, before: PageStart | None, size: int
) -> tuple[list[Table], PageStart | None]:
    """Return the next page of tables, and where the page after it starts.

    `before` is where the page starts; None means at the newest table. The second value is None after the last page.
    """
    games = tuple(query.games)
    stages = [stage for stage in Stage if stage.value in set(query.stages)] or list(PENDING)
    found: list[Table] = []
    scanned = 0
    while scanned < _MAX_SCANNED:
        limit = max(size + 1 - len(found), _MIN_READ)
        if query.player_id:
            keys = await store.newest_of_player(query.player_id, before=before, limit=limit)
        else:
            keys = await store.newest_public(games, stages, before=before, limit=limit)
        for key, table in zip(keys, await store.load_states([table_id for _, table_id in keys]), strict=True):
            if table is None or table.game not in games or table.stage not in stages or not query.fulfils(table):
                continue
            if len(found) == size:
                last = found[-1]
                return found, (last.created, last.id)
            found.append(table)
            before = key
        if len(keys) < limit:
            return found, None
        scanned += len(keys)
        before = keys[-1]
    return found, before


async def every_running(store: Store, games: Iterable[str]) -> AsyncIterator[RunningTable]:
    """Yield all running tables of some games, private ones included, newest first."""
    async for table in every(store, games, (Stage.RUNNING,)):
        if isinstance(table, RunningTable):
            yield table


async def every(
    store: Store, games: Iterable[str], stages: Sequence[Stage], *, before: PageStart | None = None
) -> AsyncIterator[Table]:
    """Yield all tables of some games and stages, private ones included, newest first.

    With `before`, only the tables that come after that place in the order.
    """
    games = tuple(games)
    while keys := await store.newest(games, stages, before=before, limit=_MAX_READ):
        for table in await store.load_states([table_id for _, table_id in keys]):
            if table is not None and table.stage in stages:
                yield table
        before = keys[-1]


async def stranded_tables(store: Store, games: Games) -> AsyncIterator[RunningTable]:
    """Yield the stranded tables, newest first.

    If no service plays a game at all, its tables do not count as stranded.
    """
    async for table in every_running(store, games.names):
        if games.is_stranded(table):
            yield table


async def close_stranded(tables: Tables, games: Games, table_id: TableId) -> None:
    """End a stranded table: nobody gets points, and the game is unrated.

    Raises TABLE_NOT_FOUND, GAME_OVER, TABLE_NOT_STARTED, TABLE_NOT_STRANDED.
    """

    async def step(loaded: Loaded) -> Change:
        table = running(loaded.table)
        if loaded.position is None:
            raise errors.table_not_started()
        if not games.is_stranded(table):
            raise errors.table_not_stranded(table.id)
        reason = game_pb2.END_REASON_CLOSED_BY_OPERATOR
        closed = ended_without_rules(loaded.position, reason, seats=len(table.seats))
        return playing.end_by_operator(table, closed, now=tables.now())

    await tables.change(table_id, step)

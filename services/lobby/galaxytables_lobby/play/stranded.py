"""Stranded tables: nobody serves the version of the rules, or the pack, that they began with.

Their clocks stand. They go on when a service comes back that plays them, or an operator closes them.
"""

from collections.abc import AsyncIterator

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.game import ended_without_rules
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.stages import running
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.play.listing import running as running_tables
from galaxytables_lobby.ports import Games, Store
from galaxytables_lobby.tables import Tables


async def stranded_tables(store: Store, games: Games) -> AsyncIterator[RunningTable]:
    """All of them, newest first; none of games that are away as a whole."""
    async for table in running_tables(store, games.names):
        if games.is_stranded(table):
            yield table


async def close_stranded(tables: Tables, games: Games, table_id: TableId) -> None:
    """End a stranded table: nobody has points, and it is not rated.

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

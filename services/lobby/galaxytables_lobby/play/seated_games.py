"""Begins games at tables that are created with every seat taken, for matched tickets and for tournaments.

The table and the start of its game are one commit under the table's id. So there is one table and one game, whichever
process makes it and however often it tries.
"""

from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.game import Viewers
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.state import OpenTable, Table
from galaxytables_lobby.ports import Games
from galaxytables_lobby.tables import Tables


async def begin_game(tables: Tables, games: Games, table: OpenTable) -> Table:
    """Create a table and start its game in one commit. Returns the table.

    If another process has already made a table with this id, that one is returned. Raises GAME_UNAVAILABLE,
    STORE_UNAVAILABLE, and the refusals of the rules service.
    """
    started = await games.rules_of(table.game).new_game(
        table.id,
        seats=len(table.seats),
        options=table.options,
        seed=table.seed,
        entropy=[b""] * len(table.seats),
        viewers=Viewers(),
    )
    return await make_table(tables, table, playing.start(table, started, now=tables.now()))


async def make_table(tables: Tables, table: OpenTable, change: Change) -> Table:
    """Store a new table together with its first change.

    Returns the table, or the one that another process has already made with this id.
    """
    if await tables.create(table, begun=change) is not None:
        return change.table
    [found] = await tables.store.load_states([table.id])
    if found is None:
        raise errors.table_busy(table.id)
    return found

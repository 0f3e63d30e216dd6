"""Begins games at tables that are made with everybody seated: of tickets, and of tournaments.

The table and the start of its game are one commit under the table's id. So whichever process makes it, and however
often, there is one table and one game.
"""

from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.game import Viewers
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.state import OpenTable, Table
from galaxytables_lobby.ports import Games
from galaxytables_lobby.tables import Tables


async def begin_game(tables: Tables, games: Games, table: OpenTable) -> Table:
    """Make a table with its game started. Returns it, or the table that another process made under its id.

    Raises GAME_UNAVAILABLE, STORE_UNAVAILABLE, and the refusals of the rules service.
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
    """Store a new table with a change. Returns it, or the table that another process made under its id."""
    if await tables.create(table, begun=change) is not None:
        return change.table
    [found] = await tables.store.load_states([table.id])
    if found is None:
        raise errors.table_busy(table.id)
    return found

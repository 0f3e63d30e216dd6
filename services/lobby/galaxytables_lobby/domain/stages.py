"""Checks of a table's stage: each function returns the table with its type, or raises."""

from galaxytables_lobby import errors
from galaxytables_lobby.domain.state import ClosedTable, FinishedTable, OpenTable, RunningTable, StartedTable, Table


def opened(table: Table) -> OpenTable:
    """Return a table whose game has not started. Raises TABLE_STARTED, TABLE_CLOSED."""
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if not isinstance(table, OpenTable):
        raise errors.table_started()
    return table


def started(table: Table) -> StartedTable:
    """Return a table that has a game, running or finished. Raises TABLE_NOT_STARTED, TABLE_CLOSED."""
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if not isinstance(table, StartedTable):
        raise errors.table_not_started()
    return table


def running(table: Table) -> RunningTable:
    """Return a table whose game is running. Raises GAME_OVER, TABLE_NOT_STARTED, TABLE_CLOSED."""
    table = started(table)
    if isinstance(table, FinishedTable):
        raise errors.game_over()
    return table


def finished(table: Table) -> FinishedTable:
    """Return a table whose game is over. Raises GAME_NOT_OVER, TABLE_CLOSED."""
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if not isinstance(table, FinishedTable):
        raise errors.game_not_over()
    return table

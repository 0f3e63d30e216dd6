"""Narrows a table to the type of its stage: each function returns the table if it is at that stage, or raises."""

from galaxytables_lobby import errors
from galaxytables_lobby.domain.state import ClosedTable, FinishedTable, OpenTable, RunningTable, StartedTable, Table


def opened(table: Table) -> OpenTable:
    """Return the table if its game has not started. Raises TABLE_STARTED, TABLE_CLOSED."""
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if not isinstance(table, OpenTable):
        raise errors.table_started()
    return table


def started(table: Table) -> StartedTable:
    """Return the table if its game is running or finished. Raises TABLE_NOT_STARTED, TABLE_CLOSED."""
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if not isinstance(table, StartedTable):
        raise errors.table_not_started()
    return table


def running(table: Table) -> RunningTable:
    """Return the table if its game is running. Raises GAME_OVER, TABLE_NOT_STARTED, TABLE_CLOSED."""
    table = started(table)
    if isinstance(table, FinishedTable):
        raise errors.game_over()
    return table


def finished(table: Table) -> FinishedTable:
    """Return the table if its game is over. Raises GAME_NOT_OVER, TABLE_CLOSED."""
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if not isinstance(table, FinishedTable):
        raise errors.game_not_over()
    return table

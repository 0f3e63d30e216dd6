"""A table at the stage at which somebody needs it; each function raises what says that it is at another one."""

from galaxytables_lobby import errors
from galaxytables_lobby.domain.state import ClosedTable, FinishedTable, OpenTable, RunningTable, StartedTable, Table


def opened(table: Table) -> OpenTable:
    """A table at which people sit down. Raises TABLE_STARTED, TABLE_CLOSED."""
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if not isinstance(table, OpenTable):
        raise errors.table_started()
    return table


def started(table: Table) -> StartedTable:
    """A table that has a game. Raises TABLE_NOT_STARTED, TABLE_CLOSED."""
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if not isinstance(table, StartedTable):
        raise errors.table_not_started()
    return table


def running(table: Table) -> RunningTable:
    """A table at which a game is played. Raises GAME_OVER, TABLE_NOT_STARTED, TABLE_CLOSED."""
    table = started(table)
    if isinstance(table, FinishedTable):
        raise errors.game_over()
    return table


def finished(table: Table) -> FinishedTable:
    """A table whose game is over. Raises GAME_NOT_OVER, TABLE_CLOSED."""
    if isinstance(table, ClosedTable):
        raise errors.table_closed()
    if not isinstance(table, FinishedTable):
        raise errors.game_not_over()
    return table

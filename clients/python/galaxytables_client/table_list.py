"""The list of public tables, kept up to date from a stream of its changes."""

from collections.abc import Mapping
from dataclasses import dataclass

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client.ids import TableId

OVER = (tables_pb2.TABLE_STATE_FINISHED, tables_pb2.TABLE_STATE_CLOSED)
"""States after which nothing happens at a table."""


@dataclass(frozen=True, slots=True)
class TableList:
    """The list of public tables at one moment."""

    tables: Mapping[TableId, tables_pb2.Table]
    """Tables that are open or in play, by their ids."""
    ended: Mapping[TableId, tables_pb2.Table]
    """Tables that were on the list before and are over now."""
    present: Mapping[TableId, frozenset[int]]
    """The seats whose people are there, of open tables where that is known."""
    crowd: tables_pb2.Crowd
    """How much goes on at all lobbies."""

    def after(self, changes: tables_pb2.TableChanges) -> "TableList":
        """Return a new list with these changes applied. Changes marked `whole` replace all tables of this list."""
        tables = {} if changes.whole else dict(self.tables)
        for table in changes.tables:
            tables[TableId(table.id)] = table
        for table_id in changes.removed_table_ids:
            tables.pop(TableId(table_id), None)
        ended = {table_id: table for table_id, table in tables.items() if table.state in OVER}
        tables = {table_id: table for table_id, table in tables.items() if table_id not in ended}
        changed = {table.id for table in changes.tables}
        there = {} if changes.whole else {each: seats for each, seats in self.present.items() if each not in changed}
        there.update({TableId(each.table_id): frozenset(each.seats) for each in changes.present})
        return TableList(
            tables,
            ended,
            {table_id: seats for table_id, seats in there.items() if _is_open(tables.get(table_id))},
            changes.crowd if changes.HasField("crowd") else self.crowd,
        )


EMPTY = TableList({}, {}, {}, tables_pb2.Crowd())


def _is_open(table: tables_pb2.Table | None) -> bool:
    return table is not None and table.state == tables_pb2.TABLE_STATE_OPEN

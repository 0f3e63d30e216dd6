"""A list of public tables, which many readers share: what is on it, and its changes, each serialized once.

A list has a part for each stage, of limited length: a newer table takes the place of the oldest. Between two
publications it takes only a few new tables, so a busy host does not flood its readers.

Changes are published together. A reader remembers how far it has read. If it is further behind than the kept
publications, it gets the whole list. So no reader has a queue.
"""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby.domain.state import PENDING, Stage, Table
from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_serving.framing import framed, tag

MAX_ROWS = 100
"""How many tables of each stage are on a list."""
MAX_NEW = 5
"""How many new tables of each stage a list takes between two publications, unless it is being filled."""
KEPT_PUBLICATIONS = 16

_CHANGES = tag(tables_pb2.WatchTablesResponse, "changes")
_TABLE = tag(tables_pb2.TableChanges, "tables")
_PRESENT = tag(tables_pb2.TableChanges, "present")
_WHOLE = tables_pb2.TableChanges(whole=True).SerializeToString()


class Row(NamedTuple):
    """A table on a list: the table, and the serialized field of `TableChanges` that shows it to everybody."""

    table: Table
    content: bytes
    stranded: bool


def row(table: Table, shown: tables_pb2.Table) -> Row:
    """Return a table's row; `shown` is the table as a stranger may see it."""
    return Row(table, framed(_TABLE, shown.SerializeToString()), shown.stranded)


class TableList:
    """The list of one game's tables, or of all games' tables. Changes become readable when `publish` is called."""

    def __init__(self, *, max_rows: int = MAX_ROWS, max_new: int = MAX_NEW) -> None:
        self._max_rows = max_rows
        self._max_new = max_new
        self._parts: dict[Stage, dict[TableId, Row]] = {stage: {} for stage in PENDING}
        self._crowded_out: set[Stage] = set()
        self._present: dict[TableId, Collection[SeatNumber]] = {}
        self._crowd = b""
        # Changes since the last publication; a table that is over comes once more.
        self._changed: dict[TableId, Row] = {}
        self._removed: set[TableId] = set()
        self._attended: set[TableId] = set()
        self._crowd_changed = False
        self._new = dict.fromkeys(PENDING, 0)
        self._publications: deque[bytes] = deque(maxlen=KEPT_PUBLICATIONS)
        self._number = 0
        self._whole = b""

    @property
    def rows(self) -> Iterator[Row]:
        """Return all rows."""
        return chain.from_iterable(part.values() for part in self._parts.values())

    @property
    def open_rows(self) -> Collection[Row]:
        """Return the rows of open tables."""
        return self._parts[Stage.OPEN].values()

    @property
    def changed_open_rows(self) -> list[Row]:
        """Return the rows of open tables that are new or have changed since the last publication."""
        return [each for each in self._changed.values() if each.table.stage == Stage.OPEN]

    @property
    def short(self) -> list[Stage]:
        """Return the stages that were full, so that tables were left out, and now have room again."""
        return [stage for stage in PENDING if stage in self._crowded_out and len(self._parts[stage]) < self._max_rows]

    def row_of(self, table_id: TableId) -> Row | None:
        """Return a table's row, None if it is not on the list."""
        return next((part[table_id] for part in self._parts.values() if table_id in part), None)

    def all_shown(self, stage: Stage) -> None:
        """Record that the list leaves out no table of a stage."""
        self._crowded_out.discard(stage)

    def crowd_out(self, stage: Stage) -> None:
        """Record that tables of a stage were left out, because the list had no room."""
        self._crowded_out.add(stage)

    def put(self, new: Row, *, fills: bool = False) -> None:
        """Add a table or replace its row. A table that is over is removed.

        With `fills`, a new table is added if its stage has room, even if many tables have been added since the last
        publication.
        """
        table = new.table
        previous = self.row_of(table.id)
        if previous is not None and previous.content == new.content:
            return
        if table.stage not in PENDING:
            if previous is not None:
                self._take_out(previous)
                self._changed[table.id] = new
            return
        part = self._parts[table.stage]
        if previous is None and not (fills and len(part) < self._max_rows) and not self._admits(new, part):
            self._crowded_out.add(table.stage)
            return
        if previous is not None:
            self._take_out(previous, stays_open=previous.table.stage == table.stage == Stage.OPEN)
        part[table.id] = self._changed[table.id] = new
        self._removed.discard(table.id)
        if table.id in self._present:
            self._attended.add(table.id)
        self._whole = b""
        if len(part) > self._max_rows:
            self._crowded_out.add(table.stage)
            self.remove(min(part.values(), key=_age).table.id)

    def remove(self, table_id: TableId) -> None:
        """Remove a table whose game is not over: it no longer exists, or there is no room for it on the list."""
        previous = self.row_of(table_id)
        if previous is not None:
            self._take_out(previous)
            self._removed.add(table_id)

    def note_present(self, table_id: TableId, seats: Collection[SeatNumber]) -> None:
        """Record the seats of an open table whose players are present. They are published with the list."""
        if table_id in self._parts[Stage.OPEN] and self._present.get(table_id) != seats:
            self._present[table_id] = seats
            self._attended.add(table_id)
            self._whole = b""

    def note_crowd(self, crowd: tables_pb2.Crowd) -> None:
        """Store the latest counts of people and public tables at all lobbies. They are published with the list."""
        content = tables_pb2.TableChanges(crowd=crowd).SerializeToString()
        if content != self._crowd:
            self._crowd, self._crowd_changed, self._whole = content, True, b""

    @property
    def has_changed(self) -> bool:
        """Return whether anything has changed since the last publication."""
        return bool(self._changed or self._removed or self._attended or self._crowd_changed)

    def publish(self) -> None:
        """Make all changes since the last publication readable."""
        if not self.has_changed:
            return
        parts = [each.content for each in self._changed.values()]
        if self._removed:
            parts.append(tables_pb2.TableChanges(removed_table_ids=self._removed).SerializeToString())
        parts += [self._presence(table_id) for table_id in self._attended]
        if self._crowd_changed:
            parts.append(self._crowd)
        self._publications.append(framed(_CHANGES, b"".join(parts)))
        self._number += 1
        self._changed, self._removed, self._attended, self._crowd_changed = {}, set(), set(), False
        self._new = dict.fromkeys(PENDING, 0)

    def read(self, position: int) -> tuple[Sequence[bytes], int]:
        """Return the serialized responses that were published after a position, and the new position.

        A new reader passes -1 and gets its full list.
        """
        missed = self._number - position
        if position < 0 or missed > len(self._publications):
            return [self._all()], self._number
        return list(islice(self._publications, len(self._publications) - missed, None)), self._number

    def _all(self) -> bytes:
        if not self._whole:
            parts = [_WHOLE, *(each.content for each in self.rows), *map(self._presence, self._present), self._crowd]
            self._whole = framed(_CHANGES, b"".join(parts))
        return self._whole

    def _admits(self, new: Row, part: dict[TableId, Row]) -> bool:
        """Return whether the list takes a new table now: if it is new enough, and few others were added."""
        if self._new[new.table.stage] >= self._max_new:
            return False
        if len(part) >= self._max_rows and _age(new) < min(map(_age, part.values())):
            return False
        self._new[new.table.stage] += 1
        return True

    def _take_out(self, previous: Row, *, stays_open: bool = False) -> None:
        table_id = previous.table.id
        del self._parts[previous.table.stage][table_id]
        self._changed.pop(table_id, None)
        if not stays_open:
            self._present.pop(table_id, None)
            self._attended.discard(table_id)
        self._whole = b""

    def _presence(self, table_id: TableId) -> bytes:
        there = tables_pb2.PresentAtTable(table_id=table_id, seats=sorted(self._present[table_id]))
        return framed(_PRESENT, there.SerializeToString())


def _age(each: Row) -> tuple[int, TableId]:
    return each.table.created, each.table.id

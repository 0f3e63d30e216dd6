"""A list of tables and its changes: whoever reads them, at whatever pace, has the list in the end."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import TableList as ReadList
from galaxytables_client.table_list import EMPTY
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import ClosedTable, OpenTable, RunningTable, Stage, Table, TableSeat
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.subscriptions.projection import table_for
from galaxytables_lobby.subscriptions.table_list import KEPT_PUBLICATIONS, TableList, row

HOST = Person(PlayerId("host"), "Ada")
STAGES: dict[Stage, Any] = {Stage.OPEN: OpenTable, Stage.RUNNING: RunningTable, Stage.CLOSED: ClosedTable}


def a_table(number: int, stage: Stage = Stage.OPEN, version: int = 1) -> Table:
    """A table of which a higher number says that it is newer."""
    more = {Stage.OPEN: {"deadline": 0}, Stage.CLOSED: {"finished": 0}}.get(stage, {})
    table: Table = STAGES[stage](
        **more,
        id=TableId(f"t{number}"),
        name=f"table {number}",
        game="g",
        options={},
        seats=(TableSeat(player=HOST), TableSeat()),
        private=False,
        host=HOST,
        created=number,
        version=version,
        seed=b"s" * 32,
        commitment=b"c" * 32,
    )
    return table


def put(tables: TableList, table: Table, *, fills: bool = False) -> None:
    tables.put(row(table, table_for(PlayerId(""), table)), fills=fills)


@dataclass
class Reader:
    """A client that reads a list."""

    tables: TableList
    position: int = -1
    read: ReadList = EMPTY
    wholes: int = 0
    sizes: list[int] = field(default_factory=list)

    def catch_up(self) -> None:
        responses, self.position = self.tables.read(self.position)
        for response in responses:
            changes = tables_pb2.WatchTablesResponse.FromString(response).changes
            self.read = self.read.after(changes)
            self.wholes += changes.whole
            self.sizes.append(len(changes.tables))


NUMBERS = st.integers(1, 3)
STEPS = st.one_of(
    st.tuples(st.just("put"), NUMBERS, st.sampled_from(list(STAGES))),
    st.tuples(st.just("put"), NUMBERS, st.just(Stage.OPEN)),
    st.tuples(st.just("remove"), NUMBERS, st.none()),
    st.tuples(st.just("present"), NUMBERS, st.sampled_from([(), (0,), (1,), (0, 1)])),
    st.tuples(st.just("crowd"), NUMBERS, st.none()),
)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(STEPS, st.booleans(), st.integers(0, 2)), min_size=10, max_size=40), st.sampled_from([1, 2, 100])
)
def test_whole_list_and_changes_make_the_list_for_readers_of_every_pace(steps, max_rows):
    tables = TableList(max_rows=max_rows, max_new=1)
    # The last one reads nothing but the end.
    readers = [Reader(tables) for _ in range(4)]
    states: dict[str, Table] = {}
    for version, ((step, number, more), published, reader) in enumerate(steps, 1):
        if step == "put":
            states[f"t{number}"] = table = a_table(number, more, version)
            put(tables, table)
        elif step == "remove":
            tables.remove(TableId(f"t{number}"))
        elif step == "present":
            tables.note_present(TableId(f"t{number}"), more)
        else:
            tables.note_crowd(tables_pb2.Crowd(people=number))
        if published:
            tables.publish()
            readers[reader].catch_up()
    tables.publish()
    listed = {each.table.id: each.table for each in tables.rows}
    # What is on it is true, and no part is too long.
    assert all(states[table_id] is table for table_id, table in listed.items())
    assert all(table.stage in (Stage.OPEN, Stage.RUNNING) for table in listed.values())
    for stage in (Stage.OPEN, Stage.RUNNING):
        assert len([table for table in listed.values() if table.stage == stage]) <= max_rows
    for reader in reversed(readers):
        reader.catch_up()
        shown = {str(table_id): table_for(PlayerId(""), table) for table_id, table in listed.items()}
        assert {str(table_id): table for table_id, table in reader.read.tables.items()} == shown
        assert reader.read.present == readers[-1].read.present
        assert reader.read.crowd == readers[-1].read.crowd


@given(st.lists(st.tuples(st.integers(1, 12), st.sampled_from(list(STAGES))), max_size=40))
def test_a_list_with_room_has_all_tables_that_are_not_over(steps):
    tables, states = TableList(), {}
    for version, (number, stage) in enumerate(steps, 1):
        states[number] = table = a_table(number, stage, version)
        put(tables, table)
        tables.publish()
    pending = {table.id for table in states.values() if table.stage != Stage.CLOSED}
    assert {each.table.id for each in tables.rows} == pending


def test_whoever_falls_behind_gets_the_whole_list_and_whoever_does_not_gets_changes_alone():
    tables = TableList()
    put(tables, a_table(1))
    tables.publish()
    quick, slow = Reader(tables), Reader(tables)
    slow.catch_up()
    for number in range(2, KEPT_PUBLICATIONS + 3):
        quick.catch_up()
        put(tables, a_table(number))
        tables.publish()
    for reader in (quick, slow):
        reader.catch_up()
    assert (quick.wholes, slow.wholes) == (1, 2)
    assert slow.read.tables == quick.read.tables
    assert len(quick.read.tables) == KEPT_PUBLICATIONS + 2
    # Nothing new, nothing to read.
    tables.publish()
    assert tables.read(quick.position) == ([], quick.position)


def test_a_list_takes_only_so_many_new_tables_at_once_the_newest_in_place_of_the_oldest():
    tables = TableList(max_rows=3, max_new=2)
    reader = Reader(tables)
    for number in range(10, 20):
        put(tables, a_table(number))
    tables.publish()
    reader.catch_up()
    assert reader.read.tables.keys() == {"t10", "t11"}
    # There is room, and others to fill it.
    assert tables.short == [Stage.OPEN]
    put(tables, a_table(12), fills=True)
    assert tables.short == []
    for number in range(20, 30):
        put(tables, a_table(number))
    put(tables, a_table(1))
    tables.publish()
    reader.catch_up()
    assert reader.read.tables.keys() == {"t12", "t20", "t21"}
    # There is room again.
    put(tables, a_table(20, Stage.CLOSED, 2))
    assert tables.short == [Stage.OPEN]
    tables.all_shown(Stage.OPEN)
    assert tables.short == []


def test_a_table_that_leaves_the_list_because_it_is_over_comes_once_more():
    tables = TableList()
    put(tables, a_table(1))
    tables.publish()
    reader = Reader(tables)
    reader.catch_up()
    put(tables, a_table(1, Stage.CLOSED, 2))
    tables.publish()
    reader.catch_up()
    assert [each.state for each in reader.read.ended.values()] == [tables_pb2.TABLE_STATE_CLOSED]
    put(tables, a_table(1, Stage.CLOSED, 3))
    assert not tables.has_changed


@pytest.mark.parametrize("version", [1, 2])
def test_what_looks_the_same_is_no_change(version):
    tables = TableList()
    put(tables, a_table(1))
    tables.publish()
    put(tables, a_table(1, version=version))
    assert tables.has_changed == (version == 2)

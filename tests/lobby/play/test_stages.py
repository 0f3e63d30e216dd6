"""What each command that needs a table at some stage says at all others."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import tables_pb2
from tests.lobby.admin.test_admin import Operator, olga  # noqa: F401  # a fixture
from tests.lobby.house import Guest, House, refused

SLOW = tables_pb2.TimeControl(per_move=Duration(seconds=3600))
WHY = "a player asks"

OPEN, RUNNING, FINISHED, CLOSED = "open", "running", "finished", "closed"
TOO_LATE = {RUNNING: "TABLE_STARTED", FINISHED: "TABLE_STARTED", CLOSED: "TABLE_CLOSED"}
IN_PLAY = {OPEN: "TABLE_NOT_STARTED", FINISHED: "GAME_OVER", CLOSED: "TABLE_CLOSED"}

Command = Callable[[Guest, str], Awaitable[object]]
BY_HOST: Mapping[str, tuple[Command, Mapping[str, str]]] = {
    "join": (lambda host, table: host.join(table), TOO_LATE),
    "leave": (lambda host, table: host.leave(table), TOO_LATE),
    "ready": (lambda host, table: host.ready(table), TOO_LATE),
    "kick": (lambda host, table: host.kick(table, 1), TOO_LATE),
    "edit": (lambda host, table: host.edit(table, name="Late"), TOO_LATE),
    "start": (lambda host, table: host.start(table), TOO_LATE),
    "resign": (lambda host, table: host.resign(table), IN_PLAY),
    "undo": (lambda host, table: host.undo(table), IN_PLAY),
    "takeback": (lambda host, table: host.propose(table), IN_PLAY),
    "rematch": (
        lambda host, table: host.rematch(table),
        {OPEN: "GAME_NOT_OVER", RUNNING: "GAME_NOT_OVER", CLOSED: "TABLE_CLOSED"},
    ),
    "say": (lambda host, table: host.say(table, "Anybody?"), {FINISHED: "GAME_OVER", CLOSED: "TABLE_CLOSED"}),
}
BY_OPERATOR: Mapping[str, tuple[Any, Mapping[str, Any], Mapping[str, str]]] = {
    "CloseTable": (admin_pb2.CloseTableRequest, {}, {FINISHED: "GAME_OVER", CLOSED: "TABLE_CLOSED"}),
    "UnstickTable": (admin_pb2.UnstickTableRequest, {}, IN_PLAY),
    "ExtendClocks": (admin_pb2.ExtendClocksRequest, {"more": Duration(seconds=60)}, IN_PLAY),
    "RemovePlayer": (
        admin_pb2.RemovePlayerRequest,
        {"player_id": "somebody"},
        {OPEN: "NOT_SEATED", RUNNING: "NOT_SEATED", FINISHED: "GAME_OVER", CLOSED: "TABLE_CLOSED"},
    ),
}


async def table_at(house: House, operator: Operator, stage: str) -> tuple[str, Guest]:
    """A table at a stage, and its host."""
    if stage in (OPEN, CLOSED):
        host = await house.guest()
        table = await host.create(2, time_control=SLOW)
        if stage == CLOSED:
            await operator.does("CloseTable", admin_pb2.CloseTableRequest(table_id=table.id, reason=WHY))
        return table.id, host
    table_id, (host, other) = await house.started(time_control=SLOW)
    if stage == FINISHED:
        await other.resign(table_id)
    return table_id, host


@pytest.mark.parametrize("stage", [OPEN, RUNNING, FINISHED, CLOSED])
async def test_each_command_says_at_which_stage_the_table_is(stage, house, olga: Operator):  # noqa: F811
    table_id, host = await table_at(house, olga, stage)
    wanted, told = {}, {}
    for name, (command, reasons) in BY_HOST.items():
        if stage in reasons:
            wanted[name], told[name] = reasons[stage], (await refused(command(host, table_id))).reason
    for name, (kind, fields, reasons) in BY_OPERATOR.items():
        if stage in reasons:
            request = kind(table_id=table_id, reason=WHY, **fields)
            wanted[name], told[name] = reasons[stage], (await refused(olga.does(name, request))).reason
    assert told == wanted

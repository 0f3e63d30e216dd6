"""A blocked player gets the answers of one whom the host has sent away, so that nobody learns of a block."""

import json
import re
from typing import Any, NamedTuple

import pytest
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc.aio import AioRpcError

from galaxytables.lobby.v1 import pairing_pb2, play_pb2, relations_pb2, tables_pb2
from galaxytables_serving import read_error
from tests.lobby.house import Guest, House, Updates
from tests.lobby.people.test_relations import invitations, invite, regular

_SERVICES = {
    "tables": tables_pb2.DESCRIPTOR.services_by_name["TableService"],
    "play": play_pb2.DESCRIPTOR.services_by_name["PlayService"],
    "relations": relations_pb2.DESCRIPTOR.services_by_name["RelationService"],
}
_ABOUT_A_TABLE = [
    (stub, method)
    for stub, service in _SERVICES.items()
    for method in service.methods
    if not method.client_streaming and {"table_id", "table_ids"} & set(method.input_type.fields_by_name)
]
_VISIBILITIES = [tables_pb2.VISIBILITY_PUBLIC, tables_pb2.VISIBILITY_PRIVATE, tables_pb2.VISIBILITY_BY_INVITATION]
# Of each table, and of each moment.
_OWN = re.compile(r'"(created|commitment|time|now)": "[^"]*"')


class Outside(NamedTuple):
    """A player who had a seat at a table, was challenged to it, and may not sit there any more."""

    player: Guest
    table: tables_pb2.Table
    # Ids, each with the word for what it stands for.
    words: dict[str, str]

    def plain(self, said: str) -> str:
        """What was said, without what differs between any two tables."""
        for each, word in self.words.items():
            said = said.replace(each, word)
        return _OWN.sub("", said)


async def _outside(house: House, way: str, **terms: Any) -> Outside:
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    table = await ada.create(3, **terms)
    await cleo.join(table.invitation or table.id)
    await invite(cleo, table.id, bob)
    await bob.join(table.invitation or table.id)
    if way == "kick":
        await ada.kick(table.id, 2)
    else:
        await bob.leave(table.id)
        await ada.relate(bob, block=True)
    words = {table.invitation: "its invitation", table.id: "the table"} if table.invitation else {table.id: "the table"}
    return Outside(bob, table, words | {ada.id: "Ada's", bob.id: "Bob's", cleo.id: "Cleo's"})


def _addresses(table: tables_pb2.Table) -> list[str]:
    """The id of a table, and the invitation if it has one."""
    return [table.id, table.invitation] if table.invitation else [table.id]


async def _answer(outside: Outside, stub: str, method: MethodDescriptor, table_id: str) -> str:
    """The first answer of a call, or its refusal, with all that a caller can read of it."""
    request = GetMessageClass(method.input_type)()
    named: Any = request
    if "table_ids" in method.input_type.fields_by_name:
        named.table_ids.append(table_id)
    else:
        named.table_id = table_id
    call = getattr(getattr(outside.player, stub), method.name)(request, metadata=outside.player.metadata)
    try:
        said: Message = await (Updates(call).next() if method.server_streaming else call)
    except AioRpcError as error:
        read = read_error(error)
        return outside.plain(json.dumps([read.reason, dict(read.metadata), str(error.details()), str(error.code())]))
    finally:
        call.cancel()
    return outside.plain(json.dumps(MessageToDict(said), sort_keys=True))


@pytest.mark.parametrize("visibility", _VISIBILITIES)
async def test_every_call_about_a_table_answers_both_alike(house: House, visibility: tables_pb2.Visibility.ValueType):
    blocked, kicked = [await _outside(house, way, visibility=visibility) for way in ("block", "kick")]
    for stub, method in _ABOUT_A_TABLE:
        for one, other in zip(_addresses(blocked.table), _addresses(kicked.table), strict=True):
            said = await _answer(blocked, stub, method, one)
            assert said == await _answer(kicked, stub, method, other), method.full_name
    join = _SERVICES["tables"].methods_by_name["JoinTable"]
    assert "SENT_AWAY" in await _answer(blocked, "tables", join, _addresses(blocked.table)[-1])


@pytest.mark.parametrize("way", ["block", "kick"])
async def test_no_list_shows_the_table_as_one_where_either_may_sit(house: House, way: str):
    bob = (await _outside(house, way)).player
    waits = await bob.pairing.ListWaits(pairing_pb2.ListWaitsRequest(), metadata=bob.metadata)
    assert list(waits.table_ids) == []
    assert await invitations(bob) == []
    assert list((await bob.my_tables()).tables) == []
    [listed] = (await bob.list()).tables
    passer = await house.guest()
    assert listed == (await passer.list()).tables[0]


async def test_nobody_is_challenged_to_a_table_where_a_block_keeps_them_from_a_seat(house: House):
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    table = await ada.create(3)
    await cleo.join(table.id)
    await ada.relate(bob, block=True)
    await invite(cleo, table.id, bob)
    assert await invitations(bob) == []
    request = relations_pb2.ListInvitedRequest(table_id=table.id)
    [entry] = (await cleo.relations.ListInvited(request, metadata=cleo.metadata)).players
    assert (entry.player.id, entry.state) == (bob.id, relations_pb2.INVITED_STATE_SENT)

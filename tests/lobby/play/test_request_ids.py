"""Every call that changes something counts once under its request id, and a repeat gets the first answer."""

import uuid
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from msgspec.structs import replace

from galaxytables.lobby.v1 import archive_pb2, bots_pb2, play_pb2, players_pb2, tables_pb2
from galaxytables_lobby.adapters.redis.commit_arguments import REMEMBERED
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.ids import TableId
from tests.lobby.counting import NAME
from tests.lobby.house import House, refused

SLOW = tables_pb2.TimeControl(per_move=Duration(seconds=7200), vacation=Duration(seconds=9000))
SERVICES = [
    service
    for module in (archive_pb2, bots_pb2, play_pb2, players_pb2, tables_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
]


class Call:
    """A call with all that it says, ready to be sent by anybody anywhere."""

    def __init__(self, guest, name: str, /, **fields: Any) -> None:
        self.guest = guest
        self.other = guest
        self.name = name
        (method,) = [each.methods_by_name[name] for each in SERVICES if name in each.methods_by_name]
        module = tables_pb2 if method.containing_service.name == "TableService" else play_pb2
        self.request = getattr(module, method.input_type.name)(**fields)

    async def send(self, house: House, lobby: int = 0, *, request_id: str | None = None) -> Any:
        guest = house.at(self.guest, lobby)
        stub = guest.tables if hasattr(guest.tables, self.name) else guest.play
        request = type(self.request)()
        request.CopyFrom(self.request)
        if request_id is not None:
            request.request_id = request_id
        return await getattr(stub, self.name)(request, metadata=guest.metadata)


async def waiting(house, seats=3, **fields):
    """An open table with two people, the second not the host."""
    host, other = await house.guest("Ada"), await house.guest("Bea")
    table = await host.create(seats, **fields)
    await other.join(table.invitation or table.id)
    return table, host, other


async def create(house):
    return Call(await house.guest(), "CreateTable", game=NAME, seats=2, name="One of mine")


async def join(house):
    table, *_ = await waiting(house)
    return Call(await house.guest("Cal"), "JoinTable", table_id=table.id, seat=2, entropy=b"x")


async def leave(house):
    table, _, other = await waiting(house)
    return Call(other, "LeaveTable", table_id=table.id)


async def leave_privately(house):
    table, _, other = await waiting(house, visibility=tables_pb2.VISIBILITY_PRIVATE)
    return Call(other, "LeaveTable", table_id=table.id)


async def get_ready(house):
    table, _, other = await waiting(house)
    return Call(other, "SetReady", table_id=table.id, ready=True)


async def add_bot(house):
    table, host, _ = await waiting(house, 4)
    offer = await house._stack.enter_async_context(house.host().hosting("random"))
    await offer.next()
    return Call(host, "AddBot", table_id=table.id, bot="random")


async def remove_bot(house):
    call = await add_bot(house)
    added = await call.send(house)
    return Call(call.guest, "RemoveBot", table_id=added.table.id, seat=added.seat)


async def kick(house):
    table, host, _ = await waiting(house)
    return Call(host, "KickPlayer", table_id=table.id, seat=1)


async def edit(house):
    table, host, _ = await waiting(house)
    return Call(host, "EditTable", table_id=table.id, name="Better", seats=4)


async def start(house):
    table, host, other = await waiting(house, 2)
    await other.ready(table.id)
    return Call(host, "StartTable", table_id=table.id)


async def once_more(house):
    table_id, (one, two) = await house.started(options={"rounds": "1"})
    for guest in (one, two):
        await guest.pick(table_id)
    return Call(two, "Rematch", table_id=table_id)


async def undo(house):
    table_id, (one, _) = await house.started()
    await one.pick(table_id)
    return Call(one, "Undo", table_id=table_id)


async def propose(house):
    table_id, (one, two) = await house.started()
    for guest in (one, two):
        await guest.pick(table_id)
    call = Call(one, "ProposeTakeback", table_id=table_id, choices=1, accept_unrated=True)
    call.other = two
    return call


async def accept(house):
    call = await propose(house)
    proposed = await call.send(house)
    fields = {"table_id": call.request.table_id, "takeback": proposed.takeback.id}
    fields |= {"accept": True, "accept_unrated": True}
    return Call(call.other, "AnswerTakeback", **fields)


async def wish(house):
    table_id, (one, _) = await house.started()
    return Call(one, "SetPause", table_id=table_id, paused=True)


async def go_away(house):
    table_id, (one, _) = await house.started(time_control=SLOW)
    return Call(one, "SetVacation", table_id=table_id, away=True)


async def resign(house):
    table_id, (_, _, three) = await house.started(3)
    return Call(three, "Resign", table_id=table_id)


async def claim(house):
    table_id, (one, two, three) = await house.started(3)
    for guest in (two, three):
        await guest.resign(table_id)
    return Call(one, "ClaimEnd", table_id=table_id)


async def choose(house):
    table_id, (one, _) = await house.started()
    prompt = (await one.view(table_id)).prompts[0]
    return Call(one, "SubmitChoice", table_id=table_id, prompt_id=prompt.id, picks=["c0"])


async def say(house):
    table_id, (one, _) = await house.started()
    return Call(one, "SendMessage", table_id=table_id, text="Hello")


SCENES = [
    *(create, join, leave, leave_privately, get_ready, add_bot, remove_bot, kick, edit, start, once_more),
    *(undo, propose, accept, wish, go_away, resign, claim, choose, say),
]

CALLS = {
    *("CreateTable", "JoinTable", "LeaveTable", "SetReady", "AddBot", "RemoveBot", "KickPlayer", "EditTable"),
    *("StartTable", "Rematch", "Undo", "ProposeTakeback", "AnswerTakeback", "SetPause", "SetVacation", "Resign"),
    *("ClaimEnd", "SubmitChoice", "SendMessage"),
}


def table_of(call: Call, answer: Any) -> str:
    """The id of the table that a call changes."""
    if call.name in ("CreateTable", "JoinTable"):
        found: str = answer.table.id
        return found
    table_id: str = call.request.table_id
    return table_id


async def something_else_happens(house: House, table_id: str) -> None:
    async def step(loaded):
        return Change(replace(loaded.table, version=loaded.table.version + 1))

    await house.lobbies[0].tables.change(TableId(table_id), step)


async def version(house: House, table_id: str) -> int:
    return await house.lobbies[0].tables.store.version(TableId(table_id))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_a_repeat_gets_the_first_answer_from_every_process_and_does_nothing(house, scene):
    await house.open_lobby()
    call = await scene(house)
    request_id = str(uuid.uuid4())
    first = await call.send(house, request_id=request_id)
    table_id = table_of(call, first)
    await something_else_happens(house, table_id)
    before = await version(house, table_id)
    for lobby in (1, 0, 1):
        assert await call.send(house, lobby, request_id=request_id) == first
    assert await version(house, table_id) == before


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_what_was_committed_before_the_process_died_is_not_done_again(house, scene, monkeypatch):
    await house.open_lobby()
    call = await scene(house)
    request_id = str(uuid.uuid4())
    store = house.lobbies[0].tables.store
    committed, original = [], store.commit

    async def commit_and_die(commit):
        committed.append(await original(commit))
        raise RuntimeError("the process dies")

    # A rematch is made in several steps; whoever dies between them has told nobody of it.
    monkeypatch.setattr(store, "commit", commit_and_die)
    assert (await refused(call.send(house, request_id=request_id))).reason == "INTERNAL"
    monkeypatch.undo()
    assert len(committed) == 1
    first = await call.send(house, 1, request_id=request_id)
    before = await version(house, table_of(call, first))
    assert await call.send(house, request_id=request_id) == first
    assert await version(house, table_of(call, first)) == before


OTHERS: dict[str, dict[str, Any]] = {
    "CreateTable": {"name": "Another"},
    "JoinTable": {"entropy": b"y"},
    "SetReady": {"ready": False},
    "AddBot": {"bot": "greedy"},
    "RemoveBot": {"seat": 0},
    "KickPlayer": {"seat": 0},
    "EditTable": {"seats": 3},
    "Rematch": {"entropy": b"y"},
    "ProposeTakeback": {"choices": 2},
    "AnswerTakeback": {"accept": False},
    "SetPause": {"paused": False},
    "SetVacation": {"away": False},
    "SubmitChoice": {"picks": ["c2"]},
    "SendMessage": {"text": "Goodbye"},
}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_another_request_under_the_same_id_is_refused(house, scene):
    await house.open_lobby()
    call = await scene(house)
    request_id = str(uuid.uuid4())
    table_id = table_of(call, await call.send(house, request_id=request_id))
    before = await version(house, table_id)
    others = [Call(call.guest, "SetPause", table_id=table_id, paused=True)]
    if call.name == "SetPause":
        others = [Call(call.guest, "Resign", table_id=table_id)]
    if call.name in OTHERS:
        others.append(Call(call.guest, call.name))
        others[-1].request.CopyFrom(call.request)
        for field, value in OTHERS[call.name].items():
            others[-1].request.ClearField(field)
            others[-1].request.MergeFrom(type(call.request)(**{field: value}))
    for other in others:
        for lobby in (1, 0):
            error = await refused(other.send(house, lobby, request_id=request_id))
            assert (error.reason, error.metadata) == ("REQUEST_ID_REUSED", {"request_id": request_id}), other.name
    assert await version(house, table_id) == before


async def test_ids_of_different_people_have_nothing_to_do_with_each_other(house):
    table_id, guests = await house.started()
    request_id = str(uuid.uuid4())
    for guest in guests:
        await Call(guest, "SendMessage", table_id=table_id, text=guest.id).send(house, request_id=request_id)
    assert await guests[0].messages(table_id) == [guest.id for guest in guests]


async def test_a_bot_host_has_ids_for_each_of_its_seats(house):
    host = house.host()
    async with host.hosting("random") as offer:
        await offer.next()
        one = await house.guest()
        table = await one.create(3)
        for _ in range(2):
            await one.add_bot(table.id)
        await one.start(table.id)
        for seat in (1, 2):
            await host.submit(table.id, f"r1s{seat}", "c0", request_id="the same id", seat=seat)
        assert list((await one.view(table.id)).waiting_for) == [0]


async def test_an_undo_that_comes_twice_takes_one_choice_back(house):
    call = await undo(house)
    await call.send(house, request_id="an undo once")
    await call.guest.pick(call.request.table_id)
    await call.send(house, request_id="an undo once")
    assert list((await call.guest.view(call.request.table_id)).waiting_for) == [1]


async def test_a_wish_that_arrives_again_after_it_was_taken_back_is_no_new_one(house):
    call = await wish(house)
    await call.send(house, request_id="the first wish")
    again = await call.send(house, request_id="a wish that changes nothing")
    other = Call(call.guest, "SetPause", table_id=call.request.table_id, paused=False)
    await other.send(house, request_id="taken back")
    assert await call.send(house, request_id="a wish that changes nothing") == again
    assert list((await call.guest.view(call.request.table_id)).wishes) == []


async def test_a_table_that_has_forgotten_its_opening_is_not_opened_again(house):
    call = await create(house)
    first = await call.send(house, request_id="opened once")
    for _ in range(REMEMBERED):
        await something_else_happens(house, first.table.id)
    again = await call.send(house, request_id="opened once")
    assert (again.table.id, again.table.version) == (first.table.id, REMEMBERED + 1)
    assert len((await call.guest.my_tables()).tables) == 1


async def test_the_same_request_at_many_processes_at_once_opens_one_table(house):
    await house.open_lobby()
    call = await create(house)
    answers = [await work for work in [call.send(house, number % 2, request_id="opened once") for number in range(6)]]
    assert all(answer == answers[0] for answer in answers)
    assert len((await call.guest.my_tables()).tables) == 1


async def test_without_an_id_every_request_is_another(house):
    call = await create(house)
    assert (await call.send(house)).table.id != (await call.send(house)).table.id
    gone = await leave(house)
    await gone.send(house)
    assert (await refused(gone.send(house))).reason == "NOT_SEATED"


async def test_what_is_no_id_is_refused(house):
    call = await create(house)
    error = await refused(call.send(house, request_id="short"))
    assert (error.reason, error.metadata) == ("INVALID_REQUEST_ID", {"least": "8", "most": "64"})
    for scene in (choose, say):
        assert (await refused((await scene(house)).send(house))).reason == "INVALID_REQUEST_ID"


async def test_a_request_that_was_refused_may_succeed_under_its_id(house):
    table, host, other = await waiting(house, 2)
    call = Call(host, "StartTable", table_id=table.id)
    assert (await refused(call.send(house, request_id="start once"))).reason == "NOT_READY"
    await other.ready(table.id)
    assert (await call.send(house, request_id="start once")).table.state == tables_pb2.TABLE_STATE_RUNNING


def test_every_call_that_changes_something_takes_a_request_id():
    changing = {
        method.name: method.input_type.fields_by_name
        for service in SERVICES
        for method in service.methods
        # Others change nothing, or nothing more when they are repeated.
        if method.GetOptions().idempotency_level == method.GetOptions().IDEMPOTENCY_UNKNOWN
        and not method.server_streaming
    }
    # Of a guest nothing is kept but the token.
    assert {name for name, fields in changing.items() if "request_id" not in fields} == {"CreateGuest", "RenewToken"}
    # `tests/lobby/people` has the scenes of `Refresh`, which concerns no table.
    assert {scene for scene in changing if "request_id" in changing[scene]} == CALLS | {"Refresh"}

"""The `Play` stream: any number of watches and choices over one stream."""

import asyncio
import time
from typing import Any

import grpc.aio

from galaxytables.lobby.v1 import play_pb2
from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED
from galaxytables_lobby.api import stream as stream_module
from galaxytables_lobby.api.heartbeat import Heartbeat
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import WATCHERS
from galaxytables_lobby.people.quotas import ConcurrencyLimit
from galaxytables_lobby.people.tokens import Asker
from galaxytables_serving.sources import Source
from tests.lobby.house import PATIENCE, eventually, refused


class Stream:
    """A client of one Play stream."""

    def __init__(self, guest):
        self.call = guest.play.Play(metadata=guest.metadata)
        self.number = 0

    async def send(self, **content) -> int:
        self.number += 1
        await self.call.write(play_pb2.PlayRequest(id=self.number, **content))
        return self.number

    async def watch(self, table_id, **fields) -> int:
        return await self.send(watch=play_pb2.WatchTableRequest(table_id=table_id, from_event=1, **fields))

    async def submit(self, table_id, prompt_id, *picks, request_id="request-id", **fields) -> int:
        request = play_pb2.SubmitChoiceRequest(
            table_id=table_id, prompt_id=prompt_id, picks=picks, request_id=request_id, **fields
        )
        return await self.send(submit=request)

    async def next(self) -> play_pb2.PlayResponse:
        async with asyncio.timeout(PATIENCE):
            response = await self.call.read()
        assert isinstance(response, play_pb2.PlayResponse), "the stream has ended"
        return response

    async def of(self, number: int) -> play_pb2.PlayResponse:
        while (response := await self.next()).id != number:
            pass
        return response


async def test_watches_and_choices_share_a_stream_and_failures_do_not_end_it(house):
    table_id, (one, two) = await house.started(options={"rounds": "2"})
    other_id, (_, _) = await house.started()
    stream = Stream(one)
    watch = await stream.watch(table_id)
    first = await stream.of(watch)
    assert first.update.last_event == 3
    spectating = await stream.watch(other_id)
    assert not (await stream.of(spectating)).update.HasField("viewer")
    for arguments, reason in (
        ((table_id, "r1s1", "c0"), "PROMPT_CLOSED"),
        ((table_id, "r7s0", "c0"), "PROMPT_CLOSED"),
        (("nowhere", "r1s0", "c0"), "TABLE_NOT_FOUND"),
        ((table_id, "r1s0", "c9"), "UNKNOWN_OPTION"),
    ):
        failure = (await stream.of(await stream.submit(*arguments))).failure
        assert failure.reason == reason
        assert failure.code
        assert failure.message
    submit = await stream.submit(table_id, "r1s0", "c0")
    answers = [await stream.next(), await stream.next()]
    assert {answer.id for answer in answers} == {submit, watch}
    assert {answer.WhichOneof("response") for answer in answers} == {"submitted", "update"}
    nothing = await stream.send()
    assert (await stream.of(nothing)).failure.reason == "INVALID_REQUEST"
    await stream.call.write(play_pb2.PlayRequest(id=watch, watch=play_pb2.WatchTableRequest(table_id=table_id)))
    assert (await stream.of(watch)).failure.reason == "INVALID_REQUEST"
    await stream.send(unwatch=watch)
    await two.pick(table_id)
    # Nothing of the unwatched table comes any more: the next answer is that of the next request.
    submit = await stream.submit(table_id, "r2s0", "c0", request_id="request-2")
    assert (await stream.next()).id == submit
    stream.call.cancel()


async def test_each_watch_is_told_what_is_new_in_its_own_view(house):
    table_id, (one, two) = await house.started(options={"rounds": "2"})
    stream = Stream(one)
    first = await stream.watch(table_id, views=True, view_patches=True)
    assert (await stream.of(first)).update.HasField("view")
    await two.pick(table_id)
    second = await stream.watch(table_id, views=True, view_patches=True)
    assert (await stream.of(second)).update.HasField("view")
    await stream.submit(table_id, "r1s0", "c0")
    told = [await stream.next() for _ in range(3)]
    assert sorted(each.id for each in told if each.update.HasField("view_patch")) == [first, second]
    stream.call.cancel()


async def test_a_watch_ends_with_its_table_and_its_number_is_free_again(house):
    table_id, (one, two) = await house.started(options={"rounds": "1"})
    stream = Stream(one)
    watch = await stream.watch(table_id, views=True)
    await stream.submit(table_id, "r1s0", "c0")
    await two.pick(table_id)
    seen: list[play_pb2.PlayResponse] = []
    while not seen or seen[-1].update.state != TABLE_STATE_FINISHED:
        seen.append(await stream.of(watch))
    numbers = [event.number for response in seen for event in response.update.events]
    assert numbers == list(range(1, seen[-1].update.last_event + 1))
    await stream.call.write(play_pb2.PlayRequest(id=watch, watch=play_pb2.WatchTableRequest(table_id=table_id)))
    assert (await stream.of(watch)).update.state == TABLE_STATE_FINISHED
    stream.call.cancel()


async def test_what_was_asked_is_answered_after_the_client_has_said_its_last(house):
    table_id, (one, _) = await house.started()
    stream = Stream(one)
    await stream.watch(table_id)
    submit = await stream.submit(table_id, "r1s0", "c0")
    await stream.call.done_writing()
    seen = []
    async with asyncio.timeout(PATIENCE):
        while (response := await stream.call.read()) is not grpc.aio.EOF:
            seen.append(response)
    assert [response.id for response in seen if response.HasField("submitted")] == [submit]
    assert await stream.call.code() == grpc.StatusCode.OK


async def test_watches_of_one_stream_are_bounded(house, monkeypatch):
    monkeypatch.setattr(stream_module, "MAX_WATCHES", 2)
    table_id, (one, _) = await house.started()
    stream = Stream(one)
    watches = [await stream.watch(table_id) for _ in range(3)]
    failed = await stream.of(watches[-1])
    assert failed.failure.reason == "TOO_MANY_REQUESTS"
    stream.call.cancel()


async def test_a_stream_needs_a_token(house):
    guest = await house.guest()
    guest.metadata = ()
    assert (await refused(Stream(guest).next())).reason == "TOKEN_MISSING"


async def test_many_choices_at_once_are_all_answered(house):
    tables = [await house.started(options={"rounds": "1"}) for _ in range(20)]
    host = tables[0][1][0]
    stream = Stream(host)
    numbers = {await stream.submit(table_id, "r1s0", "c0") for table_id, _ in tables for _ in range(20)}
    answered = [await stream.next() for _ in numbers]
    assert {response.id for response in answered} == numbers
    accepted = [response for response in answered if response.HasField("submitted")]
    assert len(accepted) == 20
    assert {response.failure.reason for response in answered if response.HasField("failure")} == {"NOT_SEATED"}
    stream.call.cancel()


async def test_a_client_that_takes_no_answers_is_not_read_any_further(monkeypatch):
    monkeypatch.setattr(stream_module, "MAX_WAITING", 10)
    sent = 0

    async def requests():
        nonlocal sent
        while True:
            sent += 1
            yield (play_pb2.PlayRequest(id=sent),)
            await asyncio.sleep(0)

    async def nothing(*_):
        raise AssertionError("nothing is chosen or watched")

    nobody: Any = None
    caller = Asker(Person(PlayerId("p"), "Ada"), "", 10**12, Source("192.0.2.1"))
    heartbeat, watches = Heartbeat(20.0, time.time), ConcurrencyLimit("watches", {})
    stream = stream_module.PlayStream(caller, nothing, nothing, nobody, heartbeat=heartbeat, watches=watches)
    serving = stream.serve(requests())
    assert play_pb2.PlayResponse.FromString((await anext(serving))[0]).failure.reason == "INVALID_REQUEST"
    for _ in range(200):
        await asyncio.sleep(0)
    read = sent
    assert 10 <= read <= 13
    taken = len(await anext(serving))
    for _ in range(200):
        await asyncio.sleep(0)
    assert 0 < taken <= sent - read <= taken + 2
    await serving.aclose()


async def test_what_is_ready_at_the_same_moment_comes_in_one_message(house):
    table_id, (one, _) = await house.started(options={"rounds": "2"})
    call = one.play.PlayMany(metadata=one.metadata)
    watch = play_pb2.WatchTableRequest(table_id=table_id, from_event=1)
    await call.write(play_pb2.PlayManyRequest(requests=[play_pb2.PlayRequest(id=1, watch=watch)]))
    async with asyncio.timeout(PATIENCE):
        first = await call.read()
    assert [response.WhichOneof("response") for response in first.responses] == ["update"]
    submit = play_pb2.SubmitChoiceRequest(table_id=table_id, prompt_id="r1s0", picks=["c0"], request_id="request-id")
    refused_submit = play_pb2.SubmitChoiceRequest(table_id=table_id, prompt_id="r9s0", request_id="request-9")
    requests = [play_pb2.PlayRequest(id=2, submit=submit), play_pb2.PlayRequest(id=3, submit=refused_submit)]
    await call.write(play_pb2.PlayManyRequest(requests=requests))
    answers: dict[int, play_pb2.PlayManyResponse] = {}
    async with asyncio.timeout(PATIENCE):
        while not {1, 2, 3} <= answers.keys():
            message = await call.read()
            answers |= {response.id: message for response in message.responses}
    assert answers[1] is answers[2]
    assert [response.WhichOneof("response") for response in answers[2].responses[:2]] == ["update", "submitted"]
    call.cancel()


def test_a_message_holds_so_many_answers_and_events_and_all_in_order(monkeypatch):
    monkeypatch.setattr(stream_module, "MAX_TOGETHER", 3)
    monkeypatch.setattr(stream_module, "MAX_EVENTS_TOGETHER", 5)
    events = [0, 0, 0, 0, 4, 2, 9, 1]
    responses = [stream_module._Response(b"%d" % place, count) for place, count in enumerate(events)]
    bundles = [[int(response) for response in bundle] for bundle in stream_module._bundles(responses)]
    assert bundles == [[0, 1, 2], [3, 4], [5], [6], [7]]


async def test_a_number_that_is_watched_anew_while_it_opens_leaves_no_watcher_behind(house):
    table_id, (one, _) = await house.started()
    before = WATCHERS.labels("table")._value.get()
    stream = Stream(one)
    for _ in range(20):
        await stream.watch(table_id)
        number = stream.number
        await stream.send(unwatch=number)
        stream.number = number - 1
        await stream.watch(table_id)
        await stream.send(unwatch=number)
        stream.number = number
    last = await stream.watch(table_id)
    assert (await stream.of(last)).update.table_id == table_id
    assert WATCHERS.labels("table")._value.get() == before + 1
    stream.call.cancel()
    await eventually(lambda: WATCHERS.labels("table")._value.get() == before)

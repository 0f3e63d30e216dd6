"""Streams show that they live, carry the server's time, and end with the token that they were opened with."""

import asyncio
import time
from dataclasses import replace
from itertools import chain, pairwise
from types import SimpleNamespace
from typing import Any

import grpc.aio
import pytest

from galaxytables.lobby.v1 import bots_pb2, play_pb2, tables_pb2
from galaxytables_lobby.api.heartbeat import Heartbeat, Pulse
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.errors import UnauthenticatedError
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.tokens import Caller
from tests.lobby.counting import NAME
from tests.lobby.house import PATIENCE, Guest, refused

SILENCE = 1.0


class Stream:
    """A stream of any kind, at a table where everybody waits for others."""

    def __init__(self, kind: str, guest: Guest, table_id: str) -> None:
        self.kind = kind
        self.call: Any
        self.asked: list[Any] = []
        watch = play_pb2.WatchTableRequest(table_id=table_id)
        if kind == "WatchTable":
            self.call = guest.play.WatchTable(watch, metadata=guest.metadata)
        elif kind == "WatchTables":
            self.call = guest.tables.WatchTables(tables_pb2.WatchTablesRequest(), metadata=guest.metadata)
        elif kind == "WatchMyTables":
            self.call = guest.tables.WatchMyTables(tables_pb2.WatchMyTablesRequest(), metadata=guest.metadata)
        elif kind == "HostBots":
            offers = [bots_pb2.BotOffer(game=NAME, bot="random")]
            self.call = guest.bots.HostBots(bots_pb2.HostBotsRequest(offers=offers), metadata=guest.metadata)
        elif kind == "Play":
            self.call = guest.play.Play(metadata=guest.metadata)
            self.asked = [play_pb2.PlayRequest(id=1, watch=watch)]
        else:
            self.call = guest.play.PlayMany(metadata=guest.metadata)
            self.asked = [play_pb2.PlayManyRequest(requests=[play_pb2.PlayRequest(id=1, watch=watch)])]

    async def next(self):
        """The next message, of a bundle the only one."""
        while self.asked:
            await self.call.write(self.asked.pop())
        async with asyncio.timeout(PATIENCE):
            message = await self.call.read()
        assert message is not grpc.aio.EOF
        if self.kind == "PlayMany":
            (message,) = message.responses
        return message

    async def beat(self):
        """The next heartbeat: a message with nothing but the time."""
        while not is_beat(message := await self.next()):
            pass
        return message.now.ToMilliseconds() / 1000


def is_beat(message) -> bool:
    return [field.name for field, _ in message.ListFields()] == ["now"]


KINDS = ["WatchTable", "WatchTables", "WatchMyTables", "HostBots", "Play", "PlayMany"]


async def brisk(house):
    """A lobby whose streams are silent for a second at most."""
    house.settings = replace(house.settings, heartbeat=SILENCE)
    await house.open_lobby()
    return house


@pytest.mark.parametrize("kind", KINDS)
async def test_an_idle_stream_carries_the_servers_time_again_and_again(house, kind):
    await brisk(house)
    table_id, (one, _) = await house.started()
    guest = house.host(1) if kind == "HostBots" else house.at(one, 1)
    stream = Stream(kind, guest, table_id)
    for house.clock.ahead in (500, 600, 700):
        # One that was under way may tell of the time before.
        while await stream.beat() < int(house.clock()):
            pass
    stream.call.cancel()


async def test_a_busy_stream_carries_none(house, monkeypatch):
    """The timer comes by when the test says so."""
    heartbeats: list[Heartbeat] = []

    def start(heartbeat: Heartbeat) -> None:
        heartbeats.append(heartbeat)

    monkeypatch.setattr(Heartbeat, "start", start)
    await brisk(house)
    [heartbeat] = heartbeats

    def visit() -> None:
        for pulse in chain(*heartbeat._rounds):
            pulse.visit()

    table_id, (one, two) = await house.started()
    stream = Stream("WatchTable", house.at(one, 1), table_id)
    await stream.next()
    for number in range(10):
        visit()
        if number % 5 == 0:
            house.clock.ahead += 10
        await two.say(table_id, f"message {number}")
        message = await stream.next()
        assert [each.text for each in message.update.messages] == [f"message {number}"]
    beating = asyncio.create_task(stream.beat())
    while not beating.done():
        visit()
        await asyncio.sleep(0.01)
    assert await beating
    stream.call.cancel()


async def test_every_update_and_every_tidings_of_tables_carry_the_servers_time(house):
    house.clock.stand_still()
    table_id, (one, two) = await house.started(options={"rounds": "2"})
    house.clock.ahead += 500
    streams = [Stream(kind, one, table_id) for kind in ("WatchMyTables", "WatchTables", "WatchTable", "Play")]
    first = [await stream.next() for stream in streams]
    await one.pick(table_id)
    await two.pick(table_id)
    opened = await one.create(2)
    later = [await streams[0].next(), (await streams[2].next()).update, (await streams[3].next()).update]
    tidings = await streams[1].next()
    while opened.id not in [table.id for table in tidings.changes.tables]:
        assert tidings.HasField("now")
        tidings = await streams[1].next()
    for told in (*first[:2], first[2].update, first[3].update, *later, tidings, await one.view(table_id)):
        assert told.now.ToMilliseconds() == int(house.clock() * 1000)
    for stream in streams:
        stream.call.cancel()


@pytest.mark.parametrize("kind", KINDS)
async def test_a_stream_ends_with_its_token(house, kind):
    await brisk(house)
    table_id, (one, _) = await house.started()
    guest = house.host(1) if kind == "HostBots" else house.at(one, 1)
    stream = Stream(kind, guest, table_id)
    await stream.beat()
    house.clock.ahead += 91 * 24 * 3600
    error = await refused(stream.beat())
    assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED")


def short_lived(house, guest, seconds):
    """The same person with a token that expires soon."""
    token, _ = house.tokens.make(Person(guest.id, "Ada"), days=seconds / (24 * 3600))
    return Guest(house.channels[0], token, guest.id)


async def test_nothing_is_told_after_the_token_has_expired(house):
    table_id, (one, two) = await house.started()
    stream = Stream("WatchTable", short_lived(house, one, 60), table_id)
    await stream.next()
    await two.say(table_id, "in time")
    await stream.next()
    house.clock.ahead += 60
    await two.say(table_id, "too late")
    assert (await refused(stream.next())).reason == "TOKEN_EXPIRED"


async def test_no_choice_counts_after_the_token_has_expired(house):
    table_id, (one, _) = await house.started()
    stream = Stream("Play", short_lived(house, one, 60), table_id)
    (prompt,) = (await stream.next()).update.prompts
    house.clock.ahead += 60
    choice = play_pb2.SubmitChoiceRequest(
        table_id=table_id, prompt_id=prompt.id, picks=prompt.default_picks, request_id="a request"
    )
    await stream.call.write(play_pb2.PlayRequest(id=2, submit=choice))
    assert (await refused(stream.next())).reason == "TOKEN_EXPIRED"
    assert (await one.view(table_id)).prompts[0].id == prompt.id


class Woken:
    """Streams that count how often they were woken, by the step in which it was."""

    def __init__(self) -> None:
        self.now = 0.0
        self.times: list[str] = []

    def pulse(self, name: str = "it", expires: int = 100) -> Pulse:
        return Pulse(Caller(Person(PlayerId("p"), "P"), "", expires), lambda: self.times.append(name), lambda: self.now)


def test_a_stream_that_was_told_something_since_the_last_visit_is_not_woken():
    woken = Woken()
    pulse = woken.pulse()
    for _ in range(3):
        pulse.visit()
        assert not pulse.beats(["news"])
    assert woken.times == []
    pulse.visit()
    pulse.visit()
    assert woken.times == ["it"]
    # News came in the same moment: no heartbeat beside them.
    assert not pulse.beats(["news"])
    pulse.visit()
    pulse.visit()
    assert pulse.beats([])
    assert not pulse.beats([])


def test_a_stream_whose_reader_is_slow_is_woken_once():
    woken = Woken()
    pulse = woken.pulse()
    for _ in range(10):
        pulse.visit()
    assert woken.times == ["it"]


def test_a_stream_whose_token_has_expired_is_woken_however_busy_it_is():
    woken = Woken()
    pulse = woken.pulse()
    pulse.beats(["news"])
    woken.now = 99.9
    pulse.check()
    woken.now = 100
    pulse.visit()
    assert woken.times == ["it"]
    with pytest.raises(UnauthenticatedError):
        pulse.check()


async def test_one_timer_serves_all_streams_and_never_wakes_them_all_at_once(monkeypatch):
    woken, caller = Woken(), Caller(Person(PlayerId("p"), "P"), "", 10**12)
    heartbeat = Heartbeat(0.32, time.time)
    steps: list[int] = []
    pause = asyncio.sleep

    async def step(seconds: float) -> None:
        steps.append(len(woken.times))
        await pause(seconds)

    monkeypatch.setattr(
        "galaxytables_lobby.api.heartbeat.asyncio", SimpleNamespace(create_task=asyncio.create_task, sleep=step)
    )
    before = len(asyncio.all_tasks())
    heartbeat.start()
    held = [heartbeat.stream(caller, lambda: woken.times.append("it")) for _ in range(800)]
    for each in held:
        each.__enter__()
    assert len(asyncio.all_tasks()) == before + 1
    async with asyncio.timeout(PATIENCE):
        while len(woken.times) < 800:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    assert max(after - before for before, after in pairwise(steps)) == 800 / 16
    for each in held:
        each.__exit__(None, None, None)
    assert not any(heartbeat._rounds)
    await heartbeat.close()
    assert len(asyncio.all_tasks()) == before

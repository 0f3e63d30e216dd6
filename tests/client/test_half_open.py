"""Connections that are dead without saying so: a proxy swallows what passes over them, and closes nothing."""

import asyncio
from contextlib import aclosing

import pytest

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client import Guest, Keepalive, Lobby, line
from galaxytables_client.calls import CALL_SECONDS, PATIENCE_SECONDS
from galaxytables_client.keepalive import DEFAULT
from galaxytables_lobby.settings import HEARTBEAT_MAX_SECONDS
from galaxytables_serving import Limits
from galaxytables_serving.channels import channel_options
from tests.client.fake_lobby import TABLE, FakeLobby, eventually
from tests.client.swallowing import swallowing
from tests.client.test_play_stream import Teller, running

# Short enough for a test, and far longer than anything takes here that is not swallowed.
QUICK = Keepalive(interval=0.5, timeout=0.5)
LIMITS = Limits(keepalive=0.5, keepalive_timeout=0.5, min_ping_interval=0.01)
DIRECTIONS = pytest.mark.parametrize(
    "directions", [{"up": True}, {"down": True}, {"up": True, "down": True}], ids=["up", "down", "both"]
)
MILLISECONDS = 1000


@pytest.fixture
async def fake():
    lobby = FakeLobby(*LIMITS.channel_arguments())  # type: ignore[abstract]  # as in conftest
    await lobby.start()
    yield lobby
    await lobby.stop()


@DIRECTIONS
async def test_a_choice_in_flight_survives_a_half_open_connection_and_counts_once(fake, directions):
    fake.prompts = 3
    async with asyncio.timeout(60), swallowing(fake.port) as proxy:
        async with Lobby(proxy.address, Guest("Ada"), keepalive=QUICK, shared=False) as lobby:
            seat, answered = lobby.play.seat(TABLE), []
            async with aclosing(seat.prompts()) as prompts:
                async for prompt in prompts:
                    if prompt.id == "p2":
                        proxy.swallow(**directions)
                    assert await seat.answer(prompt, ["a"])
                    answered.append(prompt.id)
        assert proxy.swallowed
    assert answered == ["p1", "p2", "p3"]
    assert [prompt for prompt, _ in fake.choices.values()] == answered
    sent = [each for each in fake.requests if isinstance(each, play_pb2.SubmitChoiceRequest)]
    assert {each.request_id for each in sent} == set(fake.choices)


@DIRECTIONS
async def test_a_choice_over_a_play_stream_survives_a_half_open_connection_and_counts_once(fake, directions):
    fake.prompts = 2
    async with asyncio.timeout(60), swallowing(fake.port) as proxy:
        async with Lobby(proxy.address, Guest("Ada"), keepalive=QUICK, shared=False) as lobby:
            losses = Teller()
            stream, updates, answers = lobby.play_stream(losses), Teller(), Teller()
            stream.watch(play_pb2.WatchTableRequest(table_id=TABLE, from_event=1), updates)
            async with running(stream):
                await updates.until(1)
                proxy.swallow(**directions)
                stream.submit(play_pb2.SubmitChoiceRequest(table_id=TABLE, prompt_id="p1", picks=["a"]), answers)
                await answers.until(1)
                await eventually(lambda: updates.events)
        assert proxy.swallowed
    assert isinstance(answers.told[0], play_pb2.SubmitChoiceResponse)
    assert [prompt for prompt, _ in fake.choices.values()] == ["p1"]
    assert updates.events == [1]
    assert losses.told


def test_a_half_open_connection_is_noticed_in_less_than_forty_seconds():
    """By either side; and whoever waits for it has more patience than that."""
    limits = Limits()
    assert DEFAULT.interval + DEFAULT.timeout < 40
    assert limits.keepalive + limits.keepalive_timeout < 40
    assert HEARTBEAT_MAX_SECONDS < DEFAULT.silence < 40
    assert limits.min_ping_interval < DEFAULT.interval
    assert PATIENCE_SECONDS > 40 + CALL_SECONDS
    assert line.PATIENCE_SECONDS < 40


@pytest.mark.parametrize("options", [channel_options(), Limits().channel_arguments()], ids=["channel", "server"])
def test_no_ping_of_our_own_processes_waits_longer_than_the_keepalive_says(options):
    given = dict(options)
    assert given["grpc.http2.ping_timeout_ms"] == given["grpc.keepalive_timeout_ms"]
    assert given["grpc.keepalive_time_ms"] + given["grpc.keepalive_timeout_ms"] < 40 * MILLISECONDS

"""A time in which nobody could play from a browser costs nobody; one gateway of several is no such time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from prometheus_client import REGISTRY

from galaxytables.gateway.v1 import gateway_pb2, gateway_pb2_grpc
from galaxytables_lobby.domain.timing import GATEWAYS
from galaxytables_lobby.people.limit_settings import NO_LIMITS
from galaxytables_lobby.play.outages import GATEWAYS_MISSED, LONGEST_SILENCE, Outages
from tests.lobby.clock.test_clock import kinds, per_move, sweeping
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, eventually, refused
from tests.lobby.subscriptions.homes.lobbies import PROXIES
from tests.web.gateway import open_gateway

pytestmark = pytest.mark.usefixtures("_time_stands_still")

NO_GRACE = Duration()
# Of what is rounded to milliseconds.
SLACK = 1


@pytest.fixture
async def house(redis_server, counting, monkeypatch, _leaps_of_time_are_no_outages) -> AsyncIterator[House]:
    """Two lobbies that trust gateways on this machine, and beat by hand."""
    monkeypatch.setattr("galaxytables_lobby.play.outages.LONGEST_SILENCE", LONGEST_SILENCE)
    monkeypatch.setattr(Outages, "beat_forever", lambda *_: asyncio.sleep(0))
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        house.limits = replace(NO_LIMITS, proxies=PROXIES)
        for _ in range(2):
            await house.open_lobby()
        yield house


async def gateway_beats(house: House, lobby: int = 0, **metadata: str) -> gateway_pb2.BeatResponse:
    stub = gateway_pb2_grpc.GatewayServiceStub(house.channels[lobby])
    return await stub.Beat(gateway_pb2.BeatRequest(), metadata=tuple(metadata.items()))


async def lobby_beats(house: House) -> Outages:
    outages = Outages(house.lobbies[0].tables)
    await outages.beat((NAME,))
    return outages


def silent_seconds() -> float:
    return REGISTRY.get_sample_value("galaxytables_gateways_silent_seconds") or 0.0


async def left(guest: Guest, table_id: str, seat: int = 0) -> float:
    """Seconds that a seat has left."""
    seen = await guest.view(table_id)
    return (seen.clocks[seat].deadline.ToMilliseconds() - seen.now.ToMilliseconds()) / 1000


async def test_while_no_gateway_is_heard_of_clocks_stand_and_its_return_gives_the_time_back(house):
    table_id, (one, two) = await house.started(time_control=per_move(60, grace=NO_GRACE))
    await gateway_beats(house)
    for _ in range(30):
        house.clock.ahead += 2
        await lobby_beats(house)
    async with sweeping(house) as sweep:
        await sweep.sweep()
        assert "clocked_out" not in await kinds(one, table_id)
        await gateway_beats(house)
    for seat, guest in enumerate((one, two)):
        assert 60 - SLACK < await left(guest, table_id, seat) <= 60


async def test_a_lobby_that_is_back_before_the_gateway_gives_back_all_and_nothing_twice(house):
    table_id, (one, two) = await house.started(time_control=per_move(60, bank=Duration(seconds=100), grace=NO_GRACE))
    await lobby_beats(house)
    await gateway_beats(house)
    house.clock.ahead += 54
    await lobby_beats(house)
    assert 160 - SLACK < await left(one, table_id) <= 160
    # Whoever comes over gRPC may play on meanwhile.
    await two.pick(table_id)
    for _ in range(5):
        house.clock.ahead += 2
        await lobby_beats(house)
    await gateway_beats(house)
    assert 160 - SLACK < await left(one, table_id) <= 160


async def test_the_first_choice_through_a_gateway_that_another_lobby_has_heard_pays_nothing(house):
    bank = Duration(seconds=100)
    table_id, (one, two) = await house.started(time_control=per_move(60, bank=bank, grace=NO_GRACE))
    await gateway_beats(house)
    for number in (0, 1):
        await house.lobbies[number].tables.store.beat((NAME,), now=0, longest_silence=LONGEST_SILENCE)
    there = house.at(one, 1)
    assert (await there.view(table_id)).clocks[0].bank == bank
    for _ in range(60):
        house.clock.ahead += 2
        await lobby_beats(house)
    await gateway_beats(house, lobby=0)
    await there.pick(table_id)
    seen = await two.view(table_id)
    assert [clock.bank for clock in seen.clocks] == [bank, bank]
    assert 160 - SLACK < await left(two, table_id, 1) <= 160


async def test_one_of_two_gateways_that_dies_is_no_outage(house):
    table_id, (one, _) = await house.started(time_control=per_move(60, grace=NO_GRACE))
    for number in range(40):
        house.clock.ahead += 2
        await lobby_beats(house)
        if number == 0:
            await gateway_beats(house, lobby=0)
        await gateway_beats(house, lobby=1)
    async with sweeping(house) as sweep:
        await sweep.sweep()
    told = await kinds(one, table_id)
    assert (told.count("clocked_out"), told.count("compensated")) == (2, 0)


async def test_a_platform_that_never_had_a_gateway_waits_for_none(house):
    table_id, (one, _) = await house.started(time_control=per_move(60, grace=NO_GRACE))
    for _ in range(40):
        house.clock.ahead += 2
        await lobby_beats(house)
    async with sweeping(house) as sweep:
        await sweep.sweep()
    told = await kinds(one, table_id)
    assert (told.count("clocked_out"), told.count("compensated")) == (2, 0)


async def test_gateways_that_were_away_for_a_day_are_waited_for_no_more(house, monkeypatch):
    monkeypatch.setattr("galaxytables_lobby.play.outages._GATEWAYS_AWAITED", 0)
    table_id, (one, _) = await house.started(time_control=per_move(60, grace=NO_GRACE))
    await gateway_beats(house)
    outages = await lobby_beats(house)
    house.clock.ahead += GATEWAYS_MISSED / 1000 - 60
    await outages._miss_gateways()
    assert silent_seconds() > GATEWAYS_MISSED / 1000 - 100
    await outages.beat((NAME,))
    assert not outages.playable(NAME)
    house.clock.ahead += 120
    await outages.beat((NAME,))
    await outages._miss_gateways()
    await outages.beat((NAME,))
    assert outages.playable(NAME)
    assert [each.game for each in house.lobbies[0].tables.outages if each.game == GATEWAYS] == [GATEWAYS]
    # That day is given back too; from now on time counts.
    assert 60 - SLACK < await left(one, table_id) <= 60
    await outages._miss_gateways()
    assert silent_seconds() == 0


@pytest.mark.parametrize("forwarded", ["198.51.100.7", "198.51.100.7, 127.0.0.9"])
async def test_nobody_beats_for_the_gateways_from_behind_a_proxy(house, forwarded):
    error = await refused(gateway_beats(house, **{"x-forwarded-for": forwarded}))
    assert (error.reason, error.code) == ("NOT_A_PROXY", grpc.StatusCode.PERMISSION_DENIED)
    assert GATEWAYS not in (await house.lobbies[0].tables.store.beat((), now=0, longest_silence=0))[0]


async def test_where_no_proxy_is_trusted_no_gateway_is_heard(house):
    house.limits = NO_LIMITS
    await house.open_lobby()
    assert (await refused(gateway_beats(house, lobby=2))).reason == "NOT_A_PROXY"


async def test_a_gateway_beats_from_before_it_listens_until_it_stops(house, monkeypatch):
    house.clock.go_on()
    monkeypatch.setattr("galaxytables_web.beats.BEAT_SECONDS", 0.05)

    async def last() -> int:
        beats, _ = await house.lobbies[0].tables.store.beat((), now=0, longest_silence=LONGEST_SILENCE)
        return int(beats.get(GATEWAYS, 0))

    async with open_gateway(house.addresses[0]) as running:
        first = await last()
        assert first > 0, "a browser could have played before"

        async def beats_on() -> bool:
            return await last() > first

        await eventually(beats_on, 60)
        await running.stop()
        stopped = await last()
        house.clock.ahead += 100
    assert await last() == stopped
    skew = REGISTRY.get_sample_value("galaxytables_clock_skew_seconds")
    assert skew is not None
    assert abs(skew) < 60

"""What is asked about a table goes to the lobby that has it in memory, and to any other when that cannot be."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor

from galaxytables.lobby.v1 import play_pb2
from galaxytables.lobby.v1.tables_pb2 import VISIBILITY_PRIVATE
from galaxytables.tunnel.v1.homes_pb2 import DESCRIPTOR, WatchHomesRequest, WatchHomesResponse
from galaxytables.tunnel.v1.homes_pb2_grpc import HomeServiceServicer, add_HomeServiceServicer_to_server
from galaxytables_lobby.ids import shard_of
from galaxytables_serving import Address, Limits, Server, Service, open_channel
from galaxytables_serving.errors import DrainingError
from galaxytables_web.calls import public_calls
from galaxytables_web.homes import Homes
from galaxytables_web.metrics import ASKED
from tests.lobby.house import Guest, House, eventually
from tests.lobby.subscriptions.homes.lobbies import count, home_of, misled, table_at, telling_gateways, vanish
from tests.web.gateway import HOST, Browser, RunningGateway, open_gateway
from tests.web.protocols import CONNECT, PROTOCOLS, Protocol, Stream, call, calling

PLAY = "/galaxytables.lobby.v1.PlayService"


@pytest.fixture
async def house(redis_server: Any, counting: Any, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """Lobbies that share the tables; whoever watches one is told its home, unless they are there."""
    async with telling_gateways(redis_server.url, counting, monkeypatch, tells="all") as house:
        yield house


@pytest.fixture
async def gateway(house: House) -> AsyncIterator[RunningGateway]:
    """A gateway that comes to the second lobby."""
    async with open_gateway(house.addresses[1]) as running:
        yield running


async def reached(gateway: RunningGateway, table: str) -> None:
    """Wait until what is asked about a table goes to its home."""
    await eventually(lambda: gateway.gateway.homes.tunnel(table) is not None)


@asynccontextmanager
async def watching(
    gateway: RunningGateway, table: str, guest: Guest, protocol: Protocol = CONNECT
) -> AsyncIterator[tuple[Stream, play_pb2.TableUpdate]]:
    """Somebody who watches a table, and the first update."""
    request = play_pb2.WatchTableRequest(table_id=table, from_event=1)
    kind = play_pb2.WatchTableResponse
    path = f"{PLAY}/WatchTable"
    async with calling(gateway.browser(), protocol, path, request, kind, token=guest.token) as stream:
        first: Any = await stream.next()
        assert first is not None, stream.told
        yield stream, first.update


async def choose(browser: Browser, guest: Guest, table: str, protocol: Protocol = CONNECT) -> None:
    """Answer a prompt by its default, through the gateway."""
    ask = partial(call, browser, protocol, token=guest.token)
    seen: Any
    seen, told = await ask(f"{PLAY}/GetView", play_pb2.GetViewRequest(table_id=table), play_pb2.GetViewResponse)
    assert told is None
    [prompt] = seen.update.prompts
    choice = play_pb2.SubmitChoiceRequest(
        table_id=table, prompt_id=prompt.id, picks=prompt.default_picks, request_id=str(uuid.uuid4())
    )
    _, told = await ask(f"{PLAY}/SubmitChoice", choice, play_pb2.SubmitChoiceResponse)
    assert told is None


def test_every_call_with_a_table_goes_to_its_home() -> None:
    about = {path for path, each in public_calls().items() if each.about_a_table}
    assert {f"{PLAY}/WatchTable", f"{PLAY}/SubmitChoice", f"{PLAY}/Undo"} <= about
    for path in about:
        each = public_calls()[path]
        assert each.request.DESCRIPTOR.fields_by_name["table_id"].type == FieldDescriptor.TYPE_STRING
        assert each.table_of(each.request(table_id="a table").SerializeToString()) == "a table"
        assert each.table_of(b"\xff") == ""
    for path in public_calls().keys() - about:
        assert public_calls()[path].table_of(b"\x0a\x07a table") == ""


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda each: each.name)
async def test_watches_and_choices_go_to_the_home_of_their_table(
    house: House, gateway: RunningGateway, protocol: Protocol
) -> None:
    table, (one, two) = await table_at(house, 0)
    await reached(gateway, table)
    home, others = count(ASKED, lobby="home"), count(ASKED, lobby="any")
    async with watching(gateway, table, one, protocol) as (stream, first):
        assert not first.home
        for guest in (one, two):
            await choose(gateway.browser(), guest, table, protocol)
        async with asyncio.timeout(60):
            seen: Any = None
            while seen is None or seen.update.last_event < 2:
                seen = await stream.next()
    assert (count(ASKED, lobby="home") - home, count(ASKED, lobby="any") - others) == (5, 0)


async def test_an_invitation_leads_to_the_home_too(house: House, gateway: RunningGateway) -> None:
    one, two = await house.guest(), await house.guest()
    table = await one.create(2, visibility=VISIBILITY_PRIVATE)
    assert home_of(house, table.id) == 0
    await reached(gateway, table.id)
    before = count(ASKED, lobby="home")
    async with watching(gateway, table.invitation, two) as (_, first):
        assert first.table_id == table.id
        assert not first.home
    assert count(ASKED, lobby="home") == before + 1


async def test_what_is_about_no_table_goes_to_any_lobby(house: House, gateway: RunningGateway) -> None:
    table, (one, _) = await table_at(house, 0)
    await reached(gateway, table)
    before = count(ASKED, lobby="any")
    request, kind = play_pb2.ListMessagesRequest(), play_pb2.ListMessagesResponse
    _, told = await call(gateway.browser(), CONNECT, f"{PLAY}/ListMessages", request, kind, token=one.token)
    assert told is not None
    assert told.reason == "TABLE_NOT_FOUND"
    assert count(ASKED, lobby="any") == before + 1


async def test_a_home_that_cannot_be_reached_keeps_nobody_waiting(
    house: House, gateway: RunningGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (one, _) = await table_at(house, 0)
    # There it answers nobody.
    async with silent_server() as address:
        misled(monkeypatch, house.lobbies[1], house.addresses[0], address)
        await eventually(lambda: address in gateway.gateway.homes._homes)
        async with watching(gateway, table, one) as (_, first):
            assert first.home == address
        await choose(gateway.browser(), one, table)


async def test_when_a_home_goes_its_watchers_come_again_and_go_to_the_next(
    house: House, gateway: RunningGateway
) -> None:
    table, (one, two) = await table_at(house, 0)
    await reached(gateway, table)
    async with watching(gateway, table, one) as (stream, first):
        assert not first.home
        vanish(house, 0)
        await house.servers[0].stop()
        while await stream.next() is not None:
            pass
        assert stream.told is not None
        assert stream.told.reason in {"DRAINING", "LOBBY_UNAVAILABLE"}
    for guest in (one, two):
        await choose(gateway.browser(), guest, table)
    await eventually(lambda: home_of_those_left(house, table) != house.addresses[0])
    await reached(gateway, table)
    async with watching(gateway, table, two) as (_, first):
        assert first.last_event >= 2
        assert not first.home


def home_of_those_left(house: House, table: str) -> str:
    return house.lobbies[1].homes.for_gateways()[shard_of(table)] or house.addresses[0]


async def test_what_is_under_way_at_a_home_that_is_told_no_more_ends_after_a_while(
    house: House, gateway: RunningGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have stopped without a word, as a process that is frozen has."""
    monkeypatch.setattr("galaxytables_web.homes.LEAVE_SECONDS", 0.2)
    table, (one, _) = await table_at(house, 0)
    await reached(gateway, table)
    async with watching(gateway, table, one) as (stream, _):
        misled(monkeypatch, house.lobbies[1], house.addresses[0], None)
        while await stream.next() is not None:
            pass
        assert stream.told is not None
        assert (stream.told.reason, stream.told.retry) == ("LOBBY_UNAVAILABLE", True)
    async with watching(gateway, table, one) as (_, first):
        assert first.last_event >= 1


async def test_a_home_that_is_told_again_soon_keeps_what_is_under_way_there(
    house: House, gateway: RunningGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lobby took another for gone."""
    table, (one, two) = await table_at(house, 0)
    await reached(gateway, table)
    async with watching(gateway, table, one) as (stream, _):
        homes, shard = gateway.gateway.homes, shard_of(table)
        with monkeypatch.context() as patch:
            misled(patch, house.lobbies[1], house.addresses[0], None)
            await eventually(lambda: homes._home_by_shard[shard] != house.addresses[0])
        await eventually(lambda: homes._home_by_shard[shard] == house.addresses[0])
        await reached(gateway, table)
        await choose(gateway.browser(), two, table)
        seen: Any = await stream.next()
        assert seen is not None, stream.told


class Teller(HomeServiceServicer):
    """Tells what a test wants told, to whoever watches now or later; then falls silent, or refuses to tell."""

    def __init__(self, *told: Sequence[str], refuses: bool = False) -> None:
        self.told = told
        self.asked = 0
        self._refuses = refuses

    async def WatchHomes(self, request: WatchHomesRequest, context: Any) -> AsyncIterator[WatchHomesResponse]:
        del request, context
        self.asked += 1
        if self._refuses:
            raise DrainingError
        for homes in self.told:
            yield WatchHomesResponse(homes=homes)
        await asyncio.Event().wait()


@asynccontextmanager
async def served(teller: Teller) -> AsyncIterator[str]:
    service = Service(DESCRIPTOR.services_by_name["HomeService"], partial(add_HomeServiceServicer_to_server, teller))
    server = Server([service], domain="test", limits=Limits(drain=0.1, stream_linger=0.1), tunnels=True)
    port = await server.start(Address(HOST, 0))
    try:
        yield f"{HOST}:{port}"
    finally:
        await server.stop()


@asynccontextmanager
async def silent_server() -> AsyncIterator[str]:
    """What takes connections and says nothing."""
    server = await asyncio.start_server(lambda *_: asyncio.sleep(60), HOST, 0)
    async with server:
        yield f"{HOST}:{server.sockets[0].getsockname()[1]}"


@asynccontextmanager
async def following(*lobbies: str) -> AsyncIterator[Homes]:
    async with AsyncExitStack() as stack:
        channels = [await stack.enter_async_context(open_channel(each, shared=False)) for each in lobbies]
        homes = Homes(channels, partial(open_channel, shared=False))
        homes.start()
        stack.push_async_callback(homes.close)
        yield homes


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SILENT": 0.3, "RETRY": 0.05, "BELIEVED": 2.0, "AVOID": 0.1, "LEAVE": 0.1}.items():
        monkeypatch.setattr(f"galaxytables_web.homes.{name}_SECONDS", value)


@pytest.mark.usefixtures("hasty")
async def test_when_a_lobby_falls_silent_others_are_asked_also_the_homes_themselves() -> None:
    home, silent = Teller(), Teller()
    async with served(home) as address, served(silent) as lobby:
        home.told = silent.told = ([address],)
        async with following(lobby) as homes:
            await eventually(lambda: homes.tunnel("a table") is not None)
            silent.told = ()
            await eventually(lambda: silent.asked > 1 and home.asked > 1)
            # The home tells of itself when it is asked, which is often enough to be believed.
            await eventually(lambda: homes.tunnel("a table") is not None)


@pytest.mark.usefixtures("hasty")
async def test_what_was_told_once_is_not_believed_for_ever() -> None:
    home, silent = Teller(), Teller()
    async with served(home) as address, served(silent) as lobby:
        silent.told = ([address],)
        async with following(lobby) as homes:
            await eventually(lambda: homes.tunnel("a table") is not None)
            silent.told = ()
            await eventually(lambda: homes.tunnel("a table") is None)
            silent.told = ([address],)
            await eventually(lambda: homes.tunnel("a table") is not None)


@pytest.mark.usefixtures("hasty")
async def test_a_home_that_tells_of_others_alone_is_left_although_it_was_the_one_that_told() -> None:
    home, other, silent = Teller(), Teller(), Teller()
    async with served(home) as address, served(other) as another, served(silent) as lobby:
        silent.told = ([address],)
        async with following(lobby) as homes:
            await eventually(lambda: homes.tunnel("a table") is not None)
            home.told, silent.told = ([another],), ()
            await eventually(lambda: home.asked > 0 and homes.tunnel("a table") is not None)
            # Its channel was closed while it was asked; that others are asked shows that this was survived.
            before = silent.asked + other.asked
            await eventually(lambda: silent.asked + other.asked > before + 1)


@pytest.mark.usefixtures("hasty")
async def test_lobbies_that_cannot_tell_are_asked_again_beside_those_that_can() -> None:
    old, new, home = Teller(refuses=True), Teller(), Teller()
    async with served(home) as address, served(old) as one, served(new) as two:
        new.told = ([address],)
        async with following(one, two) as homes:
            await eventually(lambda: homes.tunnel("a table") is not None)
            assert old.asked == 1
            await eventually(lambda: old.asked > 1)


async def test_each_table_has_the_place_that_the_lobby_gives_it() -> None:
    places, teller = [""] * 64, Teller()
    async with served(teller) as address:
        places[shard_of("one table")] = address
        teller.told = (places,)
        async with following(address) as homes:
            await eventually(lambda: homes.tunnel("one table") is not None)
            assert shard_of("another table") != shard_of("one table")
            assert homes.tunnel("another table") is None
            assert homes.tunnel("") is None

"""What nobody gets more of: guests, tables, messages, guesses, choices taken back, streams, watches, calls."""

import asyncio
from contextlib import AsyncExitStack

import grpc.aio
import pytest
from prometheus_client import REGISTRY

from galaxytables.lobby.v1 import play_pb2, players_pb2, tables_pb2
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_serving.settings import read_settings
from tests.lobby.house import Guest, House, eventually, refused
from tests.web.gateway import open_gateway

ADDRESSES = "x-forwarded-for"


@pytest.fixture
async def limited(redis_server, counting):
    """Opens lobbies that share a store and have limits; what is not named has none."""
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        house.clock.stand_still()

        async def opened(lobbies: int = 1, **limits: str) -> House:
            names = ("guests", "tables", "open_tables", "messages", "guesses", "undos", "choices", "calls", "streams")
            others = ("watches", "hints")
            variables = {f"GALAXYTABLES_LIMIT_{name.upper()}": limits.get(name, "off") for name in (*names, *others)}
            variables["GALAXYTABLES_TRUSTED_PROXIES"] = limits.get("proxies", "127.0.0.0/8")
            variables["GALAXYTABLES_UNLIMITED"] = limits.get("exempt", "")
            house.limits = read_settings(LimitSettings, variables)
            for _ in range(lobbies):
                await house.open_lobby()
            return house

        yield opened


def came_from(guest: Guest, address: str) -> Guest:
    guest.metadata = (*guest.metadata, (ADDRESSES, address))
    return guest


async def arrive(house: House, address: str, lobby: int = 0) -> None:
    stub = Guest(house.channels[lobby]).players
    await stub.CreateGuest(players_pb2.CreateGuestRequest(name="Ada"), metadata=((ADDRESSES, address),))


def counted(limit: str, scope: str) -> float:
    return REGISTRY.get_sample_value("galaxytables_limited_total", {"limit": limit, "scope": scope}) or 0.0


async def test_an_address_makes_so_many_guests_at_all_lobbies_and_more_in_time(limited):
    house = await limited(2, guests="address=3/30,all=5/50")
    before = counted("guests", "address")
    for lobby in (0, 1, 0):
        await arrive(house, "198.51.100.7", lobby)
    error = await refused(arrive(house, "198.51.100.7", 1))
    assert (error.reason, error.code.name) == ("RATE_LIMITED", "RESOURCE_EXHAUSTED")
    assert error.metadata == {"limit": "guests", "scope": "address", "most": "3", "seconds": "30"}
    assert error.retry_after is not None
    assert 0 < error.retry_after <= 10
    assert counted("guests", "address") == before + 1
    # Whoever is refused for their own sake takes nothing from everybody.
    for _ in range(2):
        await arrive(house, "203.0.113.9")
    assert (await refused(arrive(house, "192.0.2.1"))).metadata["scope"] == "all"
    house.clock.ahead += 11
    await arrive(house, "198.51.100.7")


async def test_a_header_that_nobody_trusted_wrote_makes_no_new_address(limited):
    house = await limited(guests="address=1/600", proxies="10.0.0.0/8")
    await arrive(house, "198.51.100.7")
    assert (await refused(arrive(house, "203.0.113.9"))).reason == "RATE_LIMITED"


async def test_a_thousand_guests_of_one_address_at_once_are_a_few(limited):
    house = await limited(guests="address=30/600,all=3000/60")
    tried = [arrive(house, "198.51.100.7") for _ in range(200)]
    came = [each for each in await asyncio.gather(*tried, return_exceptions=True) if each is None]
    assert len(came) == 30


async def test_a_player_opens_so_many_tables_in_so_much_time(limited):
    house = await limited(tables="player=2/600")
    guest = await house.guest()
    for _ in range(2):
        await guest.create()
    assert (await refused(guest.create())).metadata["limit"] == "tables"
    await (await house.guest()).create()
    # A request that is repeated opens no table, and is answered as before.
    house.clock.ahead += 301
    first = await guest.create(request_id="a-request-id")
    assert (await guest.create(request_id="a-request-id")).id == first.id


async def test_a_player_has_so_many_tables_that_are_not_over(limited):
    house = await limited(2, open_tables="player=2")
    guest = await house.guest()
    at_other = house.at(guest, 1)
    first = await guest.create()
    await at_other.create()
    error = await refused(guest.create())
    assert (error.reason, error.metadata) == ("TOO_MANY_TABLES", {"most": "2", "scope": "player"})
    assert error.retry_after is not None
    await guest.leave(first.id)
    await at_other.create()
    assert (await refused(guest.create())).reason == "TOO_MANY_TABLES"


async def test_a_rematch_is_one_of_the_tables_of_whoever_opens_it(limited):
    house = await limited(tables="player=5/600", open_tables="player=1")
    table_id, (one, two) = await house.started(options={"rounds": "1"})
    for guest in (one, two):
        await guest.pick(table_id)
    first = await one.create()
    assert (await refused(one.rematch(table_id))).reason == "TOO_MANY_TABLES"
    await one.leave(first.id)
    again = await one.rematch(table_id)
    assert (await refused(one.create())).reason == "TOO_MANY_TABLES"
    # Whoever finds it there has opened nothing.
    for _ in range(4):
        assert (await two.rematch(table_id)).id == again.id
    assert (await two.create()).host == two.id


async def test_all_together_have_so_many_tables(limited, monkeypatch):
    monkeypatch.setattr("galaxytables_lobby.app.GAUGE_SECONDS", 0.05)
    house = await limited(open_tables="all=1")
    await (await house.guest()).create()
    guest = await house.guest()

    async def full() -> bool:
        try:
            await guest.leave((await guest.create()).id)
        except grpc.aio.AioRpcError:
            return True
        return False

    await eventually(full)
    assert (await refused(guest.create())).metadata["scope"] == "all"


async def test_a_player_writes_so_many_messages_over_all_tables(limited):
    house = await limited(2, messages="player=3/60")
    guest = await house.guest()
    tables = [await guest.create() for _ in range(2)]
    for number in range(3):
        await house.at(guest, number % 2).say(tables[number % 2].id, "hello")
    error = await refused(guest.say(tables[0].id, "hello"))
    assert (error.reason, error.metadata["limit"]) == ("RATE_LIMITED", "messages")


async def test_whoever_has_guessed_too_often_does_not_learn_that_they_are_right(limited):
    house = await limited(2, guesses="player=2/600,address=3/600")
    host = await house.guest()
    table = await host.create(visibility=2)
    guesser = came_from(await house.guest(), "198.51.100.7")
    for _ in range(2):
        assert (await refused(guesser.table("BCDFGHJKMN"))).reason == "TABLE_NOT_FOUND"
    at_other = came_from(house.at(guesser, 1), "198.51.100.7")
    assert (await refused(at_other.join(table.invitation))).metadata["limit"] == "guesses"
    # A guest costs little: the address is what counts then.
    another = came_from(await house.guest(), "198.51.100.7")
    assert (await refused(another.table("BCDFGHJKMN"))).reason == "TABLE_NOT_FOUND"
    assert (await refused(another.table(table.invitation))).metadata["scope"] == "address"
    # Who knows the code is not kept from using it.
    friend = came_from(await house.guest(), "203.0.113.9")
    for _ in range(4):
        assert (await friend.table(table.invitation)).id == table.id


async def test_a_player_undoes_so_often(limited):
    house = await limited(undos="player=2/60")
    table_id, (guest, _) = await house.started()
    for _ in range(2):
        await guest.pick(table_id)
        await guest.undo(table_id)
    await guest.pick(table_id)
    assert (await refused(guest.undo(table_id))).metadata["limit"] == "undos"
    assert (await refused(guest.propose(table_id))).metadata["limit"] == "undos"


async def test_a_player_asks_for_so_many_hints(limited):
    house = await limited(hints="player=2/60")
    table_id, (guest, _) = await house.started(visibility=tables_pb2.VISIBILITY_PRIVATE)
    asked = play_pb2.HintRequest(table_id=table_id, prompt_id=(await guest.view(table_id)).prompts[0].id)
    reasons = [(await refused(guest.play.Hint(asked, metadata=guest.metadata))).reason for _ in range(3)]
    assert reasons == ["HINT_UNAVAILABLE", "HINT_UNAVAILABLE", "RATE_LIMITED"]


async def test_choices_are_counted_alone_and_over_streams(limited):
    house = await limited(choices="player=1/60")
    table_id, (guest, _) = await house.started()
    await guest.pick(table_id)
    assert (await refused(guest.submit(table_id, "1.0.0", "x"))).metadata["limit"] == "choices"
    stream = guest.play.Play(metadata=guest.metadata)
    submit = play_pb2.SubmitChoiceRequest(table_id=table_id, prompt_id="1.0.0", request_id="a-request-id")
    await stream.write(play_pb2.PlayRequest(id=1, submit=submit))
    answer = await stream.read()
    assert (answer.failure.reason, answer.failure.HasField("retry_delay")) == ("RATE_LIMITED", True)
    stream.cancel()


async def test_a_player_has_so_many_streams_and_may_open_another_when_one_ends(limited):
    house = await limited(streams="player=2,address=3,all=4")
    table_id, (guest, friend) = await house.started()
    came_from(guest, "198.51.100.7")
    came_from(friend, "198.51.100.7")
    async with guest.watching(table_id) as first, guest.noticing() as second:
        await first.next()
        await second.next()
        for refusing in (guest.noticing, lambda: guest.watching(table_id)):
            async with refusing() as third:
                error = await refused(third.call.read())
            assert (error.reason, error.metadata) == ("TOO_MANY_REQUESTS", {"most": "2"})
            assert error.retry_after is not None
        async with friend.noticing() as last:
            await last.next()
            async with friend.noticing() as beyond:
                assert (await refused(beyond.call.read())).metadata == {"most": "3"}

    async def again() -> bool:
        async with guest.noticing() as stream:
            try:
                await stream.next()
            except grpc.aio.AioRpcError:
                return False
            return True

    await eventually(again)


async def test_a_player_watches_so_many_tables_over_one_stream_or_several(limited):
    house = await limited(watches="player=2")
    table_id, (guest, _) = await house.started()
    stream = guest.play.Play(metadata=guest.metadata)
    watch = play_pb2.WatchTableRequest(table_id=table_id)
    for number in (1, 2):
        await stream.write(play_pb2.PlayRequest(id=number, watch=watch))
        assert (await stream.read()).HasField("update")
    await stream.write(play_pb2.PlayRequest(id=3, watch=watch))
    assert (await stream.read()).failure.reason == "TOO_MANY_REQUESTS"
    async with guest.watching(table_id) as beyond:
        assert (await refused(beyond.call.read())).reason == "TOO_MANY_REQUESTS"
    # One that comes to nothing, or is ended, holds nothing.
    await stream.write(play_pb2.PlayRequest(id=4, unwatch=1))
    for number in (5, 6):
        nowhere = play_pb2.WatchTableRequest(table_id="b" * 16)
        await stream.write(play_pb2.PlayRequest(id=number, watch=nowhere))
        assert (await stream.read()).failure.reason == "TABLE_NOT_FOUND"
    await stream.write(play_pb2.PlayRequest(id=7, watch=watch))
    assert (await stream.read()).HasField("update")
    stream.cancel()


async def test_calls_are_counted_by_player_and_address_with_and_without_a_token(limited):
    house = await limited(calls="player=3/60,address=8/60", guests="off")
    guest = came_from(Guest(house.channels[0], house.tokens.make(Person(PlayerId("ada"), "Ada"))[0]), "198.51.100.7")
    for _ in range(3):
        await guest.list()
    assert (await refused(guest.list())).metadata == {"limit": "calls", "scope": "player", "most": "3", "seconds": "60"}
    stranger = Guest(house.channels[0], "nonsense")
    came_from(stranger, "198.51.100.7")
    for _ in range(2):
        await stranger.list_games()
    for _ in range(3):
        assert (await refused(stranger.list())).reason == "TOKEN_INVALID"
    for asked in (stranger.list, stranger.list_games):
        assert (await refused(asked())).metadata["scope"] == "address"


async def test_bots_hosts_and_the_operators_networks_have_no_limits(limited):
    everything = {"calls": "player=1/60", "streams": "player=1", "choices": "player=1/60", "guests": "address=1/60"}
    house = await limited(exempt="192.0.2.0/24", **everything)
    host = house.host()
    for _ in range(5):
        await host.list()
    for _ in range(3):
        await arrive(house, "192.0.2.7")


async def test_the_gateway_tells_whose_address_it_is(limited):
    house = await limited(guests="address=1/600")
    async with open_gateway(house.addresses[0]) as gateway:
        path, head = "/galaxytables.lobby.v1.PlayerService/CreateGuest", {"content-type": "application/json"}

        async def arrived(forwarded: str) -> int:
            answer = await gateway.ask("POST", path, {**head, ADDRESSES: forwarded}, b'{"name":"Ada"}')
            return answer.status

        assert await arrived("198.51.100.7") == 200
        assert await arrived("198.51.100.7") == 429
        assert await arrived("203.0.113.9") == 200
        # What a browser wrote itself stands before what the proxy wrote.
        assert await arrived("192.0.2.1, 198.51.100.7") == 429
        # What a proxy wrote and is no address hides nothing.
        assert await arrived("192.0.2.2, (nobody)") == 200
        assert await arrived("192.0.2.3, (nobody)") == 429

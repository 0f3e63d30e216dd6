"""Lobbies that share the tables: choices are made at home, watchers told from there, whatever becomes of either."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

from galaxy.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED
from services.lobby.homes.frames import LENGTH_BYTES, Choose, Greeting, Hello, Welcome, pack, unpack
from services.lobby.homes.handshake import ANSWERS, ASKS, PeerKeys, new_challenge
from services.lobby.ids import SHARDS, PlayerId, TableId, new_table_id, shard_of
from services.lobby.metrics import FEED_ENTRIES, FORWARDED
from tests.lobby.homes.lobbies import LOBBIES, count, home_of, impatient, laden, settled, table_at, told, vanish
from tests.lobby.house import KEYS, Guest, House, eventually, refused


async def test_a_table_is_at_home_where_it_was_opened_and_a_rematch_where_it_was_asked_for(house):
    for number in range(LOBBIES):
        for _ in range(4):
            table_id, _ = await house.started(opened_at=number)
            assert home_of(house, table_id) == number
    table_id, (one, two) = await table_at(house, 0, options={"rounds": "1"})
    for guest in (one, two):
        await guest.pick(table_id)
    for number in (1, 2):
        # Whoever asks first.
        assert home_of(house, (await house.at(two, number).rematch(table_id)).id) == 1


async def test_a_lobby_with_more_tables_than_its_share_opens_others_anywhere_until_it_is_even(house):
    lobby = house.lobbies[0]
    me = await house.guest()

    async def opened() -> set[int]:
        return {home_of(house, (await me.create(2)).id) for _ in range(30)}

    laden(lobby)
    assert await opened() == set(range(LOBBIES))
    lobby.homes.weigh([100] * SHARDS)
    assert await opened() == {0}


async def test_a_lobby_that_is_the_home_of_no_shard_opens_tables_all_the_same(house, monkeypatch):
    homes = house.lobbies[0].homes
    monkeypatch.setattr(homes, "_homes", dict.fromkeys(range(SHARDS), next(iter(homes._neighbours.values()))))
    me = await house.guest()
    table = await me.create(2)
    assert (await me.table(table.id)).id == table.id


async def test_what_is_chosen_elsewhere_is_made_at_home_and_told_without_a_look_at_store_or_feed(house, monkeypatch):
    table_id, (one, two) = await table_at(house, 0, options={"rounds": "3"})
    near, far = house.at(one, 1), house.at(two, 2)
    looked = []
    for lobby in house.lobbies[1:]:

        async def load(asked: TableId, load=lobby.repository.store.load):
            looked.append(asked)
            return await load(asked)

        monkeypatch.setattr(lobby.repository.store, "load", load)
    async with near.watching(table_id, views=True) as nears, far.watching(table_id, views=True) as fars:
        here, there = await nears.update(), await fars.update()
        await asyncio.sleep(0.1)
        looked.clear()
        before, heard = count(FORWARDED, outcome="accepted"), count(FEED_ENTRIES)
        for chooser, update, other in [(near, here, nears), (far, there, fars)]:
            [prompt] = update.prompts or (await other.update()).prompts
            accepted = await chooser.submit(table_id, prompt.id, *prompt.default_picks)
            for each in (nears, fars):
                seen = await each.update()
                assert seen.events[-1].number == accepted.last_event
                assert seen.HasField("view")
        assert count(FORWARDED, outcome="accepted") == before + 2
        assert count(FEED_ENTRIES) == heard
        assert looked == []


async def test_a_choice_at_other_lobbies_brings_no_news_to_one_where_nobody_follows_it(house):
    table_id, (one, two) = await table_at(house, 0, options={"rounds": "2"})
    heard: list[object] = []
    for number in (1, 2):
        house.lobbies[number].homes._told = heard.append
    [prompt] = (await one.view(table_id)).prompts
    await house.at(one, 0).submit(table_id, prompt.id, *prompt.default_picks)
    await house.at(two, 0).pick(table_id)
    await asyncio.sleep(0.1)
    assert heard == []


async def test_a_request_made_twice_at_two_lobbies_is_one(house):
    table_id, (one, _) = await table_at(house, 0)
    [prompt] = (await one.view(table_id)).prompts
    answers = [
        await house.at(one, number).submit(table_id, prompt.id, *prompt.default_picks, request_id="the same")
        for number in (1, 0, 2)
    ]
    assert len({(answer.version, answer.last_event) for answer in answers}) == 1


async def test_a_refusal_of_the_home_reads_as_any_other(house):
    table_id, (one, _) = await table_at(house, 0)
    for guest, prompt, reason in [(one, "no such", "PROMPT_CLOSED"), (await house.guest(), "x", "NOT_SEATED")]:
        here = await refused(house.at(guest, 0).submit(table_id, prompt))
        there = await refused(house.at(guest, 1).submit(table_id, prompt))
        assert (here.reason, here.code, here.message, here.metadata) == (
            reason,
            there.code,
            there.message,
            there.metadata,
        )


async def test_readers_of_lists_hear_of_tables_that_are_at_home_elsewhere(house):
    me, other = await house.guest(), await house.guest()
    async with house.at(me, 1).noticing() as notices, house.at(other, 2).lobby_watching() as lists:
        await notices.until(lambda message: message.caught_up)
        await lists.until(lambda message: message.caught_up)
        heard = count(FEED_ENTRIES)
        tables = 4 * LOBBIES
        for _ in range(tables):
            table = await me.create(2)
            assert (await notices.next()).table.table.id == table.id
            assert (await lists.next()).table.id == table.id
        # Where the table was opened elsewhere its home hears of that; without homes all others would, each time. On a
        # machine so busy that a home moves meanwhile, some are heard twice.
        assert count(FEED_ENTRIES) - heard < tables * (LOBBIES - 1)


async def test_when_a_home_dies_under_play_no_choice_is_lost_or_doubled_and_no_event_missed(house, monkeypatch):
    with impatient(monkeypatch):
        table_id, (one, two) = await table_at(house, 0, options={"rounds": "8"})
        players = house.at(one, 1), house.at(two, 2)
        async with players[0].watching(table_id) as nears, players[1].watching(table_id) as fars:
            accepted: list[str] = []

            async def play(player: Guest) -> None:
                while (update := await player.view(table_id)).state != TABLE_STATE_FINISHED:
                    for prompt in update.prompts:
                        await player.submit(table_id, prompt.id, *prompt.default_picks)
                        accepted.append(prompt.id)
                        if len(accepted) == 5:
                            vanish(house, 0)
                    await asyncio.sleep(0.02)

            async with asyncio.timeout(20):
                await asyncio.gather(*map(play, players))
            last = (await one.view(table_id)).last_event
            assert await told(nears, last) == await told(fars, last) == list(range(1, last + 1))
            made = [choice.prompt_id for choice in (await house.at(one, 1).record(table_id)).choices]
            assert sorted(made) == sorted(accepted)


async def test_what_was_not_read_in_a_feed_before_its_home_tells_of_it_is_looked_for(house, monkeypatch):
    table_id, (one, _) = await table_at(house, 0)
    shard, far, ready = shard_of(table_id), house.lobbies[1], asyncio.Event()
    neighbour = far.homes._homes[shard]
    connect = neighbour._connect

    async def connect_later():
        await ready.wait()
        return await connect()

    async with house.at(one, 1).watching(table_id) as updates:
        await updates.update()
        monkeypatch.setattr(neighbour, "_connect", connect_later)
        neighbour._link.lose("")
        await eventually(lambda: shard in far.feed.followed)
        # The watcher has looked after the gap before anything is written that the reader is too slow for.
        await asyncio.sleep(0.3)
        monkeypatch.setattr(far.feed, "_on_news", lambda _: None)
        accepted = await one.pick(table_id)
        ready.set()
        async with asyncio.timeout(10):
            assert (await told(updates, accepted.last_event))[-1] == accepted.last_event


async def test_lobbies_that_disagree_about_the_home_of_a_table_play_it_all_the_same(house, monkeypatch):
    table_id, (one, two) = await table_at(house, 0, options={"rounds": "3"})
    # The last of them takes itself for the home of everything, and asks nobody.
    stubborn = house.lobbies[2].homes
    stubborn._homes = {}
    monkeypatch.setattr(stubborn, "_assign", lambda _: None)
    players = house.at(one, 1), house.at(two, 2)
    async with players[0].watching(table_id) as nears, players[1].watching(table_id) as fars:
        accepted = []
        while (update := await one.view(table_id)).state != TABLE_STATE_FINISHED:
            asked = [player for player in players if (await player.view(table_id)).prompts]
            accepted += [(await player.pick(table_id)).last_event for player in asked]
        assert accepted == sorted(set(accepted))
        assert await told(nears, update.last_event) == await told(fars, update.last_event)


class Frozen:
    """A lobby that others find and trust, and that says nothing from then on."""

    def __init__(self, origin: bytes) -> None:
        self.origin = origin
        self.keys = PeerKeys(KEYS)
        self.asked = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        challenge = new_challenge()
        writer.write(pack(Greeting(self.origin, challenge)))
        hello = unpack(await frame(reader))
        assert isinstance(hello, Hello)
        said = hello.origin, self.origin, hello.challenge, challenge
        assert self.keys.proves(hello.proof, hello.key, ASKS, *said)
        writer.write(pack(Welcome(self.keys.proof(hello.key, ANSWERS, *said))))
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:
                if isinstance(unpack(await frame(reader)), Choose):
                    self.asked.set()


async def test_a_home_that_is_frozen_keeps_nobody_waiting(redis_server, counting, monkeypatch):
    with impatient(monkeypatch):
        async with AsyncExitStack() as stack:
            house = House(redis_server.url, counting, stack, homes=True)
            assert house.peers is not None
            house.peers = replace(house.peers, ping_seconds=0.1)
            lobby = await house.open_lobby()
            frozen = Frozen(b"frozen")
            server = await asyncio.start_server(frozen.serve, "127.0.0.1", 0)
            stack.callback(server.close)
            port = server.sockets[0].getsockname()[1]
            monkeypatch.setattr("services.lobby.homes.homes.LASTING_MILLISECONDS", 60_000)
            with redis_server.client() as client:
                client.zadd("{clock}:lobbies", {f"frozen 127.0.0.1:{port}": 9e15})
            await eventually(lambda: bool(lobby.homes._homes))
            laden(lobby)
            while True:
                table_id, (one, _) = await house.started()
                if shard_of(table_id) in lobby.homes._homes:
                    break
            async with one.watching(table_id) as updates:
                [prompt] = (await updates.update()).prompts
                await eventually(lambda: lobby.homes._homes[shard_of(table_id)].answers)
                lost = count(FORWARDED, outcome="lost")
                async with asyncio.timeout(20):
                    accepted = await one.submit(table_id, prompt.id, *prompt.default_picks)
                assert frozen.asked.is_set()
                assert count(FORWARDED, outcome="lost") == lost + 1
                assert (await told(updates, accepted.last_event))[-1] == accepted.last_event


async def test_a_lobby_that_stops_in_good_order_answers_what_it_was_asked(redis_server, counting):
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack, homes=True)
        await house.open_lobby()
        async with AsyncExitStack() as going:
            first, house._stack = house._stack, going
            await house.open_lobby()
            house._stack = first
            await settled(house)
            table_id, (one, _) = await table_at(house, 1)
            [prompt] = (await one.view(table_id)).prompts
            lost = count(FORWARDED, outcome="lost")
            choosing = asyncio.create_task(one.submit(table_id, prompt.id, *prompt.default_picks))
            await asyncio.sleep(0)
        await choosing
        assert count(FORWARDED, outcome="lost") == lost
        await eventually(lambda: house.lobbies[0].feed.followed == frozenset(range(SHARDS)))


@contextlib.asynccontextmanager
async def link_to(house: House) -> AsyncIterator[tuple[Greeting, asyncio.StreamReader, asyncio.StreamWriter]]:
    """A link that a stranger opens, and how the lobby greets."""
    reader, writer = await asyncio.open_connection(*house.lobbies[0].homes.address.rsplit(":", 1))
    try:
        async with asyncio.timeout(20):
            greeting = unpack(await frame(reader))
            assert isinstance(greeting, Greeting)
            yield greeting, reader, writer
    finally:
        writer.close()


async def frame(reader: asyncio.StreamReader) -> bytes:
    return await reader.readexactly(int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big"))


def forged(greeting: Greeting, keys: PeerKeys, key: str = "k1") -> bytes:
    challenge = new_challenge()
    proof = keys.proof(keys.own, ASKS, b"mallory", greeting.origin, challenge, greeting.challenge)
    return pack(Hello(b"mallory", key, challenge, proof))


CHOICE = Choose(
    1, new_table_id(), "p", [], None, PlayerId("somebody"), "Somebody", "bots", 2**40, b"i" * 12, "r", b"c" * 8
)


STRANGERS: dict[str, Callable[[Greeting], bytes]] = {
    "no hello": lambda _: pack(CHOICE),
    "other secret": lambda greeting: forged(greeting, PeerKeys({"k1": b"another secret that is long enough for all"})),
    "unknown key": lambda greeting: forged(greeting, PeerKeys(KEYS), key="k2"),
    "another's proof": lambda greeting: forged(greeting, PeerKeys(KEYS)).replace(b"mallory", b"melanie", 1),
    "too long": lambda _: (2**31).to_bytes(4, "big") + b"x" * 100,
    "unreadable": lambda _: b"\0\0\0\x05\xff\xff\xff\xff\xff",
    "http": lambda _: b"GET / HTTP/1.1\r\n\r\n",
}


async def test_whoever_does_not_know_the_secret_is_sent_away_unheard(house):
    for name, say in STRANGERS.items():
        async with link_to(house) as (greeting, reader, writer):
            writer.write(say(greeting))
            with contextlib.suppress(ConnectionResetError):
                assert await reader.read() == b"", name
    async with link_to(house) as (greeting, reader, writer):
        writer.write(forged(greeting, PeerKeys(KEYS)) + pack(CHOICE))
        assert isinstance(unpack(await frame(reader)), Welcome), "who knows it is let in"

"""What breaks, and what must hold all the same: nothing acknowledged is lost, nothing counts twice."""

import asyncio
from contextlib import AsyncExitStack

import grpc.aio
import pytest

from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED
from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.ids import SHARDS
from galaxytables_serving import read_error
from tests.lobby.counting import NAME
from tests.lobby.house import House, eventually, pods_of, refused
from tests.lobby.play.test_play import verified
from tests.lobby.proxy import Proxy
from tests.lobby.redis_server import RedisServer
from tests.lobby.subscriptions.test_watch import numbers


@pytest.fixture
def own_redis(tmp_path):
    """A server that the test may kill."""
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.kill()


async def insist(work, *reasons):
    """Repeat a call until it succeeds; only the reasons given may come before."""
    async with asyncio.timeout(90):
        while True:
            try:
                return await work()
            except grpc.aio.AioRpcError as error:
                reason = read_error(error).reason
                assert reason in reasons, reason
                await asyncio.sleep(0.05)


async def test_a_commit_whose_answer_was_lost_counts_once(redis_server, counting):
    proxy = Proxy(redis_server.port)
    await proxy.start()
    async with AsyncExitStack() as stack:
        house = House(proxy.url, counting, stack)
        await house.open_lobby()
        table_id, (one, two) = await house.started(options={"rounds": "4"})
        async with two.watching(table_id) as updates:
            await updates.update()
            for _ in range(4):
                for guest in (one, two):
                    prompt = (await guest.view(table_id)).prompts[0]
                    proxy.swallow = 1
                    answer = await guest.submit(table_id, prompt.id, "c0")
                    assert proxy.swallow == 0
                    assert answer.version
            seen = [message.update for message in await updates.rest()]
        assert proxy.swallowed == 8
        assert numbers(seen) == list(range(4, seen[-1].last_event + 1))
        record = await one.record(table_id)
        assert len(record.choices) == 8
        assert await verified(house, record)
    await proxy.stop()


async def test_joins_and_starts_whose_answers_were_lost_count_once(redis_server, counting):
    proxy = Proxy(redis_server.port)
    await proxy.start()
    async with AsyncExitStack() as stack:
        house = House(proxy.url, counting, stack)
        await house.open_lobby()
        host, other = await house.guest(), await house.guest()
        proxy.swallow = 1
        table = await host.create(2)
        proxy.swallow = 1
        assert (await other.join(table.id)).seat == 1
        proxy.swallow = 1
        await other.ready(table.id)
        proxy.swallow = 1
        started = await host.start(table.id)
        assert (proxy.swallowed, started.version) == (4, 4)
        proxy.swallow = 1
        await other.resign(table.id)
        assert (await host.view(table.id)).version == 5
    await proxy.stop()


async def test_redis_is_killed_and_comes_back_under_play(own_redis, counting):
    async with AsyncExitStack() as stack:
        house = House(own_redis.url, counting, stack)
        await house.open_lobby()
        await house.open_lobby()
        tables = [await house.started(options={"rounds": "12"}) for _ in range(4)]
        acknowledged: dict[str, int] = {table_id: 0 for table_id, _ in tables}

        async def play(table_id, guest, number):
            guest = house.at(guest, number)
            for turn in range(1, 13):

                async def pick(turn=turn):
                    return await guest.submit(table_id, f"r{turn}s{number}", "c0", request_id=f"turn-{turn:04}")

                # The other seat may not have chosen yet: then the prompt is not open yet.
                await insist(pick, "STORE_UNAVAILABLE", "PROMPT_CLOSED", "TABLE_BUSY")
                acknowledged[table_id] += 1

        async def kill():
            for _ in range(2):
                count = sum(acknowledged.values())
                await eventually(lambda count=count: sum(acknowledged.values()) >= count + 10)
                await asyncio.to_thread(own_redis.kill)
                await asyncio.sleep(0.2)
                await asyncio.to_thread(own_redis.start)

        async with tables[0][1][0].watching(tables[0][0]) as updates:
            playing = [
                play(table_id, guest, number) for table_id, guests in tables for number, guest in enumerate(guests)
            ]
            await asyncio.gather(kill(), *playing)
            seen = [message.update for message in await updates.rest()]
        assert seen[-1].state == TABLE_STATE_FINISHED
        start = max(number for number, update in enumerate(seen) if update.resync or not number)
        assert numbers(seen[start:]) == list(range(1, seen[-1].last_event + 1))
        for table_id, (one, _) in tables:
            record = await one.record(table_id)
            assert (acknowledged[table_id], len(record.choices)) == (24, 24)
            assert await verified(house, record)


async def test_while_redis_is_away_callers_hear_so_and_nothing_is_half_done(own_redis, counting):
    async with AsyncExitStack() as stack:
        house = House(own_redis.url, counting, stack)
        lobby = await house.open_lobby()
        assert isinstance(lobby.tables.store, Store)
        lobby.tables.store._wire._patience = 0.3
        table_id, (one, _) = await house.started()
        own_redis.kill()
        for work in (one.submit(table_id, "r1s0", "c0"), one.create(), one.list(), one.view(table_id)):
            error = await refused(work)
            assert (error.reason, error.code) == ("STORE_UNAVAILABLE", grpc.StatusCode.UNAVAILABLE)
        own_redis.start()
        assert (await one.view(table_id)).prompts[0].id == "r1s0"
        await one.submit(table_id, "r1s0", "c0")


async def test_a_redis_that_hangs_is_waited_for_only_so_long_and_answers_are_not_mixed_up(redis_server):
    store = Store(redis_server.url, origin=b"hanging", timeout=2.0, patience=3.0)
    store.start()
    try:
        assert await store.share_that_answers() == 1
        with redis_server.frozen():
            lost = await asyncio.gather(*(store._wire.run("ECHO", "early") for _ in range(9)), return_exceptions=True)
        assert {getattr(each, "reason", each) for each in lost} == {"STORE_UNAVAILABLE"}
        words = [f"late {number}" for number in range(200)]
        answers = await asyncio.gather(*(store._wire.run("ECHO", word) for word in words))
        assert [answer.decode() for answer in answers] == words
    finally:
        await store.close()


async def test_a_store_that_went_back_in_time_is_followed_and_watchers_hear_of_it(redis_server, counting):
    """Power was lost and the last second with it: what was told after does not hold any more."""
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        lobby = await house.open_lobby()
        table_id, (one, two) = await house.started()
        with redis_server.client() as client:
            saved = {key: client.dump(key) for key in client.keys("*")}
            async with two.watching(table_id) as updates:
                await one.submit(table_id, "r1s0", "c0")
                await updates.until(lambda message: message.update.last_event == 4)
                client.flushall()
                for key, value in saved.items():
                    client.restore(key, 0, value)
                lobby.watching.mark_stale(range(SHARDS))
                lobby.tables.memory.forget_all()
                update = await updates.update()
                assert (update.resync, update.last_event) == (True, 3)
                await one.submit(table_id, "r1s0", "c1")
                assert (await updates.update()).last_event == 4


async def test_the_rules_service_restarts_under_play(house):
    tables = [await house.started(options={"rounds": "20"}) for _ in range(3)]
    done = 0

    async def play(table_id, guest, number):
        nonlocal done
        for turn in range(1, 21):

            async def pick(turn=turn):
                return await guest.submit(table_id, f"r{turn}s{number}", "c0", request_id=f"turn-{turn:04}")

            await insist(pick, "GAME_UNAVAILABLE", "PROMPT_CLOSED")
            done += 1

    async def restart():
        for _ in range(2):
            count = done
            await eventually(lambda count=count: done >= count + 15)
            await house.counting.stop()
            house.counting.rules.cached.clear()
            await asyncio.sleep(0.1)
            await house.counting.start()

    playing = [play(table_id, guest, number) for table_id, guests in tables for number, guest in enumerate(guests)]
    await asyncio.gather(restart(), *playing)
    for table_id, (one, _) in tables:
        assert await verified(house, await one.record(table_id))


async def test_a_position_that_the_rules_have_forgotten_is_sent_again(house):
    table_id, (one, two) = await house.started(options={"rounds": "3"})
    await one.pick(table_id)
    house.counting.rules.cached.clear()
    house.counting.rules.calls.clear()
    await two.submit(table_id, "r1s1", "c0")
    assert house.counting.rules.calls == ["apply", "apply"]
    await one.submit(table_id, "r2s0", "c0")
    assert house.counting.rules.calls == ["apply", "apply", "apply"]


async def test_while_the_rules_are_away_callers_hear_so_and_watchers_without_views_go_on(house):
    table_id, (one, two, _) = await house.started(3)
    await house.counting.stop()
    await eventually(lambda: not house.lobbies[0].games.rules_of(NAME).available)
    for work in (one.submit(table_id, "r1s0", "c0"), one.view(table_id)):
        error = await refused(work)
        assert (error.reason, error.metadata) == ("GAME_UNAVAILABLE", {"game": NAME})
    async with two.watching(table_id) as updates:
        await updates.update()
        await one.resign(table_id)
        assert (await updates.update()).events[0].event.kind == "resigned"
    async with two.watching(table_id, views=True) as updates:
        assert (await refused(updates.next())).reason == "GAME_UNAVAILABLE"


async def test_two_lobbies_with_small_caches_serve_many_tables(house):
    """Tables fall out of memory all the time; nothing depends on it."""
    house.settings = type(house.settings)(**{**house.settings.__dict__, "cached_tables": 2})
    await house.open_lobby()
    tables = [await house.started(options={"rounds": "3"}) for _ in range(8)]

    async def play(table_id, guests):
        for turn in range(1, 4):
            for number, guest in enumerate(guests):
                await house.at(guest, (turn + number) % 2).submit(table_id, f"r{turn}s{number}", "c0")

    await asyncio.gather(*[play(*table) for table in tables])
    for table_id, (one, _) in tables:
        assert await verified(house, await one.record(table_id))


async def test_rules_that_never_answer_are_waited_for_only_so_long(house, monkeypatch):
    table_id, (one, _) = await house.started()
    monkeypatch.setattr(pods_of(house.lobbies[0]), "_seconds", 0.2)
    with monkeypatch.context() as silent:
        silent.setattr(house.counting.rules, "answer_or_refusal", lambda _: rules_pb2.SessionAnswer())
        error = await refused(one.submit(table_id, "r1s0", "c0"))
    assert (error.reason, error.metadata) == ("GAME_UNAVAILABLE", {"game": NAME})
    monkeypatch.undo()
    await one.submit(table_id, "r1s0", "c0")


async def test_a_listener_that_failed_hears_of_the_change_from_the_feed(redis_server, counting):
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack)
        lobby = await house.open_lobby()
        table_id, (one, _) = await house.started()
        async with one.watching(table_id) as updates:
            await updates.update()
            listeners = lobby.tables._listeners
            watching = listeners.index(lobby.watching.changed)

            def fail(*_):
                listeners[watching] = lobby.watching.changed
                raise RuntimeError("as if something had gone wrong")

            listeners[watching] = fail
            accepted = await one.submit(table_id, "r1s0", "c0")
            assert (await updates.update()).version == accepted.version

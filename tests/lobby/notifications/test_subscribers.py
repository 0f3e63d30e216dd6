"""Only what concerns a subscriber is looked at, and every process learns in time who subscribes."""

import asyncio

import pytest

from galaxytables.lobby.v1 import notifications_pb2 as pb
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.domain.subscribers import Form, WebhookTarget
from galaxytables_lobby.ids import SHARDS, PlayerId, shard_of
from galaxytables_lobby.people.noticing import SETTLING_MILLISECONDS
from galaxytables_lobby.people.subscribers import TRUSTED_SECONDS, Subscribers
from galaxytables_serving import GalaxyError
from tests.lobby.adapters.redis.test_store import cluster, store_at  # noqa: F401  # a fixture
from tests.lobby.house import House, eventually
from tests.lobby.notifications.receivers import receiving
from tests.lobby.notifications.scenes import add_webhook, desk, set_ways
from tests.lobby.notifications.test_webhooks import STARTED, kinds, running, told  # noqa: F401  # a fixture

SETTLED = SETTLING_MILLISECONDS[-1] / 1000 + 1
HOOK = WebhookTarget(url="https://bot.example/", form=Form.STANDARD, name="", added=0)


def subscribers_of(house: House, lobby: int) -> Subscribers:
    return house.lobbies[lobby].notifications._subscribers


async def knows_for_good(house: House, lobby: int) -> Subscribers:
    """What a lobby knows now it relies on, however slow the machine is."""
    subscribers = subscribers_of(house, lobby)
    subscribers._steady = lambda: 0.0
    await subscribers.load()
    return subscribers


def marked(client) -> set[str]:
    return {each.decode() for shard in range(SHARDS) for each in client.zrange(keys.unnoticed(shard), 0, -1)}


@pytest.fixture
def client(redis_server):
    with redis_server.client() as client:
        yield client


async def test_a_table_without_subscribers_is_never_marked(told, client):  # noqa: F811
    await knows_for_good(told, 1)
    table_id, one, two = await running(told, options={"rounds": "1"})
    await one.start(table_id)
    await one.say(table_id, "hello")
    for player in (one, two):
        await player.pick(table_id)
    assert (marked(client), client.hexists(keys.table(table_id), "noticed")) == (set(), False)
    other, _, three = await running(told)
    await add_webhook(three, "http://127.0.0.1:9/")
    assert marked(client) == {other}


async def test_while_the_store_does_not_tell_who_subscribes_every_commit_marks_its_table(told, client, monkeypatch):  # noqa: F811
    subscribers = await knows_for_good(told, 1)

    async def away(_):
        raise errors.store_unavailable()

    monkeypatch.setattr(told.lobbies[1].tables.store, "subscribers", away)
    subscribers._steady = lambda: TRUSTED_SECONDS - 0.01
    table_id, one, _ = await running(told)
    assert marked(client) == set()
    subscribers._steady = lambda: TRUSTED_SECONDS
    await one.start(table_id)
    assert marked(client) == {table_id}


async def test_what_another_lobby_commits_is_told_whether_it_knows_the_subscriber_yet_or_not(told, client, monkeypatch):  # noqa: F811
    told.clock.stand_still()
    async with receiving() as receiver, desk(told) as worker:
        elsewhere = await knows_for_good(told, 0)
        # It looks when the scene says so, and not once a second.
        monkeypatch.setattr(elsewhere, "load", asyncio.Event().wait)
        table_id, one, two = await running(told)
        await add_webhook(two, receiver.url)
        # The subscriber's own lobby marks the table, so there is a look before the other lobby's commit.
        await one.edit(table_id, name="Longer evening")
        await two.ready(table_id)
        await worker.work()
        await told.at(one, 0).start(table_id)
        await worker.work()
        assert receiver.got == []
        told.clock.ahead += SETTLING_MILLISECONDS[0] / 1000
        await worker.work()
        assert sorted(kinds(receiver)) == ["started", "your_turn"]
        await Subscribers.load(elsewhere)
        assert elsewhere.may_include([PlayerId(two.id)])
        told.clock.ahead += SETTLED
        await worker.work()
        assert marked(client) == set()
        for player in (one, two):
            await told.at(player, 0).pick(table_id)
        await worker.work()
        assert sorted(kinds(receiver)) == ["started", "your_turn", "your_turn"]


async def test_a_lobby_learns_of_a_subscriber_in_a_second(told):  # noqa: F811
    elsewhere = subscribers_of(told, 0)
    guest = await told.guest(lobby=1)
    made = await add_webhook(guest, "http://127.0.0.1:9/")
    await eventually(lambda: PlayerId(guest.id) in elsewhere._all)
    request = pb.RemoveWebhookRequest(webhook_id=made.webhook.id)
    await guest.notifications.RemoveWebhook(request, metadata=guest.metadata)
    await eventually(lambda: PlayerId(guest.id) not in elsewhere._all)


async def test_who_subscribes_is_told_nothing_old_and_all_that_comes(told):  # noqa: F811
    told.clock.stand_still()
    async with receiving() as receiver, desk(told) as worker:
        await knows_for_good(told, 1)
        table_id, one, two = await running(told)
        await one.say(table_id, "hello")
        await one.start(table_id)
        for _ in range(2):
            await add_webhook(two, receiver.url)
            told.clock.ahead += SETTLED
            await worker.work()
            assert receiver.got == []
        await two.pick(table_id)
        await one.pick(table_id)
        await one.say(table_id, "once more")
        await worker.work()
        assert sorted(kinds(receiver)) == ["message", "your_turn"]


async def test_who_has_subscribed_and_sits_down_is_told_nothing_old(told):  # noqa: F811
    async with receiving() as receiver, desk(told) as worker:
        await knows_for_good(told, 1)
        one, two = await told.guest("Ada", lobby=1), await told.guest("Bob", lobby=1)
        await add_webhook(two, receiver.url)
        await set_ways(two, {STARTED: []})
        table = await one.create(2)
        await one.say(table.id, "who plays?")
        await two.join(table.id)
        await worker.work()
        assert receiver.got == []
        await one.say(table.id, "welcome")
        await worker.work()
        assert kinds(receiver) == ["message"]


async def test_a_look_that_began_before_somebody_subscribed_leaves_the_mark_for_later(told, client, monkeypatch):  # noqa: F811
    told.clock.stand_still()
    async with desk(told) as worker:
        table_id, one, two = await running(told)
        await add_webhook(one, "http://127.0.0.1:9/")
        store = worker.notifier._store
        subscribed, meanwhile = store.subscribed, asyncio.Event()

        async def slowly(player_ids):
            found = await subscribed(player_ids)
            if not meanwhile.is_set():
                meanwhile.set()
                await add_webhook(two, "http://127.0.0.1:9/")
            return found

        told.clock.ahead += SETTLED
        monkeypatch.setattr(store, "subscribed", slowly)
        await worker.notifier.notify()
        assert meanwhile.is_set()
        later = int(told.clock() * 1000) + SETTLING_MILLISECONDS[0]
        assert client.zscore(keys.unnoticed(shard_of(table_id)), table_id) == pytest.approx(later, abs=2)


@pytest.mark.parametrize("kind", ["server", "cluster"])
async def test_the_subscribers_of_each_shard_are_read_by_their_changes(kind, request):
    url = request.getfixturevalue("cluster").url if kind == "cluster" else request.getfixturevalue("redis_server").url
    players = [PlayerId(f"player-{kind}-{number}") for number in range(40)]
    async with store_at(url) as store:
        reader = Subscribers(store, lambda: 0.0)
        for player in players:
            await store.subscribe(player, "webhook:1", HOOK, now=1_000, limit=1)
        await reader.load()
        assert reader._all >= set(players)
        numbers = list(reader._numbers)
        assert await store.subscribers(numbers) == []
        await store.unsubscribe(players[0], "webhook:1")
        await store.forget_subscriber(players[1])
        # Of the same moment as all others, so that only their numbers tell that they are new.
        for player in players[2:4]:
            await store.unsubscribe(player, "webhook:1")
            await store.subscribe(player, "webhook:1", HOOK, now=1_000, limit=1)
        await reader.load()
        assert reader._all.isdisjoint(players[:2])
        assert reader._all >= set(players[2:])
        assert set(await store.subscribed(players)) == set(players[2:])


async def test_while_a_shard_is_read_again_all_of_its_subscribers_count(redis_server, monkeypatch):
    shard = shard_of("ada")
    bob = next(PlayerId(f"bob-{number}") for number in range(10 * SHARDS) if shard_of(f"bob-{number}") == shard)
    async with store_at(redis_server.url) as store:
        reader = Subscribers(store, lambda: 0.0, steady=lambda: 0.0)
        for player in (PlayerId("ada"), bob):
            await store.subscribe(player, "webhook:1", HOOK, now=1_000, limit=1)
        await reader.load()
        assert not reader.may_include([PlayerId("eve")])
        await store.unsubscribe(PlayerId("ada"), "webhook:1")
        read = store.subscribers

        async def once(numbers):
            if not numbers[shard]:
                raise errors.store_unavailable()
            return await read(numbers)

        monkeypatch.setattr(store, "subscribers", once)
        with pytest.raises(GalaxyError, match="store"):
            await reader.load()
        assert reader.may_include([bob])
        monkeypatch.setattr(store, "subscribers", read)
        await reader.load()
        assert reader.may_include([bob])
        assert not reader.may_include([PlayerId("ada")])


async def test_a_subscriber_whose_settings_have_expired_is_none(redis_server, client):
    async with store_at(redis_server.url) as store:
        await store.subscribe(PlayerId("ada"), "webhook:1", HOOK, now=1_000, limit=1)
        assert await store.subscribed([PlayerId("ada"), PlayerId("bob")]) == {"ada": 1_000}
        client.delete(keys.subscriber(PlayerId("ada")))
        assert await store.subscribed([PlayerId("ada")]) == {}
        assert client.zcard(keys.subscribers(shard_of("ada"))) == 0

"""The store against real servers: one commit, one slot; all of it or nothing; exactly once."""

import asyncio
import contextlib
import re
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from redis.crc import key_slot

from galaxytables_lobby.adapters.redis import Store, keys
from galaxytables_lobby.adapters.redis.commit_arguments import (
    REMEMBERED,
    forget_operations,
    pack_answer,
    read_answer,
    script_arguments,
)
from galaxytables_lobby.adapters.redis.feed import Feed
from galaxytables_lobby.adapters.redis.topology import LANES
from galaxytables_lobby.domain import seating
from galaxytables_lobby.domain.history import GAME_EVENT
from galaxytables_lobby.domain.people import ChatMessage, Person
from galaxytables_lobby.domain.requests import Answer, fresh_identity, request_identity
from galaxytables_lobby.domain.state import (
    ClosedTable,
    FinishedTable,
    OpenTable,
    RunningTable,
    Spectators,
    Stage,
    Table,
    TableSeat,
    TimeControl,
    at_stage,
    decode,
    encode,
)
from galaxytables_lobby.ids import (
    SHARDS,
    PlayerId,
    is_invitation,
    is_table_id,
    new_invitation,
    new_table_id,
    shard_of,
)
from galaxytables_lobby.metrics import OWN_ENTRIES
from galaxytables_lobby.ports import BotOffer, Commit, CommitOutcome
from galaxytables_serving import GalaxyError
from tests.lobby.house import eventually
from tests.lobby.redis_server import RedisServer
from tests.lobby.seats import S0

HOUR = 3600 * 1000
ADA = Person(PlayerId("ada"), "Ada")
SAID = ChatMessage(number=1, time=1_000, player=ADA, seat=S0, text="Hello")


def opened(private: bool = False, now: int = 1_000) -> OpenTable:
    return seating.open_table(
        new_table_id(),
        host=ADA, name="t", game="g", options={"a": "b"}, seats=2, private=private, control=TimeControl(per_move=5),
        entropy=b"e", spectators=Spectators(), now=now,
    )  # fmt: skip


def commit(before: Table | None, after: Table, **fields) -> Commit:
    return Commit(before=before, after=after, time=0, **{"identity": fresh_identity(), **fields})


def running(table: Table, **fields) -> RunningTable:
    seats = (table.seats[0], TableSeat(bot="greedy"))
    return at_stage(RunningTable, table, **{"seats": seats, "version": table.version + 1, "deadline": 0, **fields})


@contextlib.asynccontextmanager
async def store_at(url: str, **fields):
    store = Store(url, **{"origin": b"test", **fields})
    store.start()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    server = RedisServer(tmp_path_factory.mktemp("cluster"), cluster=True)
    server.start()
    yield server
    server.kill()


def slots(names: list[str]) -> set[int]:
    return {key_slot(name.encode()) for name in names}


def test_all_keys_of_every_kind_of_commit_lie_on_one_slot():
    for private in (False, True):
        table = opened(private)
        started = running(table)
        over = at_stage(FinishedTable, started, finished=2_000, version=3)
        cases: list[tuple[Table | None, Table]] = [
            (None, table),
            (table, started),
            (started, replace(started, version=3)),
            (started, over),
        ]
        for before, after in cases:
            delayed = replace(after, spectators=Spectators(delay=3))
            whole = commit(before, delayed, message=SAID, game=(b"standing", b"position"))
            names, arguments = script_arguments(whole, origin=b"o", kept_closed=HOUR)
            assert {keys.chat(table.id), keys.past(table.id)} <= set(names)
            assert len(slots(names)) == 1, names
            # Index operations name their keys by number, inside of KEYS.
            assert len(names) == len(set(names))
            assert arguments
        assert len(slots(forget_operations(over)[0])) == 1
    shard = shard_of(table.id)
    assert slots([keys.deadlines(shard), keys.leases(shard), keys.feed(shard), keys.table(table.id)]) == slots(
        [keys.tag(shard)]
    )


@given(st.text(min_size=1, max_size=30))
def test_an_invitation_leads_to_its_tables_shard(table_id):
    code = new_invitation(table_id)
    assert shard_of(code) == shard_of(table_id)
    assert is_invitation(code)
    assert not is_table_id(code)


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.sampled_from([b"", b"digest()"]), st.binary())
def test_an_answer_is_the_same_after_packing_but_for_the_end_of_the_digest(version, event, content, response):
    answer = Answer(version, event, content, response)
    assert read_answer(pack_answer(answer)) == replace(answer, content=content[:4])


def test_a_table_is_the_same_after_encoding():
    for table in (opened(), opened(private=True), running(opened(), waiting=(0, 1))):
        assert decode(encode(table)) == table


async def test_a_commit_changes_everything_together(store, redis_server):
    table = opened()
    assert (await store.commit(commit(None, table))).outcome is CommitOutcome.DONE
    after = running(table, events=2, deadline=77_000)
    done = await store.commit(
        commit(
            table,
            after,
            game=(b"standing", b"position"),
            events=[GAME_EVENT + b"one", GAME_EVENT + b"two\x00\r\n"],
            journal=[b"cjournal"],
        )
    )
    assert done.outcome is CommitOutcome.DONE
    loaded = await store.load(table.id)
    assert (loaded.table, loaded.standing, loaded.position) == (after, b"standing", b"position")
    events = await store.events(table.id, 1)
    assert [(event.number, event.source, event.payload) for event in events] == [
        (1, b"g", b"one"),
        (2, b"g", b"two\x00\r\n"),
    ]
    assert [event.number for event in await store.events(table.id, 2, 2)] == [2]
    assert await store.journal(table.id) == [b"cjournal"]
    assert await store.newest_public(["g"], [Stage.RUNNING], before=None, limit=9) == [(1_000, table.id)]
    assert await store.newest_public(["g"], [Stage.OPEN], before=None, limit=9) == []
    assert await store.newest_of_player("ada", before=None, limit=9) == [(1_000, table.id)]
    assert await store.bot_seats("g", "greedy") == [(table.id, 1)]
    counts = await store.count_tables(["g"])
    assert {key: count for key, count in counts.items() if any(count)} == {
        ("g", Stage.RUNNING): [int(shard == shard_of(table.id)) for shard in range(SHARDS)]
    }
    due, backlog = await store.claim(now=77_000, lease=5, limit=5)
    assert ([(each.table_id, each.deadline) for each in due], backlog) == ([(table.id, 77_000)], 1)
    with redis_server.client() as client:
        assert client.xlen(keys.feed(shard_of(table.id))) == 2
    calls, seconds = await store.script_time()
    assert calls >= 2
    assert seconds > 0


async def test_a_commit_on_an_older_version_changes_nothing(store, redis_server):
    table = opened()
    await store.commit(commit(None, table))
    first = running(table, deadline=5)
    await store.commit(commit(table, first, game=(b"s", b"first")))
    with redis_server.client() as client:
        before = {key: client.dump(key) for key in client.keys("*")}
    second = running(table, deadline=9, events=1)
    lost = await store.commit(commit(table, second, game=(b"s", b"second"), events=[b"gx"], journal=[b"cx"]))
    assert lost.outcome is CommitOutcome.CONFLICT
    again = await store.commit(commit(None, table))
    assert again.outcome is CommitOutcome.CONFLICT
    with redis_server.client() as client:
        assert {key: client.dump(key) for key in client.keys("*")} == before


async def test_an_identity_is_accepted_once_and_answered_alike_ever_after(store):
    table = opened()
    identity = request_identity("ada", "a request")
    assert identity != request_identity("bob", "a request")
    await store.commit(commit(None, table))
    after = running(table, events=1)
    await store.commit(commit(table, after, identity=identity, events=[b"gx"]))
    again = await store.commit(commit(table, after, identity=identity, events=[b"gx"]))
    assert again.outcome is CommitOutcome.REPEATED
    assert (again.answer.version, again.answer.last_event) == (2, 1)
    assert await store.answered(table.id, identity) == again.answer
    assert len(await store.events(table.id, 1)) == 1
    for _ in range(REMEMBERED - 1):
        before, after = after, replace(after, version=after.version + 1)
        await store.commit(commit(before, after))
    assert await store.answered(table.id, identity) == again.answer
    before, after = after, replace(after, version=after.version + 1)
    await store.commit(commit(before, after))
    assert await store.answered(table.id, identity) is None


async def test_what_a_request_asked_for_and_got_is_remembered_as_long_as_its_identity(store, redis_server):
    table = opened()
    await store.commit(commit(None, table))
    identity = request_identity("ada", "a request")
    after = replace(table, version=2)
    asked = {"identity": identity, "content": b"digest()", "response": b"answer"}
    await store.commit(commit(table, after, **asked))
    assert (await store.commit(commit(table, after, **{**asked, "content": b"another."}))).answer == Answer(
        2, 0, b"dige", b"answer"
    )
    assert await store.answered(table.id, identity) == Answer(2, 0, b"dige", b"answer")
    # A commit to the same version only remembers a request.
    for _ in range(REMEMBERED // 2):
        assert (await store.commit(commit(after, after))).outcome is CommitOutcome.DONE
    assert await store.version(table.id) == 2
    with redis_server.client() as client:
        assert client.hget(keys.table(table.id), "response1") == b"answer"
        sizes = set()
        for _ in range(2 * REMEMBERED):
            before, after = after, replace(after, version=after.version + 1)
            assert (await store.commit(commit(before, after))).outcome is CommitOutcome.DONE
            sizes.add(client.strlen(keys.answers(table.id)))
        assert await store.answered(table.id, identity) is None
        assert len(sizes) < 8
        assert max(sizes) == 21 * REMEMBERED
        assert not client.hexists(keys.table(table.id), "response1")


async def test_a_request_opens_one_table(store, redis_server):
    identity = request_identity("ada", "a request")
    assert await store.table_of_request(identity, "one", kept=10_000) == "one"
    assert await store.table_of_request(identity, "two", kept=10_000) == "one"
    assert await store.table_of_request(request_identity("bob", "a request"), "two", kept=10_000) == "two"
    with redis_server.client() as client:
        assert 0 < client.pttl(keys.created(identity)) <= 10_000


async def test_scripts_are_sent_again_when_the_server_has_forgotten_them(store, redis_server):
    table = opened()
    await store.commit(commit(None, table))
    with redis_server.client() as client:
        client.script_flush()
    assert (await store.commit(commit(table, running(table)))).outcome is CommitOutcome.DONE


async def test_a_commit_that_nobody_waits_for_any_more_is_made_all_the_same(store):
    table = opened()
    once = commit(None, table)
    making = asyncio.create_task(store.commit(once))
    await asyncio.sleep(0)
    making.cancel()
    await asyncio.wait([making])
    assert making.cancelled()
    assert (await store.commit(once)).outcome is CommitOutcome.REPEATED
    await store.close()
    with pytest.raises(GalaxyError) as refused:
        await store.commit(once)
    assert refused.value.reason == "STORE_UNAVAILABLE"


async def test_many_commits_at_once_are_gathered_and_all_answered(store):
    tables = [opened() for _ in range(300)]
    outcomes = await asyncio.gather(*[store.commit(commit(None, table)) for table in tables])
    assert {each.outcome for each in outcomes} == {CommitOutcome.DONE}
    states = await store.load_states([table.id for table in tables])
    assert states == tables


@pytest.mark.parametrize("kept", ["sanctions", "directives"])
async def test_what_operators_change_is_seen_even_if_their_process_dies_meanwhile(store, monkeypatch, kept):
    add, drop, number, read = {
        "sanctions": (store.sanction, store.lift_sanction, store.sanctioned, store.sanctions),
        "directives": (store.direct, store.drop_directive, store.directed, store.directives),
    }[kept]
    await add("known", b"so that the script is known")
    run = store._wire.run
    commands: list[bool] = []

    async def only_one(*arguments, replicated=False):
        if commands:
            raise asyncio.CancelledError
        commands.append(replicated)
        return await run(*arguments, replicated=replicated)

    for change, left in ((partial(add, "new", b"value"), {b"value"}), (partial(drop, "new"), set())):
        before = await number()
        with monkeypatch.context() as dying, contextlib.suppress(asyncio.CancelledError):
            dying.setattr(store._wire, "run", only_one)
            await change()
        assert commands == [True]
        commands.clear()
        assert await number() != before
        assert {value for name, value in (await read()).items() if name == "new"} == left
    assert [await drop("known"), await drop("known")] == [True, False]


async def test_of_many_writers_on_one_version_exactly_one_wins(store):
    table = opened()
    await store.commit(commit(None, table))
    rivals = [running(table, name=f"rival {number}") for number in range(20)]
    outcomes = await asyncio.gather(*[store.commit(commit(table, rival)) for rival in rivals])
    assert [each.outcome for each in outcomes].count(CommitOutcome.DONE) == 1
    assert [each.outcome for each in outcomes].count(CommitOutcome.CONFLICT) == 19


async def test_claims_are_shared_between_workers_and_end_with_their_lease(store):
    tables = [opened(now=number) for number in range(40)]
    for table in tables:
        await store.commit(commit(None, replace(table, deadline=50 + table.created)))
    taken: list[str] = []
    while True:
        due, backlog = await store.claim(now=200, lease=1_000, limit=1)
        assert backlog == 40
        if not due:
            break
        assert [each.deadline for each in due] == sorted(each.deadline for each in due)
        taken += [each.table_id for each in due]
    assert sorted(taken) == sorted(table.id for table in tables)
    await store.release(tables[3].id)
    due, _ = await store.claim(now=200, lease=1_000, limit=99)
    assert [each.table_id for each in due] == [tables[3].id]
    due, _ = await store.claim(now=1_201, lease=1_000, limit=99)
    assert len(due) == 40
    assert (await store.claim(now=10, lease=1_000, limit=99)) == ([], 0)


async def test_one_server_is_asked_once_for_the_claims_of_all_shards(store, redis_server):
    tables = [opened() for _ in range(20)]
    assert len({shard_of(table.id) for table in tables}) > 1
    for table in tables:
        await store.commit(commit(None, replace(table, deadline=50)))
    await store.claim(now=10, lease=1_000, limit=99)
    with redis_server.client() as client:

        def scripts() -> int:
            return int(client.info("commandstats")["cmdstat_evalsha"]["calls"])

        before = scripts()
        due, backlog = await store.claim(now=50, lease=1_000, limit=99)
        assert (len(due), backlog, scripts() - before) == (20, 20, 1)


async def test_offers_lapse_and_can_be_withdrawn(store):
    offers = [BotOffer("g", "greedy", PlayerId("host")), BotOffer("g", "random", PlayerId("host"))]
    await store.refresh_offers(offers, until=1_000)
    assert await store.offers(now=900) == set(offers)
    await store.withdraw_offers(offers[:1])
    assert await store.offers(now=900) == {offers[1]}
    await store.refresh_offers([], until=5_000)
    assert await store.offers(now=1_001) == set()


async def test_a_player_is_listed_at_no_table_they_left(store):
    table = opened()
    await store.commit(commit(None, table))
    left = at_stage(ClosedTable, table, seats=(TableSeat(), TableSeat()), version=2, finished=2_000)
    await store.commit(commit(table, left))
    assert await store.newest_of_player("ada", before=None, limit=9) == []
    assert await store.expired(now=2_000 + HOUR - 1) == []
    assert await store.expired(now=2_000 + HOUR) == [left]
    assert await store.forget(left)
    assert await store.expired(now=2_000 + HOUR) == []
    assert await store.load(table.id) is None


async def test_nothing_is_left_of_a_table_that_is_forgotten(store, redis_server):
    table = replace(opened(private=True), spectators=Spectators(delay=2))
    await store.commit(commit(None, table, message=SAID))
    started = running(table, events=1)
    game = {"game": (b"standing", b"position"), "events": [b"gone"], "journal": [b"choice"]}
    await store.commit(commit(table, started, **game))
    past = await store.past(table.id)
    assert (past.table, past.position) == (started, b"position")
    assert await store.messages(table.id) == [SAID]
    over = at_stage(FinishedTable, started, version=3, finished=2_000)
    await store.commit(commit(started, over))
    with redis_server.client() as client:
        assert [key for key in client.keys("*") if table.id.encode() in key]
        assert await store.forget(over)
        assert not [key for key in client.keys("*") if table.id.encode() in key]
        assert await store.table_of_invitation(table.invitation) is None


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(page=st.integers(1, 7), count=st.integers(0, 25), ties=st.integers(1, 5))
async def test_paging_shows_every_table_once_in_order(redis_server, page, count, ties):
    with redis_server.client() as client:
        client.flushall()
    async with store_at(redis_server.url) as store:
        tables = [opened(now=1_000 + number // ties) for number in range(count)]
        await asyncio.gather(*[store.commit(commit(None, table)) for table in tables])
        seen, before = [], None
        while found := await store.newest_public(["g"], [Stage.OPEN], before=before, limit=page):
            assert len(found) <= page
            seen += found
            before = found[-1]
        assert seen == sorted(((table.created, table.id) for table in tables), reverse=True)


async def test_the_feed_tells_every_process_of_every_commit(redis_server):
    news: list[tuple[str, int, bool]] = []
    feed = Feed(
        redis_server.url,
        origin=b"me",
        on_news=lambda each: news.append((each.table_id, each.version, each.seating)),
        on_gap=lambda _: news.append(("gap", 0, False)),
    )
    async with store_at(redis_server.url) as store:
        early = opened()
        await store.commit(commit(None, early))
        await feed.start()
        try:
            table = opened()
            await store.commit(commit(None, table))
            started = running(table)
            await store.commit(commit(table, started))
            await store.commit(commit(started, replace(started, version=3)))
            await eventually(lambda: len(news) >= 3)
            assert news == [(table.id, 1, True), (table.id, 2, True), (table.id, 3, False)]
        finally:
            await feed.close()


async def test_news_of_others_come_at_once_and_own_ones_when_their_commits_must_be_answered(redis_server, monkeypatch):
    delay = "galaxytables_lobby.adapters.redis.feed.OWN_DELAY_SECONDS"
    monkeypatch.setattr(delay, 3_600.0)
    heard: list[str] = []
    async with store_at(redis_server.url, origin=b"me") as own, store_at(redis_server.url, origin=b"you") as others:
        feed = Feed(
            redis_server.url, origin=b"me", on_news=lambda each: heard.append(each.table_id), on_gap=lambda _: None
        )
        await feed.start()
        try:
            read_back = OWN_ENTRIES._value.get()
            withheld, theirs, late = opened(), opened(), opened()
            await own.commit(commit(None, withheld))
            await eventually(lambda: OWN_ENTRIES._value.get() == read_back + 1)
            await others.commit(commit(None, theirs))
            await eventually(lambda: heard == [theirs.id])
            monkeypatch.setattr(delay, 0.0)
            await own.commit(commit(None, late))
            await eventually(lambda: heard == [theirs.id, late.id])
        finally:
            await feed.close()


async def test_everything_works_on_redis_cluster(cluster):
    """One node with all slots: it refuses any command and script whose keys lie on several slots."""
    news: list[str] = []
    feed = Feed(cluster.url, origin=b"me", on_news=lambda each: news.append(each.table_id), on_gap=lambda _: None)
    async with store_at(cluster.url) as store:
        await feed.start()
        try:
            tables = [opened(private=number % 2 == 1) for number in range(20)]
            outcomes = await asyncio.gather(*[store.commit(commit(None, table)) for table in tables])
            assert {each.outcome for each in outcomes} == {CommitOutcome.DONE}
            await asyncio.gather(
                *[
                    store.commit(commit(table, running(table, deadline=5, events=1), game=(b"s", b"p"), events=[b"gx"]))
                    for table in tables
                ]
            )
            assert len(await store.newest_public(["g"], [Stage.RUNNING], before=None, limit=99)) == 10
            assert len(await store.newest_of_player("ada", before=None, limit=99)) == 20
            assert len(await store.bot_seats("g", "greedy")) == 20
            assert await store.table_of_invitation(tables[1].invitation) == tables[1].id
            due, backlog = await store.claim(now=10, lease=1_000, limit=99)
            assert (len(due), backlog) == (20, 20)
            assert (await store.script_time())[0] >= 40
            await store.refresh_offers([BotOffer("g", "greedy", PlayerId("h"))], until=1_000)
            assert len(await store.offers(now=1)) == 1
            await eventually(lambda: len(news) == 40)
        finally:
            await feed.close()


async def test_a_cluster_refuses_what_touches_several_slots(cluster):
    """The check above would notice a key of another shard."""
    async with store_at(cluster.url) as store:
        table = opened()
        names, arguments = script_arguments(commit(None, table), origin=b"o", kept_closed=1)
        names[4] = re.sub(r"s\d+", f"s{(shard_of(table.id) + 1) % SHARDS}", names[4])
        with pytest.raises(Exception, match=r"(?i)slot|store"):
            await store._commit.run(names, arguments)


async def test_a_reader_that_a_feed_was_trimmed_beyond_hears_of_the_gap(redis_server, monkeypatch):
    monkeypatch.setattr("galaxytables_lobby.adapters.redis.feed._MAX_ENTRIES", 3)
    news: list[int] = []
    gaps: list[bool] = []
    feed = Feed(
        redis_server.url,
        origin=b"me",
        on_news=lambda each: news.append(each.version),
        on_gap=lambda _: gaps.append(True),
    )
    async with store_at(redis_server.url) as store:
        table = opened()
        await store.commit(commit(None, table))
        key = keys.feed(shard_of(table.id))
        with redis_server.client() as client:
            cursors = {key: client.xrevrange(key, count=1)[0][0].decode()}
            for version in range(2, 10):
                table = replace(table, version=version)
                await store.commit(commit(replace(table, version=version - 1), table))
            async with feed._connection(key) as connection:
                await feed._read(connection, cursors)
                assert (news, gaps) == ([2, 3, 4], [])
                client.xtrim(key, maxlen=4, approximate=False)
                await feed._read(connection, cursors)
        assert news[3:] == [6, 7, 8]
        await eventually(lambda: gaps == [True])
    await feed.close()


async def test_shards_of_one_server_are_asked_once_for_each_connection_whether_they_answer(redis_server):
    async with store_at(redis_server.url) as store:
        with redis_server.client() as client:
            client.config_resetstat()
            assert await store.share_that_answers() == 1
            assert client.info("commandstats")["cmdstat_exists"]["calls"] == LANES


async def test_a_closed_store_says_so_instead_of_waiting(redis_server):
    async with store_at(redis_server.url) as store:
        assert await store.share_that_answers() == 1
    with pytest.raises(GalaxyError) as caught:
        await store.version("a table")
    assert caught.value.reason == "STORE_UNAVAILABLE"


async def test_an_identity_is_remembered_however_much_others_do_in_secret(store):
    before = running(opened())
    await store.commit(commit(None, before))
    for steps in range(1, REMEMBERED + 2):
        after = replace(before, version=before.version + 1, secret_steps=(steps, 0))
        await store.commit(commit(before, after, mover=0))
        before = after
    said = replace(before, version=before.version + 1, messages=1)
    once = commit(before, said, message=SAID)
    assert [(await store.commit(once)).outcome for _ in range(2)] == [CommitOutcome.DONE, CommitOutcome.REPEATED]
    answer = await store.answered(said.id, once.identity)
    assert answer == Answer(said.version - REMEMBERED - 1, said.events)

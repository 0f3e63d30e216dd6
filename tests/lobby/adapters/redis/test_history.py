"""Histories are compacted beside the commits, read back as they were told, and left alone where they have changed."""

import struct
import zlib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from prometheus_client import REGISTRY

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.history import BEGINNING, BLOCK_EVENTS, History
from galaxytables_lobby.domain.state import FinishedTable, at_stage
from galaxytables_lobby.ports import CommitOutcome
from tests.lobby.adapters.redis.test_store import commit, opened, running
from tests.lobby.house import eventually
from tests.lobby.redis_server import RedisServer

GAME = (b"standing", b"position")


def compacted(events, journal):
    """Both lists as `compact.lua` leaves them."""
    made = History(events, journal).compaction()
    if made is None:
        return events, journal
    heads, told, entries, block, _ = made
    return [*events[:heads], block, *events[heads + told :]], journal[entries:]


@given(
    st.lists(
        st.tuples(
            st.lists(st.binary().map(lambda told: b"g" + told), max_size=BLOCK_EVENTS),
            st.lists(st.binary(), max_size=3),
        ),
        max_size=6,
    ),
    st.data(),
)
def test_a_compacted_history_reads_as_it_was_told(changes, data):
    told: list[bytes] = []
    entries: list[bytes] = []
    events: list[bytes] = [BEGINNING]
    journal: list[bytes] = []
    for new_events, new_entries in changes:
        told, events = [*told, *new_events], [*events, *new_events]
        entries, journal = [*entries, *new_entries], [*journal, *new_entries]
        events, journal = compacted(events, journal)
        history = History(events, journal)
        assert history.events(1) == told
        assert history.journal() == entries
        first = data.draw(st.integers(1, len(told) + 1))
        last = data.draw(st.integers(0, len(told) + 1))
        assert history.events(first, last) == told[first - 1 : last]
        assert history.compaction() is None


def test_a_block_takes_all_events_and_all_journal_entries():
    events, journal = compacted([BEGINNING, *(b"g%d" % number for number in range(100))], [b"C"] * 30)
    assert (len(events), journal) == (2, [])
    assert events[1].startswith(BEGINNING)


def test_few_events_make_no_block():
    assert History([BEGINNING, *[b"g"] * (BLOCK_EVENTS // 2 - 1)], [b"C"] * 1_000).compaction() is None


def test_what_the_first_block_tells_makes_later_ones_smaller():
    told = [b"g" + bytes(place * 7 % 251 for place in range(number, number + 80)) for number in range(BLOCK_EVENTS)]
    first, _ = compacted([BEGINNING, *told], [])
    second, _ = compacted([*first, *told], [])
    assert len(second[2]) < len(first[1]) / 2


def test_events_that_no_block_holds_are_read_without_blocks():
    history = History([BEGINNING, struct.pack(">cII", BEGINNING, 64, 9) + b"not compressed", b"gone", b"gtwo"])
    assert history.events(65) == [b"gone", b"gtwo"]
    assert history.events(66, 66) == [b"gtwo"]
    with pytest.raises(zlib.error):
        history.events(64)


class Game:
    """A running table at which each change tells two events and one journal entry."""

    def __init__(self, store, table):
        self.store = store
        self.table = table
        self.told = []
        self.journal = []

    @classmethod
    async def begun(cls, store):
        table = opened()
        await store.commit(commit(None, table))
        started = running(table)
        await store.commit(commit(table, started, game=GAME))
        return cls(store, started)

    def next(self):
        """The change that comes next."""
        number = self.table.version
        events = [b"g" + word + b" of change %d" % number for word in (b"first", b"second")]
        after = replace(self.table, version=number + 1, events=self.table.events + 2)
        return commit(self.table, after, game=GAME, events=events, journal=[b"C%d" % number])

    async def go_on(self, changes):
        for _ in range(changes):
            change = self.next()
            assert (await self.store.commit(change)).outcome is CommitOutcome.DONE
            self.table = change.after
            self.told += change.events
            self.journal += change.journal

    async def reads_as_told(self):
        found = await self.store.events(self.table.id, 1)
        assert [event.number for event in found] == list(range(1, len(self.told) + 1))
        assert [event.source + event.payload for event in found] == self.told
        assert await self.store.journal(self.table.id) == self.journal

    def blocks(self, client):
        return sum(each[:1] == BEGINNING for each in client.lrange(keys.events(self.table.id), 0, -1)) - 1


async def test_a_game_that_goes_on_is_compacted_by_whoever_commits(store, client):
    game = await Game.begun(store)
    await game.go_on(BLOCK_EVENTS // 2 - 1)
    await game.reads_as_told()
    assert game.blocks(client) == 0
    for blocks in (1, 2, 3):
        await game.go_on(1)
        await eventually(lambda blocks=blocks: game.blocks(client) == blocks)
        assert client.llen(keys.events(game.table.id)) == blocks + 1
        assert client.llen(keys.choices(game.table.id)) == 0
        await game.go_on(BLOCK_EVENTS // 2 - 1)
        await game.reads_as_told()
    latest = await store.events(game.table.id, game.table.events - 1, game.table.events)
    assert [event.source + event.payload for event in latest] == game.told[-2:]
    loaded = await store.load(game.table.id)
    assert (loaded.table, loaded.standing) == (game.table, GAME[0])
    assert {key.decode() for key in client.keys(f"*:table:{game.table.id}*")} == {
        each(game.table.id) for each in (keys.table, keys.answers, keys.events, keys.choices)
    }


async def test_a_game_that_ends_is_compacted_once_more(store, client):
    game = await Game.begun(store)
    await game.go_on(BLOCK_EVENTS // 2)
    await eventually(lambda: game.blocks(client) == 1)
    await game.go_on(BLOCK_EVENTS // 2 - 1)
    over = at_stage(FinishedTable, game.table, finished=2_000, version=game.table.version + 1)
    await store.commit(commit(game.table, over, game=GAME))
    await eventually(lambda: game.blocks(client) == 2)
    assert (client.llen(keys.events(over.id)), client.llen(keys.choices(over.id))) == (3, 0)
    await game.reads_as_told()


async def test_repeats_are_answered_after_the_first_block_too(store, client):
    game = await Game.begun(store)
    before = game.next()
    await store.commit(before)
    game.table = before.after
    await game.go_on(BLOCK_EVENTS // 2 + 3)
    await eventually(lambda: game.blocks(client) == 1)
    after = game.next()
    await store.commit(after)
    for each in (before, after):
        assert (await store.answered(game.table.id, each.identity)).version == each.after.version
        assert (await store.commit(each)).outcome is CommitOutcome.REPEATED


def of_history(client, table_id):
    lists = [keys.events(table_id), keys.choices(table_id)]
    return [client.lrange(each, 0, -1) for each in lists]


@pytest.fixture
def compact(client):
    """Runs `compact.lua` at a table with what was made from its history at some time."""
    source = Path(keys.__file__).parent / "compact.lua"
    script = client.register_script(source.read_text("utf-8"))
    return lambda table_id, made: script([keys.events(table_id), keys.choices(table_id)], made)


async def uncompacted(client, store):
    """A table with a block's events that nobody has compacted, and what its block would be."""
    game = await Game.begun(store)
    await game.go_on(BLOCK_EVENTS // 2 - 1)
    return game, History(*of_history(client, game.table.id)).compaction()


async def test_a_block_takes_what_it_was_made_from_though_the_game_went_on(store, client, compact):
    game, made = await uncompacted(client, store)
    late = commit(game.table, replace(game.table, version=game.table.version + 1, events=game.table.events + 1),
                  game=GAME, events=[b"glate"], journal=[b"Clate"])  # fmt: skip
    await store.commit(late)
    assert compact(game.table.id, made) == 1
    game.told, game.journal = [*game.told, b"glate"], [*game.journal, b"Clate"]
    await game.reads_as_told()
    assert client.lrange(keys.events(game.table.id), 2, -1) == [b"glate"]


async def test_of_two_that_compact_the_second_changes_nothing(store, client, compact):
    game, made = await uncompacted(client, store)
    assert compact(game.table.id, made) == 1
    stands = of_history(client, game.table.id)
    assert compact(game.table.id, made) == 0
    assert of_history(client, game.table.id) == stands
    await game.reads_as_told()


@pytest.mark.parametrize("lost", [keys.events, keys.choices])
async def test_a_history_that_lost_its_end_in_a_failover_is_left_as_it_is(store, client, compact, lost):
    game, made = await uncompacted(client, store)
    client.rpop(lost(game.table.id))
    client.rpop(lost(game.table.id))
    client.rpush(lost(game.table.id), b"gtold instead", b"gand more", b"gand more")
    stands = of_history(client, game.table.id)
    assert compact(game.table.id, made) == 0
    assert of_history(client, game.table.id) == stands


async def test_a_table_forgotten_meanwhile_stays_forgotten(store, client, compact):
    game, made = await uncompacted(client, store)
    assert await store.forget(game.table)
    assert compact(game.table.id, made) == 0
    assert not client.keys(f"*{game.table.id}*")


async def test_what_could_not_be_compacted_is_in_the_next_block(store, client):
    def failed():
        return REGISTRY.get_sample_value("galaxytables_compactions_total", {"outcome": "failed"}) or 0

    game = await Game.begun(store)
    before = failed()
    journal = keys.choices(game.table.id)
    await game.go_on(BLOCK_EVENTS // 2 - 1)
    client.rename(journal, "elsewhere")
    client.set(journal, "of another type")
    told = game.next()
    without_journal = commit(game.table, told.after, game=GAME, events=told.events)
    assert (await store.commit(without_journal)).outcome is CommitOutcome.DONE
    await eventually(lambda: failed() == before + 1)
    client.rename("elsewhere", journal)
    game.table, game.told = told.after, [*game.told, *told.events]
    await game.reads_as_told()
    await game.go_on(BLOCK_EVENTS // 2)
    await eventually(lambda: game.blocks(client) == 1)
    assert client.llen(keys.events(game.table.id)) == 2
    await game.reads_as_told()


def test_a_redis_that_compresses_lists_itself_loses_none(tmp_path):
    """Redis 6.2 does, within a hundred such tables, where a list is cut instead of made anew."""
    server = RedisServer(tmp_path)
    server.start()
    try:
        with server.client() as client:
            client.config_set("list-compress-depth", 1)
            client.config_set("list-max-ziplist-size", 24)
            script = client.register_script((Path(keys.__file__).parent / "compact.lua").read_text("utf-8"))
            chance = Random(1)
            for table in range(150):
                names = [f"{table}:events", f"{table}:choices"]
                client.rpush(names[0], BEGINNING)
                told = []
                for _ in range(5):
                    new = [b"g" + b"word " * chance.choice((1, 3, 8, 20, 150)) + chance.randbytes(3) for _ in range(80)]
                    client.rpush(names[0], *new[:40])
                    made = History(client.lrange(names[0], 0, -1)).compaction()
                    client.rpush(names[0], *new[40:])
                    assert script(names, made) == 1
                    told += new
                    assert History(client.lrange(names[0], 0, -1)).events(1) == told
    finally:
        server.kill()

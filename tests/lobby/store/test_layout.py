"""Each fact is written once; tables of the layout before go on, and their lobbies do no harm to those of today."""

import base64
import json
from pathlib import Path

import pytest
import redis
from msgspec.structs import replace

from services.lobby.ids import shard_of
from services.lobby.store import Answer, CommitOutcome, keys
from services.lobby.store.commit import REMEMBERED, script_arguments
from services.lobby.table.events import GAME_EVENT
from services.lobby.table.state import SeatClock, TimeControl, decode
from services.serving import GalaxyError
from tests.lobby.store.test_store import SAID, commit, opened, running, store_at

BEFORE = Path(__file__).parent / "before"
GAME = (b"standing", b"position")


@pytest.fixture
async def store(redis_server):
    async with store_at(redis_server.url) as opened:
        yield opened


@pytest.fixture
def client(redis_server):
    with redis_server.client() as client:
        yield client


def dumped(client):
    return {key: client.dump(key) for key in client.keys("*")}


def clocked(table, *remaining):
    seats = [replace(seat, clock=SeatClock(remaining=left)) for seat, left in zip(table.seats, remaining, strict=True)]
    return replace(table, seats=tuple(seats), version=table.version + 1)


async def test_a_choice_writes_what_it_changes_of_the_table_and_no_more(store, client):
    table = opened()
    await store.commit(commit(None, table))
    started = running(table, events=1)
    await store.commit(commit(table, started, game=GAME, events=[b"gone"]))
    whole = client.hget(keys.table(table.id), "meta")
    assert decode(whole) == started
    chosen = replace(clocked(started, 5, 7), waiting=(1,), secret_steps=(1, 0), events=3, deadline=77_000)
    await store.commit(commit(started, chosen, game=(b"second", b"place"), events=[b"gtwo", b"gthree"]))
    assert client.hget(keys.table(table.id), "meta") == whole
    loaded = await store.load(table.id)
    assert (loaded.table, loaded.standing, loaded.position) == (chosen, b"second", b"place")
    assert await store.load_states([table.id]) == [chosen]


async def test_what_changes_more_than_a_choice_does_is_newer_than_the_last_choice(store):
    table = opened()
    await store.commit(commit(None, table))
    started = running(table)
    await store.commit(commit(table, started, game=GAME))
    chosen = clocked(started, 5, 7)
    await store.commit(commit(started, chosen, game=(b"second", b"place")))
    said = replace(chosen, version=chosen.version + 1, messages=1)
    await store.commit(commit(chosen, said, message=SAID))
    loaded = await store.load(table.id)
    assert (loaded.table, loaded.standing, loaded.position) == (said, b"second", b"place")
    named = replace(clocked(said, 1, 2), name="another")
    await store.commit(commit(said, named, game=(b"third", b"place")))
    assert (await store.load(table.id)).table == named
    again = clocked(named, 3, 4)
    await store.commit(commit(named, again, game=(b"fourth", b"place")))
    assert (await store.load(table.id)).table == again


async def test_each_of_the_last_choices_is_remembered(store):
    before = running(opened())
    await store.commit(commit(None, before))
    choices = []
    for _ in range(REMEMBERED + 1):
        after = replace(before, version=before.version + 1)
        choices.append(commit(before, after, game=GAME))
        assert (await store.commit(choices[-1])).outcome is CommitOutcome.DONE
        before = after
    assert await store.answered(before.id, choices[0].identity) is None
    for choice in choices[1:]:
        assert (await store.answered(before.id, choice.identity)).version == choice.after.version


async def test_a_deadline_that_stays_is_written_once_where_no_clock_runs(store, client):
    def deadlines(before, after):
        names, _ = script_arguments(commit(before, after, game=GAME), origin=b"o", entry="", kept_closed=1)
        return keys.deadlines(shard_of(table.id)) in names

    table = replace(opened(), control=TimeControl(), deadline=5_000)
    started = running(table, deadline=5_000)
    assert deadlines(None, table)
    assert not deadlines(table, started)
    assert deadlines(table, replace(started, deadline=6_000))
    # The store may know an earlier one: what an outage took was given back to the clocks since.
    ticking = replace(started, control=TimeControl(per_move=5))
    assert deadlines(ticking, replace(ticking, version=3))
    for each in (table, replace(table, version=2, deadline=0)):
        await store.commit(commit(None if each is table else table, each))
        assert client.zscore(keys.deadlines(shard_of(table.id)), table.id) == (each.deadline or None)


async def test_a_commit_that_tells_more_than_a_script_can_pass_on_changes_nothing(store, client):
    table = opened()
    await store.commit(commit(None, table))
    before = dumped(client)
    told = [GAME_EVENT + b"event"] * 9_000
    with pytest.raises(GalaxyError):
        await store.commit(commit(table, running(table, events=9_000), game=GAME, events=told, journal=[b"c"]))
    assert dumped(client) == before


@pytest.fixture
def before(client):
    """A table of Race that a lobby of before wrote: its id, what it wrote, and what it was about to write next."""
    written = json.loads((BEFORE / "table.json").read_text("utf-8"), object_hook=_read)
    for key, (kind, value) in written["keys"].items():
        if kind == "hash":
            client.hset(key, mapping=value)
        elif kind == "list":
            client.rpush(key, *value)
        else:
            for number, field, payload in value:
                client.xadd(key, {field: payload}, id=number)
    table_id = next(key.split(":")[2] for key in written["keys"])
    return table_id, {key: value for key, (_, value) in written["keys"].items()}, written["next"]


def _read(found):
    if "type" in found:
        return found["type"], _bytes(found["value"])
    return {"names": found["names"], "arguments": _bytes(found["arguments"])} if "names" in found else found


def _bytes(found):
    if isinstance(found, dict):
        return {base64.b64decode(name): _bytes(value) for name, value in found.items()}
    if isinstance(found, list):
        return [_bytes(each) for each in found]
    return found.encode() if found.endswith("-0") else base64.b64decode(found)


async def test_a_table_of_the_layout_before_goes_on(store, client, before):
    table_id, written, _ = before
    whole = written[keys.table(table_id)]
    told = [(int(number[:-2]), by, payload) for number, by, payload in written[keys.events(table_id)]]
    journal = written[keys.choices(table_id)]
    assert await store.load_states([table_id]) == [decode(whole[b"meta"])]
    assert await store.answered(table_id, b"?" * 12) is None
    loaded = await store.load(table_id)
    assert (loaded.table, loaded.standing, loaded.position) == (
        decode(whole[b"meta"]),
        whole[b"standing"],
        whole[b"position"],
    )
    after = replace(loaded.table, version=loaded.table.version + 1, events=loaded.table.events + 1)
    assert {key.decode() for key in client.keys(f"*:table:{table_id}*")} == {
        each(table_id) for each in (keys.table, keys.answers, keys.events, keys.choices)
    }
    done = await store.commit(commit(loaded.table, after, game=GAME, events=[b"gnew"], journal=[b"Cnew"]))
    assert done.outcome is CommitOutcome.DONE
    assert (await store.load(table_id)).table == after
    events = await store.events(table_id, 1)
    assert [(event.number, event.told_by, event.payload) for event in events] == [*told, (after.events, b"g", b"new")]
    assert await store.journal(table_id) == [*journal, b"Cnew"]
    assert client.hgetall(keys.table(table_id)).keys() == {b"version", b"meta", b"game", b"answered", b"response1"}
    assert await store.forget(after)
    assert not client.keys(f"*{table_id}*")


async def test_repeats_of_what_a_lobby_of_before_has_accepted_are_answered_as_it_did(store, before):
    table_id, written, _ = before
    identities = written[f"{keys.table(table_id)}:answered"]
    answers = written[keys.answers(table_id)]
    after = (await store.load(table_id)).table
    assert len(identities) == len(answers) == 20
    for identity in identities:
        version, event = (int.from_bytes(answers[identity][place : place + 8]) for place in (0, 8))
        content, response = answers[identity][16:24], answers[identity][24:]
        expected = Answer(version, event, content.strip(b"\0"), response)
        assert await store.answered(table_id, identity) == expected
        assert (await store.commit(commit(after, after, identity=identity))).answer == expected
    assert (await store.answered(table_id, identities[1])).response == b"sat down"
    for _ in range(REMEMBERED - len(identities)):
        await store.commit(commit(after, after))
    assert await store.answered(table_id, identities[0]) is not None
    await store.commit(commit(after, after))
    assert await store.answered(table_id, identities[0]) is None
    assert await store.answered(table_id, identities[1]) is not None


async def test_a_table_of_the_layout_before_is_loaded_before_anything_is_committed_there(store, client, before):
    table = decode(client.hget(keys.table(before[0]), "meta"))
    # Its answers have lapsed, as they did a day after the last commit.
    client.delete(keys.answers(table.id), f"{keys.table(table.id)}:answered")
    stands = dumped(client)
    after = replace(table, version=table.version + 1)
    assert (await store.commit(commit(table, after))).outcome is CommitOutcome.CONFLICT
    assert dumped(client) == stands
    assert (await store.load(table.id)).table == table
    assert (await store.commit(commit(table, after))).outcome is CommitOutcome.DONE


async def test_a_lobby_of_before_writes_nothing_at_a_table_of_today(store, client, before):
    """Its script comes to an error at its first command; so do the readers of events that would archive the table."""
    table_id, _, following = before
    script = client.register_script((BEFORE / "commit.lua").read_text("utf-8"))
    await store.load(table_id)
    stands = dumped(client)
    with pytest.raises(redis.ResponseError, match="WRONGTYPE"):
        script(following["names"], following["arguments"])
    with pytest.raises(redis.ResponseError, match="WRONGTYPE"):
        client.xrange(keys.events(table_id))
    assert dumped(client) == stands


def test_a_lobby_of_before_goes_on_at_its_tables_until_they_are_loaded_here(client, before):
    script = client.register_script((BEFORE / "commit.lua").read_text("utf-8"))
    assert script(before[2]["names"], before[2]["arguments"]) == [b"done"]

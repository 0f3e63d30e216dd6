"""Each fact of a table is written once."""

import pytest
from msgspec.structs import replace

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.commit_arguments import REMEMBERED, script_arguments
from galaxytables_lobby.domain.history import GAME_EVENT
from galaxytables_lobby.domain.state import SeatClock, TimeControl, decode
from galaxytables_lobby.ids import shard_of
from galaxytables_lobby.ports import CommitOutcome
from galaxytables_serving import GalaxyError
from tests.lobby.adapters.redis.test_store import SAID, commit, opened, running

GAME = (b"standing", b"position")


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
        names, _ = script_arguments(commit(before, after, game=GAME), origin=b"o", kept_closed=1)
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

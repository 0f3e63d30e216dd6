"""A platform that could not be played costs nobody time."""

import asyncio

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables_lobby.adapters.redis import Store
from galaxytables_lobby.play.outages import LONGEST_SILENCE, Outages
from tests.lobby.clock.test_clock import kinds, per_move, sweeping
from tests.lobby.counting import NAME
from tests.lobby.domain.test_pauses import go, pause
from tests.lobby.house import eventually, refused

pytestmark = pytest.mark.usefixtures("_time_stands_still")


@pytest.fixture(autouse=True)
def _silence(monkeypatch, _leaps_of_time_are_no_outages):
    """The lobby's own beats are turned off: scenes beat by hand."""
    monkeypatch.setattr("galaxytables_lobby.play.outages.LONGEST_SILENCE", LONGEST_SILENCE)
    monkeypatch.setattr(Outages, "beat_forever", lambda *_: asyncio.sleep(0))


def outages_of(house) -> Outages:
    return Outages(house.lobbies[0].tables)


async def test_a_silence_that_is_too_long_is_an_outage(redis_server):
    store = Store(redis_server.url, origin=b"me")
    store.start()
    try:
        assert await store.beat(["a"], now=1_000, longest_silence=3_000) == ({"a": 1_000}, ())
        assert await store.beat(["a", "b"], now=4_000, longest_silence=3_000) == ({"a": 4_000, "b": 4_000}, ())
        _, outages = await store.beat(["a"], now=9_000, longest_silence=3_000)
        assert [(each.game, each.start, each.end) for each in outages] == [("a", 4_000, 9_000)]
        last, again = await store.beat([], now=90_000, longest_silence=3_000)
        assert (last, again) == ({"a": 9_000, "b": 4_000}, outages)
        late, _ = await store.beat(["a"], now=8_000, longest_silence=3_000)
        assert late["a"] == 9_000
    finally:
        await store.close()


async def test_after_an_outage_everybody_has_the_time_that_was_left_before(house):
    table_id, (one, _) = await house.started(time_control=per_move(60, grace=Duration()))
    outages = outages_of(house)
    await outages.beat((NAME,))
    house.clock.ahead = 600
    await outages.beat((NAME,))
    deadline = (await one.view(table_id)).clocks[0].deadline.ToMilliseconds() / 1000
    assert deadline - house.clock() == pytest.approx(60, abs=1)
    async with sweeping(house) as sweep:
        assert await sweep.sweep() == 1
        assert await sweep.sweep() == 0
        house.clock.ahead += 70
        await outages.beat((NAME,))
    told = await kinds(one, table_id)
    assert (told.count("compensated"), told.count("clocked_out")) == (1, 0)


async def test_the_clock_holds_still_while_nobody_can_play(house):
    table_id, (one, _) = await house.started(time_control=per_move(60))
    await outages_of(house).beat((NAME,))
    house.clock.ahead = 600
    async with sweeping(house) as sweep:
        await sweep.sweep()
    assert "clocked_out" not in await kinds(one, table_id)


async def test_time_that_really_passed_is_not_given_back(house):
    table_id, (one, _) = await house.started(time_control=per_move(60, grace=Duration()))
    outages = outages_of(house)
    for _ in range(40):
        house.clock.ahead += 2
        await outages.beat((NAME,))
    async with sweeping(house) as sweep:
        await sweep.sweep()
    told = await kinds(one, table_id)
    assert (told.count("clocked_out"), told.count("compensated")) == (2, 0)


async def test_a_choice_after_an_outage_keeps_what_was_given_back(house):
    table_id, (one, two) = await house.started(time_control=per_move(60, grace=Duration()))
    outages = outages_of(house)
    await outages.beat((NAME,))
    house.clock.ahead = 600
    await outages.beat((NAME,))
    await one.pick(table_id)
    left = (await two.view(table_id)).clocks[1].deadline.ToMilliseconds() / 1000 - house.clock()
    assert left == pytest.approx(60, abs=1)
    async with sweeping(house) as sweep:
        assert await sweep.sweep() == 0


async def test_who_watches_sees_the_new_deadlines_at_once(house, monkeypatch):
    table_id, (one, _) = await house.started(time_control=per_move(60))
    beats = []

    async def once(self, _):
        beats.append(self)

    monkeypatch.setattr(Outages, "beat_forever", once)
    lobby = await house.open_lobby()
    await eventually(lambda: bool(beats))
    watcher = house.at(one, len(house.lobbies) - 1)
    async with watcher.watching(table_id) as updates:
        before = (await updates.update()).clocks[0].deadline.ToMilliseconds()
        await beats[0].beat((NAME,))
        house.clock.ahead = 600
        await beats[0].beat((NAME,))
        seen = await updates.until(lambda response: response.update.clocks[0].deadline.ToMilliseconds() > before)
    assert seen[-1].update.clocks[0].deadline.ToMilliseconds() - before > 590_000
    assert lobby.tables.outages


async def test_the_first_choice_after_an_outage_pays_nothing_for_it(house):
    """It comes before this lobby has said that the game can be played again."""
    bank = Duration(seconds=100)
    table_id, (one, two) = await house.started(time_control=per_move(60, bank=bank, grace=Duration()))
    await outages_of(house).beat((NAME,))
    house.clock.ahead = 600
    await one.pick(table_id)
    seen = await two.view(table_id)
    assert seen.clocks[0].bank == bank
    assert seen.clocks[1].deadline.ToMilliseconds() / 1000 - house.clock() == pytest.approx(160, abs=1)


async def test_clocks_are_not_stopped_by_hand_while_a_game_is_away(house, counting):
    table_id, (one, _) = await house.started(time_control=per_move(3600, vacation=Duration(seconds=3600)))
    await counting.stop()
    await eventually(lambda: not house.lobbies[0].games.rules_of(NAME).available)
    assert (await refused(go(one, table_id))).reason == "GAME_UNAVAILABLE"
    assert (await refused(pause(one, table_id))).reason == "GAME_UNAVAILABLE"
    await counting.start()
    await eventually(lambda: house.lobbies[0].games.rules_of(NAME).available)
    await go(one, table_id)

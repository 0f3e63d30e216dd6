"""Taking choices back by agreement."""

import asyncio
import contextlib

import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.struct_pb2 import Struct

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED
from galaxytables_lobby.domain import timing
from galaxytables_lobby.play.takebacks import LIVE_LIFETIME, SLOW_LIFETIME
from tests.lobby.house import House, refused
from tests.lobby.play.test_play import verified
from tests.lobby.workers import open_sweep


def hand(update: play_pb2.TableUpdate) -> list[float]:
    content = Struct()
    assert update.view.Unpack(content)
    return [value.number_value for value in content.fields["hand"].list_value.values]


async def round_played(house: House, seats: int = 2, **fields):
    """A table after its first round, how each seat saw it before and after."""
    table_id, guests = await house.started(seats=seats, **fields)
    before = [await guest.view(table_id) for guest in guests]
    for guest in guests:
        await guest.pick(table_id)
    return table_id, guests, before, [await guest.view(table_id) for guest in guests]


def kinds(updates) -> list[str]:
    return [event.event.kind for update in updates for event in update.events]


async def test_when_all_accept_the_game_stands_where_it_stood_and_the_record_verifies(house):
    await house.open_lobby()
    table_id, guests, before, after = await round_played(house, seats=3, options={"rounds": "2"})
    one, two, three = guests
    assert (await refused(one.undo(table_id))).reason == "NOTHING_TO_UNDO"
    proposed = (await one.propose(table_id)).takeback
    assert (proposed.seat, proposed.choices, list(proposed.waiting_for)) == (0, 1, [1, 2])
    assert (await three.view(table_id)).takeback == proposed == (await two.table(table_id)).takeback
    async with house.at(three, 1).watching(table_id, from_event=1, views=True) as updates:
        first = await updates.update()
        assert first.takeback == proposed
        accepted = await two.accept(table_id, proposed.id)
        assert await two.accept(table_id, proposed.id) == accepted
        assert list((await updates.update()).takeback.waiting_for) == [2]
        done = await house.at(three, 1).accept(table_id, proposed.id)
        last = await updates.update()
    assert (last.version, last.HasField("takeback"), kinds([last])) == (done.version, False, ["taken_back"])
    facts = {fact.name: fact.number for fact in last.events[0].event.facts}
    withdrawn = [kind for kind in kinds([first]) if kind not in {"started", "dealt", "takeback_proposed"}]
    assert facts == {"choices": 1, "withdrawn": len(withdrawn)}
    assert (first.takebacks, last.takebacks) == (0, 1)
    for guest, view in zip(guests, before, strict=True):
        seen = await guest.view(table_id)
        assert (list(seen.prompts), list(seen.waiting_for)) == (list(view.prompts), [0, 1, 2])
        assert hand(seen) == hand(view)
    # The chance went back too: the same choices meet the same draws.
    for guest in guests:
        await guest.pick(table_id)
    assert [hand(await guest.view(table_id)) for guest in guests] == [hand(view) for view in after]
    for guest in guests:
        await guest.pick(table_id)
    record = await one.record(table_id)
    assert len(record.choices) == 6
    assert await verified(house, record)


async def test_a_game_goes_back_with_the_components_that_it_began_with(house):
    table_id, (one, two), before, _ = await round_played(house, options={"rounds": "2"})
    house.counting.rules.packs.insert(0, b"newer components")
    proposed = (await one.propose(table_id)).takeback
    await two.accept(table_id, proposed.id)
    assert hand(await one.view(table_id)) == hand(before[0])


async def test_several_choices_go_back_with_all_that_others_chose_since(house):
    table_id, (one, two), before, _ = await round_played(house, options={"rounds": "9"})
    for _ in range(2):
        await two.pick(table_id)
        await one.pick(table_id)
    await two.pick(table_id)
    assert (await refused(one.propose(table_id, 4))).reason == "NOTHING_TO_UNDO"
    proposed = (await one.propose(table_id, 3)).takeback
    await two.accept(table_id, proposed.id)
    seen = await one.view(table_id)
    assert ([prompt.id for prompt in seen.prompts], list(seen.waiting_for)) == (["r1s0"], [0, 1])
    await one.submit(table_id, "r1s0", "c1")
    proposed = (await one.propose(table_id)).takeback
    await two.accept(table_id, proposed.id)
    assert hand(await one.view(table_id)) == hand(before[0])


async def test_a_proposal_goes_back_to_the_choice_itself_even_if_others_came_before_it(house):
    table_id, (one, two) = await house.started()
    await two.submit(table_id, "r1s1", "c0")
    await one.submit(table_id, "r1s0", "c0")
    proposed = (await one.propose(table_id)).takeback
    await two.accept(table_id, proposed.id)
    seen = await two.view(table_id)
    assert (list(seen.prompts), list(seen.waiting_for)) == ([], [0])


async def test_bots_accept_and_who_plays_with_bots_alone_takes_back_at_once(house):
    player = await house.guest()
    async with house.host().hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        table = await player.create(2)
        await player.add_bot(table.id)
        await player.start(table.id)
        host = house.host()
        async with host.watching(table.id, prompts_only=True, seat=1) as asked:
            assert [prompt.id for prompt in (await asked.update()).prompts] == ["r1s1"]
            await host.pick(table.id, seat=1)
            await player.pick(table.id)
            assert [prompt.id for prompt in (await asked.update()).prompts] == ["r2s1"]
            await host.pick(table.id, seat=1)
            answer = await player.propose(table.id)
            assert not answer.HasField("takeback")
            # The bot had picked before the choice that is taken back; it is asked again when the round has ended.
            assert list((await player.view(table.id)).waiting_for) == [0]
            await player.pick(table.id)
            assert [prompt.id for prompt in (await asked.update()).prompts] == ["r2s1"]


async def test_who_declines_or_withdraws_ends_it_and_it_is_not_asked_again_at_once(house):
    table_id, (one, two), _, _ = await round_played(house, options={"rounds": "9"})
    for decliner in (two, one):
        async with two.watching(table_id, from_event=0) as updates:
            before = await updates.update()
            proposed = (await one.propose(table_id)).takeback
            assert (await refused(two.propose(table_id))).reason == "TAKEBACK_OPEN"
            await decliner.decline(table_id, proposed.id)
            told = [await updates.update(), await updates.update()]
        assert kinds(told) == ["takeback_proposed", "takeback_declined"]
        assert [update.HasField("takeback") for update in told] == [True, False]
        assert told[-1].prompts == before.prompts
        error = await refused(two.accept(table_id, proposed.id))
        assert (error.reason, error.metadata) == ("TAKEBACK_CLOSED", {"takeback": str(proposed.id)})
        assert (await refused(one.propose(table_id))).reason == "TAKEBACK_DECLINED"
        await one.pick(table_id)
        await two.pick(table_id)


async def test_the_next_choice_or_a_resignation_ends_a_proposal(house):
    table_id, (one, two, three), _, _ = await round_played(house, seats=3)
    proposed = (await one.propose(table_id)).takeback
    tables = house.lobbies[0].tables
    assert (await tables.load(table_id)).table.deadline == proposed.deadline.ToMilliseconds()
    await two.pick(table_id)
    assert not (await one.view(table_id)).HasField("takeback")
    # Nothing is left for the clock to look at, again and again: only a month of silence.
    deadline = (await tables.load(table_id)).table.deadline
    assert -60_000 < deadline - tables.now() - timing.MAX_SILENCE <= timing.HOUR
    assert (await refused(two.accept(table_id, proposed.id))).reason == "TAKEBACK_CLOSED"
    again = (await one.propose(table_id)).takeback
    assert again.id != proposed.id
    await three.resign(table_id)
    assert not (await one.view(table_id)).HasField("takeback")
    # Only those who still play are asked.
    assert list((await one.propose(table_id)).takeback.waiting_for) == [1]
    assert (await refused(three.propose(table_id))).reason == "NOT_SEATED"


@pytest.mark.parametrize(
    ("control", "lifetime"),
    [
        (tables_pb2.TimeControl(per_move=Duration(seconds=900)), LIVE_LIFETIME),
        (tables_pb2.TimeControl(per_move=Duration(seconds=10 * 24 * 3600)), SLOW_LIFETIME),
        (tables_pb2.TimeControl(), SLOW_LIFETIME),
    ],
)
async def test_a_proposal_lapses_at_its_deadline(house, control, lifetime):
    table_id, (one, two), _, _ = await round_played(house, time_control=control)
    proposed = (await one.propose(table_id)).takeback
    async with open_sweep(house.settings, clock=house.clock) as sweep:
        house.clock.ahead += lifetime / 1000 - 30
        await sweep.sweep()
        assert (await one.view(table_id)).takeback == proposed
        house.clock.ahead += 31
        assert await sweep.sweep() == 1
    async with one.watching(table_id) as updates:
        update = await updates.update()
    assert (update.HasField("takeback"), kinds([update])[-1]) == (False, "takeback_expired")
    assert (await refused(two.accept(table_id, proposed.id))).reason == "TAKEBACK_CLOSED"


async def test_a_clock_for_each_choice_starts_anew_and_a_budget_goes_on(house):
    for control, left in (
        (tables_pb2.TimeControl(per_move=Duration(seconds=60)), 60),
        (tables_pb2.TimeControl(budget=tables_pb2.Budget(initial=Duration(seconds=60))), 40),
    ):
        table_id, (one, two) = await house.started(time_control=control)
        house.clock.ahead += 20
        await one.pick(table_id)
        await two.pick(table_id)
        proposed = (await one.propose(table_id)).takeback
        await two.accept(table_id, proposed.id)
        clock = (await one.view(table_id)).clocks[0]
        assert abs(clock.remaining.seconds - left) <= 1
        assert clock.HasField("deadline")


async def test_a_choice_that_comes_while_the_last_accepts_is_never_half_done(house):
    """Whoever is first wins; either way the record is whole."""
    await house.open_lobby()
    for number in range(6):
        table_id, (one, two), _, _ = await round_played(house, options={"rounds": "3"})
        proposed = (await one.propose(table_id)).takeback
        prompt = (await one.view(table_id)).prompts[0]
        await asyncio.gather(
            house.at(two, number % 2).accept(table_id, proposed.id),
            house.at(one, 1).submit(table_id, prompt.id, "c0"),
            return_exceptions=True,
        )
        while (await one.table(table_id)).state != TABLE_STATE_FINISHED:
            for guest in (one, two):
                if (await guest.view(table_id)).prompts:
                    await guest.pick(table_id)
        record = await one.record(table_id)
        assert len(record.choices) == 6
        assert await verified(house, record)


async def test_what_was_told_of_taking_back_stands_in_the_way_of_no_undo(house):
    table_id, (one, two) = await house.started(options={"rounds": "1"})
    await one.submit(table_id, "r1s0", "c0")
    proposed = (await one.propose(table_id)).takeback
    await two.decline(table_id, proposed.id)
    await one.undo(table_id)
    await one.submit(table_id, "r1s0", "c1")
    await one.undo(table_id)
    await one.pick(table_id)
    await two.pick(table_id)
    record = await one.record(table_id)
    assert [event.kind for event in record.events].count("picked") == 2
    assert await verified(house, record)


async def test_where_new_games_have_other_components_only_nothing_is_taken_back(house):
    table_id, (one, two), _, after = await round_played(house)
    proposed = (await one.propose(table_id)).takeback
    house.counting.rules.packs.insert(0, b"another pack")
    house.counting.rules.older = True
    assert (await refused(two.accept(table_id, proposed.id))).reason == "UNDO_REFUSED"
    house.counting.rules.older = False
    assert list((await one.view(table_id)).prompts) == list(after[0].prompts)
    await two.accept(table_id, proposed.id)


async def test_all_players_are_told_on_the_stream_of_their_own_tables(house):
    await house.open_lobby()
    table_id, (one, two), _, _ = await round_played(house)
    async with contextlib.AsyncExitStack() as stack:
        notices = [await stack.enter_async_context(house.at(two, lobby).noticing()) for lobby in (0, 1)]
        for stream in notices:
            await stream.until(lambda message: message.caught_up)
        proposed = (await one.propose(table_id)).takeback
        for stream in notices:
            assert (await stream.next()).table.table.takeback == proposed


async def test_a_stranger_neither_proposes_nor_answers(house):
    table_id, (one, _), _, _ = await round_played(house)
    stranger = await house.guest()
    proposed = (await one.propose(table_id)).takeback
    for work in (stranger.propose(table_id), stranger.accept(table_id, proposed.id), stranger.decline(table_id, 1)):
        assert (await refused(work)).reason == "NOT_SEATED"
    assert (await one.view(table_id)).takeback == proposed


async def test_a_proposal_is_named_by_its_event_which_tells_nothing_of_what_is_done_in_secret(house):
    table_id, (one, two), _, _ = await round_played(house)
    proposed = (await one.propose(table_id)).takeback
    seen = await two.view(table_id)
    assert proposed.id == seen.takeback.id == seen.last_event

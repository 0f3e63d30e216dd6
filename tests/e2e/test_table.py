"""Tables from their opening to their verified end, on real processes."""

import asyncio
from hashlib import sha256
from random import Random

import pytest

from bench.people import FINISHED, Person
from galaxytables.jump.v1 import jump_pb2
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import NotFoundError, Rules

pytestmark = pytest.mark.e2e


async def verified(platform, record):
    async with Rules(platform.rules("jump")) as rules:
        answer = await rules.replay(record)
    assert answer.verified, answer.difference
    return True


async def test_people_and_a_bot_play_a_private_table_to_its_verified_end(platform, channel):
    host, friend = await Person.arrive(channel, "Ada"), await Person.arrive(channel, "Bea")
    table = await host.create(
        seats=3, visibility=tables_pb2.VISIBILITY_PRIVATE, options={"hands": "dealt"}, entropy=b"salt"
    )
    assert await friend.join(table, entropy=b"pepper") == 1
    await host.add_bot(table)
    await host.start(table)
    played = await asyncio.gather(
        host.play_to_the_end(table.id, Random(1)), friend.play_to_the_end(table.id, Random(2))
    )
    record = await friend.play.record(table.id)
    assert sha256(record.seed).digest() == record.commitment == table.commitment
    assert list(record.entropy[:2]) == [b"salt", b"pepper"]
    made = {choice.prompt_id: list(choice.picks) for choice in record.choices}
    assert len(made) == len(record.choices)
    for acknowledged in played:
        assert all(made[prompt] == picks for prompt, picks in acknowledged)
    assert await verified(platform, record)
    final = await host.play.view(table.id)
    assert final.state == FINISHED
    assert max(score.total for score in final.scores) >= 50


async def test_history_then_live_shows_every_event_once_to_whoever_comes_when(channel):
    host = await Person.arrive(channel)
    table = await host.create(seats=2)
    await host.add_bot(table)
    await host.start(table)
    early = asyncio.create_task((await Person.arrive(channel)).play.history(table.id))
    await host.play_to_the_end(table.id, Random(3))
    late = await (await Person.arrive(channel)).play.history(table.id)
    assert [event.number for event in late] == list(range(1, len(late) + 1))
    assert await early == late
    record = await host.play.record(table.id)
    assert [event.event.kind for event in late if event.event.kind not in LOBBY_KINDS] == [
        event.kind for event in record.events
    ]


LOBBY_KINDS = {"started", "finished", "clocked_out", "handed_over", "resigned", "undone"}


async def test_a_lost_answer_is_repeated_with_the_same_request_id(channel):
    host = await Person.arrive(channel)
    table = await host.create(seats=2)
    await host.add_bot(table)
    await host.start(table)
    (prompt,) = (await host.play.view(table.id)).prompts
    first = await host.play.submit(table.id, prompt.id, prompt.default_picks, request_id="the-same-request")
    again = await host.play.submit(table.id, prompt.id, prompt.default_picks, request_id="the-same-request")
    assert first == again


async def test_the_clock_plays_for_the_absent_and_then_hands_their_seat_over(platform, channel):
    host = await Person.arrive(channel)
    control = tables_pb2.TimeControl(misses_before_handover=2, successor="random")
    control.per_move.FromSeconds(1)
    table = await host.create(seats=2, time_control=control)
    await host.add_bot(table)
    await host.start(table)
    kinds = [event.event.kind for event in await host.play.history(table.id)]
    assert kinds.count("clocked_out") == 2
    assert kinds.count("handed_over") == 1
    final = await host.play.view(table.id)
    ranks = {score.seat: score.rank for score in final.scores}
    assert ranks == {0: 2, 1: 1}
    assert await verified(platform, await host.play.record(table.id))


async def test_a_secret_choice_is_taken_back(channel):
    host, friend = await Person.arrive(channel), await Person.arrive(channel)
    table = await host.create(seats=2)
    await friend.join(table)
    await host.start(table)
    (prompt,) = (await host.play.view(table.id)).prompts
    await host.play.submit(table.id, prompt.id, prompt.default_picks)
    await host.play.undo(table.id)
    assert [again.id for again in (await host.play.view(table.id)).prompts] == [prompt.id]


async def test_views_are_typed_and_complete_for_their_viewer(channel):
    host, spectator = await Person.arrive(channel), await Person.arrive(channel)
    table = await host.create(seats=4)
    for _ in range(3):
        await host.add_bot(table)
    await host.start(table)
    seen = jump_pb2.JumpView()
    (await host.play.view(table.id)).view.Unpack(seen)
    assert len(seen.empires) == 4
    assert seen.hand
    (await spectator.play.view(table.id)).view.Unpack(seen)
    assert not seen.hand


async def test_private_tables_are_found_by_invitation_only(channel):
    host, stranger = await Person.arrive(channel), await Person.arrive(channel)
    table = await host.create(visibility=tables_pb2.VISIBILITY_PRIVATE)
    listed = await stranger.tables.list(page_size=100)
    assert table.id not in [each.id for each in listed.tables]
    mine = await host.tables.list(mine=True)
    assert [each.id for each in mine.tables] == [table.id]
    with pytest.raises(NotFoundError) as refused:
        await stranger.tables.get(table.id)
    assert refused.value.reason == "TABLE_NOT_FOUND"
    assert await stranger.join(table) == 1


async def test_every_process_shows_figures_that_move(platform, channel):
    before = platform.metrics()
    assert {"lobby", "jump", "clock", "bots"} <= before.keys()
    host = await Person.arrive(channel)
    table = await host.create(seats=2)
    await host.add_bot(table)
    await host.start(table)
    await host.play_to_the_end(table.id, Random(5))
    after = platform.metrics()
    for process, prefix in (
        ("lobby", "galaxytables_choices_total"),
        ("jump", "galaxytables_rules_calls_total"),
        ("jump", "galaxytables_rules_call_seconds_count"),
    ):
        assert total(after[process], prefix) > total(before[process], prefix), (process, prefix)


def total(samples, prefix):
    return sum(value for name, value in samples.items() if name.startswith(prefix))

"""No view, event, prompt, error or log shows what its reader must not know."""

import asyncio
from random import Random

import pytest

from bench.people import Person
from galaxytables.jump.v1 import jump_pb2
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import ConflictError

pytestmark = pytest.mark.e2e


async def collect(guest, table_id):
    return [update async for update in guest.play.watch(table_id, views=True)]


async def test_everybody_sees_only_their_own_hidden_part(channel, platform):
    players = [await Person.arrive(channel, f"Player {seat}") for seat in range(3)]
    spectator = await Person.arrive(channel, "Spectator")
    host, *others = players
    table = await host.create(seats=3)
    for other in others:
        await other.join(table)
    await host.start(table)
    watching = [asyncio.create_task(collect(guest, table.id)) for guest in (*players, spectator)]
    early = await spectator.play.record(table.id)
    assert not early.seed
    assert not early.choices
    assert not early.entropy
    assert not any(event.private_parts for event in early.events)
    await asyncio.gather(*(player.play_to_the_end(table.id, Random(seat)) for seat, player in enumerate(players)))
    seen = [await task for task in watching]
    private_parts = 0
    for viewer, updates in zip((0, 1, 2, None), seen, strict=True):
        for update in updates:
            assert all(prompt.seat == viewer for prompt in update.prompts)
            view = jump_pb2.JumpView()
            if update.view.Unpack(view) and viewer is None:
                assert not view.hand
            for event in update.events:
                assert all(part.seat == viewer for part in event.event.private_parts)
                private_parts += len(event.event.private_parts)
    assert private_parts > 0
    record = await host.play.record(table.id)
    for secret in (record.seed.hex(), *(player.token for player in players)):
        assert secret not in platform.logs()


async def test_what_is_hidden_never_reaches_the_others_texts(channel):
    """Cards of a hand are named to their owner alone, until they are placed for all to see."""
    players = [await Person.arrive(channel, f"Player {seat}") for seat in range(2)]
    table = await players[0].create(seats=2, options={"hands": "dealt"})
    await players[1].join(table)
    await players[0].start(table)
    hands = []
    for player in players:
        view = jump_pb2.JumpView()
        (await player.play.view(table.id)).view.Unpack(view)
        hands.append({card.component for card in view.hand})
    for viewer, other in ((0, 1), (1, 0)):
        hidden = hands[other] - hands[viewer]
        assert hidden
        shown = (await players[viewer].play.view(table.id)).SerializeToString()
        assert not [
            component for component in hidden if f'"{component}"'.encode() in shown or component.encode() in shown
        ]


async def test_errors_and_logs_name_no_card(channel, platform):
    players = [await Person.arrive(channel, f"Player {seat}") for seat in range(2)]
    table = await players[0].create(seats=2)
    await players[1].join(table)
    await players[0].start(table)
    (prompt,) = (await players[1].play.view(table.id)).prompts
    with pytest.raises(ConflictError) as refused:
        await players[0].play.submit(table.id, prompt.id, prompt.default_picks)
    told = refused.value.line
    catalogue = {
        component.id
        for component in (await catalogue_of(players[0])).components
        if len(component.id) > 6  # short ids are words of their own
    }
    assert not [component for component in catalogue if component in told]
    logs = platform.logs()
    assert not [component for component in catalogue if component in logs]


async def catalogue_of(guest):
    return await guest.tables.components("jump")


async def test_a_step_of_a_secret_choice_is_noticed_by_nobody_else(channel):
    """Placing takes more answers than exploring: others must not be able to count them (versions, clocks, streams)."""
    players = [await Person.arrive(channel, f"Player {seat}") for seat in range(2)]
    spectator = await Person.arrive(channel, "Spectator")
    control = tables_pb2.TimeControl()
    control.budget.initial.FromSeconds(600)
    control.budget.increment.FromSeconds(5)
    table = await players[0].create(seats=2, time_control=control, options={"hands": "preset"})
    await players[1].join(table)
    await players[0].start(table)
    choosing = await prompt_with_two_steps(players[1], table.id)
    others = (players[0], spectator)
    before = [await all_that_is_shown(other, table.id) for other in others]
    card = next(option.id for option in choosing.options if option.id != "explore")
    accepted = await players[1].play.submit(table.id, choosing.id, [card])
    after = await players[1].play.view(table.id)
    assert after.prompts
    assert after.prompts[0].id != choosing.id
    assert accepted.version == after.version
    assert [await all_that_is_shown(other, table.id) for other in others] == before
    for prompt_id in (choosing.id, after.prompts[0].id, "1.1.7"):
        with pytest.raises(ConflictError) as refused:
            await players[0].play.submit(table.id, prompt_id, [card])
        assert refused.value.reason == "PROMPT_CLOSED"
    await players[1].play.undo(table.id)
    assert [await all_that_is_shown(other, table.id) for other in others] == before


async def all_that_is_shown(guest, table_id):
    seen, listed = await guest.play.view(table_id), await guest.tables.get(table_id)
    seen.ClearField("now")
    return seen.SerializeToString(deterministic=True), listed.SerializeToString(deterministic=True)


async def prompt_with_two_steps(guest, table_id):
    """The open question whose answer, a card to place, is followed by another question."""
    (prompt,) = (await guest.play.view(table_id)).prompts
    assert prompt.kind == "choose.card"
    assert len(prompt.options) > 1
    return prompt

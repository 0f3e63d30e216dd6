"""Sandboxes of real games: a test of a client's knows what will be drawn, and goes on from where a game stood."""

import hashlib

import pytest

from galaxytables_client import Guest, Lobby

pytestmark = [pytest.mark.e2e]
RELEASE = pytest.mark.release
SEED = hashlib.sha256(b"a client's own test").digest()


async def played(lobby, table):
    """Fill the seats with bots and play by the defaults; give the record, which replays."""
    for seat in table.seats:
        if seat.WhichOneof("occupant") is None:
            await lobby.tables.add_bot(table.id, "random", seat=seat.number)
    await lobby.tables.start(table.id)
    own = lobby.play.seat(table.id)
    async for prompt in own.prompts():
        await own.answer(prompt, prompt.default_picks)
    assert (await lobby.play.verify(table.id)).verified
    return await lobby.play.record(table.id)


@pytest.mark.parametrize("game", ["jump", *(pytest.param(game, marks=RELEASE) for game in ("beyond", "race", "roll"))])
async def test_a_game_of_a_known_seed_is_gone_on_with_from_where_it_stood(platform, game):
    async with Lobby(platform.lobby, Guest("Ada")) as lobby:
        first = await lobby.tables.sandbox(game, 2, seed=SEED)
        assert first.commitment == hashlib.sha256(SEED).digest()
        record = await played(lobby, first)
        assert (record.seed, record.sandbox) == (SEED, True)
        middle = (await lobby.play.view(first.id)).last_event // 2
        then = await lobby.play.view(first.id, at_event=middle)
        second = await lobby.tables.sandbox_from(first.id, middle)
        assert (second.sandbox_of, second.sandbox_event) == (first.id, middle)
        other = await played(lobby, second)
        assert other.events[: middle - 1] == record.events[: middle - 1]
        began = await lobby.play.view(second.id, at_event=2)
        assert began.view == then.view


async def test_the_greedy_bot_answers_the_same_again(platform):
    async with Lobby(platform.lobby, Guest("Ada")) as lobby:
        events = []
        for _ in range(2):
            table = await lobby.tables.sandbox("jump", 2, seed=SEED)
            await lobby.tables.add_bot(table.id, "greedy")
            events.append((await played(lobby, await lobby.tables.get(table.id))).events)
    assert events[0] == events[1]
    assert len(events[0]) > 20

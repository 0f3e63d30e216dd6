"""The client without `async`, and a lobby that is made outside an event loop."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from galaxytables_client import Guest, Lobby, NotFoundError, UnavailableError, faces, sync
from tests.client.fake_lobby import TABLE, eventually

TOP = Path(__file__).parents[2]


async def call(function):
    """Run what waits in another thread, as a program without an event loop does."""
    return await asyncio.to_thread(function)


async def test_a_lobby_can_be_made_outside_an_event_loop(fake):
    lobby = await call(lambda: Lobby(fake.address, Guest("Ada")))
    async with lobby:
        assert (await lobby.players.me()).id


def test_a_lobby_that_was_made_and_never_used_is_closed_in_good_order():
    lobby = Lobby("127.0.0.1:1", Guest("Ada"))
    asyncio.run(lobby.close())


async def test_calls_wait_for_their_answers_and_raise_the_same_errors(fake):
    def program():
        with sync.Lobby(fake.address, Guest("Ada"), patience=0.0) as lobby:
            found = [lobby.players.me().id, lobby.play.view(TABLE).table_id, lobby.token]
            with pytest.raises(NotFoundError) as missing:
                lobby.tables.get("nowhere")
            return [*found, missing.value.reason]

    player, table, token, reason = await call(program)
    assert player
    assert token
    assert (table, reason) == (TABLE, "TABLE_NOT_FOUND")


async def test_a_seat_is_played_by_a_plain_loop(fake):
    fake.prompts = 4

    def program():
        with sync.Lobby(fake.address, Guest("Ada")) as lobby:
            seat = lobby.play.seat(TABLE)
            for prompt in seat.prompts():
                assert seat.view.type_url
                assert seat.answer(prompt, prompt.options[0])
            return seat.last.state

    assert await call(program)
    assert [prompt for prompt, _ in fake.choices.values()] == ["p1", "p2", "p3", "p4"]


@pytest.mark.parametrize("how", ["break", "close", "exit"])
async def test_a_generator_that_is_left_ends_its_stream(fake, how):
    def program():
        with sync.Lobby(fake.address, Guest("Ada")) as lobby:
            updates = lobby.play.watch(TABLE)
            for update in updates:
                assert update.table_id == TABLE
                break
            if how == "close":
                updates.close()
            if how == "break":
                del updates
            return lobby.players.me().id

    assert await call(program)
    await eventually(lambda: not fake.watching)


async def test_several_lobbies_share_one_thread_and_the_last_one_ends_it(fake):
    def program():
        with sync.Lobby(fake.address, Guest("Ada")) as ada, sync.Lobby(fake.address, Guest("Bob")) as bob:
            assert ada.players.me().id != bob.players.me().id
            return [each for each in threading.enumerate() if each.name == "galaxytables-client"]

    assert len(await call(program)) == 1
    assert not [each for each in threading.enumerate() if each.name == "galaxytables-client"]


async def test_within_an_event_loop_it_refuses_to_hold_that_up(fake):
    lobby = await call(lambda: sync.Lobby(fake.address, Guest("Ada")))
    with pytest.raises(RuntimeError, match="use galaxytables_client here"):
        lobby.players.me()
    await call(lobby.close)
    with pytest.raises(RuntimeError, match="closed"):
        await call(lobby.players.me)


async def test_a_server_that_is_away_is_the_same_error():
    def program():
        with sync.Lobby("127.0.0.1:1", Guest("Ada"), patience=0.0) as lobby, pytest.raises(UnavailableError):
            lobby.players.me()

    await call(program)


async def test_a_call_that_is_interrupted_while_it_begins_is_ended_too(fake, monkeypatch):
    def program():
        with sync.Lobby(fake.address, Guest("Ada")) as lobby:
            updates = lobby.play.watch(TABLE)
            next(updates)
            loop = faces._thread._loop
            assert loop is not None
            begin = loop.call_soon_threadsafe

            def interrupted(*call):
                monkeypatch.undo()
                begin(*call)
                raise KeyboardInterrupt

            monkeypatch.setattr(loop, "call_soon_threadsafe", interrupted)
            with pytest.raises(KeyboardInterrupt):
                next(updates)
            return lobby.players.me().id

    assert await call(program)
    await eventually(lambda: not fake.watching)


async def test_play_streams_say_that_they_are_not_here(fake):
    def program():
        with sync.Lobby(fake.address, Guest("Ada")) as lobby, pytest.raises(AttributeError, match="play_stream"):
            lobby.play_stream()  # type: ignore[attr-defined]

    await call(program)


# Python leaves an interruption alone where the parent ignores it, as one in the background does.
WAITING = """
import signal, sys
from galaxytables_client import Guest
from galaxytables_client.sync import Lobby
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    with Lobby(sys.argv[1], Guest("Ada")) as lobby:
        for update in lobby.play.watch("t1"):
            print("waiting", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


async def test_an_interruption_ends_what_is_waited_for_and_the_stream(fake):
    environment = os.environ | {"PYTHONPATH": str(TOP)}
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WAITING, fake.address, env=environment, stdout=subprocess.PIPE
    )
    assert program.stdout is not None
    assert await program.stdout.readline() == b"waiting\n"
    assert fake.watching == 1
    program.send_signal(signal.SIGINT)
    printed, _ = await asyncio.wait_for(program.communicate(), 60)
    assert printed == b"interrupted\n"
    assert program.returncode == 0
    await eventually(lambda: not fake.watching)

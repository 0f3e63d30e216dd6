"""The terminal client at a real lobby: the life of a table, key by key."""

from contextlib import asynccontextmanager

import pytest

from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED
from galaxytables_terminal.app import TerminalApp
from galaxytables_terminal.settings import read_settings
from tests.lobby.house import Guest, House
from tests.terminal.driving import Player


@pytest.fixture(autouse=True)
def quick_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every key counts, however soon it comes."""
    for name in ("BEAT_SECONDS", "REPEAT_SECONDS", "HELD_SECONDS"):
        monkeypatch.setattr(f"galaxytables_terminal.keys.{name}", 0.0)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with other things is no lobby that is away."""
    monkeypatch.setattr("galaxytables_terminal.visit.CALL_PATIENCE_SECONDS", 60.0)


@asynccontextmanager
async def at_the_terminal(house: House, state, *arguments: str):
    named = [f"SERVER={house.addresses[0]}", "NAME=Ann", f"GALAXYTABLES_STATE={state}", *arguments]
    app = TerminalApp(read_settings({"HOME": str(state)}, named))
    async with app.run_test(size=(120, 40)) as pilot:
        yield Player(app, pilot)


async def only_table(guest: Guest) -> str:
    (table,) = (await guest.list()).tables
    return table.id


async def once_more(ann: Player, bob: Guest, table_id: str) -> None:
    """From the end of a game to its rematch, and out of it."""
    await ann.press("r")
    await ann.sees("seat 1 Bob not ready", "seat 2 Ann (you) host")
    (new,) = (await bob.my_tables()).tables
    assert new.table.rematch_of == table_id
    await bob.ready(new.table.id)
    await ann.sees("All are there.")
    await ann.press("q")
    await ann.sees("Your tables", "Bob, Ann · waiting for players")
    await ann.press("enter")
    await ann.sees("All are there.")
    await ann.press("s")
    await ann.sees("Which card?")
    await ann.press("R", "y")
    await ann.sees("Ann has resigned.")
    await ann.sees("Bob wins.")


async def test_a_table_from_its_waiting_room_to_its_rematch(house, tmp_path):
    bob, cleo = await house.guest("Bob"), await house.guest("Cleo")
    async with at_the_terminal(house, tmp_path, "GAME=counting", "BOTS=0", "SEATS=2", "OPTIONS=rounds=9") as ann:
        await ann.sees("1 seat free", "rounds=9")
        table_id = await only_table(bob)
        await cleo.join(table_id)
        await ann.sees("Cleo not ready")
        await ann.press("k", "y")
        await ann.sees("1 seat free")
        await bob.join(table_id)
        await bob.say(table_id, "Nine is long.")
        await ann.sees("Bob: Nine is long.")
        await bob.ready(table_id)
        await ann.sees("All are there.")
        await ann.press("o", "end", *["backspace"] * len("9,unlucky=off"), *"2", "enter")
        await ann.sees("rounds=2", "Waiting until ready: Bob.")
        await bob.ready(table_id)
        await ann.sees("All are there.")
        await ann.press("s")
        await ann.sees("Which card?", "Bob: Nine is long.")
        await ann.press("1", "enter")
        await ann.sees("Waiting for Bob")
        await bob.pick(table_id)
        await ann.sees("Which card?")
        await ann.press("U", "y")
        await ann.sees("You propose to take back a choice; Bob must agree")
        await bob.accept(table_id, (await bob.view(table_id)).takeback.id)
        await ann.sees("Ann takes back a choice, and all that was chosen since.", "(taken back)")
        await bob.pick(table_id)
        await ann.press("1", "enter")
        await bob.sees_prompt(table_id, "r2s1")
        await bob.propose(table_id)
        await ann.sees("Bob proposes to take back a choice (y: accept, n: decline)")
        await ann.press("n")
        await ann.sees("Ann declines to take back.")
        await bob.pick(table_id)
        await ann.press("1", "enter")
        await ann.sees("r: rematch", "seed promised before the game")
        assert (await bob.table(table_id)).state == TABLE_STATE_FINISHED
        await once_more(ann, bob, table_id)

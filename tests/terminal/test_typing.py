"""Keys typed in a hurry: each counts where the one before it has led, and nowhere else."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import struct_pb2
from google.protobuf.message import Message
from textual import events

from galaxytables_terminal import keys
from galaxytables_terminal.question_panel import QuestionPanel
from galaxytables_terminal.screens.dialogs import Dialog
from galaxytables_terminal.screens.table import TableScreen
from tests.terminal import scenes
from tests.terminal.driving import Player, playing
from tests.terminal.fake_lobby import FakeLobby
from tests.terminal.test_app import WITH_ONE_BOT, to_payment

_NAMES = {"\n": "enter", " ": "space"}


def type_at_once(ann: Player, text: str) -> None:
    """Send keys as a terminal does that was kept waiting: all of them before the first is looked at."""
    driver = ann.app._driver
    assert driver is not None
    for letter in text:
        key = events.Key(_NAMES.get(letter, letter), letter)
        key.set_sender(ann.app)
        driver.send_message(key)


async def test_enter_twice_in_the_talk_line_closes_it_once(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("c")
        await ann.sees("Say to everybody")
        type_at_once(ann, "hello\n\n")
        await ann.sees("Ann: hello", "Pay for Survey HQ.")
        assert isinstance(ann.app.screen, TableScreen)
        await ann.press("3", "4", "enter")
        await ann.sees("In which order")
    assert [message.text for message in lobby.board.messages] == ["hello"]


async def test_a_dialog_that_is_closed_twice_leaves_the_screen_below_alone(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("c")
        await ann.sees("Say to everybody")
        dialog = ann.app.screen
        assert isinstance(dialog, Dialog)
        dialog.dismiss("one")
        dialog.dismiss("two")
        await ann.sees("Pay for Survey HQ.", "Ann: one")
        assert isinstance(ann.app.screen, TableScreen)
    assert [message.text for message in lobby.board.messages] == ["one"]


async def test_lines_that_are_typed_quickly_are_said_and_reach_nothing_else(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        type_at_once(ann, "chello 12\nc34 by all means\n")
        await ann.sees("Ann: hello 12", "Ann: 34 by all means", "1 [ ] Galactic Salon", "4 [ ] Trade Pact")
    assert [message.text for message in lobby.board.messages] == ["hello 12", "34 by all means"]
    assert lobby.board.choices == [(scenes.PLACE.id, ("h0",))]


async def test_a_line_that_is_typed_after_the_talk_line_has_closed_answers_nothing(
    lobby: FakeLobby, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        monkeypatch.setattr(keys, "BEAT_SECONDS", 1e6)
        type_at_once(ann, "chello\n34\n")
        await ann.sees("Ann: hello", "3 [ ] Pirate Lair", "4 [ ] Trade Pact")
        ann.app.gate.turn()
        type_at_once(ann, "34\ncagain\n")
        await ann.sees("Ann: again", "3 [ ] Pirate Lair", "4 [ ] Trade Pact")
    assert lobby.board.choices == [(scenes.PLACE.id, ("h0",))]


@pytest.mark.parametrize("view", [scenes.jump_view(1, scenes.HAND), struct_pb2.Struct()])
async def test_a_key_counts_as_soon_as_the_first_question_is_there(
    lobby: FakeLobby, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, view: Message
) -> None:
    """The page was there before, so nothing else can have been meant."""
    lobby.script.steps[0].view = view
    now = 0.0
    ask = QuestionPanel.ask

    def ask_later(panel: QuestionPanel, *given: Any) -> None:
        nonlocal now
        now += 1.0 if given[0] else 0.0
        ask(panel, *given)

    monkeypatch.setattr(QuestionPanel, "ask", ask_later)
    monkeypatch.setattr(keys, "BEAT_SECONDS", 0.5)
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        ann.app.gate.clock = lambda: now
        await ann.sees("What do you place?")
        await ann.pilot.pause()
        type_at_once(ann, "2")
        await ann.sees("▸ 2 Survey HQ")


async def test_keys_of_the_last_question_do_not_answer_the_next(
    lobby: FakeLobby, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        await ann.press("2")
        await ann.sees("▸ 2 Survey HQ")
        monkeypatch.setattr(keys, "BEAT_SECONDS", 1e6)
        await ann.press("enter")
        await ann.sees("Pay for Survey HQ.")
        type_at_once(ann, "34\n")
        await ann.press("l")  # looks only, and so counts
        await ann.sees("3 [ ] Pirate Lair", "4 [ ] Trade Pact")
        ann.app.gate._opens = 0.0
        await ann.press("3", "4", "enter")
        await ann.sees("In which order")
    assert lobby.board.choices == [(scenes.PLACE.id, ("h0",)), (scenes.PAY.id, ("h3", "h4"))]


async def test_a_game_that_begins_takes_away_no_line_that_is_being_typed(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "GAME=jump", "SEATS=2", "BOTS=0") as ann:
        await ann.sees("seat free")
        async with playing(lobby, tmp_path / "bob", f"TABLE={lobby.board.table.id}", name="Bob") as bob:
            await bob.sees("Bob (you)")
            await bob.press("r")
            await ann.sees("All are there")
            await bob.press("c")
            await bob.sees("Say to everybody")
            await bob.press(*"wait")
            await bob.press("space")
            await ann.press("s")
            async with asyncio.timeout(60):
                while not bob.app._notifications:  # nothing tells of it
                    await bob.pilot.pause(0.02)
            assert "The game has begun." in next(iter(bob.app._notifications)).message
            await bob.sees("Say to everybody", "wait")
            await bob.press(*"me", "enter")
            await bob.sees("Jump Drive · round 1")
    assert [message.text for message in lobby.board.messages] == ["wait me"]


async def test_words_that_were_refused_stand_in_the_line_again(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.press("c", *"spam", "enter")
        await ann.sees("Not said, c has your words: Wait a moment.")
        await ann.press("c")
        await ann.sees("Say to everybody")
        await ann.press(*"my", "enter")
        await ann.sees("Ann: spammy")
        await ann.press("c", *"next", "enter")
        await ann.sees("Ann: next")
    assert [message.text for message in lobby.board.messages] == ["spammy", "next"]


async def test_the_own_clock_is_whole_on_a_small_screen(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.script.move_milliseconds = 3_700_000
    async with playing(lobby, tmp_path, *WITH_ONE_BOT, size=(80, 24), name="W" * 40) as ann:
        await to_payment(ann)
        await ann.sees("▸ you 1:01 h left 0 VP (+3)")

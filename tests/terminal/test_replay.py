"""Games step by step: what is fetched and kept, and what is shown by arrow keys."""

from pathlib import Path

import pytest

from galaxytables.lobby.v1 import archive_pb2, play_pb2, tables_pb2
from galaxytables_terminal.known_table import LogLine
from galaxytables_terminal.replay import Replay
from tests.terminal import scenes
from tests.terminal.driving import Player, playing
from tests.terminal.fake_lobby import FakeLobby
from tests.terminal.test_past import WON

WITH_ONE_BOT = ("GAME=jump", "BOTS=1")


def log(count: int) -> list[LogLine]:
    return [LogLine(number, "told", f"event {number}") for number in range(1, count + 1)]


def response(last_event: int, *, hands: int = 0) -> play_pb2.GetViewResponse:
    made = play_pb2.GetViewResponse(update=play_pb2.TableUpdate(last_event=last_event, viewer=0))
    made.update.view.Pack(scenes.jump_view(last_event, ()))
    for seat in range(hands):
        made.hands.add(seat=seat).view.Pack(scenes.jump_view(last_event, scenes.HAND))
    return made


def test_it_begins_at_the_end_and_stays_within_the_game() -> None:
    replay = Replay(log(12))
    places = []
    for events in (0, -1, -10, -10, 1, 10, 10):
        replay.walk(events)
        assert replay.line is not None
        places.append(replay.line.number)
    assert places == [12, 11, 1, 1, 2, 12, 12]
    replay.go_to(0)
    assert [line.number for line in replay.shown] == [1]


def test_a_view_is_fetched_once_and_holds_for_all_that_was_told_in_its_moment() -> None:
    replay = Replay(log(5))
    replay.go_to(1)
    assert (replay.event_to_fetch, replay.seen) == (2, None)
    replay.keep(2, response(4))
    assert replay.event_to_fetch is None
    for _ in range(2):
        replay.walk(1)
        assert replay.event_to_fetch is None
        assert replay.seen is not None
    replay.walk(1)
    assert replay.event_to_fetch == 5


def test_what_comes_late_is_kept_for_its_own_place() -> None:
    replay = Replay(log(5))
    replay.walk(-1)
    replay.keep(5, response(5))
    assert (replay.event_to_fetch, replay.seen) == (4, None)
    replay.go_to(-1)
    assert replay.event_to_fetch is None


def test_open_hands_are_fetched_when_they_are_wanted() -> None:
    replay = Replay(log(1))
    replay.keep(1, response(1))
    replay.turn_eyes([0, 1])
    assert [replay.event_to_fetch] == [1]
    replay.keep(1, response(1, hands=2))
    assert replay.event_to_fetch is None
    eyes = []
    for _ in range(3):
        assert replay.seen is not None
        eyes.append(replay.seen[1])
        replay.turn_eyes([0, 1])
    assert eyes == [0, 1, 0]


def test_what_cannot_be_shown_is_asked_for_again_by_whoever_comes_back() -> None:
    replay = Replay(log(2))
    replay.fail(2, "no")
    assert (replay.event_to_fetch, replay.problem) == (None, "no")
    replay.walk(-1)
    assert (replay.event_to_fetch, replay.problem) == (1, "")
    replay.walk(1)
    assert (replay.event_to_fetch, replay.problem) == (2, "")


def test_a_table_where_nothing_was_told_is_no_mistake() -> None:
    replay = Replay([])
    replay.walk(1)
    assert (replay.line, replay.event_to_fetch, replay.seen) == (None, None, None)


async def looking_back(lobby: FakeLobby, ann: Player) -> None:
    """Four events, each with a view of its own round."""
    await ann.sees("What do you place?")
    await lobby.tell(*(scenes.event("told", f"Event number {number}.") for number in range(2, 5)))
    await ann.sees("Event number 4.")
    lobby.moments = {number: scenes.jump_view(10 + number, scenes.HAND[:number]) for number in range(1, 5)}
    await ann.press("b")
    await ann.sees("4 of 4", "round 14", "Your hand · 4")


async def test_arrow_keys_step_through_a_running_game(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await looking_back(lobby, ann)
        await ann.press("left")
        screen = await ann.sees("3 of 4", "round 13", "Your hand · 3", "Event number 3.")
        assert "Event number 4." not in screen
        await ann.press("home")
        await ann.sees("1 of 4", "round 11", "The game begins.")
        await ann.press("right", "end")
        await ann.sees("4 of 4", "round 14")
        await ann.press("o")
        await ann.sees("Hands are open once the game is over.")
        await ann.press("q")
        await ann.sees("What do you place?", "round 1")


async def test_keys_pressed_in_a_hurry_ask_for_nothing_that_nobody_will_see(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await looking_back(lobby, ann)
        lobby.looked_back.clear()
        lobby.past_may_come.clear()
        await ann.press("left", "left", "left", "right")
        await ann.sees("2 of 4", "Fetching", "Your hand · 4")
        lobby.past_may_come.set()
        await ann.sees("2 of 4", "round 12", "Your hand · 2")
        assert lobby.looked_back == [(3, False), (2, False)]
        await ann.press("right")
        await ann.sees("3 of 4", "round 13")
        assert len(lobby.looked_back) == 2, "a view is fetched once"


@pytest.mark.parametrize(
    ("language", "words"), [("en", "It cannot be shown: The past"), ("ja", "表示できません：The past")]
)
async def test_a_past_that_was_not_kept_is_told(lobby: FakeLobby, tmp_path: Path, language: str, words: str) -> None:
    lobby.past_is_gone = True
    async with playing(lobby, tmp_path, *WITH_ONE_BOT, f"LANGUAGE={language}") as ann:
        await ann.sees("What do you place?")
        await ann.press("b")
        await ann.sees(words, "of that table was not kept.")
        await ann.press("q")
        await ann.sees("What do you place?")


async def test_a_past_game_is_stepped_through_with_open_hands(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        table = lobby.board.table
    lobby.board.step = len(lobby.script.steps)
    table.state = tables_pb2.TABLE_STATE_FINISHED
    lobby.past = [archive_pb2.FinishedGame()]
    lobby.past[0].CopyFrom(WON)
    lobby.past[0].table_id = table.id
    lobby.hands = {0: scenes.jump_view(20, scenes.HAND[:2]), 1: scenes.jump_view(21, scenes.HAND[:3])}
    lobby.moments = {1: scenes.jump_view(7, ())}
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table")
        await ann.press("h")
        await ann.sees("won with 54")
        await ann.press("right")
        await ann.sees("1 of 1", "seen by you", "round 7", "The game begins.")
        await ann.press("o")
        await ann.sees("seen by you", "round 20")
        await ann.press("o")
        await ann.sees("seen by Hasty bot", "round 21")
        await ann.press("q")
        await ann.sees("Games that are over")

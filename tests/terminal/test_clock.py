import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.widgets import Static

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables_terminal.clock import ClockFace, spoken, time_words
from galaxytables_terminal.screens import table
from galaxytables_terminal.wording import ENGLISH
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import FakeLobby
from tests.terminal.test_app import WITH_ONE_BOT, to_payment

NOW = 1_000_000.0


def clock(seat: int, *, remaining: float = 0.0, deadline: float | None = None, misses: int = 0) -> play_pb2.SeatClock:
    made = play_pb2.SeatClock(seat=seat, misses=misses)
    made.remaining.FromMilliseconds(int(remaining * 1000))
    if deadline is not None:
        made.deadline.FromMilliseconds(int(deadline * 1000))
    return made


def test_a_running_clock_counts_down_to_its_deadline_and_stops_at_zero() -> None:
    face = ClockFace()
    face.take([clock(0, remaining=60, deadline=NOW + 30)])
    face.learn(NOW, NOW)
    assert face.left(0, NOW) == 30
    assert face.left(0, NOW + 12.5) == 17.5
    assert face.left(0, NOW + 99) == 0
    assert face.runs(0)


def test_a_standing_clock_shows_what_remains() -> None:
    face = ClockFace()
    face.take([clock(1, remaining=42.5, misses=2)])
    assert face.left(1, NOW) == face.left(1, NOW + 500) == 42.5
    assert not face.runs(1)
    assert face.misses(1) == 2


def test_a_bank_is_never_larger_than_what_is_left_in_all() -> None:
    running = clock(0, remaining=480, deadline=NOW + 480)
    running.bank.FromSeconds(443)
    face = ClockFace()
    face.take([running])
    face.learn(NOW, NOW)
    assert (face.bank(0, NOW), face.bank(0, NOW + 66)) == (443, 414)


def test_without_time_control_there_is_no_clock() -> None:
    face = ClockFace()
    face.take([clock(0, remaining=5)])
    face.take([])
    assert face.left(0, NOW) is None
    assert face.misses(0) == 0


@pytest.mark.parametrize("ahead", [-3600.0, 0.0, 3600.0, 1e9])
def test_a_local_clock_may_stand_anywhere(ahead: float) -> None:
    face = ClockFace()
    face.take([clock(0, deadline=NOW + 60)])
    face.learn(NOW - 0.4, NOW + ahead)
    face.learn(NOW + 1 - 0.1, NOW + ahead + 1)
    face.learn(NOW + 2 - 5, NOW + ahead + 2)
    left = face.left(0, NOW + ahead + 2)
    assert left is not None
    assert abs(left - 58.1) < 0.01, "what came with the least delay counts"


def test_another_server_may_have_another_clock() -> None:
    face = ClockFace()
    face.take([clock(0, deadline=NOW + 60)])
    face.learn(NOW + 700, NOW)
    face.forget()
    face.learn(NOW, NOW)
    assert face.left(0, NOW) == 60


def test_before_the_server_has_told_its_time_a_clock_shows_what_remained() -> None:
    face = ClockFace()
    face.take([clock(0, remaining=42, deadline=NOW + 3600)])
    assert face.left(0, NOW) == 42


@pytest.mark.parametrize(
    ("control", "words"),
    [
        ({}, "Time: no limit"),
        ({"per_move": 60}, "Time: 1:00 for each choice"),
        ({"per_move": 30, "bank": 180}, "Time: 0:30 for each choice, plus a bank of 3:00 for the whole game"),
        ({"per_move": 86_400, "vacation": 604_800}, "Time: 1 day for each choice; 7 days of vacation"),
        ({"budget": (600, 5)}, "Time: 10:00 for the game, and 0:05 more after each choice"),
    ],
)
def test_the_time_at_a_table_is_said_in_words(control: dict[str, Any], words: str) -> None:
    made = tables_pb2.TimeControl()
    for name, value in control.items():
        if name == "budget":
            made.budget.initial.FromSeconds(value[0])
            made.budget.increment.FromSeconds(value[1])
        else:
            getattr(made, name).FromSeconds(value)
    assert time_words(made, ENGLISH) == words


def test_times_are_written_for_people() -> None:
    assert [spoken(seconds, ENGLISH) for seconds in (0, 7.9, 750, 11_100, 86_400, 200_000)] == [
        *("0:00", "0:07", "12:30", "3:05 h", "1 day", "2 days")
    ]


def test_a_bank_and_a_vacation_are_shown_while_there_are_any() -> None:
    face = ClockFace()
    held = clock(0, remaining=10)
    held.bank.FromSeconds(90)
    away = clock(1)
    away.away_until.FromSeconds(1)
    face.take([held, away])
    assert (face.bank(0, NOW), face.bank(1, NOW), face.bank(2, NOW)) == (90, 0, 0)
    assert (face.away(0), face.away(1), face.away(2)) == (False, True, False)


async def test_a_device_clock_that_is_set_in_mid_game_changes_no_time_left(
    lobby: FakeLobby, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby.script.move_milliseconds = 36 * 3_600_000
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await to_payment(ann)
        await ann.sees("▸ you 1 day left")
        # The server, which runs in this process too, keeps its clock.
        device = SimpleNamespace(time=lambda: time.time() + 2 * 86_400, monotonic=time.monotonic)
        monkeypatch.setattr(table, "time", device)
        await ann.press("3", "4", "enter")
        await ann.sees("In which order")
        # They are drawn with the question, but need not be on the screen at once.
        assert "▸ you 1 day left" in " ".join(str(ann.app.screen.query_one("#seats", Static).content).split())

"""After a game `a` tells where it turned, and a number shows the table as it stood then."""

from pathlib import Path

import pytest

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.known_table import LogLine
from galaxytables_terminal.replay import Replay
from galaxytables_terminal.turns import Swing, swings, turns_text
from galaxytables_terminal.wording import ENGLISH
from tests.terminal import scenes
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import FakeLobby

# Rounds begin with events 1, 3 and 7.
LOG = [LogLine(number, "told", "", round={1: 1, 3: 2, 7: 3}.get(number, 0)) for number in range(1, 12)]


def choice(event: int, before: int | None, after: int, *, otherwise: bool = False) -> play_pb2.AnalysedChoice:
    facts = [] if before is None else [game_pb2.Fact(name="win_percent", number=before)]
    best = play_pb2.HintedAnswer(picks=["b" if otherwise else "a"], facts=facts)
    return play_pb2.AnalysedChoice(at_event=event, picks=["a"], best=best, next_win_percent=after)


def analysis(*choices: play_pb2.AnalysedChoice) -> play_pb2.Analysis:
    return play_pb2.Analysis(bot="best", choices=choices)


def test_the_largest_swings_are_told_in_the_order_of_the_game() -> None:
    told = analysis(
        choice(1, 50, 54),
        choice(2, 54, 40, otherwise=True),
        choice(3, None, 99),
        *(choice(number, 40, 40 + number) for number in range(5, 11)),
    )
    found = swings(told)
    assert found == [Swing(2, 54, 40, True), *(Swing(number, 40, 40 + number, False) for number in range(7, 11))]
    assert turns_text(told, found, LOG, ENGLISH).plain.splitlines()[:3] == [
        "Where your chance to win went furthest up or down, as Strongest bot sees it:",
        "1  round 1: 54 % → 40 %  (Strongest bot would have chosen otherwise)",
        "2  round 3: 40 % → 47 %",
    ]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (analysis(choice(1, 50, 54)), "As Strongest bot sees it, no choice of yours moved your chance to win much."),
        (analysis(), "Strongest bot does not tell chances to win here."),
    ],
)
def test_where_nothing_turned_or_nothing_is_known_it_is_said(told: play_pb2.Analysis, words: str) -> None:
    assert turns_text(told, swings(told), LOG, ENGLISH).plain == words


def test_a_replay_begins_at_an_event() -> None:
    log = [LogLine(number, "told", f"event {number}") for number in (1, 2, 5)]
    begun = [Replay(log, event).line for event in (0, 2, 4, 9)]
    assert [line.number for line in begun if line is not None] == [5, 2, 5, 5]


async def to_the_end(lobby: FakeLobby) -> None:
    board = lobby.board
    board.step = len(lobby.script.steps)
    board.table.state = tables_pb2.TABLE_STATE_FINISHED
    board.table.scores.extend(scenes.scores())
    async with board.changed:
        board.table.version += 1
        board.changed.notify_all()


async def test_a_number_opens_the_table_as_it_stood_then(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.analysis = analysis(choice(1, 60, 20, otherwise=True))
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        await ann.sees("What do you place?")
        await to_the_end(lobby)
        await ann.sees("a: where it turned")
        await ann.press("a")
        await ann.sees("round 1: 60 % → 20 %")
        await ann.press("1")
        await ann.sees("1 of 1 ", "On", "Hands")
    assert "Analyse" in lobby.calls


async def test_why_it_cannot_be_told_is_said_and_esc_leads_back_to_the_result(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        await ann.sees("What do you place?")
        await to_the_end(lobby)
        await ann.sees("a: where it turned")
        await ann.press("a")
        await ann.sees("It cannot be told:")
        await ann.press("escape")
        await ann.sees("a: where it turned")


async def test_no_bot_is_asked_at_a_table_for_which_none_tells_chances(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.analysis = analysis(choice(1, 60, 20, otherwise=True))
    lobby.analysed_seats = [3]
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        await ann.sees("What do you place?")
        await to_the_end(lobby)
        await ann.sees("a: where it turned")
        await ann.press("a")
        await ann.sees("No bot tells chances to win at such a table now.")
    assert "Analyse" not in lobby.calls

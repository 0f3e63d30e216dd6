"""After a game `a` tells where it turned, and a number shows the table as it stood then."""

from hashlib import sha256
from pathlib import Path

import pytest

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.known_table import LogLine
from galaxytables_terminal.replay import Replay
from galaxytables_terminal.turns import Swing, dictated_steps, swings, turns_text
from galaxytables_terminal.wording import ENGLISH
from tests.terminal import scenes
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import FakeLobby

# Rounds begin with events 1, 3 and 7.
LOG = [LogLine(number, "told", "", round={1: 1, 3: 2, 7: 3}.get(number, 0)) for number in range(1, 12)]


def choice(
    event: int,
    best: int | None,
    after: int,
    *,
    chosen: int | None = None,
    payment: bool = False,
    agreed: bool = False,
) -> play_pb2.AnalysedChoice:
    facts = [] if best is None else [game_pb2.Fact(name="win_percent", number=best)]
    chosen_facts = [] if chosen is None else [game_pb2.Fact(name="win_percent", number=chosen)]
    return play_pb2.AnalysedChoice(
        at_event=event,
        prompt_id=str(event),
        kind="choose.card",
        payment=payment,
        picks=["a"],
        best=play_pb2.HintedAnswer(picks=["a" if agreed else "b"], facts=facts),
        next_win_percent=after,
        chosen_facts=chosen_facts,
    )


def analysis(*choices: play_pb2.AnalysedChoice) -> play_pb2.Analysis:
    return play_pb2.Analysis(bot="best", choices=choices)


def test_the_costliest_choice_of_a_round_is_told_with_the_chances_of_both_answers() -> None:
    told = analysis(
        choice(1, 50, 54, chosen=48),
        choice(3, 54, 40, chosen=44),
        choice(4, 40, 30, chosen=20),
        choice(7, None, 99),
        choice(8, 30, 10),
    )
    found = swings(told, LOG)
    assert found == [Swing(4, 2, 40, 20, rated=True), Swing(8, 3, 30, 10, rated=False)]
    assert turns_text(told, found, ENGLISH).plain.splitlines() == [
        "The choices with which you gave most away, as Strongest bot sees it:",
        "1  round 2: 40 % → 20 %  (your choice gave away 20 of 100 games)",
        "2  round 3: 30 % → 10 %  (Strongest bot did not look at what you chose)",
    ]


@pytest.mark.parametrize(
    "told", [choice(1, 83, 39, agreed=True), choice(1, 83, 39, chosen=20, payment=True), choice(1, 50, 90)]
)
def test_no_choice_is_told_that_the_bot_shares_or_that_only_pays_or_that_cost_nothing(
    told: play_pb2.AnalysedChoice,
) -> None:
    assert swings(analysis(told), LOG) == []


def test_what_a_lesson_suggested_is_not_told() -> None:
    told = analysis(choice(1, 83, 39, chosen=20))
    seed = b"a seed"
    table = tables_pb2.Table(game="jump", commitment=sha256(seed).digest())
    offer = tables_pb2.GameOffer()
    offer.description.game = "jump"
    offer.description.introduction.seed = seed
    for seat in (0, 1):
        offer.description.introduction.steps.add(seat=seat, prompt_id="1", kind="choose.card", picks=["a"])
    dictated = dictated_steps([offer], table)
    assert [step.seat for step in dictated] == [0]
    assert swings(told, LOG, dictated) == []
    table.commitment = b""
    assert len(swings(told, LOG, dictated_steps([offer], table))) == 1


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (analysis(choice(1, 50, 54)), "As Strongest bot sees it, no single choice of yours decided the game."),
        (analysis(), "Strongest bot does not tell chances to win here."),
    ],
)
def test_where_nothing_turned_or_nothing_is_known_it_is_said(told: play_pb2.Analysis, words: str) -> None:
    assert turns_text(told, swings(told, LOG), ENGLISH).plain == words


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
    lobby.analysis = analysis(choice(1, 60, 20))
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
    lobby.analysis = analysis(choice(1, 60, 20))
    lobby.analysed_seats = [3]
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        await ann.sees("What do you place?")
        await to_the_end(lobby)
        await ann.sees("a: where it turned")
        await ann.press("a")
        await ann.sees("No bot tells chances to win at such a table now.")
    assert "Analyse" not in lobby.calls

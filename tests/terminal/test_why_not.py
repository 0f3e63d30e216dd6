"""`?` tells why cards and places are no options."""

from pathlib import Path

import pytest

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import PlayerId
from galaxytables_terminal.catalogue import Catalogue
from galaxytables_terminal.known_table import KnownTable
from galaxytables_terminal.people import People
from galaxytables_terminal.why_not import why_not_text
from tests.terminal import scenes
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import FakeLobby
from tests.terminal.test_people import seat

WITH_ONE_BOT = ("GAME=jump", "BOTS=1")


def reason(kind: str, text: str, paragraph: str) -> game_pb2.Reason:
    return game_pb2.Reason(kind=kind, text=text, paragraph=paragraph)


def bar(piece: str, component: str, why: game_pb2.Reason) -> game_pb2.Bar:
    return game_pb2.Bar(targets=[game_pb2.Target(piece=piece)], component=component, reason=why)


TOO_DEAR = reason("too_dear", "{seat 0} cannot pay for it.", "R2.2")
REASONS = play_pb2.ExplainPromptResponse(
    bars=[
        bar("h3", "pirate_lair", TOO_DEAR),
        bar("h4", "trade_pact", TOO_DEAR),
        bar("h9", "space_marines", reason("built", "Everybody has one only.", "R1.1")),
    ],
    otherwise=reason("not_asked", "This question is not about it.", "R2.1"),
)


def test_reasons_are_told_once_each_with_the_cards_by_name() -> None:
    people = People([seat(0, "Ann", player="a"), seat(1, bot="greedy")], PlayerId("a"))
    state = KnownTable(tables_pb2.Table(id="t"), people, Catalogue(scenes.CARDS))
    assert why_not_text(REASONS, state).plain.splitlines() == [
        "Ann cannot pay for it. (R2.2)",
        "  Pirate Lair",
        "  Trade Pact",
        "",
        "Everybody has one only. (R1.1)",
        "  Space Marines",
        "",
        "This question is not about it. (R2.1)",
        "  Everything else",
    ]


def test_many_of_one_reason_share_a_line() -> None:
    state = KnownTable(tables_pb2.Table(id="t"), People([]), Catalogue(scenes.CARDS))
    explained = play_pb2.ExplainPromptResponse(
        bars=[game_pb2.Bar(targets=[game_pb2.Target(place=f"c:{column}")], reason=TOO_DEAR) for column in range(9)]
    )
    _, line = why_not_text(explained, state).plain.splitlines()
    assert line == "  c 0, c 1, c 2, c 3, c 4, c 5, c 6, c 7, c 8"


async def test_a_question_mark_opens_the_reasons_and_esc_leads_back(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.reasons = REASONS
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        await ann.press("question_mark")
        screen = await ann.sees("Why not", "Ann cannot pay for it. (R2.2)", "(R2.1)", "Everything else")
        assert screen.count("cannot pay for it") == 1
        await ann.press("escape")
        await ann.sees_no_longer("cannot pay for it")
        await ann.press("2", "enter")
        await ann.sees("Pay for Survey HQ.")


async def test_a_question_that_closed_meanwhile_is_said_to_be(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT) as ann:
        await ann.sees("What do you place?")
        await ann.press("question_mark")
        await ann.sees("No reasons can be had: That question is closed.")
        await ann.press("question_mark")
        await ann.sees_no_longer("No reasons")


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_without_a_question_there_is_nothing_to_explain(lobby: FakeLobby, tmp_path: Path, language: str) -> None:
    async with playing(lobby, tmp_path, *WITH_ONE_BOT, f"LANGUAGE={language}") as ann:
        await ann.sees("What do you place?")
        lobby.script.steps[0].prompt.seat = 1
        async with lobby.board.changed:
            lobby.board.paused = True
            lobby.board.table.version += 1
        await ann.sees_no_longer("What do you place?")
        await ann.press("question_mark")
        await ann.sees("Nothing is asked now" if language == "en" else "今は質問がありません")
        assert "ExplainPrompt" not in lobby.calls

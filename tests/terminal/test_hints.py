"""`H` tells what a bot would answer, at private tables."""

from pathlib import Path

import pytest

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.catalogue import Catalogue
from galaxytables_terminal.hints import hint_text
from galaxytables_terminal.known_table import KnownTable
from galaxytables_terminal.people import People
from tests.terminal import scenes
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import FakeLobby

PRIVATE = ("GAME=jump", "BOTS=1", "PRIVATE=1")


def answer(*picks: str, **facts: int) -> play_pb2.HintedAnswer:
    return play_pb2.HintedAnswer(
        picks=picks, facts=[game_pb2.Fact(name=name, number=number) for name, number in facts.items()]
    )


def hint(prompt: game_pb2.Prompt) -> play_pb2.GivenHint:
    first, second = [option.id for option in prompt.options[:2]]
    answers = [answer(second, win_percent=61, tables=40), answer(first, win_percent=48, tables=1, luck=3), answer()]
    return play_pb2.GivenHint(prompt_id=prompt.id, bot="best", answers=answers)


def test_answers_are_told_best_first_with_what_the_bot_expects() -> None:
    state = KnownTable(tables_pb2.Table(id="t"), People([]), Catalogue(scenes.CARDS))
    prompt = game_pb2.Prompt(
        id="p", options=[game_pb2.Option(id="a", label="The left one"), game_pb2.Option(id="b", label="The right one")]
    )
    assert hint_text(hint(prompt), prompt, state).plain.splitlines() == [
        "Strongest bot would answer, best first:",
        "  2 The right one",
        "    chance to win: 61 %",
        "    40 games played forward",
        "  1 The left one",
        "    chance to win: 48 %",
        "    1 game played forward",
        "    luck: 3",
        "  nothing",
    ]


@pytest.mark.parametrize(("language", "words"), [("en", "chance to win: 61 %"), ("ja", "勝つ見込み：61%")])
async def test_shift_h_opens_the_hint_at_a_private_table(
    lobby: FakeLobby, tmp_path: Path, language: str, words: str
) -> None:
    async with playing(lobby, tmp_path, *PRIVATE, f"LANGUAGE={language}") as ann:
        await ann.sees("What do you place?")
        lobby.hint = hint(lobby.script.steps[0].prompt)
        await ann.press("H")
        await ann.sees(words)
        await ann.press("H")
        await ann.sees_no_longer(words)


async def test_why_there_is_no_hint_is_said(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, *PRIVATE) as ann:
        await ann.sees("What do you place?")
        await ann.press("H")
        await ann.sees("There is no hint:")
        await ann.press("escape")
        await ann.sees_no_longer("There is no hint:")


async def test_at_a_public_table_nobody_is_asked(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        await ann.sees("What do you place?")
        await ann.press("H", "2", "enter")
        await ann.sees("Pay for Survey HQ.")
    assert "Hint" not in lobby.calls

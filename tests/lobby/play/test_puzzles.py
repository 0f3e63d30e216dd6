"""Puzzles: asked of the rules, told to everybody in their language."""

import pytest

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from tests.lobby.counting import NAME, standing
from tests.lobby.counting import new_game as dealt
from tests.lobby.house import House, eventually, refused

OPTIONS = {"rounds": "2", "unlucky": "on"}


@pytest.fixture
async def puzzle(house: House) -> rules_pb2.Puzzle:
    """A puzzle that the lobby has heard of: the first question of a game."""
    state, _ = dealt(2, OPTIONS, bytes(32), [b"", b""])
    prompt = standing(state).prompts[1]
    told = rules_pb2.Puzzle(
        id="1a2b3c4d",
        seats=2,
        options=OPTIONS,
        prompt=prompt,
        view=rules_pb2.View(viewer=rules_pb2.Viewer(seat=1)),
        answers=[
            rules_pb2.PuzzleAnswer(picks=["c0"], facts=[game_pb2.Fact(name="win_percent", number=70)], solves=True),
            rules_pb2.PuzzleAnswer(picks=["c1"], facts=[game_pb2.Fact(name="win_percent", number=51)]),
        ],
        explanation=rules_pb2.ExplainResponse(otherwise=game_pb2.Reason(kind="not_asked")),
    )
    house.counting.rules.puzzles = [told]
    rules = house.lobbies[0].games.rules_of(NAME)
    await eventually(lambda: rules.description is not None and list(rules.description.puzzles) == [told.id])
    return told


def asked(puzzle_id: str, **fields: str) -> tables_pb2.GetPuzzleRequest:
    return tables_pb2.GetPuzzleRequest(**{"game": NAME, "puzzle_id": puzzle_id, **fields})


async def test_a_puzzle_comes_as_the_rules_tell_it_without_a_token(house, puzzle):
    tables = (await house.guest("Ada")).tables
    (offer,) = (await tables.ListGames(tables_pb2.ListGamesRequest())).games
    assert list(offer.description.puzzles) == [puzzle.id]
    assert (await tables.GetPuzzle(asked(puzzle.id))).puzzle == puzzle


async def test_its_question_is_put_into_words_where_a_language_is_asked_for(house, puzzle):
    tables = (await house.guest("Ada")).tables
    told = (await tables.GetPuzzle(asked(puzzle.id, language="ja"))).puzzle
    assert (told.prompt.text, told.prompt.rule) == ("どのカードを選びますか？", "不吉な数は選べません。")
    assert all(option.label for option in told.prompt.options)
    assert told.explanation.otherwise.text == "対象ではありません。"
    assert told.answers == puzzle.answers
    error = await refused(tables.GetPuzzle(asked(puzzle.id, language="tlh")))
    assert error.reason == "UNKNOWN_LANGUAGE"


async def test_what_no_game_has_is_refused_without_asking_the_rules(house, puzzle):
    tables = (await house.guest("Ada")).tables
    error = await refused(tables.GetPuzzle(asked("another")))
    assert (error.reason, error.metadata) == ("UNKNOWN_PUZZLE", {"puzzle": "another"})
    assert "puzzle" not in house.counting.rules.calls
    error = await refused(tables.GetPuzzle(asked(puzzle.id, game="chess")))
    assert error.reason == "UNKNOWN_GAME"

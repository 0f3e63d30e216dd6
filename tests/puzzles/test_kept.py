"""The puzzles of the games are real questions, and one answer of each is clearly best."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from galaxytables.rules.v1 import rules_pb2
from galaxytables_arena.puzzles.checking import check
from galaxytables_arena.puzzles.measuring import STILL_AHEAD
from galaxytables_beyond.rules import BEYOND
from galaxytables_jump.rules import JUMP
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.game import AnyGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.puzzles import Answer, Puzzle, PuzzleFile, difficulty, read, replay_of
from galaxytables_kit.wire import picks_of
from galaxytables_race.rules import RACE
from galaxytables_roll.rules import ROLL

GAMES: Mapping[str, AnyGame] = {game.name: game for game in (JUMP, RACE, ROLL, BEYOND)}
EVERY = 10
SEARCHED_TABLES = 64


def kept(name: str) -> PuzzleFile:
    path = GAMES[name].puzzles_path
    assert path is not None
    return read(path)


FOUND = [name for name in GAMES if kept(name).puzzles]


@pytest.mark.parametrize("name", FOUND)
def test_each_is_of_a_game_of_its_own_with_one_answer_ahead(name: str) -> None:
    file = kept(name)
    assert len({puzzle.seed for puzzle in file.puzzles}) == len({puzzle.id for puzzle in file.puzzles})
    assert len(file.puzzles) == len({puzzle.id for puzzle in file.puzzles})
    assert all(run.commit and f"--game {name}" in run.command for run in file.found)
    for puzzle in file.puzzles:
        best, others = puzzle.answers[: puzzle.best], puzzle.answers[puzzle.best :]
        assert best, puzzle.id
        assert others, puzzle.id
        # Chances are written in whole percent.
        assert all(best[0].win - other.win >= STILL_AHEAD - 1 for other in others), puzzle.id
        assert puzzle.answers == sorted(puzzle.answers, key=lambda answer: -answer.win), puzzle.id


@pytest.mark.parametrize("name", FOUND)
def test_they_ask_different_things(name: str) -> None:
    puzzles = kept(name).puzzles
    assert max(Counter(puzzle.kind for puzzle in puzzles).values()) <= 20
    assert len({puzzle.round for puzzle in puzzles}) > 1
    assert sum(puzzle.solved_by_bot for puzzle in puzzles) <= 20, "most are such as the bot does not solve"


@pytest.mark.parametrize("name", FOUND)
def test_the_game_leads_to_the_question_and_every_legal_answer_is_told(name: str) -> None:
    game, file = GAMES[name], kept(name)
    calls = RulesCalls(game, load_packs(game))
    said = calls.describe(rules_pb2.DescribeRequest())
    leads = {
        puzzle.id: puzzle.answers[0].win - max(other.win for other in puzzle.answers[puzzle.best :])
        for puzzle in file.puzzles
    }
    assert sorted(said.puzzles) == sorted(leads)
    outlines = said.puzzle_outlines
    assert [outline.id for outline in outlines] == list(said.puzzles)
    ranks = [(outline.difficulty, -outline.lead_percent) for outline in outlines]
    assert ranks == sorted(ranks), "the easiest first"
    assert {outline.id: outline.lead_percent for outline in outlines} == leads
    kinds = {puzzle.id: (puzzle.kind, puzzle.round, len(puzzle.answers)) for puzzle in file.puzzles}
    assert {outline.id: (outline.kind, outline.round, outline.answers) for outline in outlines} == kinds
    assert {outline.difficulty for outline in outlines} == {1, 2, 3}, "there are puzzles of every difficulty"
    for puzzle in file.puzzles[::EVERY]:
        told = calls.puzzle(rules_pb2.PuzzleRequest(id=puzzle.id)).puzzle
        assert (told.prompt.seat, told.prompt.kind) == (puzzle.seat, puzzle.kind)
        assert told.view.viewer.seat == puzzle.seat
        live, _ = calls._replayed(replay_of(game, file, puzzle))
        _, asked = live.prompt_of(puzzle.seat)
        for answer in told.answers:
            asked.check(picks_of(asked, answer.picks))
        assert len({frozenset(answer.picks) for answer in told.answers}) == len(told.answers)
        assert [answer.solves for answer in told.answers].count(True) == puzzle.best


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.release) if name == "beyond" else name for name in FOUND]
)
def test_a_search_with_other_chance_finds_the_same_answer(name: str) -> None:
    """Of some; `python -m galaxytables_arena.puzzles --check` searches all of them."""
    file = kept(name)
    assert [check(name, file, puzzle, SEARCHED_TABLES).wrong for puzzle in file.puzzles[:1]] == [""]


def measured(lead: int, answers: int = 3, *, solved_by_bot: bool = True) -> Puzzle:
    """A puzzle of which nothing but its measures matters."""
    wins = [50, *[50 - lead] * (answers - 1)]
    told = [Answer(picks=[str(number)], win=win, tables=8) for number, win in enumerate(wins)]
    return Puzzle(
        id="p", seed="", round=1, seat=0, kind="k", best=1, solved_by_bot=solved_by_bot, answers=told, choices=[]
    )


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (measured(15, 8), rules_pb2.PUZZLE_DIFFICULTY_EASY),
        (measured(14), rules_pb2.PUZZLE_DIFFICULTY_MEDIUM),
        (measured(30, 9), rules_pb2.PUZZLE_DIFFICULTY_MEDIUM),
        (measured(30, solved_by_bot=False), rules_pb2.PUZZLE_DIFFICULTY_MEDIUM),
        (measured(10), rules_pb2.PUZZLE_DIFFICULTY_HARD),
        (measured(30, 9, solved_by_bot=False), rules_pb2.PUZZLE_DIFFICULTY_HARD),
    ],
)
def test_a_puzzle_is_harder_the_closer_and_more_its_answers_are_and_if_the_bot_was_wrong(
    puzzle: Puzzle, expected: int
) -> None:
    assert difficulty(puzzle) == expected


def test_a_puzzle_whose_best_answer_is_another_is_found_out() -> None:
    file = kept("race")
    puzzle = file.puzzles[0]
    puzzle.answers = [*puzzle.answers[puzzle.best :][:1], puzzle.answers[0]]
    puzzle.best = 1
    assert "is better than" in check("race", file, puzzle, SEARCHED_TABLES).wrong


def test_with_other_components_there_are_none(tmp_path: Path) -> None:
    """The same seed would deal other cards."""
    cards = json.loads(JUMP.components_path.read_text())
    cards["about"] = "Ours."
    pack = tmp_path / "ours.json"
    pack.write_text(json.dumps(cards))
    calls = RulesCalls(JUMP, load_packs(JUMP, [pack]))
    assert not calls.describe(rules_pb2.DescribeRequest()).puzzles

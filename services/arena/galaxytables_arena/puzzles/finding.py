"""Finds puzzles: at most one in each game, of various kinds, and mostly puzzles that the bot itself answers wrongly."""

from collections import Counter
from dataclasses import dataclass
from random import Random

from galaxytables_arena.games import load_game
from galaxytables_arena.players import Insider, find_player, for_a_table
from galaxytables_arena.puzzles.checking import answers_in
from galaxytables_arena.puzzles.measuring import STILL_AHEAD, Verdict, measure, measure_again
from galaxytables_arena.puzzles.positions import Games, Position, seed_of
from galaxytables_arena.puzzles.trials import SEATS, Trial, trying
from galaxytables_kit.puzzles import Puzzle, PuzzleFile

MARGIN = 10.0
"""The percentage points by which the best answer of a new puzzle is ahead."""

_WHOLE = 50
_OF_A_KIND, _SOLVED = 20, 20
"""Of fifty puzzles, the most of one kind of question, and the most that the bot solves."""
_BOTS = {"jump": "greedy"}
_BOT = "heuristic"
_ID = 8


@dataclass(frozen=True)
class Budget:
    """The limits of a search for puzzles.

    The limits are the number of tables at which the best answers are compared, and the greatest number of questions
    that are searched in one game.
    """

    tables: int
    questions: int


class Finder:
    """Finds puzzles for a file. It reads the puzzles that are in the file, and does not change them."""

    def __init__(self, game: str, file: PuzzleFile, budget: Budget) -> None:
        """Raises `LookupError` for a game whose bots do not search."""
        self.searched = 0
        self._game, self._file, self._budget = game, file, budget
        self._try = trying(game)
        bot = for_a_table(find_player(game, _BOTS.get(game, _BOT)), SEATS, file.options)
        if isinstance(bot, Insider):
            raise TypeError(f"the bot of {game} looks inside")
        self._games = Games(load_game(game), bot, SEATS, file.options)

    def find(self, deal: int) -> Puzzle | None:
        """Play the game of a deal, search some of its questions, and return the first puzzle found, or None."""
        seed = seed_of(self._game, deal)
        if any(puzzle.seed == seed.hex() for puzzle in self._file.puzzles):
            return None
        questions = list(self._games.positions(seed))
        Random(seed).shuffle(questions)
        left = self._budget.questions
        kinds = Counter(puzzle.kind for puzzle in self._file.puzzles)
        for question in questions:
            if not left:
                return None
            if kinds[question.prompt.kind] >= _OF_A_KIND:
                continue
            answers = [equal[0] for equal in question.answers]
            trial = self._try(question.prompt, question.view, self._games.catalogue, answers)
            if trial is None:
                continue
            left -= 1
            self.searched += 1
            verdict = self._verdict(question, trial)
            if verdict is not None:
                return _puzzle(seed, question, verdict)
        return None

    def _verdict(self, question: Position, trial: Trial) -> Verdict | None:
        """Return the verdict of a search with other chance, if the question is a puzzle."""
        try:
            verdict = measure(trial, range(self._budget.tables), MARGIN)
            if not verdict.is_clear(MARGIN) or not self._teaches(question, verdict):
                return None
            again = measure_again(trial, 2 * self._budget.tables)
        except ValueError:
            return None
        holds = again.ranked[0].answer == verdict.ranked[0].answer and again.is_clear(STILL_AHEAD)
        return again if holds else None

    def _teaches(self, question: Position, verdict: Verdict) -> bool:
        """Return whether the bot answers otherwise, or few enough of the puzzles are such that it does not."""
        missed = not _is_usual(question, verdict)
        return missed or self._solved < _SOLVED * max(_WHOLE, len(self._file.puzzles)) / _WHOLE

    @property
    def _solved(self) -> int:
        return sum(puzzle.solved_by_bot for puzzle in self._file.puzzles)


def _is_usual(question: Position, verdict: Verdict) -> bool:
    usual = sorted(question.usual)
    return any(sorted(picks) == usual for picks in question.answers[verdict.ranked[0].answer])


def _puzzle(seed: bytes, question: Position, verdict: Verdict) -> Puzzle:
    return Puzzle(
        id=seed.hex()[:_ID],
        seed=seed.hex(),
        round=question.round,
        seat=question.prompt.seat,
        kind=question.prompt.kind,
        best=len(question.answers[verdict.ranked[0].answer]),
        solved_by_bot=_is_usual(question, verdict),
        answers=answers_in(verdict, question.answers),
        choices=question.choices,
    )

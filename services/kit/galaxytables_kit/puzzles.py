"""Puzzles: positions of real games in which one answer is clearly best, as a data file beside the rules.

The file has the seats and options of the games, the commands that found the puzzles, and the puzzles themselves. A
puzzle has a seed, the choices that lead to the question, and the value of every legal answer. It depends on the
built-in components: with other components the same seed deals other cards. `python -m galaxytables_arena.puzzles` finds
puzzles and checks them.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.errors import UnknownPuzzle
from galaxytables_kit.game import AnyGame
from galaxytables_kit.options import read_options, write_options
from galaxytables_kit.pack import AnyPacks, pack_digest

WIN_PERCENT, TABLES = "win_percent", "tables"
"""The facts of an answer, as bots tell them with hints."""
FAR, CLOSE = 15, 11
"""Leads in percent: from the one on the best answer stands out, below the other it has to be looked for."""
FEW = 8
"""So many answers are compared at a glance."""


class Answer(Struct, forbid_unknown_fields=True):
    """A legal answer to a puzzle: its picks, its chance to win in percent, and at how many sampled tables it was tried.

    Answers that differ only in which of several equal pieces they name have the same value.
    """

    picks: list[str]
    win: int
    tables: int


class Puzzle(Struct, forbid_unknown_fields=True):
    """A question of a game: `choices` lead to it, and `answers` are all its legal answers, best first.

    The seed is hexadecimal; `id` is its first digits. `best` is how many of the answers are right: one, or several that
    differ only in equal pieces. `solved_by_bot` says whether the bot that played the game gave one of them.
    """

    id: str
    seed: str
    round: int
    seat: int
    kind: str
    best: int
    solved_by_bot: bool
    answers: list[Answer]
    choices: list[tuple[int, list[str]]]


class Run(Struct, forbid_unknown_fields=True):
    """How puzzles were found: the commit, the command with its seeds and budget, and how many games it played."""

    commit: str
    command: str
    games: int


class PuzzleFile(Struct, forbid_unknown_fields=True):
    """The content of a file of puzzles for one game."""

    seats: int
    options: dict[str, str]
    found: list[Run]
    puzzles: list[Puzzle]


def read(path: Path) -> PuzzleFile:
    """Read a file of puzzles. Raises `msgspec.ValidationError` for a malformed file."""
    return msgspec.json.decode(path.read_bytes(), type=PuzzleFile)


def replay_of(game: AnyGame, file: PuzzleFile, puzzle: Puzzle) -> rules_pb2.ReplayToRequest:
    """Return the request whose replay leads to the question of a puzzle, as the asked seat sees it."""
    return rules_pb2.ReplayToRequest(
        start=rules_pb2.NewGameRequest(
            seats=file.seats,
            options=write_options(read_options(game.options_type, file.options)),
            seed=bytes.fromhex(puzzle.seed),
        ),
        choices=(game_pb2.Choice(seat=seat, picks=picks) for seat, picks in puzzle.choices),
        viewers=[rules_pb2.Viewer(seat=puzzle.seat)],
    )


class Puzzles:
    """The puzzles of a game by id, the easiest first: by difficulty, then by lead."""

    def __init__(self, game: AnyGame, packs: AnyPacks) -> None:
        """Read the file; there are none for a game without one, or if new games use other components."""
        self._game = game
        path = game.puzzles_path
        is_default = path is not None and packs.default == pack_digest(game.components_path)
        self._file = read(path) if path is not None and is_default else PuzzleFile(0, {}, [], [])
        easiest_first = sorted(self._file.puzzles, key=lambda puzzle: (difficulty(puzzle), -lead(puzzle)))
        self._by_id: Mapping[str, Puzzle] = {puzzle.id: puzzle for puzzle in easiest_first}

    @property
    def ids(self) -> list[str]:
        """Return the ids of all puzzles."""
        return list(self._by_id)

    @property
    def outlines(self) -> list[rules_pb2.PuzzleOutline]:
        """Return an outline of each puzzle: its kind, round and difficulty, and how far the best answer is ahead."""
        return [
            rules_pb2.PuzzleOutline(
                id=puzzle.id,
                kind=puzzle.kind,
                round=puzzle.round,
                difficulty=difficulty(puzzle),
                lead_percent=lead(puzzle),
                answers=len(puzzle.answers),
            )
            for puzzle in self._by_id.values()
        ]

    def find(self, puzzle_id: str) -> tuple[Puzzle, rules_pb2.ReplayToRequest]:
        """Return a puzzle with the replay request that leads to it. Raises `UnknownPuzzle`."""
        puzzle = self._by_id.get(puzzle_id)
        if puzzle is None:
            raise UnknownPuzzle(puzzle_id)
        return puzzle, replay_of(self._game, self._file, puzzle)


def lead(puzzle: Puzzle) -> int:
    """Return how many percentage points the best answer to a puzzle is ahead of the best wrong answer."""
    others = puzzle.answers[puzzle.best :]
    return puzzle.answers[0].win - max((answer.win for answer in others), default=0)


def difficulty(puzzle: Puzzle) -> "rules_pb2.PuzzleDifficulty.ValueType":
    """Return the difficulty of a puzzle, computed from what was measured when the puzzle was found.

    A puzzle gets a point for a lead below `FAR`, another below `CLOSE`, one for more than `FEW` answers, and one if the
    bot that played the game answered wrongly. No point is easy, two or more are hard.
    """
    points = (lead(puzzle) < FAR) + (lead(puzzle) < CLOSE) + (len(puzzle.answers) > FEW) + (not puzzle.solved_by_bot)
    if points > 1:
        return rules_pb2.PUZZLE_DIFFICULTY_HARD
    return rules_pb2.PUZZLE_DIFFICULTY_MEDIUM if points else rules_pb2.PUZZLE_DIFFICULTY_EASY


def answer_messages(puzzle: Puzzle) -> list[rules_pb2.PuzzleAnswer]:
    """Return the answers of a puzzle as protobuf messages."""
    return [
        rules_pb2.PuzzleAnswer(
            picks=answer.picks,
            facts=[
                game_pb2.Fact(name=WIN_PERCENT, number=answer.win),
                game_pb2.Fact(name=TABLES, number=answer.tables),
            ],
            solves=number < puzzle.best,
        )
        for number, answer in enumerate(puzzle.answers)
    ]

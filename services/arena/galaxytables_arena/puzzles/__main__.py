"""Finds puzzles, or checks those that were found: `python -m galaxytables_arena.puzzles --game race --count 50`.

A bot plays games against itself. Some questions of each game are searched: all legal answers are played forward at the
same sampled tables, as `best` does. A question is kept if the chance to win of its best answer is ahead of the second
by ten percentage points, and by three standard errors. Then it is searched again at twice as many other tables. It is
dropped if another answer is best there, or if the best one is ahead by fewer than seven points. The puzzle is published
with the chances of this second search, since those of the first search were selected for being far apart. The file is
written after each puzzle, and a later run adds to it. The same command finds the same puzzles.

With `--check` the second search of each puzzle is done again, and the command fails if a puzzle's best answer is no
longer clearly best. `--write` removes such puzzles from the file, and writes the new chances of the others.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from galaxytables_arena.games import load_game
from galaxytables_arena.puzzles.checking import check
from galaxytables_arena.puzzles.files import load, save
from galaxytables_arena.puzzles.finding import Budget, Finder
from galaxytables_arena.results import commit_of_tree
from galaxytables_bots.seeds import tuning_seed
from galaxytables_kit.puzzles import Run


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, find or check puzzles, and print the outcome. Returns the exit code."""
    given = _parser().parse_args(arguments)
    try:
        path = given.file or load_game(given.game).puzzles_path
        if path is None:
            _parser().error(f"{given.game} has no file of puzzles: name one with --file")
        return _check(given, path) if given.check else _find(given, path)
    except LookupError as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command
        return 2


def _find(given: argparse.Namespace, path: Path) -> int:
    budget = Budget(given.tables, given.questions)
    command = f"--game {given.game} --seed {given.seed} --tables {budget.tables} --questions {budget.questions}"
    file, run = load(path), Run(commit=commit_of_tree(), command=command, games=0)
    file.found.append(run)
    finder = Finder(given.game, file, budget)
    try:
        for deal in range(given.seed, given.seed + given.games):
            puzzle = finder.find(deal)
            run.games += 1
            if puzzle is not None:
                file.puzzles.append(puzzle)
                best, second = puzzle.answers[0], puzzle.answers[puzzle.best]
                print(  # noqa: T201 - a command
                    f"{len(file.puzzles)}: deal {deal}, round {puzzle.round}, {puzzle.kind}: {best.win} % before "
                    f"{second.win} %, {finder.searched} questions searched",
                    flush=True,
                )
            save(path, file)
            if len(file.puzzles) >= given.count:
                break
    except KeyboardInterrupt:
        print("broken off", file=sys.stderr)  # noqa: T201 - a command
    return 0


def _check(given: argparse.Namespace, path: Path) -> int:
    file = load(path)
    held = []
    for puzzle in file.puzzles:
        checked = check(given.game, file, puzzle, 2 * given.tables)
        if checked.wrong:
            print(f"{puzzle.id}: {checked.wrong}", flush=True)  # noqa: T201 - a command
        else:
            held.append(replace(puzzle, answers=[*checked.answers]))
    print(f"{len(held)} of {len(file.puzzles)} hold")  # noqa: T201 - a command
    if given.write:
        file.puzzles = held
        save(path, file)
        return 0
    return 0 if len(held) == len(file.puzzles) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m galaxytables_arena.puzzles", description=__doc__)
    parser.add_argument("--game", default="race")
    parser.add_argument("--count", type=int, default=50, help="as many as the file is to have")
    parser.add_argument("--seed", type=tuning_seed, default=0, help="number of the first deal")
    parser.add_argument("--games", type=int, default=1000, help="the most games to play")
    parser.add_argument("--tables", type=int, default=64, help="tables at which the best answers are compared")
    parser.add_argument("--questions", type=int, default=8, help="the most questions of a game to search")
    parser.add_argument("--file", type=Path, help="another file than the game's own")
    parser.add_argument("--check", action="store_true", help="search the kept puzzles again")
    parser.add_argument("--write", action="store_true", help="with --check: keep those that hold, with their chances")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())

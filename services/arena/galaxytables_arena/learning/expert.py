"""Expert iteration: `python -m galaxytables_arena.learning.expert --folder .data/expert --lessons 6`.

In each lesson, a net for two-player Race plays games by search, and a new net is trained on the searched answers. The
new net then plays the previous one, both without search, and the next lesson continues with the better one. The file
`best.npz` is the net of the last lesson. A run resumes from its folder: no lesson and no game is done twice.
"""

import argparse
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from galaxytables_arena.games import load_game
from galaxytables_arena.learning.imitation import HELD_OUT, Plan, imitate
from galaxytables_arena.learning.searched import SHARD, Noting, record
from galaxytables_arena.match import play_match
from galaxytables_bots.race.search import TWO_SEATS_NET
from galaxytables_bots.seeds import tuning_seed

_GAME = "race"
_KEPT = 0.5
"""A new net that wins less than this share of the games against the one before it is dropped."""


@dataclass(frozen=True)
class Course:
    """The settings of each lesson.

    Each of `jobs` processes plays `games` games, and searches up to `answers` answers at `tables` sampled tables. The
    net is trained by `plan` on the games of the last `remembered` lessons, this one included. It then plays `matches`
    games against the previous net. `seed` is the first seed of the games; `commit` is noted in the provenance of games
    and nets.
    """

    games: int = 500
    jobs: int = 2
    answers: int = 8
    tables: int = 4
    remembered: int = 3
    matches: int = 400
    seed: int = 1
    commit: str = ""
    plan: Plan = field(default_factory=lambda: Plan(trust=0.3, outcome=0.8, epochs=8))


def teach(folder: Path, net: Path, lessons: int, course: Course) -> Path:
    """Train nets for this many lessons, beginning with `net`. Returns the path of the best net.

    Raises `OSError` if the folder cannot be written, or the net or its provenance cannot be read.
    """
    best = folder / "best.npz"
    for number in range(1, lessons + 1):
        lesson = _lesson(folder, number)
        kept = lesson / "net.npz"
        if not kept.exists():
            _play(lesson, net, number, course)
            learned = lesson / "learned.npz"
            imitate(_remembered(folder, number, course), net, learned, course.plan, course.commit)
            _put(_better(learned, net, course), kept)
        net = kept
        _put(net, best)
    return best


def _lesson(folder: Path, number: int) -> Path:
    return folder / f"{number:03}"


def _recorded(lesson: Path, jobs: int) -> list[Path]:
    return [lesson / f"games-{job}" for job in range(jobs)]


def _remembered(folder: Path, number: int, course: Course) -> list[Path]:
    """Return the folders of games of this lesson and of the remembered lessons before it."""
    lessons = range(max(1, number - course.remembered + 1), number + 1)
    return [games for each in lessons for games in _recorded(_lesson(folder, each), course.jobs)]


def _play(lesson: Path, net: Path, number: int, course: Course) -> None:
    """Record the games of a lesson, each process into its own folder."""
    seeds = [course.seed + (number - 1) * course.jobs + job for job in range(course.jobs)]
    work = [(each, net, seed, course) for each, seed in zip(_recorded(lesson, course.jobs), seeds, strict=True)]
    if course.jobs == 1:
        _record(*work[0])
        return
    with get_context("spawn").Pool(course.jobs) as pool:
        pool.starmap(_record, work)


def _record(folder: Path, net: Path, seed: int, course: Course) -> None:
    noting = Noting(net, course.answers, course.tables)
    record(folder, float("inf"), noting, seed, course.commit, limit=course.games)


def _better(learned: Path, before: Path, course: Course) -> Path:
    """Return the new net, unless it loses to the one before it."""
    match = play_match(load_game(_GAME), [str(learned), str(before)], games=course.matches, seed=course.seed)
    low, high = match.interval
    replaced = match.rate >= _KEPT
    print(  # noqa: T201 - a command
        f"{learned.parent.name}: wins {match.rate:.1%} ({low:.1%} to {high:.1%}) of {match.games} games against the net"
        f" before it, which is {'replaced' if replaced else 'kept'}",
        flush=True,
    )
    return learned if replaced else before


def _put(net: Path, place: Path) -> None:
    """Copy a net's provenance and then the net, each atomically."""
    for suffix in (".json", ".npz"):
        beside = place.with_suffix(".new")
        shutil.copyfile(net.with_suffix(suffix), beside)
        beside.replace(place.with_suffix(suffix))


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and train nets. Returns the exit code."""
    usual = Course()
    parser = argparse.ArgumentParser(prog="python -m galaxytables_arena.learning.expert", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--lessons", type=int, required=True, help="the total number of lessons")
    parser.add_argument("--net", type=Path, default=TWO_SEATS_NET, help="the first net, with its provenance beside it")
    for name in ("games", "jobs", "answers", "tables", "remembered", "matches"):
        parser.add_argument(f"--{name}", type=int, default=getattr(usual, name))
    parser.add_argument("--seed", type=tuning_seed, default=usual.seed)
    parser.add_argument("--commit", default="", help="commit of the code, for the provenance of the net")
    given = vars(parser.parse_args(arguments))
    if given["games"] < HELD_OUT * SHARD:
        parser.error(f"--games: at least {HELD_OUT * SHARD}, or none would be held out")
    folder, net, lessons = given.pop("folder"), given.pop("net"), given.pop("lessons")
    teach(folder, net, lessons, Course(**given))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

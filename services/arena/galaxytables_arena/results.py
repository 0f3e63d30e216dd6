"""Stores the result of a match in a file: players, table, outcome. docs/reference/bots.md is made from these files."""

import os
import platform
import re
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from shlex import join

import msgspec
from msgspec import Struct

from galaxytables_arena.match import Match, new_match
from galaxytables_arena.players import full_name, patience_in
from galaxytables_arena.statistics import decided
from galaxytables_arena.workers import playing
from galaxytables_bots.seeds import SEEDS

PUBLISHED = Path(__file__).parents[3] / "docs/reference/bots/results"
"""The results that docs/reference/bots.md is written from."""
KEPT = Path(".data/arena")
"""The default folder for results."""


class Entrant(Struct, frozen=True, forbid_unknown_fields=True):
    """A player of a match.

    `patience` is the thinking time for each answer in seconds; None for players that use no thinking time.
    """

    player: str
    patience: float | None
    wins: int
    seats: int
    mean_points: float
    decisions: int
    refused: int
    defaults: int
    median_ms: float


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a match. `deals` lists the first player's share of the wins of each deal.

    A match is `complete` unless it was stopped by hand. `load` is the machine's load average at the start. `seconds` is
    wall-clock time.
    """

    command: str
    commit: str
    machine: str
    load: float
    began: str
    seconds: float
    jobs: int
    game: str
    seats: int
    options: dict[str, str]
    seeds: str
    seed: int
    games: int
    complete: bool
    players: list[Entrant]
    shared: int
    mean_rounds: float
    deals: list[float]
    rate: float
    interval: tuple[float, float]

    @property
    def name(self) -> str:
        """Return the file name of this result.

        Equal matches have the same name, so a match that is played again replaces its file.
        """
        return file_name(self.game, self.seats, [each.player for each in self.players], self.options)


class Order(Struct, frozen=True):
    """A match to be played.

    `seed` is the number of the seed in its range. A statistical test may end the match early; `between` are the two win
    rates between which it decides.
    """

    game: str
    players: Sequence[str]
    seats: int
    games: int
    seeds: str
    seed: int
    options: Mapping[str, str] = {}
    between: tuple[float, float] | None = None

    @property
    def command(self) -> str:
        """Return the command that plays this match."""
        words = ["python", "-m", "galaxytables_arena", "--game", self.game, "--players", ",".join(self.players)]
        words += ["--seats", str(self.seats), "--games", str(self.games)]
        words += ["--seeds", self.seeds, "--seed", str(self.seed)]
        if self.options:
            words += ["--options", ",".join(f"{name}={value}" for name, value in self.options.items())]
        if self.between:
            words += ["--between", ",".join(map(str, self.between))]
        return join(words)


def file_name(game: str, seats: int, players: Sequence[str], options: Mapping[str, str]) -> str:
    """Return the file name for the result of a match, made from the full names of its players."""
    pairs = [f"{name}={value}" for name, value in sorted(options.items())]
    return re.sub(r"[^A-Za-z0-9=@._-]+", "_", "-".join([game, str(seats), *players, *pairs])) + ".json"


def play(order: Order, *, jobs: int) -> tuple[Match, Result]:
    """Play the match of an order until it ends, or until Ctrl-C stops it.

    Raises `UnknownPlayerError`, `LookupError`, and the errors that the game raises for wrong options.
    """
    names = [full_name(order.game, name) for name in order.players]
    order = msgspec.structs.replace(order, players=names)
    match, deal_count = new_match(order.game, names, order.seats), -(-order.games // order.seats)
    began, started, load, commit = datetime.now(UTC), time.monotonic(), os.getloadavg()[0], commit_of_tree()
    try:
        with playing(
            order.game,
            names,
            seats=order.seats,
            seed=SEEDS[order.seeds][order.seed],
            options=order.options,
            deals=deal_count,
            jobs=jobs,
        ) as deals:
            for deal in deals:
                match.count(deal)
                if order.between and decided(match.deals, *order.between) is not None:
                    break
    except KeyboardInterrupt:
        pass
    return match, Result(
        command=order.command,
        commit=commit,
        machine=f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        load=round(load, 2),
        began=began.isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - started, 1),
        jobs=jobs,
        game=order.game,
        seats=order.seats,
        options=dict(order.options),
        seeds=order.seeds,
        seed=order.seed,
        games=match.games,
        complete=len(match.deals) == deal_count,
        players=[
            Entrant(
                player=side.player,
                patience=patience_in(side.player),
                wins=side.wins,
                seats=side.seats,
                mean_points=round(side.mean_points, 2),
                decisions=side.decisions,
                refused=side.refused,
                defaults=side.defaults,
                median_ms=round(side.median_micros / 1000, 3),
            )
            for side in match.sides
        ],
        shared=match.shared,
        mean_rounds=round(match.mean_rounds, 2),
        deals=match.deals,
        rate=match.rate,
        interval=match.interval,
    )


def save(result: Result, folder: Path) -> Path:
    """Write a result into a folder, which is created if it is missing. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / result.name
    path.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    return path


def load_results(folder: Path) -> dict[str, Result]:
    """Return all results in a folder, by file name. Raises `msgspec.ValidationError` for an invalid file."""
    return {path.name: msgspec.json.decode(path.read_bytes(), type=Result) for path in sorted(folder.glob("*.json"))}


def commit_of_tree() -> str:
    """Return the commit that is checked out, with `-changed` if the sources differ; `unknown` without git."""
    git = shutil.which("git")
    if git is None:
        return "unknown"

    def said(*words: str) -> str:
        return subprocess.run(  # noqa: S603 - fixed words
            [git, *words], cwd=PUBLISHED.parents[2], capture_output=True, text=True, check=False
        ).stdout.strip()

    head = said("rev-parse", "--short=12", "HEAD")
    if not head:
        return "unknown"
    return f"{head}-changed" if said("status", "--porcelain", "--", "services") else head

"""Measures the cost of the rules in this process: random playouts, compared with catanatron's.

Two programs can be compared only if they count alike. catanatron asks its players even if only one action is legal; our
kit answers such prompts by itself. So both are counted twice: all questions, forced ones included, and only the choices
between several answers. Games are timed without counting and played again from the same seeds to count them.
"""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from time import process_time
from unittest.mock import patch

from msgspec import Struct

from bench.figures import Figure
from galaxytables_kit.game import AnyGame
from galaxytables_kit.live import AnyLive
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, play_out
from galaxytables_kit.prompt import Picks, Prompt, forced_answer
from galaxytables_runtime.native import in_use

ROOT = Path(__file__).parents[1]
PEER_ENVIRONMENT = ROOT / ".tools" / "peers"
PEER_LOCK = Path(__file__).with_name("peers.lock")
ROUNDS = 5
PEER_RATIO = 3.0


class Rate(Struct, frozen=True):
    """Questions asked per second of processor time, and how many of them were choices between several answers."""

    questions: float
    choices: float


class Playouts:
    """Random games of one game with as many seats as it allows, at most 4, numbered by their seeds."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._packs = load_packs(game)
        self._options = read_options(game.options_type, {})
        self._played = 0

    def rate(self, seconds: float) -> Rate:
        """Play new games for some seconds of processor time, then count the questions asked in them."""
        first, begun = self._played, process_time()
        while process_time() - begun < seconds:
            play_out(self.begin(self._played), Random(self._played))
            self._played += 1
        took = process_time() - begun
        questions, choices = self._asked(first, self._played)
        return Rate(questions / took, choices / took)

    def _asked(self, first: int, end: int) -> tuple[int, int]:
        """Count questions, forced ones too, and choices of some games: on the sources, which can be looked into."""
        if not in_use():
            return self.count(first, end)
        command = [sys.executable, "-m", "bench.questions", self._game.name, str(first), str(end)]
        environment = {**os.environ, "GALAXYTABLES_NATIVE": "off"}
        answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment, cwd=ROOT)
        questions, choices = map(int, answer.stdout.split())
        return questions, choices

    def count(self, first: int, end: int) -> tuple[int, int]:
        """Play games again. Returns the number of all their questions, forced ones included, and of their choices."""
        asked = [self._count(seed) for seed in range(first, end)]
        return sum(questions for questions, _ in asked), sum(choices for _, choices in asked)

    def begin(self, seed: int) -> AnyLive:
        """Return a new game that begins from this seed."""
        seats = min(4, self._game.max_seats)
        return begin(self._game, self._packs, seats, self._options, seed, checkpoints=False)

    def _count(self, seed: int) -> tuple[int, int]:
        """Play a game again; give its questions, forced ones too, and its choices."""
        forced = 0

        def counting(prompt: Prompt) -> Picks | None:
            nonlocal forced
            picks = forced_answer(prompt)
            forced += picks is not None
            return picks

        with patch("galaxytables_kit.advance.forced_answer", counting):
            choices = play_out(self.begin(seed), Random(seed))
        return choices + forced, choices


def playouts(games: Sequence[AnyGame], seconds: float) -> list[Figure]:
    """Return the rates of our games and of catanatron's, measured in turn; of several rounds, the best one counts."""
    peer, ours = peer_python(), [Playouts(game) for game in games]
    gc.freeze()  # as a rules service does when its packs are loaded; the peer's process does it as well
    rounds = [
        [peer_rate(peer, seconds / ROUNDS), *[each.rate(seconds / ROUNDS) for each in ours]] for _ in range(ROUNDS)
    ]
    catan, *rates = [max(rates, key=lambda rate: rate.questions) for rates in zip(*rounds, strict=True)]
    figures = [
        Figure("catanatron: every question", catan.questions, "/s"),
        Figure("catanatron: real choices", catan.choices, "/s"),
    ]
    for game, rate in zip(games, rates, strict=True):
        goal = f"goal {PEER_RATIO:g} x"
        figures += [
            Figure(f"{game.name}: every question", rate.questions, "/s"),
            Figure(f"{game.name}: real choices", rate.choices, "/s"),
            Figure(f"{game.name}: every question, over catanatron's", rate.questions / catan.questions, "x", goal),
            Figure(f"{game.name}: real choices, over catanatron's", rate.choices / catan.choices, "x", goal),
        ]
    return figures


def peer_python() -> Path:
    """Return an interpreter that has the peers installed, in an environment of their own."""
    python, installed = PEER_ENVIRONMENT / "bin" / "python", PEER_ENVIRONMENT / ".installed"
    lock = sha256(PEER_LOCK.read_bytes()).hexdigest()
    if not installed.exists() or installed.read_text() != lock:
        subprocess.run([sys.executable, "-m", "venv", PEER_ENVIRONMENT], check=True)
        install: list[str | Path] = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--require-hashes",
        ]
        subprocess.run([*install, "-r", PEER_LOCK], check=True)
        installed.write_text(lock)
    return python


def peer_rate(python: Path, seconds: float) -> Rate:
    """Return the rate of catanatron's random players in four-player games, measured in a process of its own."""
    command: list[str | Path] = [python, Path(__file__).with_name("peer_catanatron.py"), str(seconds)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return Rate(**json.loads(answer.stdout))

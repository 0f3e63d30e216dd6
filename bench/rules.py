"""What the rules cost in process: random playouts beside catanatron's, and the latency of `Apply`."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from bench.figures import Figure, percentile
from galaxy.rules.v1 import game_pb2, rules_pb2
from services.kit.calls import RulesCalls
from services.kit.errors import ChoiceError
from services.kit.game import Game
from services.kit.options import read_options
from services.kit.pack import load_shelf
from services.kit.playout import begin, play_out

PEER_ENVIRONMENT = Path(__file__).parents[1] / ".tools" / "peers"
PEER_LOCK = Path(__file__).with_name("peers.lock")
ROUNDS = 3
PEER_RATIO = 3.0


def playouts(games: list[Game[Any, Any, Any]], seconds: float) -> list[Figure]:
    """Random games of most seats (4 at the most) and catanatron's, in turn, several rounds; the best round counts."""
    peer = peer_python()
    peers, ours = [], {game.name: (0.0, 0.0) for game in games}
    for _ in range(ROUNDS):
        peers.append(peer_decisions(peer, seconds / ROUNDS))
        for game in games:
            ours[game.name] = max(ours[game.name], decisions(game, seconds / ROUNDS))
    catan = max(peers)
    figures = [Figure("catanatron, random playouts", catan, "decisions/s")]
    for name, (rate, games_rate) in ours.items():
        figures += [
            Figure(f"{name}: random playouts", games_rate, "games/s"),
            Figure(f"{name}: random playouts", rate, "decisions/s"),
            Figure(f"{name}: decisions/s over catanatron's", rate / catan, "x", f"goal {PEER_RATIO:g} x"),
        ]
    return figures


def decisions(game: Game[Any, Any, Any], seconds: float) -> tuple[float, float]:
    """Decisions and games of random playouts a second of processor time."""
    shelf, seats = load_shelf(game), min(4, game.most_seats)
    options = read_options(game.options_type, {})
    made = played = 0
    begun = process_time()
    while process_time() - begun < seconds:
        made += play_out(begin(game, shelf, seats, options, played, checkpoints=False), Random(played))
        played += 1
    took = process_time() - begun
    return made / took, played / took


def apply_latency(game: Game[Any, Any, Any], samples: int) -> list[Figure]:
    """Latency of `Apply` in the middle third of four-player games, with the live game cached and without."""
    figures = []
    for label, cached_games in (("cached", 4096), ("from its position", 0)):
        took = sorted(_apply_times(game, samples, cached_games))
        goal = "goal < 1,000" if cached_games == 0 else ""
        figures.append(Figure(f"{game.name}: Apply {label}, p50", percentile(took, 0.5) * 1e6, "us", goal))
        figures.append(Figure(f"{game.name}: Apply {label}, p99", percentile(took, 0.99) * 1e6, "us"))
    return figures


def _apply_times(game: Game[Any, Any, Any], samples: int, cached_games: int) -> list[float]:
    calls = RulesCalls(game, load_shelf(game), cached_games)
    took: list[float] = []
    seed = 0
    while len(took) < samples:
        times = _game_times(calls, min(4, game.most_seats), Random(seed))
        took += times[len(times) // 3 : 2 * len(times) // 3]
        seed += 1
    return took


def _game_times(calls: RulesCalls, seats: int, random: Random) -> list[float]:
    request = rules_pb2.NewGameRequest(seats=seats, seed=random.randbytes(32))
    standing, times = calls.new_game(request).standing, []
    while standing.prompts:
        prompt = random.choice(standing.prompts)
        count = random.randint(prompt.least, prompt.most)
        tries = [random.sample([option.id for option in prompt.options], count), list(prompt.default_picks)]
        ref = rules_pb2.PositionRef(digest=standing.position_digest, position=standing.position)
        for picks in tries:
            choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks)
            begun = perf_counter()
            try:
                standing = calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice)).standing
            except ChoiceError:
                continue
            times.append(perf_counter() - begun)
            break
    return times


def peer_python() -> Path:
    """An interpreter that has the peers installed, in an environment of their own."""
    python = PEER_ENVIRONMENT / "bin" / "python"
    if not (PEER_ENVIRONMENT / ".installed").exists():
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
        (PEER_ENVIRONMENT / ".installed").touch()
    return python


def peer_decisions(python: Path, seconds: float) -> float:
    """Decisions of catanatron's random players in four-player games a second of processor time, in an own process."""
    command: list[str | Path] = [python, Path(__file__).with_name("peer_catanatron.py"), str(seconds)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return float(json.loads(answer.stdout)["decisions_per_second"])

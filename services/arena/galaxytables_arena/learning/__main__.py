"""Trains a net by self-play: `python -m galaxytables_arena.learning --game race --folder .data/nets/race_2`.

It resumes from the folder, runs for the given seconds, and can be stopped at any moment.
"""

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from galaxytables_arena.games import load_game
from galaxytables_arena.learning.training import Plan, Run
from galaxytables_bots.seeds import tuning_seed

_USUAL = Plan()
_GAMES_BETWEEN_MATCHES = _USUAL.games_a_lesson * _USUAL.lessons_a_match


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and train a net. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m galaxytables_arena.learning", description="Train a net by self-play."
    )
    parser.add_argument("--game", default="race")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", type=_pairs, default={}, help="name=value,...")
    parser.add_argument("--seed", type=tuning_seed, default=1)
    parser.add_argument("--commit", default="", help="commit of the code, for the provenance of the net")
    parser.add_argument("--partner", default="", help="a bot that plays the other seats in some of the games")
    parser.add_argument("--partner-games", type=float, default=0.5, help="share of the games with the partner")
    parser.add_argument("--cooling", action="store_true", help="reduce the step size until the time is over")
    parser.add_argument("--lesson", type=int, default=_USUAL.games_a_lesson, help="games of a lesson")
    parser.add_argument("--epochs", type=int, default=_USUAL.epochs, help="epochs of a lesson")
    parser.add_argument("--rate", type=float, default=_USUAL.rate, help="step size")
    parser.add_argument("--width", type=int, default=_USUAL.width, help="units of the hidden layer")
    parser.add_argument("--entropy", type=float, default=_USUAL.entropy, help="weight of the entropy of answers")
    given = parser.parse_args(arguments)
    sight = import_module(f"galaxytables_arena.learning.{given.game}").SIGHT
    plan = Plan(
        given.seats,
        given.options,
        given.seed,
        given.commit,
        partner=given.partner,
        partner_games=given.partner_games,
        cooling=given.cooling,
        games_a_lesson=given.lesson,
        lessons_a_match=max(1, _GAMES_BETWEEN_MATCHES // given.lesson),
        epochs=given.epochs,
        rate=given.rate,
        width=given.width,
        entropy=given.entropy,
    )
    Run(load_game(given.game), sight, given.folder, plan).go_on(given.seconds)
    return 0


def _pairs(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split(",") if part)


if __name__ == "__main__":
    raise SystemExit(main())

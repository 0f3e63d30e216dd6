"""Plays a match: `python -m galaxytables_arena --game race --players heuristic,random --games 1000`."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import msgspec

from galaxytables_arena.match import Match
from galaxytables_arena.options import add_match_arguments, read_pairs, seed_of
from galaxytables_arena.players import UnknownPlayerError, patience_in
from galaxytables_arena.results import KEPT, Order, play, save
from galaxytables_arena.statistics import decided


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, play the match and print its result. Returns the exit code."""
    given = _parser().parse_args(arguments)
    names = given.players.split(",")
    if not 1 <= len(names) <= given.seats:
        print(f"{len(names)} players for {given.seats} seats", file=sys.stderr)  # noqa: T201 - a command
        return 2
    try:
        seed_of(given)
        match, result = play(
            Order(
                game=given.game,
                players=names,
                seats=given.seats,
                games=given.games,
                seeds=given.seeds,
                seed=given.seed,
                options=given.options,
                between=given.between,
            ),
            jobs=given.jobs,
        )
    except (LookupError, UnknownPlayerError) as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command
        return 2
    if not result.complete and given.between is None:
        print("broken off", file=sys.stderr)  # noqa: T201 - a command
    if match.games:
        print(f"written: {save(result, given.results)}", file=sys.stderr)  # noqa: T201 - a command
    verdict = decided(match.deals, *given.between) if given.between else None
    print(_json(match, verdict) if given.json else _report(match, given.between, verdict))  # noqa: T201 - a command
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m galaxytables_arena", description="Let players meet.")
    parser.add_argument("--game", default="race")
    parser.add_argument(
        "--players",
        default="heuristic,random",
        help="the player to measure, then its opponents; the last takes all remaining seats: bots by name, plug-ins by "
        "path.py:Factory; best@0.1 thinks for 0.1 s an answer",
    )
    parser.add_argument("--games", type=int, default=1000, help="the largest number; whole deals, each from all seats")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", type=read_pairs, default={}, help="name=value,...")
    parser.add_argument("--results", type=Path, default=KEPT, help=f"folder of the result's file, {KEPT} unless given")
    add_match_arguments(parser)
    parser.add_argument(
        "--between", type=_rates, help="two win rates, such as 0.5,0.55: stop as soon as one of them is rejected"
    )
    parser.add_argument("--json", action="store_true")
    return parser


def _report(match: Match, between: tuple[float, float] | None, verdict: float | None) -> str:
    width = max(len("player"), *(len(side.player) for side in match.sides))
    times = f"{'ms (median)':>13}{'cpu ms (90 %)':>15}"
    lines = [
        f"{match.game}: {match.games} games of {match.seats} seats, {match.mean_rounds:.1f} rounds",
        f"{'player':<{width}}{'wins':>7}{'points':>9}{'decisions':>11}{'refused':>9}{times}",
    ]
    lines += [
        f"{side.player:<{width}}{side.wins:>7}{side.mean_points:>9.1f}{side.decisions:>11}{side.refused:>9}"
        f"{side.median_micros / 1000:>13.2f}{side.p90_spent_micros / 1000:>15.2f}"
        for side in match.sides
    ]
    low, high = match.interval
    won = f"{match.sides[0].player} wins {100 * match.rate:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    lines.append(f"{won}, a fair share is {100 / match.seats:.1f} %; victories shared by several: {match.shared}")
    if between is not None:
        text = "open" if verdict is None else f"{100 * verdict:g} %"
        lines.append(f"between {100 * between[0]:g} and {100 * between[1]:g} %: {text}")
    return "\n".join(lines)


def _json(match: Match, verdict: float | None) -> str:
    sides = [
        {
            **{name: value for name, value in asdict(side).items() if name not in {"micros", "spent_micros"}},
            "patience": patience_in(side.player),
            "decisions": side.decisions,
            "mean_points": side.mean_points,
            "median_micros": side.median_micros,
            "p90_spent_micros": side.p90_spent_micros,
        }
        for side in match.sides
    ]
    facts = {
        "game": match.game,
        "seats": match.seats,
        "games": match.games,
        "rate": match.rate,
        "interval": match.interval,
        "shared": match.shared,
        "mean_rounds": match.mean_rounds,
        "verdict": verdict,
        "sides": sides,
    }
    return msgspec.json.encode(facts).decode()


def _rates(text: str) -> tuple[float, float]:
    low, high = map(float, text.split(","))
    if not 0 < low < high < 1:
        raise argparse.ArgumentTypeError("two rates, the lower one first")
    return low, high


if __name__ == "__main__":
    raise SystemExit(main())

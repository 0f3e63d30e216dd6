"""Lets players meet: `python -m services.arena --game race --players heuristic,random --games 1000`."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict

import msgspec

from services.arena.match import Match, new_match
from services.arena.options import read_pairs
from services.arena.players import UnknownPlayerError
from services.arena.statistics import decided
from services.arena.workers import playing


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, play, print."""
    given = _parser().parse_args(arguments)
    names = given.players.split(",")
    if not 1 <= len(names) <= given.seats:
        print(f"{len(names)} players for {given.seats} seats", file=sys.stderr)  # noqa: T201 - a command
        return 2
    match, verdict = new_match(given.game, names, given.seats), None
    try:
        with playing(
            given.game,
            names,
            seats=given.seats,
            seed=given.seed,
            options=given.options,
            deals=-(-given.games // given.seats),
            jobs=given.jobs,
        ) as deals:
            for deal in deals:
                match.count(deal)
                verdict = decided(match.deals, *given.between) if given.between else None
                if verdict is not None:
                    break
    except KeyboardInterrupt:
        print("broken off", file=sys.stderr)  # noqa: T201 - a command
    except (LookupError, UnknownPlayerError) as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command
        return 2
    print(_json(match, verdict) if given.json else _report(match, given.between, verdict))  # noqa: T201 - a command
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m services.arena", description="Let players meet.")
    parser.add_argument("--game", default="race")
    parser.add_argument(
        "--players",
        default="heuristic,random",
        help="who is measured, and the others, the last of them on all seats that are left: bots by name, plug-ins by "
        "path.py:Factory",
    )
    parser.add_argument("--games", type=int, default=1000, help="at most; whole deals, each from all seats")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", type=read_pairs, default={}, help="name=value,...")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; all cores unless given")
    parser.add_argument(
        "--between", type=_rates, help="two win rates, as 0.5,0.55: stop as soon as it is clear which of them it is"
    )
    parser.add_argument("--json", action="store_true")
    return parser


def _report(match: Match, between: tuple[float, float] | None, verdict: float | None) -> str:
    width = max(len("player"), *(len(side.player) for side in match.sides))
    lines = [
        f"{match.game}: {match.games} games of {match.seats} seats, {match.mean_rounds:.1f} rounds",
        f"{'player':<{width}}{'wins':>7}{'points':>9}{'decisions':>11}{'refused':>9}{'ms (median)':>13}",
    ]
    lines += [
        f"{side.player:<{width}}{side.wins:>7}{side.mean_points:>9.1f}{side.decisions:>11}{side.refused:>9}"
        f"{side.median_micros / 1000:>13.2f}"
        for side in match.sides
    ]
    low, high = match.interval
    won = f"{match.sides[0].player} wins {100 * match.rate:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    lines.append(f"{won}, a fair share is {100 / match.seats:.1f} %; victories shared by several: {match.shared}")
    if between is not None:
        told = "open" if verdict is None else f"{100 * verdict:g} %"
        lines.append(f"between {100 * between[0]:g} and {100 * between[1]:g} %: {told}")
    return "\n".join(lines)


def _json(match: Match, verdict: float | None) -> str:
    sides = [
        {
            **{name: value for name, value in asdict(side).items() if name != "micros"},
            "decisions": side.decisions,
            "mean_points": side.mean_points,
            "median_micros": side.median_micros,
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

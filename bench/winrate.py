"""How often one bot beats another, in process and without a lobby.

    python -m bench.winrate --game jump --bots greedy,random --games 200 [--seats 2] [--seed 1]
                            [--options name=value,...] [--json]

The bots get the same prompts, views and catalogue as over the wire: each call goes through the messages of
`galaxy.rules.v1`. The first bot has one seat, the second bot all others. Each deal is played once with the first bot on
each seat, so that luck of the deal evens out. The same seed gives the same games.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from google.protobuf.message import Message

from bench.games import bots_besides, load_game
from galaxy.rules.v1 import game_pb2, rules_pb2
from services.bots.random_bot import RandomStrategy
from services.bots.registry import RANDOM, discover
from services.bots.strategy import Catalogue, Strategy
from services.kit.calls import RulesCalls
from services.kit.errors import ChoiceError
from services.kit.game import Game
from services.kit.pack import load_packs

MOST_TRIES = 4


class UnknownBotError(Exception):
    """No such bot for this game."""


@dataclass
class Side:
    """What one bot made of all games. A shared win counts for both; `refused` answers were tried again."""

    bot: str
    wins: int = 0
    points: int = 0
    seats: int = 0
    decisions: int = 0
    refused: int = 0
    defaults: int = 0
    seconds: float = 0.0

    @property
    def mean_points(self) -> float:
        """Points a seat and game."""
        return self.points / self.seats if self.seats else 0.0


@dataclass
class Match:
    """Games between two bots; `shared` of them were won by both, `decisions` counts those of all seats."""

    game: str
    games: int
    seats: int
    sides: tuple[Side, Side]
    shared: int = 0
    rounds: int = 0

    @property
    def rate(self) -> float:
        """The part of the games that the first bot won, a shared victory counting half."""
        return (self.sides[0].wins - self.shared / 2) / self.games

    @property
    def mean_rounds(self) -> float:
        """Rounds a game, where the game's view tells its round."""
        return self.rounds / self.games


class Table:
    """One game in play: asks the strategies until it is over."""

    def __init__(self, calls: RulesCalls, catalogue: Catalogue, sides: Sequence[tuple[Side, Strategy]]) -> None:
        """Take who sits where: one side with its strategy for each seat."""
        self._calls = calls
        self._catalogue = catalogue
        self._sides = sides

    def play(self, seed: bytes, options: Mapping[str, str]) -> rules_pb2.Standing:
        """Play a game from its seed; give how it ended."""
        seats = len(self._sides)
        request = rules_pb2.NewGameRequest(seats=seats, options=options, seed=seed, entropy=[b""] * seats)
        standing = self._calls.new_game(request).standing
        while not standing.over:
            standing = self._choose(standing)
        return standing

    def round(self, standing: rules_pb2.Standing) -> int:
        """The round that the view shows; 0 where it shows none."""
        return int(getattr(self._view(standing, None), "round", 0))

    def _choose(self, standing: rules_pb2.Standing) -> rules_pb2.Standing:
        prompt = standing.prompts[0]
        side, strategy = self._sides[prompt.seat]
        view = self._view(standing, prompt.seat) if strategy.needs_view else None
        catalogue = self._catalogue if strategy.needs_view else {}
        side.decisions += 1
        for _ in range(MOST_TRIES):
            began = perf_counter()
            picks = strategy.choose(prompt, view, catalogue)
            side.seconds += perf_counter() - began
            try:
                return self._apply(standing, prompt, picks)
            except ChoiceError:
                side.refused += 1
        side.defaults += 1
        return self._apply(standing, prompt, prompt.default_picks)

    def _apply(self, standing: rules_pb2.Standing, prompt: game_pb2.Prompt, picks: Sequence[str]) -> rules_pb2.Standing:
        ref = rules_pb2.PositionRef(digest=standing.position_digest, position=standing.position)
        choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks)
        return self._calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice)).standing

    def _view(self, standing: rules_pb2.Standing, seat: int | None) -> Message:
        ref = rules_pb2.PositionRef(digest=standing.position_digest, position=standing.position)
        packed = self._calls.view(rules_pb2.ViewRequest(position=ref, viewers=[rules_pb2.Viewer(seat=seat)]))
        view: Message = self._calls.game.view_type()
        packed.views[0].view.Unpack(view)
        return view


def play_match(
    game: Game[Any, Any, Any],
    bots: tuple[str, str],
    *,
    games: int,
    seats: int = 2,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
) -> Match:
    """Let two bots play. Raises `UnknownBotError`, and what the game raises for its options."""
    calls = RulesCalls(game, load_packs(game))
    components = calls.components(rules_pb2.ComponentsRequest()).components
    catalogue = {component.id: component for component in components}
    strategies = [_strategy(game.name, bot, seed, number) for number, bot in enumerate(bots)]
    match = Match(game.name, games, seats, (Side(bots[0]), Side(bots[1])))
    for number in range(games):
        sitting = [0 if seat == number % seats else 1 for seat in range(seats)]
        table = Table(calls, catalogue, [(match.sides[side], strategies[side]) for side in sitting])
        standing = table.play(sha256(f"{seed}/{number // seats}".encode()).digest(), options or {})
        _count(match, sitting, standing.scores)
        match.rounds += table.round(standing)
    return match


def _strategy(game: str, bot: str, seed: int, number: int) -> Strategy:
    if bot == RANDOM:
        return RandomStrategy(Random(seed * 2 + number))
    registry = discover(bots_besides(game))
    strategy = registry.find(game, bot)
    if strategy is None:
        raise UnknownBotError(f"no bot {bot!r} plays {game}; there are {', '.join(registry.bots(game))}")
    return strategy


def _count(match: Match, sitting: Sequence[int], scores: Sequence[game_pb2.SeatScore]) -> None:
    winners = {sitting[score.seat] for score in scores if score.rank == 1}
    for number in winners:
        match.sides[number].wins += 1
    match.shared += len(winners) - 1
    for score in scores:
        side = match.sides[sitting[score.seat]]
        side.points += score.total
        side.seats += 1


def _report(match: Match, seconds: float) -> str:
    lines = [
        f"{match.game}: {match.games} games of {match.seats} seats, {match.mean_rounds:.1f} rounds, {seconds:.1f} s",
        f"{'bot':<12}{'wins':>6}{'points':>9}{'decisions':>11}{'refused':>9}{'us a decision':>15}",
    ]
    for side in match.sides:
        cost = 1e6 * side.seconds / max(1, side.decisions)
        lines.append(
            f"{side.bot:<12}{side.wins:>6}{side.mean_points:>9.1f}{side.decisions:>11}{side.refused:>9}{cost:>15.0f}"
        )
    lines.append(f"{match.sides[0].bot} wins {100 * match.rate:.1f} % (shared victories: {match.shared})")
    return "\n".join(lines)


def _json(match: Match, seconds: float) -> str:
    sides = [{**asdict(side), "mean_points": side.mean_points} for side in match.sides]
    facts = {**asdict(match), "sides": sides, "rate": match.rate, "mean_rounds": match.mean_rounds, "seconds": seconds}
    return msgspec.json.encode(facts).decode()


def _pairs(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split(",") if part)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.winrate", description="How often one bot beats another.")
    parser.add_argument("--game", default="jump")
    parser.add_argument("--bots", default="greedy,random", help="the bot that is measured, and its opponent")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", type=_pairs, default={}, help="name=value,...")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    first, _, second = given.bots.partition(",")
    began = perf_counter()
    try:
        match = play_match(
            load_game(given.game),
            (first, second or RANDOM),
            games=given.games,
            seats=given.seats,
            seed=given.seed,
            options=given.options,
        )
    except UnknownBotError as error:
        print(error, file=sys.stderr)
        return 2
    seconds = perf_counter() - began
    print(_json(match, seconds) if given.json else _report(match, seconds))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

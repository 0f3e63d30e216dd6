"""Measures how much players of Race lose by their answers, compared with the best answers.

`python -m galaxytables_arena.regret --players hard,heuristic --positions 40`. Positions come from games of a bot
against itself. All answers in each position are played forward as `hard` does, at many tables. The best answers and
those of the players are played forward again at other tables, and the best of these answers is the reference. The
regret of an answer is how much worse its result is than that of the reference; a lost game counts as -1 and a won game
as 1. The playouts and the values are those of the search itself, so regret shows how much a player loses by searching
too little, not errors in the search's own estimates.
"""

import argparse
from collections.abc import Sequence
from itertools import combinations
from random import Random
from statistics import fmean, stdev
from typing import TypeAlias

from google.protobuf.message import Message
from msgspec import Struct

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.players import Insider, find_player, for_a_table
from galaxytables_arena.table import Table
from galaxytables_bots.race.policy import JOINT, differs, option_name
from galaxytables_bots.race.search import PLAYED_FORWARD, TWO_SEATS_NET
from galaxytables_bots.race.simulation.playouts import Playouts, options_of
from galaxytables_bots.race.thinkers import by_net
from galaxytables_bots.seeds import tuning_seed
from galaxytables_bots.strategy import Catalogue, Strategy, view_as
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs

Picks: TypeAlias = frozenset[str]

_RACE, _SEATS, _ROUNDS = "race", 2, 2
_AGAIN = 5
"""So many of the best answers are played out again, at twice as many tables."""
_MAX_ANSWERS = 40


class Position(Struct):
    """A prompt, and the view of its seat."""

    prompt: game_pb2.Prompt
    view: race_pb2.RaceView


class Watching:
    """A player that gives the answers of another player, and records the prompts that can be searched."""

    needs_view = True

    def __init__(self, player: Strategy) -> None:
        self._player = player
        self.positions: list[Position] = []

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return the other player's answer, and record the prompt if it can be searched."""
        if prompt.kind in PLAYED_FORWARD and 1 < len(answers(prompt)) <= _MAX_ANSWERS:
            kept, seen = game_pb2.Prompt(), race_pb2.RaceView()
            kept.CopyFrom(prompt)
            seen.CopyFrom(view_as(race_pb2.RaceView, view))
            self.positions.append(Position(kept, seen))
        return self._player.choose(prompt, view, catalogue)


def answers(prompt: game_pb2.Prompt) -> list[Picks]:
    """Return all answers to a prompt. Of equivalent answers only one is returned."""
    names = {option.id: option_name(option) for option in prompt.options}
    sizes = range(prompt.least, prompt.most + 1)
    sets = [each for size in sizes for each in combinations(names, size)]
    return [frozenset(each) for each in sets if prompt.kind not in JOINT or differs([names[option] for option in each])]


def positions(player: Strategy, count: int, seed: int) -> list[Position]:
    """Play games of a player against itself, and return `count` of their positions, drawn at random."""
    watching, table, game = Watching(player), Table(load_game(_RACE), {}), 0
    while len(watching.positions) < _AGAIN * count:
        table.play(f"regret {seed} {game}", [watching] * _SEATS)
        game += 1
    return Random(seed).sample(watching.positions, count)


def regrets(position: Position, chosen: Sequence[Picks], tables: int) -> list[float]:
    """Return the regret of each of these answers in a position, by index.

    Raises `ValueError` if no table can be sampled.
    """
    thinker = by_net(TWO_SEATS_NET)
    playouts = Playouts(
        thinker.player, options_of({}), position.prompt, position.view, _ROUNDS, every_round=thinker.every_round
    )

    def worth(answer: Picks, numbers: range) -> float:
        return fmean([playouts.play(playouts.sample(number), sorted(answer)) for number in numbers])

    first = {answer: worth(answer, range(tables)) for answer in answers(position.prompt)}
    best = sorted(first, key=lambda answer: -first[answer])[:_AGAIN]
    again = {answer: worth(answer, range(tables, 3 * tables)) for answer in {*best, *chosen}}
    highest = max(again.values())
    return [highest - again[answer] for answer in chosen]


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, measure the players' regret and print it. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m galaxytables_arena.regret", description=__doc__)
    parser.add_argument("--players", default="hard,heuristic", help="the players to judge")
    parser.add_argument("--of", default="heuristic", help="the player whose games the positions come from")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--seed", type=tuning_seed, default=1)
    given = parser.parse_args(arguments)
    names = given.players.split(",")
    components = RulesCalls(game := load_game(_RACE), load_packs(game)).components(rules_pb2.ComponentsRequest())
    catalogue: Catalogue = {component.id: component for component in components.components}
    found: dict[str, list[list[float]]] = {}
    players = [_strategy(name) for name in names]
    for position in positions(_strategy(given.of), given.positions, given.seed):
        prompt, view = position.prompt, position.view
        chosen = [frozenset(player.choose(prompt, view, catalogue)) for player in players]
        try:
            found.setdefault(prompt.kind, []).append(regrets(position, chosen, given.tables))
        except ValueError:
            continue
    for kind, rows in sorted(found.items()):
        figures = [
            f"{name} {fmean(column):.3f} +- {stdev(column) / len(column) ** 0.5 if len(column) > 1 else 0:.3f}"
            for name, column in zip(names, zip(*rows, strict=True), strict=True)
        ]
        print(f"{kind}: {len(rows)} positions; {'; '.join(figures)}")  # noqa: T201 - a command
    return 0


def _strategy(name: str) -> Strategy:
    player = for_a_table(find_player(_RACE, name), _SEATS, {})
    if isinstance(player, Insider):
        raise TypeError(f"{name} looks inside")
    return player


if __name__ == "__main__":
    raise SystemExit(main())

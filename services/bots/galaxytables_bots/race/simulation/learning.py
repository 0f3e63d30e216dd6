"""Learns weights for Race: `python -m galaxytables_bots.race.simulation.learning --file values.json`.

It plays games of the heuristic with all sorts of options and some random answers. From them it learns how one seat's
lead over another changes in the course of a game. With `--beside`, the weights of a file stay as they are, and only
missing ones are learned: those of features that only tables with the given `--options` have.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from galaxytables_bots.leads import Moment, leads
from galaxytables_bots.race.simulation.player import StatePlayer, state_player
from galaxytables_bots.race.simulation.values import features_of, points_of, progress
from galaxytables_bots.seeds import tuning_seed
from galaxytables_bots.values import Row, Values, learn_values, load_values, save_values
from galaxytables_kit import Picks, Prompt
from galaxytables_kit.live import LiveGame
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer
from galaxytables_race.components.cards import Pack
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from galaxytables_race.state import RaceState

_CARELESS = (0.0, 0.0, 0.05, 0.15)
"""The share of random answers in a game."""
_EXPANSIONS = (
    "base",
    "gathering_storm",
    "rebel_vs_imperium",
    "brink_of_war",
    "alien_artifacts",
    "xeno_invasion",
)
_RARE = 100
"""A feature that occurs in fewer than one row in this many gets no weight beside other weights."""
_OPTION = 0.5
"""How often a table uses an option of its expansion."""
_WITH: Mapping[str, Sequence[str]] = {
    "gathering_storm": ["goals"],
    "rebel_vs_imperium": ["goals", "takeovers"],
    "brink_of_war": ["goals", "takeovers"],
    "xeno_invasion": ["invasion"],
}


def played(games: int, seed: int, seats: Sequence[int], options: Mapping[str, str] | None = None) -> Iterator[Row]:
    """Yield a row of training data for each pair of seats, at each choice of actions of some games.

    The games have the given options, or random ones.
    """
    packs = load_packs(RACE)
    player = state_player(Values({}, {}))
    for game in range(games):
        random = Random(f"{seed}/{game}")
        careless, sitting, expansion = random.choice(_CARELESS), random.choice(seats), random.choice(_EXPANSIONS)
        more = {name: "on" for name in _WITH.get(expansion, ()) if random.random() < _OPTION}
        drawn = {"expansion": expansion, **more} if options is None else options
        live = begin(RACE, packs, sitting, read_options(RaceOptions, drawn), seed + game, checkpoints=False)
        yield from _rows(live, game, player, random, careless)


def beside(rows: Iterable[Row], values: Values) -> Iterator[Row]:
    """Yield rows whose scores are only the part of the lead that these weights do not explain.

    Rare features are left out.
    """
    kept = list(rows)
    met = Counter(name for row in kept for name in row.seen)
    new = {name for name, times in met.items() if name not in values.early and times * _RARE > len(kept)}
    for row in kept:
        more = {name: amount for name, amount in row.seen.items() if name in new}
        yield Row(row.game, more, row.far, row.scored - values.worth(row.seen, row.far))


def _rows(
    live: LiveGame[RaceState, Pack, RaceOptions], game: int, player: StatePlayer, random: Random, careless: float
) -> Iterator[Row]:
    play, moments, met = live.play, list[Moment](), set[int]()

    def answer(prompt: Prompt) -> Picks:
        state = play.state
        if prompt.kind == "actions.choose" and state.round not in met:
            met.add(state.round)
            moments.append(
                Moment([features_of(play, seat) for seat in play.all_seats], points_of(play), progress(play))
            )
        return random_answer(prompt, random) if random.random() < careless else player.answer(play, prompt, random)

    live.play_on(answer, random.random)
    yield from leads(game, moments, [score.total for score in live.scores()])


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, play games and learn weights from them. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m galaxytables_bots.race.simulation.learning", description=__doc__)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=tuning_seed, default=1)
    parser.add_argument("--seats", type=lambda text: [*map(int, text.split(","))], default=[2, 3, 4])
    parser.add_argument("--options", type=lambda text: dict(each.split("=", 1) for each in text.split(",")))
    parser.add_argument("--beside", type=Path, help="weights that stay as they are")
    parser.add_argument("--file", type=Path, required=True)
    parser.add_argument("--commit", default="", help="what the code was, for the provenance of the weights")
    given = parser.parse_args(arguments)
    games = played(given.games, given.seed, given.seats, given.options)
    rows = [*(games if given.beside is None else beside(games, load_values(given.beside)))]
    save_values(learn_values(rows, games=given.games, seed=given.seed, commit=given.commit), given.file)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

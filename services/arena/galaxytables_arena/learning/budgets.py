"""Compares budgets of a search: `python -m galaxytables_arena.learning.budgets --budgets 3x4,6x3`.

Positions come from games of a net against itself. All proposed answers are played forward once, at the same sampled
tables. Each budget then searches with some of these tables, drawn at random. The tables that are left give the value of
the answer that it found. Budgets are thus compared with the same luck, in a hundredth of the games that matches would
need. The playouts and the values are those of the search, as in `galaxytables_arena.regret`.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean

from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.players import Insider, find_player
from galaxytables_arena.regret import Position, positions
from galaxytables_bots.halving import Budget, ranked_answers
from galaxytables_bots.race.search import TWO_SEATS_NET
from galaxytables_bots.race.simulation.playouts import Playouts, options_of
from galaxytables_bots.race.thinkers import Picks, by_net
from galaxytables_bots.seeds import tuning_seed
from galaxytables_bots.strategy import Catalogue
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs

_ROUNDS = 2
_AGAIN = 20
"""How many times each budget searches a position."""


class Tried(Struct):
    """A position with the answers that were tried and their values.

    `proposed` gives, for each number of answers that a search may ask for, the answers that it then gets. `values` is
    the value of each answer at each table.
    """

    kind: str
    proposed: Mapping[int, Sequence[tuple[float, Picks]]]
    values: Mapping[Picks, Sequence[float]]


class Known:
    """Stands in for playouts in a search.

    It returns the values that were recorded at some of the tables, and counts the calls.
    """

    def __init__(self, tried: Tried, tables: Sequence[int]) -> None:
        """`tables` are the numbers of the tables to use, in order."""
        self._tried, self._tables = tried, tables
        self.played = 0

    def sample(self, number: int) -> int:
        """Return the index of the table that stands for this sample."""
        return self._tables[number]

    def play(self, sample: int, answer: Picks) -> float:
        """Return the recorded value of an answer at a table."""
        self.played += 1
        return self._tried.values[answer][sample]


def try_out(position: Position, counts: Sequence[int], tables: int, catalogue: Catalogue, net: Path) -> Tried | None:
    """Play forward all answers that are proposed for any of these counts, at this many tables.

    Returns None if there is only one answer or no table can be sampled.
    """
    prompt, thinker = position.prompt, by_net(net)
    proposed = {count: thinker.proposed(prompt, position.view, catalogue, count) for count in counts}
    answers = {picks for each in proposed.values() for _, picks in each}
    if len(answers) <= 1:
        return None
    try:
        playouts = Playouts(thinker.player, options_of({}), prompt, position.view, _ROUNDS, every_round=True)
    except ValueError:
        return None
    samples = [playouts.sample(number) for number in range(tables)]
    return Tried(
        prompt.kind, proposed, {picks: [playouts.play(sample, picks) for sample in samples] for picks in answers}
    )


def found(tried: Tried, budget: Budget, random: Random) -> tuple[float, int]:
    """Search a position with a budget.

    Returns the gain of the answer that the search found, and the number of playouts. The gain is the answer's value
    minus the mean value of all answers, at the tables that the search did not use.
    """
    order = list(range(len(next(iter(tried.values.values())))))
    random.shuffle(order)
    answers = tried.proposed[budget.answers]
    seen = budget.tables * max(1, (len(answers) - 1).bit_length())
    forward = Known(tried, order[:seen])
    answer = ranked_answers(forward, answers, budget)[0].answer
    worth = {picks: fmean([values[table] for table in order[seen:]]) for picks, values in tried.values.items()}
    return worth[answer] - fmean(worth.values()), forward.played


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, search the positions, and print how good each budget is. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m galaxytables_arena.learning.budgets", description=__doc__)
    parser.add_argument("--budgets", type=_budgets, required=True, help="answers x tables, and x errors: 3x4,8x8x1.5")
    parser.add_argument("--net", type=Path, default=TWO_SEATS_NET)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", type=tuning_seed, default=1)
    given = parser.parse_args(arguments)
    counts = sorted({budget.answers for budget in given.budgets.values()})
    components = RulesCalls(game := load_game("race"), load_packs(game)).components(rules_pb2.ComponentsRequest())
    catalogue: Catalogue = {component.id: component for component in components.components}
    player = find_player("race", str(given.net))
    assert not isinstance(player, Insider)  # noqa: S101 - a net is not
    tried = [
        each
        for position in positions(player, given.positions, given.seed)
        if (each := try_out(position, counts, given.tables, catalogue, given.net))
    ]
    for name, budget in given.budgets.items():
        random, by_kind, played = Random(given.seed), dict[str, list[float]](), list[int]()
        for each in tried * _AGAIN:
            gain, count = found(each, budget, random)
            by_kind.setdefault(each.kind, []).append(gain)
            played.append(count)
        shares = ", ".join(
            f"{kind} {fmean(gains):.4f} ({len(gains) // _AGAIN})" for kind, gains in sorted(by_kind.items())
        )
        gained = fmean([gain for gains in by_kind.values() for gain in gains])
        print(f"{name}: {gained:.4f} for {fmean(played):.1f} playouts; {shares}", flush=True)  # noqa: T201 - a command
    return 0


def _budgets(text: str) -> dict[str, Budget]:
    budgets = {}
    for name in text.split(","):
        answers, tables, *errors = name.split("x")
        budgets[name] = Budget(int(answers), int(tables), errors=float(errors[0]) if errors else None)
    return budgets


if __name__ == "__main__":
    raise SystemExit(main())

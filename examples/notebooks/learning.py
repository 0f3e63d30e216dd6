# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # Learning to play Jump Drive
#
# A linear policy learns by REINFORCE against random play. It takes about a minute on one core, and needs only NumPy.
#
# It sees one thing: which options there are. Each component has a weight for each kind of prompt. So has each figure of
# an option, such as what it costs. The policy picks an option with a probability that grows with the sum.

# %%
import os
from random import Random

import numpy as np
from numpy.typing import NDArray

from galaxytables_kit.environment import Environment, make

GAMES = int(os.environ.get("GAMES", "1000"))
TRIALS = max(20, GAMES // 5)
RATE = 0.05

# %%
jump = make("jump", seats=2)
encoder, slots = jump.encoder, jump.encoder.encoding.slots
columns = encoder.option_names
kinds = [name.removeprefix("kind=") for name in encoder.prompt_names if name.startswith("kind=")]
facts = range(columns.index("word") + 1, len(columns))
components = len(encoder.components)
# For each kind of prompt: a weight for each component, for each fact, for an option at all, and for stopping.
width = components + len(facts) + 2
weights = np.zeros(len(kinds) * width)


# %%
def features(environment: Environment) -> tuple[list[int], NDArray[np.float64]]:
    """Return the actions that are allowed now, and a row of features for each."""
    observation = environment.observe()
    kind = next(iter(np.flatnonzero(observation["prompt"][: len(kinds)])))
    options = np.frombuffer(observation["options"], np.float32).reshape(slots, len(columns))
    actions = list(environment.options())
    rows = np.zeros((len(actions), len(weights)))
    for row, action in enumerate(actions):
        at = kind * width
        if action >= slots:
            rows[row, at + width - 1] = 1
            continue
        rows[row, at + int(options[action, columns.index("component")])] = 1
        rows[row, at + components : at + components + len(facts)] = options[action, facts] / 10
        rows[row, at + width - 2] = 1
    return actions, rows


def probabilities(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of each action: the softmax of the weighted sums of its features."""
    sums = rows @ weights
    grown = np.exp(sums - sums.max())
    return np.asarray(grown / grown.sum())


# %% [markdown]
# One game: the learner has one seat and remembers the gradient of each of its actions, the other seat plays at random.


# %%
def play(seed: int, learner: int, draws: np.random.Generator) -> tuple[float, NDArray[np.float64]]:
    """Play a game. Returns the learner's result, from -1 to 1, and the sum of its gradients."""
    jump.reset(seed)
    random, gradient = Random(seed), np.zeros(len(weights))
    while not jump.over:
        if jump.seat != learner:
            jump.step(random.choice(list(jump.options())))
            continue
        actions, rows = features(jump)
        chances = probabilities(rows)
        chosen = int(draws.choice(len(actions), p=chances))
        gradient += rows[chosen] - chances @ rows
        jump.step(actions[chosen])
    mine, other = (jump.scores()[seat].total for seat in (learner, 1 - learner))
    # Points say more than who won, so they are what is learned from.
    return float(np.clip((mine - other) / 50, -1, 1)), gradient


def wins(first_seed: int) -> float:
    """Return the share of games that the learner wins against random play; a tie counts as half."""
    draws, won = np.random.default_rng(first_seed), 0.0
    for game in range(TRIALS):
        play(first_seed + game, game % 2, draws)
        won += (1 + jump.returns()[game % 2]) / 2
    return won / TRIALS


# %%
before = wins(1_000_000)
print(f"before: {before:.0%} of {TRIALS} games won")

# %%
draws, baseline = np.random.default_rng(1), 0.0
for game in range(GAMES):
    result, gradient = play(game, game % 2, draws)
    weights += RATE * (result - baseline) * gradient
    baseline += 0.02 * (result - baseline)
    if (game + 1) % max(1, GAMES // 5) == 0:
        print(f"{game + 1} games: {baseline:+.2f}")

# %%
after = wins(1_000_000)
print(f"after: {after:.0%} of {TRIALS} games won")

# %% [markdown]
# What it has learned: the cards that it likes best to place, and those that it would rather not.

# %%
at = kinds.index("choose.card") * width
order = 1 + np.argsort(weights[at + 1 : at + components])  # number 0 is no component
for name, chosen_ones in (("liked", order[::-1][:5]), ("not liked", order[:5])):
    print(f"{name}: {', '.join(encoder.components[number] for number in chosen_ones)}")

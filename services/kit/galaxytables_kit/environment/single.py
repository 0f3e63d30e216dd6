"""Games as environments of Gymnasium, with the extra `gymnasium`: an agent at one seat plays against opponents.

from galaxytables_kit.environment.single import SeatEnv

race = SeatEnv("race", seats=2)
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from galaxytables_kit.environment.arrays import Arrays, Said, arrays_of, size_of
from galaxytables_kit.environment.table import Environment, make
from galaxytables_kit.game import AnyGame
from galaxytables_kit.installed import installed_names

Opponent: TypeAlias = Callable[[Environment, Random], None]
"""Plays for the seat whose turn it is: calls `step` or `answer`, with a generator for what it draws."""


def random_opponent(environment: Environment, random: Random) -> None:
    """Take one of the legal actions, all equally likely."""
    environment.step(random.choice(list(environment.options())))


class SeatEnv(gymnasium.Env[Arrays, int]):
    """A game in which the agent plays one seat, and `opponent` plays all others.

    An observation is a dict of `observation` and `action_mask` (`Arrays`). The reward comes at the end: the agent's
    entry of `returns()`. An illegal action ends the game with reward -1, and `info["illegal"]` is true. `reset` with
    the same seed gives the same game and the same opponents.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium wants it so

    def __init__(
        self,
        game: str | AnyGame,
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        *,
        seat: int = 0,
        opponent: Opponent = random_opponent,
        render_mode: str | None = None,
    ) -> None:
        self.table = make(game, seats, 0, options)
        self.render_mode = render_mode
        self._seat = seat
        self._opponent = opponent
        self._random = Random(0)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (size_of(self.table.encoder),), np.float32),
                "action_mask": spaces.Box(0, 1, (self.table.actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.table.actions)

    def reset(self, *, seed: int | None = None, options: Said | None = None) -> tuple[Arrays, Said]:
        """Begin a new game, and let the opponents play until it is the agent's turn."""
        super().reset(seed=seed, options=options)
        # Without a seed the generator goes on that the last seed began, as Gymnasium asks for.
        drawn = int(self.np_random.integers(2**32))
        self._random = Random(drawn)
        self.table.reset(drawn if seed is None else seed)
        self._wait()
        return self._observed(), {}

    def step(self, action: int) -> tuple[Arrays, float, bool, bool, Said]:
        """Take an action of the agent, and let the opponents play until the agent's next turn or the end."""
        if int(action) not in self.table.options():
            return self._observed(), -1.0, True, False, {"illegal": True}
        self.table.step(int(action))
        self._wait()
        return self._observed(), self.table.returns()[self._seat], self.table.over, False, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a mask of the legal actions. Libraries for masked learning call a method of this name."""
        return np.frombuffer(self.table.mask(), dtype=np.int8).astype(np.bool_)

    def render(self) -> str | None:
        """Return the agent's view as text."""
        return str(self.table.view(self._seat)) if self.render_mode == "ansi" else None

    def _wait(self) -> None:
        while not self.table.over and self.table.seat != self._seat:
            self._opponent(self.table, self._random)

    def _observed(self) -> Arrays:
        return arrays_of(self.table.observe(self._seat))


for _name in installed_names():
    gymnasium.register(f"galaxytables/{_name}", entry_point=SeatEnv, kwargs={"game": _name})

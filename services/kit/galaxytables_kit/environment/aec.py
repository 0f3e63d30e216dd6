"""Games as environments of PettingZoo (AEC), with the extra `pettingzoo`.

from galaxytables_kit.environment.aec import env

race = env("race", seats=2)
"""

from collections.abc import Mapping

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from galaxytables_kit.environment.arrays import Arrays, Said, arrays_of, size_of
from galaxytables_kit.environment.table import make
from galaxytables_kit.game import AnyGame


def env(game: str | AnyGame, seats: int = 2, options: Mapping[str, str] | None = None) -> AECEnv:
    """Return a game as a PettingZoo environment that explains misuse. An agent that takes an illegal action loses."""
    wrapped = wrappers.TerminateIllegalWrapper(TableEnv(game, seats, options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class TableEnv(AECEnv):
    """A game; its agents are `seat_0`, `seat_1` and so on. All rewards come at the end: the `returns()` of each seat.

    An observation is a dict of `observation` and `action_mask` (`Arrays`). `reset` without a seed begins a game with
    the next seed.
    """

    def __init__(self, game: str | AnyGame, seats: int = 2, options: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.table = make(game, seats, 0, options)
        self.metadata = {
            "name": self.table.encoding.replace("-", "_v"),
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        figures, actions = size_of(self.table.encoder), self.table.actions
        # One object for each agent, since each keeps a random state of its own.
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (figures,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Said | None = None) -> None:
        """Begin a new game with the given seed or, without one, with the next seed."""
        del options
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Said] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.seat or 0]

    def observe(self, agent: str) -> Arrays:
        """Return an agent's observation. Its mask is all 0 unless it is the agent's turn."""
        return arrays_of(self.table.observe(self.possible_agents.index(agent)))

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is. Raises `ValueError` if the action is not legal."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.table.step(int(action or 0))
        self._clear_rewards()
        seat = self.table.seat
        if seat is None:
            self.rewards = dict(zip(self.possible_agents, self.table.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[seat]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        """Return a spectator's view as text."""
        return str(self.table.view(None))

    def close(self) -> None:
        """Do nothing: a game holds nothing that must be closed."""

"""Games for OpenSpiel, with the extra `openspiel`: importing this module registers every installed game.

    import pyspiel
    import galaxytables_kit.environment.openspiel

    race = pyspiel.load_game("galaxytables_race", {"players": 2})

A game begins with a chance node, which draws one of `deals` numbers, all equally likely. The number decides the seed of
the game, from which all later randomness follows. So this is a game with explicit chance, and a state is known by its
history.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import pyspiel

from galaxytables_kit.environment.arrays import size_of, vector_of
from galaxytables_kit.environment.table import Environment, make
from galaxytables_kit.game import AnyGame
from galaxytables_kit.installed import installed_game, installed_names

MAX_GAME_LENGTH = 100_000
"""More actions than any game takes that is played to be won; random games take some hundreds."""

Params: TypeAlias = Mapping[str, Any] | None  # numbers and texts, as OpenSpiel has them

_DEFAULTS: Mapping[str, int] = {"players": 2, "deals": 1000, "first_deal": 0}


def _game_type(game: AnyGame) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"galaxytables_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(_DEFAULTS),
    )


class Deals:
    """All deals of a game.

    `first` is the game of the first deal, before any action; the other deals have the seeds that follow. Copies of
    states share this object, since it never changes.
    """

    def __init__(self, first: Environment, count: int) -> None:
        self.first = first
        self.count = count

    def begin(self, deal: int) -> Environment:
        """Return the game of a deal, before its first action."""
        dealt = self.first.clone()
        dealt.reset(self.first.seed + deal)
        return dealt

    def __deepcopy__(self, memo: object) -> "Deals":
        return self


class TableGame(pyspiel.Game):
    """An OpenSpiel game; `players` is the number of seats, and its deals have the seeds from `first_deal` on."""

    def __init__(self, game: AnyGame, params: Params = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        seats = int(given["players"])
        first = make(game, seats, int(given["first_deal"]))
        self.deals = Deals(first, int(given["deals"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=first.actions,
            max_chance_outcomes=self.deals.count,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(_game_type(game), info, given)

    def new_initial_state(self) -> "TableState":
        """Return the state before the deal."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: Params = None) -> "TableObserver":
        """Return an observer, which makes observations of states."""
        del iig_obs_type
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        return TableObserver(size_of(self.deals.first.encoder))


class TableState(pyspiel.State):
    """A state of an OpenSpiel game; `table` is the environment, or None before the deal."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.table: Environment | None = None
        self._deals = game.deals

    def current_player(self) -> int:
        """Return whose turn it is."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.seat is None else self.table.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all deals with their probabilities, which are equal."""
        return [(deal, 1.0 / self._deals.count) for deal in range(self._deals.count)]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.table is not None and self.table.over

    def returns(self) -> list[float]:
        """Return the result of each player; see `Environment.returns`."""
        return [0.0] * self._deals.first.seats if self.table is None else self.table.returns()

    def _legal_actions(self, player: int) -> list[int]:
        if self.table is None or player != self.table.seat:
            return []
        return sorted(self.table.options())

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = self._deals.begin(action)
        else:
            self.table.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.table is None or player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.table.options().get(action, f"action {action}"))

    def __str__(self) -> str:
        return "before the deal" if self.table is None else f"deal {self.table.seed}: {self.table.live.where}"


class TableObserver:
    """Makes observations of states: a vector of all values, and the view as text."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Fill this observer's vector with what a player observes in a state."""
        if state.table is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = vector_of(state.table.observe(player))

    def string_from(self, state: TableState, player: int) -> str:
        """Return a player's view of a state and the player's picks so far, as text."""
        if state.table is None:
            return str(state)
        picked = state.table.picked if state.table.seat == player else ()
        return f"{state.table.view(player)}picked: {picked}"


def _register(name: str) -> None:
    game = installed_game(name)

    class Registered(TableGame):
        """The game, as OpenSpiel makes it by its name."""

        def __init__(self, params: Params = None) -> None:
            super().__init__(game, params)

    pyspiel.register_game(_game_type(game), Registered)


for _name in installed_names():
    _register(_name)

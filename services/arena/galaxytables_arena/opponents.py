"""Bots as opponents in environments: `SeatEnv("race", opponent=Opponent("race", "heuristic"))`."""

from collections.abc import Mapping
from random import Random
from typing import final

from galaxytables.rules.v1 import rules_pb2
from galaxytables_arena.players import Insider, find_player, for_a_game, for_a_table
from galaxytables_bots.strategy import Catalogue
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.environment import Environment
from galaxytables_kit.errors import ChoiceError
from galaxytables_kit.pack import load_packs
from galaxytables_kit.wire import picks_of, prompt_message


@final
class Opponent:
    """A bot that answers for the seat whose turn it is in an environment.

    `name` is written as for `make arena`, for example `heuristic` or `best@0.1`. The bot sees what a client sees.
    Raises `UnknownPlayerError`.
    """

    def __init__(self, game: str, name: str, seats: int = 2, options: Mapping[str, str] | None = None) -> None:
        self._name = name
        self._player = for_a_table(find_player(game, name), seats, options or {})
        self._catalogue: Catalogue = {}

    def __call__(self, environment: Environment, random: Random) -> None:
        """Answer the prompt that is asked; the default, if the game refuses the bot's answer."""
        live, seat = environment.live, environment.seat
        if seat is None:
            return
        if not self._catalogue:
            calls = RulesCalls(environment.game, load_packs(environment.game))
            components = calls.components(rules_pb2.ComponentsRequest()).components
            self._catalogue = {component.id: component for component in components}
        prompt_id, prompt = live.prompt_of(seat)
        message, player = prompt_message(live, prompt_id, prompt), for_a_game(self._player, self._name, random)
        if isinstance(player, Insider):
            chosen = player.choose_inside(live, message, live.view(seat), self._catalogue)
        else:
            chosen = player.choose(message, live.view(seat) if player.needs_view else None, self._catalogue)
        try:
            environment.answer(picks_of(prompt, chosen))
        except ChoiceError:
            environment.answer(prompt.default_picks)

"""Bots as opponents of a net in training.

They are needed, since a net that plays only against itself learns to beat nobody else.
"""

from collections.abc import Mapping

from galaxytables.rules.v1 import rules_pb2
from galaxytables_arena.players import Insider, find_player, for_a_table
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.game import AnyGame
from galaxytables_kit.live import AnyLive
from galaxytables_kit.pack import AnyPacks
from galaxytables_kit.play import AnyPlay
from galaxytables_kit.prompt import Picks, Prompt
from galaxytables_kit.wire import picks_of, prompt_message


class Partners:
    """Provides a bot as the net's opponent, at tables of one kind."""

    def __init__(
        self,
        game: AnyGame,
        packs: AnyPacks,
        name: str,
        seats: int,
        options: Mapping[str, str],
    ) -> None:
        """Raises `UnknownPlayerError`, and `TypeError` for a plug-in that looks at the live game."""
        player = for_a_table(find_player(game.name, name), seats, options)
        if isinstance(player, Insider):
            raise TypeError(f"{name} looks at the live game")
        self._bot = player
        components = RulesCalls(game, packs).components(rules_pb2.ComponentsRequest()).components
        self._catalogue = {component.id: component for component in components}

    def sit_down(self, live: AnyLive) -> "Partner":
        """Return the bot as a player of one new game."""
        return Partner(self, live)

    def choose(self, live: AnyLive, prompt: Prompt) -> Picks:
        """Return the bot's picks for a prompt."""
        view = live.game.view(live.play, live.play.state, prompt.seat) if self._bot.needs_view else None
        return picks_of(prompt, self._bot.choose(prompt_message(live, "", prompt), view, self._catalogue))


class Partner:
    """The bot as a player of one game."""

    def __init__(self, partners: Partners, live: AnyLive) -> None:
        self._partners, self._live = partners, live

    def answer(self, play: AnyPlay, prompt: Prompt) -> Picks:
        """Return a legal answer to a prompt."""
        del play
        picks = self._partners.choose(self._live, prompt)
        return picks if prompt.rule is None or prompt.allows(picks) else prompt.default_picks

"""Finds every strategy and adviser: those of this package, those in folders of other games, and `random`."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import galaxytables_bots as bots
from galaxytables_bots.advice import Adviser, strongest
from galaxytables_bots.random_bot import RandomStrategy
from galaxytables_bots.strategy import Strategy

RANDOM = "random"
_STRATEGY, _ADVISER = "STRATEGY", "ADVISER"
_NONE: Mapping[str, str] = {}
_NO_ADVISERS: Mapping[str, Adviser] = {}


class Registry:
    """The strategies by game and bot name, and the advisers by game."""

    def __init__(
        self,
        by_game: Mapping[str, Mapping[str, Strategy]],
        everywhere: Mapping[str, Strategy],
        advisers: Mapping[str, Adviser] = _NO_ADVISERS,
    ) -> None:
        """`by_game` has the strategies of each game by bot name; `everywhere` are the bots that play every game."""
        self._by_game = by_game
        self._everywhere = everywhere
        self._advisers = advisers

    def bots(self, game: str) -> list[str]:
        """Return the names of all bots that play a game, sorted."""
        return sorted({*self._everywhere, *self._by_game.get(game, {})})

    def find(self, game: str, bot: str) -> Strategy | None:
        """Return the strategy of a bot for a game; None if there is no such bot."""
        return self._by_game.get(game, {}).get(bot) or self._everywhere.get(bot)

    def adviser(self, game: str) -> Adviser | None:
        """Return the adviser of a game.

        If the game declares none, the adviser gives the answers of the game's strongest bot. Returns None if the game
        has no bots of its own.
        """
        return self._advisers.get(game) or strongest(self._by_game.get(game, {}))


def discover(besides: Mapping[str, str] = _NONE) -> Registry:
    """Import every module of every game's package, and return the bots found.

    A module that defines `STRATEGY` is a bot, named like the module. One module of a game may define `ADVISER`.
    `besides` gives further packages of bots, by game, such as the bots in a game's own folder. Raises `ImportError`.
    """
    packages = [(game.name, f"{bots.__name__}.{game.name}") for game in iter_modules(bots.__path__) if game.ispkg]
    by_game: dict[str, dict[str, Strategy]] = {}
    advisers: dict[str, Adviser] = {}
    for game, package in (*packages, *besides.items()):
        by_game.setdefault(game, {}).update(_constants(package, _STRATEGY))
        advisers.update((game, adviser) for _, adviser in _constants(package, _ADVISER))
    return Registry(by_game, {RANDOM: RandomStrategy()}, advisers)


def _constants(package: str, name: str) -> Iterator[tuple[str, Any]]:  # of the type that belongs to the name
    for module in iter_modules(import_module(package).__path__):
        constant = getattr(import_module(f"{package}.{module.name}"), name, None)
        if constant is not None:
            yield module.name, constant

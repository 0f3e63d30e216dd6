"""Finds every strategy: of `services/bots/<game>/<bot>.py`, of packages elsewhere, and `random` for all games."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules

from services import bots
from services.bots.random_bot import RandomStrategy
from services.bots.strategy import Strategy

RANDOM = "random"
_CONSTANT = "STRATEGY"
_NONE: Mapping[str, str] = {}


class Registry:
    """Strategies by game and bot name."""

    def __init__(self, by_game: Mapping[str, Mapping[str, Strategy]], everywhere: Mapping[str, Strategy]) -> None:
        """Take the bots of each game, and those that play every game."""
        self._by_game = by_game
        self._everywhere = everywhere

    def bots(self, game: str) -> list[str]:
        """Names of all bots that play a game, sorted."""
        return sorted({*self._everywhere, *self._by_game.get(game, {})})

    def find(self, game: str, bot: str) -> Strategy | None:
        """Give the strategy of a bot, None if there is no such bot for the game."""
        return self._by_game.get(game, {}).get(bot) or self._everywhere.get(bot)


def discover(besides: Mapping[str, str] = _NONE) -> Registry:
    """Import every module of every game's package; those that define `STRATEGY` are bots, named like the module.

    `besides` are packages of bots elsewhere, by game, such as those in a game's own folder. Raises `ImportError`.
    """
    packages = [(game.name, f"{bots.__name__}.{game.name}") for game in iter_modules(bots.__path__) if game.ispkg]
    by_game: dict[str, dict[str, Strategy]] = {}
    for game, package in (*packages, *besides.items()):
        by_game.setdefault(game, {}).update(_strategies(package))
    return Registry(by_game, {RANDOM: RandomStrategy()})


def _strategies(package: str) -> Iterator[tuple[str, Strategy]]:
    for module in iter_modules(import_module(package).__path__):
        strategy = getattr(import_module(f"{package}.{module.name}"), _CONSTANT, None)
        if strategy is not None:
            yield module.name, strategy

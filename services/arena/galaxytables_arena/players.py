"""Finds players: bots by name, plug-ins by `path.py:Factory`. `best@0.1` thinks for 0.1 s about each answer."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Protocol, TypeAlias, runtime_checkable

from google.protobuf.message import Message

import galaxytables_bots as bots
from galaxytables.rules.v1 import game_pb2
from galaxytables_arena.games import bots_besides
from galaxytables_bots.nets import load_net
from galaxytables_bots.random_bot import RandomStrategy
from galaxytables_bots.registry import RANDOM, discover
from galaxytables_bots.strategy import PATIENCE, Catalogue, Patient, Strategy, Table, strategy_at
from galaxytables_kit.live import AnyLive


class UnknownPlayerError(Exception):
    """The game has no player with this name."""


@runtime_checkable
class Insider(Protocol):
    """A plug-in that also gets the live game, such as a referee or a connection to another program."""

    def choose_inside(
        self, game: AnyLive, prompt: game_pb2.Prompt, view: Message, catalogue: Catalogue
    ) -> Sequence[str]:
        """Return the ids of the picked options. The game must not be changed."""


Player: TypeAlias = Strategy | Insider

_NET = ".npz"
_MAX_PATIENCE = 60.0
_WITH_PATIENCE = re.compile(r"(.+)@([^@/:]*)")


class WithPatience:
    """A strategy whose thinking time comes from the player's name (`best@0.1`), not from the table."""

    needs_view = True

    def __init__(self, strategy: Strategy, patience: float) -> None:
        """`patience` is the thinking time of an answer in seconds."""
        self._strategy, self.patience = strategy, patience

    def at_table(self, table: Table) -> Strategy:
        """Return the strategy for this table."""
        return strategy_at(self._strategy, replace(table, patience=self.patience))

    def choose(self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue) -> Sequence[str]:
        """Return an answer where the table is not known."""
        return self._strategy.choose(prompt, view, catalogue)


def find_player(game: str, name: str) -> Player:
    """Return the player with a name: a bot of the game, the result of `Factory()` in a file, or the net in a file.

    With `@seconds` after its name, the player thinks for that long. Raises `UnknownPlayerError` if there is no such
    player, or if it cannot use thinking time.
    """
    bare, patience = _parted(name)
    player = _find(game, bare)
    if isinstance(player, Insider) or not (isinstance(player, Patient) and player.patient):
        if patience is not None:
            raise UnknownPlayerError(f"{bare} takes no patience: it does not think longer if it may")
        return player
    return WithPatience(player, PATIENCE if patience is None else patience)


def full_name(game: str, name: str) -> str:
    """Return a player's name, with its thinking time if it uses any. Raises `UnknownPlayerError`."""
    player = find_player(game, name)
    return f"{_parted(name)[0]}@{player.patience:g}" if isinstance(player, WithPatience) else name


def patience_in(name: str) -> float | None:
    """Return the seconds that a full name contains; None if it contains none.

    Raises `UnknownPlayerError` if they are not a number.
    """
    return _parted(name)[1]


def _parted(name: str) -> tuple[str, float | None]:
    found = _WITH_PATIENCE.fullmatch(name)
    if found is None:
        return name, None
    bare, text = found.groups()
    try:
        patience = float(text)
    except ValueError:
        patience = -1.0
    if not 0 <= patience <= _MAX_PATIENCE:
        raise UnknownPlayerError(f"{name}: after the @ come seconds from 0 to {_MAX_PATIENCE:g}")
    return bare, patience


def _find(game: str, name: str) -> Player:
    path, found, factory = name.rpartition(":")
    if found and path.endswith(".py"):
        return _plug_in(Path(path), factory)
    if name.endswith(_NET):
        return _by_net(game, Path(name))
    registry = discover(bots_besides(game))
    player = registry.find(game, name)
    if player is None:
        raise UnknownPlayerError(f"no player {name!r} for {game}; there are {', '.join(registry.bots(game))}")
    return player


def for_a_table(player: Player, seats: int, options: Mapping[str, str]) -> Player:
    """Return the strategy that a player uses at tables with this many seats and these options."""
    return player if isinstance(player, Insider) else strategy_at(player, Table(seats, options))


def for_a_game(player: Player, name: str, random: Random) -> Player:
    """Return the player for one game. The random bot draws from `random`, so that the game's seed decides its picks."""
    return RandomStrategy(random) if name == RANDOM else player


def _by_net(game: str, path: Path) -> Player:
    if not path.is_file():
        raise UnknownPlayerError(f"no file {path}")
    player: Player = import_module(f"{bots.__name__}.{game}.policy").Policy(load_net(path))
    return player


def _plug_in(path: Path, factory: str) -> Player:
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UnknownPlayerError(f"no file {path}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    made = getattr(module, factory, None)
    if made is None:
        raise UnknownPlayerError(f"{path} has no {factory}")
    player: Player = made()
    return player

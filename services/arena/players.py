"""Who plays: bots by their names, plug-ins from anywhere by `path.py:Factory`."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Protocol, TypeAlias, runtime_checkable

from google.protobuf.message import Message

from galaxy.rules.v1 import game_pb2
from services import bots
from services.arena.games import bots_besides
from services.bots.nets import load_net
from services.bots.random_bot import RandomStrategy
from services.bots.registry import RANDOM, discover
from services.bots.strategy import Catalogue, Strategy, Table, strategy_at
from services.kit.live import AnyLive


class UnknownPlayerError(Exception):
    """No such player for this game."""


@runtime_checkable
class Insider(Protocol):
    """A plug-in that sees the live game besides: a referee, the table of another program."""

    def choose_inside(
        self, game: AnyLive, prompt: game_pb2.Prompt, view: Message, catalogue: Catalogue
    ) -> Sequence[str]:
        """Give the ids of the options picked. The game is to be looked at, never changed."""


Player: TypeAlias = Strategy | Insider

_NET = ".npz"


def find_player(game: str, name: str) -> Player:
    """A bot of the game, what `Factory()` of a file makes, or a net by its file. Raises `UnknownPlayerError`."""
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
    """Who plays tables of a kind for a player."""
    return player if isinstance(player, Insider) else strategy_at(player, Table(seats, options))


def for_a_game(player: Player, name: str, random: Random) -> Player:
    """The player for one game: whoever plays by chance does so from the seed of the game."""
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

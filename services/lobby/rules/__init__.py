"""The lobby's side of rules services: finding them, talking to them, surviving them."""

from services.lobby.rules.directory import Directory
from services.lobby.rules.game import Game, Moved, Position, Started, Viewers

__all__ = ["Directory", "Game", "Moved", "Position", "Started", "Viewers"]

"""The lobby's side of rules services: finding them, talking to them, surviving them."""

from services.lobby.rules.directory import Directory
from services.lobby.rules.game import (
    Asked,
    Game,
    Moved,
    Position,
    Started,
    Viewers,
    Views,
    prompts_by_seat,
    viewers_of,
    views_of,
)

__all__ = [
    "Asked",
    "Directory",
    "Game",
    "Moved",
    "Position",
    "Started",
    "Viewers",
    "Views",
    "prompts_by_seat",
    "viewers_of",
    "views_of",
]

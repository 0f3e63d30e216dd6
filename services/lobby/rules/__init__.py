"""The lobby's side of rules services: finding them, talking to them, surviving them."""

from services.lobby.rules.client import (
    Asked,
    HeldPosition,
    Moved,
    RulesClient,
    Started,
    Viewer,
    Viewers,
    Views,
    prompts_by_seat,
    viewers_of,
    views_of,
)
from services.lobby.rules.directory import Directory

__all__ = [
    "Asked",
    "Directory",
    "HeldPosition",
    "Moved",
    "RulesClient",
    "Started",
    "Viewer",
    "Viewers",
    "Views",
    "prompts_by_seat",
    "viewers_of",
    "views_of",
]

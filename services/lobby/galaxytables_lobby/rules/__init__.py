"""The lobby's side of rules services: finding them, talking to them, surviving them."""

from galaxytables_lobby.rules.client import (
    Asked,
    HeldPosition,
    Moved,
    RulesClient,
    Started,
    Viewer,
    Viewers,
    Views,
    ended_without_rules,
    prompts_by_seat,
    viewers_of,
    views_of,
)
from galaxytables_lobby.rules.directory import Directory
from galaxytables_lobby.rules.pin import Pin, edition, is_edition

__all__ = [
    "Asked",
    "Directory",
    "HeldPosition",
    "Moved",
    "Pin",
    "RulesClient",
    "Started",
    "Viewer",
    "Viewers",
    "Views",
    "edition",
    "ended_without_rules",
    "is_edition",
    "prompts_by_seat",
    "viewers_of",
    "views_of",
]

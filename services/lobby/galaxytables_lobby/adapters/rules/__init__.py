"""The lobby's side of rules services: finding them, talking to them, surviving them."""

from galaxytables_lobby.adapters.rules.client import RulesClient, viewers_of, views_of
from galaxytables_lobby.adapters.rules.directory import Directory

__all__ = [
    "Directory",
    "RulesClient",
    "viewers_of",
    "views_of",
]

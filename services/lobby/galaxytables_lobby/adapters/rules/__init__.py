"""The lobby's side of rules services: finding them, talking to them, surviving them."""

from galaxytables_lobby.adapters.rules.client import RulesClient
from galaxytables_lobby.adapters.rules.directory import Directory

__all__ = [
    "Directory",
    "RulesClient",
]

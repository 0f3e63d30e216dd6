"""Calls the rules services of all games: finds their pods, sends them calls, and turns to another pod if one fails."""

from galaxytables_lobby.adapters.rules.client import RulesClient
from galaxytables_lobby.adapters.rules.directory import Directory

__all__ = [
    "Directory",
    "RulesClient",
]

"""Clients of rules services: discovery, calls, failover."""

from galaxytables_lobby.adapters.rules.client import RulesClient
from galaxytables_lobby.adapters.rules.directory import Directory

__all__ = [
    "Directory",
    "RulesClient",
]

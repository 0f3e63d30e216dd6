"""What operators keep players, addresses and games from, as every lobby knows it."""

from galaxytables_lobby.sanctions.sanction import About, Kind, Sanction, Subject
from galaxytables_lobby.sanctions.sanctions import Sanctions

__all__ = ["About", "Kind", "Sanction", "Sanctions", "Subject"]

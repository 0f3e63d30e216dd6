"""What operators keep players, addresses and games from, as every lobby knows it."""

from services.lobby.sanctions.sanction import About, Kind, Sanction, Subject
from services.lobby.sanctions.sanctions import Sanctions

__all__ = ["About", "Kind", "Sanction", "Sanctions", "Subject"]

"""The tables of one process: read from memory, the store or the archive, and changed only through `loop.py`."""

from galaxytables_lobby.tables.loop import Attempt, Listener, Step, Tables

__all__ = ["Attempt", "Listener", "Step", "Tables"]

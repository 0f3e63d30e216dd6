"""Access to tables for one process: `reading.py` reads them, and only `loop.py` changes them."""

from galaxytables_lobby.tables.loop import Attempt, Listener, Step, Tables

__all__ = ["Attempt", "Listener", "Step", "Tables"]

"""The clock: plays defaults for prompts whose time is up, and archives and deletes finished tables.

    celery -A galaxytables_lobby.clock --quiet worker
    celery -A galaxytables_lobby.clock --quiet beat

Beat sends a tick every second. At a tick, a worker does all that is due (`worker.py`). First of all it sweeps: it takes
overdue tables under a lease and acts on each through the same commit as a player's choice. Deadlines are in the store
and change only with their tables. So a lost or doubled tick does no harm, and any number of workers share the work.
Finished tables are archived, and later deleted, in the same way. So are players notified, and tickets paired.
"""

from galaxytables_lobby.clock.schedule import app

__all__ = ["app"]

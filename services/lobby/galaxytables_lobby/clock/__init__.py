"""The clock: plays defaults for prompts whose time is up, and archives and deletes finished tables.

    celery -A galaxytables_lobby.clock --quiet worker
    celery -A galaxytables_lobby.clock --quiet beat

Beat triggers a sweep every second. In a sweep, a worker takes overdue tables under a lease and acts on each through the
same commit as a player's choice. Deadlines are in the store and change only with their tables. So a lost or doubled
sweep does no harm, and any number of workers share the work. Finished tables are archived, and later deleted, in the
same way.
"""

from galaxytables_lobby.clock.schedule import app

__all__ = ["app"]

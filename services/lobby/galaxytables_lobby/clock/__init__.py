"""The clock: plays what players did not, once their time is up, and puts away what is over.

    celery -A galaxytables_lobby.clock --quiet worker
    celery -A galaxytables_lobby.clock --quiet beat

Beat ticks a sweep every second. A sweep claims due tables under a lease and acts on each through the same commit as
any choice; the deadline itself lies in the store and changes only with the table, so a lost or doubled sweep loses
or doubles nothing, and any number of workers share the work. Finished tables are archived, and forgotten in time, in
the same way.
"""

from galaxytables_lobby.clock.schedule import app

__all__ = ["app"]

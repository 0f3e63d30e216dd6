"""The lobby: players, tables, seats, play, watching, and the clock.

It knows the rules of no game; rules services do. All that must survive a restart is in the store. A lobby process
keeps copies of tables in memory; each commit checks that the copy was current. So any number of processes can serve the
same tables.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

"""The lobby: players, tables, seats, play, watching, and the clock.

It knows the rules of no game; rules services do. Everything that must survive a restart is in the store. This process's
memory has a copy, which the store verifies at each change, so any number of lobby processes can serve the same tables.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

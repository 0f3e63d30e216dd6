"""The lobby: players, tables, seats, play, watching, and the clock.

It knows no game's rules: those are asked of rules services. All that must survive is in the store; what is in this
process's memory is a copy that the store verifies at each change, so any number of lobby processes can serve the
same tables.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

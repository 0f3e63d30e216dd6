"""Roll for the Galaxy, the base game for two to five."""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

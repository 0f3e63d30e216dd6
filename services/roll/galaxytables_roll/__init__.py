"""The rules of Roll for the Galaxy: the base game for two to five players."""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

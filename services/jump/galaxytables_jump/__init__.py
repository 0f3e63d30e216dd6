"""Jump Drive as a rules service; rules.py has the contents of the game."""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

"""Jump Drive as a rules service; the game is told in rules.py."""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

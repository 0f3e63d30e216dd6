"""The rules of Jump Drive. rules.py has the table of contents."""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

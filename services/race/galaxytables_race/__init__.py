"""The rules of Race for the Galaxy."""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

"""The gateway: the page and the lobby's calls for browsers, on one port.

Every unary and server-streaming call of the lobby over Connect and gRPC-Web, its bytes passed through as they are, and
the page itself. It keeps nothing: any number of gateways may stand side by side before any number of lobbies.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

"""The gateway: the page and the lobby's calls for browsers, on one port.

It serves the page, and all unary and server-streaming calls of the lobby over Connect and gRPC-Web. Messages are passed
on as bytes. The gateway has no state, so any number of gateways may serve any number of lobbies.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

"""A gRPC server over HTTP/2 of our own, in the place of gRPC's (`GALAXY_GRPC_SERVER=own`).

Handlers are those of generated servicers, as gRPC has them. `server.py` listens and drains; a `Connection` begins calls
and looks after itself, on a `Wire`, which reads and sends frames, keeps the windows and refuses what RFC 9113 forbids;
a `Stream` is one call's part of that; a `Call` runs the handler and is its context. Headers go through the library
hpack (`headers.py`), messages through `messages.py`. docs/architecture.md says why it is there, docs/operations.md when
to take it.
"""

from services.serving.http2.server import Http2Server

__all__ = ["Http2Server"]

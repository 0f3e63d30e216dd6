"""gRPC over HTTP/2 of our own, in the place of gRPC's server and of long streams to one (`GALAXY_HTTP2=own`).

Handlers are those of generated servicers, as gRPC has them. `server.py` listens and drains; a `Connection` begins calls
and looks after itself, on a `Wire`, which reads and sends frames, keeps the windows and refuses what RFC 9113 forbids;
a `Stream` is one call's part of that; a `Call` runs the handler and is its context. Headers go through the library
hpack (`headers.py`), messages through `messages.py`. A `StreamingCall` (`calling.py`) is the client's side of one
stream. docs/architecture.md says why it is there, docs/operations.md when to take it.
"""

from services.serving.http2.calling import CallEndedError, StreamingCall
from services.serving.http2.server import Http2Server

__all__ = ["CallEndedError", "Http2Server", "StreamingCall"]

"""How gRPC's core works in our processes; to be said before `grpc` is imported, which reads it once.

gRPC's asyncio server has a thread that waits for what the core has done and wakes the event loop. Sockets may be
polled by that thread, or by the core's own pool (its event engine), which hands on to that thread: then three threads
are woken for each message in the place of two. Ours is the first way. Whoever sets GRPC_EXPERIMENTS decides instead.
"""

import os

VARIABLE = "GRPC_EXPERIMENTS"
POLLED_WHERE_AWAITED = "-event_engine_listener,-event_engine_client"


def set_up_grpc() -> None:
    """Have sockets polled by the thread that waits for them."""
    os.environ.setdefault(VARIABLE, POLLED_WHERE_AWAITED)

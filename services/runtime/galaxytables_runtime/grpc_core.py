"""Configures gRPC's core by the environment variable GRPC_EXPERIMENTS.

Import this module before `grpc`, which reads the variable once. gRPC's asyncio server has a thread that waits for
events of the core and wakes the event loop. Sockets can be polled by that thread, or by the core's own pool (its event
engine), which hands events to that thread. The pool wakes three threads per message instead of two, so it is off here.
GRPC_EXPERIMENTS, if set, overrides this.
"""

import os

VARIABLE = "GRPC_EXPERIMENTS"
POLLED_WHERE_AWAITED = "-event_engine_listener,-event_engine_client"


def set_up_grpc() -> None:
    """Set GRPC_EXPERIMENTS so that the thread that waits for events also polls the sockets.

    Does nothing if the variable is set already.
    """
    os.environ.setdefault(VARIABLE, POLLED_WHERE_AWAITED)

"""Gives gRPC's polling thread a scheduling policy with which it does not interrupt other threads.

The thread wakes up for everything that arrives. On Linux a thread that wakes up may preempt the running thread, so on a
busy machine processes interrupt each other for single messages. With the policy `SCHED_BATCH`, gRPC's thread waits for
its turn and then handles everything that has arrived. On an idle core it still runs at once.
"""

import os
import sys

from grpc.aio import init_grpc_aio

if sys.platform == "linux":

    def start_polling() -> None:
        """Start gRPC's polling thread, unless it runs already. The calling thread keeps its own policy.

        If the process has another policy already, or may not set one, all threads keep theirs.
        """
        try:
            changed = os.sched_getscheduler(0) == os.SCHED_OTHER
            if changed:
                # A new thread inherits the policy of the thread that starts it.
                os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
        except OSError:
            changed = False
        try:
            init_grpc_aio()
        finally:
            if changed:
                os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))

else:

    def start_polling() -> None:
        """Start gRPC's polling thread, unless it runs already."""
        init_grpc_aio()

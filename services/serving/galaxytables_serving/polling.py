"""Starts gRPC's polling thread with a policy that does not interrupt other threads.

It is woken for everything that comes. Linux lets a thread that is woken take the core from the one that runs there, so
on a busy machine several processes interrupt each other for one message at a time. By the policy `SCHED_BATCH` this
thread waits for its turn, and takes what has come by then together. On a core that is free it runs at once, as before.
"""

import os
import sys

from grpc.aio import init_grpc_aio

if sys.platform == "linux":

    def start_polling() -> None:
        """Start the thread unless it runs. The calling thread keeps its own policy.

        Where somebody has set another policy for the process, or forbids to set one, all threads keep what they have.
        """
        try:
            changed = os.sched_getscheduler(0) == os.SCHED_OTHER
            if changed:
                # A new thread begins with the policy of the one that starts it.
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
        """Start the thread unless it runs."""
        init_grpc_aio()

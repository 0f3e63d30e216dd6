"""Runs a command that ends with its parent: `tether.py <parent pid> <command> ...`.

The command replaces this process (exec). When the parent ends, for whatever reason, the kernel kills the command. It
is killed instead of asked to stop, since a process that waits for a Redis that is gone might never react. Every process
here is built to be killed at any moment.

This is a separate program, because the child process itself must ask the kernel for this, and code between fork and
exec is unsafe in a parent with threads. On systems other than Linux the kernel cannot do this, and the command simply
runs.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main(arguments: list[str]) -> None:
    """Tie this process to its parent and replace it by the command. Returns only if the parent has ended already."""
    parent, *command = arguments
    if sys.platform == "linux":
        library = ctypes.CDLL(None, use_errno=True)
        if library.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
        if os.getppid() != int(parent):  # it ended before the setting was made
            return
    os.execvp(command[0], command)  # noqa: S606  # the command comes from the supervisor


if __name__ == "__main__":
    main(sys.argv[1:])

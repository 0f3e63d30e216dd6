"""Runs a command in this process's place, tied to the life of its parent: `tether.py <parent pid> <command> ...`.

The kernel then kills the command when the parent is gone, however that came about. Kills, not asks: whoever waits
for a Redis that is gone as well might never hear. Every process here is built to be killed at any moment.

It is a program of its own because the promise must be given by the child, and code between fork and exec is not safe
in a parent with threads. Where there is no such promise (not Linux), the command simply runs.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main(arguments: list[str]) -> None:
    """Tie this process to its parent and become the command; returns only where the parent is gone already."""
    parent, *command = arguments
    if sys.platform == "linux":
        library = ctypes.CDLL(None, use_errno=True)
        if library.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
        if os.getppid() != int(parent):  # it ended before the promise was given
            return
    os.execvp(command[0], command)  # noqa: S606  # the command comes from the supervisor


if __name__ == "__main__":
    main(sys.argv[1:])

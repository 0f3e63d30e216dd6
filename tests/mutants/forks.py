"""Children of this process that run pytest: forked when all third parties are imported, and none of our modules.

A child is alone in its session, so that whatever its tests start ends with it.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

# Imported once, for all children.
import google.protobuf.message
import grpc
import hypothesis
import jwt
import msgspec
import openskill
import prometheus_client
import pytest
import pytest_asyncio
import redis.asyncio
import sqlalchemy
import structlog

READY = (google.protobuf, grpc, hypothesis, jwt, msgspec, openskill, prometheus_client, pytest, pytest_asyncio, redis)
READY_TOO = (sqlalchemy, structlog)
# Nothing of what a run leaves behind, no limits but ours, the same random numbers each time.
OPTIONS = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-o", "timeout=0", "--hypothesis-seed=0", "--tb=line")
BROKEN = 70  # exit status of a child that failed by itself, not by its tests


def fork(child: Callable[[], int], log: Path) -> int:
    """Run something in a child that writes to a log; its process number."""
    if pid := os.fork():
        return pid
    status = BROKEN
    try:
        os.setsid()
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        _without_shrinking()
        status = int(child())
        sys.stdout.flush()
    finally:
        os._exit(status)


def end(pid: int) -> None:
    """End whatever a child has started and left."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _without_shrinking() -> None:
    """A counterexample is enough: nobody looks for the smallest one."""
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", phases=phases, database=None, deadline=None, print_blob=False)
    hypothesis.settings.load_profile("mutants")

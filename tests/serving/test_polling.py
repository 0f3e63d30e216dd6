"""By which policy the threads of a process run, as the system tells it."""

import json
import os
import subprocess
import sys

import pytest

from tests.serving.test_process import PROGRAM, ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such policies")

# The policies of gRPC's thread that polls, and of the one that runs the loop.
TELL = """
    import json, os, threading
    polling = [thread.native_id for thread in threading.enumerate() if "_poll_wrapper" in thread.name]
    print(json.dumps([*[os.sched_getscheduler(thread) for thread in polling], os.sched_getscheduler(0)]))
"""
FORBIDDEN = """
import os

def refuse(*_):
    raise PermissionError

os.sched_setscheduler = refuse
"""


def policies(before: str = "") -> tuple[list[int], str]:
    """What a process tells that does something first, and what it said besides."""
    ran = subprocess.run(
        [sys.executable, "-c", before + PROGRAM.format(body=TELL.strip())],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(ran.stdout), ran.stderr


def test_the_thread_that_polls_interrupts_no_other_and_the_loop_keeps_its_policy() -> None:
    found, said = policies()
    assert found == [os.SCHED_BATCH, os.SCHED_OTHER]
    assert not said


def test_where_policies_may_not_be_set_a_process_starts_all_the_same() -> None:
    found, said = policies(FORBIDDEN)
    assert found == [os.SCHED_OTHER, os.SCHED_OTHER]
    assert not said


def test_a_policy_that_somebody_set_for_the_process_stays() -> None:
    found, _ = policies("import os\nos.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))\n")
    assert found == [os.SCHED_IDLE, os.SCHED_IDLE]

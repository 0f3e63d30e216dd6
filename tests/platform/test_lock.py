import subprocess
import sys
from pathlib import Path

import pytest

from galaxytables_platform.lock import DataLock
from galaxytables_serving import StartError
from tests.platform.processes import Screen

HOLD = "import sys; print('up', flush=True); sys.stdin.read()"


def child_of(lock: DataLock) -> "subprocess.Popen[str]":
    """A process that inherits the lock, as the supervisor's children do, until its stdin is closed."""
    child = subprocess.Popen(
        [sys.executable, "-c", HOLD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=(lock.inheritable,),
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "up\n"
    return child


async def test_two_platforms_never_share_a_folder(tmp_path: Path) -> None:
    async with DataLock(tmp_path, Screen()):
        with pytest.raises(StartError, match=rf"^Another platform \(process \d+\) runs on {tmp_path}"):
            await DataLock(tmp_path, Screen()).__aenter__()
    async with DataLock(tmp_path, Screen()):
        pass


@pytest.mark.e2e
async def test_the_next_platform_waits_for_what_a_killed_one_left_behind(tmp_path: Path) -> None:
    screen = Screen()
    async with DataLock(tmp_path, screen) as killed:
        left = child_of(killed)
    try:
        with pytest.raises(StartError, match=f"still run on {tmp_path}: process {left.pid}; end them first"):
            await DataLock(tmp_path, screen, patience=0.3).__aenter__()
        assert screen.lines == ["waiting for processes of a platform that was killed to end"]
    finally:
        left.communicate(timeout=60)
    async with DataLock(tmp_path, screen, patience=30):
        pass

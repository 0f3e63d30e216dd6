"""Children as real processes: started, restarted, stopped, and never left behind."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from galaxytables_platform import child as child_module
from galaxytables_platform.child import TETHER, Child, ChildFailedError, Plan
from galaxytables_platform.logfile import ChildLog
from galaxytables_platform.supervisor import Supervisor
from tests.platform.processes import STUBBORN, WELL_BEHAVED, Screen, pid_in, plan, runs, until, written

# Starts a tethered program, given the tether and the program with its arguments, and waits.
PARENT = """
import os, subprocess, sys, time
tether, *program = sys.argv[1:]
subprocess.Popen([sys.executable, "-I", tether, str(os.getpid()), sys.executable, "-c", *program])
time.sleep(600)
"""


@pytest.fixture
def screen() -> Screen:
    return Screen()


class Children:
    """Makes children that are stopped when the test ends."""

    def __init__(self, folder: Path, screen: Screen) -> None:
        self.folder, self.screen = folder, screen
        self.made: list[Child] = []

    def make(self, what: Plan, *, lock: int | None = None) -> Child:
        self.made.append(Child(what, ChildLog(self.folder, what.name, self.screen), self.screen, lock=lock))
        return self.made[-1]


@pytest.fixture
async def children(tmp_path: Path, screen: Screen) -> AsyncIterator[Children]:
    made = Children(tmp_path, screen)
    yield made
    for child in made.made:
        child.kill()
        await child.stop()


@pytest.mark.e2e
async def test_it_is_started_with_its_environment_and_stopped_when_asked(
    children: Children,
    tmp_path: Path,
) -> None:
    pid_file = tmp_path / "pid"
    child = children.make(
        plan("one", WELL_BEHAVED, pid_file, probe=written(pid_file), environment={"GREETING": "hello"}),
    )
    await child.start()
    pid = pid_in(pid_file)
    assert pid is not None
    assert pid == child.pid
    await child.stop()
    assert not runs(pid)
    assert children.screen.lines == []


@pytest.mark.e2e
async def test_killed_it_is_started_again_and_both_is_told_in_a_line_each(
    children: Children,
    tmp_path: Path,
) -> None:
    pid_file = tmp_path / "pid"
    child = children.make(plan("one", WELL_BEHAVED, pid_file, probe=written(pid_file)))
    await child.start()
    first = pid_in(pid_file)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    await until(lambda: pid_in(pid_file) not in {None, first})
    await until(lambda: len(children.screen.lines) == 2)
    assert re.fullmatch(r"one ended \(SIGKILL\); starting it again in 0\.\d+ s", children.screen.lines[0])
    assert children.screen.lines[1].startswith("one is back after ")
    assert child.restarts == 1


@pytest.mark.e2e
async def test_a_child_that_keeps_ending_is_started_again_with_growing_pauses(
    children: Children,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child_module, "FIRST_BACKOFF", 0.01)
    monkeypatch.setattr(child_module, "MAX_BACKOFF", 0.04)
    monkeypatch.setattr("galaxytables_client.backoff.uniform", lambda _least, most: most)
    program = "import sys, time; time.sleep(0.2); sys.exit(3)"
    child = children.make(plan("one", program))
    await child.start()
    await until(lambda: child.restarts >= 4)
    await child.stop()
    ends = [line for line in children.screen.lines if "ended" in line]
    assert [line.rpartition(" in ")[2] for line in ends[:4]] == ["0.01 s", "0.02 s", "0.04 s", "0.04 s"]
    assert "code 3" in ends[0]


@pytest.mark.e2e
async def test_a_child_that_ends_while_it_starts_is_told_with_its_last_words(children: Children) -> None:
    async def never() -> bool:
        return False

    program = "import sys; sys.exit('Port 5100 is in use')"
    child = children.make(plan("one", program, probe=never))
    with pytest.raises(ChildFailedError, match=r"^one ended while it started \(code 1\); its log: ") as caught:
        await child.start()
    assert caught.value.last_line == "Port 5100 is in use"
    assert child.pid is None


@pytest.mark.e2e
async def test_a_child_that_does_not_become_healthy_is_stopped_and_told(
    children: Children,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child_module, "READY_SECONDS", 0.5)

    async def never() -> bool:
        return False

    child = children.make(plan("one", WELL_BEHAVED, tmp_path / "pid", probe=never))
    with pytest.raises(ChildFailedError, match=r"^one is not healthy after its start"):
        await child.start()
    assert child.pid is None


@pytest.mark.e2e
async def test_a_child_that_does_not_stop_is_killed_with_all_that_it_started(
    children: Children,
    tmp_path: Path,
) -> None:
    parent, grandchild = tmp_path / "pid", tmp_path / "grandchild"
    program = f"""
import subprocess, sys
subprocess.Popen([sys.executable, "-c", {STUBBORN!r}, sys.argv[2]])
{STUBBORN}
"""
    both = plan("one", program, parent, grandchild, probe=written(grandchild), stop_seconds=0.3)
    child = children.make(both)
    await child.start()
    await until(lambda: pid_in(parent))
    pids = [pid_in(parent), pid_in(grandchild)]
    await child.stop()
    assert all(pid is not None for pid in pids)
    await until(lambda: not any(runs(pid) for pid in pids if pid is not None))
    assert children.screen.lines == ["one did not stop within 0.3 s; killed"]


@pytest.mark.e2e
async def test_stages_start_in_order_and_stop_in_reverse(tmp_path: Path, screen: Screen) -> None:
    trace = tmp_path / "trace"
    program = """
import signal, sys, time
def note(word):
    with open(sys.argv[1], "a") as file:
        file.write(word + " " + sys.argv[2] + "\\n")
def end(*_):
    note("stop")
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
note("start")
while True:
    time.sleep(60)
"""

    def noted(name: str) -> Plan:
        async def started() -> bool:
            return trace.exists() and f"start {name}" in trace.read_text()

        return plan(name, program, trace, name, probe=started)

    supervisor = Supervisor([[noted("a")], [noted("b")], [noted("c")]], tmp_path / "logs", screen)
    await supervisor.start()
    await supervisor.stop()
    words = trace.read_text().splitlines()
    assert words == ["start a", "start b", "start c", "stop c", "stop b", "stop a"]


@pytest.mark.e2e
async def test_what_a_killed_supervisor_leaves_behind_ends_by_itself(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    # A process that is the parent of a tethered one, and is then killed.
    parent = subprocess.Popen(  # noqa: ASYNC220
        [
            sys.executable,
            "-c",
            PARENT,
            str(TETHER),
            STUBBORN,
            str(pid_file),
        ],
    )
    try:
        await until(lambda: pid_in(pid_file))
        pid = pid_in(pid_file)
        assert pid is not None
        parent.kill()
        await until(lambda: not runs(pid))
    finally:
        parent.kill()
        parent.wait()


def test_a_tether_to_a_parent_that_is_gone_runs_nothing(tmp_path: Path) -> None:
    done = tmp_path / "done"
    command = [sys.executable, "-I", str(TETHER), "1", sys.executable, "-c", f"open({str(done)!r}, 'w')"]
    subprocess.run(command, check=True, timeout=60)
    assert not done.exists()

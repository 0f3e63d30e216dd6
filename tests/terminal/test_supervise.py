import asyncio
import os
import sys
from pathlib import Path

import pytest

from galaxytables_terminal.errors import PlatformError
from galaxytables_terminal.supervise import OwnPlatform, answers
from tests.terminal.fake_lobby import FakeLobby


def platform(tmp_path: Path, program: str) -> OwnPlatform:
    return OwnPlatform(tmp_path / "logs" / "platform.log", "5555", (sys.executable, "-u", "-c", program))


async def test_it_is_ready_when_it_says_so_and_ends_politely(tmp_path: Path) -> None:
    own = platform(
        tmp_path,
        "import os, signal, sys\n"
        "def stop(*_):\n    print('stopped'); sys.exit(0)\n"
        "signal.signal(signal.SIGTERM, stop)\n"
        "print('starting'); print('port', os.environ['LOBBY_PORT'], os.getsid(0)); print('ready')\n"
        "while True:\n    signal.pause()\n",
    )
    await own.start()
    running = [own.running]
    await own.stop()
    assert [*running, own.running] == [True, False]
    log = (tmp_path / "logs" / "platform.log").read_text().splitlines()
    assert log[0] == "starting"
    _, port, its_session = log[1].split()
    assert port == "5555"
    assert int(its_session) != os.getsid(0), "the terminal's Ctrl-C shall not reach it"


async def test_one_that_ends_at_once_is_reported_with_its_last_words(tmp_path: Path) -> None:
    own = platform(tmp_path, "print('port 5100 (LOBBY_PORT) is in use'); raise SystemExit(2)")
    with pytest.raises(PlatformError) as caught:
        await own.start()
    assert "ended while it started" in str(caught.value)
    assert "port 5100 (LOBBY_PORT) is in use" in str(caught.value)
    assert str(tmp_path / "logs" / "platform.log") in str(caught.value)
    assert not own.running


async def test_one_that_is_never_ready_is_stopped(tmp_path: Path) -> None:
    own = platform(tmp_path, "import signal; print('thinking')\nwhile True: signal.pause()")
    with pytest.raises(PlatformError, match="not ready after 1 s"):
        await own.start(within=1.0)
    assert not own.running


async def test_stopping_what_does_not_run_is_harmless(tmp_path: Path) -> None:
    await platform(tmp_path, "").stop()


async def test_a_server_is_there_or_not(lobby: FakeLobby) -> None:
    assert await answers(lobby.address)
    await lobby.stop()
    assert not await answers(lobby.address)


async def test_it_ends_with_a_client_that_is_killed(tmp_path: Path) -> None:
    client = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from galaxytables_terminal.supervise import OwnPlatform\n"
        "program = 'import os, signal; print(os.getpid()); print(\"ready\"); signal.pause()'\n"
        "async def main():\n"
        "    own = OwnPlatform(Path(sys.argv[1]), '5555', (sys.executable, '-u', '-c', program))\n"
        "    await own.start()\n"
        "    print('started', flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    log = tmp_path / "log"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", client, str(log), stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"started\n"
    child = Path("/proc") / log.read_text().splitlines()[0]
    was_there = child.exists()
    process.kill()
    await process.wait()
    for _ in range(400):
        if gone(child):
            break
        await asyncio.sleep(0.05)
    assert was_there
    assert gone(child)


def gone(process: Path) -> bool:
    try:
        return "zombie" in (process / "status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True

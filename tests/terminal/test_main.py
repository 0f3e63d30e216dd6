"""The program itself, in a terminal of its own."""

import asyncio
import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.terminal.fake_lobby import FakeLobby

REPOSITORY = Path(__file__).parents[2]
PATIENCE_SECONDS = 60.0


@dataclass
class Terminal:
    """A pseudo terminal with the client in it."""

    process: subprocess.Popen[bytes]
    master: int
    said: bytearray = field(default_factory=bytearray)

    def read(self) -> None:
        """Take what has been written; at the end of the program there is nothing more."""
        try:
            self.said += os.read(self.master, 65536)
        except (BlockingIOError, OSError):
            return

    def hang_up(self) -> None:
        """Close this end; the descriptor leads nowhere from then on."""
        nowhere = os.open(os.devnull, os.O_RDWR | os.O_NONBLOCK)
        os.dup2(nowhere, self.master)
        os.close(nowhere)

    async def sees(self, words: str) -> None:
        for _ in range(int(PATIENCE_SECONDS / 0.05)):
            self.read()
            if words.encode() in self.said:
                return
            await asyncio.sleep(0.05)
        pytest.fail(f"never {words!r} in {self.said[-2000:]!r}")

    async def ends(self) -> int:
        for _ in range(int(PATIENCE_SECONDS / 0.05)):
            self.read()
            code = self.process.poll()
            if code is not None:
                self.read()
                return code
            await asyncio.sleep(0.05)
        pytest.fail(f"still running: {self.said[-2000:]!r}")


# As `python -m galaxytables_terminal`, but every key counts, however soon it comes.
_PROGRAM = """
import runpy
from galaxytables_terminal import keys
keys.KeyGate.accepts = lambda *_: True
runpy.run_module("galaxytables_terminal", run_name="__main__")
"""


@contextmanager
def terminal(lobby: FakeLobby, state: Path, *arguments: str) -> Iterator[Terminal]:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.set_blocking(master, False)
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, f"SERVER={lobby.address}", "NAME=Ann", *arguments],
        cwd=REPOSITORY,
        env={**os.environ, "TERM": "xterm-256color", "GALAXYTABLES_STATE": str(state)},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(master)


async def test_it_plays_in_a_terminal_and_says_how_to_come_back(lobby: FakeLobby, tmp_path: Path) -> None:
    with terminal(lobby, tmp_path, "GAME=jump", "BOTS=1") as screen:
        await screen.sees("What do you place?")
        os.write(screen.master, b"2\r")
        await screen.sees("Pay for Survey HQ.")
        os.write(screen.master, b"3\x1b[B \r")
        await screen.sees("In which order")
        os.write(screen.master, b"\x03")
        assert await screen.ends() == 0
        assert f"Come back with   make play TABLE={lobby.board.table.id}".encode() in screen.said
    assert lobby.board.choices == [("r1.place.0", ("h0",)), ("r1.pay.0", ("h3", "h4"))], "keys keep their order"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_a_polite_kill_ends_it_in_order(lobby: FakeLobby, tmp_path: Path, number: signal.Signals) -> None:
    with terminal(lobby, tmp_path, "GAME=jump", "BOTS=1") as screen:
        await screen.sees("What do you place?")
        screen.process.send_signal(number)
        assert await screen.ends() == 0


async def test_it_ends_with_its_terminal_even_if_no_signal_says_so(lobby: FakeLobby, tmp_path: Path) -> None:
    with terminal(lobby, tmp_path, "GAME=jump", "BOTS=1") as screen:
        await screen.sees("What do you place?")
        # The session of the client has no controlling terminal: nobody sends it a signal.
        screen.hang_up()
        assert await screen.ends() == 0


def test_a_wrong_setting_is_one_line() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "galaxytables_terminal", "BOTS=many"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr == "BOTS=many cannot be used: it must be a whole number.\n"


async def test_without_a_terminal_it_says_so_before_it_asks_the_server_for_anything(
    lobby: FakeLobby, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "galaxytables_terminal", "GAME=jump", "BOTS=1", f"SERVER={lobby.address}"),
        cwd=REPOSITORY,
        env={**os.environ, "GALAXYTABLES_STATE": str(state)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        said, complaint = await asyncio.wait_for(process.communicate(b"\n\n"), PATIENCE_SECONDS)
    finally:
        if process.returncode is None:
            process.kill()
    assert (process.returncode, said) == (2, b"")
    assert complaint.startswith(b"It needs a terminal")
    assert complaint.count(b"\n") == 1
    assert not state.exists()
    assert lobby.calls == []


def test_help_lists_what_can_be_set() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "galaxytables_terminal", "--help"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "TABLE=id" in ended.stdout
    assert "SERVER=host:port" in ended.stdout
    assert "F1 explains all" in ended.stdout

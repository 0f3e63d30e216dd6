"""`make run` as its operator sees it: real processes, killed and stopped in every way."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.people import Person
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import Bearer, Guest, Lobby, UnavailableError
from galaxytables_client.channel import host_and_port
from tests.e2e.running import TOP, RunningPlatform
from tests.platform.processes import runs, until
from tests.serving.authority import Authority

pytestmark = [pytest.mark.e2e]
EVERYWHERE = "0.0.0.0"  # noqa: S104  # as an operator would
CHILDREN = ("redis", "jump", "lobby", "clock", "beat", "bots", "web")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPlatform]:
    running = RunningPlatform(tmp_path_factory.mktemp("shared") / "data")
    yield running
    if running.runs():
        running.stop()


@pytest.fixture
def platform(shared: RunningPlatform) -> RunningPlatform:
    """A platform that runs. A test may stop it: the next one starts it again."""
    if not shared.runs():
        shared.start()
    return shared


def run(**variables: str) -> "subprocess.CompletedProcess[str]":
    """A platform that is expected to end by itself."""
    return subprocess.run(
        [sys.executable, "-m", "galaxytables_platform", "run"],
        cwd=TOP,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def descendants(platform: RunningPlatform) -> list[int]:
    return [pid for name in CHILDREN for pid in platform.pids(name)]


async def open_table(lobby: str) -> tuple[str, tables_pb2.Table]:
    """A guest's token, and a table that the guest opened."""
    async with await Person.arrive(lobby, "Ada") as guest:
        table = await guest.create()
        return guest.token, table


async def find_table(lobby: str, token: str, table_id: str) -> tables_pb2.Table:
    async with Lobby(lobby, Bearer(token)) as player:
        return await player.tables.get(table_id)


def test_it_says_where_everything_is(platform: RunningPlatform) -> None:
    lines = platform.read()
    assert lines[-1] == "ready"
    assert "players come in as guests or by passkey at localhost, and are notified by webhook" in lines
    for name, address in (("lobby", platform.lobby), ("web", f"http://{platform.web}")):
        assert any(line.split()[:2] == [name, address] for line in lines)
    assert urllib.request.urlopen(f"http://{platform.web}/health", timeout=60).read() == b"serving\n"
    assert set(platform.metrics()) == {"jump", "lobby", "clock", "bots", "web"}


def test_a_second_platform_on_the_same_data_is_told_so(platform: RunningPlatform) -> None:
    second = run(GALAXYTABLES_DATA=str(platform.data))
    assert second.returncode == 2
    assert platform._process is not None
    told = f"Another platform (process {platform._process.pid}) runs on {platform.data}; stop it, or"
    assert second.stderr.startswith(told)
    assert second.stderr.count("\n") == 1
    assert second.stdout == ""
    assert platform.runs()


@pytest.mark.release
async def test_a_killed_child_is_started_again(platform: RunningPlatform) -> None:
    for name in CHILDREN:
        platform.kill(name)
        await until(lambda name=name: any(line.startswith(f"{name} is back after") for line in platform.read()))
        # One that the machine is too slow for may end once more for want of another.
        ended, *_ = [line for line in platform.read() if line.startswith(f"{name} ended")]
        assert ended.startswith(f"{name} ended (SIGKILL); starting it again in ")
    assert platform.stop() == 0


async def test_killed_itself_it_takes_its_children_along_and_the_next_one_finds_the_tables(
    platform: RunningPlatform,
) -> None:
    token, table = await open_table(platform.lobby)
    processes = descendants(platform)
    assert platform._process is not None
    platform._process.kill()
    platform._process.wait()
    await until(lambda: not [pid for pid in processes if runs(pid)])
    platform.start()
    assert await find_table(platform.lobby, token, table.id) == table


def test_ctrl_c_leaves_nothing_behind(platform: RunningPlatform) -> None:
    processes = descendants(platform)
    assert len(processes) >= len(CHILDREN)
    assert platform.stop() == 0
    assert platform.read()[-2:] == ["stopping", "stopped"]
    assert not [pid for pid in processes if runs(pid)]


def test_a_port_in_use_gives_one_line_and_starts_nothing(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = run(GALAXYTABLES_DATA=str(tmp_path), REDIS_PORT=str(port))
    assert ended.returncode == 2
    assert ended.stderr == f"Port {port} (Redis) is in use; set REDIS_PORT to a free one.\n"
    assert not (tmp_path / "logs").exists()


async def test_stopped_while_it_starts_it_leaves_nothing_behind(tmp_path: Path) -> None:
    starting = RunningPlatform(tmp_path / "data")
    process = subprocess.Popen(  # noqa: ASYNC220
        [sys.executable, "-m", "galaxytables_platform", "run"],
        cwd=TOP,
        env=starting._environment,
        stdout=subprocess.DEVNULL,
    )
    starting._process = process  # type: ignore[assignment]
    await until(lambda: starting.pids("redis"))
    processes = descendants(starting)
    process.send_signal(signal.SIGTERM)
    await until(lambda: process.poll() is not None)
    assert process.returncode == 0
    assert not [pid for pid in processes if runs(pid)]


async def test_a_service_that_cannot_start_is_told_with_its_own_words(tmp_path: Path) -> None:
    platform = RunningPlatform(tmp_path)
    broken = tmp_path / "broken.json"
    broken.write_text("{}")
    ended = run(**(platform._environment | {"GALAXYTABLES_COMPONENTS": str(broken)}))
    assert ended.returncode == 2
    assert ended.stderr.startswith("jump ended while it started (code 2)")
    assert str(broken) in ended.stderr
    assert ended.stderr.count("\n") == 1


async def test_grpc_clients_come_over_tls_with_the_certificate_as_it_is_now(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    files = authority.certify("public")
    config = tmp_path / "galaxytables.toml"
    names = {"GALAXYTABLES_TLS_CERTIFICATE": files.certificate, "GALAXYTABLES_TLS_KEY": files.key}
    config.write_text("".join(f'{name} = "{file}"\n' for name, file in names.items()))
    platform = RunningPlatform(tmp_path / "data", "--config", str(config), LOBBIES="2", GALAXYTABLES_HOST=EVERYWHERE)
    platform.start()
    try:
        host, port = host_and_port(platform.lobby)
        assert any(line.split()[:2] == ["lobby", f"https://0.0.0.0:{port}"] for line in platform.read())
        assert not [line for line in platform.read() if line.startswith("warning")]
        roots = authority.roots.read_bytes()
        assert await points_against_a_bot(f"https://{platform.lobby}", roots) == 2
        first = ssl.get_server_certificate((host, port))
        authority.certify("public")
        await until(lambda: ssl.get_server_certificate((host, port)) != first)
        assert await points_against_a_bot(f"https://{platform.lobby}", roots) == 2
        for address in (platform.lobby, f"https://{platform.lobby}"):
            with pytest.raises(UnavailableError):
                await points_against_a_bot(address, None)
    finally:
        assert platform.stop() == 0


async def points_against_a_bot(lobby: str, roots: bytes | None) -> int:
    """Play a game of two; return how many have points at its end."""
    async with Lobby(lobby, Guest("Ada"), roots=roots, patience=0.0, shared=False) as ada:
        table = await ada.tables.create("jump", seats=2)
        await ada.tables.add_bot(table.id, "random")
        await ada.tables.start(table.id)
        seat = ada.play.seat(table.id)
        async for prompt in seat.prompts():
            await seat.answer(prompt, prompt.default_picks)
        return len(seat.last.scores)

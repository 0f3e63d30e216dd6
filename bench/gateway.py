"""Measures the cost of the gateway: a part of `make bench-web` that needs neither a platform nor a browser.

    python -m bench.gateway [--tables 40] [--choices 150] [--streams 2000]

The lobby of this test answers every choice and sends two watchers an update, with as many bytes as a player's update in
Race. Its gateways are processes of their own, whose processor time and memory are read. A figure that has a bound is
printed as a share of that bound. The figure of several gateways is compared with that of one in the same run.
"""

import argparse
import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial

import grpc
import grpc.aio
import psutil

from bench.figures import Figure, print_figures
from galaxytables.lobby.v1 import play_pb2
from galaxytables_client import TableId
from galaxytables_platform.ports import HOST, free_ports
from galaxytables_serving.tunnel import Context, Handler, Tunnels

SERVICE = "galaxytables.lobby.v1.PlayService"
WATCHERS = 2
UPDATE_BYTES = 1_500
SECONDS = 60.0
MAX_MICROSECONDS, MAX_MEGABYTES = 150, 300


class Lobby:
    """A lobby for this test: answers choices and notifies watchers of the table, through tunnels or by single calls."""

    def __init__(self, *, tunnels: bool = True) -> None:
        self.watching = 0
        self._watchers: dict[TableId, list[asyncio.Queue[bytes]]] = {}
        update = play_pb2.TableUpdate(table_id="x" * UPDATE_BYTES)
        self._response = play_pb2.WatchTableResponse(update=update).SerializeToString()
        self._server = grpc.aio.server()
        handlers: dict[str, Handler] = {
            "WatchTable": grpc.unary_stream_rpc_method_handler(self._watch),
            "SubmitChoice": grpc.unary_unary_rpc_method_handler(self._choice),
        }
        by_path = {f"/{SERVICE}/{name}": handler for name, handler in handlers.items()}
        if tunnels:
            carrying = Tunnels(by_path.get, domain="galaxytables.bench", max_calls=100_000)
            self._server.add_generic_rpc_handlers([carrying.handlers])
        else:
            self._server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(SERVICE, handlers)])

    async def start(self, port: int) -> None:
        """Listen at this port."""
        self._server.add_insecure_port(f"{HOST}:{port}")
        await self._server.start()

    async def stop(self) -> None:
        """End all streams."""
        await self._server.stop(None)

    async def _watch(self, request: bytes, context: Context) -> None:
        table = TableId(play_pb2.WatchTableRequest.FromString(request).table_id)
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._watchers.setdefault(table, []).append(queue)
        self.watching += 1
        try:
            await context.write(self._response)
            while True:
                await context.write(await queue.get())
        finally:
            self._watchers[table].remove(queue)

    async def _choice(self, request: bytes, _: object) -> bytes:
        table = TableId(play_pb2.SubmitChoiceRequest.FromString(request).table_id)
        for queue in self._watchers.get(table, ()):
            queue.put_nowait(self._response)
        return play_pb2.SubmitChoiceResponse(version=1).SerializeToString()


class Browser:
    """Connections over HTTP/1.1 made by hand, so that they cost less than the gateway that is measured."""

    def __init__(self, port: int) -> None:
        self.heard = 0
        self._port = port
        self._tasks: list[asyncio.Task[None]] = []
        self._writers: list[asyncio.StreamWriter] = []

    async def watch(self, table: TableId) -> None:
        """Open a stream that watches a table, and read everything that it sends."""
        message = play_pb2.WatchTableRequest(table_id=table).SerializeToString()
        reader = await self._ask("WatchTable", "application/connect+proto", b"\0" + len(message).to_bytes(4) + message)
        self._tasks.append(asyncio.create_task(self._read(reader)))

    async def play(self, table: TableId, choices: int) -> None:
        """Make a number of choices at a table, one after the other, over one connection."""
        message = play_pb2.SubmitChoiceRequest(table_id=table, prompt_id="p", request_id="r").SerializeToString()
        reader, writer = await self._connect()
        for _ in range(choices):
            writer.write(_head("SubmitChoice", "application/proto", message) + message)
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            if not head.startswith(b"http/1.1 200"):
                raise RuntimeError(head.decode())
            await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))

    def leave(self) -> None:
        """Close all connections."""
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.transport.abort()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while got := await reader.read(2**16):
            self.heard += len(got)

    async def _ask(self, call: str, content_type: str, body: bytes) -> asyncio.StreamReader:
        reader, writer = await self._connect()
        writer.write(_head(call, content_type, body) + body)
        return reader

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(HOST, self._port)
        self._writers.append(writer)
        return reader, writer


def _head(call: str, content_type: str, body: bytes) -> bytes:
    return (
        f"POST /{SERVICE}/{call} HTTP/1.1\r\nhost: {HOST}\r\ncontent-type: {content_type}\r\n"
        f"connect-protocol-version: 1\r\ncontent-length: {len(body)}\r\n\r\n"
    ).encode()


@asynccontextmanager
async def gateways(lobby: int, ports: Sequence[int]) -> AsyncIterator[list[psutil.Process]]:
    """Run gateways in front of a lobby at these ports, and yield their processes."""
    processes = []
    with tempfile.TemporaryFile() as log:
        try:
            for port in ports:
                settings = {
                    "GALAXYTABLES_LOBBY": f"{HOST}:{lobby}",
                    "GALAXYTABLES_LISTEN": f"{HOST}:{port}",
                    # All browsers are here, and an address may have fewer streams.
                    "GALAXYTABLES_UNLIMITED": f"{HOST}/32",
                }
                command = [sys.executable, "-m", "galaxytables_web"]
                started = subprocess.Popen(  # noqa: ASYNC220 - nothing else runs meanwhile
                    command, env=os.environ | settings, stdout=log, stderr=log
                )
                processes.append(started)
            for port in ports:
                await _until(partial(_serves, port))
            yield [psutil.Process(process.pid) for process in processes]
        finally:
            for process in processes:
                process.kill()
                process.wait()


def _serves(port: int) -> bool:
    with suppress(urllib.error.URLError):
        return bool(urllib.request.urlopen(f"http://{HOST}:{port}/health", timeout=1).status == 200)
    return False


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not holds():  # noqa: ASYNC110 - processes are asked as well
            await asyncio.sleep(0.02)


def _seconds(process: psutil.Process) -> float:
    spent = process.cpu_times()
    return float(spent.user + spent.system)


async def choices_through(count: int, tables: int, choices: int, *, tunnels: bool = True) -> list[float]:
    """Return the processor seconds of each of `count` gateways, while choices are made and watched at each table."""
    lobby_port, *ports = free_ports(1 + count)
    lobby = Lobby(tunnels=tunnels)
    await lobby.start(lobby_port)
    browsers = [Browser(port) for port in ports]
    try:
        async with gateways(lobby_port, ports) as running:
            names = [TableId(f"table {number}") for number in range(tables)]
            for number, table in enumerate(names):
                for _ in range(WATCHERS):
                    await browsers[number % count].watch(table)
            await _until(lambda: lobby.watching == tables * WATCHERS)
            # What is done for the first time costs more.
            await asyncio.gather(*(browsers[n % count].play(table, 5) for n, table in enumerate(names)))
            before = [_seconds(process) for process in running]
            heard = sum(browser.heard for browser in browsers)
            await asyncio.gather(*(browsers[n % count].play(table, choices) for n, table in enumerate(names)))
            expected = heard + tables * choices * WATCHERS * UPDATE_BYTES
            await _until(lambda: sum(browser.heard for browser in browsers) >= expected)
            return [_seconds(process) - spent for process, spent in zip(running, before, strict=True)]
    finally:
        for browser in browsers:
            browser.leave()
        await lobby.stop()


async def memory_of(streams: int) -> tuple[float, float]:
    """Return the memory of a gateway in megabytes: before, and with `streams` streams open."""
    lobby_port, port = free_ports(2)
    lobby, browser = Lobby(), Browser(port)
    await lobby.start(lobby_port)
    try:
        async with gateways(lobby_port, [port]) as (process,):
            empty = process.memory_info().rss
            for number in range(streams):
                await browser.watch(TableId(f"table {number // WATCHERS}"))
            await _until(lambda: lobby.watching == streams and browser.heard >= streams * UPDATE_BYTES)
            return empty / 1e6, process.memory_info().rss / 1e6
    finally:
        browser.leave()
        await lobby.stop()


async def measured(tables: int, choices: int, streams: int) -> list[Figure]:
    """Return every figure of the gateway."""
    (alone,) = await choices_through(1, tables, choices)
    two = await choices_through(2, tables, choices)
    empty, full = await memory_of(streams)
    cost = alone / (tables * choices) * 1e6
    watched = f"a choice with {WATCHERS} watching"
    return [
        Figure(f"gateway: processor, {watched}", cost, "us", f"under {MAX_MICROSECONDS}"),
        Figure("gateway: share of that bound", cost / MAX_MICROSECONDS, "", "under 1"),
        Figure(f"gateway: memory with {streams} streams open", full, "MB", f"under {MAX_MEGABYTES}"),
        Figure("gateway: share of that bound", full / MAX_MEGABYTES, "", "under 1"),
        Figure("gateway: memory with none", empty, "MB"),
        Figure("two gateways: work of the busier beside that of one alone", max(two) / alone, "", "0.5 is even"),
        Figure("two gateways: work of both beside that of one alone", sum(two) / alone, "", "1 is no loss"),
    ]


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--choices", type=int, default=150)
    parser.add_argument("--streams", type=int, default=2_000)
    given = parser.parse_args()
    _, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))
    print_figures(asyncio.run(measured(given.tables, given.choices, given.streams)))


if __name__ == "__main__":
    main()

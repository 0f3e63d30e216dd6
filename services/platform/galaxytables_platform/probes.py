"""Probes, which say whether a process is healthy. Each is an async function that returns within PROBE_SECONDS.

A probe opens its own connection: a shared one might still wait for a server that is gone.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import ClientError, Lobby, open_channel
from galaxytables_serving import Address

PROBE_SECONDS = 3.0
POLL_SECONDS = 0.1

Probe = Callable[[], Awaitable[bool]]

# A process of our own is asked whether it answers, not who it is.
_ANY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
_ANY.check_hostname = False
_ANY.verify_mode = ssl.CERT_NONE


def grpc_serves(address: str) -> Probe:
    """Return a probe that calls `grpc.health.v1` at `host:port`: healthy if the server is SERVING."""

    async def probe() -> bool:
        async with open_channel(address, shared=False) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)  # its calls have no types
            try:
                answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=PROBE_SECONDS)
            except grpc.aio.AioRpcError:
                return False
            return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    return probe


def redis_answers(address: str) -> Probe:
    """Return a probe of the Redis at `host:port`: healthy if it answers PING, which it does once its data is loaded."""

    async def probe() -> bool:
        return await _first_line(address, b"PING\r\n") == b"+PONG"

    return probe


def metrics_page(address: str, *, holding: str = "") -> Probe:
    """Return a probe of `/metrics` at `host:port`: healthy if it answers and contains the line `holding`."""

    async def probe() -> bool:
        there, body = await fetch(address, "/metrics")
        return there and (not holding or f"\n{holding}\n".encode() in body)

    return probe


def http_serves(address: str, path: str, *, tls: bool = False) -> Probe:
    """Return a probe that fetches a path at `host:port`: healthy if the status is 200."""

    async def probe() -> bool:
        there, _ = await fetch(address, path, tls=tls)
        return there

    return probe


def every(*probes: Probe) -> Probe:
    """Return a probe that finds a process healthy only if each of these probes does."""

    async def probe() -> bool:
        return all(await asyncio.gather(*(each() for each in probes)))

    return probe


async def until_healthy(probe: Probe, *, within: float, ended: Callable[[], bool] = lambda: False) -> bool:
    """Run a probe again and again.

    Returns True once the probe finds the process healthy, or False if the process has ended (`ended` says so). Raises
    `TimeoutError` after `within` seconds.
    """
    async with asyncio.timeout(within):
        while not ended():
            if await probe():
                return True
            await asyncio.sleep(POLL_SECONDS)
    return False


async def alive() -> bool:
    """Return True: a process without a health check is healthy as long as it runs."""
    return True


def games_offered(lobby: str, games: Collection[str]) -> Probe:
    """Return a probe of the lobby at `host:port`: healthy if it offers each of these games, and bots for each."""

    async def probe() -> bool:
        async with Lobby(lobby, patience=0.0, shared=False) as stranger:
            try:
                answer = await stranger.call(
                    stranger.tables.stub.ListGames, tables_pb2.ListGamesRequest(), seconds=PROBE_SECONDS
                )
            except ClientError:
                return False
        offered = {offer.description.game for offer in answer.games if offer.available and offer.bots}
        return offered >= set(games)

    return probe


async def fetch(address: str, path: str, *, tls: bool = False) -> tuple[bool, bytes]:
    """Fetch a path at `host:port` over HTTP. Returns whether the status was 200, and the body."""
    answer = await _exchange(address, f"GET {path} HTTP/1.0\r\n\r\n".encode(), tls=tls)
    head, _, body = answer.partition(b"\r\n\r\n")
    return b" 200 " in head.partition(b"\r\n")[0], body


async def _first_line(address: str, question: bytes) -> bytes:
    return (await _exchange(address, question, until=b"\r\n")).rstrip()


async def _exchange(address: str, question: bytes, *, until: bytes = b"", tls: bool = False) -> bytes:
    """Send a request and return the response, or its part up to `until`; empty if nobody answers in time."""
    where = Address.parse(address)
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            reader, writer = await asyncio.open_connection(where.host, where.port, ssl=_ANY if tls else None)
            try:
                writer.write(question)
                return await (reader.readuntil(until) if until else reader.read(-1))
            finally:
                writer.close()
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        return b""

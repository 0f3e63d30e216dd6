"""Asks the gateway for pages and pictures as no browser would, and measures what it does for it."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial

from galaxytables_web.events import PREFIX as EVENTS
from galaxytables_web.events import STREAMS
from galaxytables_web.shared_games import PICTURE, PREFIX
from tests.abuse.abuse import SECONDS, Tried, Yardstick, try_out

WAY = "pages"
_LONG = 60_000
_MANY = 2_000
_NOBODYS = "a" * 32


def odd_requests() -> Iterator[tuple[str, bytes]]:
    """What is asked, and its bytes."""
    for name in ("", PREFIX, f"{PREFIX}{_NOBODYS}", f"{PREFIX}{_NOBODYS}{PICTURE}", "/assets/none.js"):
        for method in ("GET", "HEAD", "POST", "TRACE", "X" * 1_000):
            yield f"{method[:8]} {name or '/'}", _request(name or "/", method=method)
    yield "a long path", _request("/" + "a" * _LONG)
    yield "a long address of a replay", _request(f"{PREFIX}{'a' * _LONG}{PICTURE}")
    yield "many folders", _request("/a" * (_LONG // 2))
    yield "many ways up", _request("/.." * (_LONG // 3))
    yield "much that is escaped", _request("/" + "%00" * (_LONG // 3))
    yield "a long question", _request(f"/?{'a=b&' * (_LONG // 4)}")
    yield "a long header", _request("/", f"x-odd: {'a' * _LONG}")
    yield "many headers", _request("/", *(f"x-{number}: a" for number in range(_MANY)))
    yield "many encodings", _request("/", f"accept-encoding: {'gzip;q=0.1,' * (_LONG // 11)}br")
    yield "many tags", _request("/", "if-none-match: " + ",".join(f'"{number}"' for number in range(_MANY)))
    yield "many ranges", _request("/", "range: bytes=" + ",".join(f"{number}-" for number in range(_MANY)))
    yield "many hops", _request("/", "x-forwarded-for: " + ",".join(["192.0.2.1"] * _MANY))
    yield "an odd host", _request(f"{PREFIX}{_NOBODYS}", f"host: {'a.' * _MANY}")
    for name in STREAMS:
        path = f"{EVENTS}{name}"
        yield f"POST {path}", _request(path, method="POST")
        yield f"{path} with many parameters", _request(f"{path}?{'a=b&' * (_LONG // 4)}")
        yield f"{path} with an odd parameter often", _request(f"{path}?{'%ff=%00&' * (_LONG // 8)}")
        yield f"{path} with a long position", _request(path, f"last-event-id: {'1' * (_LONG // 2)}-1")
        yield f"{path} with a long token", _request(path, f"authorization: Bearer {'a.' * (_LONG // 4)}")
    yield "nobody's events", _request(f"{EVENTS}{'a' * _LONG}")
    yield "no request", b"\0" * _LONG


async def abuse_pages(address: str, pids: Sequence[int], tried: Tried) -> None:
    """Try all of them; an ordinary request is for the page."""
    beside = await Yardstick.measure(WAY, pids, partial(_ask, address, _request("/")), tried)
    for what, request in odd_requests():
        await try_out(f"{WAY}: {what}", partial(_ask, address, request), beside, tried)


def _request(path: str, *headers: str, method: str = "GET") -> bytes:
    lines = (f"{method} {path} HTTP/1.1", "host: galaxytables.example", "connection: close", *headers)
    return "\r\n".join((*lines, "", "")).encode()


async def _ask(address: str, request: bytes) -> str:
    """Send the bytes and read all that comes; gives the HTTP status."""
    host, _, port = address.rpartition(":")
    async with asyncio.timeout(SECONDS):
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(request)
            await writer.drain()
            answer = await reader.read()
        except ConnectionError:
            return "cut off"
        finally:
            writer.close()
    return answer.split(b" ", 2)[1].decode() if answer.startswith(b"HTTP/") else "cut off"

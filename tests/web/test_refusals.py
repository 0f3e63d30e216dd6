"""What no protocol would take is refused in the protocol's own words, with a reason, and nothing of ours in it."""

import asyncio
import contextlib
import gzip
import json
import logging
import struct
from typing import Any

import pytest

from galaxytables_serving import Limits
from galaxytables_web.metrics import CUT_OFF
from galaxytables_web.server import MAX_HEAD_BYTES
from tests.lobby.house import House, eventually
from tests.web.gateway import (
    HOST,
    Answer,
    RunningGateway,
    ToldError,
    enveloped,
    envelopes,
    open_gateway,
    told_by_connect,
    told_by_grpc,
)

TABLES = "/galaxytables.lobby.v1.TableService"
UNARY, STREAM = f"{TABLES}/ListGames", f"{TABLES}/WatchTables"
JSON, PROTO = {"content-type": "application/json"}, {"content-type": "application/proto"}
STREAMED = {"content-type": "application/connect+proto"}
STREAMED_JSON = "application/connect+json"
WEB = {"content-type": "application/grpc-web+proto"}
LATIN, STRANGE = {"authorization": "Bearer \xff\xfe"}, {"authorization": "Bearer x"}
LATER = {"connect-protocol-version": "9"}
LARGE = bytes(100_001)
BOMB = gzip.compress(bytes(10_000_000))


async def told_in(answer: Answer) -> ToldError | None:
    """The error of an answer, whichever way it was told."""

    async def body() -> Any:
        yield answer.body

    if answer.headers.get("content-type", "").startswith("application/grpc-web"):
        if "grpc-status" in answer.headers:
            return told_by_grpc(answer.headers)
        frames = [frame async for frame in envelopes(body())]
        lines = (line.partition(":") for line in frames[-1][1].decode().strip().split("\r\n"))
        return told_by_grpc({name.lower(): value.strip() for name, _, value in lines})
    if answer.headers["content-type"].startswith("application/connect+"):
        (frame,) = [frame async for frame in envelopes(body())]
        return told_by_connect(json.loads(frame[1])["error"])
    return told_by_connect(answer.json)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        # No such call, or none for browsers.
        (("POST", f"{TABLES}/Nonsense", JSON, b"{}"), (404, "unimplemented", "UNKNOWN_CALL")),
        (("POST", f"{TABLES}/Nonsense", WEB, enveloped(b"")), (200, "12", "UNKNOWN_CALL")),
        (("POST", f"{TABLES}/Nonsense", STREAMED, enveloped(b"")), (200, "unimplemented", "UNKNOWN_CALL")),
        (("POST", "/galaxytables.rules.v1.RulesService/Apply", PROTO, b""), (404, "unimplemented", "UNKNOWN_CALL")),
        (("POST", "/galaxytables.lobby.v1.PlayService/Play", STREAMED, b""), (200, "unimplemented", "UNKNOWN_CALL")),
        (("POST", f"{UNARY}/", JSON, b"{}"), (404, "unimplemented", "UNKNOWN_CALL")),
        (
            ("POST", "/galaxytables.lobby.v1.tableservice/ListGames", JSON, b"{}"),
            (404, "unimplemented", "UNKNOWN_CALL"),
        ),
        # Not what is called so.
        (("PUT", UNARY, JSON, b"{}"), (405, "invalid_argument", "MALFORMED_REQUEST")),
        (("DELETE", UNARY, JSON, b""), (405, "invalid_argument", "MALFORMED_REQUEST")),
        (("GET", STREAM, {}, b""), (405, "invalid_argument", "MALFORMED_REQUEST")),
        (("GET", UNARY, {}, b""), (400, "invalid_argument", "MALFORMED_REQUEST")),
        (("GET", f"{UNARY}?encoding=xml&message=x", {}, b""), (400, "invalid_argument", "MALFORMED_REQUEST")),
        (("GET", f"{UNARY}?encoding=json", {}, b""), (400, "invalid_argument", "MALFORMED_REQUEST")),
        (("GET", f"{UNARY}?encoding=proto&base64=1&message=%21", {}, b""), (200, "", "")),
        (("POST", UNARY, {"content-type": "text/plain"}, b"{}"), (415, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", UNARY, {}, b"{}"), (415, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", UNARY, {"content-type": "application/grpc"}, b""), (415, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", UNARY, STREAMED, enveloped(b"")), (415, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", STREAM, PROTO, b""), (415, "invalid_argument", "MALFORMED_REQUEST")),
        # Heads that make no sense.
        (("POST", UNARY, JSON | {"connect-timeout-ms": "soon"}, b"{}"), (400, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", UNARY, JSON | {"connect-timeout-ms": "-1"}, b"{}"), (400, "invalid_argument", "MALFORMED_REQUEST")),
        (
            ("POST", UNARY, JSON | LATER, b"{}"),
            (400, "invalid_argument", "MALFORMED_REQUEST"),
        ),
        (("POST", UNARY, WEB | {"grpc-timeout": "9x"}, enveloped(b"")), (200, "3", "MALFORMED_REQUEST")),
        (("POST", UNARY, WEB | {"grpc-timeout": "99999999H"}, enveloped(b"")), (200, "", "")),
        (("POST", UNARY, JSON | {"connect-timeout-ms": "9999999999"}, b"{}"), (200, "", "")),
        (("POST", UNARY, PROTO | {"content-encoding": "identity"}, b""), (200, "", "")),
        (("POST", UNARY, PROTO | {"content-encoding": "gzip"}, gzip.compress(b"")), (200, "", "")),
        (("POST", UNARY, PROTO | {"content-encoding": "zstd"}, b""), (400, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", UNARY, JSON | LATIN, b"{}"), (400, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", UNARY, JSON | {"content-encoding": "zstd"}, b"{}"), (400, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", UNARY, JSON | {"content-encoding": "gzip"}, b"{}"), (400, "invalid_argument", "MALFORMED_REQUEST")),
        # Bodies that make no sense.
        (("POST", UNARY, PROTO, b"\xff"), (400, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", UNARY, JSON, b"{"), (400, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", UNARY, WEB, b""), (200, "3", "MALFORMED_REQUEST")),
        (("POST", UNARY, WEB, b"\x00\x00\x00"), (200, "3", "MALFORMED_REQUEST")),
        (("POST", UNARY, WEB, struct.pack(">BI", 0, 50) + b"short"), (200, "3", "MALFORMED_REQUEST")),
        (("POST", UNARY, WEB, struct.pack(">BI", 0, 2**32 - 1)), (200, "8", "REQUEST_TOO_LARGE")),
        (("POST", UNARY, WEB, enveloped(b"", flags=0x40)), (200, "3", "MALFORMED_REQUEST")),
        (("POST", UNARY, WEB, enveloped(b"") * 2), (200, "3", "MALFORMED_REQUEST")),
        (("POST", STREAM, STREAMED, b""), (200, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", STREAM, STREAMED, enveloped(b"\xff")), (200, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", STREAM, STREAMED, enveloped(b"") * 2), (200, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", STREAM, STREAMED, enveloped(b"", flags=1)), (200, "invalid_argument", "MALFORMED_REQUEST")),
        (("POST", STREAM, STREAMED, enveloped(b"", flags=0x80)), (200, "invalid_argument", "MALFORMED_REQUEST")),
        # Too much.
        (("POST", UNARY, PROTO, LARGE), (429, "resource_exhausted", "REQUEST_TOO_LARGE")),
        (("POST", UNARY, JSON | {"content-encoding": "gzip"}, BOMB), (429, "resource_exhausted", "REQUEST_TOO_LARGE")),
        (("POST", UNARY, WEB, enveloped(LARGE)), (200, "8", "REQUEST_TOO_LARGE")),
        (("POST", STREAM, STREAMED, enveloped(LARGE)), (200, "resource_exhausted", "REQUEST_TOO_LARGE")),
        # Nobody we know.
        (("POST", f"{TABLES}/ListMyTables", JSON, b"{}"), (401, "unauthenticated", "TOKEN_MISSING")),
        (("POST", f"{TABLES}/ListMyTables", JSON | STRANGE, b"{}"), (401, "unauthenticated", "TOKEN_INVALID")),
        (("POST", f"{TABLES}/ListMyTables", PROTO, b""), (401, "unauthenticated", "TOKEN_MISSING")),
        (("POST", f"{TABLES}/ListMyTables", PROTO | STRANGE, b""), (401, "unauthenticated", "TOKEN_INVALID")),
        (("POST", STREAM, STREAMED, enveloped(b"")), (200, "unauthenticated", "TOKEN_MISSING")),
        (("POST", STREAM, WEB | {"authorization": "Basic YTpi"}, enveloped(b"")), (200, "16", "TOKEN_MISSING")),
    ],
)
async def test_what_makes_no_sense_is_told_so(
    gateway: RunningGateway,
    caplog: pytest.LogCaptureFixture,
    asked: tuple[str, str, dict[str, str], bytes],
    said: tuple[int, str, str],
) -> None:
    status, *refused = said
    answer = await gateway.ask(*asked)
    assert answer.status == status
    if status == 200 and not all(refused):
        return
    told = await told_in(answer)
    assert told is not None
    assert [told.code, told.reason] == refused
    assert told.domain in {"galaxytables.web", "galaxytables.lobby"}
    for ours in (b"Traceback", b"services/", b".py", b"Error:"):
        assert ours not in answer.body
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_something_unexpected_is_logged_and_told_as_such(
    gateway: RunningGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the top card is a gem world")

    monkeypatch.setattr("galaxytables_web.tunnel.Tunnels.next", broken)
    for path, headers, body in (
        (UNARY, JSON, b"{}"),
        (UNARY, PROTO, b""),
        (UNARY, WEB, enveloped(b"")),
        (STREAM, STREAMED, enveloped(b"")),
    ):
        answer = await gateway.ask("POST", path, headers, body)
        told = await told_in(answer)
        assert told is not None
        assert (told.reason, told.domain) == ("INTERNAL", "galaxytables.web")
        assert b"gem world" not in answer.body


@pytest.mark.parametrize("ends", [True, False], ids=["with an end", "without an end"])
@pytest.mark.parametrize("packets", [True, False], ids=["in packets", "at once"])
async def test_a_head_that_is_too_long_is_cut_off(gateway: RunningGateway, *, ends: bool, packets: bool) -> None:
    """Whether it comes piece by piece or in one, whether all of it comes or the end is missing."""
    cut = CUT_OFF.labels("head")._value.get()
    lines = [f"x-{number}: {'y' * 1000}\r\n".encode() for number in range(MAX_HEAD_BYTES // 1000 + 70)]
    sent = [b"GET / HTTP/1.1\r\nhost: x\r\n", *lines, b"\r\n" if ends else b""]
    assert sum(map(len, sent)) > 100_000
    reader, writer = await asyncio.open_connection(HOST, gateway.port)
    with contextlib.suppress(ConnectionError):
        for part in sent if packets else [b"".join(sent)]:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0)
    answer = b""
    async with asyncio.timeout(60):
        with contextlib.suppress(ConnectionError):
            answer = await reader.readuntil(b"\r\n")
    # What was still on its way when the connection was closed may have taken the answer with it.
    assert answer[:13] in {b"HTTP/1.1 431 ", b""}
    await eventually(lambda: CUT_OFF.labels("head")._value.get() == cut + 1)
    writer.transport.abort()


async def test_a_head_of_nearly_the_bound_is_taken(gateway: RunningGateway) -> None:
    answer = await gateway.ask("GET", "/health", {"x-long": "y" * (MAX_HEAD_BYTES - 1_000)})
    assert answer.status == 200


async def test_requests_that_come_together_are_no_long_head(gateway: RunningGateway) -> None:
    """The last of them comes in part at first; all before it have one bound each, however they arrive."""
    request = b"GET /health HTTP/1.1\r\nhost: x\r\nx-long: " + b"y" * 1_000 + b"\r\n\r\n"
    count = MAX_HEAD_BYTES // 1_000 + 30
    reader, writer = await asyncio.open_connection(HOST, gateway.port)
    writer.write(request * count + request[:-1])
    async with asyncio.timeout(60):
        for number in range(count + 1):
            if number == count:
                writer.write(request[-1:])
            assert await reader.readuntil(b"serving\n")
    writer.transport.abort()


@pytest.mark.parametrize(
    ("first", "status"),
    [
        ("GET /health HTTP/1.1\r\n", 400),
        ("GET /health HTTP/1.1\r\nhost: x\r\nhost: y\r\n", 400),
        ("GET /health HTTP/1.1\r\nhost: x\r\n", 200),
        ("GET /health HTTP/1.0\r\n", 200),
    ],
)
async def test_a_request_of_http_1_1_names_its_host_once(gateway: RunningGateway, first: str, status: int) -> None:
    reader, writer = await asyncio.open_connection(HOST, gateway.port)
    writer.write(first.encode() + b"\r\n")
    async with asyncio.timeout(60):
        line = await reader.readuntil(b"\r\n")
    assert line.startswith(b"HTTP/1.1 %d " % status)
    writer.transport.abort()


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        f"POST {UNARY} HTTP/1.1\r\nhost: x\r\n".encode(),
        f"POST {UNARY} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{{".encode(),
        f"POST {STREAM} HTTP/1.1\r\nhost: x\r\ncontent-type: {STREAMED_JSON}\r\ncontent-length: 9\r\n\r\n.".encode(),
    ],
)
async def test_a_request_that_does_not_arrive_is_not_waited_for(house: House, sent: bytes) -> None:
    cut = CUT_OFF.labels("late")._value.get()
    async with open_gateway(house.addresses[0], patience=1.0) as gateway:
        reader, writer = await asyncio.open_connection(HOST, gateway.port)
        writer.write(sent)
        async with asyncio.timeout(60):
            await reader.read()
        await eventually(lambda: CUT_OFF.labels("late")._value.get() == cut + 1)
        writer.close()


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00",
        b"GET /%ff%fe/\xff HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n",
        (
            b"POST /galaxytables.lobby.v1.TableService/ListGames HTTP/1.1\r\nhost: x\r\n"
            b"transfer-encoding: chunked\r\n\r\nzz\r\n"
        ),
        b"GET / HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZQ==\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nhost: x\r\n\r\n",
        b"\r\n" * 1000,
    ],
)
async def test_what_is_no_http_does_no_harm(
    gateway: RunningGateway, caplog: pytest.LogCaptureFixture, sent: bytes
) -> None:
    reader, writer = await asyncio.open_connection(HOST, gateway.port)
    writer.write(sent)
    writer.write_eof()
    async with asyncio.timeout(60):
        answer = b""
        with contextlib.suppress(ConnectionError, TimeoutError):
            answer = await asyncio.wait_for(reader.read(), 1)
    writer.transport.abort()
    assert b"Traceback" not in answer
    assert (await gateway.ask("GET", "/health")).status == 200
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_what_makes_no_sense_after_the_answer_ends_its_connection_and_is_no_error_of_ours(
    gateway: RunningGateway, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await asyncio.open_connection(HOST, gateway.port)
    writer.write(f"POST {UNARY} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n".encode())
    async with asyncio.timeout(60):
        assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 415 ")
        writer.write(b"zz\r\n")
        with contextlib.suppress(ConnectionError):
            await reader.read()
    writer.transport.abort()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_body_in_many_pieces_is_bounded_too(house: House) -> None:
    limits = Limits(drain=1.0, stream_linger=0.1, receive_bytes=1_000)
    async with open_gateway(house.addresses[0], limits=limits) as gateway:
        reader, writer = await asyncio.open_connection(HOST, gateway.port)
        writer.write(
            f"POST {UNARY} HTTP/1.1\r\nhost: x\r\ncontent-type: application/proto\r\n"
            "transfer-encoding: chunked\r\n\r\n".encode()
        )
        for _ in range(30):
            writer.write(b"64\r\n" + bytes(100) + b"\r\n")
            await asyncio.sleep(0)
        async with asyncio.timeout(60):
            answer = await reader.readuntil(b"\r\n")
        assert answer.startswith(b"HTTP/1.1 429 ")
        writer.close()

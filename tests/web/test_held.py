"""What a refused call held is free when it is answered: it lies in no cycle until the collector comes."""

import asyncio
import gc
import gzip
import struct

import pytest
from connectrpc.errors import ConnectError

from tests.web.gateway import RunningGateway

PLAYERS, PLAY = "/galaxytables.lobby.v1.PlayerService", "/galaxytables.lobby.v1.PlayService"
BINARY, JSON, WEB = "application/proto", "application/json", "application/grpc-web+proto"
STREAM = "application/connect+proto"
CALLS = 5
SECONDS = 60
LARGE, SMALL = b"\n\xff\xff\x03" + bytes(65_535), b""


def framed(body: bytes) -> bytes:
    return struct.pack(">BI", 0, len(body)) + body


@pytest.mark.parametrize("body", [LARGE, SMALL], ids=["beyond bounds", "by the lobby"])
@pytest.mark.parametrize("form", [BINARY, "gzip", JSON, WEB, STREAM])
async def test_what_a_refused_call_held_is_free_when_it_is_answered(
    gateway: RunningGateway, form: str, body: bytes
) -> None:
    path, headers = f"{PLAYERS}/GetMe", {"content-type": form}
    if form == "gzip":
        headers, body = {"content-type": BINARY, "content-encoding": "gzip"}, gzip.compress(body)
    elif form == JSON:
        body = b'{"x": "' + body.replace(b"\0", b"a")[4:] + b'"}' if body else b"{}"
    elif form in {WEB, STREAM}:
        body = framed(body)
    if form == STREAM:
        path = f"{PLAY}/Watch"
    browser = gateway.browser()
    await browser.ask("POST", path, headers, body)
    gc.collect()
    gc.disable()
    try:
        for _ in range(CALLS):
            answer = await browser.ask("POST", path, headers, body)
            assert answer.status != 200 or form in {WEB, STREAM}
        async with asyncio.timeout(SECONDS):
            while held():  # noqa: ASYNC110  # the answer comes first
                await asyncio.sleep(0.01)
    finally:
        gc.enable()


def held() -> int:
    """Errors of calls that are still there, and with them the frames that they came through."""
    return sum(isinstance(each, ConnectError) for each in gc.get_objects())

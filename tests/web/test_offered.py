"""Messages of a stream that are offered to its browser while its reader waits: none overtakes another."""

import asyncio

import pytest

from services.web.lobby import Lobby, Streams
from services.web.tunnel import Asked, Listener, Told
from tests.web.gateway import NO_HOMES


class Tunnel:
    """One that a test speaks through; it is its own tunnels."""

    listener: Listener

    async def next(self) -> "Tunnel":
        return self

    def begin(self, listener: Listener) -> int:
        self.listener = listener
        return 1

    def taken(self, call: int, size: int) -> None:
        self.told = (call, size)

    def leave(self, call: int) -> None:
        self.left = call


async def test_what_comes_goes_straight_on_only_while_the_reader_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    lobby, tunnel, passed = Lobby([], Streams(1), NO_HOMES), Tunnel(), list[bytes]()
    monkeypatch.setattr(lobby, "_tunnels", tunnel)
    ready = True

    def take(message: bytes) -> bool:
        if ready:
            passed.append(message)
        return ready

    async with lobby.watch(Asked("/x", b"", Told("", "", "")), None) as stream:
        stream.offer(take)
        tunnel.listener.answer(b"nobody asks yet")
        assert await stream.next() == b"nobody asks yet"
        tunnel.listener.answer(b"the reader is at the one before")
        assert await stream.next() == b"the reader is at the one before"
        waiting = asyncio.create_task(stream.next())
        await asyncio.sleep(0)
        tunnel.listener.answer(b"straight on")
        tunnel.listener.answer(b"x" * 40_000)
        assert passed == [b"straight on", b"x" * 40_000]
        assert tunnel.told == (1, sum(map(len, (*passed, b"nobody asks yet", b"the reader is at the one before"))))
        ready = False
        tunnel.listener.answer(b"too much for now")
        ready = True
        tunnel.listener.answer(b"after it")
        assert await waiting == b"too much for now"
        assert await stream.next() == b"after it"
        assert len(passed) == 2
    assert tunnel.left == 1

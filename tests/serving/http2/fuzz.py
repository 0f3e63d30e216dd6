"""`python -m tests.serving.http2.fuzz --frames N`: frames of all sorts at our HTTP/2, right and wrong, whole or not.

Whatever comes, the server says nothing that h2 would refuse to read as frames, holds no more than it may, and does not
fail; what ends a connection is followed by a new one. The same seed says the same.
"""

import argparse
import asyncio
import resource
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from services.serving.http2 import frames
from services.serving.http2.frames import ErrorCode, frame
from services.serving.http2.messages import framed
from services.serving.http2.stream import WINDOW
from services.serving.http2.wire import MOST_HELD_BYTES
from services.serving.limits import Limits
from tests.serving.http2.client import ECHO, HUGE, WAIT, Client, of

MOST_A_CONNECTION = 500
LIMITS = Limits(concurrent_streams=20, receive_bytes=20_000, metadata_bytes=4_000, least_ping_interval=0.0)


@dataclass
class Fuzzed:
    """What was said, and how connections ended."""

    frames: int = 0
    calls: int = 0
    connections: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    grown_bytes: int = 0

    def __str__(self) -> str:
        ends = ", ".join(f"{name} {number}" for name, number in sorted(self.ends.items()))
        return (
            f"{self.frames:,} frames, {self.calls:,} calls, {self.connections:,} connections; ended: {ends}; "
            f"memory grew by {self.grown_bytes >> 20} MiB"
        )


class Speaker:
    """Says frames at random."""

    def __init__(self, random: Random, client: Client) -> None:
        self._random, self._client = random, client
        # Who breaks no rule of connections gets further.
        self._wild = random.random() < 0.5
        self._next = 1
        self.calls = 0

    def frame(self) -> bytes:
        """One frame, or the few of one head."""
        random = self._random
        if self._next == 1 and not self._wild:
            return self._open()
        kind = random.choices(
            ("open", "message", "data", "end", "window", "reset", "settings", "ping", "any", "broken"),
            (20, 25, 10, 10, 12, 6, 4, 4, *((3, 1) if self._wild else (0, 0))),
        )[0]
        return bytes(getattr(self, f"_{kind}")())

    def _stream(self) -> int:
        if self._wild and self._random.random() < 0.02:
            return 0
        # Mostly of the newest, which are under way.
        least = max(1, self._next - 16) if self._random.random() < 0.9 else 1
        return self._random.randrange(least, max(2, self._next), 2)

    def _open(self) -> bytes:
        stream, self._next = self._next, self._next + 2
        self.calls += 1
        path = self._random.choice((ECHO, ECHO, ECHO, WAIT, HUGE, "/galaxy.test/Nothing"))
        besides = [("name", "x" * self._random.randrange(50))] if self._random.random() < 0.2 else []
        return self._client.open(stream, path, *besides)

    def _message(self) -> bytes:
        content = framed(self._random.randbytes(self._random.randrange(200)))
        return frame(frames.DATA, 0, self._stream(), content)

    def _data(self) -> bytes:
        content = self._random.randbytes(self._random.randrange(40))
        flags = self._random.choice((0, frames.PADDED, frames.END_STREAM))
        if flags == frames.PADDED and not self._wild:
            content = b"\1" + content + b"\0"
        return frame(frames.DATA, flags, self._stream(), content)

    def _end(self) -> bytes:
        return frame(frames.DATA, frames.END_STREAM, self._stream())

    def _window(self) -> bytes:
        return frames.window_update(self._random.choice((0, self._stream())), self._random.choice((1, 5_000, 70_000)))

    def _reset(self) -> bytes:
        return frames.rst_stream(self._stream(), ErrorCode.CANCEL)

    def _settings(self) -> bytes:
        return frames.settings({frames.INITIAL_WINDOW_SIZE: self._random.randrange(100_000)})

    def _ping(self) -> bytes:
        return frame(frames.PING, self._random.choice((0, frames.ACK)), 0, self._random.randbytes(8))

    def _any(self) -> bytes:
        random = self._random
        content = random.randbytes(random.choice((0, 1, 4, 5, 6, 8, random.randrange(60))))
        return frame(random.randrange(12), random.randrange(256), self._stream(), content)

    def _broken(self) -> bytes:
        said = bytearray(self._message())
        said[self._random.randrange(len(said))] ^= 1 << self._random.randrange(8)
        return bytes(said)


async def fuzz(most: int, seed: int) -> Fuzzed:
    """Say so many frames. Raises `AssertionError` for whatever is not as it should be."""
    random, found, before = Random(seed), Fuzzed(), _most_bytes()
    while found.frames < most:
        await _connection(random, found, min(MOST_A_CONNECTION, most - found.frames))
        found.grown_bytes = _most_bytes() - before
    return found


def _most_bytes() -> int:
    """The most that this process has ever had in memory."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


async def _connection(random: Random, found: Fuzzed, most: int) -> None:
    client = Client(LIMITS)
    speaker = Speaker(random, client)
    found.connections += 1
    said, rest = 0, b""
    while said < most and not client.transport.closed:
        together = random.randrange(1, 12)
        rest += b"".join([speaker.frame() for _ in range(together)])
        said += together
        cut = random.randrange(len(rest) + 1) if random.random() < 0.3 else len(rest)
        client.connection._control_since -= 1.0  # time passes: floods have tests of their own
        heard = await client.say(rest[:cut])
        rest = rest[cut:]
        assert 0 <= client.connection._held <= MOST_HELD_BYTES
        for stream in client.connection._streams.values():
            assert stream.window_in + stream._received == WINDOW
        for gone in of(heard, frames.GOAWAY):
            found.ends[ErrorCode(gone.code).name] += 1
    client.connection.connection_lost(None)
    await client.hear()
    assert client.handlers.waiting == 0
    assert not client.connection.open
    assert client.connection._held == 0
    found.frames += said
    found.calls += speaker.calls


def main() -> None:
    """Read the command line, speak, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.serving.http2.fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(asyncio.run(fuzz(given.frames, given.seed)))  # noqa: T201 - a command


if __name__ == "__main__":
    main()

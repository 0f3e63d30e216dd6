"""Serves streams as server-sent events, for clients that have neither gRPC nor Connect.

`GET /events/WatchTable?tableId=...` has the fields of the call's request as parameters. Each event holds an answer
in JSON; heartbeats are comments. The event `end` says how the stream ended, as the last message of a Connect stream
does. An event's id is a position: a client that sends it as `Last-Event-ID` goes on after that event.
"""

import asyncio
import json
import re
from collections.abc import Mapping
from typing import TypeAlias
from urllib.parse import parse_qsl

from connectrpc._protocol import ConnectWireError  # the version is pinned; an error is written in one way
from connectrpc.code import Code
from connectrpc.errors import ConnectError
from google.protobuf.descriptor import FieldDescriptor

from galaxytables.lobby.v1 import play_pb2
from galaxytables_serving.errors import MalformedRequestError, free_frames
from galaxytables_web.asgi import Header, Receive, Scope, Send, header
from galaxytables_web.callers import hops_of
from galaxytables_web.calls import Call
from galaxytables_web.disconnects import Caller
from galaxytables_web.ends import Ends, figures_of
from galaxytables_web.errors import NotARequestError, UnknownCallError, UnknownFieldsError
from galaxytables_web.lobby import Stream
from galaxytables_web.passing import STRICT, UNKNOWN_FIELDS, Passage
from galaxytables_web.refusals import refuse
from galaxytables_web.transcoding import from_json, to_json
from galaxytables_web.tunnel import CallerMetadata

PREFIX = "/events/"
STREAMS = ("WatchTable", "WatchMyTables", "WatchTables")
"""The calls that are offered so."""

_MAX_PARAMETERS = 32
_MAX_QUERY_BYTES = 4096
_POSITION = re.compile(r"(\d{1,18})-(\d{1,18})")
_BOOLS: Mapping[str, bool] = {"true": True, "false": False}
# How long a client waits before it connects again.
_RETRY = b"retry: 1000\n\n"
_HEADERS: tuple[Header, ...] = (
    (b"content-type", b"text/event-stream"),
    # Proxies may hold back what they could compress or collect.
    (b"x-accel-buffering", b"no"),
)
_BODY, _START = "http.response.body", "http.response.start"

_Values: TypeAlias = dict[str, str | bool]


class Events:
    """An ASGI application that answers `GET /events/<call>`."""

    def __init__(self, passage: Passage, calls: Mapping[str, Call]) -> None:
        self._passage = passage
        self._calls = {f"{PREFIX}{call.name}": call for call in calls.values() if call.name in STREAMS}
        self._ends = Ends(_MAX_QUERY_BYTES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a stream of events, or with the reason why there is none."""
        call = self._calls.get(scope["path"])
        if call is None:
            await refuse(send, UnknownCallError(scope["path"]), "")
        elif scope["method"] != "GET":
            why = NotARequestError(f"{scope['path']} is asked by GET")
            await refuse(send, why, "", status=405, headers=[(b"allow", b"GET")])
        else:
            await self._answer(call, scope, receive, send)

    async def _answer(self, call: Call, scope: Scope, receive: Receive, send: Send) -> None:
        figures = figures_of(call.service, call.name, streaming=True)
        began = figures.begin()
        error: ConnectError | None = ConnectError(Code.CANCELED, "Request was cancelled")
        caller, events = Caller(receive), _Written(send)
        try:
            await receive()  # a body, which GET does not have
            with caller.watched():
                request, unknown = await _request(call, scope)
                events.unknown = unknown
                async with self._passage.watch(call, request, _metadata(call, scope)) as stream:
                    await _write(events, call, stream)
            error = None
        except asyncio.CancelledError:
            if not caller.is_gone:
                raise
            return
        except Exception as failed:  # noqa: BLE001  # each is answered, or logged
            error = self._ends.safe_error(failed, call.path)
            free_frames(failed)
        finally:
            figures.end(began, error)
        await events.end(error)


class _Written:
    """The events of a stream, of which the first begins the answer."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._has_begun = False
        self.unknown: tuple[str, ...] = ()
        """Parameters that the call does not know."""

    async def write(self, event: bytes) -> None:
        if not self._has_begun:
            self._has_begun = True
            await self._send({"type": _START, "status": 200, "headers": [*_HEADERS, *self._named()]})
            event = _RETRY + event
        await self._send({"type": _BODY, "body": event, "more_body": True})

    async def end(self, error: ConnectError | None) -> None:
        """Send an event that says how the stream ended.

        If it failed before its first event, send an error response instead.
        """
        wire = None if error is None else ConnectWireError.from_exception(error)
        if wire is not None and not self._has_begun:
            headers = [(b"content-type", b"application/json"), *self._named()]
            await self._send({"type": _START, "status": wire.to_http_status().code, "headers": headers})
            await self._send({"type": _BODY, "body": wire.to_json_bytes()})
            return
        said = {} if wire is None else {"error": wire.to_dict()}
        await self.write(f"event: end\ndata: {json.dumps(said)}\n\n".encode())
        await self._send({"type": _BODY, "body": b""})

    def _named(self) -> list[Header]:
        return [(UNKNOWN_FIELDS.encode(), ", ".join(self.unknown).encode())] if self.unknown else []


async def _write(events: _Written, call: Call, stream: Stream) -> None:
    while (answer := await stream.next()) is not None:
        text = await to_json(call, answer)
        message = call.response.FromString(answer)
        if [field.name for field, _ in message.ListFields()] == ["now"]:
            await events.write(b": " + text + b"\n\n")
        else:
            await events.write(_position(message) + b"data: " + text + b"\n\n")


def _position(answer: object) -> bytes:
    """Return the id of an event: the numbers of a table's last event and message. Updates of tables alone have one."""
    if not isinstance(answer, play_pb2.WatchTableResponse):
        return b""
    return f"id: {answer.update.last_event}-{answer.update.last_message}\n".encode()


async def _request(call: Call, scope: Scope) -> tuple[bytes, tuple[str, ...]]:
    """Return the request, and the parameters that the call does not know.

    Raises `MalformedRequestError`, `FieldTooLargeError`, `UnknownFieldsError`.
    """
    query: bytes = scope["query_string"]
    if len(query) > _MAX_QUERY_BYTES:
        raise MalformedRequestError(scope["path"])
    try:
        pairs = parse_qsl(query.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MAX_PARAMETERS)
        position = header(scope, b"last-event-id").decode("ascii")
    except ValueError:
        raise MalformedRequestError(scope["path"]) from None
    fields = _read(call, pairs, scope["path"])
    fields.update(_following(call, position, scope["path"]))
    request, unknown = await from_json(call, json.dumps(fields).encode())
    if unknown and header(scope, STRICT.encode()) == b"1":
        raise UnknownFieldsError(scope["path"], ", ".join(unknown))
    return request, unknown


def _read(call: Call, pairs: list[tuple[str, str]], path: str) -> _Values:
    """Return the fields of a request from the parameters of a query. Raises `MalformedRequestError`."""
    fields: _Values = {}
    for name, value in pairs:
        field = call.kind.fields_by_camelcase_name.get(name) or call.kind.fields_by_name.get(name)
        key = name if field is None else field.json_name
        if key in fields:
            raise MalformedRequestError(path, name)
        if field is not None and field.type == FieldDescriptor.TYPE_BOOL:
            if value not in _BOOLS:
                raise MalformedRequestError(path, name)
            fields[key] = _BOOLS[value]
        else:
            fields[key] = value
    return fields


def _following(call: Call, position: str, path: str) -> _Values:
    """Return the fields of a request that goes on after a position. Raises `MalformedRequestError`."""
    if not position or "fromEvent" not in {field.json_name for field in call.kind.fields}:
        return {}
    found = _POSITION.fullmatch(position)
    if found is None:
        raise MalformedRequestError(path, "last-event-id")
    event, message = map(int, found.groups())
    return {"fromEvent": str(event + 1), "fromMessage": str(message + 1)}


def _metadata(call: Call, scope: Scope) -> CallerMetadata:
    """Return the caller's metadata. Raises `MalformedRequestError`."""
    token = header(scope, b"authorization").decode("latin-1")
    if not token.isascii() or not token.isprintable():
        raise MalformedRequestError(call.path)
    return CallerMetadata(token, hops_of(scope).decode("ascii"), "")

"""Converts JSON requests to binary and answers to JSON; binary messages stay as they are.

Views are `Any` messages, so their types must be known: those of this platform's games, and protobuf's well-known types.

A message of more than LONG bytes is converted in a thread, so that other calls need not wait for it.
"""

import asyncio
import json
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from google.protobuf import (  # noqa: F401  # JSON knows the types whose modules were imported
    any_pb2,
    duration_pb2,
    empty_pb2,
    field_mask_pb2,
    json_format,
    struct_pb2,
    timestamp_pb2,
    wrappers_pb2,
)
from google.protobuf.message import DecodeError

from galaxytables_serving.bounds import check_json
from galaxytables_serving.errors import MalformedRequestError
from galaxytables_web.calls import Call
from galaxytables_web.errors import NoJsonFormError
from galaxytables_web.json_fields import JsonValue, check_fields, unreadable_field

LONG = 16 * 1024

_T = TypeVar("_T")


class Json(bytes):
    """The bytes of a request that came in JSON; the type marks them as such."""

    __slots__ = ()


class Binary:
    """Connect's codec for binary protobuf. It passes the bytes through unchanged."""

    def name(self) -> str:
        """The codec's name in media types."""
        return "proto"

    def decode(self, data: bytes | bytearray, _kind: object) -> bytes:
        """Return a request unchanged."""
        return data if isinstance(data, bytes) else bytes(data)

    def encode(self, message: bytes) -> bytes:
        """Return an answer unchanged."""
        return message


class Text(Binary):
    """Connect's codec for JSON. It only marks requests as `Json`; they are converted later."""

    def name(self) -> str:
        """The codec's name in media types."""
        return "json"

    def decode(self, data: bytes | bytearray, _kind: object) -> bytes:
        """Return a request marked as `Json`."""
        return Json(data)


class FromJson(NamedTuple):
    """A request converted to binary, and the paths of the unknown JSON fields that were left out."""

    request: bytes
    unknown: tuple[str, ...]


async def from_json(call: Call, text: bytes) -> FromJson:
    """Convert a JSON request to binary.

    Raises `MalformedRequestError`, `FieldTooLargeError` and `UnknownValueError`.
    """

    def parse() -> FromJson:
        fields = _object(text)
        if fields is None:
            raise MalformedRequestError(call.path)
        try:
            check_json(call.kind, fields)
            unknown = check_fields(fields, call.request)
            request = json_format.ParseDict(fields, call.request(), ignore_unknown_fields=True)
            return FromJson(request.SerializeToString(), unknown)
        except (ValueError, json_format.ParseError, RecursionError):
            raise MalformedRequestError(call.path, unreadable_field(fields, call.request)) from None

    return await _aside(parse, len(text))


def _object(text: bytes) -> dict[str, JsonValue] | None:
    """Return the object that a text is in JSON; None if it is none."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


async def to_json(call: Call, data: bytes) -> bytes:
    """Convert an answer to JSON. Raises `NoJsonFormError`."""

    def say() -> bytes:
        try:
            return json_format.MessageToJson(call.response.FromString(data), indent=None).encode()
        except (json_format.Error, TypeError, DecodeError):
            raise NoJsonFormError(call.path) from None

    return await _aside(say, len(data))


async def _aside(work: Callable[[], _T], size: int) -> _T:
    return work() if size <= LONG else await asyncio.to_thread(work)

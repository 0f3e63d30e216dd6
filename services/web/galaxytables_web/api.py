"""Serves the lobby's calls over Connect and gRPC-Web.

Requests that neither protocol accepts are refused here, with a reason. The library `connectrpc` handles all other
requests, and its errors get a reason too.
"""

import re
from collections.abc import Mapping
from functools import cache

from connectrpc.compression.gzip import GzipCompression
from connectrpc.server import ConnectASGIApplication

from galaxytables_serving import GalaxyError
from galaxytables_serving.bounds import bounds_of
from galaxytables_web.asgi import Receive, Scope, Send, header
from galaxytables_web.binary import BinaryCall, is_binary
from galaxytables_web.callers import hops_of
from galaxytables_web.calls import Call
from galaxytables_web.compressing import GZIP_LEVEL, compressing, takes_gzip
from galaxytables_web.ends import Ends, freeing_frames
from galaxytables_web.errors import NotARequestError, UnknownCallError
from galaxytables_web.lobby import FORWARDED, Streams
from galaxytables_web.passing import Passage
from galaxytables_web.refusals import refuse
from galaxytables_web.transcoding import Binary, Text

# What Connect and gRPC-Web read of a request's head; the rest is nobody's business.
_KEPT = frozenset(
    {
        *(b"authorization", b"content-encoding", b"content-type"),
        *(b"connect-accept-encoding", b"connect-content-encoding", b"connect-protocol-version", b"connect-timeout-ms"),
        *(b"galaxytables-strict", b"grpc-accept-encoding", b"grpc-encoding", b"grpc-timeout", b"traceparent"),
    }
)
_FORWARDED = FORWARDED.encode()
_PRINTABLE = re.compile(rb"[\x20-\x7e]*")
_UNARY = frozenset({"application/proto", "application/json"})
_STREAMING = frozenset({"application/connect+proto", "application/connect+json"})
_GRPC_WEB = frozenset({"application/grpc-web", "application/grpc-web+proto", "application/grpc-web+json"})
_FORMS = {
    b"connect-protocol-version": re.compile(rb"1"),
    b"connect-timeout-ms": re.compile(rb"\d{1,10}"),
    b"grpc-timeout": re.compile(rb"\d{1,8}[HMSmun]"),
}
_ENCODING = re.compile(rb"(?:^|&)encoding=(?:proto|json)(?:&|$)")


class Api:
    """An ASGI application that answers every public call of the lobby."""

    def __init__(self, passage: Passage, streams: Streams, calls: Mapping[str, Call], *, receive_bytes: int) -> None:
        """A request has at most `receive_bytes`, and the bounds of its proto."""
        self._calls = calls
        self._streams = streams
        self._receive_bytes = receive_bytes
        endpoints = passage.endpoints(calls)

        def connect(max_bytes: int) -> _Connect:
            return _Connect(
                service=None,
                endpoints=lambda _: endpoints,
                interceptors=[Ends(max_bytes)],
                read_max_bytes=max_bytes,
                compressions=[GzipCompression(GZIP_LEVEL)],
                codecs=[Binary(), Text()],
            )

        # The library has one bound for all calls of an application.
        self._connect = cache(connect)
        self._binary = {
            path: BinaryCall(call, passage.asking(call), Ends(bound), bound)
            for path, call in calls.items()
            if not call.streaming and (bound := min(bounds_of(call.kind).max_size, receive_bytes))
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with a call's answer, or with the reason why there is none."""
        content_type = header(scope, b"content-type").partition(b";")[0].strip().lower().decode("ascii", "replace")
        call = self._calls.get(scope["path"])
        if call is None:
            await refuse(send, UnknownCallError(scope["path"]), content_type)
            return
        allowed = ("GET", "POST") if call.reads and not call.streaming else ("POST",)
        if scope["method"] not in allowed:
            allow = (b"allow", ", ".join(allowed).encode())
            why = NotARequestError(f"{call.name} is called by {' or '.join(allowed)}")
            await refuse(send, why, content_type, status=405, headers=[allow])
            return
        fits = scope["method"] == "GET" or content_type in (_STREAMING if call.streaming else _UNARY) | _GRPC_WEB
        if not fits:
            kind = "a stream" if call.streaming else "no stream"
            why = NotARequestError(f"{call.name} is {kind}, and cannot be asked in this content-type")
            await refuse(send, why, content_type, status=415)
            return
        try:
            kept = _kept(scope, content_type)
            if call.streaming:
                self._streams.require_room()
        except GalaxyError as error:
            await refuse(send, error, content_type)
            return
        if not call.streaming and content_type not in _GRPC_WEB:
            send = compressing(send, takes=takes_gzip(scope))
            head = dict(kept)
            if is_binary(scope["method"], content_type, head):
                await self._binary[call.path](head, receive, send)
                return
        bounds = bounds_of(call.kind)
        max_bytes = bounds.max_json_size if content_type.endswith("json") else bounds.max_size
        application = self._connect(min(max_bytes, self._receive_bytes))
        with freeing_frames():
            await application({**scope, "headers": kept}, receive, send)


class _Connect(ConnectASGIApplication[None]):
    """The application of `connectrpc`, at the root of the site."""

    @property
    def path(self) -> str:
        return "/"


def _kept(scope: Scope, content_type: str) -> list[tuple[bytes, bytes]]:
    """Return the headers that `connectrpc` gets. Raises `NotARequestError`."""
    kept = [(_FORWARDED, hops_of(scope))]
    get = scope["method"] == "GET"
    for name, value in scope["headers"]:
        if name not in _KEPT or (get and name == b"content-type"):
            continue
        if _PRINTABLE.fullmatch(value) is None:
            raise NotARequestError(f"its header {name.decode()} has bytes that are not printable ASCII")
        if name in _FORMS and _FORMS[name].fullmatch(value) is None:
            raise NotARequestError(f"its header {name.decode()} makes no sense")
        kept.append((name, content_type.encode() if name == b"content-type" else value))
    if _PRINTABLE.fullmatch(scope["query_string"]) is None:
        raise NotARequestError("its query has bytes that are not printable ASCII")
    if get and _ENCODING.search(scope["query_string"]) is None:
        raise NotARequestError("its query has neither encoding=proto nor encoding=json")
    return kept

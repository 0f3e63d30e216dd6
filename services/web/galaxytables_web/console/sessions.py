"""Signs operators in and out, and keeps the token of a session in a cookie.

The cookie is `HttpOnly`, so no script can read it, and `SameSite=Strict`, so no other site can send it. Ports do not
part sites: so a request with the cookie must also say that it comes from this very origin (`is_own`).
"""

from http.cookies import CookieError, SimpleCookie
from typing import Annotated, TypeVar
from urllib.parse import urlsplit

import msgspec
from connectrpc.errors import ConnectError
from google.protobuf.message import Message

from galaxytables.admin.v1 import admin_pb2
from galaxytables_serving import GalaxyError
from galaxytables_serving.errors import RequestTooLargeError
from galaxytables_web.asgi import Header, Receive, Scope, Send, answer, header
from galaxytables_web.callers import hops_of
from galaxytables_web.console.errors import SecretNotTakenError
from galaxytables_web.console.upstream import SERVICE, AdminService
from galaxytables_web.errors import NotARequestError
from galaxytables_web.refusals import refuse, refuse_with
from galaxytables_web.tunnel import CallerMetadata, ProxiedCall

PREFIX = "/session/"
SIGN_IN_PATH = "/sign-in"
"""The page to which the provider leads back."""

SIGN_IN_SECONDS = 600
_MAX_BYTES = 16 * 1024
_SECONDS = 20.0
_JSON: Header = (b"content-type", b"application/json")
_UNSTORED: Header = (b"cache-control", b"no-store")

_Text = Annotated[str, msgspec.Meta(max_length=4_096)]
T = TypeVar("T")
Q = TypeVar("Q", bound=Message)


class _Completed(msgspec.Struct):
    """What the provider sent back."""

    state: _Text
    code: _Text
    iss: _Text = ""


class _Secret(msgspec.Struct):
    """An operator's own secret."""

    secret: Annotated[str, msgspec.Meta(max_length=1_024, pattern=r"^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$")]


class Sessions:
    """An ASGI application: `/session/begin`, `/session/complete`, `/session/secret` and `/session/end`, all by POST."""

    def __init__(self, admin: AdminService, address: str, *, takes_secrets: bool) -> None:
        """`address` is where the console is for the public; `takes_secrets` says whether a secret opens it."""
        self._admin = admin
        self._address = address
        self._takes_secrets = takes_secrets
        secure = address.startswith("https://")
        # Browsers let no other host, and nothing without TLS, set a cookie of this name.
        prefix = "__Host-" if secure else ""
        self._session, self._pending = f"{prefix}galaxytables-console", f"{prefix}galaxytables-sign-in"
        self._attributes = f"; Path=/; HttpOnly; SameSite=Strict{'; Secure' if secure else ''}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Begin, complete or end a session."""
        parts = {"begin": self._begin, "complete": self._complete, "secret": self._by_secret, "end": self._end}
        part = parts.get(scope["path"].removeprefix(PREFIX))
        if part is None or scope["method"] != "POST":
            await answer(send, 404 if part is None else 405, [_UNSTORED])
            return
        try:
            headers, body = await part(scope, await _read(receive))
        except GalaxyError as error:
            await refuse(send, error, "", headers=[_UNSTORED])
        except ConnectError as error:
            await refuse_with(send, error, headers=[_UNSTORED])
        else:
            await answer(send, 200, [_JSON, _UNSTORED, *headers], msgspec.json.encode(body))

    def authorization(self, scope: Scope) -> bytes:
        """Return the value of the header `authorization` for a request's session; empty if it has none."""
        token = self._cookie(scope, self._session)
        return f"Bearer {token}".encode() if token else b""

    async def _begin(self, scope: Scope, _: bytes) -> tuple[list[Header], object]:
        redirect = f"{self._address or 'http://' + header(scope, b'host').decode('latin-1')}{SIGN_IN_PATH}"
        begun = await self._ask(
            scope, admin_pb2.BeginSignInRequest(redirect_address=redirect), admin_pb2.BeginSignInResponse
        )
        pending = self._set(self._pending, begun.sign_in_secret, SIGN_IN_SECONDS)
        return [pending], {"address": begun.authorization_address}

    async def _complete(self, scope: Scope, body: bytes) -> tuple[list[Header], object]:
        given = _decoded(body, _Completed)
        request = admin_pb2.CompleteSignInRequest(
            state=given.state,
            code=given.code,
            issuer=given.iss,
            sign_in_secret=self._cookie(scope, self._pending),
        )
        made = await self._ask(scope, request, admin_pb2.CompleteSignInResponse)
        return [self._kept(made.session_token), self._set(self._pending, "", 0)], {}

    async def _by_secret(self, scope: Scope, body: bytes) -> tuple[list[Header], object]:
        if not self._takes_secrets:
            raise SecretNotTakenError
        made = await self._ask(
            scope,
            admin_pb2.CreateSessionRequest(),
            admin_pb2.CreateSessionResponse,
            authorization=f"Bearer {_decoded(body, _Secret).secret}",
        )
        return [self._kept(made.session_token)], {}

    async def _end(self, scope: Scope, _: bytes) -> tuple[list[Header], object]:
        authorization = self.authorization(scope).decode()
        if authorization:
            await self._ask(
                scope, admin_pb2.EndSessionRequest(), admin_pb2.EndSessionResponse, authorization=authorization
            )
        return [self._set(self._session, "", 0)], {}

    async def _ask(self, scope: Scope, request: Message, kind: type[Q], authorization: str = "") -> Q:
        (method,) = (each for each in SERVICE.methods if each.input_type is request.DESCRIPTOR)
        caller = CallerMetadata(authorization, hops_of(scope).decode("ascii"), "")
        path = f"/{SERVICE.full_name}/{method.name}"
        return kind.FromString(await self._admin.ask(ProxiedCall(path, request.SerializeToString(), caller), _SECONDS))

    def _kept(self, token: str) -> Header:
        # Without an age: when the session ends `AdminService` decides by the store's time, and this clock may be wrong.
        return (b"set-cookie", f"{self._session}={token}{self._attributes}".encode())

    def _set(self, name: str, value: str, seconds: int) -> Header:
        return (b"set-cookie", f"{name}={value}; Max-Age={seconds}{self._attributes}".encode())

    def _cookie(self, scope: Scope, name: str) -> str:
        try:
            found = SimpleCookie(header(scope, b"cookie").decode("latin-1")).get(name)
        except CookieError:
            return ""
        return "" if found is None or not found.value.isascii() or not found.value.isprintable() else found.value


def is_own(scope: Scope) -> bool:
    """Return whether a request comes from the console's own page: browsers say so, and no page can change that."""
    site, origin = header(scope, b"sec-fetch-site"), header(scope, b"origin").decode("latin-1")
    if site:
        return site == b"same-origin"
    # An old browser, or none.
    return urlsplit(origin).netloc == header(scope, b"host").decode("latin-1")


def _decoded(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError:
        raise NotARequestError("its JSON is not that of a session") from None


async def _read(receive: Receive) -> bytes:
    """Read the body of a request. Raises `RequestTooLargeError`."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > _MAX_BYTES:
            raise RequestTooLargeError(_MAX_BYTES)
        if not message.get("more_body", False):
            return bytes(body)

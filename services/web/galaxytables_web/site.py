"""The site: routes requests to calls, events, page and health, and sets CORS headers."""

from collections.abc import Awaitable, Callable, Collection
from functools import cache, partial

from prometheus_client import Counter

from galaxytables_web.api import Api
from galaxytables_web.asgi import Header, Message, Receive, Scope, Send, answer, header
from galaxytables_web.boards import Boards, is_of_boards
from galaxytables_web.documentation import PREFIX as DOCS
from galaxytables_web.documentation import Documentation
from galaxytables_web.events import PREFIX as EVENTS
from galaxytables_web.events import Events
from galaxytables_web.metrics import REQUESTS
from galaxytables_web.openapi import PATH as OPENAPI
from galaxytables_web.openapi import OpenApi
from galaxytables_web.page import Page
from galaxytables_web.settings import ANY_ORIGIN
from galaxytables_web.shared_games import PREFIX, SharedGames
from galaxytables_web.stop_email import PATH as STOP_EMAIL
from galaxytables_web.stop_email import StopEmail

HEALTH = "/health"

_PREFLIGHT: tuple[Header, ...] = (
    (
        b"access-control-allow-headers",
        (
            b"authorization, connect-accept-encoding, connect-content-encoding, connect-protocol-version, "
            b"connect-timeout-ms, content-encoding, content-type, galaxytables-strict, grpc-accept-encoding, "
            b"grpc-encoding, grpc-timeout, last-event-id, traceparent, x-grpc-web, x-user-agent"
        ),
    ),
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-max-age", b"7200"),
)
_MAY_BE_READ = (
    b"connect-content-encoding, content-encoding, "
    b"galaxytables-unknown-fields, grpc-message, grpc-status, grpc-status-details-bin"
)
# Answers to GETs without a token are the same for all, and change seldom (games, cards, words).
_FOR_ALL, _FOR_NOBODY_ELSE = b"public, max-age=60", b"no-store"
_CLOSE: Header = (b"connection", b"close")
_NOSNIFF: Header = (b"x-content-type-options", b"nosniff")
_OK = 200


class Site:
    """The gateway's ASGI application: calls, events, OpenAPI, page, boards, shared games, documentation, health."""

    def __init__(
        self,
        api: Api,
        events: Events,
        *,
        page: Page,
        boards: Boards,
        shared_games: SharedGames,
        stop_email: StopEmail,
        origins: Collection[str],
        documentation: Documentation,
        serves: Callable[[], bool],
    ) -> None:
        """`origins` are front ends on other origins that may call, or `*`."""
        self._api = api
        self._events = events
        self._page = page
        self._boards = boards
        self._shared_games = shared_games
        self._stop_email = stop_email
        self._documentation = documentation
        self._origins = origins
        self._serves = serves
        self._openapi = OpenApi()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request by the part that its path belongs to."""
        path = scope["path"]
        if path == HEALTH:
            serves = self._serves()
            headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
            body = b"serving\n" if serves else b"draining\n"
            await answer(send, 200 if serves else 503, headers, body)
        elif path.startswith("/galaxytables."):
            cached = scope["method"] == "GET" and not header(scope, b"authorization")
            await self._call(partial(self._api, scope, receive), scope, send, "call", cached=cached)
        elif path.startswith(EVENTS):
            await self._call(partial(self._events, scope, receive), scope, send, "events", cached=False)
        elif is_of_boards(path):
            await self._boards(scope, self._counted(send, "page"))
        elif path == OPENAPI:
            await self._openapi(scope, self._counted(send, "page"))
        elif path == STOP_EMAIL:
            await self._stop_email(scope, self._counted(send, "page"))
        elif path.startswith(PREFIX):
            await self._shared_games(scope, self._counted(send, "page"))
        elif path == DOCS.removesuffix("/"):
            await answer(self._counted(send, "page"), 308, [(b"location", DOCS.encode())])
        elif path.startswith(DOCS):
            await self._documentation(scope, self._counted(send, "page"))
        else:
            await self._page(scope, self._counted(send, "page"))

    async def _call(
        self, call: Callable[[Send], Awaitable[None]], scope: Scope, send: Send, kind: str, *, cached: bool
    ) -> None:
        allowed = self._cross_origin(header(scope, b"origin"))
        if scope["method"] == "OPTIONS":
            await answer(self._counted(send, "preflight"), 204, [*allowed, *(_PREFLIGHT if len(allowed) > 1 else ())])
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                cache = _FOR_ALL if cached and message["status"] == _OK else _FOR_NOBODY_ELSE
                headers = [(b"cache-control", cache), _NOSNIFF, *allowed]
                message = {**message, "headers": [*message["headers"], *headers]}
            await send(message)

        await call(self._counted(guarded, kind))

    def _counted(self, send: Send, kind: str) -> Send:
        """Count an answer. In a drain it closes its connection, so that the browser goes to another gateway."""

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                _requests(kind, message["status"]).inc()
                if not self._serves():
                    message = {**message, "headers": [*message["headers"], _CLOSE]}
            await send(message)

        return counted

    def _cross_origin(self, origin: bytes) -> list[Header]:
        """Return the CORS headers for an origin; none for origins that are not listed."""
        if not self._origins:
            return []
        allowed = ANY_ORIGIN in self._origins or origin.decode("ascii", "replace").lower() in self._origins
        if not origin or not allowed:
            return [(b"vary", b"origin")]
        return [
            (b"access-control-allow-origin", origin),
            (b"access-control-expose-headers", _MAY_BE_READ),
            (b"vary", b"origin"),
        ]


@cache
def _requests(kind: str, status: int) -> Counter:
    return REQUESTS.labels(kind, str(status))

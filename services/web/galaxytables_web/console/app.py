"""The console's ASGI application, and the server that serves it."""

import asyncio
from contextlib import AsyncExitStack
from ipaddress import ip_address
from urllib.parse import urlsplit

from galaxytables_serving import Address, Limits, open_channel
from galaxytables_serving.metrics import SERVING
from galaxytables_serving.tls import Credentials
from galaxytables_web.api import Api
from galaxytables_web.asgi import Message, Receive, Scope, Send, answer, header
from galaxytables_web.console.errors import ForeignRequestError
from galaxytables_web.console.sessions import PREFIX, Sessions, is_own
from galaxytables_web.console.settings import ConsoleSettings
from galaxytables_web.console.upstream import SERVICE, AdminService, admin_calls
from galaxytables_web.lobby import Streams
from galaxytables_web.page import Page
from galaxytables_web.passing import Passage
from galaxytables_web.refusals import refuse
from galaxytables_web.server import HttpServer
from galaxytables_web.site import HEALTH

# Of these the page never sees the answer: it has the token of a session.
_OF_SESSIONS = {"BeginSignIn", "CompleteSignIn", "CreateSession", "EndSession"}
_MAX_CONNECTIONS = 512
_PATIENCE_SECONDS = 30.0
_CALL_SECONDS = 60.0
_MISDIRECTED = 421


class Site:
    """The console's ASGI application: the page, sessions, the calls of `AdminService`, health."""

    def __init__(
        self, admin: AdminService, page: Page, settings: ConsoleSettings, limits: Limits, *, local: bool
    ) -> None:
        """`local` says whether the site listens to this machine only."""
        calls = {path: call for path, call in admin_calls().items() if call.name not in _OF_SESSIONS}
        self.serves = False
        self._page = page
        self._sessions = Sessions(admin, settings.address, takes_secrets=local)
        self._api = Api(Passage(admin, deadline=_CALL_SECONDS), Streams(0), calls, receive_bytes=limits.receive_bytes)
        self._host = urlsplit(settings.address).netloc

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request by the part that its path belongs to."""
        path = scope["path"]
        if path == HEALTH:
            headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
            await answer(send, 200 if self.serves else 503, headers, b"serving\n" if self.serves else b"draining\n")
        elif not self._is_here(scope):
            await answer(send, _MISDIRECTED, [(b"cache-control", b"no-store")])
        elif not path.startswith((PREFIX, f"/{SERVICE.full_name}/")):
            await self._page(scope, send)
        elif not is_own(scope) or scope["method"] != "POST":
            await refuse(send, ForeignRequestError(), "")
        elif path.startswith(PREFIX):
            await self._sessions(scope, receive, send)
        else:
            await self._api(self._with_session(scope), receive, _unstored(send))

    def _is_here(self, scope: Scope) -> bool:
        """Return whether a request names this console: a name that leads here by a trick of DNS is another's."""
        host = header(scope, b"host").decode("latin-1")
        name = urlsplit(f"//{host}").hostname or ""
        return host == self._host if self._host else name == "localhost" or is_loopback(name)

    def _with_session(self, scope: Scope) -> Scope:
        """Return a request with the token of its session in place of any other."""
        kept = [(name, value) for name, value in scope["headers"] if name not in {b"authorization", b"cookie"}]
        authorization = self._sessions.authorization(scope)
        return {**scope, "headers": [*kept, *([(b"authorization", authorization)] if authorization else [])]}


class Console:
    """The console. Call `start` to serve, and `stop` at the end."""

    def __init__(self, settings: ConsoleSettings, limits: Limits, tls: Credentials | None = None) -> None:
        """`tls` is for the port."""
        self._settings = settings
        self._limits = limits
        self._server = HttpServer(limits, max_connections=_MAX_CONNECTIONS, patience=_PATIENCE_SECONDS, tls=tls)
        self._open = AsyncExitStack()
        self._site: Site | None = None

    async def start(self, address: Address) -> int:
        """Listen at an address and serve. Returns the port. Raises `StartError`."""
        channel = await self._open.enter_async_context(open_channel(self._settings.admin, tls=self._settings.for_calls))
        page = Page(self._settings.page)
        await page.start()
        self._site = Site(AdminService(channel), page, self._settings, self._limits, local=is_loopback(address.host))
        port = await self._server.start(self._site, address)
        self._site.serves = True
        SERVING.set(1)
        return port

    async def stop(self) -> None:
        """Accept no new requests, let open ones finish, and close all connections."""
        SERVING.set(0)
        try:
            if self._site is not None:
                self._site.serves = False
            if self._limits.drain_delay:
                await asyncio.sleep(self._limits.drain_delay)
            self._server.stop_listening()
            await self._server.wait_for_requests(self._limits.drain)
        finally:
            await self._server.stop()
            await self._open.aclose()


def is_loopback(host: str) -> bool:
    """Return whether a host is a loopback IP address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _unstored(send: Send) -> Send:
    async def unstored(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
            message = {**message, "headers": [*message["headers"], *headers]}
        await send(message)

    return unstored

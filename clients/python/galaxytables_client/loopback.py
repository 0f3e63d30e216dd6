"""Waits on this machine for the browser that comes back from a provider's sign-in page (RFC 8252)."""

import asyncio
import threading
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

_HOST = "127.0.0.1"
_PATH = "/sign-in"
_SAID = "You can close this page, and go back to the program."
_READ_SECONDS = 10.0
# How long leaving the context may take.
_POLL_SECONDS = 0.1
_MAX_FIELDS = 32
_MAX_EARLY = 16


@dataclass(frozen=True, slots=True)
class Returned:
    """The values with which a browser came back from a sign-in page, for `Accounts.complete_sign_in`.

    If there is no code, `error` is the provider's word for the reason, such as `access_denied`; otherwise it is empty.
    """

    state: str
    code: str = ""
    issuer: str = ""
    error: str = ""


class Loopback:
    """An address on this machine to which a browser can come back, while the context is entered.

        with Loopback() as loopback:
            begun = await lobby.accounts.begin_sign_in("example", loopback.address)
            ...  # let the player open begun.authorization_address
            back = await loopback.back(begun.authorization_address)

    Only the response to this sign-in counts; it is recognised by the sign-in's `state`. Any other request to the
    address gets "not found".
    """

    def __init__(self, port: int = 0, *, said: str = _SAID) -> None:
        """Listen at a port; 0 means any free port. `said` is the page that the browser shows when it comes back.

        Raises `OSError` if the port is taken.
        """
        self._said = said
        self._awaited: dict[str, Future[Returned]] = {}
        # What came before anybody waited: a player who is signed in at the provider comes back at once.
        self._early: deque[str] = deque(maxlen=_MAX_EARLY)
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer((_HOST, port), _handler(self))

    def __enter__(self) -> Self:
        serve = partial(self._server.serve_forever, _POLL_SECONDS)
        threading.Thread(target=serve, name="sign-in", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        """Return the address on this machine to which the provider redirects the browser."""
        return f"http://{_HOST}:{self._server.server_port}{_PATH}"

    async def back(self, authorization_address: str) -> Returned:
        """Wait until the browser comes back from this page of the provider."""
        return await asyncio.wrap_future(self._future(authorization_address))

    def wait(self, authorization_address: str, seconds: float | None = None) -> Returned:
        """Wait as `back` does, but without `async`. Raises `TimeoutError` after this many seconds."""
        return self._future(authorization_address).result(seconds)

    def take(self, address: str) -> str | None:
        """Handle a browser's request to this address, and return the page to show.

        Returns None if the request does not belong to this sign-in.
        """
        if urlsplit(address).path != _PATH:
            return None
        with self._lock:
            if not self._awaited:
                self._early.append(address)
                return self._said
            return self._said if self._answers(address) else None

    def _future(self, authorization_address: str) -> Future[Returned]:
        with self._lock:
            future = self._awaited.setdefault(state_of(authorization_address), Future())
            while self._early:
                self._answers(self._early.popleft())
            return future

    def _answers(self, address: str) -> bool:
        """If an address belongs to a sign-in that somebody waits for, pass its values on. Returns whether it does."""
        for state, future in self._awaited.items():
            back = returned(address, state)
            if back is not None:
                if not future.done():
                    future.set_result(back)
                return True
        return False


def state_of(authorization_address: str) -> str:
    """Return the state that identifies a sign-in, as its authorization address contains it.

    Raises `ValueError` if there is none.
    """
    state = _only(parse_qs(urlsplit(authorization_address).query), "state")
    if not state:
        raise ValueError("The address has no state.")
    return state


def returned(address: str, state: str) -> Returned | None:
    """Return the values in an address to which a browser came back; None if they do not belong to this sign-in."""
    try:
        query = parse_qs(urlsplit(address.strip()).query, max_num_fields=_MAX_FIELDS)
    except ValueError:
        return None
    if not compare_digest(_only(query, "state").encode(), state.encode()):
        return None
    back = Returned(state, code=_only(query, "code"), issuer=_only(query, "iss"), error=_only(query, "error"))
    return back if back.code or back.error else None


def _only(query: dict[str, list[str]], name: str) -> str:
    """Return a parameter; empty if it is not there, or there more than once."""
    values = query.get(name, [])
    return values[0] if len(values) == 1 else ""


def _handler(loopback: Loopback) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = _READ_SECONDS

        def do_GET(self) -> None:
            said = loopback.take(self.path)
            content = (said or "").encode()
            self.send_response(HTTPStatus.NOT_FOUND if said is None else HTTPStatus.OK)
            for name, value in {
                "Content-Type": "text/plain; charset=utf-8",
                "Content-Length": str(len(content)),
                "Cache-Control": "no-store",
                "Referrer-Policy": "no-referrer",
                "X-Content-Type-Options": "nosniff",
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Write nothing: the address has the code."""

    return Handler

"""One-click unsubscribing from e-mail (RFC 8058): the address in the header `List-Unsubscribe`.

Only a POST unsubscribes. Programs that look at every link of a mail send GET, which leads to the page.
"""

import re
from urllib.parse import parse_qs

from connectrpc.code import Code
from connectrpc.errors import ConnectError

from galaxytables.lobby.v1 import notifications_pb2
from galaxytables_serving import GalaxyError
from galaxytables_web.asgi import Header, Scope, Send, answer
from galaxytables_web.callers import hops_of
from galaxytables_web.passing import Ask
from galaxytables_web.tunnel import CallerMetadata

PATH = "/stop-email"

_TOKEN = re.compile(r"[\w.-]{1,256}", re.ASCII)
_HEADERS: tuple[Header, ...] = ((b"cache-control", b"no-store"), (b"referrer-policy", b"no-referrer"))
_TEXT: Header = (b"content-type", b"text/plain; charset=utf-8")


class StopEmail:
    """An ASGI application that answers requests to the address by which people unsubscribe from e-mail."""

    def __init__(self, stop: Ask) -> None:
        """`stop` is the call `StopEmail`."""
        self._stop = stop

    async def __call__(self, scope: Scope, send: Send) -> None:
        """Answer GET, HEAD and POST."""
        token = parse_qs(scope["query_string"].decode("ascii", "replace")).get("token", [""])[0]
        if not _TOKEN.fullmatch(token):
            await answer(send, 404, [*_HEADERS, _TEXT], b"This link is not good.\n")
        elif scope["method"] in {"GET", "HEAD"}:
            await answer(send, 303, [*_HEADERS, (b"location", f"/#/stop-email/{token}".encode())])
        elif scope["method"] != "POST":
            await answer(send, 405, [*_HEADERS, (b"allow", b"GET, HEAD, POST")])
        else:
            status, body = await self._stopped(token, CallerMetadata("", hops_of(scope).decode("ascii"), ""))
            await answer(send, status, [*_HEADERS, _TEXT], body)

    async def _stopped(self, token: str, caller: CallerMetadata) -> tuple[int, bytes]:
        request = notifications_pb2.StopEmailRequest(link_token=token).SerializeToString()
        try:
            await self._stop(request, caller, None)
        except ConnectError as error:
            if error.code is Code.INVALID_ARGUMENT:
                return 404, b"This link is not good.\n"
            return 503, b"Try again later.\n"
        except GalaxyError:
            return 503, b"Try again later.\n"
        return 200, b"You get no more e-mail.\n"

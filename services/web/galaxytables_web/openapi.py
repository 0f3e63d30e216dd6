"""Serves `/openapi.json`, the OpenAPI description of the calls, to any site. `make reference` writes the file."""

from pathlib import Path

from galaxytables_web.asgi import Header, Scope, Send, answer
from galaxytables_web.page import File, give, read_file

PATH = "/openapi.json"
FILE = Path(__file__).with_name("openapi.json")

_HEADERS: tuple[Header, ...] = ((b"access-control-allow-origin", b"*"), (b"x-content-type-options", b"nosniff"))


class OpenApi:
    """An ASGI application that answers with the OpenAPI document."""

    def __init__(self) -> None:
        """Read the document from its file."""
        self._file: File = read_file(FILE.name, FILE)

    async def __call__(self, scope: Scope, send: Send) -> None:
        """Answer GET and HEAD with the document."""
        if scope["method"] in {"GET", "HEAD"}:
            await give(send, self._file, scope, _HEADERS)
        else:
            await answer(send, 405, [*_HEADERS, (b"allow", b"GET, HEAD")])

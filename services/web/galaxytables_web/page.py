"""Serves the page: the files that its build made, from memory. `/try` is the file `try.html`, if there is one.

Only files that were in the folder when it was read have a path here, so no path can lead outside the folder.
"""

import asyncio
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import structlog

from galaxytables_web.asgi import Header, Scope, Send, answer, header
from galaxytables_web.compressing import SHORT, takes_gzip

INDEX = "index.html"
MISSING = "The page is not there yet: it is served once it is built (`make web` builds it)."
# What other sites may do with our page, and what it may load: only from here, and nothing inline.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
GUARDS: tuple[Header, ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"referrer-policy", b"no-referrer"),  # an address may contain an invitation
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)

_HEAD_END = b"</head>"
_HASHED = re.compile(r"assets/.+-[\w-]{8,}\.\w+(?:\.map)?")
_FOR_EVER, _ASK_AGAIN = b"public, max-age=31536000, immutable", b"no-cache"
_PACKED = frozenset({"image/png", "image/jpeg", "image/webp", "font/woff2", "audio/mpeg", "audio/ogg", "audio/mp4"})
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}
_TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class File:
    """A file to serve, with its headers and compressed form."""

    body: bytes
    zipped: bytes
    """Its gzip form; empty if that is not smaller."""
    content_type: str
    tag: bytes
    for_ever: bool
    """Whether its name changes with its content, so browsers may keep it for ever."""


class Page:
    """An ASGI application that serves the files of the page's folder, and reads them again after a new build."""

    def __init__(self, folder: Path) -> None:
        """The folder may not exist yet."""
        self._folder = folder
        self._built = 0
        self._files: Mapping[str, File] = {}
        self._reading = asyncio.Lock()

    async def start(self) -> None:
        """Read the files of the folder; if there are none, log that."""
        await self._read_again()
        if not self._files:
            _log.warning("page_missing", folder=str(self._folder))

    async def __call__(self, scope: Scope, send: Send) -> None:
        """Answer GET and HEAD with the file of a path, or with `index.html` for addresses that the page handles."""
        if not await only_reads(scope, send):
            return
        name = scope["path"].removeprefix("/") or INDEX
        if name not in self._files and _is_a_place(name):
            name = f"{name}.html" if f"{name}.html" in self._files else INDEX
        if name.endswith(".html"):
            await self._read_again()
        file = self._files.get(name)
        if file is not None:
            await give(send, file, scope)
        elif name == INDEX:
            await say(send, 503, MISSING)
        else:
            await say(send, 404, "There is no such file.")

    async def give(self, scope: Scope, send: Send, head: bytes) -> None:
        """Answer with the page, with `head` inserted into the head of the HTML."""
        await self._read_again()
        file = self._files.get(INDEX)
        if file is None:
            await say(send, 503, MISSING)
        else:
            body = file.body.replace(_HEAD_END, head + _HEAD_END, 1)
            await give(send, replace(file, body=body, zipped=b"", tag=_tag(body)), scope)

    async def _read_again(self) -> None:
        async with self._reading:
            built = _built(self._folder)
            if built != self._built:
                self._files = await asyncio.to_thread(_read, self._folder)
                self._built = built


def _is_a_place(name: str) -> bool:
    """Return whether a path is an address of the page; paths of files have a dot."""
    return "." not in name and not name.startswith("assets/")


async def only_reads(scope: Scope, send: Send) -> bool:
    """Return whether a request is GET or HEAD. A request with another method is answered with an error here."""
    if scope["method"] in {"GET", "HEAD"}:
        return True
    await answer(send, 405, [*GUARDS, (b"allow", b"GET, HEAD")])
    return False


async def give(send: Send, file: File, scope: Scope, guards: Iterable[Header] = GUARDS) -> None:
    """Answer with a file, or with 304 if the browser's copy of it is current."""
    headers = [
        *guards,
        (b"cache-control", _FOR_EVER if file.for_ever else _ASK_AGAIN),
        (b"content-type", file.content_type.encode()),
        (b"etag", file.tag),
        (b"vary", b"accept-encoding"),
    ]
    tags = {tag.strip().removeprefix(b"W/") for tag in header(scope, b"if-none-match").split(b",")}
    if file.tag in tags or b"*" in tags:
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
    elif file.zipped and takes_gzip(scope):
        await answer(send, 200, [*headers, (b"content-encoding", b"gzip")], file.zipped)
    else:
        await answer(send, 200, headers, file.body)


async def say(send: Send, status: int, text: str) -> None:
    """Answer with a short text."""
    headers = [*GUARDS, (b"cache-control", b"no-store"), (b"content-type", b"text/plain; charset=utf-8")]
    await answer(send, status, headers, f"{text}\n".encode())


def _built(folder: Path) -> int:
    """Return the time of the build; 0 if there is none."""
    try:
        return (folder / INDEX).stat().st_mtime_ns
    except OSError:
        return 0


def _read(folder: Path) -> dict[str, File]:
    return files_in(folder) if (folder / INDEX).is_file() else {}


def files_in(folder: Path) -> dict[str, File]:
    """Read the files that `paths_in` finds in a folder, and return them by their paths in it. Raises `OSError`."""
    return {name: read_file(name, path) for name, path in paths_in(folder).items()}


def paths_in(folder: Path) -> dict[str, Path]:
    """Return the files of a folder by their paths in it. Hidden files, and links that lead outside, are left out."""
    top = folder.resolve()
    found = (path for path in sorted(top.rglob("*")) if path.is_file() and path.resolve().is_relative_to(top))
    return {name: path for path in found if not _is_hidden(name := path.relative_to(top).as_posix())}


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/"))


def read_file(name: str, path: Path) -> File:
    """Read a file; the ending of `name` gives its media type. Raises `OSError`."""
    return file_of(name, path.read_bytes())


def file_of(name: str, body: bytes) -> File:
    """Return a file with this content; the ending of `name` gives its media type."""
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    zipped = gzip.compress(body, mtime=0) if len(body) > SHORT and kind not in _PACKED else b""
    return File(
        body=body,
        zipped=zipped if len(zipped) < len(body) else b"",
        content_type=f"{kind}; charset=utf-8" if kind.startswith(_TEXTS) else kind,
        tag=_tag(body),
        for_ever=_HASHED.fullmatch(name) is not None,
    )


def _tag(body: bytes) -> bytes:
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'.encode()

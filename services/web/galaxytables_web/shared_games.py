"""Serves links to finished games: the page with metadata that messengers read, and a picture of the result.

Anybody can get both without a token. So only public tables whose game is over have them; they show names, points and
ranks. For every other table the answer is the plain page.
"""

import asyncio
import re
from collections import OrderedDict
from html import escape
from typing import Protocol

from connectrpc.errors import ConnectError

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_serving import GalaxyError
from galaxytables_web.asgi import Header, Scope, Send, answer
from galaxytables_web.callers import hops_of
from galaxytables_web.passing import Ask
from galaxytables_web.picture import HEIGHT, WIDTH, EndOfGame, Painter, Result
from galaxytables_web.tunnel import CallerMetadata

PREFIX = "/replay/"
PICTURE = ".png"

_TABLE = re.compile(r"[A-Za-z0-9]{1,32}")
_HOST = re.compile(r"[A-Za-z0-9.-]{1,255}(?::\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::\d{1,5})?")
_POINTS_COUNT = (game_pb2.END_REASON_UNSPECIFIED, game_pb2.END_REASON_PLAYED_OUT)
_MAX_KEPT = 256
"""How many pictures are kept, by their content."""
_PAINTED_AT_ONCE = 1
_CACHED: Header = (b"cache-control", b"public, max-age=600")
"""Ten minutes: a player who is erased must not stay in pictures."""
_NOSNIFF: Header = (b"x-content-type-options", b"nosniff")


class Page(Protocol):
    """The part of `galaxytables_web.page.Page` that is used here."""

    async def give(self, scope: Scope, send: Send, head: bytes) -> None:
        """Answer with the page, with `head` inserted into the head of the HTML."""


class SharedGames:
    """An ASGI application that answers links to finished games."""

    def __init__(self, table: Ask, view: Ask, games: Ask, page: Page, painter: Painter) -> None:
        self._table, self._view, self._games = table, view, games
        self._page = page
        self._painter = painter
        # Asked for each time: players in it may have been erased.
        self._pictures: OrderedDict[EndOfGame, bytes] = OrderedDict()
        self._painting = asyncio.Semaphore(_PAINTED_AT_ONCE)

    async def __call__(self, scope: Scope, send: Send) -> None:
        """Answer GET and HEAD with the page or the picture."""
        if scope["method"] not in {"GET", "HEAD"}:
            await answer(send, 405, [(b"allow", b"GET, HEAD")])
            return
        name = scope["path"].removeprefix(PREFIX)
        table = name.removesuffix(PICTURE)
        end = await self._end(table, scope) if _TABLE.fullmatch(table) else None
        if not name.endswith(PICTURE):
            await self._page.give(scope, send, b"" if end is None else _tags(end, table, _origin(scope)))
        elif end is None:
            await answer(send, 404, [_NOSNIFF, (b"cache-control", b"no-store")])
        else:
            headers = [_NOSNIFF, (b"content-type", b"image/png"), _CACHED]
            await answer(send, 200, headers, await self._picture(end))

    async def _end(self, table: str, scope: Scope) -> EndOfGame | None:
        """Return the end of a game; None if it is not over, not public, or unknown."""
        try:
            return await self._read_end(table, CallerMetadata("", hops_of(scope).decode("ascii"), ""))
        except (GalaxyError, ConnectError):
            return None

    async def _read_end(self, table_id: str, caller: CallerMetadata) -> EndOfGame:
        """Return the end of a game from the lobby. Raises `GalaxyError`, `ConnectError`."""
        request = tables_pb2.GetTableRequest(table_id=table_id).SerializeToString()
        table = tables_pb2.GetTableResponse.FromString(await self._table(request, caller, None)).table
        request = play_pb2.GetViewRequest(table_id=table_id).SerializeToString()
        update = play_pb2.GetViewResponse.FromString(await self._view(request, caller, None)).update
        listed = tables_pb2.ListGamesResponse.FromString(await self._games(b"", caller, None)).games
        title = next((each.description.title for each in listed if each.description.game == table.game), table.game)
        names = {seat.number: _name(seat) for seat in table.seats}
        counts = update.end_reason in _POINTS_COUNT
        results = [
            Result(
                seat=score.seat,
                name=names.get(score.seat, ""),
                won=score.rank == 1,
                points=score.total if counts else None,
                parts=tuple(part.points for part in score.parts),
            )
            for score in sorted(update.scores, key=lambda score: (score.rank, score.seat))
        ]
        return EndOfGame(title, table.name, tuple(results))

    async def _picture(self, end: EndOfGame) -> bytes:
        if end not in self._pictures:
            async with self._painting:
                painted = await asyncio.to_thread(self._painter.paint, end)
            self._pictures[end] = painted
            while len(self._pictures) > _MAX_KEPT:
                self._pictures.popitem(last=False)
            return painted
        return self._pictures[end]


def _name(seat: tables_pb2.Seat) -> str:
    """Return a player's name; for a bot, that of its persona, whose id is its English name, else its seat."""
    if seat.WhichOneof("occupant") == "bot":
        return seat.persona.replace("_", " ").title() or f"Bot {seat.number + 1}"
    return seat.player.name


def _tags(end: EndOfGame, table: str, origin: str) -> bytes:
    """Return the tags that messengers read: names and numbers, which need no translation."""
    properties = {
        "og:site_name": "Galaxy Tables",
        "og:type": "website",
        "og:title": end.headline,
        "og:description": f"{end.game} · {end.table}",
        "og:url": f"{origin}{PREFIX}{table}",
        "og:image": f"{origin}{PREFIX}{table}{PICTURE}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": end.headline,
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    # Players should not be found through search engines.
    named = {"twitter:card": "summary_large_image", "robots": "noindex"}
    tags += [f'<meta name="{name}" content="{value}" />' for name, value in named.items()]
    return "\n".join(tags).encode()


def _origin(scope: Scope) -> str:
    """Return the origin of this site for the browser, from its request or the proxy's headers."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    host = headers.get(b"host", "")
    forwarded = headers.get(b"x-forwarded-proto", "").partition(",")[0].strip().lower()
    scheme = forwarded or str(scope["scheme"])
    if _HOST.fullmatch(host) is None or scheme not in {"http", "https"}:
        return ""
    return f"{scheme}://{host}"

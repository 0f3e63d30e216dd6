"""Creates a gateway with all its parts."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial

from galaxytables_serving import Address, Limits, open_channel
from galaxytables_serving.files import connections_within
from galaxytables_serving.metrics import SERVING
from galaxytables_serving.settings import SettingError
from galaxytables_serving.tls import Credentials
from galaxytables_web.api import Api
from galaxytables_web.beats import Beats
from galaxytables_web.boards import Boards
from galaxytables_web.calls import public_calls
from galaxytables_web.documentation import Documentation
from galaxytables_web.events import Events
from galaxytables_web.homes import Homes
from galaxytables_web.lobby import Lobby, Streams
from galaxytables_web.page import Page
from galaxytables_web.passing import Passage
from galaxytables_web.picture import Painter
from galaxytables_web.server import HttpServer
from galaxytables_web.settings import WebSettings
from galaxytables_web.shared_games import SharedGames
from galaxytables_web.site import Site
from galaxytables_web.stop_email import StopEmail


class Gateway:
    """A gateway in front of a lobby. Call `start` to serve and `stop` to drain it."""

    def __init__(self, settings: WebSettings, limits: Limits, tls: Credentials | None = None) -> None:
        """`tls` is for the port. Raises `SettingError`."""
        self._settings = settings
        self._limits = limits
        self._streams = Streams(settings.max_streams)
        self._server = HttpServer(
            limits,
            max_connections=connections_within(settings.max_connections, "GALAXYTABLES_WEB_CONNECTIONS"),
            patience=settings.patience,
            tls=tls,
        )
        self._page = Page(settings.page)
        try:
            self._painter = Painter(settings.font)
        except OSError as error:
            raise SettingError(f"GALAXYTABLES_WEB_FONT: {settings.font} is no font: {error}") from None
        self._open = AsyncExitStack()
        self._serves = False

    async def start(self, address: Address) -> int:
        """Listen at an address and serve. Returns the port. Raises `StartError`."""
        tls = self._settings.for_calls
        channels = [
            # Channels to one address share a connection by default.
            await self._open.enter_async_context(open_channel(self._settings.lobby, shared=False, tls=tls))
            for _ in range(self._settings.connections)
        ]
        calls = public_calls()
        self.homes = Homes(channels, partial(open_channel, shared=False, tls=tls))
        self.homes.start()
        self._beats = Beats(channels)
        self._open.push_async_callback(self._beats.stop)
        self._open.push_async_callback(self.homes.close)
        lobby = Lobby(channels, self._streams, self.homes)
        self._open.push_async_callback(lobby.close)
        passage = Passage(lobby, deadline=self._settings.deadline)
        api = Api(passage, self._streams, calls, receive_bytes=self._limits.receive_bytes)
        await self._page.start()
        named = {call.name: passage.asking(call) for call in calls.values() if not call.streaming}
        shared_games = SharedGames(named["GetTable"], named["GetView"], named["ListGames"], self._page, self._painter)
        stop_email = StopEmail(named["StopEmail"])
        boards = Boards(self._settings.boards)
        await boards.start()
        documentation = Documentation(self._settings.docs)
        await documentation.start()
        site = Site(
            api,
            Events(passage, calls),
            page=self._page,
            stop_email=stop_email,
            boards=boards,
            shared_games=shared_games,
            documentation=documentation,
            origins=self._settings.origins,
            serves=lambda: self._serves,
        )
        await self._beats.start()
        port = await self._server.start(site, address)
        self._serves = True
        SERVING.set(1)
        return port

    async def stop(self) -> None:
        """Drain: report that in `/health`, accept no new requests, let open ones finish, end streams as DRAINING."""
        self._serves = False
        SERVING.set(0)
        try:
            if self._limits.drain_delay:
                await asyncio.sleep(self._limits.drain_delay)
            self._streams.draining = True
            self._server.stop_listening()
            await self._beats.stop()
            linger = min(self._limits.stream_linger, self._limits.drain)
            await self._server.wait_for_requests(linger)
            self._streams.end()
            await self._server.wait_for_requests(self._limits.drain - linger)
        finally:
            await self._server.stop()
            await self._open.aclose()

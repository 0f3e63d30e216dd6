"""Watches and plays at any number of tables over one `PlayMany` stream, which is reopened whenever it breaks."""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client.calls import Calls, name_change
from galaxytables_client.errors import ClientError
from galaxytables_client.home import Home
from galaxytables_client.homes import Homes
from galaxytables_client.line import Answered, Line, Listener, Submit, Watch
from galaxytables_client.resuming import Lost, OnLost, Resuming
from galaxytables_client.table_list import OVER
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import play_pb2_grpc

AVOID_SECONDS = 30.0
"""How many seconds a home is avoided after it could not be reached, or failed."""

_MAX_HOMES = 64


class PlayStream(Uncopied):
    """A play stream for many tables. Watches and choices go on when the connection is lost and opened again.

    A reopened stream sends each watch again; a watch that began with history continues after its last event. A choice
    without an answer is sent again under its request id. Callbacks run on the event loop and must not block; their
    exceptions go to the loop's exception handler.

    With `homes`, each table is watched and played at its home, over a further stream for each home. A table moves to
    that stream once the server has named the home and the home answers. If such a stream ends, its tables continue over
    the first stream. If the first stream breaks, all homes are left and everything continues over the stream that
    replaces it.
    """

    def __init__(
        self,
        calls: Calls,
        stub: "play_pb2_grpc.PlayServiceAsyncStub",
        on_lost: OnLost | None = None,
        homes: Homes | None = None,
    ) -> None:
        self._calls = calls
        self._on_lost = on_lost
        self._resuming = Resuming(calls.address, on_lost)
        self._first = Line(calls, stub, on_heard=self._heard, on_update=self._update_received)
        self._homes = homes
        # Homes that are reached or being connected, by address, and the lines to the homes of tables, by table.
        self._reached: dict[str, Home] = {}
        self._played_at: dict[str, Line] = {}
        # Until when a home is avoided.
        self._avoided: dict[str, float] = {}
        self._settled = asyncio.Event()
        self._settled.set()

    @property
    def is_open(self) -> bool:
        """Return whether the stream is open; requests wait while it is not."""
        return self._first.is_open

    @property
    def under_way(self) -> int:
        """Return the number of choices without an answer."""
        lines = [self._first, *(home.line for home in self._reached.values() if home.line is not None)]
        return sum(line.under_way for line in lines)

    def watch(self, request: play_pb2.WatchTableRequest, listener: Listener) -> Watch:
        """Watch a table, with a listener that is called with its updates.

        When the watch ends, the listener is called for the last time, with the last update or a `ClientError`.
        """
        watch = Watch(request, listener)
        self._first.watch(watch)
        return watch

    def unwatch(self, watch: Watch) -> None:
        """Stop watching a table. No further update of it is passed on."""
        if watch.line is not None:
            watch.line.unwatch(watch)

    def submit(self, request: play_pb2.SubmitChoiceRequest, answered: Answered) -> None:
        """Submit a choice; `answered` is called with the answer. A request without a request id gets one."""
        name_change(request)
        self._settled.clear()
        self._played_at.get(request.table_id, self._first).submit(Submit(request, answered))

    async def settled(self) -> None:
        """Wait until every submitted choice has an answer."""
        await self._settled.wait()

    async def run(self) -> None:
        """Keep the stream open until this coroutine is cancelled.

        Raises errors that are not temporary, such as an invalid token.
        """
        self._resuming = Resuming(self._calls.address, self._on_lost)
        while True:
            failure: ClientError | None = None
            try:
                await self._first.converse()
            except ClientError as error:
                failure = error
            finally:
                await asyncio.gather(*(home.close() for home in self._reached.values()))
            await self._resuming.wait(failure)

    def _heard(self) -> None:
        """Note that the first stream is open."""
        self._resuming.heard()
        self._settle()

    def _settle(self) -> None:
        if not self.under_way:
            self._settled.set()

    def _update_received(self, line: Line, watch: Watch, update: play_pb2.TableUpdate | ClientError) -> None:
        if isinstance(update, ClientError) or update.state in OVER:
            self._played_at.pop(watch.request.table_id, None)
        elif update.home and line is self._first:
            self._go_home(watch, update.home)
        watch.listener(update)

    def _go_home(self, watch: Watch, address: str) -> None:
        """Watch a table at its home, now or once the home is reached."""
        if self._homes is None or self._avoided.get(address, 0.0) > monotonic():
            return
        home = self._reached.get(address)
        if home is not None:
            home.waiting[watch] = None
            if home.line is not None:
                self._move(home)
        elif len(self._reached) < _MAX_HOMES:
            home = self._reached[address] = Home(
                address,
                self._homes,
                self._calls,
                on_heard=self._settle,
                on_update=self._update_received,
                on_reached=self._move,
                on_end=self._ended,
            )
            home.waiting[watch] = None

    def _move(self, home: Home) -> None:
        """Move the watches that wait for a home to it, unless they were unwatched."""
        waiting, home.waiting = home.waiting, {}
        for watch in waiting:
            if home.line is not None and self._first.unwatch(watch):
                home.line.watch(watch)
                self._played_at[watch.request.table_id] = home.line

    def _ended(self, home: Home, failure: ClientError | None) -> None:
        """Continue with all watches and choices of a home over the first stream."""
        del self._reached[home.address]
        self._avoided = {address: until for address, until in self._avoided.items() if until > monotonic()}
        if home.avoidable:
            self._avoided[home.address] = monotonic() + AVOID_SECONDS
        watches, submits = home.left()
        self._played_at = {table: line for table, line in self._played_at.items() if line is not home.line}
        if failure is not None and home.avoidable and self._on_lost is not None:
            self._on_lost(Lost(failure, 0.0, 0))
        self._first.take(watches, submits)

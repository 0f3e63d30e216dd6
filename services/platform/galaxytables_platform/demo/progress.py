"""Shows the progress of a demo in one line, which is rewritten on a terminal, else printed from time to time."""

import asyncio
import time
from types import TracebackType
from typing import Self

from galaxytables_platform.console import Console

_LIVE_SECONDS, _PLAIN_SECONDS = 0.2, 5.0


class Progress:
    """Counts tables and events, and shows the counts inside a `with` block."""

    def __init__(self, tables: int, console: Console) -> None:
        self._tables, self._console = tables, console
        self._playing = self._finished = self._failed = self._events = 0
        self._began = time.monotonic()
        self._shown = ""
        self._showing: asyncio.Task[None] | None = None

    def started(self) -> None:
        """Count a table that began."""
        self._playing += 1

    def happened(self, events: int) -> None:
        """Add to the number of events."""
        self._events += events

    def finished(self) -> None:
        """Count a table that ended."""
        self._playing -= 1
        self._finished += 1

    def failed(self) -> None:
        """Count a table that did not finish."""
        self._failed += 1

    def line(self) -> str:
        """Return the counts as a line of text."""
        failed = f", {self._failed} failed" if self._failed else ""
        return (
            f"{self._finished} of {self._tables} tables finished, {self._playing} playing{failed}, "
            f"{self._events} events"
        )

    async def __aenter__(self) -> Self:
        self._showing = asyncio.create_task(self._show())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._showing is not None:
            self._showing.cancel()
            await asyncio.gather(self._showing, return_exceptions=True)
        self._console.progress("")

    async def _show(self) -> None:
        while True:
            await asyncio.sleep(_LIVE_SECONDS if self._console.live else _PLAIN_SECONDS)
            line = self.line()
            if self._console.live or line != self._shown:
                self._console.progress(f"{line}, {time.monotonic() - self._began:.0f} s")
                self._shown = line

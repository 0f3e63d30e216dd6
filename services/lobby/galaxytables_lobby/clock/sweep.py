"""One sweep: takes overdue tables under a lease, acts at many of them at once, and ends the leases.

No table is removed from the store: if a worker dies, another takes its tables when the leases end. If acting at a table
fails (the rules service does not respond, for example), the lease is kept until it runs out, which spaces out the
attempts.
"""

import asyncio
import time
from contextlib import suppress

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.clock.connections import Connections
from galaxytables_lobby.clock.overdue import SHARE, DeadlineHandler
from galaxytables_lobby.metrics import DEADLINE_BACKLOG, DEADLINE_LATENESS, DEADLINES, SWEEP_SECONDS
from galaxytables_lobby.play.outages import Outages
from galaxytables_lobby.play.renewal import Renewal
from galaxytables_lobby.ports import Due
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError, tracing
from galaxytables_serving.tracing import NOT_TRACED, Side, Span, exemplar

_log = structlog.get_logger(__name__)

LEASE_MILLISECONDS = 10_000
# How many tables per shard one claim takes: few, so that several workers share a rush.
CLAIM = 8
# How many tables are acted at concurrently.
AT_ONCE = 64
# How long a table waits that has used up its share.
REST_MILLISECONDS = 1_000
# How long a stranded table waits; no clock runs there.
STRANDED_MILLISECONDS = 30_000
# A sweep that still finds work after this long leaves the rest to the next one.
MAX_SECONDS = 20.0


class Sweep:
    """Takes overdue tables under a lease and acts at them."""

    def __init__(self, tables: Tables, overdue: DeadlineHandler, outages: Outages) -> None:
        self._outages = outages
        self._tables = tables
        self._store = tables.store
        self._overdue = overdue
        self._room = asyncio.Semaphore(AT_ONCE)

    async def sweep(self, span: Span | None = None) -> int:
        """Act at all tables whose deadline has passed. Returns how many. Never raises because of a single table.

        If the sweep is traced, each table gets a trace of its own, since a sweep may find thousands of tables.
        """
        started = time.perf_counter()
        swept = 0
        try:
            while time.perf_counter() - started < MAX_SECONDS:
                await self._outages.beat()
                due, backlog = await self._store.claim(now=self._tables.now(), lease=LEASE_MILLISECONDS, limit=CLAIM)
                DEADLINE_BACKLOG.set(backlog)
                if not due:
                    break
                await asyncio.gather(*[self._act(each, span) for each in due])
                swept += len(due)
        except GalaxyError as error:
            _log.warning("sweep_delayed", reason=error.reason)
        SWEEP_SECONDS.observe(time.perf_counter() - started)
        return swept

    async def _act(self, due: Due, cause: Span | None) -> None:
        tracer = tracing.tracer()
        attributes = {"galaxytables.table": due.table_id}
        span = None if tracer is None else tracer.beginning("deadline", Side.INTERNAL, attributes, cause=cause)
        with NOT_TRACED if span is None else span:
            await self._act_traced(due, span)

    async def _act_traced(self, due: Due, span: Span | None) -> None:
        async with self._room:
            outcome = "failed"
            try:
                outcome = await self._act_or_raise(due, span)
            except errors.StrandedError:
                outcome = "stranded"
                await self._let_rest(due)
            except GalaxyError as error:
                _log.warning("deadline_delayed", table=due.table_id, reason=error.reason)
            except Exception:  # noqa: BLE001  # one table must not end the others
                _log.exception("deadline_failed", table=due.table_id)
            DEADLINES.labels(outcome).inc()
            if span is not None:
                span.note("galaxytables.outcome", outcome)

    async def _let_rest(self, due: Due) -> None:
        """Let a stranded table wait for a while: it needs an operator."""
        _log.debug("table_stranded", table=due.table_id)
        with suppress(GalaxyError):
            await self._store.rest(due.table_id, until=self._tables.now() + STRANDED_MILLISECONDS)

    async def _act_or_raise(self, due: Due, span: Span | None) -> str:
        try:
            acted = await self._overdue.act(due.table_id, span)
        except errors.NotFoundError:
            await self._store.forget_deadline(due.table_id)
            acted = 0
        if acted:
            DEADLINE_LATENESS.observe((self._tables.now() - due.deadline) / 1000, exemplar(span))
            _log.debug("deadline_acted_on", table=due.table_id, times=acted)
        if acted == SHARE:
            await self._store.rest(due.table_id, until=self._tables.now() + REST_MILLISECONDS)
        else:
            await self._store.release(due.table_id)
        return "acted" if acted else "settled"


def sweep_of(connections: Connections) -> Sweep:
    """Return a `Sweep` for a worker with these connections."""
    settings, store, games = connections.settings, connections.store, connections.games
    tables = Tables(store, renewal=Renewal(store, games), capacity=settings.cached_tables, clock=connections.clock)
    outages = Outages(tables)
    return Sweep(tables, DeadlineHandler(tables, games, outages.playable, max_silent=settings.max_silent), outages)

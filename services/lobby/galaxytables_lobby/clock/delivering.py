"""Sends the notices that are queued for the targets of players: browsers, e-mail addresses, webhooks.

A worker takes a target under a lease, and removes a notice only once the receiver has it. If the worker dies in
between, another sends the notice again, with the same id. If sending to a target fails, it is tried again for a day,
after growing pauses. Then all notices for the target are given up, and operators can see them.

The number of notices that are sent at the same time is limited. All receiving machines, the mail server among them,
share it (`SendingLimit`).
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from galaxytables_lobby.adapters.notifications.http import open_http
from galaxytables_lobby.adapters.notifications.mail import EmailSender
from galaxytables_lobby.adapters.notifications.push import PushSender
from galaxytables_lobby.adapters.notifications.sending import Message, Result, Sender
from galaxytables_lobby.adapters.notifications.webhooks import WebhookSender
from galaxytables_lobby.clock.connections import Connections
from galaxytables_lobby.clock.notifying import Notifier
from galaxytables_lobby.clock.sending_limit import SendingLimit
from galaxytables_lobby.clock.wording import Wording, notification_words
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.notices import DeadLetter, Kind, Notice, still_holds
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.domain.subscribers import CONFIRMATION, EMAIL, Subscriber, TargetState, Way, way_of
from galaxytables_lobby.domain.tournaments.notices import still_holds_in
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import (
    NOTIFICATION_LATENESS,
    NOTIFICATIONS,
    NOTIFICATIONS_AGE,
    NOTIFICATIONS_DEAD,
)
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.ports import Store
from galaxytables_lobby.tables.reading import ReadTables
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

LEASE_MILLISECONDS = 60_000
# How many targets per shard one claim takes.
CLAIM = 2
# How many targets are sent to at once; while there are as many, no more are claimed.
AT_ONCE = 256
# How many notices a target gets under one claim, and for how long: less than the lease by far.
_MAX_TOGETHER, _TARGET_SECONDS = 20, 20.0
# How many notices an e-mail has.
_MAX_BATCH = 100
_FIRST_PAUSE, _LONGEST_PAUSE = 5_000, 2 * 3600 * 1000
GIVEN_UP_MILLISECONDS = 24 * 3600 * 1000
# How often dead letters are counted.
COUNT_SECONDS = 15.0
# A task that still finds work after this long leaves the rest to the next one.
MAX_SECONDS = 20.0


class Deliverer:
    """Sends queued notices. Sending goes on between calls of `deliver`, until `close` is called."""

    def __init__(
        self,
        tables: ReadTables,
        senders: Mapping[Way, Sender],
        wording: Wording,
        directives: Directives,
        *,
        spread: Callable[[float, float], float] = random.uniform,
    ) -> None:
        """`senders` has a sender for each way of sending, such as e-mail, that this platform is set up for.

        `spread` returns a random number between two bounds, by which a pause is multiplied.
        """
        self._directives = directives
        self._tables = tables
        self._store = tables.store
        self._senders = senders
        self._wording = wording
        self._spread = spread
        self._sending: set[asyncio.Task[None]] = set()
        self._limit = SendingLimit(AT_ONCE)
        self._claiming = asyncio.Lock()
        self._counted = float("-inf")

    async def close(self) -> None:
        """Stop sending. Another worker later sends the notices again that no receiver has confirmed."""
        await end_tasks(list(self._sending))

    async def deliver(self, *, wait: bool = False) -> int:
        """Begin to send to all targets whose notices are due, and return how many targets these are.

        With `wait`, it returns only once everything was sent.

        Does nothing while an earlier call is running.
        """
        if self._claiming.locked():
            return 0
        begun, started = 0, time.perf_counter()
        async with self._claiming:
            try:
                await self._count_dead(started)
                while time.perf_counter() - started < MAX_SECONDS:
                    if len(self._sending) >= AT_ONCE:
                        await asyncio.wait(self._sending, return_when=asyncio.FIRST_COMPLETED)
                        continue
                    claimed = await self._claim()
                    for player_id, target, since in claimed:
                        task = asyncio.create_task(self._send_to(player_id, target, since))
                        self._sending.add(task)
                        task.add_done_callback(self._sending.discard)
                    begun += len(claimed)
                    if not claimed:
                        break
            except GalaxyError as error:
                _log.warning("notifications_delayed", reason=error.reason)
        if wait and self._sending:
            await asyncio.wait(self._sending)
        return begun

    async def _count_dead(self, now: float) -> None:
        if now >= self._counted + COUNT_SECONDS:
            self._counted = now
            NOTIFICATIONS_DEAD.set(await self._store.count_dead())

    async def _claim(self) -> list[tuple[PlayerId, str, int]]:
        now = self._tables.now()
        claimed, _ = await self._store.claim_targets(now=now, lease=LEASE_MILLISECONDS, limit=CLAIM)
        NOTIFICATIONS_AGE.labels("unsent").set((now - claimed[0][2]) / 1000 if claimed else 0)
        return claimed

    async def _send_to(self, player_id: PlayerId, target: str, since: int) -> None:
        try:
            subscriber = await self._store.subscriber(player_id)
            sender = self._senders.get(way_of(target))
            if sender is None or not subscriber.has(target):
                # The way was turned off, or the target was removed meanwhile.
                await self._forget(player_id, target, subscriber, await self._store.waiting(player_id, target))
                return
            host = subscriber.host(target)
            if not self._limit.may_send_to(host):
                await self._store.postpone(player_id, target, until=self._limit.next_try(host, now=self._tables.now()))
                return
            with self._limit.sending_to(host):
                waiting = await self._store.waiting(player_id, target)
                await _Delivery(self, sender, subscriber, player_id, target, since=since).run(waiting)
        except GalaxyError as error:
            _log.warning("notifications_delayed", reason=error.reason)
        except Exception:  # noqa: BLE001  # one target must not end the others; the error may hold an address
            _log.error("notification_failed", way=way_of(target).name.lower(), target_kind=target.partition(":")[0])

    async def _forget(
        self, player_id: PlayerId, target: str, subscriber: Subscriber, waiting: Sequence[Notice]
    ) -> None:
        state = subscriber.state(target)
        await self._store.sent(player_id, target, state, [each.id for each in waiting], again=self._tables.now())

    async def in_words(
        self, notices: Sequence[Notice], subscriber: Subscriber, *, repeated: bool
    ) -> tuple[list[Message], list[Notice]]:
        """Put a player's notices into words. Returns the messages, and those notices that are no longer true.

        If `repeated`, all notices are put into words, even if no longer true, except announcements that have ended.
        """
        tables: dict[TableId, Table | None] = {}
        messages, outdated = [], []
        for notice in notices:
            if notice.kind is Kind.ANNOUNCEMENT:
                announcement = await self._directives.announcement(notice.about)
                if announcement is None:
                    outdated.append(notice)
                else:
                    messages.append(self._wording.announcement(notice, announcement, subscriber.preferences))
                continue
            if notice.tournament:
                tournament = await self._store.tournament(notice.tournament)
                if tournament is not None and (repeated or still_holds_in(notice, tournament, self.now())):
                    messages.append(await self._wording.tournament(notice, tournament, subscriber.preferences))
                else:
                    outdated.append(notice)
                continue
            if notice.table and notice.table not in tables:
                found = await self._tables.find(notice.table)
                tables[notice.table] = found.table if found is not None else None
            table = tables.get(notice.table)
            if repeated or still_holds(notice, table):
                messages.append(await self._wording.message(notice, table, subscriber.preferences))
            else:
                outdated.append(notice)
        return messages, outdated

    def pause(self, failures: int) -> int:
        """Return how long to wait after `failures` failed attempts in a row, in milliseconds."""
        pause = min(_FIRST_PAUSE * 2 ** min(failures - 1, 30), _LONGEST_PAUSE)
        return int(pause * self._spread(0.75, 1.25))

    def now(self) -> int:
        """Return the store's time in milliseconds."""
        return self._tables.now()

    @property
    def store(self) -> Store:
        """Return the store that the notices are in."""
        return self._store


class _Done(NamedTuple):
    """The outcome of an attempt to send: the notices to remove, the target's new state, and when to send again."""

    notices: list[Notice]
    state: TargetState
    again: int
    # Whether to go on with this target now.
    more: bool


class _Delivery:
    """Sends to one claimed target."""

    def __init__(
        self,
        deliverer: Deliverer,
        sender: Sender,
        subscriber: Subscriber,
        player_id: PlayerId,
        target: str,
        *,
        since: int,
    ) -> None:
        self._deliverer = deliverer
        self._store = deliverer.store
        self._sender = sender
        self._subscriber = subscriber
        self._player_id = player_id
        self._target = target
        self._way = way_of(target)
        self._since = since

    async def run(self, waiting: Sequence[Notice]) -> None:
        """Send the waiting notices, one by one or as one message, and end the worker's lease on the target."""
        until = time.perf_counter() + _TARGET_SECONDS
        state, done, again = self._subscriber.state(self._target), list[Notice](), self._deliverer.now()
        left, step, repeated = list(waiting[:_MAX_TOGETHER]), 1, False
        if self._sender.together:
            left, state, repeated = await self._batch(state, waiting)
            step = len(left)
        while left and time.perf_counter() < until:
            part, left = left[:step], left[step:]
            messages, outdated = await self._deliverer.in_words(part, self._subscriber, repeated=repeated)
            self._count(outdated, "outdated")
            done += outdated
            if not messages:
                continue
            result = await self._sender.send(self._subscriber, self._target, messages)
            if result.gone:
                self._count(waiting, "gone")
                gone = EMAIL if self._target == CONFIRMATION else self._target
                await self._store.unsubscribe(self._player_id, gone)
                break
            finished = await self._finish(state, [each.notice for each in messages], result, waiting)
            state, again = finished.state, finished.again
            done += finished.notices
            if not finished.more:
                break
        await self._store.sent(self._player_id, self._target, state, [each.id for each in done], again=again)

    async def _batch(self, state: TargetState, waiting: Sequence[Notice]) -> tuple[list[Notice], TargetState, bool]:
        """Return the notices for one message, the state that names them, and whether they may have been sent before.

        The state is stored first. So if a worker dies, the next one sends the same notices together.
        """
        begun = [notice for notice in waiting if notice.id in state.batch]
        if begun:
            return begun, state, True
        batch = list(waiting[:_MAX_BATCH])
        state = replace(state, batch=tuple(notice.id for notice in batch))
        await self._store.keep_state(self._player_id, self._target, state)
        return batch, state, False

    async def _finish(self, state: TargetState, sent: list[Notice], result: Result, waiting: Sequence[Notice]) -> _Done:
        now = self._deliverer.now()
        if result.delivered:
            self._count(sent, "delivered")
            for notice in sent:
                NOTIFICATION_LATENESS.labels(self._way.name.lower()).observe(
                    max(0, now - max(self._since, notice.made)) / 1000
                )
            state = TargetState(last_sent=now, outcome=result.outcome)
            again = self._subscriber.with_state(self._target, state).due(self._target, now)
            return _Done(sent, state, again, more=True)
        since = state.failing_since or now
        state = replace(
            state,
            outcome=result.outcome,
            failures=state.failures + 1,
            failing_since=since,
            # A receiver that refused has nothing, so the next attempt may have more in it.
            batch=() if result.refused else state.batch,
        )
        if now - since >= GIVEN_UP_MILLISECONDS:
            self._count(waiting, "dead")
            await self._store.add_dead([self._dead_letter(each, result, now) for each in waiting])
            state = replace(state, failures=0, failing_since=0, batch=())
            return _Done(list(waiting), state, now, more=False)
        self._count(sent, "failed")
        pause = max(self._deliverer.pause(state.failures), result.retry_after)
        return _Done([], state, now + pause, more=False)

    def _dead_letter(self, notice: Notice, result: Result, now: int) -> DeadLetter:
        return DeadLetter(
            notice=notice.id,
            kind=notice.kind,
            player=notice.player,
            way=self._way,
            outcome=result.outcome,
            made=notice.made,
            given_up=now,
            table=notice.table,
        )

    def _count(self, notices: Sequence[Notice], outcome: str) -> None:
        for notice in notices:
            NOTIFICATIONS.labels(notice.kind.name.lower(), self._way.name.lower(), outcome).inc()


@asynccontextmanager
async def open_notifications(connections: Connections) -> AsyncIterator[tuple[Notifier, Deliverer]]:
    """Open the notifier and the deliverer of a worker with these connections, for as long as the `with` block runs."""
    settings, clock = connections.settings, connections.clock
    tables = ReadTables(connections.store, archive=connections.archive, capacity=settings.cached_tables, clock=clock)
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(open_http(private=settings.private_endpoints))
        senders: dict[Way, Sender] = {}
        if Way.WEBHOOK in settings.ways:
            senders[Way.WEBHOOK] = WebhookSender(http, clock)
        if Way.EMAIL in settings.ways and settings.smtp is not None and settings.mail_from is not None:
            senders[Way.EMAIL] = EmailSender(
                settings.smtp, settings.mail_from, settings.public_address, words=notification_words, now=clock
            )
        if settings.vapid_key is not None:
            senders[Way.PUSH] = PushSender(http, settings.vapid_key, settings.contact, clock)
        wording = Wording(connections.games, settings.public_address)
        deliverer = Deliverer(tables, senders, wording, Directives(connections.store, clock))
        stack.push_async_callback(deliverer.close)
        yield Notifier(tables), deliverer

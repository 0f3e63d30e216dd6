"""Enforces the limits: counts what callers use, and raises an error when a limit is reached.

A rate limit is a bucket of tokens that refills evenly. Buckets for rare actions are in the store, where all lobbies
share them. Buckets for choices and calls are in this process, since a choice must not wait for another round trip.
Narrow scopes are checked first, so that a caller who exceeds their own limit uses up nothing of the shared limits.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from galaxytables_lobby import errors
from galaxytables_lobby.domain.limits import ChangedLimit, Limit, Rate, Scope
from galaxytables_lobby.domain.state import PENDING, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import LIMIT_HELD, LIMITED
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.ports import Store
from galaxytables_serving import GalaxyError
from galaxytables_serving.sources import Source, Sources

# How many buckets a process keeps per limit; the least recently used one is dropped, so it is full again later.
MAX_BUCKETS = 50_000
# After how long to try again when others, or broken streams, hold everything.
_HELD_SECONDS = 5.0


def _who(scope: Scope, source: Source, player_id: PlayerId | None) -> str | None:
    match scope:
        case Scope.PLAYER:
            return player_id
        case Scope.ADDRESS:
            return source.address
        case Scope.ALL:
            return ""


def _too_fast(limit: str, scope: Scope, rate: Rate, wait: float) -> GalaxyError:
    LIMITED.labels(limit, scope).inc()
    return errors.rate_limited(limit, scope.value, rate.capacity, rate.seconds, retry_after=max(wait, 0.001))


V = TypeVar("V")


def _by_scope(given: Mapping[Scope, V], changed: Mapping[Scope, V]) -> dict[Scope, V]:
    """Return the values of all scopes, narrowest first."""
    values = {**given, **changed}
    return {scope: values[scope] for scope in Scope if scope in values}


class LocalBuckets:
    """The buckets of a rate limit that this process counts alone."""

    def __init__(self, limit: str, rates: Mapping[Scope, Rate], clock: Callable[[], float]) -> None:
        """`clock` returns seconds, of any clock that never goes back."""
        self._limit = limit
        self._set = rates
        self._rates = tuple(rates.items())
        self._clock = clock
        # When each bucket is full again.
        self._full: OrderedDict[tuple[Scope, str], float] = OrderedDict()

    def change(self, rates: Mapping[Scope, Rate]) -> None:
        """Use these rates from now on. Scopes that are not given use the rates of the settings."""
        self._rates = tuple(_by_scope(self._set, rates).items())

    def take(self, source: Source, player_id: PlayerId | None = None) -> None:
        """Take a token from the bucket of each scope. Raises RATE_LIMITED."""
        if source.exempt or not self._rates:
            return
        now = self._clock()
        for scope, rate in self._rates:
            who = _who(scope, source, player_id)
            if who is None:
                continue
            key = scope, who
            full = max(self._full.get(key, 0.0), now) + rate.seconds / rate.capacity
            wait = full - now - rate.seconds
            if wait > 0:
                raise _too_fast(self._limit, scope, rate, wait)
            self._full[key] = full
            self._full.move_to_end(key)
            if len(self._full) > MAX_BUCKETS:
                self._full.popitem(last=False)


class SharedBuckets:
    """The buckets of a rate limit that all lobbies share, in the store."""

    def __init__(
        self, limit: str, rates: Mapping[Scope, Rate], store: Store, clock: Callable[[], float] = time.time
    ) -> None:
        """`clock` returns seconds since the epoch."""
        self._limit = limit
        self._set = self._rates = rates
        self._store = store
        self._clock = clock

    def change(self, rates: Mapping[Scope, Rate]) -> None:
        """Use these rates from now on. Scopes that are not given use the rates of the settings."""
        self._rates = _by_scope(self._set, rates)

    async def take(self, source: Source, player_id: PlayerId | None = None) -> None:
        """Take a token from the bucket of each scope. Raises RATE_LIMITED, STORE_UNAVAILABLE."""
        await self._ask(source, player_id, 1)

    async def require(self, source: Source, player_id: PlayerId | None = None) -> None:
        """Check that the bucket of each scope has a token, and take none. Raises RATE_LIMITED, STORE_UNAVAILABLE."""
        await self._ask(source, player_id, 0)

    async def _ask(self, source: Source, player_id: PlayerId | None, taken: int) -> None:
        if source.exempt:
            return
        for scope, rate in self._rates.items():
            who = _who(scope, source, player_id)
            if who is None:
                continue
            wait = await self._store.take(
                f"{self._limit}:{scope}:{who}",
                taken,
                now=int(self._clock() * 1000),
                capacity=rate.capacity,
                milliseconds=rate.seconds * 1000,
            )
            if wait:
                raise _too_fast(self._limit, scope, rate, wait / 1000)


class ConcurrencyLimit:
    """A limit on how many calls, streams or watches are open at once in this process."""

    def __init__(self, limit: str, limits: Mapping[Scope, int]) -> None:
        self._limit = limit
        self._limits = tuple(limits.items())
        self._held: Counter[tuple[Scope, str]] = Counter()
        self._gauge = LIMIT_HELD.labels(limit)

    @contextmanager
    def one(self, asker: Asker) -> Iterator[None]:
        """Count one more open call, stream or watch of a caller while the `with` block runs.

        Raises TOO_MANY_REQUESTS.
        """
        self.take(asker)
        try:
            yield
        finally:
            self.give_back(asker)

    def take(self, asker: Asker) -> None:
        """Count one more open call, stream or watch of a caller, until `give_back`. Raises TOO_MANY_REQUESTS."""
        if asker.source.exempt:
            return
        keys = []
        for scope, limit in self._limits:
            who = _who(scope, asker.source, asker.player.id) or ""
            if self._held[scope, who] >= limit:
                LIMITED.labels(self._limit, scope).inc()
                raise errors.too_many_requests(limit, retry_after=_HELD_SECONDS)
            keys.append((scope, who))
        self._held.update(keys)
        self._gauge.inc()

    def give_back(self, asker: Asker) -> None:
        """Count one of a caller's open calls, streams or watches as ended."""
        if asker.source.exempt:
            return
        for scope, _ in self._limits:
            key = scope, _who(scope, asker.source, asker.player.id) or ""
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]
        self._gauge.dec()


class OpenTables:
    """Limits how many unfinished tables a player has opened over all lobbies, and how many there are in total."""

    def __init__(self, limits: Mapping[Scope, int], store: Store) -> None:
        self._set = self._limits = limits
        self._store = store
        self.total = 0
        """How many unfinished tables there are in total, as last counted."""

    def change(self, rates: Mapping[Scope, Rate]) -> None:
        """Use these bounds from now on. Scopes that are not given use the bounds of the settings."""
        self._limits = _by_scope(self._set, {scope: rate.capacity for scope, rate in rates.items()})

    async def add(self, asker: Asker, table_id: TableId, *, now: int) -> None:
        """Record that a player opens a table. Raises TOO_MANY_TABLES, STORE_UNAVAILABLE."""
        if asker.source.exempt:
            return
        if self.total >= self._limits.get(Scope.ALL, self.total + 1):
            raise self._too_many(Scope.ALL)
        limit = self._limits.get(Scope.PLAYER)
        if limit is None:
            return
        player_id = asker.player.id
        opened = await self._store.add_opened(player_id, table_id, now=now, limit=limit)
        if opened:
            tables = await self._store.load_states(opened)
            over = [each for each, table in zip(opened, tables, strict=True) if not _counts(table, player_id)]
            if not over:
                raise self._too_many(Scope.PLAYER)
            await self._store.drop_opened(player_id, over)
            if await self._store.add_opened(player_id, table_id, now=now, limit=limit):
                raise self._too_many(Scope.PLAYER)

    def _too_many(self, scope: Scope) -> GalaxyError:
        LIMITED.labels("open_tables", scope).inc()
        return errors.too_many_tables(self._limits[scope], scope.value, retry_after=_HELD_SECONDS)


def _counts(table: Table | None, player_id: PlayerId) -> bool:
    return table is not None and table.stage in PENDING and table.host.id == player_id


class Quotas:
    """All limits of a lobby."""

    def __init__(
        self,
        settings: LimitSettings,
        store: Store,
        clock: Callable[[], float] = time.time,
        directives: Directives | None = None,
    ) -> None:
        """`clock` returns seconds since the epoch."""
        self.sources = Sources(settings.proxies, settings.exempt)
        self.guests = SharedBuckets("guests", settings.guests, store, clock)
        self.personal_tokens = SharedBuckets("personal_tokens", settings.personal_tokens, store, clock)
        self.refreshes = SharedBuckets("refreshes", settings.refreshes, store, clock)
        self.sign_ins = SharedBuckets("sign_ins", settings.sign_ins, store, clock)
        self.tables = SharedBuckets("tables", settings.tables, store, clock)
        self.tournaments = SharedBuckets("tournaments", settings.tournaments, store, clock)
        self.entries = SharedBuckets("entries", settings.entries, store, clock)
        self.tickets = SharedBuckets("tickets", settings.tickets, store, clock)
        self.messages = SharedBuckets("messages", settings.messages, store, clock)
        self.relations = SharedBuckets("relations", settings.relations, store, clock)
        self.invitations = SharedBuckets("invitations", settings.invitations, store, clock)
        self.subscriptions = SharedBuckets("subscriptions", settings.subscriptions, store, clock)
        self.addresses = SharedBuckets("addresses", settings.addresses, store, clock)
        self.guesses = SharedBuckets("guesses", settings.guesses, store, clock)
        self.reports = SharedBuckets("reports", settings.reports, store, clock)
        self.searches = LocalBuckets("searches", settings.searches, clock)
        self.undos = LocalBuckets("undos", settings.undos, clock)
        self.hints = LocalBuckets("hints", settings.hints, clock)
        self.choices = LocalBuckets("choices", settings.choices, clock)
        self.calls = LocalBuckets("calls", settings.calls, clock)
        self.streams = ConcurrencyLimit("streams", settings.streams)
        self.watches = ConcurrencyLimit("watches", settings.watches)
        self.open_tables = OpenTables(settings.open_tables, store)
        self._changeable: Mapping[Limit, LocalBuckets | SharedBuckets | OpenTables] = {
            Limit.GUESTS: self.guests,
            Limit.TABLES: self.tables,
            Limit.OPEN_TABLES: self.open_tables,
            Limit.TICKETS: self.tickets,
            Limit.MESSAGES: self.messages,
            Limit.RELATIONS: self.relations,
            Limit.INVITATIONS: self.invitations,
            Limit.REPORTS: self.reports,
            Limit.HINTS: self.hints,
            Limit.UNDOS: self.undos,
            Limit.PERSONAL_TOKENS: self.personal_tokens,
        }
        if directives is not None:
            directives.listen(lambda: self.change(directives.limits))

    def change(self, limits: Mapping[Limit, ChangedLimit]) -> None:
        """Use these values from now on. Limits that are not given use the values of the settings."""
        for limit, each in self._changeable.items():
            changed = limits.get(limit)
            each.change({} if changed is None else changed.values)

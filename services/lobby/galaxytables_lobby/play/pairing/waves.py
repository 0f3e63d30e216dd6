"""Waves: decide in each pool, again and again, who of those who wait there plays together.

A worker takes a pool under a lease. The lease only saves work: if two workers look at one pool, or at two pools with
the same ticket, the decision in the store is made once (`tickets_seat.lua`).
"""

import asyncio
import time
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from random import SystemRandom

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.matching import Seeker, match
from galaxytables_lobby.domain.tickets import Opening, PoolName, Terms, Ticket, TicketId
from galaxytables_lobby.domain.wording import skeletons
from galaxytables_lobby.ids import PlayerId, new_table_id
from galaxytables_lobby.metrics import COOL_DOWNS, PAIRING_SECONDS, PAIRING_WAIT
from galaxytables_lobby.people.cool_downs import cooling_down
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.subscribers import Subscribers
from galaxytables_lobby.play.pairing.openings import BlockedAmong, Openings, Pairs
from galaxytables_lobby.ports import Games, WaitingTicket
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

LEASE_MILLISECONDS = 10_000
# How often a pool has a wave. A new ticket brings its next wave forward.
LIVE_MILLISECONDS, SLOW_MILLISECONDS = 900, 15_000
# How long a pool rests in which a table could not be made.
REFUSED_MILLISECONDS = 15_000
# How long two people count as having just played together.
MET_MILLISECONDS = 600_000
# How many pools and openings one claim takes, and how many tables are made at once.
CLAIM, AT_ONCE = 16, 32
# A task that still finds work after this long leaves the rest to the next one.
MAX_SECONDS = 20.0
# Pools above this size are matched on a thread.
_SMALL = 12
_chance = SystemRandom()


class Waves:
    """Pairs the tickets of all pools."""

    def __init__(
        self,
        tables: Tables,
        games: Games,
        sanctions: Sanctions,
        subscribers: Subscribers,
        blocked_among: BlockedAmong,
        *,
        directives: Directives,
    ) -> None:
        """`blocked_among` returns the pairs of players of which one has blocked the other."""
        self._directives = directives
        self._tables = tables
        self._store = tables.store
        self._games = games
        self._sanctions = sanctions
        self._subscribers = subscribers
        self._blocked_among = blocked_among
        self._openings = Openings(tables, games, sanctions, blocked_among)
        self._room = asyncio.Semaphore(AT_ONCE)
        self._running = asyncio.Lock()
        self._met = _Met()

    async def pair(self) -> int:
        """Run a wave in each pool where one is due, and finish the openings of workers that died.

        Returns how many tables were made. Never raises because of a single table. Does nothing while an earlier call is
        running.
        """
        if self._running.locked():
            return 0
        made, started = 0, time.perf_counter()
        async with self._running:
            try:
                while time.perf_counter() - started < MAX_SECONDS:
                    now = self._tables.now()
                    # Sent together, and done in this order: most times nothing is due.
                    _, openings, pools = await asyncio.gather(
                        self._store.expire_tickets(now=now),
                        self._store.claim_openings(now=now, lease=LEASE_MILLISECONDS, limit=CLAIM),
                        self._store.claim_pools(now=now, lease=LEASE_MILLISECONDS, limit=CLAIM),
                    )
                    if not openings and not pools:
                        break
                    await asyncio.gather(
                        self._sanctions.load(), self._directives.load(), self._subscribers.load(), self._learn_met(now)
                    )
                    made += (await asyncio.gather(*map(self._continue, openings))).count(True)
                    made += sum(await asyncio.gather(*map(self._wave, pools)))
            except GalaxyError as error:
                _log.warning("pairing_delayed", reason=error.reason)
        return made

    async def _wave(self, pool: PoolName) -> int:
        """Pair the people of one pool. Returns how many tables were made."""
        started = time.perf_counter()
        try:
            made = await self._wave_or_raise(pool)
        except GalaxyError as error:
            _log.warning("pairing_delayed", pool=pool, reason=error.reason)
            return 0
        except Exception:  # noqa: BLE001  # one pool must not end the others
            _log.exception("pairing_failed", pool=pool)
            return 0
        PAIRING_SECONDS.observe(time.perf_counter() - started)
        return made

    async def _wave_or_raise(self, pool: PoolName) -> int:
        found, over = await self._store.waiting_in(pool)
        waiting = {each.ticket.id: each for each in found}
        for ticket in [each.ticket for each in found if self._openings.refusal(each.ticket) is not None]:
            await self._store.cancel_ticket(ticket.player.id, ticket.id)
            del waiting[ticket.id]
        openings, missed = list[Opening](), list[TicketId]()
        if waiting and self._may_open(next(iter(waiting.values())).ticket.terms_of(pool)):
            openings, missed = await self._decide(pool, waiting)
            openings = await self._without_cooling(openings)
        results = await asyncio.gather(*map(self._seat, openings))
        now, slow = self._tables.now(), ":slow:" in pool
        due = now + (SLOW_MILLISECONDS if slow else LIVE_MILLISECONDS)
        if False in results:
            due = now + REFUSED_MILLISECONDS
        await self._store.rest_pool(pool, over=over, missed=missed, due=due)
        return results.count(True)

    def _may_open(self, terms: Terms) -> bool:
        """Return whether tables of these terms can be made now."""
        needed = {Feature.PAIRING, Feature.TABLES, *([Feature.RATED_GAMES] if terms.rated else ())}
        if not self._directives.off.keys().isdisjoint(needed):
            return False
        with suppress(GalaxyError):
            self._sanctions.check_opening(terms.game)
            return self._games.rules_of(terms.game).available
        return False

    async def _decide(
        self, pool: PoolName, waiting: dict[TicketId, WaitingTicket]
    ) -> tuple[list[Opening], list[TicketId]]:
        """Return the tables that a pool is to have, and who is left out."""
        now = self._tables.now()
        terms = next(iter(waiting.values())).ticket.terms_of(pool)
        seekers = [_seeker(each, terms, now) for each in waiting.values()]
        people = {each.ticket.player.id for each in waiting.values()}
        blocked = await self._blocked_among(people) if len(people) > 1 else set()
        blocked |= _alike(each.ticket for each in waiting.values())
        met = self._met.among(people)
        if len(seekers) <= _SMALL:
            found = match(seekers, terms.seats, blocked=blocked, met=met)
        else:
            found = await asyncio.to_thread(match, seekers, terms.seats, blocked=blocked, met=met)
        openings = [self._opening(terms, [waiting.pop(each.id).ticket for each in group]) for group in found.groups]
        openings += await self._with_bots(terms, [each.ticket for each in waiting.values()], blocked)
        return openings, [each.id for each in found.missed]

    async def _with_bots(self, terms: Terms, left: Sequence[Ticket], blocked: Pairs) -> list[Opening]:
        """Return tables for those who are willing to have bots on the other seats by now."""
        now = self._tables.now()
        due = [
            each for each in left if each.bots_after and now - each.since >= each.bots_after and each.bot_terms == terms
        ]
        if not due:
            return []
        offered = {offer.bot for offer in await self._store.offers(now=now) if offer.game == terms.game}
        groups: list[list[Ticket]] = []
        for ticket in sorted((each for each in due if each.bot in offered), key=lambda each: each.since):
            for group in groups:
                if len(group) < terms.seats and all(_go_together(ticket, other, terms, blocked) for other in group):
                    group.append(ticket)
                    break
            else:
                groups.append([ticket])
        return [self._opening(terms, group, bot=group[0].bot) for group in groups]

    async def _without_cooling(self, openings: list[Opening]) -> list[Opening]:
        """Cancel the tickets of players whose cool-down has begun since, and return the tables without them.

        Only those who are to be seated are asked about. The others of their tables are in the next wave again.
        """
        tickets = [each for opening in openings if opening.terms.rated for each in opening.tickets if not each.exempt]
        people = {each.player.id for each in tickets}
        cooling = await cooling_down(self._store, people, now=self._tables.now()) if people else set()
        over = [each for each in tickets if each.player.id in cooling]
        for ticket in over:
            await self._store.cancel_ticket(ticket.player.id, ticket.id)
            COOL_DOWNS.labels("refused").inc()
        ids = {each.id for each in over}
        return [opening for opening in openings if ids.isdisjoint(each.id for each in opening.tickets)]

    def _opening(self, terms: Terms, tickets: list[Ticket], bot: str = "") -> Opening:
        # Nobody has a better seat for being stronger, or for having waited longer.
        _chance.shuffle(tickets)
        return Opening(
            table_id=new_table_id(), terms=terms, tickets=tuple(tickets), bot=bot, decided=self._tables.now()
        )

    async def _seat(self, opening: Opening) -> bool | None:
        """Decide an opening, and make its table.

        Returns None if somebody of it waits no longer, or if the table is made later.
        """
        async with self._room:
            now = self._tables.now()
            if not await self._store.seat_tickets(opening, now=now, lease=LEASE_MILLISECONDS):
                return None
            for ticket in opening.tickets:
                PAIRING_WAIT.observe((opening.decided - ticket.since) / 1000)
            self._met.add((pair, now) for pair in _pairs([ticket.player.id for ticket in opening.tickets]))
            return await self._open(opening)

    async def _continue(self, opening: Opening) -> bool | None:
        async with self._room:
            return await self._open(opening)

    async def _open(self, opening: Opening) -> bool | None:
        try:
            return await self._openings.open(opening)
        except errors.UnavailableError as error:
            # The opening stays, and is continued when its lease ends.
            _log.warning("pairing_delayed", table=opening.table_id, reason=error.reason)
        except Exception:  # noqa: BLE001  # one table must not end the others
            _log.exception("pairing_failed", table=opening.table_id)
        return None

    async def _learn_met(self, now: int) -> None:
        """Learn who was paired of late, by other workers too."""
        since = max(self._met.until - LEASE_MILLISECONDS, now - MET_MILLISECONDS)
        self._met.add(await self._store.met_since(since))
        self._met.until = now
        self._met.forget(now - MET_MILLISECONDS)


class _Met:
    """The pairs of players who were paired lately, and when.

    It has all pairs that other workers had stored before `until`.
    """

    def __init__(self) -> None:
        self.until = 0
        self._partners: dict[PlayerId, dict[PlayerId, int]] = {}
        self._in_order: deque[tuple[int, frozenset[PlayerId]]] = deque()

    def add(self, met: Iterable[tuple[frozenset[PlayerId], int]]) -> None:
        """Add pairs of players, each with the time when they were paired."""
        for pair, at in met:
            one, other = pair
            if self._partners.setdefault(one, {}).get(other, -1) < at:
                self._partners[one][other] = at
                self._partners.setdefault(other, {})[one] = at
                self._in_order.append((at, pair))

    def among(self, people: Collection[PlayerId]) -> Pairs:
        """Return the pairs of these people who were paired lately."""
        return {frozenset((one, other)) for one in people for other in self._partners.get(one, {}) if other in people}

    def forget(self, before: int) -> None:
        """Drop pairs that were last paired before this time."""
        while self._in_order and self._in_order[0][0] < before:
            _, (one, other) = self._in_order.popleft()
            for each, partner in ((one, other), (other, one)):
                partners = self._partners.get(each, {})
                if partners.get(partner, before) < before:
                    del partners[partner]
                if not partners:
                    self._partners.pop(each, None)


def _seeker(waiting: WaitingTicket, terms: Terms, now: int) -> Seeker:
    ticket = waiting.ticket
    return Seeker(
        id=ticket.id,
        player=ticket.player.id,
        strength=ticket.strength(terms),
        reach=ticket.reach(terms, now),
        bound=ticket.bound,
        waited=max(now - ticket.since, 0),
        missed=waiting.missed,
    )


def _alike(tickets: Iterable[Ticket]) -> Pairs:
    """Return the pairs of players whose names can be mistaken for each other: they may not sit at one table."""
    by_form: dict[str, set[PlayerId]] = {}
    for ticket in tickets:
        for form in skeletons(ticket.player.name):
            by_form.setdefault(form, set()).add(ticket.player.id)
    return {pair for players in by_form.values() if len(players) > 1 for pair in _pairs(sorted(players))}


def _pairs(players: Sequence[PlayerId]) -> Pairs:
    return {frozenset((one, other)) for place, one in enumerate(players) for other in players[:place] if one != other}


def _go_together(one: Ticket, other: Ticket, terms: Terms, blocked: Pairs) -> bool:
    """Return whether two people who are willing to have bots may share a table with them."""
    if one.player.id == other.player.id or frozenset((one.player.id, other.player.id)) in blocked:
        return False
    difference = abs(one.strength(terms) - other.strength(terms))
    return one.bot == other.bot and difference <= min(one.bound, other.bound)

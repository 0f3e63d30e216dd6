"""Takes tickets, keeps those for live games while their streams are open, and reports their progress.

One loop serves all tickets that are held through this process, so the cost of a ticket does not depend on how often its
player asks about it.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence

import structlog
from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain.archived import Who
from galaxytables_lobby.domain.tickets import (
    HELD_MILLISECONDS,
    KEPT_MILLISECONDS,
    MAX_SLOW,
    PoolName,
    Ticket,
    TicketId,
)
from galaxytables_lobby.domain.waiting import Progress, WaitingRoom
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import TICKETS, TICKETS_HELD
from galaxytables_lobby.play.pairing.openings import BlockedAmong
from galaxytables_lobby.play.pairing.rooms import WaitingRooms
from galaxytables_lobby.ports import Added, Archive, KnownTables, TicketStage
from galaxytables_serving import GalaxyError
from galaxytables_serving.rhythm import until_next

_log = structlog.get_logger(__name__)

LOOK_SECONDS = 0.5
# How many looks go by until tickets are held again, and until the figures are counted again.
_HOLD, _FIGURES = 10, 4
# The store is asked about so many tickets at once, so that the loop is never held for long.
_TOGETHER = 500
_BEING_SEATED_SECONDS = 1.0


class Held:
    """A ticket for live games while a stream holds it. `on_ready` is called whenever the ticket has changed."""

    def __init__(self, ticket_id: TicketId, player_id: PlayerId, on_ready: Callable[[], None]) -> None:
        self.id = ticket_id
        self.player_id = player_id
        self.pools: tuple[PoolName, ...] = ()
        self.progress: Progress | None = None
        # What the stream has said of it.
        self.said: Progress | None = None
        self.table_id = TableId("")
        self.over = False
        self._on_ready = on_ready

    def seated(self, table_id: TableId) -> None:
        """Record that the ticket has got its table."""
        self.table_id = table_id
        self._on_ready()

    def ended(self) -> None:
        """Record that the ticket is over: it was cancelled or replaced, or has expired."""
        self.over = True
        self._on_ready()

    def advance(self, progress: Progress) -> None:
        """Store the ticket's progress, and call `on_ready` if it has changed."""
        if progress != self.progress:
            self.progress = progress
            self._on_ready()


class PairingDesk:
    """The tickets of players who are connected to this process. `follow_forever` must run."""

    def __init__(self, tables: KnownTables, archive: Archive, blocked_among: BlockedAmong) -> None:
        """The archive has the ratings.

        `blocked_among` returns the pairs of players of which one has blocked the other.
        """
        self._tables = tables
        self._store = tables.store
        self._archive = archive
        self._held: dict[TicketId, set[Held]] = {}
        self._released: set[TicketId] = set()
        self._blocked_among = blocked_among
        self._rooms = WaitingRooms(tables.store, tables.now)

    async def rated(self, ticket: Ticket) -> Ticket:
        """Return a ticket with its player's ratings.

        While the archive is unavailable, the player counts as a newcomer.
        """
        try:
            ratings = await self._archive.ratings(Who(False, ticket.player.id))
        except errors.UnavailableError as error:
            _log.warning("ticket_not_rated", reason=error.reason)
            return ticket
        pools = {terms.rating_pool for terms in ticket.terms}
        strengths = {each.pool.key: each.skill.mean for each in ratings if each.pool.key in pools}
        return replace(ticket, strengths=strengths)

    async def add(self, ticket: Ticket) -> bool:
        """Store a new ticket. Returns False, and stores nothing, if there already was a ticket with its id.

        Raises TOO_MANY_TICKETS, BEING_SEATED, STORE_UNAVAILABLE.
        """
        kept = _LOOKED_AFTER if ticket.live else KEPT_MILLISECONDS
        added = await self._store.add_ticket(ticket, until=ticket.since + kept)
        if added is Added.FULL:
            raise errors.too_many_tickets(MAX_SLOW)
        if added is Added.SEATING:
            raise errors.being_seated(retry_after=_BEING_SEATED_SECONDS)
        if added is Added.ADDED:
            TICKETS.labels(_kind(ticket), "made").inc()
        return added is Added.ADDED

    async def cancel(self, player_id: PlayerId, ticket_id: TicketId) -> bool:
        """Cancel a player's ticket. Returns False if it was not waiting; it may get a table at this moment."""
        mine = [ticket for ticket, _ in await self._store.tickets_of(player_id) if ticket.id == ticket_id]
        cancelled = await self._store.cancel_ticket(player_id, ticket_id)
        if cancelled and mine:
            TICKETS.labels(_kind(mine[0]), "cancelled").inc()
        return cancelled

    async def of(self, player_id: PlayerId) -> list[tuple[Ticket, int]]:
        """Return a player's waiting tickets, the oldest first, each with when it expires."""
        return await self._store.tickets_of(player_id)

    async def begin(self, held: Held) -> None:
        """Hold a ticket while a stream is open. Call `release` when done, even if this raises.

        Raises TICKET_OVER, STORE_UNAVAILABLE.
        """
        self._held.setdefault(held.id, set()).add(held)
        TICKETS_HELD.inc()
        [state] = await self._store.ticket_states([held.id])
        if state.stage is TicketStage.SEATED:
            held.seated(state.table_id)
            return
        if state.stage is TicketStage.OVER or not await self._store.owns_ticket(held.player_id, held.id):
            raise errors.ticket_over()
        held.pools = next((each.pools for each, _ in await self.of(held.player_id) if each.id == held.id), ())
        await self._hold([held.id])
        await self._count([held])

    def release(self, held: Held) -> None:
        """End holding a ticket: it is kept for `HELD_MILLISECONDS` more."""
        streams = self._held.get(held.id, set())
        if held in streams:
            streams.discard(held)
            TICKETS_HELD.dec()
        if not streams:
            self._held.pop(held.id, None)
            if not held.table_id and not held.over:
                self._released.add(held.id)

    async def waiting_room(self) -> WaitingRoom:
        """Return all waiting tickets, as they were at most two seconds ago."""
        return await self._rooms.latest()

    async def follow_forever(self) -> None:
        """Renew the held tickets and update their progress, until cancelled."""
        look = 0
        while True:
            await asyncio.sleep(until_next(LOOK_SECONDS))
            try:
                await self._look(look)
            except GalaxyError as error:
                _log.info("tickets_not_looked_after", reason=error.reason)
            look += 1

    async def _look(self, look: int) -> None:
        if self._released:
            released = self._released - self._held.keys()
            self._released = set()
            await self._store.hold_tickets(released, until=self._tables.now() + HELD_MILLISECONDS)
        ids = list(self._held)
        if not ids:
            return
        if look % _HOLD == 0:
            await self._hold(ids)
        for start in range(0, len(ids), _TOGETHER):
            some = ids[start : start + _TOGETHER]
            for ticket_id, state in zip(some, await self._store.ticket_states(some), strict=True):
                for held in self._held.get(ticket_id, ()):
                    if state.stage is TicketStage.SEATED:
                        held.seated(state.table_id)
                    elif state.stage is TicketStage.OVER:
                        held.ended()
        if look % _FIGURES == 0:
            await self._count([held for streams in self._held.values() for held in streams])

    async def _hold(self, ids: Sequence[TicketId]) -> None:
        """Keep these tickets from expiring, and show their players as present."""
        now = self._tables.now()
        await self._store.hold_tickets(ids, until=now + _LOOKED_AFTER)
        players = {held.player_id for ticket_id in ids for held in self._held.get(ticket_id, ())}
        await self._store.attend(players, now=now, until=now + _LOOKED_AFTER)

    async def _count(self, streams: Collection[Held]) -> None:
        """Update the progress of tickets: their places among the people with whom their players could be paired."""
        pools = list(dict.fromkeys(pool for held in streams for pool in held.pools))
        if not pools:
            return
        room = await self._rooms.read(pools)
        apart: dict[PlayerId, set[PlayerId]] = {}
        for one, other in await self._blocked_among(room.players):
            apart.setdefault(one, set()).add(other)
            apart.setdefault(other, set()).add(one)
        for held in streams:
            progress = room.progress(held.id, held.pools, apart.get(held.player_id, ()))
            if progress is not None:
                held.advance(progress)


# Longer than the time between two looks after it.
_LOOKED_AFTER = HELD_MILLISECONDS + int(1000 * LOOK_SECONDS * _HOLD)


def _kind(ticket: Ticket) -> str:
    return "live" if ticket.live else "slow"

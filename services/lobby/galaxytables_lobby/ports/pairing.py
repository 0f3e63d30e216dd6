"""The part of the store about tickets."""

from collections.abc import Collection, Sequence
from enum import Enum
from typing import Protocol

from msgspec import Struct

from galaxytables_lobby.domain.tickets import Opening, PoolName, Ticket, TicketId
from galaxytables_lobby.ids import PlayerId, TableId


class Added(Enum):
    """What `PairingStore.add_ticket` did: stored the ticket, found that it was known, or refused it."""

    ADDED = "added"
    # There is or was a ticket of this id.
    KNOWN = "known"
    # The player has as many slow tickets as are allowed.
    FULL = "full"
    # The player's earlier live ticket gets its table at this moment.
    SEATING = "seating"


class TicketStage(Enum):
    """The stage of a ticket: waiting (also while its table is being made), seated at a table, or over."""

    WAITING = "waiting"
    SEATED = "seated"
    OVER = "over"


class TicketState(Struct, frozen=True):
    """The stage of a ticket and, if it has one, the id of its table."""

    stage: TicketStage
    table_id: TableId = TableId("")


class WaitingTicket(Struct, frozen=True):
    """A ticket that waits in a pool.

    `missed` is how often others got a table from the pool, and this ticket did not.
    """

    ticket: Ticket
    missed: int


class PairingStore(Protocol):
    """The part of the store about tickets, which are players' requests to be paired with others.

    A ticket waits in a pool for each kind of table that its player accepts. All lobbies and workers share these pools.
    Each change is atomic.
    """

    async def add_ticket(self, ticket: Ticket, *, until: int) -> Added:
        """Add a ticket to its pools; it expires at `until`, in milliseconds since the epoch. Returns what was done.

        A ticket for live games replaces the player's earlier ticket for live games.
        """

    async def cancel_ticket(self, player_id: PlayerId, ticket_id: TicketId) -> bool:
        """Remove a player's ticket. Returns whether it was waiting; if not, it may still get a table."""

    async def tickets_of(self, player_id: PlayerId) -> list[tuple[Ticket, int]]:
        """Return a player's waiting tickets, oldest first, each with the time at which it expires."""

    async def owns_ticket(self, player_id: PlayerId, ticket_id: TicketId) -> bool:
        """Return whether a ticket belongs to this player.

        One that was cancelled or has got its table belongs to nobody.
        """

    async def hold_tickets(self, ticket_ids: Collection[TicketId], *, until: int) -> None:
        """Set the time at which tickets expire, in milliseconds since the epoch.

        Does nothing for tickets that have expired.
        """

    async def ticket_states(self, ticket_ids: Sequence[TicketId]) -> list[TicketState]:
        """Return the state of each ticket, in the order of the ids: its stage, and its table if it has one."""

    async def claim_pools(self, *, now: int, lease: int, limit: int) -> list[PoolName]:
        """Take a lease of `lease` milliseconds on up to `limit` pools in which it is time to pair tickets."""

    async def waiting_in(self, pool: PoolName) -> tuple[list[WaitingTicket], list[TicketId]]:
        """Return the tickets that wait in a pool, oldest first.

        Also returns the ids of tickets that are still on the pool's list, but wait no longer.
        """

    async def rest_pool(
        self, pool: PoolName, *, over: Sequence[TicketId], missed: Sequence[TicketId], due: int
    ) -> None:
        """End the lease on a pool, and set when to pair its tickets again: at `due`, in milliseconds since the epoch.

        The tickets `over` are removed from the pool's list. The tickets `missed` were left out: their count of misses
        goes up by one.
        """

    async def seat_tickets(self, opening: Opening, *, now: int, lease: int) -> bool:
        """Decide that all tickets of an opening get a table together, and take a lease on making the table.

        Returns False, and changes nothing, if any of the tickets no longer waits.
        """

    async def claim_openings(self, *, now: int, lease: int, limit: int) -> list[Opening]:
        """Take a lease of `lease` milliseconds on up to `limit` openings, whose tables are then to be made.

        An opening is the decision that tickets get a table together. Openings under another worker's lease are left
        out.
        """

    async def openings(self) -> list[Opening]:
        """Return all openings (decisions that tickets get a table together) whose tables are not made yet."""

    async def tickets_seated(self, opening: Opening, *, now: int) -> bool:
        """End an opening whose table has been made, and record the table of each ticket.

        Returns False if it had ended before.
        """

    async def put_back_tickets(self, opening: Opening, *, now: int) -> bool:
        """End an opening whose table cannot be made; its tickets wait again. Returns False if it had ended before."""

    async def expire_tickets(self, *, now: int) -> int:
        """Remove expired tickets, and old records of which ticket got which table. Returns how many tickets expired."""

    async def met_since(self, time: int) -> list[tuple[frozenset[PlayerId], int]]:
        """Return the pairs of players who have met through pairing since `time`, each with when they met.

        Times are in milliseconds since the epoch.
        """

    async def forget_met(self, player_id: PlayerId) -> None:
        """Delete the records of whom a player has met through pairing."""

    async def pools(self) -> list[PoolName]:
        """Return the names of all pools in which tickets may wait."""

    async def waiting_ids(self, pools: Sequence[PoolName], *, now: int) -> list[list[TicketId]]:
        """Return, for each of these pools, the ids of the tickets that wait there, oldest first."""

    async def tickets(self, ticket_ids: Sequence[TicketId]) -> list[Ticket | None]:
        """Return tickets in the order of the ids, with None for each ticket that no longer waits."""

    async def waited(self) -> dict[str, list[int]]:
        """Return how long the last people waited for a table, in milliseconds.

        There is a list for each game, number of seats and speed; its name is that of `domain.tickets.wait_name`.
        """

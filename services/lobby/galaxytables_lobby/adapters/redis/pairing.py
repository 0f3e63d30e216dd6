"""The part of the store about tickets. All its keys are on one slot, so that each change is one script.

`domain/tickets.py` says what a ticket is, `play/pairing` how tickets become tables.
"""

from collections.abc import Collection, Sequence
from itertools import combinations

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Argument
from galaxytables_lobby.adapters.redis.script import Part
from galaxytables_lobby.domain.tickets import (
    KEPT_MILLISECONDS,
    MAX_SLOW,
    Opening,
    PoolName,
    Ticket,
    TicketId,
    decode_opening,
    decode_ticket,
    encode_opening,
    encode_ticket,
    wait_name,
)
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.ports import Added, TicketStage, TicketState, WaitingTicket

# For how long it is known which table a ticket got.
SEAT_KNOWN_MILLISECONDS = 600_000
MET_MILLISECONDS = 600_000
# How many waits are kept by game, seats and speed.
_WAITS = 20
_EXPIRED_AT_ONCE = 1_000
_KEPT_LIST = KEPT_MILLISECONDS + 24 * 3600 * 1000
# Arguments of one command: a server that reads more at once keeps others waiting.
_TOGETHER = 1_000


class PairingPart(Part):
    """The part of the Redis store about tickets, by which players find others. Implements the port `PairingStore`."""

    async def add_ticket(self, ticket: Ticket, *, until: int) -> Added:
        """Add a ticket to its pools; it expires at `until`, in milliseconds since the epoch. Returns what was done.

        A ticket for live games replaces the player's earlier ticket for live games.
        """
        names = [keys.TICKETS, keys.HOLDS, keys.tickets_of(ticket.player.id), keys.POOLS, keys.SEATED]
        kind = "live" if ticket.live else "slow"
        head: list[Argument] = [ticket.id, encode_ticket(ticket), ticket.since, until, kind, MAX_SLOW, _KEPT_LIST]
        script = self.script("ticket_add", replicated=True)
        answer = await script.run([*names, *map(keys.pool, ticket.pools)], [*head, *ticket.pools])
        return Added(answer.decode())

    async def cancel_ticket(self, player_id: PlayerId, ticket_id: TicketId) -> bool:
        """Remove a player's ticket. Returns whether it was waiting; if not, it may still get a table."""
        names = [keys.TICKETS, keys.HOLDS, keys.tickets_of(player_id), keys.MISSED]
        return bool(await self.script("ticket_cancel", replicated=True).run(names, [ticket_id]))

    async def tickets_of(self, player_id: PlayerId) -> list[tuple[Ticket, int]]:
        """Return a player's waiting tickets, oldest first, each with the time at which it expires."""
        ids = await self._wire.run("HKEYS", keys.tickets_of(player_id))
        if not ids:
            return []
        tickets = await self._wire.run("HMGET", keys.TICKETS, *ids)
        expiring = await self._wire.run("ZMSCORE", keys.HOLDS, *ids)
        found = [
            (decode_ticket(ticket), int(float(until)))
            for ticket, until in zip(tickets, expiring, strict=True)
            if ticket is not None and until is not None
        ]
        return sorted(found, key=lambda each: (each[0].since, each[0].id))

    async def owns_ticket(self, player_id: PlayerId, ticket_id: TicketId) -> bool:
        """Return whether a ticket belongs to this player.

        One that was cancelled or has got its table belongs to nobody.
        """
        return bool(await self._wire.run("HEXISTS", keys.tickets_of(player_id), ticket_id))

    async def hold_tickets(self, ticket_ids: Collection[TicketId], *, until: int) -> None:
        """Set the time at which tickets expire, in milliseconds since the epoch.

        Does nothing for tickets that have expired.
        """
        members: list[Argument] = [each for ticket_id in ticket_ids for each in (until, ticket_id)]
        commands: list[tuple[Argument, ...]] = [
            ("ZADD", keys.HOLDS, "XX", *members[start : start + _TOGETHER])
            for start in range(0, len(members), _TOGETHER)
        ]
        await self._wire.run_all(commands)

    async def ticket_states(self, ticket_ids: Sequence[TicketId]) -> list[TicketState]:
        """Return the state of each ticket, in the order of the ids: its stage, and its table if it has one."""
        if not ticket_ids:
            return []
        # In this order: a ticket gets its table and leaves the holds at once.
        expiring = await self._wire.run("ZMSCORE", keys.HOLDS, *ticket_ids)
        tables = await self._wire.run("HMGET", keys.SEATED, *ticket_ids)
        return [_state(until, table) for until, table in zip(expiring, tables, strict=True)]

    async def claim_pools(self, *, now: int, lease: int, limit: int) -> list[PoolName]:
        """Take a lease of `lease` milliseconds on up to `limit` pools in which it is time to pair tickets."""
        return [PoolName(name) for name in await self._claim(keys.POOLS, keys.WAVES, now, lease, limit)]

    async def waiting_in(self, pool: PoolName) -> tuple[list[WaitingTicket], list[TicketId]]:
        """Return the tickets that wait in a pool, oldest first.

        Also returns the ids of tickets that are still on the pool's list, but wait no longer.
        """
        ids = await self._wire.run("ZRANGE", keys.pool(pool), 0, -1)
        waiting, over = [], []
        for start in range(0, len(ids), _TOGETHER):
            some = ids[start : start + _TOGETHER]
            [tickets, missed] = await self._wire.run_all(
                [("HMGET", keys.TICKETS, *some), ("HMGET", keys.MISSED, *some)]
            )
            for ticket_id, ticket, times in zip(some, tickets, missed, strict=True):
                if ticket is None:
                    over.append(TicketId(ticket_id.decode()))
                else:
                    waiting.append(WaitingTicket(decode_ticket(ticket), int(times or 0)))
        return waiting, over

    async def rest_pool(
        self, pool: PoolName, *, over: Sequence[TicketId], missed: Sequence[TicketId], due: int
    ) -> None:
        """End the lease on a pool, and set when to pair its tickets again: at `due`, in milliseconds since the epoch.

        The tickets `over` are removed from the pool's list. The tickets `missed` were left out: their count of misses
        goes up by one.
        """
        names = [keys.pool(pool), keys.POOLS, keys.WAVES, keys.MISSED, keys.HOLDS]
        await self.script("pool_rest").run(names, [pool, due, len(over), *over, *missed])

    async def seat_tickets(self, opening: Opening, *, now: int, lease: int) -> bool:
        """Decide that all tickets of an opening get a table together, and take a lease on making the table.

        Returns False, and changes nothing, if any of the tickets no longer waits.
        """
        names = [keys.TICKETS, keys.HOLDS, keys.OPENINGS, keys.OPENING, keys.OPENERS]
        head: list[Argument] = [opening.table_id, encode_opening(opening), now, now + lease]
        ids = [ticket.id for ticket in opening.tickets]
        return bool(await self.script("tickets_seat", replicated=True).run(names, [*head, *ids]))

    async def claim_openings(self, *, now: int, lease: int, limit: int) -> list[Opening]:
        """Take a lease of `lease` milliseconds on up to `limit` openings, whose tables are then to be made.

        An opening is the decision that tickets get a table together. Openings under another worker's lease are left
        out.
        """
        claimed = await self._claim(keys.OPENING, keys.OPENERS, now, lease, limit)
        if not claimed:
            return []
        found = await self._wire.run("HMGET", keys.OPENINGS, *claimed)
        return [decode_opening(each) for each in found if each is not None]

    async def openings(self) -> list[Opening]:
        """Return all openings (decisions that tickets get a table together) whose tables are not made yet."""
        return [decode_opening(each) for each in await self._wire.run("HVALS", keys.OPENINGS)]

    async def tickets_seated(self, opening: Opening, *, now: int) -> bool:
        """End an opening whose table has been made, and record the table of each ticket.

        Returns False if it had ended before.
        """
        tickets = opening.tickets
        names = [keys.OPENINGS, keys.OPENING, keys.OPENERS, keys.HOLDS, keys.MISSED, keys.SEATED, keys.SEATED_UNTIL]
        names += [keys.MET, keys.WAITED, *(keys.tickets_of(ticket.player.id) for ticket in tickets)]
        head: list[Argument] = [opening.table_id, now, now + SEAT_KNOWN_MILLISECONDS, now - MET_MILLISECONDS]
        waits = [max(opening.decided - ticket.since, 0) for ticket in tickets]
        met = [" ".join(sorted(pair)) for pair in combinations([ticket.player.id for ticket in tickets], 2)]
        arguments = [*head, len(tickets), *(ticket.id for ticket in tickets)]
        arguments += [wait_name(opening.terms.pool), _WAITS, len(waits), *waits, *met]
        return bool(await self.script("tickets_seated", replicated=True).run(names, arguments))

    async def put_back_tickets(self, opening: Opening, *, now: int) -> bool:
        """End an opening whose table cannot be made; its tickets wait again. Returns False if it had ended before."""
        names = [keys.OPENINGS, keys.OPENING, keys.OPENERS, keys.TICKETS, keys.HOLDS, keys.MISSED, keys.POOLS]
        arguments: list[Argument] = [opening.table_id, now]
        for ticket in opening.tickets:
            names += map(keys.pool, ticket.pools)
            arguments += [ticket.id, encode_ticket(ticket), ticket.since, len(ticket.pools), *ticket.pools]
        return bool(await self.script("tickets_back", replicated=True).run(names, arguments))

    async def expire_tickets(self, *, now: int) -> int:
        """Remove expired tickets, and old records of which ticket got which table. Returns how many tickets expired."""
        names = [keys.TICKETS, keys.HOLDS, keys.MISSED, keys.SEATED, keys.SEATED_UNTIL]
        return int(await self.script("tickets_expire").run(names, [now, _EXPIRED_AT_ONCE]))

    async def met_since(self, time: int) -> list[tuple[frozenset[PlayerId], int]]:
        """Return the pairs of players who have met through pairing since `time`, each with when they met.

        Times are in milliseconds since the epoch.
        """
        found = await self._wire.run("ZRANGEBYSCORE", keys.MET, time, "+inf", "WITHSCORES")
        return [
            (frozenset(map(PlayerId, pair.decode().split(" "))), int(float(score)))
            for pair, score in zip(found[::2], found[1::2], strict=True)
        ]

    async def forget_met(self, player_id: PlayerId) -> None:
        """Delete the records of whom a player has met through pairing."""
        for pair in await self._wire.run("ZRANGE", keys.MET, 0, -1):
            if player_id in pair.decode().split(" "):
                await self._wire.run("ZREM", keys.MET, pair)

    async def pools(self) -> list[PoolName]:
        """Return the names of all pools in which tickets may wait."""
        return [PoolName(each.decode()) for each in await self._wire.run("ZRANGE", keys.POOLS, 0, -1)]

    async def waiting_ids(self, pools: Sequence[PoolName], *, now: int) -> list[list[TicketId]]:
        """Return, for each of these pools, the ids of the tickets that wait there, oldest first."""
        listed = await self._wire.run_all([("ZRANGE", keys.pool(pool), 0, -1) for pool in pools])
        ids = list({ticket_id: None for some in listed for ticket_id in some})
        # Those that have left stay on the list of a pool until its next wave.
        commands = [("ZMSCORE", keys.HOLDS, *ids[start : start + _TOGETHER]) for start in range(0, len(ids), _TOGETHER)]
        expiring = [time for some in await self._wire.run_all(commands) for time in some]
        until = zip(ids, expiring, strict=True)
        waiting = {ticket_id for ticket_id, time in until if time is not None and float(time) >= now}
        return [[TicketId(each.decode()) for each in some if each in waiting] for some in listed]

    async def tickets(self, ticket_ids: Sequence[TicketId]) -> list[Ticket | None]:
        """Return tickets in the order of the ids, with None for each ticket that no longer waits."""
        starts = range(0, len(ticket_ids), _TOGETHER)
        commands = [("HMGET", keys.TICKETS, *ticket_ids[start : start + _TOGETHER]) for start in starts]
        found = [stored for some in await self._wire.run_all(commands) for stored in some]
        return [None if stored is None else decode_ticket(stored) for stored in found]

    async def waited(self) -> dict[str, list[int]]:
        """Return how long the last people waited for a table, in milliseconds.

        There is a list for each game, number of seats and speed; its name is that of `domain.tickets.wait_name`.
        """
        found = await self._wire.run("HGETALL", keys.WAITED)
        return {
            name.decode(): [int(each) for each in times.split(b",")]
            for name, times in zip(found[::2], found[1::2], strict=True)
            if times
        }

    async def _claim(self, due_in: str, leased_in: str, now: int, lease: int, limit: int) -> list[str]:
        """Take a lease on up to `limit` members of a sorted set whose score is at most `now`, and return them."""
        _, *claimed = await self.script("claim").run([due_in, leased_in], [now, now + lease, limit])
        return [member.decode() for member in claimed[::2]]


def _state(until: bytes | None, table: bytes | None) -> TicketState:
    if table is not None:
        return TicketState(TicketStage.SEATED, TableId(table.decode()))
    return TicketState(TicketStage.OVER if until is None else TicketStage.WAITING)

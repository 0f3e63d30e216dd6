"""Who waits in the pools at one moment, and what of that a player is shown.

All counts that a player sees are of one moment. They leave out people whom the player cannot be paired with: the
player, and those from whom a block keeps them apart. Nobody learns from a count which of these it leaves out.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from statistics import median
from typing import NamedTuple

from galaxytables_lobby.domain.tickets import PoolName, Terms, Ticket, TicketId, wait_name
from galaxytables_lobby.ids import PlayerId

MAX_SEEKS = 50
"""How many seeks are shown at most."""
# Of so many pools seeks are looked for.
_SOUGHT_POOLS = 200


class Progress(NamedTuple):
    """How a waiting ticket is: its best place in a pool, from 1, and how many wait there.

    `expected` is for how many milliseconds people waited of late, None if nobody did.
    """

    place: int
    waiting: int
    expected: int | None


class Wait(NamedTuple):
    """How many people wait for a game with so many seats; `expected` is as in `Progress`."""

    game: str
    seats: int
    slow: bool
    waiting: int
    expected: int | None


class Seek(NamedTuple):
    """What people wait for: the terms and numbers of seats of the player who waits longest, and since when that is."""

    terms: Terms
    seats: tuple[int, ...]
    waiting: int
    since: int


class WaitingRoom:
    """The tickets that wait in some pools, those of each pool from the oldest on.

    `waited` is for how many milliseconds the last people waited, by `wait_name`.
    """

    def __init__(self, pools: Mapping[PoolName, Sequence[Ticket]], waited: Mapping[str, Sequence[int]]) -> None:
        self._pools = pools
        self._waited = waited
        self._by_player: dict[PlayerId, list[tuple[TicketId, PoolName]]] = {}
        names: dict[str, set[TicketId]] = {name: set() for name in waited}
        for pool, tickets in pools.items():
            names.setdefault(wait_name(pool), set()).update([ticket.id for ticket in tickets])
            for ticket in tickets:
                self._by_player.setdefault(ticket.player.id, []).append((ticket.id, pool))
        self._counts = {name: len(ids) for name, ids in names.items()}

    @property
    def players(self) -> Collection[PlayerId]:
        """Return who waits."""
        return self._by_player.keys()

    def players_in(self, pools: Collection[PoolName]) -> set[PlayerId]:
        """Return who waits in any of these pools."""
        return {ticket.player.id for pool in pools for ticket in self._pools.get(pool, ())}

    def waits(self, without: Collection[PlayerId]) -> list[Wait]:
        """Return how many people wait for each game, but for some."""
        tickets = {(ticket_id, wait_name(pool)) for ticket_id, pool in self._of(without)}
        left_out = Counter(name for _, name in tickets)
        waits = []
        for name in sorted(self._counts):
            game, seats, speed = name.rsplit(":", 2)
            count = self._counts[name] - left_out[name]
            waits.append(Wait(game, int(seats), speed == "slow", count, self._expected(name)))
        return waits

    def seeks(self, without: Collection[PlayerId]) -> list[Seek]:
        """Return what people wait for, but for some, the longest wait first."""
        left_out = Counter(pool for _, pool in self._of(without))
        # The same for almost everybody who looks.
        return self._seeks(without, left_out) if left_out else self._all_seeks

    @cached_property
    def _all_seeks(self) -> list[Seek]:
        return self._seeks((), Counter())

    def _seeks(self, without: Collection[PlayerId], left_out: Counter[PoolName]) -> list[Seek]:
        found: dict[tuple[TicketId, str], Seek] = {}
        for pool, tickets in islice(self._pools.items(), _SOUGHT_POOLS):
            waiting = len(tickets) - left_out[pool]
            if not waiting:
                continue
            ticket = next(each for each in tickets if each.player.id not in without)
            terms = ticket.terms_of(pool)
            # Who would play with more than one number of seats waits in a pool for each.
            key = ticket.id, terms.any_seats
            one = Seek(terms, (terms.seats,), waiting, ticket.since)
            other = found.get(key, one)
            seats = tuple(sorted({*one.seats, *other.seats}))
            found[key] = one._replace(seats=seats, waiting=max(one.waiting, other.waiting))
        return sorted(found.values(), key=lambda seek: seek.since)[:MAX_SEEKS]

    def progress(
        self, ticket_id: TicketId, pools: Collection[PoolName], without: Collection[PlayerId]
    ) -> Progress | None:
        """Return how a ticket is among those in its pools, but for some; None if it waits in none of them."""
        found = []
        for pool in pools:
            ids = [each.id for each in self._pools.get(pool, ()) if each.player.id not in without]
            if ticket_id in ids:
                found.append(Progress(ids.index(ticket_id) + 1, len(ids), self._expected(wait_name(pool))))
        return min(found, key=lambda each: each.place, default=None)

    def _of(self, players: Collection[PlayerId]) -> Iterator[tuple[TicketId, PoolName]]:
        """Yield each ticket of some players with each of its pools."""
        for player_id in players:
            yield from self._by_player.get(player_id, ())

    def _expected(self, name: str) -> int | None:
        waited = self._waited.get(name)
        return int(median(waited)) if waited else None

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
    """The progress of a waiting ticket: its best place in any of its pools, from 1, and how many wait in that pool.

    `expected` is how long people waited there lately, in milliseconds; None if that is unknown.
    """

    place: int
    waiting: int
    expected: int | None


class Wait(NamedTuple):
    """The number of people who wait for a game with this number of seats. `expected` is as in `Progress`."""

    game: str
    seats: int
    slow: bool
    waiting: int
    expected: int | None


class Seek(NamedTuple):
    """An offer to play that a waiting player makes: the terms, the numbers of seats, and since when the player waits.

    It is that of the player who waits longest in a pool, and `waiting` is the number of people in the pool.
    """

    terms: Terms
    seats: tuple[int, ...]
    waiting: int
    since: int


class WaitingRoom:
    """The tickets that wait in some pools; those of each pool are sorted, oldest first.

    `waited` has, for each `wait_name`, how long the last people waited, in milliseconds.
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
        """Return the players who have a waiting ticket."""
        return self._by_player.keys()

    def players_in(self, pools: Collection[PoolName]) -> set[PlayerId]:
        """Return the players who have a ticket in any of these pools."""
        return {ticket.player.id for pool in pools for ticket in self._pools.get(pool, ())}

    def waits(self, without: Collection[PlayerId]) -> list[Wait]:
        """Return how many people wait for each game, not counting the players `without`."""
        tickets = {(ticket_id, wait_name(pool)) for ticket_id, pool in self._of(without)}
        left_out = Counter(name for _, name in tickets)
        waits = []
        for name in sorted(self._counts):
            game, seats, speed = name.rsplit(":", 2)
            count = self._counts[name] - left_out[name]
            waits.append(Wait(game, int(seats), speed == "slow", count, self._expected(name)))
        return waits

    def seeks(self, without: Collection[PlayerId]) -> list[Seek]:
        """Return the offers (`Seek`) of players who wait, longest wait first.

        Those of the players `without` are left out.
        """
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
        """Return the progress of a ticket in these pools, not counting the players `without`.

        Returns None if it waits in none of them.
        """
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

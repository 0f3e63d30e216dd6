"""Who waits in the pools at one moment, and what of that a player is shown.

All counts that a player sees are of one moment. They leave out people whom the player cannot be paired with: the
player, and those from whom a block keeps them apart. Nobody learns from a count which of these it leaves out.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from statistics import median
from typing import NamedTuple

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.tickets import PoolName, Terms, Ticket, TicketId, wait_name
from galaxytables_lobby.ids import PlayerId

MAX_SEEKS = 50
"""How many seeks are shown at most."""
MAX_NAMED = 6
"""How many of the people who wait a seek names at most."""
# Of so many pools seeks are looked for, and of each so many people are looked at, as some hide or are kept apart.
_SOUGHT_POOLS = 200
_SOUGHT_PEOPLE = 2 * MAX_NAMED


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
    """An open offer to play, as other players see it in a list.

    It has the terms, the numbers of seats, and the time since which its player has waited: the longest in that pool.
    `waiting` is the number of people in the pool. `named` are those of them who do not hide where they are, the longest
    wait first.
    """

    terms: Terms
    seats: tuple[int, ...]
    waiting: int
    since: int
    named: tuple[Person, ...] = ()


class WaitingRoom:
    """The tickets that wait in some pools; those of each pool are sorted, oldest first.

    `waited` has, for each `wait_name`, how long each of the latest people waited there, in milliseconds. The players in
    `visible` do not hide where they are. All others are counted, but not named.
    """

    def __init__(
        self,
        pools: Mapping[PoolName, Sequence[Ticket]],
        waited: Mapping[str, Sequence[int]],
        visible: Collection[PlayerId] = (),
    ) -> None:
        self._pools = pools
        self._waited = waited
        self._visible = frozenset(visible)
        self._players = {ticket.player.id for tickets in pools.values() for ticket in tickets}
        self._by_name: dict[str, set[PlayerId]] = {name: set() for name in waited}
        for pool, tickets in pools.items():
            self._by_name.setdefault(wait_name(pool), set()).update(_people(tickets))

    @property
    def players(self) -> Collection[PlayerId]:
        """Return the players who have a waiting ticket."""
        return self._players

    def players_in(self, pools: Collection[PoolName]) -> set[PlayerId]:
        """Return the players who have a ticket in any of these pools."""
        return {ticket.player.id for pool in pools for ticket in self._pools.get(pool, ())}

    def waits(self, without: Collection[PlayerId]) -> list[Wait]:
        """Return how many people wait for each game, not counting the players `without`."""
        waits = []
        for name, people in sorted(self._by_name.items()):
            game, seats, speed = name.rsplit(":", 2)
            count = len(people) - sum(player_id in people for player_id in without)
            waits.append(Wait(game, int(seats), speed == "slow", count, self._expected(name)))
        return waits

    def seeks(self, without: Collection[PlayerId]) -> list[Seek]:
        """Return the offers (`Seek`) of players who wait, longest wait first.

        Those of the players `without` are left out.
        """
        # The same for almost everybody who looks.
        return self._all_seeks if self._players.isdisjoint(without) else self._seeks(without)

    @cached_property
    def _all_seeks(self) -> list[Seek]:
        return self._seeks(())

    def _seeks(self, without: Collection[PlayerId]) -> list[Seek]:
        found: dict[tuple[TicketId, str], Seek] = {}
        for pool, tickets in islice(self._pools.items(), _SOUGHT_POOLS):
            people = {each.player.id: each.player for each in tickets if each.player.id not in without}
            if not people:
                continue
            ticket = next(each for each in tickets if each.player.id in people)
            terms = ticket.terms_of(pool)
            shown = [each for each in people.values() if each.id in self._visible]
            # Who would play with more than one number of seats waits in a pool for each.
            key = ticket.id, terms.any_seats
            one = Seek(terms, (terms.seats,), len(people), ticket.since, tuple(shown[:MAX_NAMED]))
            other = found.get(key, one)
            seats = tuple(sorted({*one.seats, *other.seats}))
            fuller = max(one, other, key=lambda seek: seek.waiting)
            found[key] = fuller._replace(terms=one.terms, seats=seats)
        return sorted(found.values(), key=lambda seek: seek.since)[:MAX_SEEKS]

    def progress(
        self, ticket_id: TicketId, pools: Collection[PoolName], without: Collection[PlayerId]
    ) -> Progress | None:
        """Return the progress of a ticket in these pools, not counting the players `without`.

        Returns None if it waits in none of them.
        """
        found = []
        for pool in pools:
            tickets = [each for each in self._pools.get(pool, ()) if each.player.id not in without]
            own = next((each.player.id for each in tickets if each.id == ticket_id), None)
            if own is not None:
                people = list(dict.fromkeys(each.player.id for each in tickets))
                found.append(Progress(people.index(own) + 1, len(people), self._expected(wait_name(pool))))
        return min(found, key=lambda each: each.place, default=None)

    def _expected(self, name: str) -> int | None:
        waited = self._waited.get(name)
        return int(median(waited)) if waited else None


def sought(pools: Mapping[PoolName, Sequence[Ticket]]) -> set[PlayerId]:
    """Return the players whom seeks of these pools may name."""
    return {
        ticket.player.id for tickets in islice(pools.values(), _SOUGHT_POOLS) for ticket in tickets[:_SOUGHT_PEOPLE]
    }


def _people(tickets: Iterable[Ticket]) -> set[PlayerId]:
    """Return whose tickets these are: who waits twice for the same is one person."""
    return {ticket.player.id for ticket in tickets}

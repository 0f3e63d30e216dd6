"""Tickets: what a player would play, and with whom, until others are found who would play the same.

A ticket has terms: games, numbers of seats, options, clocks. Each of them belongs to a pool, which has all who would
play just that. So a ticket with three terms waits in three pools, and leaves them all when one has found a table.

Times are milliseconds since the epoch, durations milliseconds. Differences of ratings are in points of the mean.
"""

import math
import secrets
from functools import cached_property
from hashlib import sha256
from typing import NewType

import msgspec

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.ratings import NEWCOMER, is_slow, pool_of
from galaxytables_lobby.domain.state import RatingTerms, TimeControl
from galaxytables_lobby.ids import PlayerId, TableId

TicketId = NewType("TicketId", str)
PoolName = NewType("PoolName", str)

_SECOND = 1_000
_HOUR = 3_600 * _SECOND
_DAY = 24 * _HOUR

MIN_SEATS, MAX_SEATS = 2, 6
MAX_TERMS = 8
"""How many terms a ticket has at most: each pair of an offer and a number of seats is one."""
HELD_MILLISECONDS = 30 * _SECOND
"""How long a live ticket is kept after its stream has ended."""
KEPT_MILLISECONDS = 7 * _DAY
"""How long a slow ticket is kept."""
MAX_SLOW = 5
"""How many slow tickets a player may have at once."""

# What difference of ratings is accepted at first, and by how many points this grows in a second or an hour.
_FIRST_REACH = 2.0
_WIDENING, _SLOW_WIDENING = 0.5 / _SECOND, 1.0 / _HOUR


class Terms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """The terms of a table at which the ticket's player would play. `options` names every option of the game."""

    game: str
    seats: int
    options: dict[str, str]
    control: TimeControl
    rating: RatingTerms = RatingTerms.RATED

    @property
    def slow(self) -> bool:
        """Return whether games by these terms last for days, so that nobody needs to be there."""
        return is_slow(self.control)

    @property
    def rated(self) -> bool:
        """Return whether games by these terms count for ratings."""
        return self.rating is not RatingTerms.CASUAL

    @property
    def rating_pool(self) -> str:
        """Return the key of the rating pool in which games by these terms count."""
        return pool_of(self.game, self.seats, self.control).key

    @cached_property
    def pool(self) -> PoolName:
        """Return the name of the pool of all who would play by these terms."""
        content = msgspec.msgpack.encode((sorted(self.options.items()), self.control, self.rating))
        speed = "slow" if self.slow else "live"
        return PoolName(f"{self.game}:{self.seats}:{speed}:{sha256(content).hexdigest()[:16]}")

    @cached_property
    def any_seats(self) -> str:
        """Return a key that is the same for terms that differ only in the number of seats."""
        game, _, speed, content = self.pool.rsplit(":", 3)
        return f"{game}:{speed}:{content}"

    def __hash__(self) -> int:
        """Return the hash of the pool: `options` have none of their own."""
        return hash(self.pool)


class Ticket(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ticket of one player.

    Its `terms` differ from each other, and are in the order in which the player gave them.
    """

    id: TicketId
    player: Person
    # Whether it holds only while its player is connected.
    live: bool
    terms: tuple[Terms, ...]
    # When it was made.
    since: int
    # The mean of the player's rating in each rating pool where they have one, as it was then.
    strengths: dict[str, float] = {}
    # The largest difference of ratings that is ever accepted; 0 for any.
    max_difference: float = 0.0
    # Who fills the free seats after `bots_after`, which is 0 for never.
    bot: str = ""
    bots_after: int = 0
    # Whether a program plays for the player.
    automated: bool = False
    # Whether no limit holds where the ticket was made, nor a cool-down.
    exempt: bool = False

    @property
    def pools(self) -> tuple[PoolName, ...]:
        """Return the pools in which the ticket waits."""
        return tuple(terms.pool for terms in self.terms)

    @property
    def bound(self) -> float:
        """Return the largest difference of ratings that the player ever accepts, however long the ticket waits."""
        return self.max_difference or math.inf

    @property
    def bot_terms(self) -> Terms | None:
        """Return the terms of the table if bots fill its empty seats; None if the player does not want bots.

        Only terms with the same game and time control as the player's first choice count. Of these, the ones with the
        fewest seats are returned.
        """
        if not self.bots_after:
            return None
        first = self.terms[0]
        alike = [each for each in self.terms if (each.game, each.control) == (first.game, first.control)]
        return min(alike, key=lambda terms: terms.seats)

    def strength(self, terms: Terms) -> float:
        """Return the mean of the player's rating for these terms.

        A player without that rating has a newcomer's mean.
        """
        return self.strengths.get(terms.rating_pool, NEWCOMER.mean)

    def terms_of(self, pool: PoolName) -> Terms:
        """Return the ticket's terms in one of its pools. Raises `KeyError`."""
        for terms in self.terms:
            if terms.pool == pool:
                return terms
        raise KeyError(pool)

    def reach(self, terms: Terms, now: int) -> float:
        """Return the largest difference of ratings that is accepted now: it grows while the ticket waits."""
        waited = max(now - self.since, 0)
        return min(_FIRST_REACH + waited * (_SLOW_WIDENING if terms.slow else _WIDENING), self.bound)


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """The decision that tickets get a table together: the table's id and terms, and the tickets in order of seats."""

    table_id: TableId
    terms: Terms
    tickets: tuple[Ticket, ...]
    # The bot on all other seats; empty if there are none.
    bot: str = ""
    decided: int


def new_ticket_id() -> TicketId:
    """Return a random id of a ticket that nobody can guess."""
    return TicketId(secrets.token_hex(10))


def ticket_id_of_request(player_id: PlayerId, request_id: str) -> TicketId:
    """Return the id of the ticket that a player's request makes: the same for the same request."""
    return TicketId(sha256(f"{player_id}\0{request_id}".encode()).hexdigest()[:20])


def wait_name(pool: PoolName) -> str:
    """Return the name under which the waiting times of a pool are stored: `<game>:<seats>:<speed>`."""
    return pool.rpartition(":")[0]


_TICKETS = msgspec.msgpack.Decoder(Ticket)
_OPENINGS = msgspec.msgpack.Decoder(Opening)


def encode_ticket(ticket: Ticket) -> bytes:
    """Return a ticket as the bytes that the store keeps."""
    return msgspec.msgpack.encode(ticket)


def decode_ticket(stored: bytes) -> Ticket:
    """Return the ticket that `encode_ticket` wrote."""
    return _TICKETS.decode(stored)


def encode_opening(opening: Opening) -> bytes:
    """Return an opening as the bytes that the store keeps."""
    return msgspec.msgpack.encode(opening)


def decode_opening(stored: bytes) -> Opening:
    """Return the opening that `encode_opening` wrote."""
    return _OPENINGS.decode(stored)

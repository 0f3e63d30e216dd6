"""The parts of the store about people, and about which of them are present."""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from galaxytables_lobby.domain.cool_downs import Departure
from galaxytables_lobby.domain.erasure import Erasure
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId, TableId


class PresenceStore(Protocol):
    """The part of the store about presence: which players are connected, and which of them others see as online."""

    async def attend(self, player_ids: Collection[PlayerId], game: str = "", *, now: int, until: int) -> None:
        """Record that players are present until `until`, in milliseconds since the epoch.

        With `game`, record instead that these players have a table of that game, for as long.
        """

    async def present(self, player_ids: Sequence[PlayerId], *, now: int) -> set[PlayerId]:
        """Return those of these players who are present."""

    async def go_online(self, people: Collection[Person], *, now: int, until: int) -> None:
        """Record that players are online, under their names, until a time in milliseconds since the epoch."""

    async def online(self, *, now: int, limit: int) -> list[Person]:
        """Return up to `limit` players who are online, each under the name that was recorded last."""

    async def count_present(self, games: Iterable[str], *, now: int) -> tuple[int, dict[str, int]]:
        """Return how many players are present and, for each game, how many of them have a table of it."""


class PeopleStore(Protocol):
    """The part of the store about players: sessions, sanctions, and buckets of rate limits."""

    async def take(self, bucket: str, taken: int, *, now: int, capacity: int, milliseconds: int) -> int:
        """Take `taken` tokens from a rate limit's bucket, which holds up to `capacity` and refills in `milliseconds`.

        Returns 0 on success, else the number of milliseconds until taking can succeed. Taking 0 tokens only checks
        whether a token is left.
        """

    async def add_opened(self, player_id: PlayerId, table_id: TableId, *, now: int, limit: int) -> list[TableId]:
        """Record that a player opens a table, unless `limit` opened tables are already recorded for the player.

        Returns those `limit` tables if the new one was not recorded, else an empty list.
        """

    async def drop_opened(self, player_id: PlayerId, table_ids: Sequence[TableId]) -> None:
        """Delete these tables from the record of tables that a player has opened."""

    async def move_opened(self, player_id: PlayerId, to: PlayerId) -> int:
        """Move the record of tables that a player has opened to the player `to`. Returns how many tables were moved."""

    async def note_departure(self, player_id: PlayerId, table_id: TableId, departure: Departure) -> None:
        """Record that a player left a game, or let the clock run out.

        A second departure of the same kind at the same table is not recorded.
        """

    async def departures(self, player_id: PlayerId) -> list[Departure]:
        """Return a player's departures of the last week, oldest first: games left, and clocks that ran out."""

    async def move_departures(self, player_id: PlayerId, to: PlayerId) -> None:
        """Move a player's recorded departures to the player `to`."""

    async def forget_departures(self, player_id: PlayerId) -> None:
        """Delete a player's recorded departures."""

    async def seen_since(self, player_id: PlayerId) -> int | None:
        """Return when a player was first seen, in milliseconds since the epoch; None if that is not recorded."""

    async def note_seen(self, player_id: PlayerId, since: int) -> int:
        """Record when a player was first seen, unless a time is recorded already. Returns the recorded time."""

    async def move_seen(self, player_id: PlayerId, to: PlayerId) -> None:
        """Record that the player `to` was first seen when `player_id` was, unless `to` was seen earlier.

        The record of `player_id` is deleted.
        """

    async def forget_seen(self, player_id: PlayerId) -> None:
        """Delete the record of when a player was first seen."""

    async def sanctioned(self) -> int:
        """Return how often the sanctions have changed. A process that knows an older number loads them again."""

    async def sanctions(self) -> dict[str, bytes]:
        """Return all encoded sanctions, by their names."""

    async def sanction(self, name: str, value: bytes) -> None:
        """Store an encoded sanction under its name."""

    async def lift_sanction(self, name: str) -> bool:
        """Delete the sanction with this name. Returns whether there was one."""

    async def forget_sanction(self, name: str, value: bytes) -> None:
        """Delete the sanction with this name, unless something else than `value` is stored there by now."""

    async def add_revocation(self, encoded: bytes, *, until: int, now: int) -> None:
        """Store an encoded revocation, which says which tokens are refused from now on, and number it.

        It may be deleted from `until` on, in milliseconds since the epoch.
        """

    async def last_revocation(self) -> int:
        """Return the number of the last revocation; 0 if there was none."""

    async def revocations(self, after: int, last: int) -> list[bytes]:
        """Return the encoded revocations with a number above `after` and up to `last`, in order."""

    async def begin_erasure(self, erasure: Erasure) -> Erasure:
        """Store that the erasure of a player has begun, so that another process can finish it.

        Returns the erasure as stored. If an earlier erasure of the same player was interrupted, its pseudonyms and
        names are added first.
        """

    async def erasures(self) -> list[Erasure]:
        """Return the records of all erasures of players that have begun and are not done."""

    async def end_erasure(self, player_id: PlayerId) -> None:
        """Delete the record of a player's erasure, because the erasure is done."""

    async def begin_sign_in(self, digest: str, value: bytes, *, lasting: int) -> None:
        """Store a sign-in that has begun, under the digest of its OAuth state, for `lasting` milliseconds."""

    async def take_sign_in(self, digest: str) -> bytes | None:
        """Return the sign-in stored under this digest, or None.

        The sign-in is deleted, so that it is used only once.
        """

    async def keep_names(self, digests: Sequence[str], player_id: PlayerId, *, lasting: int) -> None:
        """Reserve names, given by their digests, for a player. Names that are reserved already are left as they are.

        The reservations end after `lasting` milliseconds.
        """

    async def names_kept_for(self, digests: Sequence[str]) -> list[PlayerId]:
        """Return the players for whom any of these names, given by their digests, are reserved."""

    async def release_names(self, digests: Sequence[str]) -> None:
        """End the reservation of these names, so that any player may take them."""

    async def session(self, player_id: PlayerId, name: bytes) -> bytes | None:
        """Return a player's session with this name, encoded, or None."""

    async def sessions_of(self, player_id: PlayerId) -> dict[bytes, bytes]:
        """Return all encoded sessions of a player, by name."""

    async def keep_session(
        self, player_id: PlayerId, name: bytes, value: bytes, *, instead_of: bytes, lasting: int
    ) -> bool:
        """Store a new value of a session, to be kept for at least `lasting` milliseconds.

        Returns whether it was stored. `instead_of` is the value to replace, empty for a new session. If the store has
        another value by now, nothing changes.
        """

    async def end_session(self, player_id: PlayerId, name: bytes) -> None:
        """Delete a session of a player."""

"""Reserves the names that accounts have given up, so that nobody else can take them for a while.

The store keeps digests of the names, so it names nobody.
"""

from hashlib import sha256

from galaxytables_lobby import errors
from galaxytables_lobby.domain.wording import skeletons
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.ports import Store


class KeptNames:
    """Checks, adds and ends the reservations of names that accounts have given up."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def check(self, name: str, player_id: PlayerId | None) -> None:
        """Raise NAME_KEPT if a name looks like one that is reserved for another player. Raises STORE_UNAVAILABLE."""
        if set(await self._store.names_kept_for(_digests(name))) - {player_id}:
            raise errors.name_kept()

    async def keep(self, name: str, player_id: PlayerId, *, lasting: int) -> None:
        """Reserve a name for a player for `lasting` milliseconds. Raises STORE_UNAVAILABLE."""
        await self._store.keep_names(_digests(name), player_id, lasting=lasting)

    async def release(self, name: str) -> None:
        """End the reservation of a name. Raises STORE_UNAVAILABLE."""
        await self._store.release_names(_digests(name))


def _digests(name: str) -> list[str]:
    return sorted(sha256(each.encode()).hexdigest() for each in skeletons(name))

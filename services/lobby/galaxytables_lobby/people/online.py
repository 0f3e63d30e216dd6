"""Finds who is online, for one player.

The list leaves out players who hide where they are, and players who have blocked that player or are blocked by them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.relations import Presence, RelationKind
from galaxytables_lobby.domain.wording import folded
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.relations import MAX_ONLINE, Relations
from galaxytables_lobby.ports import Store

_AT_ONCE = 100


@dataclass(frozen=True)
class OnlinePlayer:
    """A player who is online, as another sees them."""

    player: Person
    follows: bool
    friend: bool
    presence: Presence


class OnlinePlayers:
    """The players who are online."""

    def __init__(self, store: Store, relations: Relations, now: Callable[[], int]) -> None:
        """`now` returns the store's time in milliseconds since the epoch."""
        self._store = store
        self._relations = relations
        self._now = now

    async def seen_by(self, player_id: PlayerId, *, limit: int) -> list[OnlinePlayer]:
        """Return up to `limit` others: friends, then others whom the player follows, then the rest, each by name.

        Raises STORE_UNAVAILABLE.
        """
        people = await self._online()
        [followed] = await self._store.related_by([RelationKind.FOLLOW], [player_id])
        near = [each.id for each in people if each.id in followed]
        friends = await self._store.related_back(RelationKind.FOLLOW, near, player_id)
        people.sort(key=lambda each: (each.id not in friends, each.id not in followed, folded(each.name), each.id))
        return [
            OnlinePlayer(each, each.id in followed, each.id in friends, presence)
            for each, presence in await self._visible(player_id, people, limit)
        ]

    async def named(self, player_id: PlayerId, beginning: str, *, limit: int) -> list[Person]:
        """Return up to `limit` other players whose names begin with `beginning`, ignoring case, sorted by name.

        Raises STORE_UNAVAILABLE.
        """
        first = folded(beginning)
        people = [each for each in await self._online() if folded(each.name).startswith(first)]
        people.sort(key=lambda each: (folded(each.name), each.id))
        return [each for each, _ in await self._visible(player_id, people, limit)]

    async def _online(self) -> list[Person]:
        return await self._store.online(now=self._now(), limit=MAX_ONLINE)

    async def _visible(
        self, player_id: PlayerId, people: Sequence[Person], limit: int
    ) -> list[tuple[Person, Presence]]:
        """Return the first of these people whom a player may see to be here, and where they are."""
        [blocked] = await self._store.related_by([RelationKind.BLOCK], [player_id])
        others = [each for each in people if each.id != player_id and each.id not in blocked]
        found: list[tuple[Person, Presence]] = []
        for start in range(0, len(others), _AT_ONCE):
            some = others[start : start + _AT_ONCE]
            presences = await self._relations.presences(player_id, [each.id for each in some])
            found += [(each, presences[each.id]) for each in some if presences[each.id] is not Presence.AWAY]
            if len(found) >= limit:
                break
        return found[:limit]

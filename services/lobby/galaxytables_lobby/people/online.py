"""Finds who is online, for one player.

The list leaves out players who hide where they are, and players who have blocked that player or are blocked by them.
Who is online is read once for all callers of this process.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from async_lru import alru_cache

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.relations import Presence, RelationKind
from galaxytables_lobby.domain.wording import folded
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.relations import MAX_ONLINE, Relations
from galaxytables_lobby.ports import Store

LATEST_SECONDS = 1.0


class _Visible(NamedTuple):
    """A player who is online and does not hide it. `folded` is the form of the name that a search compares."""

    folded: str
    player: Person
    presence: Presence


@dataclass(frozen=True)
class OnlinePlayer:
    """A player who is online, as another sees them."""

    player: Person
    follows: bool
    friend: bool
    presence: Presence


class OnlinePlayers:
    """Lists the players who are online, leaving out those whom the asking player may not see."""

    def __init__(self, store: Store, relations: Relations, now: Callable[[], int]) -> None:
        """`now` returns the store's time in milliseconds since the epoch."""
        self._store = store
        self._relations = relations
        self._now = now
        self._latest = alru_cache(ttl=LATEST_SECONDS)(self._read)

    async def seen_by(self, player_id: PlayerId, *, limit: int) -> list[OnlinePlayer]:
        """Return up to `limit` others: friends, then others whom the player follows, then the rest, each by name.

        Raises STORE_UNAVAILABLE.
        """
        people = await self._others(player_id, await self._latest())
        [followed] = await self._store.related_by([RelationKind.FOLLOW], [player_id])
        near = [each for each in people if each.player.id in followed]
        friends = await self._store.related_back(RelationKind.FOLLOW, [each.player.id for each in near], player_id)
        near.sort(key=lambda each: each.player.id not in friends)
        rest = [each for each in people if each.player.id not in followed]
        return [
            OnlinePlayer(player, player.id in followed, player.id in friends, presence)
            for _, player, presence in await self._shown([*near, *rest][:limit])
        ]

    async def named(self, player_id: PlayerId, beginning: str, *, limit: int) -> list[Person]:
        """Return up to `limit` other players whose names begin with `beginning`, ignoring case, sorted by name.

        Raises STORE_UNAVAILABLE.
        """
        first = folded(beginning)
        people = [each for each in await self._latest() if each.folded.startswith(first)]
        others = await self._others(player_id, people)
        return [each.player for each in await self._shown(others[:limit])]

    async def _others(self, player_id: PlayerId, people: Sequence[_Visible]) -> list[_Visible]:
        """Return those of these people whom a player may see."""
        apart = await self._relations.apart(player_id, {each.player.id for each in people})
        without = {player_id, *apart.all}
        return [each for each in people if each.player.id not in without]

    async def _shown(self, people: Sequence[_Visible]) -> list[_Visible]:
        """Return those of these people who have not hidden themselves since they were read."""
        hidden = await self._store.hidden_among([each.player.id for each in people])
        return [each for each in people if each.player.id not in hidden]

    async def _read(self) -> Sequence[_Visible]:
        """Return who is online and does not hide it, sorted by name."""
        people = await self._store.online(now=self._now(), limit=MAX_ONLINE)
        presences = await self._relations.presences_of([each.id for each in people])
        found = [_Visible(folded(each.name), each, presences[each.id]) for each in people]
        return sorted(
            (each for each in found if each.presence is not Presence.AWAY),
            key=lambda each: (each.folded, each.player.id),
        )

"""Relations between players: follows, blocks, mutes and private notes.

Nobody but their owner learns of them. Whether two players are kept apart is read from the store each time, since seats
are taken rarely. Whom a player does not hear is needed for every chat message. So each process keeps that in memory for
the players who watch a table there, and asks the store once a second whose blocks or mutes have changed.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.archived import HistoryQuery, Who
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.relations import (
    AS_BEFORE,
    FOR_GOOD,
    MAX_RELATIONS,
    NOBODY,
    SILENCING,
    Apart,
    Hearing,
    Presence,
    Relation,
    RelationChange,
    RelationKind,
)
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.sessions import sessions_of
from galaxytables_lobby.people.tokens import DAY, Caller
from galaxytables_lobby.ports import Archive, Store
from galaxytables_serving import GalaxyError
from galaxytables_serving.rhythm import until_next

GUESTS_KEPT = 400 * DAY * 1000
"""How long a guest's relations are kept after their last change, in milliseconds."""
MAX_ONLINE = 2_000
"""Of more players who are online, only so many are looked at."""
LOOK_SECONDS = 1.0
"""How often a process looks for silences that others have noted, in seconds."""

# A merge may exceed what a player may have: nobody gets rid of a block by signing in.
_MERGED = 1_000_000
# A process that could not read the store for longer reads everything again.
_NOTED_MILLISECONDS = 60_000
_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class RelationTo:
    """A player's relation to another. If the two follow each other, they are friends."""

    other: Person
    kinds: Mapping[RelationKind, Relation]
    friend: bool = False
    # Where the other is; None if the player does not follow them, or did not ask.
    presence: Presence | None = None


class Relations:
    """The relations of all players."""

    def __init__(self, store: Store, archive: Archive, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._store = store
        self._archive = archive
        self._clock = clock
        self._hearings: WeakValueDictionary[PlayerId, Hearing] = WeakValueDictionary()
        self._number = 0
        self._looked = float("-inf")

    async def blocked_among(self, player_ids: Collection[PlayerId]) -> set[frozenset[PlayerId]]:
        """Return the pairs among these players in which one has blocked the other. Raises STORE_UNAVAILABLE."""
        ids = sorted(set(player_ids))
        blocked = await self._store.related_by([RelationKind.BLOCK], ids)
        among = frozenset(ids)
        return {
            frozenset((player_id, other_id))
            for player_id, others in zip(ids, blocked, strict=True)
            for other_id in others & among
        }

    async def apart(self, player_id: PlayerId, *others: Collection[PlayerId]) -> Apart:
        """Return which of the `others` the player has blocked, and which have blocked the player.

        `others` may be large: the number of requests to the store does not grow with it. Raises STORE_UNAVAILABLE.
        """
        if not any(others):
            return NOBODY
        [blocked] = await self._store.related_by([RelationKind.BLOCK], [player_id])
        related = _among(await self._store.related_to(player_id), others)
        blocking = await self._store.related_back(RelationKind.BLOCK, sorted(related), player_id)
        return Apart(_among(blocked, others), frozenset(blocking))

    async def silenced_by(self, player_id: PlayerId) -> frozenset[PlayerId]:
        """Return the players whom a player has blocked or muted. Raises STORE_UNAVAILABLE."""
        [silenced] = await self._store.related_by(SILENCING, [player_id])
        return silenced

    async def hearing(self, player_id: PlayerId) -> Hearing:
        """Return the players whose messages a player does not get. Raises STORE_UNAVAILABLE.

        The result is kept up to date for as long as the caller holds it.
        """
        cached = self._hearings.get(player_id)
        if cached is None:
            # Before it is read, so that no change in between is missed.
            cached = self._hearings[player_id] = Hearing()
        if not cached.read:
            cached.silenced = await self.silenced_by(player_id)
            cached.read = True
        return cached

    async def change(self, caller: Caller, other_id: PlayerId, change: RelationChange) -> RelationTo:
        """Change the caller's relation to another player, and return it.

        Raises NOT_YOURSELF, UNKNOWN_PLAYER, TOO_MANY_RELATIONS, STORE_UNAVAILABLE, ARCHIVE_UNAVAILABLE.
        """
        player_id = caller.player.id
        if other_id == player_id:
            raise errors.not_yourself()
        name, lasting = await self._name(other_id), FOR_GOOD if caller.account else GUESTS_KEPT
        # Blocks and mutes are never refused: a guest who only looks on leaves no trace by which to know them.
        if not name and not change.begun <= set(SILENCING):
            raise errors.unknown_player(other_id)
        if change.begun:
            await self._store.note_related(player_id, other_id, name, lasting=lasting)
        await self._store.unrelate(player_id, change.ended, other_id)
        for kind in sorted(change.begun):
            relation = Relation(self._now(), (change.note or "") if kind is RelationKind.NOTE else "")
            limit = MAX_RELATIONS[kind]
            if not await self._store.relate(player_id, kind, other_id, relation, limit=limit, lasting=lasting):
                raise errors.too_many_relations(kind.value, limit)
        if not (change.begun | change.ended).isdisjoint(SILENCING):
            await self._note_silence(player_id)
        return await self.of(player_id, other_id)

    async def of(self, player_id: PlayerId, other_id: PlayerId) -> RelationTo:
        """Return a player's relation to another. Raises STORE_UNAVAILABLE, ARCHIVE_UNAVAILABLE."""
        kinds = await self._store.relation(player_id, other_id)
        other = Person(other_id, await self._name(other_id))
        return RelationTo(other, kinds, await self._is_friend(player_id, other_id, kinds))

    async def all_of(self, player_id: PlayerId) -> list[RelationTo]:
        """Return all relations of a player, sorted by the names of the others. Raises STORE_UNAVAILABLE."""
        found = await self._store.relations(player_id)
        followed = [other_id for other_id, kinds in found.items() if RelationKind.FOLLOW in kinds]
        friends = await self._store.related_back(RelationKind.FOLLOW, followed, player_id)
        names = await self._store.names_of(list(found))
        presences = await self.presences(player_id, followed)
        relations = [
            RelationTo(Person(other_id, names.get(other_id, "")), kinds, other_id in friends, presences.get(other_id))
            for other_id, kinds in found.items()
        ]
        return sorted(relations, key=lambda each: (each.other.name.casefold(), each.other.id))

    async def presences(self, player_id: PlayerId, others: Sequence[PlayerId]) -> dict[PlayerId, Presence]:
        """Return whether each of the others is away, online or at a table. Raises STORE_UNAVAILABLE.

        Players who hide their presence, or who have blocked the player, count as away.
        """
        blocking = await self._store.related_back(RelationKind.BLOCK, others, player_id)
        seen = await self.presences_of([other_id for other_id in others if other_id not in blocking])
        return dict.fromkeys(others, Presence.AWAY) | seen

    async def presences_of(self, player_ids: Sequence[PlayerId]) -> dict[PlayerId, Presence]:
        """Return whether each player is away, online or at a table. Players who hide their presence count as away.

        Blocks are not checked here; `presences` does that. Raises STORE_UNAVAILABLE.
        """
        now, hidden = self._now(), await self._store.hidden_among(player_ids)
        seen = [player_id for player_id in player_ids if player_id not in hidden]
        at_tables = await self._store.at_tables(seen, now=now)
        online = await self._store.present(seen, now=now)
        presences = dict.fromkeys(player_ids, Presence.AWAY)
        return presences | dict.fromkeys(online, Presence.ONLINE) | dict.fromkeys(at_tables, Presence.AT_TABLE)

    async def hides(self, player_id: PlayerId) -> bool:
        """Return whether a player hides their presence. Raises STORE_UNAVAILABLE."""
        return bool(await self._store.hidden_among([player_id]))

    async def hide(self, caller: Caller, *, hidden: bool) -> None:
        """Hide the caller's presence from others, or show it again. Raises STORE_UNAVAILABLE."""
        lasting = FOR_GOOD if caller.account else GUESTS_KEPT
        await self._store.hide_presence(caller.player.id, hidden=hidden, lasting=lasting)

    async def other(self, caller: Caller, other_id: PlayerId) -> Person:
        """Return another player than the caller.

        Raises NOT_YOURSELF, UNKNOWN_PLAYER, STORE_UNAVAILABLE, ARCHIVE_UNAVAILABLE.
        """
        if other_id == caller.player.id:
            raise errors.not_yourself()
        name = await self._name(other_id)
        if not name:
            raise errors.unknown_player(other_id)
        return Person(other_id, name)

    async def rename(self, player: Person) -> None:
        """Change the name that other players' relations show for a player. Raises STORE_UNAVAILABLE."""
        await self._store.rename_person(player.id, player.name)

    async def keep(self, player_id: PlayerId) -> None:
        """Keep the relations of a guest who has become an account. Raises STORE_UNAVAILABLE."""
        await self._store.keep_relations(player_id)

    async def merge(self, guest: PlayerId, account: PlayerId) -> None:
        """Move a guest's relations, and other players' relations to the guest, to an account.

        Relations that the account has already stay as they are. A repeat does no harm. Raises STORE_UNAVAILABLE,
        ARCHIVE_UNAVAILABLE.
        """
        own = await self._store.relations(guest)
        names = await self._store.names_of(list(own))
        for other_id, kinds in own.items():
            if other_id != account:
                await self._store.note_related(account, other_id, names.get(other_id, ""), lasting=FOR_GOOD)
                await self._add(account, other_id, kinds, lasting=FOR_GOOD)
        others = await self._store.related_to(guest)
        name = await self._name(account) if others else ""
        for other_id in others:
            kinds = await self._store.relation(other_id, guest)
            if kinds and other_id != account:
                await self._store.note_related(other_id, account, name, lasting=FOR_GOOD)
                await self._add(other_id, account, kinds, lasting=AS_BEFORE)
        await self.erase(guest)
        await self._note_silence(account)

    async def erase(self, player_id: PlayerId) -> None:
        """Delete the relations of a player, and those of others to the player. Raises STORE_UNAVAILABLE."""
        for other_id in await self._store.related_to(player_id):
            await self._store.unrelate(other_id, list(RelationKind), player_id)
            await self._note_silence(other_id)
        await self._store.forget_relations(player_id)

    async def load(self) -> None:
        """Load the blocks and mutes of players in memory again, if they have changed in the store.

        Raises STORE_UNAVAILABLE.
        """
        began, number = self._clock(), await self._store.silenced()
        if (began - self._looked) * 1000 >= _NOTED_MILLISECONDS or number < self._number:
            changed: Collection[PlayerId] = list(self._hearings)
        else:
            changed = await self._store.silences(self._number, number) if number != self._number else []
        for player_id in changed:
            hearing = self._hearings.get(player_id)
            if hearing is not None:
                hearing.silenced = await self.silenced_by(player_id)
        self._number, self._looked = number, began

    async def follow_forever(self) -> None:
        """Load changed blocks and mutes once a second."""
        while True:
            try:
                await self.load()
            except GalaxyError as error:
                _log.info("relations_not_loaded", reason=error.reason)
            await asyncio.sleep(until_next(LOOK_SECONDS))

    async def _add(
        self, player_id: PlayerId, other_id: PlayerId, kinds: Mapping[RelationKind, Relation], *, lasting: int
    ) -> None:
        """Store relations of a player to another, where there is none of the kind."""
        existing = await self._store.relation(player_id, other_id)
        for kind in kinds.keys() - existing.keys():
            await self._store.relate(player_id, kind, other_id, kinds[kind], limit=_MERGED, lasting=lasting)

    async def _note_silence(self, player_id: PlayerId) -> None:
        now = self._now()
        await self._store.note_silence(player_id, until=now + _NOTED_MILLISECONDS, now=now)
        await self.load()

    async def _is_friend(self, player_id: PlayerId, other_id: PlayerId, kinds: Mapping[RelationKind, Relation]) -> bool:
        if RelationKind.FOLLOW not in kinds:
            return False
        return bool(await self._store.related_back(RelationKind.FOLLOW, [other_id], player_id))

    async def _name(self, player_id: PlayerId) -> str:
        """Return a player's name; empty if there is none.

        It is the present one, else that at their last table or game, else that by which they are online.
        """
        names = await self._store.names_of([player_id])
        if names:
            return names[player_id]
        sessions = await sessions_of(self._store, player_id)
        if sessions:
            return max(sessions.values(), key=lambda each: each.used_at).player_name
        newest = await self._store.newest_of_player(player_id, before=None, limit=1)
        for table in await self._store.load_states([table_id for _, table_id in newest]):
            named = [] if table is None else [each.name for each in table.people if each.id == player_id and each.name]
            if named:
                return named[0]
        account = await self._archive.account(player_id)
        if account is not None:
            return account.name
        games = await self._archive.history(HistoryQuery(player=player_id, asker=player_id, limit=1))
        for seat in games[0].game.seats if games else ():
            if seat.who == Who(False, player_id) and seat.name:
                return seat.name
        online = await self._store.online(now=self._now(), limit=MAX_ONLINE)
        return next((each.name for each in online if each.id == player_id), "")

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _among(player_ids: Iterable[PlayerId], others: Iterable[Collection[PlayerId]]) -> frozenset[PlayerId]:
    """Return those of `player_ids` that are in at least one of the collections `others`."""
    return frozenset(each for each in player_ids if any(each in some for some in others))

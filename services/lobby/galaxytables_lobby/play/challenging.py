"""The use case of a challenge: somebody at an open table invites a player to it by name.

A challenge names its table and a digest of its sender. Who the sender is, and whether it is still good, follows from
the table. The table has a list of those who were challenged, and what they answered. Players are on that list, too, who
get nothing because of a block or because they have muted the sender, so that nobody learns of that.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple

from galaxytables_lobby import errors
from galaxytables_lobby.domain.notices import Kind, Notice, notice_id
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.relations import Answered, Challenged, Invitation, Presence, digest_of
from galaxytables_lobby.domain.stages import opened
from galaxytables_lobby.domain.state import FinishedTable, OpenTable, RunningTable, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.people.notifying import notify
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.tokens import DAY
from galaxytables_lobby.ports import Store

MAX_CHALLENGES = 50
"""How many a player has at once, and how many players a table lists; further ones are dropped."""

_KEPT = 7 * DAY * 1000
# Tables of a player at which they may have begun a game with somebody who has challenged them.
_LATEST_TABLES = 50


class Challenge(NamedTuple):
    """A challenge that can be accepted: the table, who sent it, and when, in milliseconds since the epoch."""

    table: OpenTable
    by: Person
    time: int


class ChallengedPlayer(NamedTuple):
    """A player who was challenged to a table: their answer, and whether they are away, online or at a table."""

    player: Person
    answered: Answered
    presence: Presence


class Challenges:
    """Challenges players to games."""

    def __init__(self, store: Store, relations: Relations, now: Callable[[], int]) -> None:
        """`now` returns the store's time in milliseconds since the epoch."""
        self._store = store
        self._relations = relations
        self._now = now

    async def send(self, player_id: PlayerId, table: Table, other: Person) -> None:
        """Challenge another player to a game at a table, and notify them.

        A player who has blocked or muted the sender gets nothing, nor does one whom a block keeps from a seat there.
        Raises NOT_SEATED, TABLE_STARTED, TABLE_CLOSED, TABLE_FULL, STORE_UNAVAILABLE.
        """
        table = _joined(table, player_id)
        if not any(seat.free for seat in table.seats):
            raise errors.table_full()
        if table.admits(other.id):
            return
        now = self._now()
        challenged = Challenged(other.name, now)
        await self._store.note_challenged(table.id, other.id, challenged, limit=MAX_CHALLENGES, lasting=_KEPT)
        if player_id in await self._relations.silenced_by(other.id) or await self._is_kept_from(other.id, table):
            return
        invitation = Invitation(digest_of(player_id), now)
        if await self._store.invite(other.id, table.id, invitation, limit=MAX_CHALLENGES, lasting=_KEPT):
            await self._notify(player_id, table, other.id, now)

    async def to_player(self, player_id: PlayerId) -> list[Challenge]:
        """Return the challenges that a player can accept, newest first; delete others. Raises STORE_UNAVAILABLE."""
        stored = await self._store.invitations(player_id)
        if not stored:
            return []
        tables = await self._store.load_states(list(stored))
        silenced = await self._relations.silenced_by(player_id)
        begun = await self._games_of(player_id)
        good, over = list[Challenge](), list[TableId]()
        for (table_id, invitation), table in zip(stored.items(), tables, strict=True):
            by = None if table is None else _sender(table, invitation)
            if (
                not isinstance(table, OpenTable)
                or by is None
                or not _may_join(table, player_id)
                or any(game.started > invitation.time and game.seat_of(by.id) is not None for game in begun)
            ):
                over.append(table_id)
            elif (
                by.id not in silenced
                and any(seat.free for seat in table.seats)
                and not await self._is_kept_from(player_id, table)
            ):
                good.append(Challenge(table, by, invitation.time))
        await self._store.drop_invitations(player_id, over)
        return sorted(good, key=attrgetter("time"), reverse=True)

    async def at_table(self, player_id: PlayerId, table: Table) -> list[ChallengedPlayer]:
        """Return the players who were challenged to a player's table and have no seat there, earliest challenge first.

        Raises NOT_SEATED, TABLE_STARTED, TABLE_CLOSED, STORE_UNAVAILABLE.
        """
        table = _joined(table, player_id)
        stored = await self._store.challenged(table.id)
        waited = {each: entry for each, entry in stored.items() if _may_join(table, each)}
        presences = await self._relations.presences(player_id, list(waited))
        return [
            ChallengedPlayer(Person(each, entry.name), entry.answered, presences[each])
            for each, entry in sorted(waited.items(), key=lambda item: item[1].time)
        ]

    async def saw(self, player_id: PlayerId, table_id: TableId) -> None:
        """Record for the table's players that a challenged player has seen the challenge.

        Nothing is recorded for players who hide their presence. Raises STORE_UNAVAILABLE.
        """
        if not await self._relations.hides(player_id):
            await self._answer(player_id, table_id, Answered.SEEN)

    async def decline(self, player_id: PlayerId, table_id: TableId) -> None:
        """Delete a challenge to a player, and show that at its table. Raises STORE_UNAVAILABLE."""
        await self._answer(player_id, table_id, Answered.DECLINED)
        await self._store.drop_invitations(player_id, [table_id])

    async def _answer(self, player_id: PlayerId, table_id: TableId, answered: Answered) -> None:
        # Who got nothing has nothing to answer.
        if table_id not in await self._store.invitations(player_id):
            return
        entry = (await self._store.challenged(table_id)).get(player_id)
        if entry is not None and entry.answered < answered:
            entry = Challenged(entry.name, entry.time, answered)
            await self._store.note_challenged(table_id, player_id, entry, limit=MAX_CHALLENGES, lasting=_KEPT)

    async def _is_kept_from(self, player_id: PlayerId, table: OpenTable) -> bool:
        """Return whether a block keeps a player from a seat at a table."""
        return bool((await self._relations.apart(player_id, table.members)).all)

    async def _games_of(self, player_id: PlayerId) -> Sequence[RunningTable | FinishedTable]:
        """Return the games that a player plays or played at their latest tables."""
        found = await self._store.newest_of_player(player_id, before=None, limit=_LATEST_TABLES)
        tables = await self._store.load_states([table_id for _, table_id in found])
        games = (table for table in tables if isinstance(table, RunningTable | FinishedTable))
        return [game for game in games if game.seat_of(player_id) is not None]

    async def _notify(self, player_id: PlayerId, table: OpenTable, other_id: PlayerId, now: int) -> None:
        notice = Notice(
            # The same for the same challenge, so that nobody is notified twice of what waits.
            id=notice_id(table.id, Kind.INVITED.value, player_id, other_id),
            kind=Kind.INVITED,
            player=other_id,
            made=now,
            table=table.id,
            by=(table.seat_of(player_id),),
        )
        await notify(self._store, notice, now=now)


def _joined(table: Table, player_id: PlayerId) -> OpenTable:
    """Return an open table to which a player belongs. Raises NOT_SEATED, TABLE_STARTED, TABLE_CLOSED."""
    table = opened(table)
    if not table.admits(player_id):
        raise errors.not_seated()
    return table


def _sender(table: Table, invitation: Invitation) -> Person | None:
    """Return who sent an invitation, if they are still at the table."""
    return next((each for each in table.people if digest_of(each.id) == invitation.by), None)


def _may_join(table: OpenTable, player_id: PlayerId) -> bool:
    return table.seat_of(player_id) is None and player_id not in table.kicked

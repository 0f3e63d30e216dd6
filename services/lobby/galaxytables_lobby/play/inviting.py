"""The use case of an invitation: somebody at an open table invites a player to it.

An invitation names its table and a digest of its sender. Who the sender is, and whether it is still good, follows from
the table.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import NamedTuple

from galaxytables_lobby import errors
from galaxytables_lobby.domain.notices import Kind, Notice, notice_id
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.relations import Invitation, digest_of
from galaxytables_lobby.domain.stages import opened
from galaxytables_lobby.domain.state import OpenTable, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.people.notifying import notify
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.tokens import DAY
from galaxytables_lobby.ports import Store

MAX_INVITATIONS = 50
"""How many a player has at once; further ones are dropped."""

_KEPT = 7 * DAY * 1000


class Invited(NamedTuple):
    """An invitation that can be accepted: the table, who invited, and when, in milliseconds since the epoch."""

    table: OpenTable
    by: Person
    time: int


class Inviting:
    """Invites players to tables."""

    def __init__(self, store: Store, relations: Relations, now: Callable[[], int]) -> None:
        """Take the store, the relations, and the store's time in milliseconds."""
        self._store = store
        self._relations = relations
        self._now = now

    async def invite(self, player_id: PlayerId, table: Table, other_id: PlayerId) -> None:
        """Invite another player to a table, and notify them, unless they do not hear from the player.

        Raises NOT_SEATED, TABLE_STARTED, TABLE_CLOSED, TABLE_FULL, STORE_UNAVAILABLE.
        """
        table = opened(table)
        if not table.admits(player_id):
            raise errors.not_seated()
        if not any(seat.free for seat in table.seats):
            raise errors.table_full()
        if table.admits(other_id) or player_id in await self._relations.silenced_by(other_id):
            return
        now = self._now()
        invitation = Invitation(digest_of(player_id), now)
        limit = MAX_INVITATIONS
        if await self._store.invite(other_id, table.id, invitation, limit=limit, lasting=_KEPT):
            await self._notify(player_id, table, other_id, now)

    async def invitations(self, player_id: PlayerId) -> list[Invited]:
        """Return the invitations that a player can accept, newest first; delete others. Raises STORE_UNAVAILABLE."""
        stored = await self._store.invitations(player_id)
        tables = await self._store.load_states(list(stored))
        unheard = await self._relations.silenced_by(player_id) if stored else frozenset()
        good, over = list[Invited](), list[TableId]()
        for (table_id, invitation), table in zip(stored.items(), tables, strict=True):
            by = None if table is None else _sender(table, invitation)
            if not isinstance(table, OpenTable) or by is None or not _may_join(table, player_id):
                over.append(table_id)
            elif by.id not in unheard and any(seat.free for seat in table.seats):
                good.append(Invited(table, by, invitation.time))
        await self._store.drop_invitations(player_id, over)
        return sorted(good, key=attrgetter("time"), reverse=True)

    async def dismiss(self, player_id: PlayerId, table_id: TableId) -> None:
        """Delete an invitation of a player. Raises STORE_UNAVAILABLE."""
        await self._store.drop_invitations(player_id, [table_id])

    async def _notify(self, player_id: PlayerId, table: OpenTable, other_id: PlayerId, now: int) -> None:
        notice = Notice(
            # The same for the same invitation, so that nobody is notified twice of what waits.
            id=notice_id(table.id, Kind.INVITED.value, player_id, other_id),
            kind=Kind.INVITED,
            player=other_id,
            made=now,
            table=table.id,
            by=(table.seat_of(player_id),),
        )
        await notify(self._store, notice, now=now)


def _sender(table: Table, invitation: Invitation) -> Person | None:
    """Return who sent an invitation, if they are still at the table."""
    return next((each for each in table.people if digest_of(each.id) == invitation.by), None)


def _may_join(table: OpenTable, player_id: PlayerId) -> bool:
    return table.seat_of(player_id) is None and player_id not in table.kicked

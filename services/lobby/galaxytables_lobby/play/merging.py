"""Merges guests into accounts: a guest's tokens end, and all of the guest's data move to the account.

A merge is stored in the transaction that signs the player in. Each of its steps may be done twice, so the clock's
workers can continue it if the lobby that began it stops. Some time later, all steps are done once more. By then no call
with a token of the guest is still running, and no table with the guest is on its way into the archive.
"""

from contextlib import suppress

import structlog
from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain.accounts import Merge
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.merging import merged, play_both
from galaxytables_lobby.domain.people import Person, encode_message
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.state import PENDING, RunningTable, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.metrics import MERGES
from galaxytables_lobby.people.accounts import Accounts
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.sanctions import Kind, Sanctions, Subject
from galaxytables_lobby.play.people import forget_tickets, tables_of
from galaxytables_lobby.play.tournaments.replacing import merge_in_tournaments
from galaxytables_lobby.ports import Archive
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

SETTLED_MILLISECONDS = 60_000
"""After how long everything is looked through once more."""

_SOON_MILLISECONDS = 10_000
# How many merges one look takes.
_AT_ONCE = 50


class Merges:
    """Merges guests into accounts."""

    def __init__(
        self, tables: Tables, archive: Archive, accounts: Accounts, sanctions: Sanctions, relations: Relations
    ) -> None:
        self._relations = relations
        self._tables = tables
        self._archive = archive
        self._accounts = accounts
        self._sanctions = sanctions

    async def check(self, guest: PlayerId, account: PlayerId) -> None:
        """Raise SEATED_TWICE if guest and account play at the same running table."""
        async for table in tables_of(self._tables.store, guest):
            if _both_play(table, guest, account):
                raise errors.seated_twice(table.id)

    async def merge(self, merge: Merge) -> None:
        """Do all steps of a merge.

        Raises STORE_UNAVAILABLE, ARCHIVE_UNAVAILABLE; `resume` later continues such a merge.
        """
        await self._accounts.end_guest(merge)
        if merge.is_one:
            await self._relations.keep(merge.guest)
            await self._archive.note_merged(merge.number, self._tables.now())
            MERGES.labels("first_way_in").inc()
            return
        await self._carry_sanctions(merge)
        # The account makes its own. Before tables are moved, as a ticket may be getting one.
        await forget_tickets(self._tables.store, merge.guest)
        moved = 0
        async for table in tables_of(self._tables.store, merge.guest):
            moved += await self._move(table.id, merge)
        games = await self._archive.merge(merge.guest, merge.account)
        opened = await self._tables.store.move_opened(merge.guest, merge.account)
        await merge_in_tournaments(self._tables, merge.guest, merge.account)
        await self._tables.store.move_departures(merge.guest, merge.account)
        await self._tables.store.move_seen(merge.guest, merge.account)
        await self._relations.merge(merge.guest, merge.account)
        # Not moved: somebody who planted the guest could have planted where its notifications go.
        await self._tables.store.forget_subscriber(merge.guest)
        if merge.moved is None:
            await self._archive.note_moved(merge.number, self._tables.now())
            MERGES.labels("moved").inc()
        _log.info("guest_merged", player=merge.account, tables=moved, games=games, opened=opened)

    async def resume(self) -> int:
        """Continue the merges that have begun and are not done. Returns how many were done."""
        done, now = 0, self._tables.now()
        try:
            for merge in await self._archive.merges(limit=_AT_ONCE):
                waits = _SOON_MILLISECONDS if merge.moved is None else SETTLED_MILLISECONDS
                if now < merge.begun + waits:
                    continue
                await self.merge(merge)
                if merge.moved is not None and not await self._is_pending(merge):
                    await self._archive.note_merged(merge.number, now)
                    MERGES.labels("done").inc()
                    done += 1
        except GalaxyError as error:
            _log.warning("merge_delayed", reason=error.reason)
        return done

    async def _move(self, table_id: TableId, merge: Merge) -> bool:
        """Put the account in the guest's place at a table in the store. Returns whether anything changed."""
        guest, account = merge.guest, merge.account

        async def step(loaded: Loaded) -> Change | None:
            table = merged(loaded.table, guest, account)
            return None if table == loaded.table else Change(replace(table, version=table.version + 1))

        changed = False
        with suppress(errors.NotFoundError, errors.ConflictError):
            # A table that has left the store meanwhile is in the archive.
            changed = await self._tables.change(table_id, step) is not None
        store = self._tables.store
        said = [each for each in await store.messages(table_id) if each.player.id == guest]
        instead = {
            encode_message(each): encode_message(replace(each, player=Person(account, each.player.name)))
            for each in said
        }
        await store.replace_messages(table_id, instead)
        await store.rewrite_past(table_id, lambda past: merged(past, guest, account))
        return changed or bool(said)

    async def _is_pending(self, merge: Merge) -> bool:
        """Return whether the guest still sits at a table that is not over, beside the account."""
        async for table in tables_of(self._tables.store, merge.guest):
            if table.stage in PENDING:
                return True
        return False

    async def _carry_sanctions(self, merge: Merge) -> None:
        """Let what holds for the guest hold for the account: nobody gets rid of a mute by signing in."""
        about, instead = str(Subject.player(merge.guest)), str(Subject.player(merge.account))
        sanctions = await self._sanctions.all()
        has = {each.kind for each in sanctions if each.subject == instead}
        for each in sanctions:
            if each.subject == about and each.kind in (Kind.BAN, Kind.MUTE) and each.kind not in has:
                await self._sanctions.impose(replace(each, subject=instead))


def _both_play(table: Table, guest: PlayerId, account: PlayerId) -> bool:
    return isinstance(table, RunningTable) and play_both(table, guest, account)

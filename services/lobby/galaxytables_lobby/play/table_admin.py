"""Changes tables on behalf of an operator; each change is one step of `Tables.change`, like a player's choice."""

from collections.abc import Collection

from msgspec.structs import replace

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing, seating, timing
from galaxytables_lobby.domain.erasure import without
from galaxytables_lobby.domain.game import HeldPosition, Moved, ended_without_rules, pin_of
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.stages import opened, running
from galaxytables_lobby.domain.state import ClosedTable, OpenTable, RunningTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.play.resign import leave
from galaxytables_lobby.play.steps import Play, close, in_play
from galaxytables_lobby.ports import Games
from galaxytables_lobby.tables import Step, Tables

_SECOND = 1_000
MAX_EXTENDED = 30 * 24 * 3600 * _SECOND


class TableAdmin:
    """Changes tables for an operator.

    Methods return the changed table, or the answer to an earlier request with the same id.
    """

    def __init__(self, tables: Tables, games: Games) -> None:
        self._tables = tables
        self._games = games
        self._play = Play(tables, games)

    async def close(self, table_id: TableId, request: IdempotentRequest, *, without_rules: bool) -> Table | Answer:
        """End a table for good. With `without_rules`, the rules service is not asked, and nobody gets points.

        Raises GAME_OVER, TABLE_CLOSED, GAME_UNAVAILABLE.
        """

        async def step(loaded: Loaded) -> Change:
            if isinstance(loaded.table, OpenTable | ClosedTable):
                return Change(seating.close(opened(loaded.table), now=self._tables.now()))
            table, _, position = in_play(loaded)
            closed = await self._closed(table, position, without_rules=without_rules)
            return playing.end_by_operator(table, closed, now=self._tables.now())

        return await self._change(table_id, step, request)

    async def unstick(self, table_id: TableId, request: IdempotentRequest) -> Table | Answer:
        """Compute a running table's deadline again, and end any clock worker's lease on the table.

        Raises GAME_OVER, TABLE_NOT_STARTED, TABLE_CLOSED.
        """

        async def step(loaded: Loaded) -> Change:
            table = running(loaded.table)
            due = timing.due(table, self._tables.now())
            if due == table.deadline:
                # The store only writes deadlines that change, so one that it has lost must be written again.
                await self._tables.store.keep_deadline(table.id, due)
            return Change(replace(table, deadline=due, version=table.version + 1))

        changed = await self._change(table_id, step, request)
        await self._tables.store.release(table_id)
        return changed

    async def extend(
        self, table_id: TableId, seat: SeatNumber | None, more: int, request: IdempotentRequest
    ) -> Table | Answer:
        """Give a seat `more` milliseconds on its clock, or all seats if `seat` is None.

        Raises NOT_SEATED if there is no such seat, INVALID_REQUEST, GAME_OVER, TABLE_NOT_STARTED, TABLE_CLOSED.
        """
        if not _SECOND <= more <= MAX_EXTENDED:
            raise errors.invalid_request(f"Give from 1 to {MAX_EXTENDED // _SECOND} seconds more.")

        async def step(loaded: Loaded) -> Change:
            table = running(loaded.table)
            if not table.control.ticks:
                raise errors.invalid_request("There is no clock at this table.")
            if seat is not None and seat >= len(table.seats):
                raise errors.not_seated()
            for number, _ in table.numbered:
                if seat in (None, number):
                    table = timing.extended(table, number, more)
            fact = game_pb2.Fact(name="seconds", number=more // _SECOND)
            return playing.announce(table, "clocks_extended", seat=seat, facts=[fact], now=self._tables.now())

        return await self._change(table_id, step, request)

    async def remove(
        self, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None
    ) -> Table | Answer:
        """Remove a player for good. Raises NOT_SEATED, ALREADY_RESIGNED, GAME_OVER, TABLE_CLOSED."""

        async def step(loaded: Loaded) -> Change:
            if isinstance(loaded.table, OpenTable | ClosedTable):
                return Change(seating.remove(opened(loaded.table), player_id, now=self._tables.now()))
            return await leave(self._play, loaded, player_id, event="removed")

        return await self._change(table_id, step, request)

    async def erase(self, table_id: TableId, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str]) -> None:
        """Replace a player who has left the table by a pseudonym; `names` are all names that the player has had."""

        async def step(loaded: Loaded) -> Change:
            erased = without(loaded.table, player_id, pseudonym, names)
            return Change(replace(erased, version=erased.version + 1))

        await self._change(table_id, step)

    async def _closed(self, table: RunningTable, position: HeldPosition, *, without_rules: bool) -> Moved:
        """End the game as it stands. With `without_rules`, no rules service is asked, and nobody gets points."""
        reason = game_pb2.END_REASON_CLOSED_BY_OPERATOR
        stranded = self._games.rules_of(table.game).strands(pin_of(table))
        if without_rules or stranded:
            return ended_without_rules(position, reason, seats=len(table.seats))
        return await close(self._play, table, position, reason)

    async def _change(self, table_id: TableId, step: Step, request: IdempotentRequest | None = None) -> Table | Answer:
        changed = await self._tables.change(table_id, step, request)
        return changed.table if isinstance(changed, Loaded) else changed

"""Reads tables from memory, the store or the archive, and brings them up to date.

Clocks get the time of outages back, and positions that the rules service cannot read any more are renewed.
"""

from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import timing
from galaxytables_lobby.domain.game import HeldPosition, Pin, prompts_by_seat
from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.domain.loaded import Loaded, held_position
from galaxytables_lobby.domain.stages import started
from galaxytables_lobby.domain.state import RunningTable, StartedTable, Table, decode
from galaxytables_lobby.domain.timing import Outage
from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_lobby.ports import Archive, Store, Stored
from galaxytables_lobby.tables.memory import Memory


class Renewal(Protocol):
    """Renews positions that the rules service cannot read any more; `play/renewal.py` implements it."""

    def is_due(self, game: str, pin: Pin) -> bool:
        """Return whether the rules service reads another position format than the pin names, as far as is known."""

    async def renewed(
        self, table: StartedTable, position: HeldPosition, *, past: bool = False
    ) -> rules_pb2.Standing | None:
        """Replay a game to get its position in a format that the rules service reads. Returns the standing with it.

        With `past`, it is the standing right after the table's last event. Returns None if the replay fails.
        """


class ReadTables:
    """Reads tables for one process, and keeps recent ones in memory."""

    def __init__(
        self,
        store: Store,
        *,
        archive: Archive | None = None,
        renewal: Renewal | None = None,
        capacity: int = 2_000,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """`capacity` is how many tables to keep in memory; `clock` replaces the store's, in seconds since the epoch."""
        self.store = store
        self._archive = archive
        self._renewal = renewal
        self._clock = clock or store.clock
        self.memory = Memory(capacity)
        self._outages: tuple[Outage, ...] = ()

    @property
    def outages(self) -> tuple[Outage, ...]:
        """Return the outages whose time is given back to the tables' clocks."""
        return self._outages

    @outages.setter
    def outages(self, outages: tuple[Outage, ...]) -> None:
        self._outages = outages
        self.memory.forget_all()

    def now(self) -> int:
        """Return the store's time in milliseconds since the epoch."""
        return int(self._clock() * 1000)

    async def load(self, table_id: TableId) -> Loaded:
        """Return a table as it is now, from the store or the archive. Raises TABLE_NOT_FOUND."""
        loaded = await self.find(table_id)
        if loaded is None:
            raise errors.table_not_found(table_id)
        return loaded

    async def find(self, table_id: TableId) -> Loaded | None:
        """Return a table as it is now, from the store or the archive; None if there is none."""
        loaded = await self._found(table_id)
        if loaded is None:
            return None
        place = self.memory.place(table_id)
        remembered = place.loaded if place is not None else None
        if remembered is not None and remembered.table.version == loaded.table.version:
            # Its position may have been renewed already.
            loaded = replace(
                loaded, standing=remembered.standing, position=remembered.position, open_prompts=remembered.open_prompts
            )
        loaded = await self.renewed(loaded)
        if place is not None and (place.loaded is None or place.loaded.table.version <= loaded.table.version):
            place.loaded = loaded
        return loaded

    async def seen_by(self, viewer: SeatNumber | None, loaded: Loaded) -> Loaded:
        """Return a table as a viewer may see it: as it is or, for delayed spectators, as it was some choices ago."""
        if viewer is not None or not loaded.table.delayed:
            return loaded
        past = await self.store.past(loaded.table.id)
        if past is None:
            raise errors.table_busy(loaded.table.id)
        table = started(past.table)
        position = held_position(table, past.position, table.position_form)
        if self._renewal is not None and self._renewal.is_due(table.game, position.pin):
            standing = await self._renewal.renewed(table, position, past=True)
            if standing is not None:
                position = held_position(table, standing.position, standing.position_form)
        return Loaded(table, None, position)

    async def table_of_invitation(self, code: str) -> TableId | None:
        """Return the id of the table with this invitation code, in the store or the archive; None if there is none."""
        found = await self.store.table_of_invitation(code)
        if found is None and self._archive is not None:
            return await self._archive.table_of_invitation(code)
        return found

    async def events(self, table: Table, first: int) -> list[StoredEvent]:
        """Return a table's events from number `first` on.

        Events that are newer than the given state of the table are left out.
        """
        found = await self.store.events(table.id, first, table.events)
        if len(found) > table.events - first:
            return found
        kept = await self._from_archive(table.id)
        return found if kept is None else [event for event in kept[1] if first <= event.number <= table.events]

    async def renewed(self, loaded: Loaded) -> Loaded:
        """Return the table with a position that its rules service can read. If that fails, the table is unchanged."""
        standing, position = loaded.standing, loaded.position
        if standing is None or position is None or self._renewal is None:
            return loaded
        if not self._renewal.is_due(loaded.table.game, position.pin):
            return loaded
        table = started(loaded.table)
        again = await self._renewal.renewed(table, position)
        if again is None:
            return loaded
        open_prompts = prompts_by_seat(again)
        if (open_prompts.keys(), again.over) != (loaded.open_prompts.keys(), standing.over):
            # The table has changed meanwhile.
            return loaded
        renewed = held_position(table, again.position, again.position_form)
        again.ClearField("position")
        return replace(loaded, standing=again, position=renewed, open_prompts=open_prompts)

    async def fetch(self, table_id: TableId) -> Loaded:
        """Return a table from the store or the archive, not from memory. Raises TABLE_NOT_FOUND."""
        loaded = await self._found(table_id)
        if loaded is None:
            raise errors.table_not_found(table_id)
        return loaded

    async def _found(self, table_id: TableId) -> Loaded | None:
        stored, archived = await self.store.load(table_id), False
        if stored is None:
            kept = await self._from_archive(table_id)
            if kept is None:
                return None
            stored, archived = kept[0], True
        if not stored.standing:
            return Loaded(stored.table)
        standing = rules_pb2.Standing.FromString(stored.standing)
        table = stored.table
        if isinstance(table, RunningTable):
            table = timing.compensated(table, self._outages, self.now())
        compensated = table is not stored.table
        position = held_position(started(table), stored.position, standing.position_form)
        return Loaded(table, standing, position, prompts_by_seat(standing), archived, compensated=compensated)

    async def _from_archive(self, table_id: TableId) -> tuple[Stored, list[StoredEvent]] | None:
        """Return a table that is no longer in the store, with its events; None if it is not archived either."""
        moment = await self._archive.moment(table_id) if self._archive is not None else None
        if moment is None:
            return None
        return Stored(decode(moment.table), moment.standing, moment.position), list(moment.events)

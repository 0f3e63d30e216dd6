"""What a process knows of tables and of subscribers."""

from collections.abc import Collection
from typing import Protocol

from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.ports.store import Store


class KnownSubscribers(Protocol):
    """The players with a target for notifications, as far as a process knows them; see `people/subscribers.py`."""

    def may_include(self, player_ids: Collection[PlayerId]) -> bool:
        """Return whether any of these players may be a subscriber."""

    async def catch_up(self, table_id: TableId) -> None:
        """Mark all that has happened at a table as noticed, before a subscriber sits down. Raises STORE_UNAVAILABLE."""


class KnownTables(Protocol):
    """Read access to tables; the package `tables` implements it."""

    store: Store

    def now(self) -> int:
        """Return the store's time in milliseconds since the epoch."""

    async def load(self, table_id: TableId) -> Loaded:
        """Return a table as it is now, from the store or the archive. Raises TABLE_NOT_FOUND."""

    async def seen_by(self, viewer: SeatNumber | None, loaded: Loaded) -> Loaded:
        """Return a table as a viewer may see it: as it is or, for delayed spectators, as it was some choices ago."""

    async def events(self, table: Table, first: int) -> list[StoredEvent]:
        """Return a table's events from `first` to the last one that the given state of the table has."""

"""What a process knows of tables and of subscribers."""

from collections.abc import Collection
from typing import Protocol

from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.ports.store import Store


class KnownSubscribers(Protocol):
    """The players who have a target for notifications, such as an e-mail address, as far as this process knows.

    See `people/subscribers.py`.
    """

    def may_include(self, player_ids: Collection[PlayerId]) -> bool:
        """Return whether any of these players may want notifications. False is certain, True is not."""

    async def catch_up(self, table_id: TableId) -> None:
        """Record that nobody must be notified of what has happened at a table so far. Raises STORE_UNAVAILABLE.

        Call this before a subscriber sits down there.
        """


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
        """Return a table's events from number `first` on.

        Events that are newer than the given state of the table are left out.
        """

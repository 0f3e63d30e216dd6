"""Records of tables, wherever the table is: in the store, or in the archive once it has left it."""

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.game import Viewer
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.stages import started
from galaxytables_lobby.domain.state import FinishedTable
from galaxytables_lobby.ports import Archive, Store
from galaxytables_lobby.subscriptions.projection import record_for


class Records:
    """Gives records."""

    def __init__(self, store: Store, archive: Archive) -> None:
        """Take both places where they may be."""
        self._store = store
        self._archive = archive

    async def record(self, viewer: Viewer, loaded: Loaded) -> game_pb2.Record:
        """The record of a table as a viewer may know it; that of a finished game everybody may know whole.

        Raises TABLE_NOT_STARTED.
        """
        table = started(loaded.table)
        if not loaded.archived:
            # The history last: it is whole only if the table was still there after the journal was read.
            journal = await self._store.journal(table.id) if isinstance(table, FinishedTable) else []
            history = await self._store.events(table.id, 1, table.events)
            if len(history) == table.events:
                return record_for(viewer, table, loaded.standing, journal, history)
        record = await self._archive.record(table.id)
        if record is None:
            raise errors.table_not_found(table.id)
        return game_pb2.Record.FromString(record)

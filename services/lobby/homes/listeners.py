"""Who is told in this process of what was done elsewhere."""

from collections.abc import Collection

from services.lobby.repository.tables import ChangeMade, TableRepository
from services.lobby.store import News
from services.lobby.watching.bots import BotDesk
from services.lobby.watching.lobby import LobbyWatching
from services.lobby.watching.own_tables import OwnTablesWatching
from services.lobby.watching.tables import Watching


class Listeners:
    """The tables in memory, and all whose readers follow some."""

    def __init__(
        self,
        repository: TableRepository,
        watching: Watching,
        lobby: LobbyWatching,
        own_tables: OwnTablesWatching,
        bots: BotDesk,
    ) -> None:
        self._repository = repository
        self._watching = watching
        self._lists = (lobby, own_tables, bots)
        self.listening = (watching, lobby, own_tables, bots)

    def hear(self, news: News) -> None:
        """Somebody else has changed a table; what it is now stands in the store."""
        self._repository.heard(news)
        for each in self.listening:
            each.heard(news)

    def changed(self, told: ChangeMade, *, whole: bool) -> None:
        """A table was changed at its home; unless `whole`, no more is known of the change than the table after it."""
        table = told.after.table
        self._repository.heard(News(b"", table.version, told.seating, table.id))
        if whole:
            self._watching.changed(told)
        for each in self._lists:
            each.changed(told)

    def doubt(self, shards: Collection[int]) -> None:
        """News of some shards may have been missed."""
        self._repository.forget(shards)
        self._watching.doubt(shards)
        for each in self._lists:
            each.doubt_all()

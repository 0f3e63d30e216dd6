"""Reads the records of games from store or archive, and verifies those of finished games by a replay.

A replay costs a rules service as much as the game did, so only a few run at once. A record that was verified is not
replayed again: it is remembered by the digest of its bytes, which changes with any change of the record.
"""

from collections import OrderedDict
from hashlib import sha256

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.game import Viewer
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.stages import finished, started
from galaxytables_lobby.domain.state import FinishedTable
from galaxytables_lobby.ports import Archive, Games, Store
from galaxytables_lobby.subscriptions.projection import record_for


class Records:
    """Builds the records of games in the store, and loads those in the archive."""

    def __init__(self, store: Store, archive: Archive) -> None:
        self._store = store
        self._archive = archive

    async def record(self, viewer: Viewer, loaded: Loaded) -> game_pb2.Record:
        """Return the record of a table's game as a viewer may see it. All may see the whole record of a finished game.

        Raises TABLE_NOT_STARTED.
        """
        table = started(loaded.table)
        if not loaded.archived:
            # Read the history last: if it is complete, the table was still there when the journal was read.
            journal = await self._store.journal(table.id) if isinstance(table, FinishedTable) else []
            history = await self._store.events(table.id, 1, table.events)
            if len(history) == table.events:
                return record_for(viewer, table, loaded.standing, journal, history)
        record = await self._archive.record(table.id)
        if record is None:
            raise errors.table_not_found(table.id)
        return game_pb2.Record.FromString(record)


MAX_REPLAYS = 4
# About as long as a replay takes.
REPLAY_SECONDS = 1.0
MAX_REMEMBERED = 1_000


class Verifying:
    """Verifies records of finished games by replaying them."""

    def __init__(self, records: Records, games: Games) -> None:
        self._records = records
        self._games = games
        self._under_way = 0
        self._held: OrderedDict[bytes, rules_pb2.ReplayResponse] = OrderedDict()

    async def verify(self, loaded: Loaded) -> rules_pb2.ReplayResponse:
        """Replay the record of a table's game. The response says whether the record is right.

        If it is not, the response has the first difference. Raises GAME_NOT_OVER, TOO_MANY_REQUESTS, and the refusals
        of the rules service.
        """
        table = finished(loaded.table)
        if self._under_way >= MAX_REPLAYS:
            raise errors.too_many_requests(MAX_REPLAYS, retry_after=REPLAY_SECONDS)
        self._under_way += 1
        try:
            record = await self._records.record(None, loaded)
            digest = sha256(record.SerializeToString(deterministic=True)).digest()
            held = self._held.get(digest)
            if held is not None:
                self._held.move_to_end(digest)
                return held
            answer = await self._games.rules_of(table.game).replay(record)
        finally:
            self._under_way -= 1
        if answer.verified:
            self._held[digest] = answer
            if len(self._held) > MAX_REMEMBERED:
                self._held.popitem(last=False)
        return answer

"""Finished tables, played again by their games' rules services.

A replay costs a rules service as much as the game did, so only a few run at once, and a record that held is not
played twice: it is remembered by the digest of its bytes, which would change with whatever the store changed in it.
"""

from collections import OrderedDict
from hashlib import sha256

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.stages import finished
from galaxytables_lobby.play.records import Records
from galaxytables_lobby.ports import Games

MOST_REPLAYS = 4
# About as long as one takes.
REPLAY_SECONDS = 1.0
MOST_REMEMBERED = 1_000


class Verifying:
    """Says whether the records of finished tables hold."""

    def __init__(self, records: Records, games: Games) -> None:
        """Take where the records are and who can play them."""
        self._records = records
        self._games = games
        self._under_way = 0
        self._held: OrderedDict[bytes, rules_pb2.ReplayResponse] = OrderedDict()

    async def verify(self, loaded: Loaded) -> rules_pb2.ReplayResponse:
        """Have a table's record played again.

        Raises GAME_NOT_OVER, TOO_MANY_REQUESTS, and what the rules service refuses.
        """
        table = finished(loaded.table)
        if self._under_way >= MOST_REPLAYS:
            raise errors.too_many_requests(MOST_REPLAYS, retry_after=REPLAY_SECONDS)
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
            if len(self._held) > MOST_REMEMBERED:
                self._held.popitem(last=False)
        return answer

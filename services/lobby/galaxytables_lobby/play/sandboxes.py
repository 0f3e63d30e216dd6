"""Starts sandboxes that begin from a position of a finished game, by replaying its choices up to there."""

from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.stages import finished
from galaxytables_lobby.domain.state import OpenTable
from galaxytables_lobby.play.looking_back import LookingBack
from galaxytables_lobby.play.replaying import replay
from galaxytables_lobby.play.steps import Play

# A replay costs a rules service as much as the game did; this is about how long one takes.
MAX_REPLAYS = 4
REPLAY_SECONDS = 1.0


class Sandboxes:
    """Starts sandboxes from finished games."""

    def __init__(self, looking_back: LookingBack) -> None:
        self._looking_back = looking_back
        self._under_way = 0

    async def start(self, play: Play, table: OpenTable) -> Change:
        """Return the change that starts a sandbox's game from a position of the finished game.

        Raises TABLE_NOT_FOUND, PAST_NOT_KEPT, TOO_MANY_REQUESTS, and the refusals of the rules.
        """
        if self._under_way >= MAX_REPLAYS:
            raise errors.too_many_requests(MAX_REPLAYS, retry_after=REPLAY_SECONDS)
        self._under_way += 1
        try:
            loaded = await play.tables.load(table.sandbox_of)
            origin, choices = finished(loaded.table), await self._looking_back.recorded(loaded, table.sandbox_event)
            seats = zip(table.seats, origin.seats, strict=True)
            table = replace(table, seats=tuple(replace(seat, entropy=old.entropy) for seat, old in seats))
            started, moves = await replay(
                play, table, choices, rules_version=origin.rules_version, pack_digest=origin.pack_digest
            )
        finally:
            self._under_way -= 1
        if started.pack_digest != origin.pack_digest:
            raise errors.past_not_kept(origin.id)
        return playing.start(table, started, moves, now=play.tables.now())

"""Renews positions of older code of a rules service, which newer code may be unable to read.

The rules service decides the format of positions, and says when the format has changed. A table has everything that
determines its game: seed, entropy and journal. So when a position has an older format, the choices are replayed, which
costs one call for each table, once. The table need not wait, and no game is lost.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

import structlog

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain.game import HeldPosition, Pin, pin_of
from galaxytables_lobby.domain.history import choices_that_hold, stood_at
from galaxytables_lobby.domain.state import FinishedTable, StartedTable
from galaxytables_lobby.metrics import POSITIONS_RENEWED
from galaxytables_lobby.ports import Archive, Games, Store
from galaxytables_serving import GalaxyError

# Replays at the same time; others wait.
MAX_REPLAYS = 4
# How many answers are kept, of some kilobytes each.
MAX_KEPT = 500

_log = structlog.get_logger(__name__)


def start_of(table: StartedTable) -> rules_pb2.NewGameRequest:
    """Return the request that sets up a table's game as it was set up at the start."""
    return rules_pb2.NewGameRequest(
        seats=len(table.seats),
        options=table.options,
        seed=table.seed,
        entropy=[seat.entropy for seat in table.seats],
        rules_version=table.rules_version,
        pack_digest=table.pack_digest,
    )


@dataclass(slots=True)
class _Renewed:
    """A renewed standing, serialized, once it is known; the lock makes other readers wait for it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    standing: bytes = b""


class Renewal:
    """Computes positions again in the format that the rules service reads now."""

    def __init__(self, store: Store, games: Games, archive: Archive | None = None, *, capacity: int = MAX_KEPT) -> None:
        """The archive is for tables that have left the store.

        `capacity` is how many renewed positions to keep: those of tables that do not change any more are never written
        back.
        """
        self._store = store
        self._games = games
        self._archive = archive
        self._capacity = capacity
        self._kept: OrderedDict[bytes, _Renewed] = OrderedDict()
        self._replays = asyncio.Semaphore(MAX_REPLAYS)

    def is_due(self, game: str, pin: Pin) -> bool:
        """Return whether the rules service is known to read another position format than this pin's."""
        return self._games.position_form(game, pin) not in (b"", pin.position_form)

    async def renewed(
        self, table: StartedTable, position: HeldPosition, *, past: bool = False
    ) -> rules_pb2.Standing | None:
        """Return a table's standing with a renewed position, now or (`past`) right after the table's last event.

        Each position is replayed once, and the caller owns the result. Returns None if the replay fails, or if the
        journal is too old to say how the table stood; then the rules service refuses the old position.
        """
        key = position.digest + self._games.position_form(table.game, position.pin)
        cached = self._kept.setdefault(key, _Renewed())
        self._kept.move_to_end(key)
        while len(self._kept) > self._capacity:
            self._kept.popitem(last=False)
        async with cached.lock:
            if not cached.standing:
                async with self._replays:
                    standing = await self._replayed(table, past=past)
                if standing is None:
                    return None
                POSITIONS_RENEWED.labels(table.game).inc()
                cached.standing = standing.SerializeToString()
        return rules_pb2.Standing.FromString(cached.standing)

    async def _replayed(self, table: StartedTable, *, past: bool) -> rules_pb2.Standing | None:
        journal = await self._store.journal(table.id)
        if not journal and self._archive is not None:
            moment = await self._archive.moment(table.id)
            journal = [] if moment is None else list(moment.journal)
        if past:
            stood = stood_at(journal, table.events)
            if stood is None:
                return None
            choices = stood.choices
        else:
            choices = choices_that_hold(journal)
        request = rules_pb2.ReplayToRequest(start=start_of(table), choices=choices)
        if isinstance(table, FinishedTable):
            request.end_reason = game_pb2.EndReason.ValueType(table.end_reason)
        try:
            answer = await self._games.rules_of(table.game).replay_to(request, pin_of(table))
        except GalaxyError as error:
            _log.warning("position_not_renewed", table=table.id, game=table.game, reason=error.reason)
            return None
        return answer.standing

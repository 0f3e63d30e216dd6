"""Positions made anew: a rules service of newer code may not read those of older code.

What a position is made of is the rules service's own affair, and it says when that has changed. A table holds all that
its game is, seed, entropy and journal; so whoever meets a position of an older form has the choices played again, which
costs one call for each table, once. No table waits for it, and none is lost.
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

# Replays at the same time; further ones wait.
MOST_REPLAYS = 4
# Answers kept, of some kilobytes each.
MOST_KEPT = 500

_log = structlog.get_logger(__name__)


def start_of(table: StartedTable) -> rules_pb2.NewGameRequest:
    """What a table's game started from."""
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
    """How a table stands, serialized, once that is known; who looks meanwhile waits."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    standing: bytes = b""


class Renewal:
    """The positions that one process meets."""

    def __init__(
        self, store: Store, games: Games, archive: Archive | None = None, *, capacity: int = MOST_KEPT
    ) -> None:
        """Take the journals, the games, where the journals of tables are that have left the store.

        Also how many answers are kept: nobody writes those for a table at which nothing happens any more.
        """
        self._store = store
        self._games = games
        self._archive = archive
        self._capacity = capacity
        self._kept: OrderedDict[bytes, _Renewed] = OrderedDict()
        self._replays = asyncio.Semaphore(MOST_REPLAYS)

    def is_due(self, game: str, pin: Pin) -> bool:
        """Whether positions of a form are none that the game's rules read now, as far as is known."""
        return self._games.position_form(game, pin) not in (b"", pin.position_form)

    async def renewed(
        self, table: StartedTable, position: HeldPosition, *, past: bool = False
    ) -> rules_pb2.Standing | None:
        """How a table stands of which `position` tells: now, or in the past when the last of its events had been told.

        Played again, each position once; the answer is the caller's own. None if that cannot be had just now, or if a
        journal does not say how it stood: then whoever needs the position hears why.
        """
        key = position.digest + self._games.position_form(table.game, position.pin)
        known = self._kept.setdefault(key, _Renewed())
        self._kept.move_to_end(key)
        while len(self._kept) > self._capacity:
            self._kept.popitem(last=False)
        async with known.lock:
            if not known.standing:
                async with self._replays:
                    standing = await self._replayed(table, past=past)
                if standing is None:
                    return None
                POSITIONS_RENEWED.labels(table.game).inc()
                known.standing = standing.SerializeToString()
        return rules_pb2.Standing.FromString(known.standing)

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

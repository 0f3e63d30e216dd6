"""Positions made anew: a rules service of newer code may not read those of older code.

What a position is made of is the rules service's own affair, and it says when that has changed. A table holds all that
its game is, seed, entropy and journal; so whoever meets a position of an older form has the choices played again, which
costs one call for each table, once. No table waits for it, and none is lost.
"""

import structlog

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.lobby.archive import Archive
from services.lobby.journal import choices_that_hold, stood_at
from services.lobby.metrics import POSITIONS_RENEWED
from services.lobby.rules import Directory
from services.lobby.store import Store
from services.lobby.table import TableState
from services.serving import GalaxyError

_log = structlog.get_logger(__name__)


def start_of(table: TableState) -> rules_pb2.NewGameRequest:
    """What a table's game started from."""
    return rules_pb2.NewGameRequest(
        seats=len(table.seats),
        options=table.options,
        seed=table.seed,
        entropy=[seat.entropy for seat in table.seats],
        rules_version=table.rules_version,
        pack_digest=table.pack_digest,
    )


class Renewal:
    """The positions that one process meets."""

    def __init__(self, store: Store, games: Directory, archive: Archive | None = None) -> None:
        """Take the journals, the games, and where the journals of tables are that have left the store."""
        self._store = store
        self._games = games
        self._archive = archive

    def is_due(self, game: str, form: bytes) -> bool:
        """Whether positions of a form are none that the game's rules read now, as far as is known."""
        description = self._games.game(game).description
        return description is not None and description.position_form not in (b"", form)

    async def renewed(self, table: TableState, *, past: bool = False) -> rules_pb2.Standing | None:
        """How a table stands, played again: now, or in the past when the last of its events had been told.

        None if that cannot be had just now: then whoever needs the position hears why.
        """
        journal = await self._store.journal(table.id)
        if not journal and self._archive is not None:
            moment = await self._archive.moment(table.id)
            journal = [] if moment is None else list(moment.journal)
        if past:
            stood = stood_at(journal, table.events)
            choices = [] if stood is None else stood.choices
        else:
            choices = choices_that_hold(journal)
        request = rules_pb2.ReplayToRequest(start=start_of(table), choices=choices)
        if not past and table.end_reason:
            request.end_reason = game_pb2.EndReason.ValueType(table.end_reason)
        try:
            answer = await self._games.game(table.game).replay_to(request)
        except GalaxyError as error:
            _log.warning("position_not_renewed", table=table.id, game=table.game, reason=error.reason)
            return None
        POSITIONS_RENEWED.labels(table.game).inc()
        return answer.standing

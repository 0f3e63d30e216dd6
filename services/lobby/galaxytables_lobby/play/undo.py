"""Undo: a seat takes back its last choice."""

from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.history import told_since
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.play.steps import Actor, Play, check_history, span_of, unpaused

# Events at the end of a history that an undo looks at, beyond those that it withdraws, before it looks further.
_FEW_EVENTS = 16


async def undo(
    play: Play, table_id: TableId, actor: Actor, request: IdempotentRequest | None = None
) -> Loaded | Answer:
    """Take back the last choice of a seat. Raises UNDO_REFUSED, HISTORY_FULL, and what `choose` does."""

    async def step(loaded: Loaded) -> Change:
        seat = await actor.seat_at(loaded.table)
        table, _, position = unpaused(loaded)
        check_history(table)
        viewers, span = play.viewers(table, seat), span_of(request)
        moved = await play.games.rules_of(table.game).undo(table.id, position, seat, viewers, span)
        await _check_withdrawable(play, table, moved.withdrawn)
        return playing.undo(table, seat, moved, now=play.tables.now())

    return await play.tables.change(table_id, step, request)


async def _check_withdrawable(play: Play, table: RunningTable, count: int) -> None:
    """Only the last events of a history can be withdrawn; what the lobby told meanwhile stands in the way."""
    if not count:
        return
    reach, told = count + _FEW_EVENTS, await _told_since(play, table, count, count + _FEW_EVENTS)
    while told is None and reach < table.events:
        reach *= 4
        told = await _told_since(play, table, count, reach)
    if told is not False:
        raise errors.undo_refused("Something has happened at the table since.")


async def _told_since(play: Play, table: RunningTable, count: int, reach: int) -> bool | None:
    """Whether the lobby has told something since the game's last events, as far as so many of all tell."""
    latest = await play.tables.store.events(table.id, table.events - reach + 1, table.events)
    return told_since(latest, count)

"""The use case of undo: a seat takes back its last choice."""

from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.history import lobby_event_since
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.play.steps import Actor, Play, check_history, span_of, unpaused

# How many events beyond those to withdraw an undo reads first, before it reads more.
_FEW_EVENTS = 16


async def undo(
    play: Play, table_id: TableId, actor: Actor, request: IdempotentRequest | None = None
) -> Loaded | Answer:
    """Undo a seat's last choice. Raises UNDO_REFUSED, HISTORY_FULL, and the errors of `choose`."""

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
    """Raise UNDO_REFUSED if lobby events follow the events to withdraw, which must be the last ones."""
    if not count:
        return
    reach, found = count + _FEW_EVENTS, await _lobby_event_since(play, table, count, count + _FEW_EVENTS)
    while found is None and reach < table.events:
        reach *= 4
        found = await _lobby_event_since(play, table, count, reach)
    if found is not False:
        raise errors.undo_refused("Something has happened at the table since.")


async def _lobby_event_since(play: Play, table: RunningTable, count: int, reach: int) -> bool | None:
    """Return `lobby_event_since` for the last `reach` events of the history."""
    latest = await play.tables.store.events(table.id, table.events - reach + 1, table.events)
    return lobby_event_since(latest, count)

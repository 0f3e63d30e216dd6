"""The use cases of pausing a table and of going on vacation."""

from collections.abc import Callable

from galaxytables_lobby import errors
from galaxytables_lobby.domain import pauses
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.play.steps import Play, check_history, in_play


async def set_pause(
    play: Play, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None, *, paused: bool
) -> Loaded | Answer:
    """Record that a player wishes to pause the table (`paused`) or to resume it.

    Raises NOT_SEATED, GAME_UNAVAILABLE, HISTORY_FULL.
    """

    def wish(table: RunningTable, seat: SeatNumber, now: int) -> Change | None:
        return pauses.wish_pause(table, seat, paused=paused, now=now)

    return await _pause(play, table_id, player_id, wish, request, begins=paused)


async def set_vacation(
    play: Play, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None, *, away: bool
) -> Loaded | Answer:
    """Record that a player goes on vacation (`away`) or is back. Raises the same errors as `set_pause`."""
    step = pauses.leave if away else pauses.come_back

    def change(table: RunningTable, seat: SeatNumber, now: int) -> Change | None:
        return step(table, seat, now=now)

    return await _pause(play, table_id, player_id, change, request, begins=away)


async def _pause(
    play: Play,
    table_id: TableId,
    player_id: PlayerId,
    change: Callable[[RunningTable, SeatNumber, int], Change | None],
    request: IdempotentRequest | None,
    *,
    begins: bool,
) -> Loaded | Answer:
    async def step(loaded: Loaded) -> Change:
        table, _, _ = in_play(loaded)
        seat = table.playing_seat(player_id)
        if seat is None:
            raise errors.not_seated()
        if not play.games.rules_of(table.game).available:
            # A pause would stop the clocks without giving the outage's time back, which only running clocks get.
            raise errors.game_unavailable(table.game)
        if begins:
            check_history(table)
        return change(table, seat, play.tables.now()) or Change(table)

    return await play.tables.change(table_id, step, request)

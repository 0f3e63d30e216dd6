"""How a player resigns, and how the last person at a table ends the game."""

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import endings, playing
from galaxytables_lobby.domain.cool_downs import Kind
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.people.cool_downs import note_departure
from galaxytables_lobby.play.steps import Play, close, in_play, span_of
from galaxytables_serving.tracing import Span


async def resign(
    play: Play, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None
) -> Loaded | Answer:
    """Make a player resign. Raises NOT_SEATED, ALREADY_RESIGNED, GAME_OVER."""
    left: list[tuple[RunningTable, SeatNumber]] = []

    async def step(loaded: Loaded) -> Change:
        left.clear()
        change = await leave(play, loaded, player_id, span=span_of(request))
        table = loaded.table
        seat = table.seat_of(player_id)
        # To resign when one is beaten ends a game of two; a game that goes on lacks a player.
        if isinstance(table, RunningTable) and seat is not None and isinstance(change.table, RunningTable):
            left.append((table, seat))
        return change

    made = await play.tables.change(table_id, step, request)
    if not isinstance(made, Answer):
        for table, seat in left:
            await note_departure(play.tables.store, table, seat, Kind.LEFT, now=play.tables.now())
    return made


async def leave(
    play: Play, loaded: Loaded, player_id: PlayerId, *, event: str = "resigned", span: Span | None = None
) -> Change:
    """Return the change by which a person leaves a running game.

    `event` is the kind of the event to add: `resigned`, or `removed` if an operator removes the person.

    Raises NOT_SEATED, ALREADY_RESIGNED, GAME_OVER.
    """
    table, _, position = in_play(loaded)
    seat = table.seat_of(player_id)
    if seat is None:
        raise errors.not_seated()
    if table.seats[seat].resigned:
        raise errors.already_resigned()
    reason = endings.of_resigning(table, seat)
    if reason is None:
        return playing.resign(table, seat, now=play.tables.now(), event=event)
    closed = await close(play, table, position, reason, span=span)
    return playing.end_by_resigning(table, closed, seat, now=play.tables.now(), event=event)


async def claim_end(
    play: Play, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None
) -> Loaded | Answer:
    """End a game that everybody else has left; the player who asks for it wins.

    Raises NOT_SEATED, END_NOT_CLAIMABLE.
    """

    async def step(loaded: Loaded) -> Change:
        table, _, position = in_play(loaded)
        seat = table.playing_seat(player_id)
        if seat is None:
            raise errors.not_seated()
        if not endings.may_claim(table, seat):
            raise errors.end_not_claimable()
        reason = game_pb2.END_REASON_ABANDONED
        closed = await close(play, table, position, reason, span=span_of(request))
        return playing.claim_end(table, closed, seat, now=play.tables.now())

    return await play.tables.change(table_id, step, request)

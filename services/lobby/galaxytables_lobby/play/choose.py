"""How a seat answers a prompt."""

import dataclasses
from collections.abc import Sequence

from msgspec import Struct

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.game import HeldPosition, Moved, Viewers
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_lobby.play.steps import Actor, Play, close, in_play, is_full, unpaused
from galaxytables_serving.tracing import Span


class ChosenOptions(Struct, frozen=True):
    """A seat's answer to a prompt: the ids of the chosen options, and who chose them."""

    actor: Actor
    prompt_id: str
    picks: Sequence[str]


class AcceptedChoice(Struct, frozen=True):
    """The result of an accepted choice: the table's version, the last event, and whether the request was a repeat."""

    version: int
    last_event: int
    repeated: bool


async def choose(play: Play, table_id: TableId, choice: ChosenOptions, request: IdempotentRequest) -> AcceptedChoice:
    """Answer a prompt for a seat; a repeated request gets the first answer.

    Raises NOT_SEATED, PROMPT_CLOSED, TABLE_PAUSED, GAME_OVER, and the errors of the rules and of `Tables.change`.
    """
    seat: SeatNumber | None = None

    async def step(loaded: Loaded) -> Change:
        nonlocal seat
        seat = await choice.actor.seat_at(loaded.table)
        unpaused(loaded)
        # The same error whether the prompt belongs to another seat or does not exist: which ones others have is secret.
        if choice.prompt_id not in loaded.open_prompts.get(seat, ()):
            raise errors.prompt_closed(choice.prompt_id)
        chosen = game_pb2.Choice(seat=seat, prompt_id=choice.prompt_id, picks=choice.picks)
        return await change_for(play, loaded, [chosen], by_clock=False, span=request.span)

    changed = await play.tables.change(table_id, step, request)
    if isinstance(changed, Answer):
        return AcceptedChoice(changed.version, changed.last_event, repeated=True)
    return AcceptedChoice(changed.table.version_for(seat), changed.table.events, repeated=False)


async def change_for(
    play: Play, loaded: Loaded, choices: Sequence[game_pb2.Choice], *, by_clock: bool, span: Span | None
) -> Change:
    """Return the change that some choices of one seat make. Choices whose prompts have closed are skipped.

    Players' choices and the clock's come through here, once for each try. What counts or logs choices belongs behind
    the commit, in `Tables._publish`.
    """
    table, _, position = in_play(loaded)
    seat = SeatNumber(choices[0].seat)
    viewers, moves = play.viewers(table, seat), list[tuple[game_pb2.Choice, Moved]]()
    for choice in choices:
        if moves:
            last = moves[-1][1]
            if choice.prompt_id not in last.open_prompts.get(seat, ()):
                continue
            position = last.position
        moves.append((choice, await _apply(play, table, position, choice, viewers, span=span)))
    return playing.apply_choices(table, loaded.open_prompts, moves, by_clock=by_clock, now=play.tables.now())


async def _apply(
    play: Play,
    table: RunningTable,
    position: HeldPosition,
    choice: game_pb2.Choice,
    viewers: Viewers,
    *,
    span: Span | None = None,
) -> Moved:
    """Have the rules service apply a choice. If the history is full, the game ends as stalled."""
    moved = await play.games.rules_of(table.game).apply(table.id, position, choice, viewers, span)
    if moved.standing.over or not is_full(table, len(moved.events)):
        return moved
    closed = await close(play, table, moved.position, game_pb2.END_REASON_STALLED, viewers=viewers, span=span)
    return dataclasses.replace(closed, events=moved.events)

"""Moves at running tables: the game's start, a player's choice, undo and resignation, the end that the last one claims.

Each is one step of `TableRepository.change`: look at the table, ask the rules, put together what follows. Callers have
made sure who is asking and that they may know of the table.
"""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec import Struct

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.domain import endings, pauses, playing, seating
from galaxytables_lobby.domain.game import HeldPosition, Moved, Viewers
from galaxytables_lobby.domain.journal import told_since
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.stages import running
from galaxytables_lobby.domain.state import RunningTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.play.actors import Actor
from galaxytables_lobby.tables import Loaded, TableRepository
from galaxytables_serving.tracing import Span

# The longest games have some 2,000 events. What can be done again and again without the game going on ends here, and so
# does a game that goes on for ever. A record with so many events fits into a `ReplayRequest`.
MOST_EVENTS = 10_000
# Events at the end of a history that an undo looks at, beyond those that it withdraws, before it looks further.
_FEW_EVENTS = 16


def nobody(_: Table, __: SeatNumber | None) -> Viewers:
    """No views: nobody watches through this process."""
    return Viewers()


class Moves:
    """What can happen at a running table."""

    def __init__(
        self,
        repository: TableRepository,
        games: Directory,
        viewers: Callable[[Table, SeatNumber | None], Viewers] = nobody,
    ) -> None:
        """Take the tables, the games, and whose views are to be built when a seat (None: the start) moves a table."""
        self._repository = repository
        self._games = games
        self._viewers = viewers

    async def start(
        self, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None
    ) -> Loaded | Answer:
        """The host begins the game."""

        async def step(loaded: Loaded) -> Change:
            table = seating.hosted(loaded.table, player_id)
            seating.check_startable(table)
            started = await self._games.rules_of(table.game).new_game(
                table.id,
                seats=len(table.seats),
                options=table.options,
                seed=table.seed,
                entropy=[seat.entropy for seat in table.seats],
                viewers=self._viewers(table, None),
                span=span_of(request),
            )
            return playing.start(table, started, now=self._repository.now())

        return await self._repository.change(table_id, step, request)

    async def submit(self, table_id: TableId, choice: "Choosing", request: IdempotentRequest) -> "AcceptedChoice":
        """A seat answers a prompt; the same request again gets the first answer."""

        async def step(loaded: Loaded) -> Change:
            choice.game = loaded.table.game
            choice.seat = seat = await choice.actor.seat_at(loaded.table)
            table, _, position = unpaused(loaded)
            # One answer for whatever is not open to the seat: which prompts are open to others is theirs to know.
            if choice.prompt_id not in loaded.asked.get(seat, ()):
                raise errors.prompt_closed(choice.prompt_id)
            chosen = game_pb2.Choice(seat=seat, prompt_id=choice.prompt_id, picks=choice.picks)
            viewers = self._viewers(table, seat)
            moved = await apply(self._games, table, position, chosen, viewers, span=request.span)
            return playing.choose(table, loaded.asked, [(chosen, moved)], by_clock=False, now=self._repository.now())

        changed = await self._repository.change(table_id, step, request)
        if isinstance(changed, Answer):
            return AcceptedChoice(changed.version, changed.last_event, repeated=True)
        return AcceptedChoice(changed.table.version_for(choice.seat), changed.table.events, repeated=False)

    async def undo(self, table_id: TableId, actor: Actor, request: IdempotentRequest | None = None) -> Loaded | Answer:
        """A seat takes back its last choice."""

        async def step(loaded: Loaded) -> Change:
            seat = await actor.seat_at(loaded.table)
            table, _, position = unpaused(loaded)
            check_history(table)
            viewers, span = self._viewers(table, seat), span_of(request)
            moved = await self._games.rules_of(table.game).undo(table.id, position, seat, viewers, span)
            await self._check_withdrawable(table, moved.withdrawn)
            return playing.undo(table, seat, moved, now=self._repository.now())

        return await self._repository.change(table_id, step, request)

    async def resign(
        self, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None
    ) -> Loaded | Answer:
        """A person gives up their seat."""

        async def step(loaded: Loaded) -> Change:
            table, _, position = in_play(loaded)
            seat = table.seat_of(player_id)
            if seat is None:
                raise errors.not_seated()
            if table.seats[seat].resigned:
                raise errors.already_resigned()
            reason = endings.of_resigning(table, seat)
            if reason is None:
                return playing.resign(table, seat, now=self._repository.now())
            closed = await close(
                self._games, table, position, reason, self._viewers(table, None), span=span_of(request)
            )
            return playing.end_by_resigning(table, closed, seat, now=self._repository.now())

        return await self._repository.change(table_id, step, request)

    async def claim_end(
        self, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None
    ) -> Loaded | Answer:
        """The only person left ends the game, and has won it."""

        async def step(loaded: Loaded) -> Change:
            table, _, position = in_play(loaded)
            seat = table.playing_seat(player_id)
            if seat is None:
                raise errors.not_seated()
            if not endings.may_claim(table, seat):
                raise errors.end_not_claimable()
            reason = game_pb2.END_REASON_ABANDONED
            closed = await close(
                self._games, table, position, reason, self._viewers(table, None), span=span_of(request)
            )
            return playing.claim_end(table, closed, seat, now=self._repository.now())

        return await self._repository.change(table_id, step, request)

    async def set_pause(
        self, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None, *, paused: bool
    ) -> Loaded | Answer:
        """A person wishes that the table is paused, or that it goes on."""

        def wish(table: RunningTable, seat: SeatNumber, now: int) -> Change | None:
            return pauses.wish_pause(table, seat, paused=paused, now=now)

        return await self._pause(table_id, player_id, wish, request, begins=paused)

    async def set_vacation(
        self, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None, *, away: bool
    ) -> Loaded | Answer:
        """A person goes on vacation, or is back."""
        step = pauses.leave if away else pauses.come_back

        def change(table: RunningTable, seat: SeatNumber, now: int) -> Change | None:
            return step(table, seat, now=now)

        return await self._pause(table_id, player_id, change, request, begins=away)

    async def _pause(
        self,
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
            if not self._games.rules_of(table.game).available:
                # Clocks are stopped as they are; what an outage takes is given back to those that run.
                raise errors.game_unavailable(table.game)
            if begins:
                check_history(table)
            return change(table, seat, self._repository.now()) or unchanged(table)

        return await self._repository.change(table_id, step, request)

    async def _check_withdrawable(self, table: RunningTable, count: int) -> None:
        """Only the last events of a history can be withdrawn; what the lobby told meanwhile stands in the way."""
        if not count:
            return
        reach, told = count + _FEW_EVENTS, await self._told_since(table, count, count + _FEW_EVENTS)
        while told is None and reach < table.events:
            reach *= 4
            told = await self._told_since(table, count, reach)
        if told is not False:
            raise errors.undo_refused("Something has happened at the table since.")

    async def _told_since(self, table: RunningTable, count: int, reach: int) -> bool | None:
        """Whether the lobby has told something since the game's last events, as far as so many of all tell."""
        latest = await self._repository.store.events(table.id, table.events - reach + 1, table.events)
        return told_since(latest, count)


@dataclass(slots=True)
class Choosing:
    """An answer to a prompt on its way, and what it has found out of its table."""

    actor: Actor
    prompt_id: str
    picks: Sequence[str]
    game: str = "unknown"
    seat: SeatNumber | None = None


class AcceptedChoice(Struct, frozen=True):
    """A choice was accepted: the version that holds it, the last event it caused, whether this was a repeat."""

    version: int
    last_event: int
    repeated: bool


async def apply(
    games: Directory,
    table: RunningTable,
    position: HeldPosition,
    choice: game_pb2.Choice,
    viewers: Viewers,
    *,
    span: Span | None = None,
) -> Moved:
    """Have the rules play a choice. A game that goes on for ever ends with it."""
    moved = await games.rules_of(table.game).apply(table.id, position, choice, viewers, span)
    if moved.standing.over or table.events + len(moved.events) < MOST_EVENTS:
        return moved
    closed = await close(games, table, moved.position, game_pb2.END_REASON_STALLED, viewers, span=span)
    return dataclasses.replace(closed, events=moved.events)


async def close(
    games: Directory,
    table: RunningTable,
    position: HeldPosition,
    reason: endings.Reason,
    viewers: Viewers,
    *,
    span: Span | None = None,
) -> Moved:
    """Have the rules end a game as it stands."""
    game = games.rules_of(table.game)
    return await game.close_game(table.id, position, reason, viewers, seats=len(table.seats), span=span)


def span_of(request: IdempotentRequest | None) -> Span | None:
    """The span of whoever asks, where that is traced."""
    return None if request is None else request.span


def in_play(loaded: Loaded) -> tuple[RunningTable, rules_pb2.Standing, HeldPosition]:
    """A table in play with its game. Raises GAME_OVER, TABLE_NOT_STARTED, TABLE_CLOSED."""
    table = running(loaded.table)
    if loaded.standing is None or loaded.position is None:
        raise errors.table_not_started()
    return table, loaded.standing, loaded.position


def unpaused(loaded: Loaded) -> tuple[RunningTable, rules_pb2.Standing, HeldPosition]:
    """What is in play, where it is played now. Raises TABLE_PAUSED, and as `in_play`."""
    table, standing, position = in_play(loaded)
    if table.paused:
        raise errors.table_paused()
    return table, standing, position


def check_history(table: RunningTable) -> None:
    """Keep a history within bounds whose players do and undo the same for ever. Raises HISTORY_FULL."""
    if table.events >= MOST_EVENTS:
        raise errors.history_full(MOST_EVENTS)


def unchanged(table: Table) -> Change:
    """The table is as it should be; only the request is remembered."""
    return Change(table, None, (), ())

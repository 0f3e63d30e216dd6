"""Pure functions that return what a choice, the clock or a resignation changes at a table.

They are called once the rules service has answered. They combine its answer, the clocks, the seats and the history into
one `Change`, which is committed as a whole. `now` is in milliseconds.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.digest import CANONICAL
from galaxytables_lobby.domain import endings, timing
from galaxytables_lobby.domain.game import Moved, OpenPrompts, Started
from galaxytables_lobby.domain.history import (
    GAME_EVENT,
    LOBBY_EVENT,
    HistoryEvent,
    check,
    chosen,
    placed,
    timestamp,
    withdrawn,
)
from galaxytables_lobby.domain.people import ChatMessage
from galaxytables_lobby.domain.state import (
    FinishedTable,
    Hint,
    OpenTable,
    Proposal,
    RunningTable,
    SeatClock,
    StartedTable,
    Table,
    TableSeat,
    at_stage,
)
from galaxytables_lobby.ids import SEAT_NUMBERS, SeatNumber


class Change(Struct, frozen=True):
    """A change of a table: the table afterwards, its new events, and `moved`, the game's part of the change.

    `moved` is None if the game itself did not change. If the version stays the same, the change only stores the answer
    to its request.
    """

    table: Table
    moved: Moved | None = None
    events: Sequence[HistoryEvent] = ()
    journal: Sequence[bytes] = ()
    # The seat that made the change, if any.
    mover: SeatNumber | None = None
    # The chat message that belongs to it.
    message: ChatMessage | None = None


def start(
    table: OpenTable, started: Started, moves: Sequence[tuple[game_pb2.Choice, Moved]] = (), *, now: int
) -> Change:
    """Start the table's game.

    For a sandbox, `moves` are the choices that were replayed to begin with, each with its result.
    """
    last = moves[-1][1] if moves else started.moved
    open_prompts = last.open_prompts
    seats = []
    for number, seat in table.numbered:
        clock = timing.fresh(table.control)
        if table.control.ticks and number in open_prompts:
            clock = replace(clock, started=now)
        seats.append(replace(seat, clock=clock, ready=True))
    running = at_stage(
        RunningTable,
        table,
        seats=tuple(seats),
        private=table.private and not table.by_invitation,
        options=started.options,
        pack_digest=started.pack_digest,
        rules_version=started.rules_version,
        digest_algorithm=CANONICAL,
        begun=table.version + 1,
        started=now,
        yet_to_choose=SEAT_NUMBERS[: len(table.seats)],
    )
    history = _History(running, now)
    history.lobby("started")
    for moved in (started.moved, *(moved for _, moved in moves)):
        history.game(moved.events)
    return _change(running, last, history, [chosen(choice) for choice, _ in moves], now)


def apply_choices(
    table: RunningTable,
    open_prompts: OpenPrompts,
    moves: Sequence[tuple[game_pb2.Choice, Moved]],
    *,
    by_clock: bool,
    now: int,
) -> Change:
    """Apply a seat's choice or, if its time is up, all answers that the clock gives for its open prompts.

    `open_prompts` are those before the first choice. `moves` are the choices of one seat, each with its result. If the
    clock chose, and the person on the seat has run out of time too often in a row, the seat is handed over.
    """
    chooser = SeatNumber(moves[0][0].seat)
    clock: SeatClock | None = table.seats[chooser].clock
    history = _History(table, now)
    seat = table.seats[chooser]
    clocked_out = by_clock and not seat.forsaken
    if clocked_out:
        clock = None
        history.lobby("clocked_out", seat=chooser)
        seat = replace(seat, clock=replace(seat.clock, misses=seat.clock.misses + 1))
    elif not by_clock and seat.clock.misses:
        seat = replace(seat, clock=replace(seat.clock, misses=0))
    if seat is not table.seats[chooser]:
        table = table.with_seat(chooser, seat)
    if chooser in table.yet_to_choose and not by_clock and not seat.resigned:
        table = replace(table, yet_to_choose=tuple(each for each in table.yet_to_choose if each != chooser))
    for choice, moved in moves:
        if table.control.ticks:
            clocks = [
                timing.after_choice(
                    table.control,
                    each.clock,
                    chose=number == choice.seat,
                    prompts_before=open_prompts.get(number, frozenset()),
                    prompts=moved.open_prompts.get(number, frozenset()),
                    now=now,
                )
                for number, each in table.numbered
            ]
            table = _with_clocks(table, clocks)
        history.game(moved.events)
        open_prompts = moved.open_prompts
    if not by_clock and not table.seats[chooser].bot:
        chose = table.events + len(history.events)
        table = table.with_seat(chooser, replace(table.seats[chooser], chose=chose))
    last = moves[-1][1]
    misses = table.seats[chooser].clock.misses
    if clocked_out and not last.standing.over and endings.gone_too_long(table, chooser, misses):
        table = _handed_over(table, chooser, history, now)
    hidden = all(moved.hidden for _, moved in moves)
    journal = [chosen(choice) for choice, _ in moves]
    return _change(table, last, history, journal, now, mover=chooser, hidden=hidden, clock=clock)


def undo(table: RunningTable, seat: SeatNumber, moved: Moved, *, now: int) -> Change:
    """Apply an undo of a seat's last choice."""
    clocks = [
        timing.after_undo(
            table.control,
            each.clock,
            undid=number == seat,
            prompts=moved.open_prompts.get(number, frozenset()),
            now=now,
        )
        for number, each in table.numbered
    ]
    history = _History(table, now)
    if not moved.hidden or _waiting(moved) != table.waiting:
        history.lobby(
            "undone",
            seat=seat,
            facts=[game_pb2.Fact(name="withdrawn", number=moved.withdrawn)],
            withdrawn=moved.withdrawn,
        )
    journal = [withdrawn(seat, moved.prompt_id)]
    clock = table.seats[seat].clock
    changed = _with_clocks(table, clocks)
    return _change(changed, moved, history, journal, now, mover=seat, hidden=moved.hidden, clock=clock)


def resign(table: RunningTable, seat: SeatNumber, *, now: int, event: str = "resigned") -> Change:
    """Take a person off a seat while the game goes on; the table's successor plays on.

    `event` is the kind of event to add: `resigned`, or `removed` if an operator did it.
    """
    history = _History(table, now)
    history.lobby(event, seat=seat)
    table = _handed_over(table, seat, history, now)
    return _change(table, None, history, (), now)


def end_by_resigning(
    table: RunningTable, closed: Moved, seat: SeatNumber, *, now: int, event: str = "resigned"
) -> Change:
    """End the game because a person left; `event` is `resigned`, or `removed` if an operator did it."""
    history = _History(table, now)
    history.lobby(event, seat=seat)
    return _change(_left(table, [seat]), closed, history, (), now)


def end_by_clock(table: RunningTable, closed: Moved, seat: SeatNumber, *, now: int) -> Change:
    """End the game because a seat has run out of time too often; that seat loses."""
    history = _History(table, now)
    history.lobby("clocked_out", seat=seat)
    clock = table.seats[seat].clock
    table = table.with_seat(seat, replace(table.seats[seat], clock=replace(clock, misses=clock.misses + 1)))
    abandoned = closed.standing.end_reason == game_pb2.END_REASON_ABANDONED
    left = endings.silent_seats(table) if abandoned else [seat]
    return _change(_left(table, left), closed, history, (), now)


def end_in_silence(table: RunningTable, closed: Moved, *, now: int) -> Change:
    """End the game because nobody plays any more. The people whom the game waited for count as having left."""
    return _change(_left(table, endings.silent_seats(table)), closed, _History(table, now), (), now)


def end_by_operator(table: RunningTable, closed: Moved, *, now: int) -> Change:
    """End the game because an operator closed it."""
    return _change(table, closed, _History(table, now), (), now)


def claim_end(table: RunningTable, closed: Moved, seat: SeatNumber, *, now: int) -> Change:
    """End the game at the demand of the only person who is left."""
    history = _History(table, now)
    history.lobby("end_claimed", seat=seat)
    return _change(table, closed, history, (), now)


def propose(table: RunningTable, proposal: Proposal, *, now: int) -> Change:
    """Record a seat's proposal of a takeback."""
    history = _History(table, now)
    fact = game_pb2.Fact(name="choices", number=proposal.choices)
    history.lobby("takeback_proposed", seat=proposal.seat, facts=[fact])
    return _change(replace(table, proposal=proposal), None, history, (), now)


def accept(table: RunningTable, proposal: Proposal, seat: SeatNumber, *, now: int) -> Change:
    """Record that a seat accepts a takeback, while answers of other seats are still missing."""
    waiting = tuple(number for number in proposal.waiting if number != seat)
    table = replace(table, proposal=replace(proposal, waiting=waiting))
    return _change(table, None, _History(table, now), (), now)


def end_proposal(table: RunningTable, seat: SeatNumber | None, *, now: int) -> Change:
    """End the takeback proposal: a seat declined it, its own seat withdrew it, or its time is up (`seat` is None)."""
    history = _History(table, now)
    if seat is None:
        history.lobby("takeback_expired")
    else:
        history.lobby("takeback_declined", seat=seat)
    proposer = (table.proposal.seat,) if table.proposal is not None else ()
    table = replace(table, proposal=None, declined=(*table.declined, *proposer))
    return _change(table, None, history, (), now)


def ask_hint(table: RunningTable, seat: SeatNumber, prompt_id: str, *, now: int) -> Change:
    """Record that a seat asks for a hint, perhaps again; the seat's earlier hints are dropped."""
    history = _History(table, now)
    if all((hint.seat, hint.prompt_id) != (seat, prompt_id) for hint in table.hints):
        history.lobby("hint_asked", seat=seat)
    # The time of a request identifies it, so no two may be equal.
    asked = max(now, *(hint.asked + 1 for hint in table.hints)) if table.hints else now
    others = tuple(hint for hint in table.hints if hint.seat != seat)
    return _change(replace(table, hints=(*others, Hint(seat, prompt_id, asked))), None, history, (), now)


def give_hint(table: RunningTable, hint: Hint, given: bytes, *, now: int) -> Change:
    """Record a bot's answer to a request for a hint."""
    hints = tuple(replace(each, given=given) if each is hint else each for each in table.hints)
    return _change(replace(table, hints=hints), None, _History(table, now), (), now)


def take_back(
    table: RunningTable,
    seat: SeatNumber,
    moved: Moved,
    dropped: Sequence[game_pb2.Choice],
    *,
    own: int,
    events: int,
    now: int,
) -> Change:
    """Put the game back to before the choices `dropped`, which include the last `own` choices of the seat.

    `events` is how many of the game's events are withdrawn. The version grows by two. Clients take that as a gap and
    load all prompts again. They must, because the same prompt id may now ask something else.
    """
    open_prompts = moved.open_prompts
    clocks = [
        timing.after_takeback(table.control, each.clock, has_prompt=number in open_prompts, now=now)
        for number, each in table.numbered
    ]
    history = _History(table, now)
    facts = [game_pb2.Fact(name="choices", number=own), game_pb2.Fact(name="withdrawn", number=events)]
    history.lobby("taken_back", seat=seat, facts=facts, withdrawn=events)
    journal = [withdrawn(SeatNumber(choice.seat), choice.prompt_id) for choice in reversed(dropped)]
    table = replace(table, version=table.version + 1, takebacks=table.takebacks + 1, hints=())
    return _change(_with_clocks(table, clocks), moved, history, journal, now)


def announce(
    table: RunningTable, kind: str, *, now: int, seat: SeatNumber | None = None, facts: Iterable[game_pb2.Fact] = ()
) -> Change:
    """Return a change that only adds a lobby event to the table, and computes the table's next deadline."""
    history = _History(table, now)
    history.lobby(kind, seat=seat, facts=facts)
    return _numbered(table, None, history, (), deadline=timing.due(table, now))


class _History:
    """The events of one change, with their numbers."""

    def __init__(self, table: RunningTable, now: int) -> None:
        self.events: list[HistoryEvent] = []
        self._next = table.events + 1
        self._time = timestamp(now)

    def lobby(
        self, kind: str, *, seat: SeatNumber | None = None, facts: Iterable[game_pb2.Fact] = (), withdrawn: int = 0
    ) -> None:
        event = game_pb2.Event(kind=kind, seat=seat, facts=facts)
        check(kind, [fact.name for fact in event.facts])
        self._add(LOBBY_EVENT, play_pb2.EVENT_SOURCE_LOBBY, event, withdrawn)

    def game(self, events: Iterable[game_pb2.Event]) -> None:
        for event in events:
            self._add(GAME_EVENT, play_pb2.EVENT_SOURCE_GAME, event)

    def _add(
        self, letter: bytes, source: play_pb2.EventSource.ValueType, event: game_pb2.Event, withdrawn: int = 0
    ) -> None:
        added = play_pb2.TableEvent(number=self._next, time=self._time, event=event, source=source, withdrawn=withdrawn)
        self.events.append(HistoryEvent(letter, added))
        self._next += 1


def _change(
    table: RunningTable,
    moved: Moved | None,
    history: _History,
    journal: Sequence[bytes],
    now: int,
    *,
    mover: SeatNumber | None = None,
    hidden: bool = False,
    clock: SeatClock | None = None,
) -> Change:
    """Return the change, with the parts of it that others must not see.

    If `hidden`, other players notice nothing of what the seat `mover` did, unless an event was added or the table now
    waits for other seats. How often that seat has chosen stays hidden until nobody chooses in secret any more. `clock`
    is the mover's clock before the change, None if everybody may see the new one.
    """
    if moved is not None and moved.standing.over:
        return _numbered(_finished(table, moved.standing, history, now), moved, history, journal, mover)
    waited = table.waiting
    if moved is not None:
        table = replace(table, waiting=_waiting(moved), hints=_still_asked(table.hints, moved))
    if hidden and mover is not None and not history.events and table.waiting == waited:
        table = _secretly(table, mover, clock)
    elif moved is not None:
        table = _half_openly(table, mover, clock, now) if hidden and mover is not None else _openly(table)
        if table.proposal is not None or table.declined:
            table = replace(table, proposal=None, declined=())
    return _numbered(table, moved, history, journal, mover, deadline=timing.due(table, now))


def _numbered(
    table: StartedTable,
    moved: Moved | None,
    history: _History,
    journal: Sequence[bytes],
    mover: SeatNumber | None = None,
    **changes: int,
) -> Change:
    """Return the change to this table with some last field `changes`; its version and event count increase."""
    before = table.events
    table = replace(table, version=table.version + 1, events=before + len(history.events), **changes)
    return Change(table, moved, history.events, placed(journal, before, table.events), mover)


def _still_asked(hints: tuple[Hint, ...], moved: Moved) -> tuple[Hint, ...]:
    """Return the hints whose prompts are still open."""
    return hints and tuple(hint for hint in hints if hint.prompt_id in moved.open_prompts.get(hint.seat, ()))


def _waiting(moved: Moved) -> tuple[SeatNumber, ...]:
    return tuple(sorted(moved.open_prompts))


def _secretly(table: RunningTable, number: SeatNumber, clock: SeatClock | None) -> RunningTable:
    """Count the step for this seat only; others go on seeing its clock as it was."""
    steps = list(table.secret_steps or (0,) * len(table.seats))
    steps[number] += 1
    seat = table.seats[number]
    table = table.with_seat(number, replace(seat, shown_clock=seat.shown_clock or clock))
    return replace(table, secret_steps=tuple(steps))


def _half_openly(table: RunningTable, number: SeatNumber, clock: SeatClock | None, now: int) -> RunningTable:
    """Show that the seat is done or has a new prompt, but not the time it gained: others still choose in secret."""
    seat = table.seats[number]
    shown = (seat.shown_clock or clock) if clock is not None and table.control.ticks else None
    if shown is not None:
        shown = replace(timing.returned(shown, now) if shown.away else shown, misses=seat.clock.misses)
        shown = timing.running(shown, now) if number in table.waiting else timing.stopped(shown, now)
    return table.with_seat(number, replace(seat, shown_clock=shown))


def _openly(table: RunningTable) -> RunningTable:
    """Show every clock as it is from now on."""
    if all(seat.shown_clock is None for seat in table.seats):
        return table
    return replace(table, seats=tuple(replace(seat, shown_clock=None) for seat in table.seats))


def _finished(table: RunningTable, standing: rules_pb2.Standing, history: _History, now: int) -> FinishedTable:
    """Return the finished table: clocks are stopped, and everybody sees them as they are."""
    # A service that gives no reason knows only this one.
    reason = standing.end_reason or game_pb2.END_REASON_PLAYED_OUT
    fact = game_pb2.Fact(name="reason", word=endings.name_of(reason))
    history.lobby("finished", facts=[fact])
    resigned = frozenset(number for number, seat in table.numbered if seat.resigned)
    scores = endings.final_scores(standing.scores, resigned)
    return at_stage(
        FinishedTable,
        table,
        seats=tuple(replace(seat, clock=timing.stopped(seat.clock, now), shown_clock=None) for seat in table.seats),
        finished=now,
        end_reason=int(reason),
        scores=tuple(score.SerializeToString() for score in scores),
    )


def _left(table: RunningTable, seats: Iterable[SeatNumber]) -> RunningTable:
    """Mark people as having left a game that ends, so that nobody plays on for them."""
    for number in seats:
        table = table.with_seat(number, replace(table.seats[number], resigned=True))
    return table


def _handed_over(table: RunningTable, number: SeatNumber, history: _History, now: int) -> RunningTable:
    successor = table.control.successor
    facts = [game_pb2.Fact(name="bot", word=successor)] if successor else []
    history.lobby("handed_over", seat=number, facts=facts)
    seat = table.seats[number]
    # The successor starts with fresh time; it does not pay for the person's delay.
    clock = timing.fresh(table.control)
    if seat.clock.started or (seat.clock.away and number in table.waiting and not table.paused):
        clock = timing.running(clock, now)
    table = table.with_seat(number, replace(seat, resigned=True, bot=successor, clock=clock, shown_clock=None))
    return _agreed(replace(table, proposal=None), history, now)


def _agreed(table: RunningTable, history: _History, now: int) -> RunningTable:
    """A player has left: pause or resume the table, if all people who are still there wish it."""
    table = replace(table, wishes=tuple(seat for seat in table.wishes if seat in table.persons))
    if not set(table.persons) <= set(table.wishes):
        return table
    if table.paused:
        history.lobby("resumed")
        return timing.going_on(table, now)
    if table.wishes:
        history.lobby("paused")
        return timing.standing_still(table, now)
    return table


def _with_clocks(table: RunningTable, clocks: Sequence[SeatClock]) -> RunningTable:
    seats: list[TableSeat] = [
        seat if seat.clock is clock else replace(seat, clock=clock)
        for seat, clock in zip(table.seats, clocks, strict=True)
    ]
    return replace(table, seats=tuple(seats))

"""Builds what a viewer may see of a table, its history and its record.

This is an allow-list. Everything that leaves the lobby is built here field by field, or in `updates.py` for running
tables, in `tournament_projection.py` for tournaments, and in `api/archive.py` for archived games. Fields that are not
named in these places stay inside the lobby. Some things are never named: the seed and other players' entropy before the
end, positions, and other seats' prompts and private parts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from google.protobuf import any_pb2
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import play_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain.endings import is_rated, why_unrated
from galaxytables_lobby.domain.game import Viewer
from galaxytables_lobby.domain.history import StoredEvent, choices_that_hold, events_that_hold, timestamp
from galaxytables_lobby.domain.people import ChatMessage
from galaxytables_lobby.domain.personas import persona_at
from galaxytables_lobby.domain.state import (
    SHOWN,
    STARTED,
    FinishedTable,
    Proposal,
    RunningTable,
    StartedTable,
    Table,
    TableSeat,
    TimeControl,
    check_uses,
    fields_with,
)
from galaxytables_lobby.ids import PlayerId, SeatNumber


def table_for(player_id: PlayerId, table: Table) -> tables_pb2.Table:
    """Return a table as a protobuf message for a player who may see it.

    Only its players and its host get the invitation code.
    """
    if isinstance(table, RunningTable) and table.delayed and table.viewing_seat(player_id) is None:
        table = _as_it_started(table)
    shown = {field: value(table, player_id) for field, value in _shown_of(type(table))}
    return tables_pb2.Table(state=state_of(table), unrated=why_unrated(table), **shown)


def my_table_for(player_id: PlayerId, table: Table) -> tables_pb2.MyTable:
    """Return a table as a protobuf message for the list of a player's own tables."""
    seat, plays = table.seat_of(player_id), table.playing_seat(player_id)
    mine = tables_pb2.MyTable(table=table_for(player_id, table), seat=seat, your_turn=is_turn_of(player_id, table))
    if plays is not None and isinstance(table, RunningTable) and table.seats[plays].clock.deadline:
        mine.deadline.FromMilliseconds(table.seats[plays].clock.deadline)
    return mine


def is_turn_of(player_id: PlayerId, table: Table) -> bool:
    """Return whether the table waits for this player to choose."""
    return table.playing_seat(player_id) in table.to_move


_STARTED = fields_with(STARTED, RunningTable)
check_uses(STARTED, ["player", "bot", "automated"], TableSeat)


def _as_it_started(table: RunningTable) -> RunningTable:
    """Return a running table as it was when its game started, without what has happened since."""
    kept: dict[str, Any] = {name: getattr(table, name) for name in _STARTED}  # fields of any type
    seats = tuple(
        TableSeat(player=seat.player, bot=seat.bot, ready=True, automated=seat.automated) for seat in table.seats
    )
    return RunningTable(**kept, seats=seats, version=table.begun, seed=b"")


def hands_for(seats: Iterable[SeatNumber], views: Mapping[Viewer, any_pb2.Any]) -> list[play_pb2.SeatView]:
    """Return the views from these seats as protobuf messages. Clients use them to show all hands after a game."""
    return [play_pb2.SeatView(seat=seat, view=views.get(seat)) for seat in seats]


def message_for(message: ChatMessage) -> play_pb2.ChatMessage:
    """Return a chat message as a protobuf message."""
    player = players_pb2.Player(id=message.player.id, name=message.player.name)
    return play_pb2.ChatMessage(
        number=message.number, time=timestamp(message.time), player=player, seat=message.seat, text=message.text
    )


def event_for(viewer: Viewer, event: play_pb2.TableEvent) -> play_pb2.TableEvent:
    """Return an event as a viewer may see it: without sentences, and without the private parts of other seats."""
    whole = event.event
    own = [part for part in whole.private_parts if viewer is not None and part.seat == viewer]
    message = play_pb2.TableEvent(number=event.number, time=event.time, source=event.source, withdrawn=event.withdrawn)
    # Filled in place, which avoids a copy.
    seen = message.event
    seen.kind = whole.kind
    if whole.HasField("seat"):
        seen.seat = whole.seat
    seen.facts.extend(whole.facts)
    for part in own:
        seen.private_parts.add(seat=part.seat, facts=part.facts)
    return message


def record_for(
    viewer: Viewer,
    table: StartedTable,
    standing: rules_pb2.Standing | None,
    journal: Sequence[bytes],
    history: Sequence[StoredEvent],
) -> game_pb2.Record:
    """Return the record of a game: complete if the game is over, else its setup and the events that the viewer saw.

    Its scores are those of the rules service, so that the record can be verified. Players who resigned keep the ranks
    that the rules service gave them.
    """
    record = game_pb2.Record(
        game=table.game,
        rules_version=table.rules_version,
        pack_digest=table.pack_digest,
        seats=len(table.seats),
        options=table.options,
        commitment=table.commitment,
        introduction=table.introduction,
        sandbox=table.sandbox,
        digest_algorithm=table.digest_algorithm,
    )
    events = events_that_hold(history)
    if isinstance(table, RunningTable):
        record.events.extend(event_for(viewer, play_pb2.TableEvent(event=event)).event for event in events)
        return record
    record.seed = table.seed
    record.entropy.extend(seat.entropy for seat in table.seats)
    record.choices.extend(choices_that_hold(journal))
    record.events.extend(events)
    if standing is not None:
        record.scores.extend(standing.scores)
    record.end_reason = end_reason_of(table)
    return record


def takeback_for(table: Table, proposal: Proposal) -> tables_pb2.Takeback:
    """Return a takeback proposal as a protobuf message, which is the same for everybody."""
    return tables_pb2.Takeback(
        id=proposal.id,
        seat=proposal.seat,
        choices=proposal.choices,
        waiting_for=proposal.waiting,
        deadline=timestamp(proposal.deadline),
        unrates=is_rated(table),
    )


def state_of(table: Table) -> tables_pb2.TableState.ValueType:
    """Return a table's stage as a value of the protobuf enum `TableState`."""
    return tables_pb2.TableState.ValueType(int(table.stage))


def end_reason_of(table: FinishedTable) -> game_pb2.EndReason.ValueType:
    """Return why a game ended, as a value of the protobuf enum `EndReason`."""
    return game_pb2.EndReason.ValueType(table.end_reason)


def _seat(table: Table, number: SeatNumber, seat: TableSeat) -> tables_pb2.Seat:
    player = seat.player
    if player is None and seat.bot:
        persona = persona_at(table, number)
        return tables_pb2.Seat(number=number, bot=seat.bot, persona=persona, ready=seat.ready)
    if player is None:
        return tables_pb2.Seat(number=number)
    return tables_pb2.Seat(
        number=number,
        player=players_pb2.Player(id=player.id, name=player.name),
        ready=seat.ready,
        resigned=seat.resigned,
        automated=seat.automated,
    )


def time_control_for(control: TimeControl) -> tables_pb2.TimeControl:
    """Return a time control as a protobuf message."""
    message = tables_pb2.TimeControl(misses_before_handover=control.misses_before_handover, successor=control.successor)
    if control.ticks:
        message.grace.FromMilliseconds(control.grace)
    if control.bank:
        message.bank.FromMilliseconds(control.bank)
    if control.vacation:
        message.vacation.FromMilliseconds(control.vacation)
    if control.per_move:
        message.per_move.FromMilliseconds(control.per_move)
    elif control.initial:
        message.budget.initial.FromMilliseconds(control.initial)
        message.budget.increment.FromMilliseconds(control.increment)
        if control.cap:
            message.budget.cap.FromMilliseconds(control.cap)
    return message


def scores_of(table: FinishedTable) -> list[game_pb2.SeatScore]:
    """Return the scores of a finished table as protobuf messages. Their ranks are those that the lobby decided."""
    return [game_pb2.SeatScore.FromString(score) for score in table.scores]


def _visibility(table: Table) -> tables_pb2.Visibility.ValueType:
    if not table.private:
        return tables_pb2.VISIBILITY_PUBLIC
    return tables_pb2.VISIBILITY_BY_INVITATION if table.by_invitation else tables_pb2.VISIBILITY_PRIVATE


def duration(milliseconds: int) -> Duration:
    """Return a length of time in milliseconds as a protobuf duration."""
    length = Duration()
    length.FromMilliseconds(milliseconds)
    return length


# How a table's fields are shown: unchanged, or in a message field of another name or form.
_AS_IT_IS = (
    *("id", "name", "game", "options", "commitment", "introduction", "rematch_of", "pack_digest", "rematch"),
    *("sandbox", "sandbox_of", "sandbox_event", "named", "tournament"),
)
_Value: TypeAlias = Callable[[Any, PlayerId], Any]  # from a table at any stage to a field of the message
_OTHERWISE: Mapping[str, tuple[str, _Value]] = {
    "seats": ("seats", lambda table, _: [_seat(table, number, seat) for number, seat in table.numbered]),
    "private": (
        "visibility",
        lambda table, _: _visibility(table),
    ),
    "control": ("time_control", lambda table, _: time_control_for(table.control)),
    "host": ("host", lambda table, _: table.host.id),
    "created": ("created", lambda table, _: timestamp(table.created)),
    "version": ("version", lambda table, player_id: table.version_for(table.viewing_seat(player_id))),
    "invitation": ("invitation", lambda table, player_id: table.invitation if table.admits(player_id) else ""),
    "waiting": ("waiting_for", lambda table, _: table.to_move),
    "spectators": (
        "spectators",
        lambda table, _: tables_pb2.SpectatorRules(delay=table.spectators.delay, chat=table.spectators.chat),
    ),
    "rating": ("rating", lambda table, _: int(table.rating)),
    "proposal": ("takeback", lambda table, _: table.proposal and takeback_for(table, table.proposal)),
    "scores": ("scores", lambda table, _: scores_of(table)),
    "end_reason": ("end_reason", lambda table, _: end_reason_of(table)),
}
check_uses(SHOWN, {*_AS_IT_IS, *_OTHERWISE})
check_uses(SHOWN, ["player", "bot", "ready", "resigned", "automated"], TableSeat)


@cache
def _shown_of(kind: type[Table]) -> Sequence[tuple[str, _Value]]:
    """Return the fields of the message that shows tables at a stage, each with the function that returns its value."""
    same = [(name, _same(name)) for name in _AS_IT_IS if name in kind.__struct_fields__]
    return [*same, *(_OTHERWISE[name] for name in kind.__struct_fields__ if name in _OTHERWISE)]


def _same(name: str) -> _Value:
    return lambda table, _: getattr(table, name)

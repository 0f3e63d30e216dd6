"""What a viewer may see of a table, its history and its record.

An allow-list. Everything that leaves the lobby is put together in this package field by field: here, for streams and
views of a table in play in `updates.py`, for what the archive tells of past games in `games.py`. What is not named
there stays inside. Never named: the seed before the end, positions, other seats' prompts and private parts, other
players' entropy before the end.
"""

from collections.abc import Iterable, Mapping, Sequence

from google.protobuf import any_pb2
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import play_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain.endings import is_rated, why_unrated
from galaxytables_lobby.domain.game import Viewer
from galaxytables_lobby.domain.history import StoredEvent, choices_that_hold, events_that_hold, timestamp
from galaxytables_lobby.domain.people import ChatMessage
from galaxytables_lobby.domain.state import (
    FinishedTable,
    OpenTable,
    Proposal,
    RunningTable,
    StartedTable,
    Table,
    TableSeat,
    TimeControl,
)
from galaxytables_lobby.ids import PlayerId, SeatNumber


def table_for(player_id: PlayerId, table: Table) -> tables_pb2.Table:
    """A table as a player may see it; the invitation is for those who sit there, and for the host."""
    seat = table.viewing_seat(player_id)
    if seat is None and isinstance(table, RunningTable) and table.delayed:
        table = _as_it_started(table)
    told = tables_pb2.Table(
        id=table.id,
        name=table.name,
        game=table.game,
        options=table.options,
        seats=[_seat(number, seat) for number, seat in table.numbered],
        state=state_of(table),
        visibility=tables_pb2.VISIBILITY_PRIVATE if table.private else tables_pb2.VISIBILITY_PUBLIC,
        time_control=time_control_for(table.control),
        host=table.host.id,
        created=timestamp(table.created),
        version=table.version_for(seat),
        commitment=table.commitment,
        invitation=table.invitation if table.admits(player_id) else "",
        waiting_for=table.to_move,
        rematch_of=table.rematch_of,
        spectators=tables_pb2.SpectatorRules(delay=table.spectators.delay, chat=table.spectators.chat),
        introduction=table.introduction,
        rating=tables_pb2.RatingTerms.ValueType(int(table.rating)),
        unrated=why_unrated(table),
    )
    if isinstance(table, OpenTable):
        told.sent_away = player_id in table.kicked
    if isinstance(table, StartedTable):
        told.pack_digest = table.pack_digest
    if isinstance(table, RunningTable) and table.proposal is not None:
        told.takeback.CopyFrom(takeback_for(table, table.proposal))
    if isinstance(table, FinishedTable):
        told.rematch = table.rematch
        told.scores.extend(scores_of(table))
        told.end_reason = end_reason_of(table)
    return told


def my_table_for(player_id: PlayerId, table: Table) -> tables_pb2.MyTable:
    """A table as one of a player's own."""
    seat, plays = table.seat_of(player_id), table.playing_seat(player_id)
    mine = tables_pb2.MyTable(table=table_for(player_id, table), seat=seat, your_turn=is_turn_of(player_id, table))
    if plays is not None and isinstance(table, RunningTable) and table.seats[plays].clock.deadline:
        mine.deadline.FromMilliseconds(table.seats[plays].clock.deadline)
    return mine


def is_turn_of(player_id: PlayerId, table: Table) -> bool:
    """Whether the table waits for a player."""
    return table.playing_seat(player_id) in table.to_move


def _as_it_started(table: RunningTable) -> RunningTable:
    """A table with what was known of it when it started, named here one by one, and nothing else."""
    return RunningTable(
        id=table.id,
        name=table.name,
        game=table.game,
        options=table.options,
        seats=tuple(TableSeat(player=seat.player, bot=seat.bot, ready=True) for seat in table.seats),
        private=table.private,
        invitation=table.invitation,
        control=table.control,
        host=table.host,
        created=table.created,
        version=table.begun,
        seed=b"",
        commitment=table.commitment,
        introduction=table.introduction,
        pack_digest=table.pack_digest,
        rematch_of=table.rematch_of,
        spectators=table.spectators,
        rating=table.rating,
    )


def hands_for(seats: Iterable[SeatNumber], views: Mapping[Viewer, any_pb2.Any]) -> list[play_pb2.SeatView]:
    """What seats see, of a game that is over."""
    return [play_pb2.SeatView(seat=seat, view=views.get(seat)) for seat in seats]


def message_for(message: ChatMessage) -> play_pb2.ChatMessage:
    """A message, as everybody sees it."""
    player = players_pb2.Player(id=message.player.id, name=message.player.name)
    return play_pb2.ChatMessage(
        number=message.number, time=timestamp(message.time), player=player, seat=message.seat, text=message.text
    )


def event_for(viewer: Viewer, event: play_pb2.TableEvent) -> play_pb2.TableEvent:
    """An event with at most the viewer's own private part, without sentences that were told with it once."""
    told = event.event
    own = [part for part in told.private_parts if viewer is not None and part.seat == viewer]
    message = play_pb2.TableEvent(number=event.number, time=event.time, source=event.source, withdrawn=event.withdrawn)
    # In its place, so that it is not copied there.
    seen = message.event
    seen.kind = told.kind
    if told.HasField("seat"):
        seen.seat = told.seat
    seen.facts.extend(told.facts)
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
    """The record: all of it once the game is over; before, what it was started with and what the viewer saw.

    Its scores are the rules' own, so that the record can be verified; ranks of resigned seats are not moved in it.
    """
    record = game_pb2.Record(
        game=table.game,
        rules_version=table.rules_version,
        pack_digest=table.pack_digest,
        seats=len(table.seats),
        options=table.options,
        commitment=table.commitment,
        introduction=table.introduction,
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
    """A proposal to take back, as everybody sees it."""
    return tables_pb2.Takeback(
        id=proposal.id,
        seat=proposal.seat,
        choices=proposal.choices,
        waiting_for=proposal.waiting,
        deadline=timestamp(proposal.deadline),
        unrates=is_rated(table),
    )


def state_of(table: Table) -> tables_pb2.TableState.ValueType:
    """The stage, as messages name it."""
    return tables_pb2.TableState.ValueType(int(table.stage))


def end_reason_of(table: FinishedTable) -> game_pb2.EndReason.ValueType:
    """Why the game is over, as messages name it."""
    return game_pb2.EndReason.ValueType(table.end_reason)


def _seat(number: SeatNumber, seat: TableSeat) -> tables_pb2.Seat:
    player = seat.player
    if player is None and seat.bot:
        return tables_pb2.Seat(number=number, bot=seat.bot, ready=seat.ready)
    if player is None:
        return tables_pb2.Seat(number=number)
    return tables_pb2.Seat(
        number=number,
        player=players_pb2.Player(id=player.id, name=player.name),
        ready=seat.ready,
        resigned=seat.resigned,
    )


def time_control_for(control: TimeControl) -> tables_pb2.TimeControl:
    """A time control as everybody sees it."""
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
    """The scores, with the lobby's ranks."""
    return [game_pb2.SeatScore.FromString(score) for score in table.scores]


def duration(milliseconds: int) -> Duration:
    """A length of time as messages say it."""
    length = Duration()
    length.FromMilliseconds(milliseconds)
    return length

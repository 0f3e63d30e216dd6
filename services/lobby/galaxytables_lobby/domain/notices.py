"""Finds what players must be notified of, by comparing a table with what was noticed at it before.

`observe` is given a table, and how far its events have been checked already (`Noticed`). It returns a notice for each
player to notify, and when to look at the table again if nothing changes. A notice names seats, never people, so a
player can be erased without changing any notice. A notice is put into words when it is sent.
"""

import enum
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from galaxytables_lobby.domain.people import ChatMessage
from galaxytables_lobby.domain.state import FinishedTable, OpenTable, RunningTable, Stage, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId, TournamentId

_MINUTE = 60 * 1000
# Choices with less time are not warned of.
MIN_WARNED = 10 * _MINUTE
# A warning comes when this share of the time is left, and at most so much time.
_LAST_SHARE, _MAX_LEFT = 4, 12 * 60 * _MINUTE
_ID_BYTES = 16


class Kind(enum.IntEnum):
    """The kinds of notices; the numbers are those of `galaxytables.lobby.v1.NotificationKind`."""

    YOUR_TURN = 1
    DEADLINE = 2
    STARTED = 3
    ENDED = 4
    MESSAGE = 5
    TEST = 6
    INVITED = 7
    ANNOUNCEMENT = 8
    REPORT_ANSWERED = 9
    SANCTIONED = 10
    TOURNAMENT = 11
    # The link that confirms an address; players do not see this kind.
    CONFIRMATION = 100


SHOWN = frozenset(Kind) - {Kind.CONFIRMATION}
CHOSEN = (
    Kind.YOUR_TURN,
    Kind.DEADLINE,
    Kind.STARTED,
    Kind.ENDED,
    Kind.MESSAGE,
    Kind.INVITED,
    Kind.ANNOUNCEMENT,
    Kind.REPORT_ANSWERED,
    Kind.SANCTIONED,
    Kind.TOURNAMENT,
)
"""The kinds that a player can choose the ways of."""


CALLED = "called"
"""What a notice of a tournament is about if a game of it has begun, in `Notice.about`."""


class Notice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A notice to one player; its time is in milliseconds since the epoch."""

    # The same for the same event, no matter which process finds it.
    id: str
    kind: Kind
    player: PlayerId
    made: int
    # Empty if it is about no table.
    table: TableId = TableId("")
    # The tournament; empty if it is about none, or about a table of one.
    tournament: TournamentId = TournamentId("")
    # The id of the announcement, the kind of the report or of the sanction, or what happened in the tournament.
    about: str = ""
    # The player's seat; None for a host without one.
    seat: SeatNumber | None = None
    # For a message, the seats of those who wrote; a spectator is None. For an invitation, the seat of its sender.
    by: tuple[SeatNumber | None, ...] = ()
    # When a seat's time is up; 0 without a clock. For a tournament that was moved, when it starts.
    deadline: int = 0
    # The place that an entrant has reached; 0 if it is about no end.
    place: int = 0


class Noticed(msgspec.Struct, frozen=True, array_like=True):
    """How far a table's events and messages have been checked for notices."""

    stage: int = 0
    # The number of the last chat message.
    messages: int = 0
    # The open prompt of each waiting seat, and those whose deadline was warned of.
    turns: dict[SeatNumber, str] = {}
    warned: dict[SeatNumber, str] = {}


class DeadLetter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A notice that could not be sent; times are in milliseconds since the epoch."""

    notice: str
    kind: Kind
    player: PlayerId
    # The number of a `subscribers.Way`.
    way: int
    # Why it was given up: the outcome of the last attempt, without any address.
    outcome: str
    made: int
    given_up: int
    table: TableId = TableId("")


class Observation(NamedTuple):
    """The result of checking a table: how far it is checked now, new notices, and when to check again (0: never)."""

    noticed: Noticed
    notices: tuple[Notice, ...]
    look_again: int


def notice_id(*parts: object) -> str:
    """Return the id of a notice. It is computed from the parts, so the same parts always give the same id."""
    digest = sha256("\0".join(map(str, parts)).encode()).digest()[:_ID_BYTES]
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def observe(
    noticed: Noticed,
    table: Table,
    prompts: Mapping[SeatNumber, str],
    messages: Sequence[ChatMessage],
    *,
    now: int,
    silenced: Mapping[PlayerId, Collection[PlayerId]] = {},  # never changed
) -> Observation:
    """Compare a table with what was noticed at it before, and return the new notices.

    `prompts` has each seat's first open prompt, by its id; `messages` are the table's latest messages; `silenced` has,
    by reader, the players whose messages the reader is not notified of.
    """
    found = [*_of_stage(noticed, table, now), *_of_messages(noticed, table, messages, silenced, now)]
    turns: dict[SeatNumber, str] = {}
    warned: dict[SeatNumber, str] = {}
    look_again = 0
    if isinstance(table, RunningTable):
        turns = {seat: noticed.turns[seat] for seat in table.waiting if seat in noticed.turns}
        warned = {seat: noticed.warned[seat] for seat in table.waiting if seat in noticed.warned}
        for seat in _asked(table):
            prompt = prompts.get(seat, "")
            if turns.get(seat) != prompt:
                turns[seat] = prompt
                found.append(_notice(Kind.YOUR_TURN, table, seat, now, deadline=table.seats[seat].clock.deadline))
            warn = _warning_time(table, seat)
            if not warn or warned.get(seat) == prompt:
                continue
            if warn > now:
                look_again = min(look_again or warn, warn)
            else:
                warned[seat] = prompt
                found.append(_notice(Kind.DEADLINE, table, seat, now, deadline=table.seats[seat].clock.deadline))
    return Observation(Noticed(int(table.stage), table.messages, turns, warned), tuple(found), look_again)


def still_holds(notice: Notice, table: Table | None) -> bool:
    """Return whether a notice that had to wait is still true, so that it should be sent."""
    if notice.kind is Kind.INVITED:
        return isinstance(table, OpenTable) and table.seat_of(notice.player) is None
    if notice.kind not in (Kind.YOUR_TURN, Kind.DEADLINE):
        return table is not None or not notice.table
    return isinstance(table, RunningTable) and notice.seat in _asked(table) and _sits(notice, table)


def _sits(notice: Notice, table: Table) -> bool:
    return notice.seat is not None and table.playing_seat(notice.player) == notice.seat


def _asked(table: RunningTable) -> list[SeatNumber]:
    """Return the seats of people who must choose now."""
    people = table.persons
    return [seat for seat in table.to_move if seat in people]


def _of_stage(noticed: Noticed, table: Table, now: int) -> Iterator[Notice]:
    if isinstance(table, RunningTable) and noticed.stage < Stage.RUNNING:
        yield from (_started(table, seat, now) for seat in table.persons)
    if isinstance(table, FinishedTable) and noticed.stage < Stage.FINISHED:
        yield from (_notice(Kind.ENDED, table, seat, now) for seat in table.persons)


def _of_messages(
    noticed: Noticed,
    table: Table,
    messages: Iterable[ChatMessage],
    silenced: Mapping[PlayerId, Collection[PlayerId]],
    now: int,
) -> Iterator[Notice]:
    new = [message for message in messages if noticed.messages < message.number <= table.messages]
    if not new:
        return
    readers = {seat.player.id: number for number, seat in table.numbered if seat.player and not seat.resigned}
    for player_id in sorted({*readers, table.host.id}):
        unheard = {player_id, *silenced.get(player_id, ())}
        writers = dict.fromkeys(each.seat for each in new if each.player.id not in unheard)
        if writers:
            identity = notice_id(table.id, table.version, Kind.MESSAGE.value, player_id)
            yield Notice(
                id=identity,
                kind=Kind.MESSAGE,
                player=player_id,
                made=now,
                table=table.id,
                seat=readers.get(player_id),
                by=tuple(writers),
            )


def _started(table: RunningTable, seat: SeatNumber, now: int) -> Notice:
    """Return the notice of a start: in a tournament, it is the entrant's call to the table."""
    if not table.tournament:
        return _notice(Kind.STARTED, table, seat, now)
    return replace(_notice(Kind.TOURNAMENT, table, seat, now), about=CALLED)


def _notice(kind: Kind, table: Table, seat: SeatNumber, now: int, *, deadline: int = 0) -> Notice:
    player = table.seats[seat].player
    if player is None:
        raise ValueError(f"nobody sits on seat {seat}")
    identity = notice_id(table.id, table.version, kind.value, player.id)
    return Notice(id=identity, kind=kind, player=player.id, made=now, table=table.id, seat=seat, deadline=deadline)


def _warning_time(table: RunningTable, seat: SeatNumber) -> int:
    """Return when to warn of a seat's deadline; 0 for never."""
    clock = table.seats[seat].clock
    time = clock.deadline - clock.started
    return clock.deadline - min(time // _LAST_SHARE, _MAX_LEFT) if clock.started and time >= MIN_WARNED else 0


_DEAD = msgspec.json.Decoder(DeadLetter)
_NOTICES = msgspec.json.Decoder(Notice)
_NOTICED = msgspec.msgpack.Decoder(Noticed)


def encode_notice(notice: Notice) -> bytes:
    """Return a notice as the bytes that the store keeps; equal notices give equal bytes."""
    return msgspec.json.encode(notice)


def decode_notice(stored: bytes) -> Notice:
    """Return the notice that `encode_notice` wrote."""
    return _NOTICES.decode(stored)


def encode_noticed(noticed: Noticed) -> bytes:
    """Return a `Noticed` as the bytes that the store keeps."""
    return msgspec.msgpack.encode(noticed)


def decode_noticed(stored: bytes | None) -> Noticed:
    """Return the `Noticed` that `encode_noticed` wrote; an empty one for None."""
    return Noticed() if stored is None else _NOTICED.decode(stored)


def encode_dead_letter(letter: DeadLetter) -> bytes:
    """Return a notice that could not be sent as the bytes that the store keeps."""
    return msgspec.json.encode(letter)


def decode_dead_letter(stored: bytes) -> DeadLetter:
    """Return the dead letter that `encode_dead_letter` wrote."""
    return _DEAD.decode(stored)

"""The events and choices of a table: how they are stored, and how a game's record is made from them.

The journal only grows: a choice adds an entry, an undo adds another, and a change with events but no choice adds one
too. Each entry says between which events it stands, so the game can be put back to any of its events. Which choices
still hold, because they were not taken back, is computed when a record is asked for. The same goes for events: `undone`
and `taken_back` say how many earlier events of the game were withdrawn.
"""

import struct
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.ids import SeatNumber

# The source of an event: the first letter of it in the store.
GAME_EVENT = b"g"
LOBBY_EVENT = b"l"

KINDS: Mapping[str, Collection[str]] = {
    "started": (),
    "clocked_out": (),
    "resigned": (),
    "removed": (),
    "handed_over": ("bot",),
    "hint_asked": (),
    "undone": ("withdrawn",),
    "takeback_proposed": ("choices",),
    "takeback_declined": (),
    "takeback_expired": (),
    "taken_back": ("choices", "withdrawn"),
    "pause_wished": (),
    "resume_wished": (),
    "wish_withdrawn": (),
    "paused": (),
    "resumed": (),
    "vacation_began": ("most_seconds",),
    "vacation_ended": ("left_seconds",),
    "compensated": (),
    "clocks_extended": ("seconds",),
    "went_berserk": (),
    "end_claimed": (),
    "finished": ("reason",),
}


def timestamp(milliseconds: int) -> Timestamp:
    """Return a time in milliseconds as a protobuf timestamp."""
    # `FromMilliseconds` is slow: it checks its argument in Python.
    return Timestamp(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)


class HistoryEvent:
    """An event with the private parts of all seats, and its source (GAME_EVENT or LOBBY_EVENT)."""

    __slots__ = ("event", "number", "payload", "source")

    def __init__(self, source: bytes, event: play_pb2.TableEvent) -> None:
        """Serialize the event, once; it must not be changed afterwards."""
        self.source = source
        self.event = event
        self.number = event.number
        self.payload = event.SerializeToString()

    @property
    def stored(self) -> bytes:
        """Return the event as the bytes that the store keeps."""
        return self.source + self.payload


class StoredEvent(msgspec.Struct, frozen=True, array_like=True):
    """An event as store and archive keep it: its number, its source (GAME_EVENT or LOBBY_EVENT) and its bytes."""

    number: int
    source: bytes
    payload: bytes


def check(kind: str, facts: Collection[str]) -> None:
    """Check that a lobby event may have this kind, and these facts.

    Raises `KeyError` for a kind that is not in KINDS, and `ValueError` for a fact that does not belong to the kind.
    """
    unknown = set(facts).difference(KINDS[kind])
    if unknown:
        raise ValueError(f"{kind} has no {', '.join(sorted(unknown))}")


# Lobby events that withdraw game events, and lobby events that do not count once other events are withdrawn.
_WITHDRAWING = frozenset({"undone", "taken_back"})
_PASSING = frozenset({"takeback_proposed", "takeback_declined", "takeback_expired", "hint_asked"})
_CHOSEN = b"c"
_WITHDRAWN = b"u"
_EVENTS_ONLY = b"e"
# An entry that says where it stands begins with a capital letter, then two event numbers before the choice.
_PLACE = struct.Struct(">II")


def chosen(choice: game_pb2.Choice) -> bytes:
    """Return the journal entry for a choice that was made."""
    return _CHOSEN + choice.SerializeToString()


def withdrawn(seat: SeatNumber, prompt_id: str) -> bytes:
    """Return the journal entry for an undo, which withdraws the seat's last choice that still holds."""
    return _WITHDRAWN + game_pb2.Choice(seat=seat, prompt_id=prompt_id).SerializeToString()


def placed(entries: Iterable[bytes], first: int, last: int) -> list[bytes]:
    """Return journal entries with the numbers of the events between which each of them stands.

    `first` is the number of the last event before the change that added these entries, and `last` that of its last
    event. A change with events but no entries gets one entry that says only that.
    """
    place = _PLACE.pack(first, last)
    marked = [entry[:1].upper() + place + entry[1:] for entry in entries]
    return marked or ([_EVENTS_ONLY.upper() + place] if last > first else [])


@dataclass(frozen=True)
class Stood:
    """A game as it was at an earlier event: its choices until then, and the last event of the same change."""

    choices: list[game_pb2.Choice]
    last_event: int


def stood_at(entries: Iterable[bytes], event: int) -> Stood | None:
    """Return a game as it was after the change that added an event.

    Returns None for an old journal whose entries do not say between which events they stand.
    """
    before, last_event = [], 0
    for entry in entries:
        if not entry[:1].isupper():
            return None
        first, last = _PLACE.unpack_from(entry, 1)
        if first >= event:
            continue
        before.append(entry)
        last_event = max(last_event, last)
    return Stood(choices_that_hold(before), last_event) if last_event >= event else None


def choices_that_hold(entries: Iterable[bytes]) -> list[game_pb2.Choice]:
    """Return all choices of a journal that were not taken back, in order."""
    holding: list[game_pb2.Choice] = []
    for entry in entries:
        kind, rest = entry[:1].lower(), entry[1 + _PLACE.size if entry[:1].isupper() else 1 :]
        if kind == _EVENTS_ONLY:
            continue
        choice = game_pb2.Choice.FromString(rest)
        if kind == _CHOSEN:
            holding.append(choice)
            continue
        for place in range(len(holding) - 1, -1, -1):
            if holding[place].seat == choice.seat:
                del holding[place]
                break
    return holding


def decisions(entries: Iterable[bytes], seat: SeatNumber) -> list[tuple[int, game_pb2.Choice]]:
    """Return those choices of a seat that were not taken back, each with the number of the last event before it.

    Returns an empty list for an old journal whose entries do not say between which events they stand.
    """
    holding: list[tuple[int, game_pb2.Choice]] = []
    for entry in entries:
        if not entry[:1].isupper():
            return []
        kind = entry[:1].lower()
        if kind == _EVENTS_ONLY:
            continue
        choice = game_pb2.Choice.FromString(entry[1 + _PLACE.size :])
        if choice.seat != seat:
            continue
        if kind == _CHOSEN:
            first, _ = _PLACE.unpack_from(entry, 1)
            holding.append((first, choice))
        elif holding:
            holding.pop()
    return holding


def table_event(stored: StoredEvent) -> play_pb2.TableEvent:
    """Return a stored event as clients receive it.

    Events stored long ago lack two fields, which are filled in: the source and, for an undo or a takeback, how many
    events it withdrew.
    """
    event = play_pb2.TableEvent.FromString(stored.payload)
    if not event.source:
        of_game = stored.source == GAME_EVENT
        event.source = play_pb2.EVENT_SOURCE_GAME if of_game else play_pb2.EVENT_SOURCE_LOBBY
        if not of_game and event.event.kind in _WITHDRAWING:
            event.withdrawn = _withdrawn_by(event.event)
    return event


def events_that_hold(history: Sequence[StoredEvent]) -> list[game_pb2.Event]:
    """Return all events of the game itself that were not withdrawn, in order, with the private parts of all seats."""
    holding: list[game_pb2.Event] = []
    for stored in history:
        event = play_pb2.TableEvent.FromString(stored.payload).event
        if stored.source == GAME_EVENT:
            holding.append(event)
        elif event.kind in _WITHDRAWING:
            del holding[len(holding) - _withdrawn_by(event) :]
    return holding


def lobby_event_since(latest: Sequence[StoredEvent], count: int) -> bool | None:
    """Return whether a lobby event comes after the earliest of the last `count` game events that were not withdrawn.

    Events about undos and takebacks do not count. Returns None if the `latest` events do not reach back far enough.
    """
    gone = 0
    for stored in reversed(latest):
        if not count:
            return False
        if stored.source == GAME_EVENT:
            gone, count = (gone - 1, count) if gone else (gone, count - 1)
            continue
        event = play_pb2.TableEvent.FromString(stored.payload).event
        if event.kind in _WITHDRAWING:
            gone += _withdrawn_by(event)
        elif event.kind not in _PASSING:
            return True
    return None if count else False


def _withdrawn_by(event: game_pb2.Event) -> int:
    return next((fact.number for fact in event.facts if fact.name == "withdrawn"), 0)

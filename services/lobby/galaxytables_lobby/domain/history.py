"""A table's history: what is told of it and what was chosen, how both are kept, and the record that is made of them.

The journal only grows: a choice is one entry, taking it back another, and whatever else was told has one of its own.
Each says between which events of the history it stands, so that the game can be put back to where it stood when any of
them was told. Which choices hold is worked out when a record is asked for. The same goes for events: `undone` and
`taken_back` say how many of the game's events before them, of those that still held, did not happen.
"""

import struct
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.ids import SeatNumber

# Who told an event: the first letter of it as the store has it.
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
    "end_claimed": (),
    "finished": ("reason",),
}


def timestamp(milliseconds: int) -> Timestamp:
    """A time as messages say it."""
    # Not `FromMilliseconds`, which looks at what it is given in Python.
    return Timestamp(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)


class HistoryEvent:
    """An event of the history, all private parts included, and who told it (GAME_EVENT or LOBBY_EVENT)."""

    __slots__ = ("event", "number", "payload", "told_by")

    def __init__(self, told_by: bytes, event: play_pb2.TableEvent) -> None:
        """Take both; the event is serialized here, once, and must not be changed afterwards."""
        self.told_by = told_by
        self.event = event
        self.number = event.number
        self.payload = event.SerializeToString()

    @property
    def stored(self) -> bytes:
        """As the store keeps it."""
        return self.told_by + self.payload


class StoredEvent(msgspec.Struct, frozen=True, array_like=True):
    """An event as store and archive have it: its number, who told it (GAME_EVENT or LOBBY_EVENT), the bytes."""

    number: int
    told_by: bytes
    payload: bytes


def check(kind: str, facts: Collection[str]) -> None:
    """Raise `KeyError` for a kind, and `ValueError` for a fact, that is not named here."""
    unknown = set(facts).difference(KINDS[kind])
    if unknown:
        raise ValueError(f"{kind} has no {', '.join(sorted(unknown))}")


# Events of the lobby that withdraw events of the game, and those that have no weight once others are withdrawn.
_WITHDRAWING = frozenset({"undone", "taken_back"})
_PASSING = frozenset({"takeback_proposed", "takeback_declined", "takeback_expired", "hint_asked"})
_CHOSEN = b"c"
_WITHDRAWN = b"u"
_TOLD = b"e"
# Entries that say where they stand have their letter as a capital, and two numbers before the choice.
_PLACE = struct.Struct(">II")


def chosen(choice: game_pb2.Choice) -> bytes:
    """The entry of an accepted choice."""
    return _CHOSEN + choice.SerializeToString()


def withdrawn(seat: SeatNumber, prompt_id: str) -> bytes:
    """The entry of a choice taken back: the last answer of that seat that holds, whatever id its prompt had then."""
    return _WITHDRAWN + game_pb2.Choice(seat=seat, prompt_id=prompt_id).SerializeToString()


def placed(entries: Iterable[bytes], first: int, last: int) -> list[bytes]:
    """The entries of a change that told the events from `first` (not included) to `last`, in whose place they stand."""
    place = _PLACE.pack(first, last)
    marked = [entry[:1].upper() + place + entry[1:] for entry in entries]
    return marked or ([_TOLD.upper() + place] if last > first else [])


@dataclass(frozen=True)
class Stood:
    """Where a game stood: the choices that held, and the last event that had been told."""

    choices: list[game_pb2.Choice]
    last_event: int


def stood_at(entries: Iterable[bytes], event: int) -> Stood | None:
    """Where the game stood once an event had been told, with all that was told with it.

    None for a journal that does not say: one that was begun before entries had their places.
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
    """All choices that were not taken back, in order."""
    holding: list[game_pb2.Choice] = []
    for entry in entries:
        kind, rest = entry[:1].lower(), entry[1 + _PLACE.size if entry[:1].isupper() else 1 :]
        if kind == _TOLD:
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
    """The choices of a seat that hold, each with the last event that had been told before it.

    None of a journal that was begun before entries had their places.
    """
    holding: list[tuple[int, game_pb2.Choice]] = []
    for entry in entries:
        if not entry[:1].isupper():
            return []
        kind = entry[:1].lower()
        if kind == _TOLD:
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


def told_event(stored: StoredEvent) -> play_pb2.TableEvent:
    """An event of the history; those told before events had a source are given theirs, and what they withdrew."""
    event = play_pb2.TableEvent.FromString(stored.payload)
    if not event.source:
        of_game = stored.told_by == GAME_EVENT
        event.source = play_pb2.EVENT_SOURCE_GAME if of_game else play_pb2.EVENT_SOURCE_LOBBY
        if not of_game and event.event.kind in _WITHDRAWING:
            event.withdrawn = _withdrawn_by(event.event)
    return event


def events_that_hold(history: Sequence[StoredEvent]) -> list[game_pb2.Event]:
    """All events of the game itself that were not withdrawn, in order, with all private parts."""
    holding: list[game_pb2.Event] = []
    for stored in history:
        event = play_pb2.TableEvent.FromString(stored.payload).event
        if stored.told_by == GAME_EVENT:
            holding.append(event)
        elif event.kind in _WITHDRAWING:
            del holding[len(holding) - _withdrawn_by(event) :]
    return holding


def told_since(latest: Sequence[StoredEvent], count: int) -> bool | None:
    """Whether the lobby has told something that stands since the last `count` events of the game that hold.

    What was told of taking back does not count. None where the `latest` events do not reach back so far.
    """
    gone = 0
    for stored in reversed(latest):
        if not count:
            return False
        if stored.told_by == GAME_EVENT:
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

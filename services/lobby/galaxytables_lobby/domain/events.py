"""Events of a table's history: how they are kept, and every kind that the lobby itself tells, with its facts."""

from collections.abc import Collection, Mapping

import msgspec
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import play_pb2

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

"""A change of a table on its way from its home to the lobbies whose clients follow it."""

from collections.abc import Iterable

from google.protobuf import any_pb2

from galaxy.lobby.v1 import play_pb2
from galaxy.rules.v1 import rules_pb2
from services.lobby.homes.frames import Changed
from services.lobby.repository.tables import ChangeMade, Loaded
from services.lobby.rules import HeldPosition, Moved, Viewer, prompts_by_seat
from services.lobby.table.events import HistoryEvent
from services.lobby.table.message import decode_message, encode_message
from services.lobby.table.playing import Change
from services.lobby.table.state import decode, encode

# Positions stay where tables are at home.
_NO_POSITION = HeldPosition(b"", b"")


class Packing:
    """One change, packed for several: what they have in common once."""

    def __init__(self, told: ChangeMade) -> None:
        self._told = told
        self._table = encode(told.after.table)
        self._concerned = list(told.concerned)
        self._whole: Changed | None = None

    def table(self) -> Changed:
        """For those who only follow lists: the table, and whom it concerns."""
        told = self._told
        return Changed(told.before, self._table, told.seating, self._concerned, whole=False)

    def whole(self, viewers: Iterable[Viewer]) -> Changed:
        """For those who follow the table, with these views as far as there are any."""
        told = self._told
        change, standing = told.change, told.after.standing
        views = {} if change.moved is None else change.moved.views
        wanted: list[tuple[Viewer, bytes]] = [
            (viewer, views[viewer].SerializeToString()) for viewer in viewers if viewer in views
        ]
        if self._whole is None:
            self._whole = Changed(
                told.before,
                self._table,
                told.seating,
                self._concerned,
                whole=True,
                standing=b"" if standing is None else standing.SerializeToString(),
                events=[event.stored for event in change.events],
                message=b"" if change.message is None else encode_message(change.message),
                moved=change.moved is not None,
            )
        common = self._whole
        return Changed(
            common.before,
            common.table,
            common.seating,
            common.concerned,
            whole=True,
            standing=common.standing,
            events=common.events,
            message=common.message,
            moved=common.moved,
            views=wanted,
        )


def unpacked(frame: Changed) -> ChangeMade:
    """The change as the home's own listeners heard of it, but for the position."""
    table = decode(frame.table)
    standing = rules_pb2.Standing.FromString(frame.standing) if frame.standing else None
    asked = {} if standing is None else prompts_by_seat(standing)
    moved = None
    if frame.moved and standing is not None:
        views: dict[Viewer, any_pb2.Any] = {seat: any_pb2.Any.FromString(view) for seat, view in frame.views}
        moved = Moved(standing, _NO_POSITION, (), views)
    events = [HistoryEvent(event[:1], play_pb2.TableEvent.FromString(event[1:])) for event in frame.events]
    message = decode_message(frame.message) if frame.message else None
    change = Change(table, moved, events, (), message=message)
    concerned = frozenset(frame.concerned)
    return ChangeMade(frame.before, Loaded(table, standing, None, asked), change, frame.seating, concerned)

"""The state of a replay: the event that is shown, and the views fetched so far. It uses no network."""

from collections import OrderedDict
from collections.abc import Sequence

from google.protobuf.any_pb2 import Any as AnyMessage

from galaxytables.lobby.v1 import play_pb2
from galaxytables_terminal.known_table import LogLine

# The largest number of stored views; the ones used last are kept. They take some hundred kilobytes.
_KEPT = 200


class Replay:
    """A replay of a game: which event of the log is shown. The log may still grow.

    `event_to_fetch` names the view to fetch for this event, and `keep` stores the view.
    """

    def __init__(self, log: Sequence[LogLine], event: int = 0) -> None:
        """Begin at an event, or at the last one."""
        self._log = log
        at_event = (index for index, line in enumerate(log) if line.number >= event > 0)
        self._index = next(at_event, max(0, len(log) - 1))
        # The seat whose view is shown; None for one's own.
        self.eyes: int | None = None
        self._kept: OrderedDict[int, play_pb2.GetViewResponse] = OrderedDict()
        self._failed: dict[int, str] = {}

    @property
    def line(self) -> LogLine | None:
        """Return the event that is shown; None if the log is empty."""
        return self._log[min(self._index, len(self._log) - 1)] if self._log else None

    @property
    def shown(self) -> Sequence[LogLine]:
        """Return the events up to and including the one that is shown."""
        return self._log[: self._index + 1]

    @property
    def step(self) -> int:
        """Return the number of the event that is shown; the first is 1."""
        return len(self.shown)

    @property
    def steps(self) -> int:
        """Return the number of events."""
        return len(self._log)

    @property
    def event_to_fetch(self) -> int | None:
        """Return the number of the event whose view must be fetched now.

        None if the view is here already, or if no view can be fetched.
        """
        line = self.line
        if line is None or line.number in self._failed:
            return None
        kept = self._kept.get(line.number)
        return line.number if kept is None or (self.eyes is not None and not kept.hands) else None

    @property
    def problem(self) -> str:
        """Return a text that says why the view of this event cannot be shown; empty if it can."""
        return self._failed.get(self.line.number, "") if self.line is not None else ""

    @property
    def seen(self) -> tuple[AnyMessage, int | None] | None:
        """Return the view for this event, and the seat that sees it; None until the view was fetched."""
        kept = self._kept.get(self.line.number) if self.line is not None else None
        if kept is None:
            return None
        if self.eyes is not None:
            return next(((hand.view, hand.seat) for hand in kept.hands if hand.seat == self.eyes), None)
        update = kept.update
        return update.view, update.viewer if update.HasField("viewer") else None

    def walk(self, events: int) -> None:
        """Go forward by `events` events, or back if the number is negative."""
        self.go_to(self._index + events)

    def go_to(self, index: int) -> None:
        """Go to an event by its place in the log: 0 is the first one, -1 the last."""
        last = max(0, len(self._log) - 1)
        self._index = last if index == -1 else min(max(index, 0), last)
        if self.line is not None:
            # Coming back to this event tries again to fetch the view.
            self._failed.pop(self.line.number, None)

    def turn_eyes(self, seats: Sequence[int]) -> None:
        """Show the view of the next player; after the last player, show one's own view again."""
        following = [None, *seats]
        self.eyes = following[(following.index(self.eyes) + 1) % len(following)]

    def keep(self, event: int, response: play_pb2.GetViewResponse) -> None:
        """Store the view that was fetched for an event. Other events of the same moment share this view."""
        last = max(event, response.update.last_event)
        for line in self._log:
            if event <= line.number <= last:
                self._kept[line.number] = response
                self._kept.move_to_end(line.number)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def fail(self, event: int, why: str) -> None:
        """Record why an event cannot be shown."""
        self._failed[event] = why

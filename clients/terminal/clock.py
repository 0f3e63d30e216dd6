"""Clocks as a player reads them."""

from collections.abc import Iterable, Sequence

from clients.terminal.wording import Wording
from galaxy.lobby.v1 import play_pb2

# A difference of clocks smaller than this many seconds is taken for the network's.
_TRUSTED_SECONDS = 2.0
_MINUTE = 60
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR


class ClockFace:
    """The seats' clocks, counted down by the local time.

    Deadlines are in the server's time. How far the local clock is off is learned from events that have just
    happened: the smallest difference seen, since the network only ever adds to it.
    """

    def __init__(self) -> None:
        self._clocks: dict[int, play_pb2.SeatClock] = {}
        self._ahead: float | None = None

    def take(self, clocks: Sequence[play_pb2.SeatClock]) -> None:
        """Set all clocks; none means that the table plays without."""
        self._clocks = {clock.seat: clock for clock in clocks}

    def learn(self, fresh: Iterable[play_pb2.TableEvent], now: float) -> None:
        """Compare the local time `now` (seconds since 1970) with events that arrived as they happened."""
        for event in fresh:
            ahead = now - event.time.ToMilliseconds() / 1000
            if self._ahead is None or ahead < self._ahead:
                self._ahead = ahead

    def left(self, seat: int, now: float) -> float | None:
        """Say how many seconds the seat has left, never below 0; None without a clock."""
        clock = self._clocks.get(seat)
        if clock is None:
            return None
        if clock.HasField("deadline"):
            return max(0.0, clock.deadline.ToMilliseconds() / 1000 - now + self._offset())
        return max(0.0, clock.remaining.ToMilliseconds() / 1000)

    def runs(self, seat: int) -> bool:
        """Say whether the seat's time is running."""
        clock = self._clocks.get(seat)
        return clock is not None and clock.HasField("deadline")

    def bank(self, seat: int) -> float:
        """Say how many seconds the seat had in its bank when its clock last stood; 0 without one."""
        clock = self._clocks.get(seat)
        return 0.0 if clock is None else clock.bank.ToMilliseconds() / 1000

    def away(self, seat: int) -> bool:
        """Say whether the seat's player is on vacation."""
        clock = self._clocks.get(seat)
        return clock is not None and clock.HasField("away_until")

    def misses(self, seat: int) -> int:
        """Say how many choices in a row the seat let pass."""
        clock = self._clocks.get(seat)
        return 0 if clock is None else clock.misses

    def _offset(self) -> float:
        ahead = self._ahead or 0.0
        return ahead if abs(ahead) > _TRUSTED_SECONDS else 0.0


def spoken(seconds: float, say: Wording) -> str:
    """Write a time left: `0:07`, `12:30`, `3:05 h`, `2 days`."""
    whole = int(seconds)
    if whole < _HOUR:
        return f"{whole // _MINUTE}:{whole % _MINUTE:02}"
    if whole < _DAY:
        return say("clock-hours", time=f"{whole // _HOUR}:{whole % _HOUR // _MINUTE:02}")
    return say("clock-days", days=whole // _DAY)

"""Computes the times that a player sees on the clocks of the seats."""

from collections.abc import Sequence

from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables_terminal.wording import Wording

_MINUTE = 60
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR


class ClockFace:
    """The clocks of the seats, counted down by a monotonic local clock, such as `time.monotonic`.

    Deadlines are in server time. Each message gives an estimate of the offset: the server's timestamp minus the local
    time of arrival. The largest estimate is kept, since network delay can only make an estimate smaller.
    """

    def __init__(self) -> None:
        self._clocks: dict[int, play_pb2.SeatClock] = {}
        self._ahead: float | None = None

    def take(self, clocks: Sequence[play_pb2.SeatClock]) -> None:
        """Set the clocks of all seats; an empty list means a table without clocks."""
        self._clocks = {clock.seat: clock for clock in clocks}

    def learn(self, server: float, now: float) -> None:
        """Update the offset from a server's timestamp, in seconds since 1970, and the local time of its arrival."""
        ahead = server - now
        if self._ahead is None or ahead > self._ahead:
            self._ahead = ahead

    def forget(self) -> None:
        """Forget the offset, since another server may answer from now on."""
        self._ahead = None

    def left(self, seat: int, now: float) -> float | None:
        """Return how many seconds the seat has left, never below 0; None if it has no clock."""
        clock = self._clocks.get(seat)
        if clock is None:
            return None
        if clock.HasField("deadline") and self._ahead is not None:
            return max(0.0, clock.deadline.ToMilliseconds() / 1000 - (now + self._ahead))
        return max(0.0, clock.remaining.ToMilliseconds() / 1000)

    def runs(self, seat: int) -> bool:
        """Return whether the seat's clock is running."""
        clock = self._clocks.get(seat)
        return clock is not None and clock.HasField("deadline")

    def bank(self, seat: int, now: float) -> float:
        """Return how many seconds the seat has in its time bank, never more than it has left; 0 if it has no bank."""
        clock, left = self._clocks.get(seat), self.left(seat, now)
        if clock is None or left is None:
            return 0.0
        bank = clock.bank.ToMilliseconds() / 1000
        return min(bank, left) if self.runs(seat) else bank

    def away(self, seat: int) -> bool:
        """Return whether the seat's player is on vacation."""
        clock = self._clocks.get(seat)
        return clock is not None and clock.HasField("away_until")

    def misses(self, seat: int) -> int:
        """Return how many choices in a row the seat has missed."""
        clock = self._clocks.get(seat)
        return 0 if clock is None else clock.misses


def spoken(seconds: float, say: Wording) -> str:
    """Return a remaining time as text, such as `0:07`, `12:30`, `3:05 h`, `2 days`."""
    whole = int(seconds)
    if whole < _HOUR:
        return f"{whole // _MINUTE}:{whole % _MINUTE:02}"
    if whole < _DAY:
        return say("clock-hours", time=f"{whole // _HOUR}:{whole % _HOUR // _MINUTE:02}")
    return say("clock-days", days=whole // _DAY)


def time_words(control: tables_pb2.TimeControl, say: Wording) -> str:
    """Return a sentence about the time control of a table."""

    def written(duration: Duration) -> str:
        return spoken(duration.ToMilliseconds() / 1000, say)

    match control.WhichOneof("control"):
        case "per_move":
            words = say("time-per-move", time=written(control.per_move))
            if control.bank.ToMilliseconds():
                words = say("time-with-bank", words=words, time=written(control.bank))
        case "budget":
            budget = control.budget
            words = say("time-budget", time=written(budget.initial), increment=written(budget.increment))
        case _:
            words = say("time-none")
    if control.vacation.ToMilliseconds():
        words = say("time-with-vacation", words=words, time=written(control.vacation))
    return say("time", words=words)

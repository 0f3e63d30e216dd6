from clients.terminal.clock import ClockFace, spoken
from clients.terminal.wording import ENGLISH
from galaxy.lobby.v1 import play_pb2

NOW = 1_000_000.0


def clock(seat: int, *, remaining: float = 0.0, deadline: float | None = None, misses: int = 0) -> play_pb2.SeatClock:
    made = play_pb2.SeatClock(seat=seat, misses=misses)
    made.remaining.FromMilliseconds(int(remaining * 1000))
    if deadline is not None:
        made.deadline.FromMilliseconds(int(deadline * 1000))
    return made


def happened(at: float) -> play_pb2.TableEvent:
    event = play_pb2.TableEvent(number=1)
    event.time.FromMilliseconds(int(at * 1000))
    return event


def test_a_running_clock_counts_down_to_its_deadline_and_stops_at_zero() -> None:
    face = ClockFace()
    face.take([clock(0, remaining=60, deadline=NOW + 30)])
    assert face.left(0, NOW) == 30
    assert face.left(0, NOW + 12.5) == 17.5
    assert face.left(0, NOW + 99) == 0
    assert face.runs(0)


def test_a_standing_clock_shows_what_remains() -> None:
    face = ClockFace()
    face.take([clock(1, remaining=42.5, misses=2)])
    assert face.left(1, NOW) == face.left(1, NOW + 500) == 42.5
    assert not face.runs(1)
    assert face.misses(1) == 2


def test_without_time_control_there_is_no_clock() -> None:
    face = ClockFace()
    face.take([clock(0, remaining=5)])
    face.take([])
    assert face.left(0, NOW) is None
    assert face.misses(0) == 0


def test_a_local_clock_that_is_wrong_is_allowed_for() -> None:
    face = ClockFace()
    face.take([clock(0, deadline=NOW + 60)])
    face.learn([happened(NOW)], NOW + 3600.4)
    face.learn([happened(NOW + 1)], NOW + 3601.1)
    left = face.left(0, NOW + 3600.1)
    assert left is not None
    assert abs(left - 60) < 0.01


def test_a_slow_network_is_not_taken_for_a_wrong_clock() -> None:
    face = ClockFace()
    face.take([clock(0, deadline=NOW + 60)])
    face.learn([happened(NOW)], NOW + 1.5)
    assert face.left(0, NOW) == 60


def test_times_are_written_for_people() -> None:
    assert [spoken(seconds, ENGLISH) for seconds in (0, 7.9, 750, 11_100, 86_400, 200_000)] == [
        *("0:00", "0:07", "12:30", "3:05 h", "1 day", "2 days")
    ]


def test_a_bank_and_a_vacation_are_shown_while_there_are_any() -> None:
    face = ClockFace()
    held = clock(0, remaining=10)
    held.bank.FromSeconds(90)
    away = clock(1)
    away.away_until.FromSeconds(1)
    face.take([held, away])
    assert (face.bank(0), face.bank(1), face.bank(2)) == (90, 0, 0)
    assert (face.away(0), face.away(1), face.away(2)) == (False, True, False)

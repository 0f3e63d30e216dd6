"""What a soak looks for is found where it is."""

from pathlib import Path

from bench.soak.checks import deadline_faults, record_faults
from bench.soak.memory import GROWTH, SLACK_BYTES, MemoryWatch
from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_platform.console import Console
from galaxytables_platform.supervisor import Supervisor


def record(*choices: tuple[int, str, str]) -> game_pb2.Record:
    made = [game_pb2.Choice(seat=seat, prompt_id=prompt, picks=[pick]) for seat, prompt, pick in choices]
    return game_pb2.Record(choices=made)


def told(*kinds: str) -> list[play_pb2.TableEvent]:
    return [play_pb2.TableEvent(event=game_pb2.Event(kind=kind, seat=1)) for kind in kinds]


def test_a_lost_and_a_doubled_choice_are_faults() -> None:
    game = record((0, "1.0.0", "a"), (0, "1.0.1", "b"), (0, "1.0.1", "b"))
    acknowledged = [("1.0.0", ["a"]), ("1.0.1", ["b"])]
    assert record_faults(game, acknowledged) == ["applied 2 times: 1.0.1"]
    assert record_faults(record((0, "1.0.0", "a")), acknowledged) == ["lost: 1.0.1"]
    assert record_faults(record((0, "1.0.0", "x"), (0, "1.0.1", "b")), acknowledged) == ["lost: 1.0.0"]


def test_each_choice_of_an_absent_seat_had_one_deadline() -> None:
    game = record((1, "1.1.0", "a"), (0, "1.0.0", "a"), (1, "1.1.1", "a"))
    assert deadline_faults(game, told("clocked_out", "placed", "clocked_out"), 1, 0) == []
    assert deadline_faults(game, told("clocked_out"), 1, 0)
    assert deadline_faults(game, told("clocked_out", "clocked_out", "clocked_out"), 1, 0)


def test_a_seat_is_handed_over_once_after_its_misses() -> None:
    game = record(*((1, f"1.1.{number}", "a") for number in range(5)))
    assert deadline_faults(game, told("clocked_out", "clocked_out", "handed_over", "clocked_out"), 1, 2) == []
    assert deadline_faults(game, told("clocked_out", "handed_over"), 1, 2)
    assert deadline_faults(game, told("clocked_out", "clocked_out", "handed_over", "handed_over"), 1, 2)
    assert deadline_faults(game, told("clocked_out", "clocked_out"), 1, 2)


def test_growing_memory_is_a_fault(tmp_path: Path) -> None:
    watch = MemoryWatch(Supervisor([], tmp_path, Console()))
    size = 100 * 2**20
    limit = GROWTH * size + SLACK_BYTES
    watch._samples["lobby"] = [(float(second), size) for second in range(8)] + [(9, int(limit) - 1)]
    assert watch.faults() == []
    watch._samples["lobby"].append((9, int(limit) + 1))
    assert len(watch.faults()) == 1

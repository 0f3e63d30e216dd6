"""Finished games replay to the same bytes; a rules change that breaks one must bump `rules_version`.

Made anew by `python -m tests.roll.test_golden`, which plays one game a number of seats.
"""

from pathlib import Path
from random import Random

import pytest

from galaxy.rules.v1 import game_pb2
from services.kit.calls import RulesCalls
from services.kit.contract import play_record
from services.kit.record import verify
from services.roll.rules import ROLL
from tests.roll.scene import SHELF

GOLDEN = Path(__file__).with_name("golden")
SEATS = (2, 3, 4, 5)


def read(seats: int) -> game_pb2.Record:
    return game_pb2.Record.FromString((GOLDEN / f"seats_{seats}.binpb").read_bytes())


@pytest.mark.parametrize("seats", SEATS)
def test_golden_records_replay(seats: int) -> None:
    record = read(seats)
    assert record.seats == seats
    assert verify(ROLL, SHELF, record).difference == ""


def test_a_forged_record_does_not() -> None:
    record = read(2)
    record.scores[0].parts[0].points += 1
    assert verify(ROLL, SHELF, record).difference == "scores differ"


def _make() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for seats in SEATS:
        setup = {"sides": "cheaper" if seats == 2 else "choose"}
        record = play_record(RulesCalls(ROLL, SHELF), seats, setup, Random(seats))
        (GOLDEN / f"seats_{seats}.binpb").write_bytes(record.SerializeToString(deterministic=True))


if __name__ == "__main__":
    _make()

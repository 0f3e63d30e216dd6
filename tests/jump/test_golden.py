"""Finished games replay to the same bytes; a rules change that breaks one must bump `rules_version`.

Made anew by `python -m tests.jump.test_golden`: random games, for each number of seats the first in which everything
happens that `WANTED` lists.
"""

from itertools import count
from pathlib import Path
from random import Random

import pytest

from galaxytables.rules.v1 import game_pb2
from galaxytables_jump.rules import JUMP
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract import play_record
from galaxytables_kit.record import verify
from tests.jump.scene import PACKS

GOLDEN = Path(__file__).with_name("golden")
SETUPS = {2: {"hands": "preset"}, 3: {"dealer": "2"}, 4: {}}
WANTED = {
    2: {"conquered", "negotiated", "explored", "gave_up"},
    3: {"conquered", "negotiated", "gave_up", "moved"},
    4: {"conquered", "negotiated", "gave_up", "moved", "reshuffled"},
}


def read(seats: int) -> game_pb2.Record:
    return game_pb2.Record.FromString((GOLDEN / f"seats_{seats}.binpb").read_bytes())


def kinds(record: game_pb2.Record) -> set[str]:
    return {event.kind for event in record.events}


@pytest.mark.parametrize("seats", SETUPS)
def test_golden_records_replay(seats: int) -> None:
    record = read(seats)
    assert record.seats == seats
    assert WANTED[seats] <= kinds(record)
    assert verify(JUMP, PACKS, record).difference == ""


@pytest.mark.parametrize("seats", SETUPS)
def test_forged_choices_do_not(seats: int) -> None:
    record = read(seats)
    record.choices[-1].picks[:] = ["0"]
    assert verify(JUMP, PACKS, record).difference != ""


@pytest.mark.parametrize("seats", SETUPS)
def test_the_events_alone_tell_the_score(seats: int) -> None:
    """Whoever only reads events knows every card placed and every point."""
    record = read(seats)
    points = [0] * seats
    for event in record.events:
        if event.kind == "scored":
            points[event.seat] += next(fact.number for fact in event.facts if fact.name == "vp")
    assert points == [score.total for score in record.scores]


def _make() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for seats, setup in SETUPS.items():
        games = (play_record(RulesCalls(JUMP, PACKS), seats, setup, Random(seed)) for seed in count())
        record = next(game for game in games if WANTED[seats] <= kinds(game))
        (GOLDEN / f"seats_{seats}.binpb").write_bytes(record.SerializeToString(deterministic=True))


if __name__ == "__main__":
    _make()

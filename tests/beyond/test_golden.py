"""Finished games replay to the same bytes; a rules change that breaks one must bump `rules_version`.

Made anew by `python -m tests.beyond.test_golden`, which plays a game for each number of seats and kind of mat by the
newest rules. Those of older rules stay: their tables go on.
"""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from galaxytables.rules.v1 import game_pb2
from galaxytables_beyond.rules import BEYOND
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract import play_record
from galaxytables_kit.pack import load_packs
from galaxytables_kit.record import verify

GOLDEN = Path(__file__).with_name("golden")
GAMES = tuple(product((2, 3, 4), ("basic", "advanced")))
VERSIONS = sorted({BEYOND.rules_version, *BEYOND.continues})
PACKS = load_packs(BEYOND)


def path(version: int, seats: int, mats: str) -> Path:
    return GOLDEN / f"v{version}_{mats}_{seats}.binpb"


def read(version: int, seats: int, mats: str) -> game_pb2.Record:
    return game_pb2.Record.FromString(path(version, seats, mats).read_bytes())


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("seats", "mats"), GAMES)
def test_golden_records_replay(version: int, seats: int, mats: str) -> None:
    record = read(version, seats, mats)
    assert (record.rules_version, record.seats, record.options["mats"]) == (version, seats, mats)
    assert verify(BEYOND, PACKS, record).difference == ""


def test_a_forged_record_does_not() -> None:
    record = read(BEYOND.rules_version, 2, "basic")
    record.scores[0].parts[0].points += 1
    assert verify(BEYOND, PACKS, record).difference == "scores differ"


def _make() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for seats, mats in GAMES:
        record = play_record(RulesCalls(BEYOND, PACKS), seats, {"mats": mats}, Random(seats))
        path(BEYOND.rules_version, seats, mats).write_bytes(record.SerializeToString(deterministic=True))


if __name__ == "__main__":
    _make()

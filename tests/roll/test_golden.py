"""Finished games of every rules version replay to the same bytes; a change that breaks one must bump `rules_version`.

`python -m tests.roll.test_golden` makes those of the newest version anew: a random game a number of seats, and one in
which everybody scouts until the bag is empty.
"""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract import play_record
from galaxytables_kit.record import verify
from galaxytables_roll.rules import ROLL
from tests.roll.scene import PACKS

GOLDEN = Path(__file__).with_name("golden")
SEATS = (2, 3, 4, 5)
SETUPS = {2: {"sides": "cheaper"}, 3: {"selecting_die": "locked"}}
DRY = "dry_bag"
NAMES = [*(f"seats_{seats}" for seats in SEATS), DRY]
_GIFTS = 15


def read(version: int, name: str) -> game_pb2.Record:
    return game_pb2.Record.FromString((GOLDEN / f"version_{version}" / f"{name}.binpb").read_bytes())


@pytest.mark.parametrize("version", sorted({ROLL.rules_version, *ROLL.continues}))
@pytest.mark.parametrize("name", NAMES)
def test_golden_records_replay(version: int, name: str) -> None:
    record = read(version, name)
    assert record.rules_version == version
    assert verify(ROLL, PACKS, record).difference == ""


def test_a_forged_record_does_not() -> None:
    record = read(2, "seats_2")
    record.scores[0].parts[0].points += 1
    assert verify(ROLL, PACKS, record).difference == "scores differ"


@pytest.mark.parametrize(("version", "other"), [(1, 2), (2, 1)])
def test_no_record_replays_by_the_rules_of_another_version(version: int, other: int) -> None:
    record = read(version, DRY)
    assert Counter(event.kind for event in record.events)["gave"] >= _GIFTS
    record.rules_version = other
    assert verify(ROLL, PACKS, record).difference != ""


def _make() -> None:
    folder = GOLDEN / f"version_{ROLL.rules_version}"
    folder.mkdir(exist_ok=True)
    for seats in SEATS:
        record = play_record(RulesCalls(ROLL, PACKS), seats, SETUPS.get(seats, {}), Random(seats))
        (folder / f"seats_{seats}.binpb").write_bytes(record.SerializeToString(deterministic=True))
    record = play_record(RulesCalls(ROLL, PACKS), 5, {}, Random(4), _drying)
    (folder / f"{DRY}.binpb").write_bytes(record.SerializeToString(deterministic=True))


def _drying(record: game_pb2.Record, _: rules_pb2.PositionRef, prompt: game_pb2.Prompt) -> list[str] | None:
    """What empties the bag soonest, until many tiles were given to it; from then on, and where it is the same, None."""
    wanted = {"assign.phase": "explore", "assign.power": "done", "explore.task": "scout"}.get(prompt.kind)
    if wanted is None or Counter(event.kind for event in record.events)["gave"] >= _GIFTS:
        return None
    return [next(option.id for option in prompt.options if option.id.startswith(wanted))]


if __name__ == "__main__":
    _make()

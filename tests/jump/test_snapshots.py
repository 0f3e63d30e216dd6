"""What Jump Drive shows to players is what its snapshots have; `make snapshots` writes them anew."""

from pathlib import Path

import pytest

from galaxytables_jump.rules import JUMP
from tests.snapshots.approved import Snapshots

SNAPSHOTS = Snapshots(JUMP, Path(__file__).parent)


@pytest.mark.parametrize("name", SNAPSHOTS.cases())
def test_players_are_shown_what_the_snapshot_has(name: str) -> None:
    SNAPSHOTS.compare(name)


def test_everything_that_comes_up_in_the_records_is_in_a_snapshot() -> None:
    assert SNAPSHOTS.unseen() == set()
    assert SNAPSHOTS.stale() == set()


def test_a_wrong_type_is_refused_with_file_entry_and_field() -> None:
    wrong = SNAPSHOTS.mistyped()
    assert wrong
    assert {str(each) for each in wrong if not each.is_told_in_its_place} == set()

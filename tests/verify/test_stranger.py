"""A stranger's script finds golden records fair and every forged one not."""

import ast
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_jump.rules import JUMP
from galaxytables_kit.calls import RulesCalls
from tests.jump.scene import PACKS
from tests.verify import stranger

TOP = Path(__file__).parents[2]
CATALOGUE = RulesCalls(JUMP, PACKS).components(rules_pb2.ComponentsRequest())
SEATS = (2, 3, 4)


def path(seats):
    return TOP / "tests" / "jump" / "golden" / f"seats_{seats}.binpb"


def golden(seats):
    return game_pb2.Record.FromString(path(seats).read_bytes())


def cards_of(record, kind, number):
    """The ids that the event of a kind with this number showed to its player; changes go into the record."""
    event = [event for event in record.events if event.kind == kind][number]
    return next(fact.components.ids for fact in event.private_parts[0].facts if fact.name == "cards")


@pytest.fixture(params=SEATS)
def record(request):
    return golden(request.param)


def test_a_golden_record_is_fair(record):
    assert stranger.wrong(record, CATALOGUE) == ""
    assert stranger.wrong(record, CATALOGUE, record.commitment) == ""


def test_the_script_stands_on_its_own():
    tree = ast.parse(Path(stranger.__file__).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {str(node.module) for node in imports if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"galaxytables"}


def test_another_seed_is_caught(record):
    record.seed = bytes(32)
    assert stranger.wrong(record, CATALOGUE) == "the seed does not fit the commitment"


def test_another_seed_with_its_own_commitment_is_caught_by_the_one_noted_and_by_the_deal(record):
    noted = record.commitment
    record.seed = bytes(32)
    record.commitment = sha256(record.seed).digest()
    assert stranger.wrong(record, CATALOGUE, noted) == "the seed does not fit the commitment"
    assert "not those of the seed" in stranger.wrong(record, CATALOGUE)


def test_a_changed_bit_of_entropy_is_caught(record):
    entropy = record.entropy[-1]
    record.entropy[-1] = bytes([entropy[0] ^ 1]) + entropy[1:]
    assert "not those of the seed" in stranger.wrong(record, CATALOGUE)


def test_entropy_left_out_is_caught(record):
    del record.entropy[-1]
    assert stranger.wrong(record, CATALOGUE) == "seed or entropy is missing"


def test_entropy_moved_between_seats_is_caught(record):
    joined = record.entropy[0] + record.entropy[1]
    record.entropy[0], record.entropy[1] = joined, b""
    assert "not those of the seed" in stranger.wrong(record, CATALOGUE)


def test_swapped_cards_in_a_hand_are_caught(record):
    one, two = cards_of(record, "dealt", 0), cards_of(record, "dealt", 1)
    one[0], two[0] = two[0], one[0]
    assert stranger.wrong(record, CATALOGUE) == "the hands dealt are not those of the seed"


def test_a_better_card_drawn_is_caught(record):
    drawn = cards_of(record, "drew", 2)
    drawn[0] = next(card.id for card in CATALOGUE.components if card.id != drawn[0])
    assert stranger.wrong(record, CATALOGUE) == "the cards drawn are not those of the seed"


def test_the_cards_of_a_reshuffled_deck_are_those_of_the_seed():
    """The last draws of the longest record come from a deck that was made of the discards."""
    record = golden(4)
    assert "reshuffled" in {event.kind for event in record.events}
    drawn = cards_of(record, "drew", -1)
    drawn[-1] = next(card.id for card in CATALOGUE.components if card.id != drawn[-1])
    assert stranger.wrong(record, CATALOGUE) == "the cards drawn are not those of the seed"


def test_other_components_are_caught(record):
    other = rules_pb2.ComponentsResponse(pack_digest=b"x", components=CATALOGUE.components)
    assert stranger.wrong(record, other) == "the game was not played with these components"


def test_more_copies_of_a_card_are_caught(record):
    more = rules_pb2.ComponentsResponse()
    more.CopyFrom(CATALOGUE)
    more.components[0].copies += 1
    assert "not those of the seed" in stranger.wrong(record, more)


def run(*arguments):
    command = [sys.executable, "-m", "tests.verify.stranger", *map(str, arguments)]
    return subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False, timeout=60)


def test_as_a_program(tmp_path):
    catalogue = tmp_path / "components"
    catalogue.write_bytes(CATALOGUE.SerializeToString())
    fair = run(path(3), catalogue, golden(3).commitment.hex())
    assert (fair.returncode, fair.stdout) == (0, "fair\n"), fair.stderr
    forged = golden(3)
    forged.seed = bytes(32)
    (tmp_path / "forged").write_bytes(forged.SerializeToString())
    caught = run(tmp_path / "forged", catalogue)
    assert (caught.returncode, caught.stdout) == (1, "the seed does not fit the commitment\n")

"""docs/reference/chance.md: a stranger with the catalogue alone rebuilds set-up, rolls and draws of finished games."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.pack import load_packs
from galaxytables_roll.rules import ROLL
from tests.roll import stranger

GOLDEN = Path(__file__).with_name("golden")
PACKS = load_packs(ROLL)
RECORDS = sorted(str(file.relative_to(GOLDEN)) for file in GOLDEN.rglob("*.binpb"))


def read(name: str) -> tuple[game_pb2.Record, list[rules_pb2.Component]]:
    record = game_pb2.Record.FromString((GOLDEN / name).read_bytes())
    return record, list(ROLL.components(PACKS.get(record.pack_digest)))


@pytest.mark.parametrize("name", RECORDS)
def test_records_are_rebuilt(name: str) -> None:
    record, components = read(name)
    kinds = {event.kind for event in record.events}
    assert {"dealt", "round", "drew", "bag_refilled"} <= kinds
    assert stranger.wrong(record, components) == ""


def test_the_dry_bag_is_refilled_by_gifts() -> None:
    record, _ = read("version_2/dry_bag.binpb")
    assert "gave" in {event.kind for event in record.events}


def _other_entropy(record: game_pb2.Record) -> None:
    record.entropy[0] = b"loaded"


def _other_faction(record: game_pb2.Record) -> None:
    next(event for event in record.events if event.kind == "dealt").facts[0].number += 1


def _other_start(record: game_pb2.Record) -> None:
    first, second = [event for event in record.events if event.kind == "began"][:2]
    first.facts[0].component, second.facts[0].component = second.facts[0].component, first.facts[0].component


def _other_spare_die(record: game_pb2.Record) -> None:
    face = [event for event in record.events if event.kind == "extra_die"][-1].facts[0]
    face.word = "ship" if face.word != "ship" else "settle"


def _other_tile(record: game_pb2.Record) -> None:
    sides = [event for event in record.events if event.kind == "drew"][-1].private_parts[0].facts[0].components.ids
    sides[0], sides[1] = sides[1], sides[0]


def _other_worker(record: game_pb2.Record) -> None:
    choice = next(each for each in record.choices if each.picks and each.picks[0] == "home:produce@produce")
    choice.picks[0] = "home:wild@produce"


@pytest.mark.parametrize(
    ("forge", "found"),
    [
        (_other_entropy, "the start tiles are not those of the seed"),
        (_other_faction, "the start tiles are not those of the seed"),
        (_other_start, "the tiles to begin with are not those of the seed"),
        (_other_spare_die, "the spare die is not that of the seed"),
        (_other_tile, "the tiles drawn are not those of the seed"),
        (_other_worker, "round 1: the dice of seat 0 are not those of the seed"),
    ],
)
def test_a_loaded_game_is_found_out(forge: Callable[[game_pb2.Record], None], found: str) -> None:
    record, components = read("version_2/seats_2.binpb")
    forge(record)
    assert stranger.wrong(record, components) == found


def test_the_stranger_knows_nothing_of_the_platform() -> None:
    tree = ast.parse(Path(stranger.__file__).read_text(encoding="utf-8"))
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules == {"hmac", "collections", "hashlib", "itertools"}

"""A stranger's script finds records of all kinds of tables fair and every forged one not."""

import ast
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract import play_record
from galaxytables_race.rules import RACE
from tests.race import stranger
from tests.race.scene import PACKS

GOLDEN = Path(__file__).with_name("golden") / str(RACE.rules_version)
CALLS = RulesCalls(RACE, PACKS)
CATALOGUE = CALLS.components(rules_pb2.ComponentsRequest())
Table: TypeAlias = tuple[int, dict[str, str]]
_BRINK = {"expansion": "brink_of_war", "takeovers": "on", "goals": "on"}
_DRAFT = {"draft": "on", "draft_packs": "by_seats"}
_INVADED = {"expansion": "xeno_invasion", "invasion": "on"}
_ORB = {"expansion": "alien_artifacts", "orb": "on"}
_SCENARIO = {"expansion": "rebel_vs_imperium", "takeovers": "on", "takeover_scenario": "on"}
TABLES: dict[str, Table] = {
    "base": (4, {}),
    "second edition": (3, {"second_edition": "on", "new_worlds": "on"}),
    "choice": (2, {"start_worlds": "choice"}),
    "preset": (3, {"preset_hands": "on", "second_edition": "on"}),
    "goals": (5, {"expansion": "gathering_storm", "goals": "on"}),
    "brink": (6, _BRINK | {"start_worlds": "dealt"}),
    "draft": (3, {"expansion": "gathering_storm", "draft": "on"}),
    "draft by seats": (4, {"expansion": "brink_of_war"} | _DRAFT),
    "six draft": (6, {"expansion": "brink_of_war"} | _DRAFT),
    "artifacts": (4, {"expansion": "alien_artifacts"}),
    "orb": (2, _ORB),
    "orb of five": (5, _ORB),
    "two invaded": (2, _INVADED),
    "five invaded": (5, _INVADED),
    "scenario": (2, _SCENARIO),
}


@cache
def played(name: str) -> bytes:
    seats, setup = TABLES[name]
    return play_record(CALLS, seats, setup, Random(name)).SerializeToString()


def record(name: str) -> game_pb2.Record:
    return game_pb2.Record.FromString(played(name))


def golden(name: str) -> game_pb2.Record:
    """A record in which a bot plays well: more comes up. Older files do not say that nobody added entropy."""
    found = game_pb2.Record.FromString((GOLDEN / f"{name}.binpb").read_bytes())
    if not found.entropy:
        found.entropy.extend([b""] * found.seats)
    return found


def fact(found: game_pb2.Record, kind: str, name: str, number: int = 0) -> game_pb2.Fact:
    """A fact of the event of a kind with that number, also of its private part; changes go into the record."""
    event = [event for event in found.events if event.kind == kind][number]
    facts = [*event.facts, *(each for part in event.private_parts for each in part.facts)]
    return next(each for each in facts if each.name == name)


@pytest.mark.parametrize("name", TABLES)
def test_a_record_is_fair(name: str) -> None:
    found = record(name)
    assert stranger.wrong(found, CATALOGUE) == ""
    assert stranger.wrong(found, CATALOGUE, found.commitment) == ""


@pytest.mark.parametrize("name", TABLES)
def test_another_seed_is_caught(name: str) -> None:
    found = record(name)
    found.seed = bytes(32)
    assert stranger.wrong(found, CATALOGUE) == "the seed does not fit the commitment"
    found.commitment = sha256(found.seed).digest()
    assert stranger.wrong(found, CATALOGUE)


def test_the_script_stands_on_its_own() -> None:
    tree = ast.parse(Path(stranger.__file__).read_text())
    names = {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"galaxytables"}


def test_entropy_that_was_changed_or_left_out_is_caught() -> None:
    found = record("base")
    found.entropy[1] = b"else"
    assert "of the seed" in stranger.wrong(found, CATALOGUE) or "dealt" in stranger.wrong(found, CATALOGUE)
    del found.entropy[1]
    assert stranger.wrong(found, CATALOGUE) == "seed or entropy is missing"


def test_another_start_world_is_caught() -> None:
    found = record("base")
    fact(found, "begins", "world").component = fact(found, "begins", "world", 1).component
    assert stranger.wrong(found, CATALOGUE) == "a start world is not one of those dealt"


@pytest.mark.parametrize("name", ["base", "preset", "draft", "scenario"])
def test_another_first_hand_is_caught(name: str) -> None:
    found = record(name)
    one, two = (fact(found, "begins", "hand", seat).components.ids for seat in (0, 1))
    one[0], two[0] = two[0], "gateway_station"
    assert stranger.wrong(found, CATALOGUE) == "a first hand is not that of the seed"


@pytest.mark.parametrize("name", ["base", "draft"])
def test_another_card_drawn_is_caught(name: str) -> None:
    found = record(name)
    fact(found, "explored", "drawn").components.ids[0] = "gateway_station"
    assert stranger.wrong(found, CATALOGUE) == "the cards drawn are not those of the seed"


def test_R18_3_a_card_drafted_from_elsewhere_is_caught() -> None:
    found = record("draft")
    fact(found, "drafted", "card", 7).component = "gateway_station"
    assert stranger.wrong(found, CATALOGUE) == "a card drafted was not in the pack"


def test_R13_1_a_goal_that_was_not_laid_out_is_caught() -> None:
    found = record("brink")
    caught = set()
    for each in CATALOGUE.components:
        if each.kind == "goal":
            fact(found, "goal_gained", "goal").word = each.name
            caught.add(stranger.wrong(found, CATALOGUE))
    assert caught == {"", "a goal was won that was not laid out"}


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.binpb")), ids=lambda path: path.stem)
def test_golden_records_are_fair(path: Path) -> None:
    assert stranger.wrong(golden(path.stem), CATALOGUE) == ""


@pytest.mark.parametrize("number", [0, -1])
def test_R22_2_R22_11_another_invader_is_caught(number: int) -> None:
    found = golden("invasion")
    assert {"wave_again", "reshuffled"} <= {event.kind for event in found.events}
    fact(found, "faces", "invader", number).component = "xeno_wave_2_strength_7"
    assert stranger.wrong(found, CATALOGUE) == "the invaders are not those of the seed"


def test_R20_1_another_orb_card_is_caught() -> None:
    found = golden("orb")
    fact(found, "orb_drew", "card").component = "orb_41"
    assert stranger.wrong(found, CATALOGUE) == "an orb card is not that of the seed"


def test_R20_7_another_artifact_is_caught() -> None:
    found = golden("orb")
    taken = fact(found, "took_artifact", "artifact")
    for each in CATALOGUE.components:
        if each.kind == "artifact" and each.id[0] != taken.component[0]:
            other = each.id
    taken.component = other
    assert stranger.wrong(found, CATALOGUE) == "an artifact is not one that was laid out"


def test_other_components_are_caught() -> None:
    found = record("base")
    other = rules_pb2.ComponentsResponse(pack_digest=b"x", components=CATALOGUE.components)
    assert stranger.wrong(found, other) == "the game was not played with these components"
    more = rules_pb2.ComponentsResponse.FromString(CATALOGUE.SerializeToString())
    more.components[0].copies += 1
    assert stranger.wrong(found, more)

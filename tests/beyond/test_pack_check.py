"""`python -m galaxytables_beyond check-pack FILE`, and the template that owners of the box fill in."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import Struct

from galaxytables_beyond.components.box import PARTS, Box
from galaxytables_beyond.components.effects import (
    Amount,
    Metric,
    Modifier,
    Operation,
    PayOre,
    ReturnPop,
    Scoring,
)
from galaxytables_beyond.components.loading import BUILT_IN
from galaxytables_beyond.rules import BEYOND
from galaxytables_kit.pack_check import FAULTY, GOOD, NO_PACK, check_pack

TEMPLATE = BUILT_IN.with_name("template.json")
Data = dict[str, Any]


def own(*parts: str) -> Data:
    """A pack in one file with some parts of the built-in one."""
    return {"game": "beyond", **{part: json.loads((BUILT_IN / f"{part}.json").read_text()) for part in parts}}


def entry(pack: Data, part: str, id_: str) -> Data:
    found: Data = next(each for each in pack[part]["entries"] if each["id"] == id_)
    return found


def told(tmp_path: Path, pack: Data) -> tuple[set[tuple[str, str, str]], set[tuple[str, str, str]]]:
    """What is missing and what is contradictory in a pack, by file, entry and field."""
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(pack))
    faults = check_pack(BEYOND, file).faults
    where = [{(each.file, each.entry, each.field) for each in faults if each.missing is kind} for kind in (True, False)]
    return where[0], where[1]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "galaxytables_beyond", "check-pack", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_good_file_has_nothing_wrong_and_can_be_played_with(tmp_path: Path) -> None:
    pack = own(*PARTS)
    for part in PARTS:
        for each in pack[part]["entries"]:
            each["provenance"] = "sourced"
    assert told(tmp_path, pack) == (set(), set())
    assert BEYOND.load_pack(tmp_path / "mine.json").provenances == {"sourced": 137}
    done = run(str(tmp_path / "mine.json"))
    assert (done.returncode, done.stdout) == (GOOD, "Nothing is missing or contradictory.\n")


def test_parts_that_a_file_lacks_are_the_built_in_ones(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(own("events", "guilds")))
    done = run(str(tmp_path / "mine.json"))
    assert done.returncode == GOOD
    assert "Taken from the built-in pack: technologies, systems, achievements, basic_spaces" in done.stdout
    assert "Of 137 components 16 are sourced" in done.stdout


def test_everything_that_an_incomplete_file_lacks_is_told(tmp_path: Path) -> None:
    pack = own("technologies", "systems", "guilds")
    del entry(pack, "technologies", "t1_01")["types"]
    entry(pack, "technologies", "t2_01")["actions"][0]["effects"][0]["level"] = None
    entry(pack, "technologies", "t2_01")["actions"][0]["cost"][0].pop("n")
    entry(pack, "technologies", "t2_02")["immediate"][1].pop("op")
    entry(pack, "systems", "sA01")["vp"] = None
    pack["guilds"]["entries"].pop()
    assert told(tmp_path, pack) == (
        {
            ("technologies.json", "t1_01", "types"),
            ("technologies.json", "t2_01", "actions[0].effects[0].level"),
            ("technologies.json", "t2_01", "actions[0].cost[0].n"),
            ("technologies.json", "t2_02", "immediate[1].op"),
            ("systems.json", "sA01", "vp"),
            ("guilds.json", "pack", "count"),
            ("guilds.json", "all", "entries"),
        },
        {("events.json", "e3_02", "effects[0].guild")},
    )
    done = run(str(tmp_path / "mine.json"))
    assert done.returncode == FAULTY
    assert "  technologies.json: t2_01: actions[0].effects[0].level: is missing\n" in done.stdout


def test_everything_that_contradicts_itself_is_told(tmp_path: Path) -> None:
    pack = own(*PARTS)
    entry(pack, "technologies", "t2_01")["vp"] = 5
    entry(pack, "technologies", "t2_02").update(colour="red", level=7)
    entry(pack, "technologies", "t2_03")["actions"][0]["effects"][0]["op"] = "summon"
    entry(pack, "achievements", "ach_0_1")["slots"] = [1, 2]
    entry(pack, "events", "e2_01")["effects"][0]["guild"] = "g_none"
    entry(pack, "factions", "amber_basic")["supply_columns"] = [3, 3, 3, 4, 5]
    entry(pack, "factions", "amber_basic")["ore_track"] = []
    entry(pack, "technology_board", "II1")["prerequisites"] = ["I9", "II2"]
    entry(pack, "exploration_board", "side_4")["lanes"].append(["SOL", "Z9"])
    entry(pack, "guilds", "g_colony_1")["provenance"] = "reconstructed"
    missing, contradictory = told(tmp_path, pack)
    assert missing == set()
    assert contradictory == {
        ("technologies.json", "t2_01", "vp"),
        ("technologies.json", "t2_02", "colour"),
        ("technologies.json", "t2_02", "level"),
        ("technologies.json", "t2_03", "actions[0].effects[0].op"),
        ("achievements.json", "ach_0_1", "slots"),
        ("events.json", "e2_01", "effects[0].guild"),
        ("guilds.json", "g_colony_1", "id"),
        ("guilds.json", "g_colony_1", "provenance"),
        ("factions.json", "amber_basic", "supply_columns"),
        ("factions.json", "amber_basic", "ore_track"),
        ("technology_board.json", "II1", "prerequisites"),
        ("exploration_board.json", "side_4", "lanes[13]"),
    }


def test_what_an_unread_entry_might_be_is_not_held_against_others(tmp_path: Path) -> None:
    pack = own(*PARTS)
    entry(pack, "guilds", "g_colony_1")["spaces"] = None
    entry(pack, "technology_board", "I1")["row"] = None
    assert told(tmp_path, pack) == (
        {("guilds.json", "g_colony_1", "spaces"), ("technology_board.json", "I1", "row")},
        set(),
    )


@pytest.mark.parametrize("text", ["{", "[]", '{"game": "beyond", "cards": {}}'])
def test_what_is_no_pack_at_all_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.json").write_text(text)
    done = run(str(tmp_path / "mine.json"))
    assert done.returncode == NO_PACK
    assert "mine.json: pack: " in done.stdout


def test_the_template_is_a_pack_in_which_every_blank_is_missing_and_nothing_contradictory(tmp_path: Path) -> None:
    template = json.loads(TEMPLATE.read_text())
    assert set(template) == {"game", "title", "explained", *PARTS}
    missing, contradictory = told(tmp_path, template)
    assert contradictory == set()
    for part in PARTS:
        assert (f"{part}.json", "pack", "count") in missing
        (example,) = template[part]["entries"]
        blanks = {name for name, value in example.items() if value is None} - {"output"}
        assert {(f"{part}.json", example["id"], name) for name in blanks} <= missing


def structs_of(kind: Any) -> Iterator[type[Struct]]:
    """Structs that a field is made of."""
    if get_origin(kind) in (Annotated, tuple, list, Union, UnionType):
        for inner in get_args(kind):
            yield from structs_of(inner)
    elif isinstance(kind, type) and issubclass(kind, Struct):
        yield kind


def fields_of(kind: type[Struct], path: str = "") -> Iterator[str]:
    """Paths of all fields, down to the words that operations are written in."""
    for field in msgspec.structs.fields(kind):
        if field.encode_name in ("explained", "#"):
            continue
        at = f"{path}{field.encode_name}"
        yield at
        for struct in structs_of(field.type):
            if struct.__struct_config__.tag is None and struct is not Amount:
                yield from fields_of(struct, f"{at}.")


@pytest.mark.parametrize("part", PARTS)
def test_the_template_explains_every_field(part: str) -> None:
    explained = json.loads(TEMPLATE.read_text())[part]["explained"]
    head = get_type_hints(Box)[part]
    entries = next(field.type for field in msgspec.structs.fields(head) if field.name == "entries")
    (entry,) = structs_of(entries)
    assert set(explained) == {*fields_of(entry), *own_fields(head)} - {"explained"}
    assert all(explained.values())


def test_the_template_explains_every_word_that_cards_are_written_in() -> None:
    explained = json.loads(TEMPLATE.read_text())["explained"]
    kinds = {"operations": (*get_args(Operation), PayOre, ReturnPop), "modifiers": get_args(Modifier)}
    for section, structs in {**kinds, "scoring": get_args(Scoring)}.items():
        words = {struct.__struct_config__.tag: {"", *own_fields(struct)} for struct in structs}
        assert {word: set(fields) for word, fields in explained[section].items()} == words
    assert set(explained["metrics"]) == set(get_args(Metric))
    assert set(explained["amount"]) == set(own_fields(Amount))


def own_fields(kind: type[Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind) if field.encode_name != "#"]

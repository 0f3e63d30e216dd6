import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from galaxytables_beyond.components.loading import BUILT_IN
from galaxytables_beyond.rules import BEYOND
from galaxytables_kit.errors import ComponentError
from galaxytables_kit.pack import load_packs

Entry = dict[str, Any]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the built-in pack, to be spoilt."""
    return Path(shutil.copytree(BUILT_IN, tmp_path / "pack"))


def change(pack: Path, file: str, number: int, edit: Callable[[Entry], object]) -> None:
    data = json.loads((pack / file).read_text())
    edit(data["entries"][number])
    (pack / file).write_text(json.dumps(data))


def refused(pack: Path) -> tuple[str, str, str]:
    with pytest.raises(ComponentError) as caught:
        BEYOND.load_pack(pack)
    metadata = caught.value.metadata
    return metadata["file"], metadata["entry"], metadata["field"]


def test_the_built_in_pack_loads() -> None:
    assert len(BEYOND.load_pack(BUILT_IN).technologies) == 46


def test_a_pack_may_replace_a_single_deck(tmp_path: Path) -> None:
    (tmp_path / "pack.json").write_text('{"game": "beyond"}')
    data = json.loads((BUILT_IN / "events.json").read_text())
    data["entries"][2]["name"] = "Windfall"
    (tmp_path / "events.json").write_text(json.dumps(data))
    packs = load_packs(BEYOND, [tmp_path])
    assert packs.get(packs.default).events[2].name == "Windfall"
    assert len(packs.get(packs.default).technologies) == 46
    assert len(packs.digests) == 2 + len(BEYOND.earlier_packs)


def test_a_pack_may_be_one_file_with_the_parts_of_a_folder(tmp_path: Path) -> None:
    events = json.loads((BUILT_IN / "events.json").read_text())
    events["entries"][2]["name"] = "Windfall"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"game": "beyond", "events": events}))
    pack = load_packs(BEYOND, [file]).get(b"")
    assert (pack.events[2].name, len(pack.technologies)) == ("Windfall", 46)


@pytest.mark.parametrize(
    ("text", "field"), [("{", "json"), ('{"events": {}}', "game"), ('{"game": "beyond", "card": 1}', "card")]
)
def test_a_file_that_is_no_pack_is_refused(tmp_path: Path, text: str, field: str) -> None:
    (tmp_path / "mine.json").write_text(text)
    with pytest.raises(ComponentError) as caught:
        BEYOND.load_pack(tmp_path / "mine.json")
    assert (caught.value.metadata["file"], caught.value.metadata["field"]) == ("mine.json", field)


def test_a_path_without_a_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ComponentError):
        BEYOND.load_pack(tmp_path / "nothing.json")


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (lambda e: e.update(sourced_facts=["luck"]), "sourced_facts"),
        (lambda e: e.update(provenance="reconstructed"), "provenance"),
        (lambda e: e.update(sourced_parts=[], sourced_facts=[]), "sourced_parts"),
    ],
)
def test_what_is_said_of_sources_must_agree(pack: Path, *, edit: Callable[[Entry], object], field: str) -> None:
    change(pack, "guilds.json", 0, edit)
    assert refused(pack) == ("guilds.json", "g_colony_1", field)


@pytest.mark.parametrize(
    ("file", "number", "edit", "entry", "field"),
    [
        ("technologies.json", 0, lambda e: e.update(level=5), "t1_01", "level"),
        ("technologies.json", 0, lambda e: e.pop("types"), "t1_01", "types"),
        ("technologies.json", 0, lambda e: e.update(colour="red"), "t1_01", "colour"),
        ("technologies.json", 4, lambda e: e.update(level=1, vp=1), "all", "level"),
        ("technologies.json", 4, lambda e: e.update(vp=5), "t2_01", "vp"),
        ("technologies.json", 4, lambda e: e.update(output=None), "t2_01", "output"),
        ("technologies.json", 5, lambda e: e.update(id="t2_01"), "t2_01", "id"),
        (
            "technologies.json",
            0,
            lambda e: e["actions"][0]["effects"][0].update(op="summon"),
            "t1_01",
            "actions[0].effects[0].op",
        ),
        (
            "technologies.json",
            0,
            lambda e: e["actions"][0]["effects"][0].pop("level"),
            "t1_01",
            "actions[0].effects[0].level",
        ),
        ("technologies.json", 0, lambda e: e["actions"][0]["cost"].append({"op": "gain_ore", "n": 1}), "t1_01", None),
        (
            "technologies.json",
            0,
            lambda e: e["immediate"].append({"op": "unlock_guild", "guild": "g_colony_1"}),
            "t1_01",
            "immediate[1].op",
        ),
        (
            "technologies.json",
            0,
            lambda e: e["immediate"].append({"op": "replay_immediate"}),
            "t1_01",
            "immediate[1].op",
        ),
        ("technologies.json", 5, lambda e: e.update(id="A1"), "A1", "id"),
        ("guilds.json", 0, lambda e: e["effects"].append({"op": "replay_immediate"}), "g_colony_1", "effects[1].op"),
        ("achievements.json", 2, lambda e: e.update(group="basic"), "all", "group"),
        ("events.json", 0, lambda e: e["effects"][0].update(guild="g_none"), "e2_01", "effects[0].guild"),
        ("events.json", 0, lambda e: e.update(fixed=False), "all", "fixed"),
        ("events.json", 5, lambda e: e["effects"][0].update(next_to="Z9"), "e2_06", "effects[0].next_to"),
        (
            "events.json",
            7,
            lambda e: e["effects"][0]["scoring"].update(location="Z9"),
            "e2_08",
            "effects[0].scoring.location",
        ),
        (
            "systems.json",
            2,
            lambda e: e["on_control"].append({"op": "replay_immediate"}),
            "sA03",
            "on_control[1].op",
        ),
        (
            "systems.json",
            2,
            lambda e: e["on_colonize"].append({"op": "replay_immediate"}),
            "sA03",
            "on_colonize[1].op",
        ),
        ("systems.json", 0, lambda e: e.update(traits=[]), "sA01", "traits"),
        ("systems.json", 0, lambda e: e.update(deck="B"), "all", "starting"),
        ("systems.json", 2, lambda e: e.update(traits=["food", "food"]), "sA03", "traits"),
        ("achievements.json", 0, lambda e: e.update(slots=[1, 2]), "ach_0_1", "slots"),
        ("achievements.json", 1, lambda e: e.update(slots=[5, 5, 3, 4]), "ach_0_2", "slots"),
        ("achievements.json", 0, lambda e: e.update(group="A"), "all", "group"),
        ("achievements.json", 0, lambda e: e["condition"].update(metric="luck"), "ach_0_1", "condition.metric"),
        ("guilds.json", 0, lambda e: e.update(id="g_new"), "e2_01", "effects[0].guild"),
        ("basic_spaces.json", 3, lambda e: e.update(may_stay=False), "all", "may_stay"),
        ("basic_spaces.json", 0, lambda e: e["surcharges"].pop("3"), "b_research_1", "surcharges"),
        ("technology_board.json", 4, lambda e: e.update(prerequisites=["I9"]), "II1", "prerequisites"),
        ("technology_board.json", 4, lambda e: e.update(prerequisites=["II2"]), "II1", "prerequisites"),
        ("technology_board.json", 4, lambda e: e.update(required=2), "II1", "required"),
        ("technology_board.json", 4, lambda e: e.update(prerequisites=["I1", "I1"]), "II1", "prerequisites"),
        ("exploration_board.json", 0, lambda e: e["lanes"].append(["SOL", "Z9"]), "side_2_3", "lanes[10]"),
        ("exploration_board.json", 0, lambda e: e["lanes"].append(["A1", "SOL"]), "side_2_3", "lanes[0]"),
        ("exploration_board.json", 0, lambda e: e.update(lanes=e["lanes"][:-2]), "side_2_3", "lanes"),
        ("exploration_board.json", 0, lambda e: e.update(players=[2]), "all", "players"),
        (
            "exploration_board.json",
            0,
            lambda e: e["locations"][0].update(traits=["ore"]),
            "side_2_3",
            "locations[0].traits",
        ),
        ("factions.json", 0, lambda e: e.update(supply_columns=[3, 3, 3, 4, 5]), "amber_basic", "supply_columns"),
        ("factions.json", 0, lambda e: e["ore_track"].pop(), "amber_basic", "ore_track"),
        ("factions.json", 0, lambda e: e["trades"].update(ore_to_pop=1), "amber_basic", "trades"),
        ("factions.json", 0, lambda e: e["start"]["ship"].update(location="Z9"), "amber_basic", "start.ship.location"),
        ("factions.json", 0, lambda e: e.update(mat="advanced"), "all", "faction"),
    ],
)
def test_a_broken_pack_names_file_entry_and_field(
    pack: Path, *, file: str, number: int, edit: Callable[[Entry], object], entry: str, field: str | None
) -> None:
    change(pack, file, number, edit)
    where = refused(pack)
    assert where[:2] == ("events.json" if entry == "e2_01" else file, entry)
    if field is not None:
        assert where[2] == field


def test_a_level_with_fewer_cards_than_slots_is_noticed(pack: Path) -> None:
    for number in range(4, 15):
        change(pack, "technologies.json", number, lambda entry: entry.update(level=3))
    assert refused(pack) == ("technologies.json", "all", "level")


@pytest.mark.parametrize(("covered", "fits"), [(1, False), (2, True)])
def test_R2_3_the_fixed_events_have_slots_to_cover(pack: Path, covered: int, *, fits: bool) -> None:
    data = json.loads((pack / "technology_board.json").read_text())
    for slot in [slot for slot in data["entries"] if slot["level"] == 2][covered:]:
        slot["event"] = False
    (pack / "technology_board.json").write_text(json.dumps(data))
    if fits:
        assert sum(slot.event for slot in BEYOND.load_pack(pack).slots if slot.level == 2) == covered
    else:
        assert refused(pack) == ("events.json", "all", "level")


def test_an_id_that_stands_twice_is_told_with_the_file_of_the_other(pack: Path) -> None:
    change(pack, "technologies.json", 5, lambda entry: entry.update(id="A1"))
    with pytest.raises(ComponentError, match=r"exploration_board\.json already"):
        BEYOND.load_pack(pack)


def test_lost_entries_are_noticed(pack: Path) -> None:
    data = json.loads((pack / "guilds.json").read_text())
    data["entries"].pop()
    (pack / "guilds.json").write_text(json.dumps(data))
    assert refused(pack) == ("guilds.json", "pack", "count")


def test_no_json_is_noticed(pack: Path) -> None:
    (pack / "systems.json").write_text("{")
    assert refused(pack) == ("systems.json", "pack", "json")


def test_slots_of_an_achievement_may_be_worth_the_same(pack: Path) -> None:
    change(pack, "achievements.json", 0, lambda entry: entry.update(slots=[4, 4, 2, 2]))
    assert BEYOND.load_pack(pack).achievements[0].slots == (4, 4, 2, 2)

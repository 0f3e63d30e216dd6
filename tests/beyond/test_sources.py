"""How well the components are known: counted from the pack, told when a table opens."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from galaxytables.rules.v1 import rules_pb2
from galaxytables_beyond.components.loading import BUILT_IN
from galaxytables_beyond.rules import BEYOND
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs
from galaxytables_kit.sources import sources
from galaxytables_kit.wording import languages
from tests.beyond.scene import READ

TOP = Path(__file__).parents[2]


def counted(folder: Path) -> Counter[str]:
    """Count the entries of component files by how well they are known, without any of our code."""
    files = [json.loads(file.read_text()) for file in folder.glob("*.json") if file.name != "pack.json"]
    return Counter(entry["provenance"] for file in files for entry in file["entries"])


def test_a_component_that_is_known_by_name_only_has_no_sourced_figure() -> None:
    for file in BUILT_IN.glob("*.json"):
        for entry in json.loads(file.read_text()).get("entries", ()):
            if entry["provenance"] in ("named", "partly_sourced"):
                assert bool(entry.get("sourced_facts")) == (entry["provenance"] == "partly_sourced"), entry["id"]


def test_R2_9_every_mat_begins_with_two_population_and_a_small_ship_at_sol() -> None:
    for mat in json.loads((BUILT_IN / "factions.json").read_text())["entries"]:
        assert (mat["start"]["population"], mat["start"]["ship"]) == (2, {"level": 1, "location": "SOL"}), mat["id"]


def described(*replacements: Path) -> rules_pb2.PackSources:
    calls = RulesCalls(BEYOND, load_packs(BEYOND, replacements))
    return calls.describe(rules_pb2.DescribeRequest()).sources


def test_the_description_counts_the_components_of_the_pack() -> None:
    known, told = counted(BUILT_IN), described()
    assert (told.sourced, told.partly_sourced, told.named, told.reconstructed) == (
        known["sourced"],
        known["partly_sourced"],
        known["named"],
        known["reconstructed"],
    )
    assert known["named"] > 0
    numbers = [int(number) for number in re.findall(r"\b\d+\b", told.notice)]
    counts = [known[how] for how in ("sourced", "partly_sourced", "named", "reconstructed")]
    assert numbers == [sum(counts), *counts]
    assert "GALAXYTABLES_COMPONENTS" in told.notice
    assert "check-pack" in told.notice


@pytest.mark.parametrize("language", languages(BEYOND))
def test_the_notice_is_told_in_every_language_from_the_counts(language: str) -> None:
    told = described()
    counts = {
        "sourced": told.sourced,
        "partly_sourced": told.partly_sourced,
        "named": told.named,
        "reconstructed": told.reconstructed,
    }
    components = sum(counts.values())
    said = READ[language].message("notice-sources", {"components": components, **counts})
    assert [int(number) for number in re.findall(r"\d+", said)] == [components, *counts.values()]
    assert "GALAXYTABLES_COMPONENTS" not in said, "players do not start services"
    owners = READ[language].message("notice-owners", {})
    assert "GALAXYTABLES_COMPONENTS=FILE" in owners
    assert (f"{said} {owners}" == told.notice) is (language == "en")


def test_the_counts_are_those_of_the_pack_of_new_games(tmp_path: Path) -> None:
    (tmp_path / "pack.json").write_text('{"game": "beyond"}')
    guilds = json.loads((BUILT_IN / "guilds.json").read_text())
    for guild in guilds["entries"]:
        guild["provenance"] = "sourced"
    (tmp_path / "guilds.json").write_text(json.dumps(guilds))
    before, after = described(), described(tmp_path)
    assert (after.sourced, after.partly_sourced, after.named) == (
        before.sourced + 4,
        before.partly_sourced - 3,
        before.named - 1,
    )
    assert after.notice != before.notice


def test_nothing_is_to_be_said_of_a_pack_that_is_known_whole(tmp_path: Path) -> None:
    for file in BUILT_IN.glob("*.json"):
        text = file.read_text().replace('"reconstructed"', '"sourced"').replace('"partly_sourced"', '"sourced"')
        text = text.replace('"named"', '"sourced"')
        (tmp_path / file.name).write_text(text)
    told = sources(BEYOND, BEYOND.load_pack(tmp_path))
    assert told is not None
    assert (told.sourced, told.notice) == (137, "")


@pytest.mark.parametrize("page", ["README.md", "docs/how-to/front-ends.md", "services/beyond/README.md"])
def test_the_pages_say_the_same_figures(page: str) -> None:
    known = counted(BUILT_IN)
    text = " ".join((TOP / page).read_text().split())
    figures = re.search(rf"\b{sum(known.values())}\b.{{200}}", text)
    assert figures is not None
    assert re.findall(r"\b\d+\b", figures[0])[:5] == [
        str(number)
        for number in (
            sum(known.values()),
            *(known[how] for how in ("sourced", "partly_sourced", "named", "reconstructed")),
        )
    ]

"""The card data and its loader."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from galaxytables_kit.errors import ComponentError
from galaxytables_race.abilities.registry import missing_kinds
from galaxytables_race.components.cards import SECOND_EDITION
from galaxytables_race.components.filters import Filter, FilterSpec
from galaxytables_race.components.vocabulary import Power
from galaxytables_race.rules import RACE
from galaxytables_race.sets import missing_rules
from tests.race.scene import PACK

TOTALS = {
    "base": (95, 114),
    "gathering_storm": (19, 21),
    "rebel_vs_imperium": (37, 44),
    "brink_of_war": (40, 48),
    "alien_artifacts": (39, 46),
    "xeno_invasion": (44, 51),
    "new_worlds": (6, 6),
}


def test_all_designs_of_all_sets_are_there() -> None:
    counted = {
        name: (len(designs), sum(PACK.designs[design].copies for design in designs))
        for name, designs in PACK.of_set.items()
    }
    assert counted == TOTALS
    assert sum(designs for designs, _ in counted.values()) == 280
    assert sum(design.endswith(SECOND_EDITION) for design in PACK.designs) == 5


@pytest.mark.parametrize(
    ("sets", "cards"),
    [
        (("base",), 114),
        (("base", "gathering_storm"), 136),
        (("base", "gathering_storm", "rebel_vs_imperium"), 180),
        (("base", "gathering_storm", "rebel_vs_imperium", "brink_of_war"), 228),
        (("base", "alien_artifacts"), 160),
        (("base", "xeno_invasion"), 165),
        (("base", "new_worlds"), 120),
    ],
)
def test_R12_deck_sizes(sets: tuple[str, ...], cards: int) -> None:
    for second_edition in (False, True):
        box = PACK.box(sets, second_edition=second_edition)
        assert len(box) == len(set(box)) == cards


class Unheard(Power, frozen=True, tag="unheard_of"):
    """A power that no rule plays."""


def test_what_can_be_played_follows_from_the_powers_that_are_written() -> None:
    assert missing_rules("base", PACK) == missing_rules("rebel_vs_imperium", PACK) == ()
    gem_world = PACK.designs["gem_world"]
    unheard: Any = (*gem_world.powers, Unheard(phase="settle"))
    assert missing_kinds([gem_world]) == []
    assert missing_kinds([gem_world, msgspec.structs.replace(gem_world, powers=unheard)]) == ["unheard_of"]


def edited(tmp_path: Path, file: str, edit: Callable[[Any], None]) -> Path:
    folder = tmp_path / "pack"
    shutil.copytree(RACE.components_path, folder)
    content = json.loads((folder / file).read_text())
    edit(content)
    (folder / file).write_text(json.dumps(content))
    return folder


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("unknown power", {"powers": [{"kind": "fly", "phase": "settle"}]}, r"old_earth.*powers\[0\]"),
    ("missing figure", {"powers": [{"kind": "draw", "phase": "consume"}]}, r"old_earth.*cards"),
    ("unknown parameter", {"powers": [{"kind": "draw", "phase": "consume", "cards": 1, "often": 2}]}, "often"),
    ("wrong type", {"cost": "three"}, "cost"),
    ("cost out of range", {"cost": 12}, "0 to 9"),
    ("unknown filter", {"powers": [{"kind": "discount", "phase": "settle", "amount": 1, "when": {"size": 1}}]}, "size"),
    ("empty filter", {"powers": [{"kind": "discount", "phase": "settle", "amount": 1, "when": {}}]}, "asks for"),
    ("points and endgame", {"endgame": [{"vp": 1, "per": {"each": "military"}}]}, "endgame"),
    ("good without production", {"good": "genes"}, "production"),
    ("produces as a grey world", {"powers": [{"kind": "produce", "phase": "produce", "good": "genes"}]},
     "production world"),
    ("two copies of a world", {"copies": 2}, "single"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_a_wrong_card_is_refused_by_name_and_field(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    folder = edited(tmp_path, "base.json", lambda content: content["cards"][0].update(change))
    with pytest.raises(ComponentError, match=message):
        RACE.load_pack(folder)


@pytest.mark.parametrize(
    ("card", "change", "field"),
    [
        ("old_earth", {"cost": -1}, "cost"),
        ("old_earth", {"copies": 0}, "copies"),
        ("old_earth", {"vp": None}, "vp"),
        ("old_earth", {"good": "genes"}, "good"),
        ("old_earth", {"xeno": True}, "xeno"),
        ("old_earth", {"powers": [{"kind": "produce", "phase": "produce", "good": "genes"}]}, "powers"),
        ("old_earth", {"copies": 2}, "copies"),
        ("mining_league", {"military": True}, "kind"),
        ("mining_league", {"military": True, "xeno": True}, "kind"),
        ("mining_league", {"start_world": 1}, "kind"),
        ("mining_league", {"good": "rare", "production": "windfall"}, "kind"),
    ],
)
def test_a_card_that_breaks_what_holds_for_all_is_named_with_its_field(
    tmp_path: Path, card: str, change: dict[str, Any], field: str
) -> None:
    def edit(content: Any) -> None:
        next(entry for entry in content["cards"] if entry["id"] == card).update(change)

    with pytest.raises(ComponentError) as caught:
        RACE.load_pack(edited(tmp_path, "base.json", edit))
    told = caught.value.metadata
    assert (told["file"], told["entry"], told["field"]) == ("base.json", card, field)


@pytest.mark.parametrize("cost", [0, 9])
def test_a_cost_may_be_anything_from_0_to_9(tmp_path: Path, cost: int) -> None:
    folder = edited(tmp_path, "base.json", lambda content: content["cards"][0].update(cost=cost))
    assert next(card for card in RACE.load_pack(folder).cards if card.id == "old_earth").cost == cost


def test_two_cards_of_one_id_are_refused(tmp_path: Path) -> None:
    folder = edited(tmp_path, "new_worlds.json", lambda content: content["cards"][0].update(id="old_earth"))
    with pytest.raises(ComponentError, match="two cards") as caught:
        RACE.load_pack(folder)
    told = caught.value.metadata
    assert (told["file"], told["entry"], told["field"]) == ("new_worlds.json", "old_earth", "id")


def test_a_filter_must_name_a_card_that_exists(tmp_path: Path) -> None:
    def rename(content: Any) -> None:
        next(card for card in content["cards"] if card["id"] == "mining_robots")["name"] = "Digging Robots"

    with pytest.raises(ComponentError, match="Mining Robots"):
        RACE.load_pack(edited(tmp_path, "base.json", rename))


def test_a_preset_hand_must_name_cards_that_exist(tmp_path: Path) -> None:
    def change(content: Any) -> None:
        content["preset_hands"]["new_sparta"][0] = "import_duties"

    with pytest.raises(ComponentError, match="import_duties"):
        RACE.load_pack(edited(tmp_path, "pack.json", change))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    folder = edited(tmp_path, "pack.json", lambda _: None)
    (folder / "xeno_invasion.json").unlink()
    with pytest.raises(ComponentError, match=r"xeno_invasion\.json"):
        RACE.load_pack(folder)


@pytest.mark.parametrize(
    ("spec", "fitting"),
    [
        (FilterSpec(good="alien", military=True, production="production"), {"lost_alien_battle_fleet"}),
        (FilterSpec(keyword="rebel", cost=7), {"rebel_homeworld"}),
        (
            FilterSpec(kind="development", min_cost=6, has_power="explore"),
            {"galactic_renaissance", "galactic_survey_seti"},
        ),
        (FilterSpec(name="Colony Ship"), {"colony_ship"}),
        (FilterSpec(kind="world", not_good="novelty", military=False, cost=0), {"pilgrimage_world"}),
    ],
)
def test_filters(spec: FilterSpec, fitting: set[str]) -> None:
    filter_ = Filter(spec)
    base = [PACK.designs[design] for design in PACK.of_set["base"]]
    assert {card.id for card in base if filter_.fits(card)} == fitting


def test_the_catalogue_counts_the_copies_of_each_card() -> None:
    copies = {entry.id: entry.copies for entry in RACE.components(PACK)}
    assert (copies["old_earth"], copies["investment_credits"]) == (1, 2)

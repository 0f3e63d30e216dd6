"""Packs are spoilt in each kind of field, each time in one place."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from galaxytables_kit.errors import ComponentError
from tests.kit.sample_game import Auction, Pack
from tests.snapshots.spoiling import LEFT_OUT, WRONG_TYPE, Spoilt, spoilt_packs

CARDS = [
    {"id": "fort", "kind": "world", "cost": 3, "free": False},
    {"id": "mine", "kind": "world", "cost": 1, "free": True},
    {"id": "club", "kind": "guild", "cost": 2},
]


class Careless(Auction):
    """Takes any list of cards and keeps what it was given."""

    def __init__(self, path: Path) -> None:
        self.components_path = path  # type: ignore[misc]
        self.given: list[Any] = []
        self.wanted: str | None = "a list of cards"

    def load_pack(self, path: Path) -> Pack:
        self.given.append(json.loads(path.read_text()))
        if not isinstance(self.given[-1].get("cards"), list):
            raise ComponentError(path.name, "pack", "cards", str(self.wanted))
        return Pack("auction", [])


def spoilt(tmp_path: Path) -> tuple[Sequence[Spoilt], list[Any]]:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"cards": CARDS}))
    game = Careless(path)
    found = spoilt_packs(game)
    assert json.loads(path.read_text()) == {"cards": CARDS}
    return found, game.given


def test_every_kind_of_field_is_spoilt_in_one_entry_of_each_kind(tmp_path: Path) -> None:
    found, _ = spoilt(tmp_path)
    worlds = [f"cards[0].{field}" for field in ("id", "kind", "cost", "free")]
    guilds = [f"cards[2].{field}" for field in ("id", "kind", "cost")]
    assert list(dict.fromkeys(each.place for each in found)) == ["cards", *worlds, *guilds]


def test_fields_are_left_out_mistyped_unknown_too_much_or_anothers(tmp_path: Path) -> None:
    found, given = spoilt(tmp_path)
    put = {place: [each.put for each in found if each.place == place] for place in ("cards[0].id", "cards[0].cost")}
    assert put["cards[0].id"] == [LEFT_OUT, WRONG_TYPE, "no_such_thing", "mine"]
    assert put["cards[0].cost"] == [LEFT_OUT, WRONG_TYPE, -1, 4, 99, 1]
    assert [each.put for each in found if each.place == "cards[0].free"] == [LEFT_OUT, WRONG_TYPE, True]
    assert [each.put for each in found if each.place == "cards"][2:] == [[], [CARDS[0], *CARDS], CARDS[1:]]
    assert {"cards": [{**CARDS[0], "cost": -1}, *CARDS[1:]]} in given
    assert {"cards": [{"id": "fort", "kind": "world", "free": False}, *CARDS[1:]]} in given


def test_what_loading_says_is_kept(tmp_path: Path) -> None:
    found, _ = spoilt(tmp_path)
    assert [str(each) for each in found[:2]] == [
        "cards.json: cards = (left out) -> cards.json, pack, cards",
        "cards.json: cards = 0.5 -> cards.json, pack, cards",
    ]
    assert {each.fault for each in found[2:]} == {None}


def test_a_fault_says_what_would_be_right(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"cards": CARDS}))
    game = Careless(path)
    game.wanted = None
    with pytest.raises(AssertionError, match="a fault without words"):
        spoilt_packs(game)


def told(place: str, *fault: str) -> bool:
    file, entry, field = fault
    return Spoilt("cards.json", place, WRONG_TYPE, (file, entry, field)).is_told_in_its_place


def test_a_fault_names_the_file_and_the_field_or_what_it_is_a_part_of() -> None:
    place = "cards[2].powers[0].amount"
    assert told(place, "cards.json", "fort", "powers[0].amount")
    assert told(place, "cards.json", "fort", "powers[...]")
    assert told("trade.rare", "cards.json", "trade", "[...]")
    assert not told(place, "pack.json", "fort", "powers[0].amount")
    assert not told(place, "cards.json", "fort", "cost")
    assert not told(place, "cards.json", "fort", "")
    assert not Spoilt("cards.json", place, WRONG_TYPE, None).is_told_in_its_place

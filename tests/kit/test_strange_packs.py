"""No pack makes `check-pack` end in a traceback, and none that it passes breaks a game."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from galaxytables_arena.games import game_names, load_game
from galaxytables_kit.pack_check import FAULTY, GOOD, NO_PACK, check_pack, report

Json = Any
Place = tuple[str | int, ...]

EXTREMES: tuple[Json, ...] = (
    *(-1, 0, 1, 99, 100, -100, 3_000_000_000, 10**23, -(10**23), 0.5, 1e308),
    *("", "x", "x" * 5_000, "\u0000", "\ud800", None, True, [], {}, [[]], [None] * 3_000),
)
MUTATIONS = 25


class Pack:
    """A copy of the built-in pack of a game, to be spoilt."""

    def __init__(self, name: str, folder: Path) -> None:
        self.game = load_game(name)
        source = self.game.components_path
        self.path = folder / source.name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, self.path)

    @property
    def files(self) -> list[Path]:
        return sorted(self.path.glob("*.json")) if self.path.is_dir() else [self.path]

    def edit(self, file: str, change: Callable[[Json], object]) -> None:
        target = self.path / file if self.path.is_dir() else self.path
        data = json.loads(target.read_text())
        change(data)
        target.write_text(json.dumps(data))

    def faults(self) -> list[tuple[str, str, str]]:
        return [(each.entry, each.field, each.message) for each in check_pack(self.game, self.path).faults]


def places(data: Json, at: Place = ()) -> Iterator[Place]:
    yield at
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*at, key))


def put(data: Json, place: Place, value: Json) -> Json:
    if not place:
        return value
    *way, last = place
    inner = data
    for key in way:
        inner = inner[key]
    inner[last] = value
    return data


@pytest.mark.parametrize("name", game_names())
def test_a_pack_that_was_changed_at_random_is_reported_and_never_breaks(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack, random = Pack(name, tmp_path), Random(name)
    said = set()
    for _ in range(MUTATIONS):
        file = random.choice(pack.files)
        whole = file.read_bytes()
        data = json.loads(whole)
        place = random.choice(list(places(data)))
        file.write_text(json.dumps(put(data, place, random.choice(EXTREMES))))
        said.add(report(pack.game, pack.path))
        file.write_bytes(whole)
    assert said <= {GOOD, FAULTY, NO_PACK}
    assert FAULTY in said
    assert "Traceback" not in capsys.readouterr().out


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("content", ["", "[", "[" * 100_000, '{"game": ' + "[" * 100_000, '{"game": 1e999}', "7"])
def test_a_file_that_is_hardly_json_is_no_pack(
    name: str, content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.json"
    file.write_text(content)
    assert report(load_game(name), file) == NO_PACK
    assert "mine.json" in capsys.readouterr().out


@pytest.mark.parametrize("name", game_names())
def test_a_key_that_stands_twice_is_told(name: str, tmp_path: Path) -> None:
    pack = Pack(name, tmp_path)
    file = pack.files[-1]
    file.write_text(file.read_text().replace('{"id": ', '{"id": "other", "id": ', 1))
    if '"other"' not in file.read_text():
        file.write_text(file.read_text().replace("{", '{"explained": 1, "explained": 1, ', 1))
    assert report(pack.game, pack.path) in (FAULTY, NO_PACK)


def card_with(kind: str, **figures: Json) -> Callable[[Json], None]:
    """Change the first card that has a power of a kind."""

    def change(data: Json) -> None:
        power = next(power for card in data["cards"] for power in card.get("powers", ()) if power["kind"] == kind)
        power.update(figures)

    return change


def first_card(**figures: Json) -> Callable[[Json], None]:
    return lambda data: data["cards"][0].update(figures)


@pytest.mark.parametrize(
    ("file", "change", "field"),
    [
        ("base.json", first_card(vp=3_000_000_000), "vp"),
        ("base.json", first_card(vp=10**23), "vp"),
        ("base.json", first_card(vp=-100), "vp"),
        ("base.json", first_card(copies=100_000_000), "copies"),
        ("base.json", first_card(cost=-1), "cost"),
        ("base.json", card_with("consume", times=0), "powers"),
        ("base.json", card_with("discount", amount=-1), "powers"),
        ("base.json", card_with("draw", cards=-1), "powers"),
        ("base.json", card_with("temporary_military", uses=-1), "powers"),
        ("pack.json", lambda data: data["sets"][0].update(most_seats=9), "most_seats"),
    ],
)
def test_R1_a_figure_that_no_card_has_is_told_with_its_card(
    file: str, change: Callable[[Json], None], field: str, tmp_path: Path
) -> None:
    pack = Pack("race", tmp_path)
    pack.edit(file, change)
    assert any(found.startswith(field) for _, found, _ in pack.faults())


def test_R2_8_a_start_number_that_two_worlds_have_is_told(tmp_path: Path) -> None:
    pack = Pack("race", tmp_path)

    def change(data: Json) -> None:
        first, second = [card for card in data["cards"] if card.get("start_world") is not None][:2]
        first["start_world"] = second["start_world"]

    pack.edit("base.json", change)
    assert {field for _, field, _ in pack.faults()} == {"start_world"}


def test_a_file_that_no_part_of_a_pack_lies_in_is_told(tmp_path: Path) -> None:
    pack = Pack("race", tmp_path)
    (pack.path / "brink_of_wor.json").write_text("{}")
    assert pack.faults() == [("pack", "file", "no part of a pack of this game has this name")]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda data: data.update(dice=[]), "dice"),
        (lambda data: data["trade"].update(alien=-1), "trade.alien"),
        (lambda data: data["trade"].update(alien=10_000), "trade.alien"),
    ],
)
def test_R1_dice_and_prices_of_roll_are_checked(change: Callable[[Json], None], field: str, tmp_path: Path) -> None:
    pack = Pack("roll", tmp_path)
    pack.edit("", change)
    assert field in {found for _, found, _ in pack.faults()}


def test_a_pack_that_breaks_a_game_is_told_by_a_trial_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = Pack("jump", tmp_path)
    monkeypatch.setattr(type(pack.game), "scores", lambda *_: 1 // 0)
    entry, field, message = pack.faults()[0]
    assert (entry, field) == ("pack", "game")
    assert "with default options breaks: ZeroDivisionError" in message

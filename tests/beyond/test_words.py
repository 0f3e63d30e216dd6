"""Questions, options and cards as they are read, in both languages."""

import re
from pathlib import Path

import pytest

from galaxy_client.words import Words
from services.beyond.cards import NONE
from services.beyond.rules import BEYOND
from services.kit.errors import ChoiceRefused
from services.kit.pack import load_shelf
from services.kit.prompt import Prompt
from services.kit.wording import component_names, entries, languages, messages
from tests.beyond import scene
from tests.beyond.scene import PACK, Table

SHELF = load_shelf(BEYOND)
READ = {
    language: Words(language, [messages(BEYOND, language)], component_names(BEYOND, SHELF, SHELF.default, language))
    for language in languages(BEYOND)
}


def labels(table: Table, language: str = "en") -> list[str]:
    """The options of the open question."""
    prompt = table.message
    return [READ[language].option(prompt, option) for option in prompt.options]


def question(table: Table, language: str = "en") -> str:
    """The open question."""
    return READ[language].prompt(table.message)


def test_spaces_tell_their_price_with_surcharge_and_discount() -> None:
    table = Table(mats="advanced")
    table.faction().ore = table.faction(1).ore = 5
    table.researched("I1", 0, 1)
    told = labels(table.turn())
    assert "Research Level I: research a technology from level 1" in told
    assert "Research Level I: 1 ore: research a technology from level 1" in told
    assert "Research Level II: 2 ore: research a technology from level 2" in told
    assert "レベルIIの研究：鉱石2：レベル2の技術を研究" in labels(table, "ja")
    table.faction(1).automation = [0, 0]  # type: ignore[list-item]
    table.state.turn = 1
    assert "Research Level II: 1 ore: research a technology from level 2" in labels(table.turn())


def test_production_tells_what_it_gives() -> None:
    table = Table().turn().answer("turn.action", "b_gather.0")
    assert labels(table) == ["population growth: 1 population", "ore production: 2 ore", "trade"]
    assert labels(table, "ja") == ["人口増加：住民1", "鉱石生産：鉱石2", "資源交換"]


def test_trades_tell_their_rates() -> None:
    table = Table()
    table.faction().ore = 3
    table.ships(0, "A1", 2)
    table.turn().answer("turn.action", "b_gather.0").answer("production.choose", "trade")
    assert labels(table) == [
        "3 ore for a population",
        "a population for 1 ore",
        "1 ore: retire the level 2 ship at Slot A1",
    ]
    assert labels(table, "ja")[2] == "鉱石1で星系スロットA1のレベル2宇宙船を退役させる"


def test_moves_tell_ship_and_places() -> None:
    table = Table()
    table.ships(0, "SOL", 3)
    table.do({"op": "jump", "points": 1})
    assert labels(table)[0] == "level 3 ship at Sol to Slot A1"
    assert labels(table, "ja")[0] == "太陽系のレベル3宇宙船を星系スロットA1へ"
    assert question(table) == "Move a ship, or stop (1 left)."


def test_questions_name_their_subject_once() -> None:
    table = Table().do({"op": "shift_supply", "n": 1})
    assert question(table) == "Where does the cube from column E go?"
    table = Table()
    table.researched("I1", 0)
    table.researched("I2", 0)
    research = {"op": "research", "level": [2], "discovered_only": False, "ignore_prerequisites": False}
    table.do(research | {"skip_immediate": False})
    table.answer("research.slot", "II2")
    assert question(table) == "Which type do you look for on slot II2?"
    assert question(table, "ja") == "スロットII2でどの種類の技術を探しますか？"


def test_a_slot_is_told_with_the_technology_on_it() -> None:
    table = Table()
    research = {"op": "research", "level": [1], "discovered_only": False, "ignore_prerequisites": False}
    table.do(research | {"skip_immediate": False})
    assert labels(table)[0] == "slot I1 (Hypercomputing)"
    table.state.techs[scene.slot("I1")] = NONE
    assert labels(table)[0] == "slot I1"


def test_options_of_cards_are_told_in_full() -> None:
    power = next(op for op in PACK.asked if len(getattr(op, "options", ())) == 2)
    table = Table()
    table.open = Prompt(0, "choose.option", (0, 1), subject=power.number)
    for language in READ:
        first, second = labels(table, language)
        assert first != second


def test_who_runs_out_of_time_commits_to_nothing() -> None:
    """The space that may be kept; if it is taken, the jump that needs no move."""
    table = Table()
    table.faction().ore = 9
    table.researched("I1", 0)
    assert table.turn().prompt.default_picks == ("b_gather.0",)
    table.faction(1).pawn = "b_gather.0"
    assert table.turn().prompt.default_picks == ("b_ship.0",)


def test_R14_3_the_settlers_that_are_refused_are_told_why() -> None:
    table = Table(settlers="needed")
    table.outpost(0, "A1")
    table.ships(0, "A1", 4, 3, 1)
    table.do({"op": "colonize", "target": "controlled", "strength_discount": 0, "control_effects": True})
    assert question(table) == "Which ships settle on Alpha Centauri?"
    assert READ["en"].rule(table.message) == "Together they reach strength 4, which the system asks for."
    with pytest.raises(ChoiceRefused) as refused:
        table.prompt.check(("3.1",))
    told = READ["en"].error(refused.value.reason, refused.value.metadata)
    assert told == "These ships have strength 3; the system asks for 4."


def test_every_refusal_has_its_words() -> None:
    """The rules that choices are refused for stand in the code as the third argument, after the paragraph."""
    code = "\n".join(path.read_text() for path in Path(BEYOND.words_path).parent.rglob("*.py"))
    rules = set(re.findall(r'ChoiceRefused\([^)]*?"R[\d.]+", "(\w+)"', code))
    assert len(rules) == code.count("raise ChoiceRefused(") > 0
    for language in languages(BEYOND):
        assert {f"refusal-{rule.replace('_', '-')}" for rule in rules} <= entries(BEYOND, language).keys()

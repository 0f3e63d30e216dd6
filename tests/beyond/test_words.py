"""Questions, options and cards as they are read, in both languages."""

import re
from functools import reduce
from pathlib import Path

import pytest

from galaxytables.rules.v1 import game_pb2
from galaxytables_beyond.components.numbers import NO_TECH
from galaxytables_beyond.rules import BEYOND
from galaxytables_kit import Seat
from galaxytables_kit.errors import ChoiceRefused
from galaxytables_kit.prompt import Prompt
from galaxytables_kit.wording import entries, languages
from tests.beyond import scene
from tests.beyond.scene import PACK, READ, Table

COMPONENTS = {component.id: component for component in BEYOND.components(PACK)}


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
    assert "Research Level I: research a technology of Level I" in told
    assert "Research Level I: 1 ore: research a technology of Level I" in told
    assert "Research Level II: 2 ore: research a technology of Level II" in told
    assert "レベルIIの研究：鉱石2：レベルIIの技術を研究" in labels(table, "ja")
    table.faction(1).automation = [0, 0]  # type: ignore[list-item]
    assert "Research Level II: 1 ore: research a technology of Level II" in labels(table.turn(1))


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
        "1 ore: retire the level 2 ship at System A1",
    ]
    assert labels(table, "ja")[2] == "鉱石1で星系A1のレベル2宇宙船を退役させる"


def test_moves_tell_ship_and_places() -> None:
    table = Table()
    table.ships(0, "SOL", 3)
    table.do({"op": "jump", "points": 1})
    assert labels(table)[0] == "level 3 ship at Sol to System A1"
    assert labels(table, "ja")[0] == "太陽系のレベル3宇宙船を星系A1へ"
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
    assert question(table) == "Which type do you look for on II-2?"
    assert question(table, "ja") == "II-2でどの種類の技術を探しますか？"


def test_a_slot_is_told_with_the_technology_on_it() -> None:
    table = Table()
    research = {"op": "research", "level": [1], "discovered_only": False, "ignore_prerequisites": False}
    table.do(research | {"skip_immediate": False})
    assert labels(table)[0] == "I-1 (Hypercomputing)"
    table.state.techs[scene.slot("I1")] = NO_TECH
    assert labels(table)[0] == "I-1"


def test_options_of_cards_are_told_in_full() -> None:
    power = next(op for op in PACK.questions if len(getattr(op, "options", ())) == 2)
    table = Table()
    table.open = Prompt(Seat(0), "choose.option", (0, 1), subject=power.number)
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


@pytest.mark.parametrize(
    ("component", "language", "line"),
    [
        ("t2_08", "en", "Level II economic and commercial technology, leads to economic, 2 VP"),
        ("t2_08", "en", "at once: gain 2 ore and turn 1 supply into population"),
        ("t2_13", "en", "1 space: jump 2 and gain (1 for each location you control, 3 at most) ore"),
        ("t3_04", "ja", "スペース2：鉱石7：レベルIVの技術を研究"),
        ("t3_15", "en", "one movement point leads anywhere, except from Sol and Deep Space"),
        ("t4_07", "en", "the trade “ore for population” costs 2 ore"),
        ("e2_02", "en", "when it is turned up: uncover Research guild, Level III"),
        ("e2_02", "ja", "公開時：研究ギルド（レベルIII）が使えるようになる"),
        ("sA01", "en", "System A, strength 4, food discs, 3 VP, one of those to start with"),
        ("ach_0_2", "en", "Achievement, 5, 3, 2, and 1 VP: at least 4: system you have colonised"),
        ("II2", "en", "Slot of Level II, after 2 of I-1 and I-2"),
        ("A1", "en", "4 players: to Sol, Shipyard 1, and Shipyard 2"),
        ("b_ship", "en", "3 players: spaces for 0 and 2 ore more"),
        ("amber_advanced", "en", "from automation level 2 on: a colonize action costs 1 ore less"),
        ("reference", "en", "4 players: 4 discs on achievement cards trigger the end"),
    ],
)
def test_cards_are_told_by_their_facts(component: str, language: str, line: str) -> None:
    assert line in READ[language].lines(COMPONENTS[component])
    assert not COMPONENTS[component].lines, "nobody pays for sentences that nobody reads"


def test_a_colonisation_without_control_effects_says_so() -> None:
    line = READ["en"].lines(COMPONENTS["t3_16"])[-1]
    assert line.endswith("colonise a system that nobody controlled as your turn began, without its bonus for control")
    assert READ["ja"].lines(COMPONENTS["t3_16"])[-1].endswith("（支配時効果なし）")


@pytest.mark.parametrize("language", languages(BEYOND))
def test_no_line_shows_what_only_programs_know(language: str) -> None:
    names = {component.name for component in COMPONENTS.values()}
    for component in COMPONENTS.values():
        for line in READ[language].lines(component):
            assert "{" not in line, line
            assert not re.search(r"[a-z]_[a-z]|\b[A-Z]+_", line), line
            if language == "ja":
                unnamed = reduce(lambda text, name: text.replace(name, ""), names, line)
                assert not re.search(r"[a-z]{2}", unnamed), line


def test_every_refusal_has_its_words() -> None:
    """The rules that choices are refused for stand in the code as the third argument, after the paragraph."""
    code = "\n".join(path.read_text() for path in Path(BEYOND.words_path).parent.rglob("*.py"))
    rules = set(re.findall(r'ChoiceRefused\([^)]*?"R[\d.]+", "(\w+)"', code))
    assert len(rules) == code.count("raise ChoiceRefused(") > 0
    for language in languages(BEYOND):
        assert {f"refusal-{rule.replace('_', '-')}" for rule in rules} <= entries(BEYOND, language).keys()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_log_names_slots_as_the_board_does(language: str) -> None:
    event = game_pb2.Event(kind="explored", seat=0, facts=[game_pb2.Fact(name="slot", word="IIII2")])
    assert "IV-2" in READ[language].event(event)


def test_every_component_has_a_japanese_name() -> None:
    catalogue_number = re.compile(r"[A-Z]+[0-9]*[ -][0-9]+[A-Z]?|(I|II|III|IV)-[0-9]")
    names = {READ["ja"].name(component) for component in COMPONENTS}
    western = {name for name in names if not re.search("[\u3040-\u30ff\u4e00-\u9fff]", name)}
    assert {name for name in western if not catalogue_number.fullmatch(name)} == set()

from services.beyond.rules import BEYOND
from services.kit.prompt import Prompt
from tests.beyond.scene import PACK, Table


def labels(table: Table) -> list[str]:
    return [BEYOND.label(table.play, table.prompt, pick).text for pick in table.offered]


def question(table: Table) -> str:
    """The question as it goes on the wire."""
    prompt = table.prompt
    assert prompt.subject is not None
    return BEYOND.questions[prompt.kind].text.replace(
        "{subject}", BEYOND.label(table.play, prompt, prompt.subject).text
    )


def test_spaces_tell_their_price_with_surcharge_and_discount() -> None:
    table = Table(mats="advanced")
    table.faction().ore = table.faction(1).ore = 5
    table.researched("I1", 0, 1)
    told = labels(table.turn())
    assert "Research Level I: research a technology of Level I" in told
    assert "Research Level I: 1 ore: research a technology of Level I" in told
    assert "Research Level II: 2 ore: research a technology of Level II" in told
    table.faction(1).automation = [0, 0]  # type: ignore[list-item]
    table.state.turn = 1
    assert "Research Level II: 1 ore: research a technology of Level II" in labels(table.turn())


def test_production_tells_what_it_gives() -> None:
    table = Table().turn().answer("turn.action", "b_gather.0")
    assert labels(table) == ["population growth: 1 population", "ore production: 2 ore", "trade"]


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


def test_moves_tell_ship_and_places() -> None:
    table = Table()
    table.ships(0, "SOL", 3)
    table.do({"op": "jump", "points": 1})
    assert labels(table)[0] == "level 3 ship from Sol to Slot A1"
    assert question(table) == "Move a ship, or stop (1 left)."


def test_questions_name_their_subject_once() -> None:
    table = Table().do({"op": "shift_supply", "n": 1})
    assert question(table) == "Where does the cube from column E go?"
    table = Table()
    table.researched("I1", 0)
    table.researched("I2", 0)
    research = {"op": "research", "level": [2], "discovered_only": False, "ignore_prerequisites": False}
    table.do(research | {"skip_immediate": False}).answer("research.slot", "II2")
    assert question(table) == "Which type do you look for on slot II2?"


def test_options_of_cards_are_told_in_full() -> None:
    power = next(op for op in PACK.asked if len(getattr(op, "options", ())) == 2)
    table = Table()
    prompt = Prompt(0, "choose.option", (0, 1), subject=power.number)
    assert BEYOND.label(table.play, prompt, 0).text != BEYOND.label(table.play, prompt, 1).text


def test_who_runs_out_of_time_commits_to_nothing() -> None:
    """The space that may be kept; if it is taken, the jump that needs no move."""
    table = Table()
    table.faction().ore = 9
    table.researched("I1", 0)
    assert table.turn().prompt.default_picks == ("b_gather.0",)
    table.faction(1).pawn = "b_gather.0"
    assert table.turn().prompt.default_picks == ("b_ship.0",)


def test_a_colonisation_without_control_effects_says_so() -> None:
    (line,) = next(component for component in BEYOND.components(PACK) if component.id == "t3_16").lines
    assert line.endswith("colonise a system that nobody controlled as your turn began, without its bonus for control")


def test_components_are_named_not_identified() -> None:
    told = {line for component in BEYOND.components(PACK) for line in component.lines}
    assert "uncover Research guild, Level III" in told
    assert "one movement point leads anywhere, except from Sol and Deep Space" in told
    assert not [line for line in told if "{" in line or "_" in line]

"""Takeovers of Race for the Galaxy, drawn from real views."""

from galaxytables_race.options import RaceOptions
from tests.race.scene import Side, Table, scene
from tests.terminal.test_race_drawing import drawn, text

TAKEOVERS = RaceOptions(expansion="rebel_vs_imperium", takeovers=True)


def table(phase: str) -> Table:
    attacker = Side(["new_sparta", "imperium_seat", "new_military_tactics"])
    return scene(attacker, Side(["rebel_cantina", "rebel_base"], spare=1), phase=phase, options=TAKEOVERS)


def test_worlds_that_can_be_taken_over_are_marked() -> None:
    lines = text(drawn(table("explore"), viewer=1))
    assert any("Rebel Base 6 (3 against 6)" in line for line in lines)


def test_takeovers_are_drawn_until_the_phase_ends() -> None:
    scened = table("settle")
    scened.answer(0, "rebel_base")
    lines = text(drawn(scened, viewer=1))
    assert "Takeovers · attack against defense" in lines
    assert "  Ann: Rebel Base of Bob · 3 against 6, to be fought · Imperium Seat" in lines
    scened.answer(0, "new_military_tactics")
    assert not any("Takeovers" in line for line in text(drawn(scened, viewer=1)))


def test_a_world_is_picked_where_it_lies() -> None:
    scened = table("settle")
    options = {str(pick) for pick in scened.prompt(0).options}
    assert options <= {name for area in drawn(scened).areas for spot in area.spots for name in spot.ids}

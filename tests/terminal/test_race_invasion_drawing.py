"""The invasion game drawn from real views."""

from galaxytables.race.v1 import race_pb2
from galaxytables_client import PlayerId
from galaxytables_race.rules import RACE
from galaxytables_terminal.catalogue import Catalogue
from galaxytables_terminal.drawing import race
from galaxytables_terminal.drawing.scene import Look, Picture
from galaxytables_terminal.page import lay_out
from galaxytables_terminal.people import People
from tests.race.scene import INVADED, PACK, Side, Table, scene
from tests.terminal.test_people import seat

LOOK = Look(
    Catalogue(list(RACE.components(PACK))),
    People([seat(0, "Ann", player="a"), seat(1, "Bob")], PlayerId("a")),
    viewer=0,
    width=76,
)
INVADERS = ("xeno_wave_1_strength_2", "xeno_wave_1_strength_minus_1")


def drawn(table: Table) -> Picture:
    view = table.live.view(0)
    assert isinstance(view, race_pb2.RaceView)
    return race.draw(view, LOOK)


def text(picture: Picture) -> list[str]:
    return [line.plain.strip() for line in lay_out(picture.areas, 76).lines]


def invaded() -> Table:
    side = Side(["new_sparta", "rebel_bunker", "gem_world"], ["colony_ship"], damaged=["new_sparta"])
    return scene(side, Side(["contact_specialist"]), phase="invasion", options=INVADED, invaders=INVADERS)


def test_the_track_with_values_and_fights() -> None:
    lines = text(drawn(invaded()))
    assert "Ann: 0+ and 1 defense · war effort 0+ · rewards 0 · loses 1 to 2" in lines
    assert "Bob: -1 · war effort 0+ · rewards 0 · loses -1 to -1" in lines
    assert lines.index("Ann: 0+ and 1 defense · war effort 0+ · rewards 0 · loses 1 to 2") + 1 == lines.index(
        "Bob: -1 · war effort 0+ · rewards 0 · loses -1 to -1"
    )


def test_the_outcome_of_a_fight() -> None:
    table = invaded()
    table.answer(0, "bunker")
    lines = text(drawn(table))
    assert "Ann: 0+ and 1 defense · war effort 0+ · rewards 1 · held 3 to 2" in lines


def test_headline_and_title_say_how_the_invasion_stands() -> None:
    picture = drawn(invaded())
    assert "Invasion" in picture.headline
    (title,) = (area.title for area in picture.areas if area.title.startswith("Invasion"))
    assert title.startswith("Invasion · repulsed at 22 · all admirals -1 · defeats 0 of 2 · from round 3 on · wave 1: ")


def test_an_invader_can_be_looked_at() -> None:
    spots = {spot.component for area in drawn(invaded()).areas for spot in area.spots}
    assert INVADERS[0] in spots


def test_damaged_worlds_are_marked() -> None:
    assert any("New Sparta 0 damaged" in line for line in text(drawn(invaded())))


def test_the_list_of_players_has_the_value_against_the_xeno() -> None:
    assert "against Xeno 0" in drawn(invaded()).figures[0]
    assert "Xeno" not in drawn(scene(Side(["new_sparta"]), Side(["old_earth"]), phase="round_end")).figures[0]

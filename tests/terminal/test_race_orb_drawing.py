"""The orb drawn from real views."""

from rich.text import Text

from galaxytables.race.v1 import race_pb2
from galaxytables_client import PlayerId
from galaxytables_kit import Seat
from galaxytables_race.components.orb import Laid
from galaxytables_race.rules import RACE
from galaxytables_race.state.orb import Team
from galaxytables_terminal.catalogue import Catalogue
from galaxytables_terminal.drawing import race
from galaxytables_terminal.drawing.race_orb import orb_map
from galaxytables_terminal.drawing.scene import Look, Picture
from galaxytables_terminal.page import lay_out
from galaxytables_terminal.people import People
from tests.race.scene import PACK, Table
from tests.race.test_orb import EAST, step
from tests.terminal.test_people import seat

PEOPLE = People([seat(0, "Ann", player="a"), seat(1, "Bob")], PlayerId("a"))
CATALOGUE = Catalogue(list(RACE.components(PACK)))


def view(table: Table, viewer: int | None = 0) -> race_pb2.RaceView:
    seen = table.live.view(viewer)
    assert isinstance(seen, race_pb2.RaceView)
    return seen


def drawn(table: Table, viewer: int | None = 0) -> Picture:
    return race.draw(view(table, viewer), Look(CATALOGUE, PEOPLE, viewer, 76))


def text(picture: Picture) -> list[str]:
    return [line.plain.strip() for line in lay_out(picture.areas, 76).lines]


def test_the_map() -> None:
    teams = (Team(Seat(0), (1, 0)), Team(Seat(1), (1, 0)), Team(Seat(1), (-1, 1)))
    table = step(teams=teams, tokens={(2, 1): "a_good", (3, 2): "b_good"})
    assert orb_map(view(table).orb, 76).plain.split("\n") == [
        "     -2  -1   0   1   2   3",
        "    +   +---+---+   + 4 +---+",
        "  0 |.   =   .   .12",
        "    +   +   +   +   +---+   +",
        "  1  .   H2  H   .  |?a     |",
        "    +   +   +   +   + 6 +---+",
        "  2  .   .   .   .       ?b 3",
        "    +---+ 3 +---+   +---+---+",
    ]


def test_a_map_too_wide_is_drawn_in_parts() -> None:
    assert orb_map(view(step()).orb, 18).plain.split("\n") == [
        "     -2  -1   0",
        "    +   +---+---+",
        "  0 |.1  =   .",
        "    +   +   +   +",
        "  1  .   H   H",
        "    +   +   +   +",
        "  2  .2  .   .",
        "    +---+ 3 +---+",
        "      1   2   3",
        "    +   + 4 +---+",
        "  0  .",
        "    +   +---+   +",
        "  1  .  |       |",
        "    +   + 6 +---+",
        "  2  .          3",
        "    +   +---+---+",
    ]


def test_a_breeding_tube_and_a_feeding_station() -> None:
    table = step(laid=(EAST, Laid(24, 4, 0)), tokens={(5, 2): "a_good"})
    lines = orb_map(view(table).orb, 76).plain.split("\n")
    assert "f" in lines[2]
    assert "!a" in lines[6]


def test_what_stands_beside_the_map() -> None:
    table = step(hands=([26], [27, 28]), artifacts=["a_good", "a_move_4"])
    lines = text(drawn(table))
    assert any(line.startswith("Orb · 4 cards left · 0 feeding stations · order: Ann, Bob") for line in lines)
    assert "Your orb cards · 1, upright" in lines
    assert any("orb card 26" in line for line in lines)
    assert any("your Alien good (A)" in line for line in lines)


def test_own_orb_cards_are_drawn() -> None:
    picture = drawn(step(hands=([26, 24], [])))
    body = next(area.body for area in picture.areas if area.title.startswith("Your orb cards"))
    assert isinstance(body, Text)
    assert body.plain.split("\n") == [
        "orb card 26     orb card 24",
        "+---+ 4 +       +   +---+",
        "5       |            f  |",
        "+   +   +       +   +   +",
        "|?a |           |   |   |",
        "+   +   +       +   +   +",
        "6       |           |!a 3",
        "+---+ 3 +       +---+---+",
    ]


def test_others_see_artifacts_face_down_until_they_are_used() -> None:
    table = step(artifacts=["a_good", "a_move_4"])
    empire = table.state.empires[0]
    empire.spent_artifacts.append(empire.artifacts.pop())
    lines = " ".join(text(drawn(table, 1)))
    assert "1 face down" in lines
    assert "Team boost +4 (A) (used)" in lines
    assert "Alien good" not in lines


def test_an_artifact_can_be_picked_where_it_lies() -> None:
    table = step(artifacts=["a_good"])
    spots = [spot for area in drawn(table).areas if area.title == "Artifacts" for spot in area.spots]
    assert [(spot.component, spot.ids[0].partition(":")[0]) for spot in spots] == [("a_good", "artifact")]


def test_the_phase_has_a_name() -> None:
    assert "orb" in drawn(step()).headline

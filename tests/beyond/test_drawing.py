from random import Random

from google.protobuf import any_pb2

from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.rules import BEYOND
from galaxytables_beyond.state import Colony, Disc
from galaxytables_beyond.view import view
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer
from galaxytables_terminal.catalogue import Catalogue
from galaxytables_terminal.drawing import beyond, gallery
from galaxytables_terminal.drawing.scene import Look, Picture
from galaxytables_terminal.page import lay_out
from galaxytables_terminal.people import People
from tests.beyond import scene
from tests.beyond.scene import PACK, READ, Table

COMPONENTS = list(BEYOND.components(PACK))
for component in COMPONENTS:
    component.name = READ["en"].name(component.id)
    component.lines[:] = READ["en"].lines(component)
CATALOGUE = Catalogue(COMPONENTS)


def drawn(table: Table, viewer: int | None = 0, width: int = 90) -> Picture:
    return beyond.draw(view(table.play), Look(CATALOGUE, People([]), viewer, width))


def lines(picture: Picture, width: int = 90) -> list[str]:
    return [line.plain.rstrip() for line in lay_out(picture.areas, width).lines]


def test_the_drawing_is_found_by_the_type_of_the_view() -> None:
    packed = any_pb2.Any()
    packed.Pack(view(Table().play))
    picture = gallery.picture(packed, Look(CATALOGUE, People([]), 0, 80))
    assert picture.headline == "round 1 · action · seat 1's turn · 0 of 3 discs"


def test_the_own_mat_comes_first_and_the_others_last() -> None:
    titles = [area.title for area in drawn(Table(3), viewer=1).areas]
    assert titles[0].startswith("[2] You")
    assert [title[:3] for title in titles[-2:]] == ["[3]", "[1]"]


def test_a_mat_shows_columns_tracks_and_colonies() -> None:
    table = Table()
    table.faction().food, table.faction().supply[0] = 7, 2
    table.faction().colonies = [Colony(scene.system("sA05"), [Disc.FOOD, Disc.FOOD])]
    shown = lines(drawn(table))
    assert "supply     A 2/3  B 3/3  C 3/3  D 4/4  E 4/4" in shown
    assert "population A B (-) (C) (-) (D) (-) (E) (-)  grows 2" in shown
    assert any(line.split() == ["Cygni", "61", "Amber", "Compact", "(basic)"] for line in shown)


def test_locations_show_system_holder_ships_and_lanes() -> None:
    table = Table()
    table.outpost(1, "A1")
    table.ships(0, "A1", 1, 3)
    shown = lines(drawn(table, width=110), 110)
    assert (
        "  Alpha Centauri · strength 4 food 3 VP · held by [2] (food) · [1] 3+1 · to Tau Ceti, Shipyard 1, Sol" in shown
    )
    assert "  Shipyard 2 · ore · to Tau Ceti, TOI-700, Shipyard 1" in shown


def test_slots_show_technology_prerequisites_and_researchers() -> None:
    table = Table()
    table.discover("II1", "t2_02", 1)
    table.state.events[scene.slot("II2")] = scene.event("e2_03")
    shown = lines(drawn(table))
    assert "  II-1    Human Experiments · sci/eco 2 VP · after I-1 · [2]" in shown
    assert "  II-2    undiscovered · event · after I-1 I-2" in shown
    assert "  IV-1    undiscovered · after 2 of III-1 III-2 III-3" in shown


def test_what_a_prompt_offers_can_be_picked_where_it_lies() -> None:
    """Spaces, slots, locations and achievements carry the ids of the options in prompts."""
    live, random = begin(BEYOND, load_packs(BEYOND), 3, BeyondOptions(), 5), Random(5)
    looked = 0
    for _ in range(200):
        ((key, prompt),) = live.prompts.items()
        if prompt.kind in ("turn.action", "research.slot", "build.place", "research.card", "control.bonus"):
            picture = beyond.draw(view(live.play), Look(CATALOGUE, People([]), prompt.seat, 90))
            options = {name for area in picture.areas for spot in area.spots for name in spot.ids}
            assert {option for option in map(str, prompt.options) if not option.startswith("power.")} <= options
            looked += 1
        live.answer(prompt.seat, key, random_answer(prompt, random))
    assert looked > 50


def test_a_spectator_sees_all_mats() -> None:
    titles = [area.title for area in drawn(Table(4), viewer=None).areas]
    assert [title[:3] for title in titles[-4:]] == ["[1]", "[2]", "[3]", "[4]"]


def test_spots_fit_a_narrow_terminal() -> None:
    table = Table()
    table.discover("II1", "t2_02", 0, 1)
    table.outpost(1, "A1")
    picture = drawn(table, width=40)
    assert all(spot.text.cell_len <= 40 for area in picture.areas for spot in area.spots)


def test_a_card_in_one_line() -> None:
    shown = " ".join(beyond.line(CATALOGUE.get("sB05"), Look(CATALOGUE, People([]), 0, 200)).plain.split())
    assert shown.startswith("TRAPPIST-1 strength 9 food/ore 7 VP on control: gain 2 ore; on colonising:")
    assert beyond.line(CATALOGUE.get("sB05"), Look(CATALOGUE, People([]), 0, 20)).cell_len <= 20

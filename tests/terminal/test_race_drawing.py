"""Race for the Galaxy drawn from real views."""

import re

from galaxytables.race.v1 import race_pb2
from galaxytables_client import PlayerId
from galaxytables_race.rules import RACE
from galaxytables_terminal.catalogue import Catalogue, details
from galaxytables_terminal.drawing import race
from galaxytables_terminal.drawing.scene import Look, Picture
from galaxytables_terminal.page import lay_out
from galaxytables_terminal.people import People
from galaxytables_terminal.wording import ENGLISH
from tests.race.scene import NEW_WORLDS, PACK, Side, Table, scene
from tests.terminal.test_people import seat

CATALOGUE = Catalogue(list(RACE.components(PACK)))
PEOPLE = People([seat(0, "Ann", player="a"), seat(1, "Bob")], PlayerId("a"))


def drawn(table: Table, viewer: int | None = 0, width: int = 76) -> Picture:
    view = table.live.view(viewer)
    assert isinstance(view, race_pb2.RaceView)
    return race.draw(view, Look(CATALOGUE, PEOPLE, viewer, width))


def text(picture: Picture, width: int = 76) -> list[str]:
    return [line.plain.rstrip() for line in lay_out(picture.areas, width).lines]


def table() -> Table:
    hand = ["rebel_miners", "rebel_base", "gem_world", "galactic_federation"]
    side = Side(["new_sparta", "asteroid_belt"], hand, goods=["asteroid_belt"], actions=["settle"], chips=3)
    return scene(side, Side(["alpha_centauri"], ["artist_colony"], spare=1, actions=["produce"]), phase="settle")


def test_hand_with_prices_and_tableaus_with_goods() -> None:
    picture = drawn(table())
    assert text(picture) == [
        "Your hand · 4 · price, VP it adds",
        "  Rebel Miners             rare+     conquer +1",
        "  Rebel Base               world     4 short +6",
        "  Gem World                novelty+  pay 2   +1",
        "  Galactic Federation      dev       pay 6   +2",
        "",
        "Your tableau · 2 of 12 cards · 1 good",
        "  New Sparta 1       Asteroid Belt 1*",
        "",
        "Bob · 1 of 12 cards · +1 against rare",
        "  Alpha Centauri 0",
    ]
    assert picture.headline == "round 1 · Settle · then Produce · 24 VP in the pool · deck 104"
    assert picture.figures == {
        0: "  5 VP (3 in chips)   4 cards  military 2  Settle",
        1: "  0 VP (0 in chips)   2 cards  military 0  Produce",
    }


def test_cards_can_be_picked_where_they_lie() -> None:
    scened = table()
    options = {str(pick) for pick in scened.prompt(0).options}
    spots = {name for area in drawn(scened).areas for spot in area.spots for name in spot.ids}
    assert options <= spots


def test_a_shown_card_is_drawn_before_it_is_paid() -> None:
    scened = table()
    scened.answer(0)
    scened.answer(1, "artist_colony")
    scened_text = "\n".join(text(drawn(scened)))
    assert "Artist Colony" in scened_text


def test_a_spectator_sees_no_hand() -> None:
    assert [area.title.split(" · ")[0] for area in drawn(table(), viewer=None).areas] == ["Ann", "Bob"]


def test_cards_explored_come_first() -> None:
    side = Side(["old_earth"], ["space_marines"])
    picture = drawn(scene(side, Side(["new_sparta"]), phase="explore", deck=["gem_world", "comet_zone"]))
    assert [area.title.split(" · ")[0] for area in picture.areas[:2]] == ["Explored", "Your hand"]


def test_it_fits_a_narrow_terminal() -> None:
    assert all(len(line) <= 40 for line in text(drawn(table(), width=40), 40))


KINDS = {"world": r"(cost|def) \d+ +(-?\d+|\?) VP", "development": r"cost \d+ +(-?\d+|\?) VP", "invasion": r"wave \d"}


def test_every_component_has_a_line_and_details() -> None:
    for component in RACE.components(PACK):
        shown = race.line(component, Look(CATALOGUE, PEOPLE, 0, 60)).plain
        assert shown.startswith(component.name[:20])
        assert re.search(KINDS.get(component.kind, component.kind.replace("_", " ")), shown)
        assert details(component, ENGLISH)


def test_start_worlds_to_choose_from_are_drawn() -> None:
    scened = scene(Side(["gateway_station"]), Side(["new_sparta"]), phase="round_end", options=NEW_WORLDS)
    scened.state.empires[0].dealt = [scened.state.decks[0][0]]
    assert drawn(scened).areas[0].title == "Start worlds to choose from · 1"


def test_a_pool_that_has_paid_out_more_than_it_held_is_said_in_words() -> None:
    view = table().live.view(0)
    assert isinstance(view, race_pb2.RaceView)
    view.pool = -2
    headline = race.draw(view, Look(CATALOGUE, PEOPLE, 0, 76)).headline
    assert " 0 VP in the pool, 2 VP paid beyond it " in headline

"""The terminal drawing, from views of games in play."""

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables.roll.v1 import roll_pb2
from galaxytables_client import PlayerId
from galaxytables_kit import Seat
from galaxytables_kit.playout import begin, random_answer
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import RollOptions
from galaxytables_roll.view import view
from galaxytables_terminal.catalogue import Catalogue
from galaxytables_terminal.drawing import gallery, roll
from galaxytables_terminal.drawing.scene import Look, Picture
from galaxytables_terminal.page import lay_out
from galaxytables_terminal.people import People
from tests.kit.sentences import words_of
from tests.roll.scene import PACK, PACKS, Player, Table, assigning, in_phase


def catalogue() -> Catalogue:
    """The components with the lines that an English reader gets."""
    components = list(ROLL.components(PACK))
    for component in components:
        component.lines.extend(words_of(ROLL).lines(component))
    return Catalogue(components)


CATALOGUE = catalogue()
PEOPLE = People(
    [
        tables_pb2.Seat(number=0, player=players_pb2.Player(id="a", name="Ann")),
        tables_pb2.Seat(number=1, player=players_pb2.Player(id="b", name="Bob")),
    ],
    PlayerId("a"),
)


FIRST = Seat(0)


def drawn(table: Table, viewer: Seat | None = FIRST, width: int = 70) -> Picture:
    packed = AnyMessage()
    packed.Pack(view(table.play, table.state, viewer))
    return gallery.picture(packed, Look(CATALOGUE, PEOPLE, viewer, width))


def lines(picture: Picture, width: int = 70) -> list[str]:
    return [line.plain.rstrip() for line in lay_out(picture.areas, width).lines]


def test_own_workers_by_phase_and_others_behind_their_screens() -> None:
    table = assigning(Player(at={"ship": ["home", "rare"]}, wild=["alien"], cup=()))
    table.answer("assign.phase", "ship").answer("assign.selector", "home:ship@ship")
    text = lines(drawn(table))
    assert "  V   ship     you R [H]" in text
    assert "  wild: you A*" in text
    assert "  behind the screen: Bob H" in text
    assert not any("[H]" in line for line in lines(drawn(table, Seat(1))))


def test_the_phase_under_way_is_marked() -> None:
    player = Player(worlds=["gem_world", "spice_world"], at={"settle": ["home", "home", "rare"]})
    text = lines(drawn(in_phase("settle", player)))
    assert "> III settle   you H H R" in text
    assert "x I   explore" in text


def test_headline_and_figures() -> None:
    table = in_phase("explore", Player(at={"explore": ["home"]}, credits=4, chips=3))
    picture = drawn(table)
    assert picture.headline == "round 1 · explore · Ann's turn · 21 of 24 VP left · bag 55"
    assert picture.figures[0] == "  5 VP (3 chips)  $4  3 tiles  3 in cup"


def test_tiles_can_be_picked_where_they_lie() -> None:
    player = Player(at={"explore": ["home"]}, worlds=["gem_world"], developments=["public_works"])
    table = in_phase("explore", player, bag=["space_docks"]).answer("explore.task", "scout")
    options = {spot.component for area in drawn(table).areas for spot in area.spots if spot.ids}
    assert set(table.options()) <= options
    table.answer("explore.abandon")
    options = {spot.component for area in drawn(table).areas for spot in area.spots if spot.ids}
    assert set(table.options()) <= options


def test_goods_room_and_bonuses_of_an_empire() -> None:
    empire = ["mining_league", "mining_world", "radioactive_world"]
    table = Table(Player(empire=empire, goods={"mining_world": ["genes"]}), Player())
    text = "\n".join(lines(drawn(table), 120))
    assert "Mining League (dev 6) +4 VP" in text
    assert "Mining World (rare 3) good G" in text
    assert "Radioactive World (rare 2) -" in text


@cache
def moments() -> Sequence[tuple[Seat | None, roll_pb2.RollView]]:
    """What who chooses sees before each choice of a random game, and a spectator at its end."""
    live, random = begin(ROLL, PACKS, 4, RollOptions(), 9), Random(9)
    seen: list[tuple[Seat | None, Message]] = []
    while live.prompts:
        key, prompt = random.choice(list(live.prompts.items()))
        seen.append((prompt.seat, live.view(prompt.seat)))
        live.answer(prompt.seat, key, random_answer(prompt, random))
    seen.append((None, live.view(None)))
    return [(viewer, view) for viewer, view in seen if isinstance(view, roll_pb2.RollView)]


WIDTHS = (30, 48, 80)


@pytest.mark.parametrize(("first", "width"), enumerate(WIDTHS))
def test_every_moment_can_be_drawn_at_any_width(first: int, width: int) -> None:
    """One moment after the other at another width, and the last at all."""
    seen = [*moments()[first : -1 : len(WIDTHS)], moments()[-1]]
    pictures = [(viewer, roll.draw(view, Look(CATALOGUE, PEOPLE, viewer, width))) for viewer, view in seen]
    for viewer, picture in pictures:
        if viewer is not None:
            assert all(line.cell_len <= width for line in lay_out(picture.areas, width).lines)
    viewer, picture = pictures[-1]
    assert viewer is None
    assert picture.headline.startswith("round")
    assert len(pictures) > 100


@pytest.mark.parametrize("width", [20, 40, 90])
def test_every_component_fits_a_line(width: int) -> None:
    for component in ROLL.components(PACK):
        assert 0 < roll.line(CATALOGUE.get(component.id), Look(CATALOGUE, PEOPLE, 0, width)).cell_len <= width
    tile = CATALOGUE.get("public_works")
    assert roll.line(tile, Look(CATALOGUE, PEOPLE, 0, 110)).plain.split() == [
        *(["Public", "Works", "dev", "1"]),
        *["Develop:", "$1", "for", "each", "of", "the", "other", "developments", "that", "you", "complete"],
    ]

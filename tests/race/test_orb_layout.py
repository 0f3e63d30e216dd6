"""R20: the orb as a map; placements against a brute-force check, moves against a plain search."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from galaxytables_kit.errors import ComponentError
from galaxytables_race.components.orb import WALL, Laid
from galaxytables_race.orb.layout import OPPOSITE, STEPS, Layout, layout_of
from galaxytables_race.orb.movement import Strength, Way, reachable
from galaxytables_race.orb.placement import places_for
from galaxytables_race.rules import RACE
from galaxytables_race.state.orb import Cell
from tests.race.scene import PACK

ORB = PACK.orb
DECK = ORB.deck("A") + ORB.deck("B")

SQUARES, MILITARY, CROSSINGS = st.integers(0, 8), st.integers(-1, 7), st.integers(0, 2)
STRENGTHS = st.builds(Strength, SQUARES, MILITARY) | st.builds(Strength, SQUARES, MILITARY, CROSSINGS, CROSSINGS)


def cells_of(laid: Laid) -> dict[Cell, tuple[int, int, int, int]]:
    turned = ORB.cards[laid.card].turned[laid.turns]
    return {(laid.column + s.place[0], laid.row + s.place[1]): s.edges for s in turned.squares}


@st.composite
def orbs(draw: st.DrawFn) -> list[Laid]:
    """An orb that grew by legal placements."""
    laid = list(ORB.start)
    count = draw(st.integers(0, 12))
    for number in draw(st.permutations(DECK))[:count]:
        ways = places_for(ORB, Layout(ORB, laid), [number], set(), touching=len(laid) < 5).get(number)
        if ways:
            laid.append(ways[draw(st.integers(0, len(ways) - 1))])
    return laid


def edge_now(pile: list[Laid], cell: Cell, side: int) -> int:
    """How strict an edge is: as the last card says that was laid on either side of it."""
    other = (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])
    for laid in reversed(pile):
        cells = cells_of(laid)
        if cell in cells:
            return cells[cell][side]
        if other in cells:
            return cells[other][OPPOSITE[side]]
    raise AssertionError("no card lies there")


def plain_search(pile: list[Laid], start: Cell, artifacts: set[Cell], strength: Strength) -> set[Cell]:
    """All spaces to which some path leads, path by path in the breadth."""
    layout = Layout(ORB, pile)
    paths = {(layout.space(start), strength.walls, strength.barriers)}
    ends: set[Cell] = set()
    for _ in range(strength.squares):
        further = set()
        for space, walls, barriers in paths:
            for other, edge in neighbours(pile, layout, space):
                if edge == WALL:
                    left = [(walls - 1, barriers)]
                elif edge and edge > strength.military:
                    left = [(walls - 1, barriers), (walls, barriers - 1)]
                else:
                    left = [(walls, barriers)]
                further |= {(other, w, b) for w, b in left if min(w, b) >= 0}
        ends |= {space for space, _, _ in further}
        paths = {path for path in further if path[0] not in artifacts}
    return ends - {layout.space(start)}


def neighbours(pile: list[Laid], layout: Layout, space: Cell) -> Iterator[tuple[Cell, int]]:
    """Worked out from the visible cells and the order of the cards."""
    parts = [cell for cell in layout.spots if layout.space(cell) == space]
    for cell in parts:
        for side, step in enumerate(STEPS):
            other = (cell[0] + step[0], cell[1] + step[1])
            if other in layout.spots and other not in parts:
                yield layout.space(other), edge_now(pile, cell, side)
    if layout.spots[space].kind == "jump_tube":
        yield from ((cell, 0) for cell, spot in layout.spots.items() if spot.kind == "jump_tube" and cell != space)


@settings(max_examples=80, deadline=None)
@given(orbs(), STRENGTHS, st.data())
def test_R20_14_to_R20_20_reachable_cells_are_those_of_a_plain_search(
    pile: list[Laid], strength: Strength, data: st.DataObject
) -> None:
    layout = Layout(ORB, pile)
    cells = sorted(layout.spots)
    start = data.draw(st.sampled_from(cells))
    artifacts = {layout.space(cell) for cell in data.draw(st.lists(st.sampled_from(cells), max_size=8))}
    ends = reachable(layout, start, artifacts, strength)
    for squares in range(strength.squares + 1):
        reached = {cell for cell, way in ends.items() if way.steps <= squares}
        assert reached == plain_search(pile, start, artifacts, replace(strength, squares=squares))


@settings(max_examples=40, deadline=None)
@given(orbs(), st.booleans(), st.booleans(), st.data())
def test_a_map_that_grew_card_by_card_is_that_of_the_whole_pile(
    pile: list[Laid], touching: bool, as_printed: bool, data: st.DataObject
) -> None:
    grown, whole = layout_of(ORB, pile), Layout(ORB, pile)
    assert grown.before is not None
    assert whole.before is None
    assert (grown.spots, grown.roads, grown.hub_cells) == (whole.spots, whole.roads, whole.hub_cells)
    assert (grown.tubes, grown.stations) == (whole.tubes, whole.stations)
    assert all(sorted(grown.neighbours(cell)) == sorted(whole.neighbours(cell)) for cell in whole.spots)
    kept = set(data.draw(st.lists(st.sampled_from(sorted(whole.spots)), max_size=5)))
    one, other = (
        places_for(ORB, layout, DECK, kept, touching=touching, as_printed=as_printed) for layout in (grown, whole)
    )
    assert one == other


@given(orbs())
@settings(max_examples=15, deadline=None)
def test_R20_18_an_edge_is_as_strict_from_both_sides(pile: list[Laid]) -> None:
    layout = Layout(ORB, pile)
    for column, row in layout.spots:
        for side, step in enumerate(STEPS):
            other = (column + step[0], row + step[1])
            if other in layout.spots:
                assert layout.edge((column, row), side) == layout.edge(other, OPPOSITE[side])


@pytest.mark.parametrize(
    ("laid", "cell", "side", "strictness"),
    [
        ((Laid(45, 2, 0), Laid(11, 4, 0)), (3, 1), 1, 0),  # an open rim beside an older wall
        ((Laid(11, 4, 0), Laid(45, 2, 0)), (3, 1), 1, WALL),
        ((Laid(45, 2, 0), Laid(11, 4, 0)), (3, 0), 1, WALL),  # a wall beside an older open rim
        ((Laid(11, 4, 0), Laid(45, 2, 0)), (3, 0), 1, 0),
        ((Laid(45, 2, 0),), (2, 1), 2, 6),
        ((Laid(45, 2, 0), Laid(12, 2, 2)), (2, 1), 2, 0),  # an open rim across the middle of an older card
    ],
)
def test_R20_18_R20_27_the_newer_card_says_how_strict_an_edge_is(
    laid: tuple[Laid, ...], cell: Cell, side: int, strictness: int
) -> None:
    layout = Layout(ORB, [*ORB.start, *laid])
    assert layout.edge(cell, side) == strictness


def test_R20_27_a_rim_is_compared_with_what_the_covered_card_has_printed() -> None:
    """Whatever a newer neighbour, which is not covered, made of the edge: it opened a wall, or closed an open rim."""
    covered, neighbour = Laid(45, 2, 0), Laid(11, 4, 0)
    for laid in ((covered,), (covered, neighbour), (neighbour, covered)):
        ways = places_for(ORB, Layout(ORB, [*ORB.start, *laid]), [2, 13], set(), touching=False)
        assert Laid(13, 2, 1) not in ways[13]  # open where the covered card has a wall
        assert Laid(2, 2, -2, 2) in ways[2]  # open where the covered card is open


def test_R20_27_a_neighbour_of_which_no_cell_is_covered_does_not_bind() -> None:
    neighbour, covered, new = Laid(11, 4, 0), Laid(45, 2, 0), Laid(2, 2, -2, 2)
    before, after = (Layout(ORB, [*ORB.start, covered, neighbour, *more]) for more in ((), (new,)))
    assert (before.edge((3, 0), 1), after.edge((3, 0), 1)) == (WALL, 0)


def test_R20_1_the_decks() -> None:
    assert (len(ORB.deck("A")), len(ORB.deck("B"))) == (30, 15)
    assert (len(ORB.stack("A")), len(ORB.stack("B"))) == (30, 15)


def test_R20_2_the_start_is_a_block_around_one_hub() -> None:
    layout = Layout(ORB, ORB.start)
    assert set(layout.spots) == {(column, row) for column in range(-2, 2) for row in range(3)}
    assert layout.space((0, 1)) == layout.space((-1, 1)) == (-1, 1)
    assert sorted(other for other, edge in layout.neighbours((-1, 1)) if not edge) == [
        (-2, 1),
        (-1, 0),
        (-1, 2),
        (0, 0),
        (0, 2),
        (1, 1),
    ]
    assert layout.tubes == [(-1, 0)]


def test_R20_2_hubs_of_extra_airlocks_are_spaces_of_their_own_even_side_by_side() -> None:
    layout = Layout(ORB, [*ORB.start, Laid(43, 5, 0), Laid(44, 3, 0, 2)])
    assert layout.hubs == [(-1, 1), (4, 1), (5, 1)]
    assert layout.space((5, 1)) == (5, 1)


def test_R20_15_onto_and_off_the_hub_is_a_step_each() -> None:
    layout = Layout(ORB, ORB.start)
    one, two = (reachable(layout, (-2, 1), set(), Strength(squares, 0)) for squares in (1, 2))
    assert (-1, 1) in one
    assert (1, 1) not in one
    assert two[1, 1] == Way(2)


def test_R20_23_four_quarter_turns_bring_a_card_back() -> None:
    for card in ORB.cards.values():
        upright = {square.place: square for square in card.turned[0].squares}
        for square in card.turned[2].squares:
            north, east, south, west = upright[1 - square.place[0], 2 - square.place[1]].edges
            assert square.edges == (south, west, north, east)
        assert (card.turned[1].columns, card.turned[1].rows) == (3, 2)
        assert sorted(square.kind for square in card.turned[3].squares) == sorted(s.kind for s in upright.values())


def test_a_quarter_turn_brings_west_to_the_north() -> None:
    upright, turned = ORB.cards[1].turned[:2]
    first = {square.place: square for square in upright.squares}[0, 0]
    moved = {square.place: square for square in turned.squares}[2, 0]
    assert (moved.kind, moved.edges) == (first.kind, (first.edges[3], *first.edges[:3]))


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('"series": "A", "copies": 3', '"series": "C", "copies": 3', "series"),
        ('"copies": 3', '"copies": 0', "copies"),
        ('"kind": "alien_good"', '"kind": "alien_food"', "kind"),
        ('[6, 0, "wall"]', '[600, 0, "wall"]', "edges"),
        ('"number": 2,', '"number": 1,', "number"),
    ],
)
def test_bad_components_are_refused_by_field(tmp_path: Path, old: str, new: str, field: str) -> None:
    text = (RACE.components_path / "orb.json").read_text(encoding="utf-8")
    assert old in text
    folder = Path(copytree(RACE.components_path, tmp_path / "pack"))
    (folder / "orb.json").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ComponentError, match=rf"orb\.json.*{field}"):
        RACE.load_pack(folder)

"""The docs' figures stand between marks, and are written there from what was measured."""

import json

import pytest
from msgspec.structs import replace

from bench import performance
from bench.figures import Figure, lines_of, read_results, write_results
from bench.pages import DOCS, filled, number, places, table
from bench.peer.loads import Load, row_of
from bench.peer.sides import all_sides
from bench.scale.growth import Growth, Point
from bench.scale.model import Goal, lobbies, needs, walls
from bench.scale.report import Results, contents
from bench.scale.units import Units

PAGE = """# Page

<!-- written: one by `make one` -->
old
<!-- end of one -->
<!-- written: two by `make two` -->
<!-- end of two -->
"""


def test_places_are_filled_and_others_stay():
    page = filled(PAGE, {"two": "new\n"})
    assert "old" in page
    assert page.splitlines()[-3:] == ["<!-- written: two by `make two` -->", "new", "<!-- end of two -->"]
    assert filled(page, {"two": "new"}) == page


def test_a_place_that_lacks_is_said():
    with pytest.raises(LookupError, match="three"):
        filled(PAGE, {"three": ""})


def test_a_table_of_a_page_is_aligned_for_figures():
    assert table(["a", "b", "c"], [["x", "1", "y"]]).splitlines()[1] == "| --- | ---: | --- |"
    assert [number(each) for each in (0.1234, 12.34, 1234.5)] == ["0.123", "12.3", "1,234"]


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.setattr("bench.figures.RESULTS", tmp_path)
    monkeypatch.setattr(performance, "RESULTS", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("results")
def test_a_part_is_kept_until_it_is_measured_again():
    figures = [Figure("race: Apply", 50.0, "us", "goal")]
    write_results("apply", "two cores", figures)
    assert read_results("apply") == ("two cores", figures)
    assert read_results("rules") is None


def test_the_pages_have_one_place_for_whatever_is_measured(results):
    for part in {part for parts in performance.PLACES.values() for part in parts}:
        write_results(part, "two cores", [Figure(f"{part}: a figure", 50.0, "us")])
    load = Load(900.0, 1.0, 2.0, 500.0, 100.0, 0.2, 0, 30.0)
    rows = [vars(row_of(side, 200, [load])) for side in all_sides("race", 1)]
    (results / "peer.json").write_text(json.dumps({"head": "two cores", "rows": rows}))
    found = performance.contents()
    pages = [page.read_text() for page in performance.PAGES]
    assert sorted(found) == sorted(place for page in pages for place in places(page))
    assert found["rules"].count("two cores") == 1
    assert "Race-shaped" in filled(pages[0], {"peer": found["peer"]})


def test_a_picture_has_a_bar_for_each_load_with_a_part_for_each_process():
    figures = [
        Figure("race, 1 tables: processor time of lobby", 900.0, "us/choice"),
        Figure("race, 1 tables: processor time of race", 300.0, "us/choice"),
        Figure("race, 1 tables: processor time of all servers", 1200.0, "us/choice"),
        Figure("race, 200 tables: processor time of lobby", 600.0, "us/choice"),
    ]
    assert performance.shares(figures) == {
        "race\n1 table": {"lobby": 900.0, "rules": 300.0},
        "race\n200 tables": {"lobby": 600.0},
    }
    assert lines_of(figures)[0].split()[-2:] == ["900", "us/choice"]


UNITS = Units(
    lobby_us=500.0,
    rules_us=100.0,
    redis_us=50.0,
    commands=14.0,
    choice_bytes=600.0,
    update_us=20.0,
    update_bytes=300.0,
    stream_bytes=20_000.0,
    news_us=10.0,
    news_redis_us=1.0,
    table_redis_bytes=15_000.0,
    ended_redis_bytes=20_000.0,
    table_lobby_bytes=15_000.0,
    listed_us=100.0,
    deadline_us=1_000.0,
    archive_seconds=0.01,
    archive_bytes=30_000.0,
)
GOAL = Goal(tables=15_000, watchers=150_000, lobby_watchers=0)


def test_the_model_multiplies_what_one_thing_costs():
    found = {need.what: need.amount for need in needs(GOAL, UNITS)}
    assert found["choices"] == 1_000
    assert found["updates to watchers"] == 10_000
    assert found["lobbies: choices"] == pytest.approx(0.5)
    assert found["Redis: running tables"] == pytest.approx(0.225)
    # Own work 0.5 + 0.2 cores; of a lobby's 0.7 the news of all take 0.01.
    assert lobbies(GOAL, UNITS) == 2


def test_news_that_fill_a_lobby_are_a_wall_that_no_number_of_lobbies_helps():
    units = replace(UNITS, news_us=800.0)
    assert lobbies(GOAL, units) == float("inf")
    assert [wall.what for wall in walls(GOAL, units) if wall.taken > 1] == ["one table's watchers", "news"]


def test_the_page_of_scale_has_a_place_for_each_table():
    point = Point(1, 500.0, 50.0, 14.0, 100.0, 2_000.0, 600.0, 10**8, 10**6, 5_000.0, 9.0)
    found = contents(Results("two cores", {"lobbies": Growth("lobbies", "choice", [point])}, UNITS), GOAL)
    page = (DOCS / "explanation/scale.md").read_text()
    assert set(found) == set(places(page))
    assert "a choice in the lobby | 500 | us" in filled(page, found)

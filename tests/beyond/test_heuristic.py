"""The heuristic bot: single decisions on the wire, and whole games."""

import pytest

from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from galaxytables_beyond.rules import BEYOND
from galaxytables_beyond.view import view
from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.registry import discover
from galaxytables_kit.prompt import Pick
from tests.beyond import scene
from tests.beyond.scene import PACK, Table

CATALOGUE = {component.id: component for component in BEYOND.components(PACK)}


def chosen(table: Table) -> list[str]:
    """What the bot answers to the open question."""
    return list(Heuristic().choose(table.message, view(table.play), CATALOGUE))


def taken(table: Table) -> Pick:
    (pick,) = chosen(table)
    return pick


def test_it_is_found_by_its_name() -> None:
    assert discover().bots("beyond") == ["best", "easy", "hard", "heuristic", "normal", "random"]


def test_a_ship_flies_to_a_free_system_and_stays() -> None:
    table = Table()
    table.ships(0, "SOL", 1)
    table.do({"op": "jump", "points": 2})
    move = str(taken(table))
    assert move in ("SOL.1>A1", "SOL.1>A2")
    table.answer("jump.move", move)
    assert chosen(table) == []


def test_it_avoids_a_place_that_a_rival_holds_with_more_strength() -> None:
    table = Table()
    table.ships(0, "SOL", 1)
    table.ships(1, "A1", 4)
    table.do({"op": "jump", "points": 1})
    assert taken(table) == "SOL.1>A2"


def test_a_ripe_system_is_colonised() -> None:
    table = Table()
    table.faction().ore = 7
    table.researched("I4", 0)
    table.outpost(0, "A1")
    table.ships(0, "A1", 4)
    table.turn()
    assert taken(table) == "I4.0.0"


def test_without_population_it_grows() -> None:
    table = Table()
    table.faction().population, table.faction().ore = 0, 1
    table.turn().answer("turn.action", "b_ship.0")
    assert taken(table) == "population"


def test_the_last_population_is_not_made_a_ship() -> None:
    """While there is a ship already; the offer is known by its effects, not by its words."""
    table = Table()
    table.ships(0, "SOL", 1)
    table.turn().answer("turn.action", "b_ship.0")
    assert (table.asked, chosen(table)) == ("may.do", ["yes"])
    table.faction().population = 1
    assert chosen(table) == []


def test_the_dearest_achievement_is_claimed() -> None:
    table = Table()
    cards = [scene.achievement("ach_A_2"), scene.achievement("ach_0_1")]
    for card, number in zip(table.state.achievements, cards, strict=False):
        card.card = number
    table.faction().population = 6
    table.discover("IIII1", "t4_10", 0)
    table.state.achievements = table.state.achievements[:2]
    table.turn().answer("turn.action", "b_ship.0").answer("may.do").answer("production.choose", "ore")
    assert (table.asked, taken(table)) == ("achievement.claim", "ach_0_1")


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (2, {"mats": "advanced"}), (4, {})])
def test_it_beats_random(seats: int, options: dict[str, str]) -> None:
    match = play_match(load_game("beyond"), ("heuristic", "random"), games=8, seats=seats, options=options)
    assert match.sides[0].refused == 0
    assert match.rate > 0.75


def test_its_games_end_in_good_time() -> None:
    match = play_match(load_game("beyond"), ("heuristic", "heuristic"), games=10)
    assert 8 <= match.mean_rounds <= 25

"""The heuristic bot: beats random, ends games in time, never gives an answer that is refused."""

import pytest

from galaxytables.rules.v1 import game_pb2
from galaxytables_arena.match import play_match
from galaxytables_bots.registry import discover
from galaxytables_bots.roll.heuristic import STRATEGY
from galaxytables_kit import Seat
from galaxytables_roll.rules import ROLL
from galaxytables_roll.view import view
from tests.roll.scene import PACK, START, Player, assigning


def test_the_registry_finds_it() -> None:
    assert discover().find("roll", "heuristic") is STRATEGY


def test_it_beats_random() -> None:
    match = play_match(ROLL, ("heuristic", "random"), games=12)
    assert match.rate >= 0.9
    assert match.sides[0].refused == 0


@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.release) for seats in (3, 4, 5))])
def test_games_among_its_like_have_the_usual_length(seats: int) -> None:
    match = play_match(ROLL, ("heuristic", "heuristic"), games=12, seats=seats)
    assert 9 <= match.mean_rounds <= 16
    assert match.sides[0].refused == match.sides[1].refused == 0


def test_it_needs_the_view_of_this_game() -> None:
    with pytest.raises(TypeError):
        STRATEGY.choose(game_pb2.Prompt(kind="ship.good"), None, {})


def test_it_moves_the_selecting_die_to_where_it_brings_more() -> None:
    """A producer without a world produces nothing; an explorer finds something."""
    player = Player(empire=[*START, "galactic_influence"], at={"produce": ["home"]}, cup=())
    table = assigning(player).answer("assign.phase", "produce")
    prompt = game_pb2.Prompt(
        kind="assign.power", seat=0, options=[game_pb2.Option(id=option) for option in table.options()]
    )
    catalogue = {component.id: component for component in ROLL.components(PACK)}
    assert STRATEGY.choose(prompt, view(table.play, table.state, Seat(0)), catalogue) == ["galactic_influence"]

"""The heuristic bot of Race for the Galaxy: single decisions in scenes, and whole games against `random`."""

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from galaxytables_bots.race.designs import Designs
from galaxytables_bots.race.heuristic import Heuristic
from galaxytables_bots.registry import discover
from galaxytables_kit.wire import prompt_message
from galaxytables_race.components.cards import card_of
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.race.scene import PACK, Side, Table, ids, scene

CATALOGUE: dict[str, rules_pb2.Component] = {component.id: component for component in RACE.components(PACK)}
OTHER = Side(["epsilon_eridani"])


def decide(table: Table, seat: int = 0) -> list[str]:
    """What the bot picks, cards by their names."""
    live = table.live
    key, prompt = next((key, prompt) for key, prompt in live.prompts.items() if prompt.seat == seat)
    picks = Heuristic().choose(prompt_message(live, key, prompt), live.view(seat), CATALOGUE)
    return [ids([card_of(pick)])[0] if pick.isdecimal() else pick for pick in picks]


def at_choice(side: Side) -> Table:
    """A table at the choice of actions of the next round."""
    return scene(side, OTHER, phase="round_end")


def test_goods_and_consume_powers_call_for_consuming_twice() -> None:
    worlds = ["gem_world", "spice_world", "artist_colony"]
    actions = decide(at_choice(Side(["consumer_markets", *worlds], goods=worlds)))
    assert "consume_x2" in actions


def test_a_dear_good_without_consume_powers_is_sold() -> None:
    assert "consume_trade" in decide(at_choice(Side(["alien_robot_sentry"], goods=["alien_robot_sentry"])))


def test_goods_that_a_power_gathered_on_a_world_without_a_kind_are_sold() -> None:
    side, options = Side(["tranship_point"], goods=["tranship_point"]), RaceOptions(expansion="alien_artifacts")
    assert "consume_trade" in decide(scene(side, Side(["sentient_robots"]), phase="round_end", options=options))


def test_a_good_world_in_hand_is_settled() -> None:
    side = Side(["old_earth"], ["alien_robotic_factory", *["public_works", "space_port"]], spare=5)
    assert "settle" in decide(at_choice(side))


def test_an_empty_hand_explores() -> None:
    assert any(action.startswith("explore") for action in decide(at_choice(Side(["old_earth"]))))


def test_the_better_card_is_placed() -> None:
    side = Side(["old_earth"], ["terraformed_world", "former_penal_colony", "destroyed_world"], spare=5)
    assert decide(scene(side, OTHER, phase="settle")) == ["terraformed_world"]


def test_what_cannot_be_placed_soon_pays() -> None:
    side = Side(["old_earth"], ["artist_colony", "public_works", "lost_alien_battle_fleet"])
    table = scene(side, OTHER, phase="settle")
    table.answer(0, "artist_colony")
    assert decide(table) == ["lost_alien_battle_fleet"]


def test_the_dearest_good_is_sold_and_the_cheapest_consumed() -> None:
    worlds = ["gem_world", "alien_robotic_factory"]
    side = Side(["public_works", *worlds], goods=worlds, actions=["consume_trade"])
    assert decide(scene(side, OTHER, phase="consume")) == ["alien_robotic_factory"]
    side = Side(["public_works", *worlds], goods=worlds)
    assert decide(scene(side, OTHER, phase="consume")) == ["gem_world"]


def test_the_bonus_good_goes_where_it_sells_best() -> None:
    side = Side(["asteroid_belt", "pre_sentient_race"], actions=["produce"])
    assert decide(scene(side, OTHER, phase="produce")) == ["pre_sentient_race"]


def test_an_unknown_kind_of_prompt_gets_its_default() -> None:
    prompt = game_pb2.Prompt(kind="settle.takeover", default_picks=["none"], seat=0)
    view = at_choice(Side(["old_earth"])).live.view(0)
    assert list(Heuristic().choose(prompt, view, CATALOGUE)) == ["none"]


def test_without_a_view_it_fails_rather_than_guesses() -> None:
    with pytest.raises(TypeError, match="RaceView"):
        Heuristic().choose(game_pb2.Prompt(kind="actions.choose"), None, {})


def test_powers_are_read_from_the_catalogue() -> None:
    design = Designs().get(CATALOGUE, "tourist_world")
    (power,) = design.powers
    assert (power.kind, power.phase, power.words("goods")) == ("consume", "consume", ("any", "any"))
    assert (power.number("vp"), power.number("cards")) == (3, 0)


def test_conditions_are_read_from_the_catalogue() -> None:
    design = Designs().get(CATALOGUE, "alien_weapon_cache")
    (power,) = (power for power in design.powers if power.kind == "temporary_military")
    assert (power.condition("when"), power.word("good")) == ({"xeno": True}, "alien")
    assert not power.condition("per")


def test_scoring_clauses_and_artifacts_are_read_from_the_catalogue() -> None:
    scoring, plain, token = (Designs().get(CATALOGUE, each) for each in ("merchant_guild", "new_sparta", "a_good"))
    assert (scoring.scores_at_end, plain.scores_at_end, token.good) == (True, False, "alien")
    assert (plain.military, Designs().get(CATALOGUE, "old_earth").military) == (True, False)


def test_the_registry_finds_it() -> None:
    assert discover().bots("race") == ["best", "easy", "hard", "heuristic", "normal", "random"]


def test_heuristic_beats_random_and_is_never_refused() -> None:
    match = play_match(load_game("race"), ("heuristic", "random"), games=30, seed=7)
    assert match.rate >= 0.97
    assert match.sides[0].refused == 0
    assert match.sides[0].mean_points >= 25


@pytest.mark.parametrize(
    ("seats", "options"),
    [(4, {"new_worlds": "on"}), (3, {"draft": "on", "expansion": "gathering_storm"}), (2, {"preset_hands": "on"})],
)
def test_heuristic_is_ahead_in_every_variant(seats: int, options: dict[str, str]) -> None:
    match = play_match(load_game("race"), ("heuristic", "random"), games=12, seats=seats, seed=7, options=options)
    assert match.rate >= 0.8
    assert match.sides[0].refused == 0

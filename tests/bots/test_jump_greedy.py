"""The greedy bot of Jump Drive: single decisions, and whole games against `random`."""

import pytest

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from galaxytables_bots.jump.evaluation import Weights, rounds_left
from galaxytables_bots.jump.greedy import Greedy
from galaxytables_bots.registry import discover


def card(number, *, cost=2, kind="world", military=False, vp=0, income=0):
    """A title, and a copy of it in hand as the view shows it."""
    facts = [
        game_pb2.Fact(name="defense" if military else "cost", number=cost),
        game_pb2.Fact(name="vp", number=vp),
        game_pb2.Fact(name="income", number=income),
        game_pb2.Fact(name="military", flag=military),
    ]
    name = f"card_{number}"
    held = jump_pb2.HandCard(id=str(number), component=name, vp_gain=vp, income_gain=income)
    if not military:
        held.price = cost
    return held, rules_pb2.Component(id=name, kind=kind, facts=facts)


def scene(*cards, vp=0, vp_per_round=0, phase=jump_pb2.PHASE_CHOOSE, rival_vp=0, rival_rate=0):
    empires = [
        jump_pb2.Empire(seat=0, vp=rival_vp, vp_per_round=rival_rate),
        jump_pb2.Empire(seat=1, vp=vp, vp_per_round=vp_per_round),
    ]
    view = jump_pb2.JumpView(round=1, phase=phase, empires=empires, hand=[held for held, _ in cards], goal_vp=50)
    return view, {component.id: component for _, component in cards}


def ask(kind, cards, *words, least=1):
    options = [game_pb2.Option(id=held.id, component=held.component) for held, _ in cards]
    options += [game_pb2.Option(id=word) for word in words]
    return game_pb2.Prompt(id="1", seat=1, kind=kind, options=options, least=least, most=least, default_picks=["x"])


def choose(prompt, view, catalogue):
    return list(Greedy().choose(prompt, view, catalogue))


def test_a_world_that_scores_is_placed_rather_than_a_dead_one():
    cards = [card(1, vp=0), card(2, vp=3), card(3), card(4), card(5)]
    assert choose(ask("choose.card", cards[:3], "explore"), *scene(*cards)) == ["2"]


def test_with_nothing_worth_its_price_it_explores():
    cards = [card(1, cost=3), card(2, cost=3), card(3, cost=3), card(4, cost=3)]
    assert choose(ask("choose.card", cards[:2], "explore"), *scene(*cards)) == ["explore"]


def test_income_is_for_the_beginning_and_vp_for_the_end():
    cards = [card(1, income=3, cost=1), card(2, vp=3, cost=1), card(3), card(4), card(5)]
    prompt = ask("choose.card", cards[:2], "explore")
    assert choose(prompt, *scene(*cards)) == ["1"]
    assert choose(prompt, *scene(*cards, vp=40, vp_per_round=8)) == ["2"]


def test_the_cards_with_the_least_prospects_are_paid():
    cards = [card(1, vp=4), card(2, vp=0), card(3, vp=2), card(4, vp=1)]
    assert choose(ask("choose.payment", cards, least=2), *scene(*cards)) == ["2", "4"]


def test_a_military_world_far_out_of_reach_is_given_away_before_a_close_one():
    far = card(1, cost=9, military=True, vp=4)
    close = card(2, cost=1, military=True, vp=4)
    assert choose(ask("opening.discard", [close, far]), *scene(close, far, phase=jump_pb2.PHASE_OPENING)) == ["1"]


def test_a_world_of_no_use_is_not_taken_into_company():
    useless, useful = card(1, cost=4), card(2, cost=1, vp=3)
    others = [card(number) for number in range(3, 9)]
    assert choose(ask("choose.world", [useless], "alone"), *scene(useless, *others)) == ["alone"]
    assert choose(ask("choose.world", [useful], "alone"), *scene(useful, *others)) == ["2"]


def test_an_unknown_kind_of_prompt_gets_its_default():
    assert choose(ask("later.rule", [card(1)]), *scene(card(1))) == ["x"]


def test_without_a_view_it_fails_rather_than_guesses():
    with pytest.raises(TypeError, match="JumpView"):
        choose(ask("choose.card", [card(1)]), None, {})


def test_the_round_is_the_last_when_somebody_is_about_to_reach_the_goal():
    view, _ = scene(rival_vp=45, rival_rate=9)
    assert rounds_left(view, Weights().growth) == 1
    view, _ = scene()
    assert rounds_left(view, Weights().growth) > 3


def test_the_registry_finds_it():
    assert discover().bots("jump") == ["best", "easy", "greedy", "hard", "normal", "random"]


def test_greedy_beats_random_and_is_never_refused():
    match = play_match(load_game("jump"), ("greedy", "random"), games=40, seed=7)
    assert match.rate >= 0.9
    assert match.sides[0].refused == 0
    assert match.sides[0].mean_points > match.sides[1].mean_points


@pytest.mark.parametrize("options", [{}, {"hands": "preset"}])
def test_greedy_is_ahead_of_three_random_bots_too(options):
    match = play_match(load_game("jump"), ("greedy", "random"), games=12, seats=4, seed=7, options=options)
    assert match.rate >= 0.75
    assert match.sides[0].refused == 0

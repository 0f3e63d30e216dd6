"""Laws that hold at every moment of random games."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from galaxytables_kit.contents import END
from galaxytables_kit.event import Component, Components, EmittedEvent
from galaxytables_kit.live import LiveGame
from galaxytables_kit.playout import begin, random_answer
from galaxytables_roll.components.tiles import Pack
from galaxytables_roll.dice import PHASES
from galaxytables_roll.ending import is_last_round
from galaxytables_roll.powers import capacity, cost
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import NONE, RollOptions, RollState
from tests.roll.scene import PACK, PACKS, Player

Live = LiveGame[RollState, Pack, RollOptions]
_PHASES = ("explore/explore", "develop/build", "settle/build", "produce/produce", "ship/ship")
SECRET_KINDS = {"drew", "placed", "gave", "scouted", "rearranged"}


def moments(seats: int, seed: int) -> Iterator[tuple[Live, list[EmittedEvent]]]:
    live = begin(ROLL, PACKS, seats, RollOptions(), seed, checkpoints=False)
    random = Random(seed)
    told = list(live.play.events)
    while live.prompts:
        yield live, told
        key, prompt = random.choice(list(live.prompts.items()))
        told = live.answer(prompt.seat, key, random_answer(prompt, random))
    yield live, told


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_table_is_always_in_order(seats: int) -> None:
    steps, selecting = set(), 0
    for live, _ in moments(seats, seats):
        state = live.play.state
        steps.add(live.play.where)
        now = PHASES if state.phase is None else state.phase.phase
        for mine in state.seats:
            room = capacity(PACK, mine)
            assert all(len(goods) <= room for goods in mine.goods.values()), "R7.3"
            assert all(PACK.faces[world].goods for world in mine.goods), "R1.4"
            assert 0 <= mine.credits <= 10, "R4.10"
            assert len(set(mine.empire)) == len(mine.empire), "R1.10"
            if state.executed:
                active = [phase for phase in state.executed if phase >= now]
                assert not mine.dictated, "R3.10"
                assert not mine.wild, "R3.4"
                assert all(not mine.strip[phase] for phase in range(PHASES) if phase not in active), "R4.3"
                assert mine.selector == NONE or mine.selected in active
                selecting += mine.selector != NONE
        if live.over:
            assert is_last_round(state.seats), "R10.1"
            assert all(mine.credits >= 1 for mine in state.seats), "R9.3"
    assert {f"round/{step}" for step in ("assign", *_PHASES, "manage")} | {END} <= steps
    assert live.over
    assert selecting > 0


@pytest.mark.parametrize("seats", [2, 5])
def test_nobody_starts_a_round_without_a_worker(seats: int) -> None:
    """R3.19: by R9.6 there is always a die to assign."""
    rounds = 0
    for live, told in moments(seats, seats + 10):
        if any(each.kind == "round" for each in told):
            rounds += 1
            for mine in live.play.state.seats:
                assert len(mine.wild) + sum(map(len, mine.strip)) > 0
    assert rounds > 8


@pytest.mark.parametrize("seats", [2, 5])
def test_events_name_no_hidden_tile_to_everybody(seats: int) -> None:
    seen = set()
    for _, told in moments(seats, seats + 20):
        for each in told:
            if each.kind in SECRET_KINDS:
                seen.add(each.kind)
                assert not any(isinstance(fact, Component | Components) for fact in each.facts.values())
            for seat, facts in each.private.items():
                assert each.kind in SECRET_KINDS
                assert seat == each.seat
                assert facts
    assert {"drew", "placed", "scouted"} <= seen


def test_the_cost_does_not_depend_on_the_order_of_the_empire() -> None:
    powers = ["free_trade_zone", "alien_uplift_blueprints", "replicant_robots"]
    powers += ["investment_credits", "biological_adaptation"]
    for face in PACK.faces[: 2 * len(PACK.sides)]:
        costs = {cost(PACK, Player(empire=order).state(), face) for order in permutations(powers)}
        assert len(costs) == 1
        assert 1 <= costs.pop() <= face.cost


def test_every_step_and_kind_of_question_comes_up() -> None:
    """What random games ask, has words, and what has words is asked."""
    asked = set()
    for seed in range(30):
        for live, _ in moments(2 + seed % 4, seed + 40):
            asked |= {prompt.kind for prompt in live.prompts.values()}
    assert asked <= ROLL.prompts.keys()
    rare = {"develop.to_cup", "settle.to_cup", "ship.buy", "assign.source", "settle.used", "develop.used"}
    assert ROLL.prompts.keys() - asked <= rare

"""One option at a time: exactly those options are offered that some legal answer needs."""

from itertools import combinations, permutations
from random import Random

import pytest

from galaxytables_kit import Seat
from galaxytables_kit.environment import picking
from galaxytables_kit.environment.picking import Picking
from galaxytables_kit.errors import ChoiceRefused
from galaxytables_kit.prompt import Picks, Prompt


def answers(prompt):
    choose = permutations if prompt.ordered else combinations
    sizes = range(prompt.least, prompt.most + 1)
    return {picks for size in sizes for picks in choose(prompt.options, size) if prompt.allows(picks)}


def reached(prompt):
    """All answers to which some way of picking leads; every way must end in one."""
    found: set[Picks] = set()
    begun: list[tuple[int, ...]] = [()]
    while begun:
        way = begun.pop()
        at = Picking(prompt, way)
        pickable = at.pickable()
        if at.may_stop():
            found.add(at.answer())
        assert pickable or at.may_stop(), f"a dead end after {way}"
        begun += [(*way, index) for index in pickable]
    return found


def only(legal, *, ordered):
    wanted = legal if ordered else {frozenset(picks) for picks in legal}

    def rule(picks):
        if (picks if ordered else frozenset(picks)) not in wanted:
            raise ChoiceRefused("not one of those", "T1.1")

    return rule


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_every_legal_answer_is_reached_and_no_other(seed, ordered):
    random = Random(seed)
    options = tuple(range(random.randint(2, 4)))
    least = random.randint(0, 2)
    most = random.randint(max(least, 1), len(options))
    free = Prompt(Seat(0), "t", options, least, most, ordered=ordered)
    assert reached(free) == answers(free)
    legal = random.sample(sorted(answers(free)), random.randint(1, min(5, len(answers(free)))))
    ruled = Prompt(
        Seat(0), "t", options, least, most, ordered=ordered, default=legal[0], rule=only(set(legal), ordered=ordered)
    )
    assert reached(ruled) == set(legal)


def test_a_sum_that_must_be_reached_leaves_out_what_cannot_reach_it():
    def ten(picks):
        if sum(picks) != 10:
            raise ChoiceRefused("ten", "T1.1")

    prompt = Prompt(Seat(0), "t", (1, 2, 7, 9), 1, 3, default=(1, 9), rule=ten)
    assert Picking(prompt).pickable() == [0, 1, 2, 3]
    assert Picking(prompt, [0]).pickable() == [1, 2, 3]
    assert Picking(prompt, [3]).pickable() == [0]
    assert Picking(prompt, [3, 0]).pickable() == []
    assert Picking(prompt, [3, 0]).may_stop()


def test_the_order_of_picking_is_the_answers_where_order_counts_alone():
    assert Picking(Prompt(Seat(0), "t", (1, 2, 3), 2, 2, ordered=True), [2, 0]).answer() == (3, 1)
    assert Picking(Prompt(Seat(0), "t", (1, 2, 3), 2, 2), [2, 0]).answer() == (1, 3)


def test_a_search_that_is_cut_short_offers_less_and_still_no_dead_end(monkeypatch):
    monkeypatch.setattr(picking, "MAX_RULE_CALLS", 3)
    options = tuple(range(12))
    rare = {(0, 1, 2, 3), (8, 9, 10, 11)}
    prompt = Prompt(Seat(0), "t", options, 1, 4, default=(0, 1, 2, 3), rule=only(rare, ordered=False))
    first = Picking(prompt)
    assert first.pickable() == [0, 1, 2, 3]
    assert first.cut_short == 8
    assert reached(prompt) == {(0, 1, 2, 3)}

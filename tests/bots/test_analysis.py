"""Analyses: what is expected of the best answer, and of the one that was chosen."""

from galaxytables.lobby.v1 import bots_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.advice import TABLES, WIN_PERCENT, Advice
from galaxytables_bots.analysis import analysed


def decided(*picks: str, ordered: bool = False) -> bots_pb2.Decision:
    return bots_pb2.Decision(at_event=4, prompt=game_pb2.Prompt(id="p", ordered=ordered), picks=picks)


def chosen_facts(decision: bots_pb2.Decision, *advice: Advice) -> dict[str, int]:
    (choice,) = analysed("best", [(decision, advice)], 100).choices
    return {fact.name: fact.number for fact in choice.chosen_facts}


BEST = Advice(["a", "b"], {WIN_PERCENT: 60, TABLES: 20})
OTHER = Advice(["c"], {WIN_PERCENT: 41, TABLES: 5})


def test_what_was_chosen_is_told_with_what_is_expected_of_it_whatever_its_place():
    assert chosen_facts(decided("c"), BEST, OTHER) == {WIN_PERCENT: 41, TABLES: 5}
    assert chosen_facts(decided("a", "b"), BEST, OTHER) == {WIN_PERCENT: 60, TABLES: 20}


def test_of_what_nobody_looked_at_nothing_is_told():
    assert chosen_facts(decided("d"), BEST, OTHER) == {}


def test_the_order_of_picks_counts_where_the_prompt_is_ordered():
    assert chosen_facts(decided("b", "a"), BEST) == {WIN_PERCENT: 60, TABLES: 20}
    assert chosen_facts(decided("b", "a", ordered=True), BEST) == {}


def test_choices_of_which_no_chance_is_told_are_left_out():
    silent = (decided("c"), [Advice(["c"])])
    told = (decided("c"), [OTHER])
    choices = analysed("best", [silent, told, silent], 50).choices
    assert [choice.next_win_percent for choice in choices] == [50]


def test_payments_are_told_apart():
    pays = bots_pb2.Decision(prompt=game_pb2.Prompt(payment=True), picks=["a"])
    choices = analysed("best", [(decided("c"), [OTHER]), (pays, [OTHER])], 50).choices
    assert [choice.payment for choice in choices] == [False, True]

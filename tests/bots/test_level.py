"""A level of a game's bots: within which budget it plays forward, and what it does where it cannot."""

import pytest

from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.halving import Budget
from galaxytables_bots.level import Level
from galaxytables_bots.race import best, hard, search
from galaxytables_bots.random_bot import RandomStrategy
from galaxytables_bots.strategy import Table, strategy_at
from tests.bots.test_race_levels import CATALOGUE, asked

WITHIN = Budget(answers=3, tables=2)


@pytest.mark.parametrize(("patient", "seconds"), [(True, 0.2), (False, None)])
def test_who_is_patient_takes_the_time_that_its_host_gives_it(patient, seconds):
    budgets = []
    level = Level(lambda _, budget: budgets.append(budget), RandomStrategy(), WITHIN, patient=patient)
    strategy_at(level, Table(2, {}, patience=0.2))
    assert budgets == [Budget(answers=3, tables=2, seconds=seconds)]


def test_where_nobody_plays_forward_the_other_bot_plays():
    other = RandomStrategy()
    level = Level(lambda table, _: None if table.seats > 2 else Forward(), other, WITHIN)
    assert strategy_at(level, Table(3, {})) is other
    assert isinstance(strategy_at(level, Table(2, {})), Forward)
    prompt = game_pb2.Prompt(least=1, most=1, options=[game_pb2.Option(id="only")])
    assert level.choose(prompt, None, {}) == ["only"]


class Forward:
    needs_view = True

    def choose(self, *_):
        raise NotImplementedError


def test_best_answers_at_a_host_that_gives_it_no_time():
    _, prompt, view = next(each for each in asked(4) if each[1].kind == "actions.choose")
    quick = strategy_at(best.STRATEGY, Table(2, {}, patience=0.0))
    assert isinstance(quick, search.RaceSearcher)
    assert len(quick.choose(prompt, view, CATALOGUE)) == 2
    assert isinstance(strategy_at(hard.STRATEGY, Table(2, {})), search.RaceSearcher)

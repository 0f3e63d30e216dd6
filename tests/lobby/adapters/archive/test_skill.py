"""What one game makes of its players' skills."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galaxytables_lobby.domain.archived import Skill
from galaxytables_lobby.domain.ratings import NEWCOMER, rate


def test_a_newcomer_has_the_documented_skill():
    assert Skill(25.0, 25.0 / 3) == NEWCOMER
    assert NEWCOMER.value == 0.0


def test_winning_raises_losing_lowers_and_every_game_makes_more_certain():
    after = rate([("ada", 1), ("bea", 2)], {})
    assert after["ada"].mean > 25.0 > after["bea"].mean
    assert max(after["ada"].deviation, after["bea"].deviation) < NEWCOMER.deviation


def test_a_tie_brings_players_closer():
    known = {"ada": Skill(30.0, 2.0), "bea": Skill(20.0, 2.0)}
    after = rate([("ada", 1), ("bea", 1)], known)
    assert after["ada"].mean < 30.0
    assert after["bea"].mean > 20.0


def test_beating_the_weak_brings_less_than_beating_the_strong():
    ada = Skill(25.0, 4.0)
    strong = rate([("ada", 1), ("bot", 2)], {"ada": ada, "bot": Skill(35.0, 1.0)})
    weak = rate([("ada", 1), ("bot", 2)], {"ada": ada, "bot": Skill(10.0, 1.0)})
    assert strong["ada"].mean - 25.0 > 5 * (weak["ada"].mean - 25.0) > 0


def test_a_bot_on_several_seats_comes_out_with_the_mean_of_them():
    ranking = [("bot", 1), ("ada", 2), ("bot", 3)]
    apart = rate([("first", 1), ("ada", 2), ("third", 3)], {})
    together = rate(ranking, {})
    assert together["bot"].mean == pytest.approx((apart["first"].mean + apart["third"].mean) / 2)
    assert together["bot"].deviation == pytest.approx((apart["first"].deviation + apart["third"].deviation) / 2)
    assert together["ada"] == apart["ada"]


@given(st.lists(st.integers(1, 5), min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_seats_and_the_size_of_ranks_do_not_matter(ranks, random):
    ranking = list(enumerate(ranks))
    known = {0: Skill(31.0, 3.0)}
    shuffled = [(player, rank * 3 + 1) for player, rank in ranking]
    random.shuffle(shuffled)
    plain, other = rate(ranking, known), rate(shuffled, known)
    for player, skill in plain.items():
        assert other[player].mean == pytest.approx(skill.mean)
        assert other[player].deviation == pytest.approx(skill.deviation)

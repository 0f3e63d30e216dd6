"""Attacks on the ratings: nobody gets a place that they do not earn, and honest people keep theirs."""

import numpy as np
import pytest

from galaxytables_lobby.domain import archived
from tests.lobby.domain.rating_season import ATTACKS, Season, mill_of_accounts, season

# How many people make the test's season. Of a thousand, the best tenth is the first hundred.
SMALL, LARGE = 120, 1_000


def attackers_at_the_top(played: Season) -> set[str]:
    """The attackers in the best tenth of the leaderboard."""
    top = played.board(attacked=True)[: len(played.honest) // 10]
    return {who.id for who in top if who in played.attackers}


def agreement(played: Season) -> tuple[float, float]:
    """Spearman's and Kendall's measure of how far the order of honest people is the same with and without attackers."""
    alone = {who: place for place, who in enumerate(played.board(attacked=False))}
    places = np.array([alone[who] for who in played.board(attacked=True) if who in played.honest])
    count = len(places)
    spearman = np.corrcoef(places, np.arange(count))[0, 1]
    later = np.sign(places[None, :] - places[:, None])[np.triu_indices(count, 1)]
    return float(spearman), float(later.mean())


def test_no_attacker_reaches_the_best_tenth_and_honest_people_keep_their_order():
    played = season(SMALL, ATTACKS)
    assert attackers_at_the_top(played) == set()
    spearman, kendall = agreement(played)
    assert (spearman > 0.98, kendall > 0.9) == (True, True), (spearman, kendall)


def test_without_vouching_a_mill_of_accounts_has_a_place_at_the_top(monkeypatch):
    monkeypatch.setattr(archived, "HEADROOM", 1e9)
    assert attackers_at_the_top(season(SMALL, [mill_of_accounts])) == {"sybil 00"}


@pytest.mark.release
def test_among_a_thousand_honest_people_no_attacker_is_in_the_first_hundred():
    for seed in (1, 2, 3):
        played = season(LARGE, ATTACKS, seed=seed)
        assert len(played.attackers) > 40
        assert attackers_at_the_top(played) == set()
        spearman, kendall = agreement(played)
        print(f"seed {seed}: Spearman {spearman:.4f}, Kendall {kendall:.4f}")  # noqa: T201  # for the docs
        assert (spearman > 0.995, kendall > 0.96) == (True, True), (spearman, kendall)

"""Points and tie-breaks: each figure by hand, with who contributed what."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galaxytables_lobby.domain.tournaments.ledger import Meeting, Outcome, ledger_of, totals
from galaxytables_lobby.domain.tournaments.points import POINT, bye_points, scaled_scores, table_points
from galaxytables_lobby.domain.tournaments.standings import all_ties, ranked, standings
from galaxytables_lobby.domain.tournaments.state import Scoring, Swiss, TieBreak
from galaxytables_lobby.domain.tournaments.tie_breaks import (
    buchholz,
    direct_encounter,
    game_points,
    sonneborn_berger,
    wins,
)
from tests.lobby.domain.tournaments.organised import Run, by_number, field, started, terms


def points(ranks, **scoring):
    return [Fraction(each, POINT) for each in table_points(ranks, Scoring(**scoring))]


@pytest.mark.parametrize(
    ("ranks", "worth"),
    [
        ((1, 2), ["1", "0"]),
        ((1, 1), ["1/2", "1/2"]),
        ((2, 1, 3, 4), ["2/3", "1", "1/3", "0"]),
        ((1, 1, 3), ["3/4", "3/4", "0"]),
        ((3, 1, 1, 3, 5, 6), ["1/2", "9/10", "9/10", "1/2", "1/5", "0"]),
    ],
)
def test_a_table_is_worth_the_share_of_opponents_behind(ranks, worth):
    assert points(ranks) == [Fraction(each) for each in worth]


def test_ties_share_the_points_of_their_places():
    assert points((1, 2, 2, 4), places=(5, 3, 2, 0)) == [5, Fraction(5, 2), Fraction(5, 2), 0]
    assert points((1, 1, 1), places=(5, 3, 2, 0)) == [Fraction(10, 3)] * 3


@settings(max_examples=50)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=6), st.lists(st.integers(0, 9), min_size=6, max_size=6))
def test_no_point_is_lost_or_made(scores, places):
    ranks = [1 + sum(other > own for other in scores) for own in scores]
    in_order = tuple(sorted(places, reverse=True))
    assert sum(table_points(ranks, Scoring())) == POINT * len(ranks) // 2
    assert sum(table_points(ranks, Scoring(places=in_order))) == POINT * sum(in_order[: len(ranks)])


def test_a_bye_is_worth_a_share_of_a_first_place():
    assert bye_points(Scoring(bye=50)) == POINT // 2
    assert bye_points(Scoring(places=(4, 2))) == 4 * POINT


def test_scores_are_scaled_by_the_best_of_the_table():
    assert scaled_scores((40, 30, 10)) == (1000, 750, 250)
    assert scaled_scores((-3, 0)) == (0, 0)
    assert scaled_scores((5, -5)) == (1000, 0)


A, B, C, D = FIELD = field(4)


def outcome(number, won, *opponents, seats=2, scaled=0):
    """A table at which so much was won from each opponent."""
    met = tuple(Meeting(each, won) for each in opponents)
    worth = POINT * won // 2
    return Outcome(number, worth, {2: 1, 1: 1, 0: 2}[won], 0, seats, scaled, met, opponents)


# A beats B and C, draws with D and has a bye. B beats C and D. C beats D.
LEDGER = {
    A: [outcome(1, 2, B, scaled=1000), outcome(2, 2, C, scaled=800), outcome(3, 1, D), Outcome(4, POINT)],
    B: [outcome(1, 0, A), outcome(2, 2, D), outcome(3, 2, C)],
    C: [outcome(1, 2, D), outcome(2, 0, A), outcome(3, 0, B)],
    D: [outcome(1, 0, C), outcome(2, 0, B), outcome(3, 1, A)],
}
TOTALS = totals(LEDGER)


def test_the_points_of_the_example():
    assert {entrant: Fraction(each, POINT) for entrant, each in TOTALS.items()} == {
        0: Fraction(7, 2),
        1: 2,
        2: 1,
        3: Fraction(1, 2),
    }


def test_buchholz_sums_the_points_of_opponents():
    figure = buchholz(A, LEDGER, TOTALS)
    # 2 from B, 1 from C, ½ from D, and 3½ for the bye.
    assert figure.number == 7
    assert [(each.round, each.opponent, Fraction(each.value, figure.unit)) for each in figure.contributions] == [
        (1, 1, 2),
        (2, 2, 1),
        (3, 3, Fraction(1, 2)),
        (4, None, Fraction(7, 2)),
    ]
    assert buchholz(D, LEDGER, TOTALS).number == Fraction(13, 2)


def test_at_a_table_for_two_points_come_from_the_opponent():
    assert [each.only_opponent for each in LEDGER[A]] == [B, C, D, None]
    assert outcome(1, 2, B, C, seats=3).only_opponent is None
    assert [each.opponent for each in wins(A, LEDGER).contributions] == [B, C]
    assert [each.opponent for each in game_points(A, LEDGER).contributions] == [B, C, D]


def test_buchholz_cut_1_leaves_out_the_weakest():
    figure = buchholz(A, LEDGER, TOTALS, cut=1)
    assert figure.number == Fraction(13, 2)
    assert [each.opponent for each in figure.contributions if not each.counted] == [3]


def test_sonneborn_berger_counts_whom_one_has_beaten():
    figure = sonneborn_berger(A, LEDGER, TOTALS)
    assert figure.number == 2 + 1 + Fraction(1, 4)
    assert [Fraction(each.value, figure.unit) for each in figure.contributions] == [2, 1, Fraction(1, 4)]
    assert sonneborn_berger(B, LEDGER, TOTALS).number == Fraction(3, 2)


def test_direct_encounter_counts_only_among_those_who_are_tied_and_have_all_met():
    assert direct_encounter(A, LEDGER, {A, B, C}).number == 2
    assert direct_encounter(B, LEDGER, {A, B, C}).number == 1
    without = {**LEDGER, B: LEDGER[B][:2], C: LEDGER[C][:2]}
    assert direct_encounter(A, without, {A, B, C}).number == 0
    assert direct_encounter(A, without, {A, B}).number == 1


def test_game_points_and_wins():
    assert game_points(A, LEDGER).number == Fraction(9, 5)
    assert wins(A, LEDGER).number == 2
    assert wins(D, LEDGER).number == 0


def test_a_larger_table_counts_as_the_mean_of_its_opponents():
    ledger = {
        A: [outcome(1, 2, B, C, D, seats=4)],
        B: [outcome(1, 1, C, seats=2)],
        C: [outcome(1, 2, D)],
        D: [outcome(1, 0, C)],
    }
    sums = totals(ledger)
    assert buchholz(A, ledger, sums).number == Fraction(1, 2)
    assert sonneborn_berger(A, ledger, sums).number == Fraction(1, 2)


def test_the_order_is_by_points_and_then_by_each_tie_break():
    ties = (TieBreak.BUCHHOLZ, TieBreak.DIRECT_ENCOUNTER)
    tournament = started(4)
    order = ranked(tournament, FIELD, LEDGER, ties)
    assert [(each.rank, each.entrant) for each in order] == [(1, 0), (2, 1), (3, 2), (4, 3)]
    assert not order[0].ties, "nobody is tied with the first"
    # Two pairs that are tied in points: the first one by whom they met, the second one by who won.
    tied = {
        A: [outcome(1, 2, C), outcome(2, 0, B)],
        B: [outcome(1, 2, D), outcome(2, 2, A)],
        C: [outcome(1, 0, A), outcome(2, 2, D)],
        D: [outcome(1, 0, B), outcome(2, 0, C)],
    }
    order = ranked(tournament, FIELD, tied, ties)
    assert [(each.rank, each.entrant) for each in order] == [(1, 1), (2, 0), (3, 2), (4, 3)]
    assert [tie for tie, _ in order[1].ties] == [TieBreak.BUCHHOLZ]


def test_who_is_equal_in_all_shares_the_rank():
    same = {A: [outcome(1, 1, B)], B: [outcome(1, 1, A)], C: [outcome(1, 1, D)], D: [outcome(1, 1, C)]}
    order = ranked(started(4), FIELD, same, (TieBreak.BUCHHOLZ, TieBreak.WINS))
    assert [each.rank for each in order] == [1, 1, 1, 1]


def test_every_figure_of_a_tournament_is_the_sum_of_what_contributed():
    scoring = Scoring(ties=tuple(TieBreak))
    tournament = Run(started(9, terms(Swiss(rounds=5), scoring=scoring)), 3).to_the_end()
    order = standings(tournament)
    explained = all_ties(tournament, order)
    assert explained.keys() == set(field(9))
    for each in order:
        ties = explained[each.entrant]
        assert ties[: len(each.ties)] == each.ties
        assert tuple(tie for tie, _ in ties) == scoring.ties
        for _, figure in ties:
            assert figure.value == sum(part.value for part in figure.contributions if part.counted)
    for each in order:
        assert each.points.value == sum(part.value for part in each.points.contributions)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(2, 12), seats=st.integers(2, 5))
def test_ranks_follow_points_and_ties(seed, count, seats):
    tournament = Run(started(count, terms(Swiss(rounds=3), seats=seats), seed), seed).to_the_end()
    order = standings(tournament)
    keys = [(each.points.value, *(figure.value for _, figure in each.ties)) for each in order]
    for (one, mine), (other, theirs) in combinations(zip(order, keys, strict=True), 2):
        assert one.rank <= other.rank
        shared = min(len(mine), len(theirs))
        assert mine[:shared] >= theirs[:shared]
        assert (one.rank == other.rank) == (mine == theirs and len(mine) == 1 + len(tournament.terms.scoring.ties))
    ledger = ledger_of(tournament)
    assert sum(totals(ledger).values()) == sum(
        POINT * len(pairing.entrants) // 2 for each in tournament.rounds for pairing in each.pairings
    ) + POINT * sum(len(each.byes) for each in tournament.rounds)


def test_the_stronger_entrant_comes_first():
    tournament = Run(started(8, terms(Swiss(rounds=3))), results=by_number).to_the_end()
    assert standings(tournament)[0].entrant == 0
    assert standings(tournament)[-1].entrant == 7

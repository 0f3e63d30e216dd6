"""Tables with more than two seats: few meet again, and seats are even."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galaxytables_lobby.domain.tournaments import acts, rotation
from galaxytables_lobby.domain.tournaments.multiplayer_swiss import MultiplayerEntrant, pair_tables
from galaxytables_lobby.domain.tournaments.points import POINT
from galaxytables_lobby.domain.tournaments.rotation import plan, repeats, table_sizes
from galaxytables_lobby.domain.tournaments.state import EntryLimits, PlannedRound, RoundRobin, Swiss
from tests.lobby.domain.tournaments.organised import Run, field, player, started, terms


def unevenness(rounds: Iterable[Sequence[Sequence[int]]], seats: int) -> int:
    """How much more often anybody had one seat than another one, after any round."""
    counts: dict[int, list[int]] = {}
    found = 0
    for tables in rounds:
        for table in tables:
            for seat, entrant in enumerate(table):
                counts.setdefault(entrant, [0] * seats)[seat] += 1
        found = max(found, *(max(each) - min(each) for each in counts.values()))
    return found


def planned(count: int, seats: int, rounds: int, **fields) -> tuple[PlannedRound, ...]:
    fields.setdefault("moves", 200)
    return plan(field(count), seats, rounds, Random(1), **fields)


@pytest.mark.parametrize(
    ("count", "seats", "rounds"),
    [(9, 3, 4), (16, 4, 5), (25, 5, 6), (64, 4, 17), (20, 4, 5), (21, 3, 7), (81, 3, 28), (28, 4, 7), (42, 6, 7)],
)
def test_where_a_finite_plane_has_a_design_nobody_meets_twice(count, seats, rounds):
    made = planned(count, seats, rounds, moves=0)
    assert repeats(made) == 0
    assert unevenness((each.tables for each in made), seats) <= 1


@pytest.mark.parametrize("order", sorted(rotation._FIELDS))
def test_its_fields_are_fields(order):
    numbers = rotation._Field.of(order)
    assert numbers is not None
    for one in range(1, order):
        assert sorted(numbers.times(one, other) for other in range(order)) == list(range(order))
        assert sorted(numbers.plus(one, other) for other in range(order)) == list(range(order))
        assert numbers.times(one, 1) == one
    few = range(min(order, 9))
    for a in few:
        for b in few:
            assert numbers.times(a, b) == numbers.times(b, a)
            for c in few:
                assert numbers.times(a, numbers.plus(b, c)) == numbers.plus(numbers.times(a, b), numbers.times(a, c))


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    count=st.integers(2, 26),
    seats=st.integers(3, 6),
    rounds=st.integers(1, 7),
    short=st.booleans(),
)
def test_whatever_the_field_everybody_is_at_one_table_a_round(seed, count, seats, rounds, short):
    made = plan(field(count), seats, rounds, Random(seed), short_tables=short, moves=20)
    assert len(made) == rounds
    byes = Counter(each for one in made for each in one.byes)
    for each in made:
        seated = [entrant for table in each.tables for entrant in table]
        assert sorted([*seated, *each.byes]) == list(range(count))
        assert all(len(table) <= seats for table in each.tables)
        if not short and count >= seats:
            assert all(len(table) == seats for table in each.tables)
    assert not byes or max(byes.values()) - min(byes[number] for number in field(count)) <= 1
    if count % seats == 0:
        assert unevenness((each.tables for each in made), seats) <= 1


def test_annealing_leaves_few_who_meet_again():
    # 12 entrants have 66 pairs, and 5 rounds of three tables of four have 90 meetings: 24 repeats at least.
    assert repeats(planned(12, 4, 5, moves=500)) <= 30
    assert repeats(planned(12, 4, 5, moves=500)) < repeats(planned(12, 4, 5, moves=0))


def test_a_plan_after_some_rounds_avoids_who_has_met():
    first = planned(12, 3, 2)
    met: dict[int, dict[int, int]] = {number: {} for number in range(12)}
    for each in first:
        for table in each.tables:
            for one, other in combinations(table, 2):
                met[one][other] = met[other][one] = 1
    second = planned(12, 3, 2, met=met, moves=1_000)
    assert repeats([*first, *second]) == 0


def test_the_same_chance_makes_the_same_plan():
    assert planned(13, 4, 3) == planned(13, 4, 3)


@pytest.mark.parametrize(
    ("count", "seats", "sizes"),
    [(12, 4, [4, 4, 4]), (13, 4, [4, 3, 3, 3]), (14, 4, [4, 4, 3, 3]), (7, 6, [4, 3]), (2, 3, [2]), (0, 3, [])],
)
def test_tables_are_as_even_as_can_be(count, seats, sizes):
    assert table_sizes(count, seats) == sizes


def test_after_somebody_has_left_the_rest_is_planned_anew():
    run = Run(started(12, terms(RoundRobin(rounds=4), seats=3)))
    run.rounds(2)
    run.take(acts.Withdraw(by=player(5).id, player=player(5).id))
    run.to_the_end()
    assert len(run.tournament.rounds) == 4
    met = Counter(
        frozenset(pair)
        for each in run.tournament.rounds
        for pairing in each.pairings
        for pair in combinations(pairing.entrants, 2)
    )
    assert sum(times - 1 for times in met.values()) <= 2
    assert all(5 not in pairing.entrants for each in run.tournament.rounds[2:] for pairing in each.pairings)


def test_a_swiss_of_larger_tables_brings_like_points_together_once_nobody_need_meet_again():
    entrants = [MultiplayerEntrant(number, POINT * (number < 4), number + 1) for number in field(8)]
    tables = {frozenset(table) for table in pair_tables(entrants, 4).tables}
    assert tables == {frozenset(range(4)), frozenset(range(4, 8))}
    met = [each._replace(met=dict.fromkeys(field(4), 1) if each.number < 4 else {}) for each in entrants]
    assert all(len(set(table) & set(range(4))) == 2 for table in pair_tables(met, 4).tables)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), tables=st.integers(1, 5), seats=st.integers(3, 6), rounds=st.integers(1, 7))
def test_in_a_swiss_of_full_tables_seats_are_even_after_every_round(seed, tables, seats, rounds):
    run = Run(started(tables * seats, terms(Swiss(rounds=rounds), seats=seats), seed), seed)
    run.to_the_end()
    played = [[pairing.entrants for pairing in each.pairings] for each in run.tournament.rounds]
    assert unevenness(played, seats) <= 1


def test_who_sits_out_a_swiss_is_somebody_who_has_not_yet():
    run = Run(started(10, terms(Swiss(rounds=4), seats=4, short_tables=False, limits=EntryLimits(min_entrants=4))))
    run.to_the_end()
    byes = Counter(each for one in run.tournament.rounds for each in one.byes)
    assert set(byes.values()) == {1}
    assert all(len(pairing.entrants) == 4 for each in run.tournament.rounds for pairing in each.pairings)

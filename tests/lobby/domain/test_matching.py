"""Who is paired with whom: never two who must not meet, as many as can be, of like strength, the missed first."""

import heapq
import math
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from statistics import mean, median
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galaxytables_lobby.domain import matching
from galaxytables_lobby.domain.matching import AT_ONCE_MILLISECONDS, Seeker, match
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import TimeControl
from galaxytables_lobby.domain.tickets import Terms, Ticket, TicketId
from galaxytables_lobby.ids import PlayerId

# How people's strengths spread, in points.
SPREAD = 5.0


def seeker(name: str, strength: float = 25.0, **fields: Any) -> Seeker:
    values: dict[str, Any] = {"player": PlayerId(name), "reach": math.inf, "bound": math.inf, "waited": 0, **fields}
    return Seeker(TicketId(name), strength=strength, **values)


def crowd(chance: Random, count: int, *, reach: float = math.inf) -> list[Seeker]:
    return [
        seeker(f"p{number}", chance.gauss(25, SPREAD), reach=reach, waited=chance.randrange(30_000), missed=missed)
        for number, missed in enumerate(chance.choices([0, 0, 0, 1, 2], k=count))
    ]


def names(groups: Iterable[Iterable[Seeker]]) -> set[frozenset[str]]:
    return {frozenset(each.player for each in group) for group in groups}


def pair(*players: str) -> frozenset[PlayerId]:
    return frozenset(map(PlayerId, players))


def test_those_of_like_strength_play_together():
    found = match([seeker("a", 10), seeker("b", 30), seeker("c", 12), seeker("d", 29)], 2)
    assert names(found.groups) == {pair("a", "c"), pair("b", "d")}


def test_as_many_as_can_be_play_even_if_two_are_closer():
    # b and c are alike, but a accepts only b and d only c.
    people = [seeker("a", 20, reach=4), seeker("b", 24, reach=4), seeker("c", 25, reach=4), seeker("d", 29, reach=4)]
    assert names(match(people, 2).groups) == {pair("a", "b"), pair("c", "d")}


def test_who_has_waited_long_gets_somebody_who_would_not_accept_them_yet():
    patient, fresh = seeker("patient", 10, reach=20), seeker("fresh", 25, reach=2)
    assert len(match([patient, fresh], 2).groups) == 1
    assert match([patient._replace(reach=3), fresh], 2).groups == []


def test_nobody_is_taken_beyond_their_own_bound():
    assert match([seeker("a", 10), seeker("b", 25, bound=5)], 2).groups == []


def test_who_was_missed_comes_first():
    people = [seeker("near", 25), seeker("nearer", 25.1), seeker("missed", 40, missed=1)]
    found = match(people, 2)
    assert any("missed" in group for group in names(found.groups))
    assert len(found.missed) == 1
    assert match([seeker("alone", 25)], 2).missed == []


def test_at_larger_tables_who_was_missed_comes_first():
    people = [*(seeker(f"p{number}", 25 + number / 10) for number in range(3)), seeker("missed", 45, missed=1)]
    assert any("missed" in group for group in names(match(people, 3).groups))


@pytest.mark.parametrize("seats", [2, 3])
def test_two_tickets_of_one_player_never_meet(seats):
    people = [seeker("a"), seeker("a2", player=PlayerId("a")), seeker("a3", player=PlayerId("a"))]
    assert match(people, seats).groups == []


def test_two_who_have_just_played_meet_again_only_if_nobody_else_waits():
    met = {pair("a", "b")}
    assert names(match([seeker("a"), seeker("b")], 2, met=met).groups) == {pair("a", "b")}
    [with_third] = names(match([seeker("a"), seeker("b"), seeker("c", 40)], 2, met=met).groups)
    assert "c" in with_third


def test_two_who_have_just_played_are_kept_apart_even_if_that_seats_fewer():
    # d accepts c alone, so all four could play if a and b met again.
    people = [seeker("a"), seeker("b"), seeker("c", 30), seeker("d", 45, bound=15)]
    met = {pair("a", "b")}
    assert pair("a", "b") not in names(match(people, 2, met=met).groups)
    waited = [each._replace(waited=AT_ONCE_MILLISECONDS) for each in people]
    assert names(match(waited, 2, met=met).groups) == {pair("a", "b"), pair("c", "d")}


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(0, 30), seats=st.integers(2, 6))
def test_whatever_the_pool_nobody_is_in_two_groups_or_meets_whom_they_must_not(seed, count, seats):
    chance = Random(seed)
    people = crowd(chance, count, reach=chance.choice([1.0, 5.0, math.inf]))
    everybody = [each.player for each in people]
    blocked = {frozenset(each) for each in combinations(everybody, 2) if chance.random() < 0.3}
    met = {frozenset(each) for each in combinations(everybody, 2) if chance.random() < 0.1}
    found = match(people, seats, blocked=blocked, met=met)
    seated = [member.id for group in found.groups for member in group]
    assert len(seated) == len(set(seated))
    assert {each.id for each in found.missed}.isdisjoint(seated)
    for group in found.groups:
        assert len(group) == seats
        for one, other in combinations(group, 2):
            assert frozenset((one.player, other.player)) not in blocked
            assert abs(one.strength - other.strength) <= max(one.reach, other.reach)


def best_value(people: Sequence[Seeker], seats: int) -> int:
    """The value of the best grouping, found by trying all."""
    grouping = matching._Grouping(matching._Pool(people, frozenset(), frozenset()), seats)
    worth = {
        sum(1 << place for place in places): grouping.value([people[place] for place in places])
        for places in combinations(range(len(people)), seats)
        if grouping._fits([people[place] for place in places])
    }
    best = [0] * (1 << len(people))
    for taken in range(1, len(best)):
        lowest = taken & -taken
        best[taken] = best[taken ^ lowest]
        for group, value in worth.items():
            if group & lowest and group & taken == group:
                best[taken] = max(best[taken], best[taken ^ group] + value)
    return best[-1]


def gaps(seats: int, count: int, pools: int, *, reach: float) -> tuple[list[int], list[float]]:
    """In random pools: how many groups fewer than the best grouping has, and how much of its value is lost."""
    fewer, lost = [], []
    for seed in range(pools):
        people = crowd(Random(f"{seats} {count} {seed}"), count, reach=reach)
        found = match(people, seats).groups
        grouping = matching._Grouping(matching._Pool(people, frozenset(), frozenset()), seats)
        value, best = sum(grouping.value(list(group)) for group in found), best_value(people, seats)
        assert value <= best
        most = round(best / matching._GROUP)
        fewer.append(most - len(found))
        if most and most == len(found):
            # In points of difference for each person.
            lost.append((best - value) / matching._POINT / (most * seats))
    return fewer, lost


@pytest.mark.parametrize(("seats", "count"), [(3, 9), (3, 8), (4, 9), (5, 10)])
def test_the_heuristic_comes_close_to_the_best_grouping(seats, count):
    fewer, lost = gaps(seats, count, 20, reach=9.0)
    assert sum(fewer) == 0
    # In most pools it finds the best one.
    assert sum(each == 0 for each in lost) >= 0.8 * len(lost)
    assert mean(lost) <= 1


def arrivals(chance: Random, count: int, per_second: float) -> list[tuple[float, float]]:
    """When each person comes, in seconds, and how strong they are."""
    time, found = 0.0, []
    for _ in range(count):
        time += chance.expovariate(per_second)
        found.append((time, chance.gauss(25, SPREAD)))
    return found


def first_come(people: Sequence[tuple[float, float]]) -> list[float]:
    """The differences of strength if whoever comes is paired with whoever waits."""
    return [abs(one - other) for (_, one), (_, other) in zip(people[::2], people[1::2], strict=False)]


def in_waves(people: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """The differences of strength in waves of a second, as tickets are paired, and how long each person waits."""
    terms = Terms(game="jump", seats=2, options={}, control=TimeControl(per_move=45_000))
    coming = [(time, str(number), strength) for number, (time, strength) in enumerate(people)]
    heapq.heapify(coming)
    waiting: dict[str, tuple[float, float]] = {}
    missed: dict[str, int] = {}
    differences, waits, now = [], [], 0.0
    while coming or (len(waiting) > 1 and now < people[-1][0] + 60):
        now += 1
        while coming and coming[0][0] <= now:
            time, name, strength = heapq.heappop(coming)
            waiting[name] = time, strength
        seekers = []
        for name, (time, strength) in waiting.items():
            since = int(time * 1000)
            ticket = Ticket(
                id=TicketId(name), player=Person(PlayerId(name), name), live=True, terms=(terms,), since=since
            )
            reach = ticket.reach(terms, int(now * 1000))
            seekers.append(
                seeker(name, strength, reach=reach, waited=int(now * 1000) - since, missed=missed.get(name, 0))
            )
        found = match(seekers, 2)
        for one, other in found.groups:
            differences.append(abs(one.strength - other.strength))
            waits += [now - waiting.pop(each.id)[0] for each in (one, other)]
        for each in found.missed:
            missed[each.id] = missed.get(each.id, 0) + 1
    return differences, waits


def test_pairs_are_closer_than_first_come_first_served_and_nobody_waits_long():
    ratios, waits = [], []
    for seed in range(8):
        people = arrivals(Random(seed), 100, per_second=50 / 60)
        differences, waited = in_waves(people)
        assert len(differences) >= 48
        ratios.append(median(differences) / median(first_come(people)))
        waits += waited
    assert mean(ratios) <= 0.7
    assert median(waits) <= 5
    assert sorted(waits)[int(len(waits) * 0.99)] <= 30


def test_a_large_pool_is_paired_within_a_wave():
    people = crowd(Random(3), 1_000)
    assert len(match(people, 2).groups) == 500

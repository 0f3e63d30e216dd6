"""Round robins, knock-outs, arenas, leagues and shared deals, each by its rules."""

import hashlib
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from galaxytables_lobby.domain.state import TimeControl
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.arena import Free, pair_free, scores
from galaxytables_lobby.domain.tournaments.deals import deal_commitment, deal_seed, revealed_seed
from galaxytables_lobby.domain.tournaments.knockout import bracket, winner
from galaxytables_lobby.domain.tournaments.leagues import grouped, moved
from galaxytables_lobby.domain.tournaments.points import POINT
from galaxytables_lobby.domain.tournaments.refusals import InvalidPairingError, InvalidResultError, WrongStageError
from galaxytables_lobby.domain.tournaments.round_robin import circle_round, rounds_of
from galaxytables_lobby.domain.tournaments.standings import season_standings, standings
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    EntrantNumber,
    Group,
    Knockout,
    League,
    MatchGame,
    Pairing,
    Round,
    RoundRobin,
    RoundStage,
    Schedule,
    Tournament,
)
from galaxytables_lobby.ids import TableId
from tests.lobby.domain.tournaments.organised import (
    BEGIN,
    MINUTE,
    ORGANISER,
    SECOND,
    Run,
    by_number,
    field,
    numbers,
    paired,
    player,
    started,
    terms,
)


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("count", range(2, 13))
def test_in_a_round_robin_each_two_meet_once_a_cycle_with_even_seats(count, cycles):
    rounds = rounds_of(count, cycles)
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int | None] = Counter()
    firsts = Counter(dict.fromkeys(range(count), 0))
    for number in range(1, rounds + 1):
        round_ = circle_round(field(count), number)
        seated = [each for pair in round_.pairs for each in pair]
        assert len(set(seated)) == len(seated) == count - count % 2
        met.update(frozenset(pair) for pair in round_.pairs)
        firsts.update(first for first, _ in round_.pairs)
        byes[round_.bye] += 1
    assert met == Counter({frozenset(pair): cycles for pair in combinations(range(count), 2)})
    assert max(firsts.values()) - min(firsts.values()) <= (cycles == 1 and count % 2 == 0)
    assert count % 2 == 0 or set(byes.values()) == {cycles}


def test_who_leaves_a_round_robin_leaves_byes():
    run = Run(started(4, terms(RoundRobin())))
    run.rounds(1)
    run.take(acts.Withdraw(by=player(0).id, player=player(0).id))
    run.to_the_end()
    assert len(run.tournament.rounds) == 3
    assert all(len(each.byes) == 1 and len(each.pairings) == 1 for each in run.tournament.rounds[1:])


@given(st.integers(2, 70))
def test_in_a_bracket_seeds_meet_as_late_as_they_can(count):
    places = list(bracket(field(count)))
    size = len(places)
    while size > 1:
        best = [min(each for each in places[i : i + 2] if each is not None) for i in range(0, size, 2)]
        # If the better seed always wins, those left are the best ones.
        assert sorted(best) == list(range(size // 2))

        places, size = list(best), size // 2


def test_the_best_seeds_have_the_byes():
    run = Run(started(5, terms(Knockout())))
    run.go_on()
    assert run.last.byes == (0, 1, 2) or set(run.last.byes) == {0, 1, 2}
    assert [set(each.entrants) for each in run.last.pairings] == [{3, 4}]


def match(*ranks: tuple[int, ...], **fields) -> Pairing:
    return Pairing(entrants=numbers(7, 8), games=tuple(MatchGame(ranks=each, **fields) for each in ranks))


@pytest.mark.parametrize(
    ("ranks", "best_of", "won"),
    [
        ([(1, 2)], 1, 7),
        ([(2, 1)], 1, 8),
        ([(1, 1)], 1, None),
        ([(1, 1), (2, 1)], 1, 8),
        ([(1, 2)], 3, None),
        ([(1, 2), (1, 2)], 3, 7),
        ([(1, 2), (2, 1)], 3, None),
        ([(1, 2), (2, 1), (1, 2)], 3, 7),
        ([(1, 2), (1, 1)], 3, None),
        ([(1, 2), (1, 1), (1, 1)], 3, 7),
        ([(1, 1), (1, 1), (1, 1)], 3, None),
    ],
)
def test_a_match_is_won_once_nobody_can_be_reached(ranks, best_of, won):
    assert winner(match(*ranks), best_of) == won


def test_a_forfeit_decides_a_match_and_an_open_game_leaves_it_open():
    assert winner(match((1, 2), forfeits=(1,)), 5) == 7
    assert winner(match((1, 2), ()), 1) is None


def test_in_a_match_seats_change_from_game_to_game():
    assert match((1, 2)).seated(0) == (7, 8)
    assert match((1, 2)).seated(1) == (8, 7)


def test_a_knockout_has_a_winner_a_second_and_a_third():
    run = Run(started(8, terms(Knockout(best_of=3, third_place=True))), results=by_number)
    run.to_the_end()
    assert [(each.rank, each.entrant) for each in standings(run.tournament)] == [
        (1, 0),
        (2, 1),
        (3, 2),
        (4, 3),
        *((5, each) for each in (4, 5, 6, 7)),
    ]
    assert all(len(pairing.games) == 2 for each in run.tournament.rounds for pairing in each.pairings)


def test_without_a_match_for_it_two_share_the_third_place():
    run = Run(started(4, terms(Knockout())), results=by_number)
    run.to_the_end()
    assert [each.rank for each in standings(run.tournament)] == [1, 2, 3, 3]


def test_when_the_time_of_a_knockouts_round_is_up_the_leader_goes_on_or_the_better_seed():
    run = Run(
        started(4, terms(Knockout(best_of=3), schedule=Schedule(starts=BEGIN, max_round=MINUTE))),
        results=lambda _, seated: (2, 1) if seated[0] < seated[1] else (1, 2),
    )
    run.go_on()
    run.go_on()
    run.end_table(*run.open_tables()[0])
    led = max(run.last.pairings[0].entrants)
    run.now += MINUTE
    run.take(acts.EndRound(number=1))
    run.go_on()
    assert run.last.places == (led, 1)
    # A draw would leave that match without a winner.
    with pytest.raises(InvalidResultError):
        run.take(acts.CorrectResult(by=ORGANISER.id, number=1, pairing=1, game=0, ranks=(1, 1), reason="it was a draw"))


def test_who_leaves_a_match_between_two_games_has_lost_it():
    run = Run(started(2, terms(Knockout(best_of=3))), results=by_number)
    run.go_on()
    run.go_on()
    run.end_table(*run.open_tables()[0])
    run.take(acts.Withdraw(by=player(0).id, player=player(0).id))
    run.to_the_end()
    assert standings(run.tournament)[0].entrant == 1


def arena(*games: tuple[tuple[int, int], tuple[int, int]], berserk: tuple[int, ...] = ()) -> Tournament:
    """An arena after some games of two: entrants, and their ranks."""
    pairings = tuple(
        Pairing(
            entrants=numbers(*entrants),
            games=(MatchGame(table_id=TableId(str(number)), ranks=ranks, ended=number, berserk=berserk),),
        )
        for number, (entrants, ranks) in enumerate(games)
    )
    control = TimeControl(initial=5 * MINUTE)
    begun = started(3, terms(Arena(duration=30 * MINUTE, berserk=True), control=control))
    return replace(begun, rounds=(Round(number=1, pairings=pairings, stage=RoundStage.PLAYING),))


def worth(tournament: Tournament, entrant: int) -> list[float]:
    return [float(each.value / POINT) for each in scores(tournament)[EntrantNumber(entrant)].contributions]


def test_after_two_wins_points_of_an_arena_count_double_until_a_game_that_is_not_won():
    win, loss, draw = ((0, 1), (1, 2)), ((0, 1), (2, 1)), ((0, 1), (1, 1))
    assert worth(arena(win, win, win, win, draw, win), 0) == [2, 2, 4, 4, 2, 2]
    assert worth(arena(win, win, loss, win), 0) == [2, 2, 0, 2]
    assert worth(arena(draw, draw, draw), 0) == [1, 1, 1]
    assert worth(arena(loss, loss, loss), 1) == [2, 2, 4]


def test_berserk_adds_a_point_to_a_win_alone():
    win, loss = ((0, 1), (1, 2)), ((0, 1), (2, 1))
    assert worth(arena(win, win, win, berserk=(0,)), 0) == [3, 3, 5]
    assert worth(arena(loss, berserk=(0,)), 0) == [0]
    assert worth(arena(loss, berserk=(0,)), 1) == [2]


def free(number: int, place: int, *recent: int, since: int = 0) -> Free:
    return Free(EntrantNumber(number), place, since, tuple(frozenset(numbers(each)) for each in recent))


def test_neighbours_in_the_standings_of_an_arena_meet():
    tables = pair_free([free(0, 1), free(1, 2), free(2, 9), free(3, 10)], 2, 0)
    assert {frozenset(each) for each in tables} == {frozenset((0, 1)), frozenset((2, 3))}


def test_two_who_have_just_met_wait_for_others_but_not_for_ever():
    two = [free(0, 1, 1), free(1, 2, 0)]
    assert pair_free(two, 2, 19 * SECOND) == ()
    assert len(pair_free(two, 2, 20 * SECOND)) == 1
    [table] = pair_free([*two, free(2, 40)], 2, 0)
    assert 2 in table


def test_a_table_of_an_arena_is_full():
    assert pair_free([free(0, 1), free(1, 2)], 3, 0) == ()
    [table] = pair_free([free(number, number + 1) for number in range(5)], 3, 0)
    assert len(set(table)) == 3


def test_only_who_is_free_is_added_to_an_arena():
    run = Run(started(4, terms(Arena(duration=30 * MINUTE))))
    run.take(acts.PairRound(number=1, paired=paired((0, 1))))
    for wrong in (paired((0, 1)), paired((2, 3), (3, 2))):
        with pytest.raises(InvalidPairingError):
            run.take(acts.PairRound(number=1, paired=wrong))


def test_an_arena_ends_at_its_time_and_games_that_are_still_played_do_not_count():
    run = Run(started(4, terms(Arena(duration=30 * MINUTE))), results=by_number)
    for _ in range(2):
        run.go_on()
    with pytest.raises(WrongStageError):
        run.take(acts.EndRound(number=1))
    run.now += 30 * MINUTE
    run.take(acts.EndRound(number=1))
    run.take(acts.Finish())
    assert all(each.points.value == 0 for each in standings(run.tournament))


def test_groups_of_a_division_are_alike():
    groups = grouped(field(14), 4)
    assert [(each.division, each.entrants) for each in groups] == [
        (0, (0, 1, 2, 3)),
        (1, (4, 7, 8, 11)),
        (1, (5, 6, 9, 10)),
        (2, (12, 13)),
    ]


@given(st.integers(1, 80), st.integers(2, 8))
def test_everybody_has_a_group_and_none_is_too_large(count, size):
    groups = grouped(field(count), size)
    assert sorted(each for group in groups for each in group.entrants) == list(range(count))
    assert all(1 <= len(group.entrants) <= size for group in groups)


def test_the_first_go_up_and_the_last_go_down():
    groups = [Group(0, numbers(0, 1, 2, 3)), Group(1, numbers(4, 5, 6, 7)), Group(1, numbers(8, 9, 10, 11))]
    placed = [numbers(3, 2, 1, 0), numbers(7, 6, 5, 4), numbers(8, 9, 10, 11)]
    upper, lower = moved(groups, placed, League(seasons=2, group_size=4, promoted=1, relegated=2))
    # Two go down, so two come up: the first of each group below.
    assert upper == [3, 2, 7, 8]
    assert lower[:2] == [1, 0]
    assert sorted(upper + lower) == list(range(12))


def test_in_a_season_everybody_meets_everybody_of_their_group_and_then_groups_change():
    run = Run(started(12, terms(League(seasons=3, group_size=4))), results=by_number)
    run.rounds(1)
    first = run.last
    met = Counter(frozenset(pairing.entrants) for pairing in first.pairings)
    assert met == Counter(frozenset(pair) for group in first.groups for pair in combinations(group.entrants, 2))
    last_of_top = season_standings(run.tournament, first)[3].entrant
    assert last_of_top == 3
    run.rounds(2)
    top = run.last.groups[0].entrants
    assert last_of_top not in top
    assert len(set(top) & {4, 5}) == 1
    run.to_the_end()
    assert {each.rank for each in standings(run.tournament) if each.group == 1} == {1, 2, 3, 4}


def test_the_deal_of_a_round_is_secret_until_it_is_over_and_provable_then():
    run = Run(started(4, terms(shared_deal=True)))
    run.go_on()
    with pytest.raises(WrongStageError):
        revealed_seed(run.tournament, 1)
    promised = deal_commitment(run.tournament, 1)
    run.rounds(1)
    assert hashlib.sha256(revealed_seed(run.tournament, 1)).digest() == promised
    seeds = {deal_seed(run.tournament, number, game) for number in (1, 2) for game in (0, 1)}
    assert len(seeds) == 4
    assert all(len(seed) == 32 for seed in seeds)
    assert deal_seed(started(4, seed=1), 1) not in seeds


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(2, 16))
def test_a_knockout_has_one_winner_whoever_leaves(seed, count):
    run = Run(started(count, terms(Knockout(third_place=True)), seed), seed)
    while run.tournament.stage.name == "RUNNING":
        if run.chance.random() < 0.1 and len(run.tournament.playing) > 1:
            leaver = player(run.chance.choice(run.tournament.playing)).id
            run.take(acts.Withdraw(by=leaver, player=leaver))
        else:
            run.go_on()
    first = [each.entrant for each in standings(run.tournament) if each.rank == 1]
    # If all who were left in the bracket have gone, those who came furthest share the first place.
    assert len(first) == 1 or not any(run.tournament.entrants[each].playing for each in first)

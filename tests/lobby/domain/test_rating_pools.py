"""Rating pools: which games are in one, how certainty ages, and by which rating a ticket is paired."""

import pytest
from openskill.models import PlackettLuce

from galaxytables_lobby.domain.archived import POINTS, Pool, SeatsKind, Skill, Speed, Who, shown, shown_deviation
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.ratings import (
    GRACE_DAYS,
    NEWCOMER,
    PAIR_GAMES,
    Standing,
    after_game,
    aged,
    first_day,
    is_repeated,
    pool_of,
    season_number,
    season_numbered,
    season_of,
)
from galaxytables_lobby.domain.state import TimeControl
from galaxytables_lobby.domain.tickets import Terms, Ticket, new_ticket_id
from galaxytables_lobby.ids import PlayerId

HOUR = 3_600_000
ADA, BEA, CAL = (Who(False, name) for name in ("ada", "bea", "cal"))
GREEDY, RANDOM = Who(True, "greedy"), Who(True, "random")


def test_a_pool_is_a_game_a_kind_of_seats_and_a_speed():
    assert pool_of("race", 2, TimeControl()) == Pool("race", SeatsKind.TWO, Speed.LIVE)
    assert pool_of("race", 3, TimeControl(per_move=HOUR - 1)).part == "more:live"
    assert pool_of("race", 6, TimeControl(per_move=HOUR)).key == "race:more:slow"
    assert pool_of("race", 2, TimeControl(initial=24 * HOUR)).speed is Speed.SLOW
    assert Pool.of("race", "more:slow") == Pool("race", SeatsKind.MORE, Speed.SLOW)


def test_seasons_are_the_quarters_of_a_year():
    begin = first_day(season_of(0))
    assert (begin, season_number(season_of(0))) == (0, 19701)
    assert season_of(first_day(season_of(0) + 1) - 1) == season_of(0)
    assert [season_numbered(number) for number in (19701, 19705, 19700, 5)] == [season_of(0), None, None, None]


def test_certainty_ages_after_a_month_and_with_a_season_up_to_a_newcomers():
    skill = Skill(30.0, 2.0, 20.0)
    assert aged(skill, 0, GRACE_DAYS) == skill
    assert aged(skill, 0, GRACE_DAYS + 10).deviation == 2.2
    assert aged(skill, 80, 95).deviation == 2.5
    assert aged(skill, 0, 4_000).deviation == NEWCOMER.deviation
    # Games may be archived in another order than they ended.
    assert aged(skill, 95, 80) == skill


def test_a_rating_is_bounded_by_what_results_against_people_vouch_for():
    strong = Standing(Skill(40.0, 1.0, 32.0), 0, 50, 40, 5)
    weak = Standing(Skill(20.0, 1.0, 15.0), 0, 50, 10, 5)
    newcomer = Standing(Skill(20.0, 8.0, 0.0), 0, 1, 0, 1)
    known = {ADA: weak, BEA: strong, GREEDY: strong, CAL: newcomer}
    assert after_game([(ADA, 1), (BEA, 2)], known, {}, 0)[ADA].skill.vouched > 15.0
    assert after_game([(ADA, 1), (GREEDY, 2)], known, {}, 0)[ADA].skill.vouched == 15.0
    assert after_game([(ADA, 1), (BEA, 2)], known, {}, 0)[BEA].skill.vouched < 32.0
    # Nobody is brought down by somebody of whom little is known.
    assert after_game([(CAL, 1), (BEA, 2)], known, {}, 0)[BEA].skill.vouched == 32.0
    assert Skill(40.0, 1.0, 10.0).value == 16.0


def test_a_pair_with_a_person_counts_so_often_and_two_bots_always():
    often = [(ADA, BEA, GREEDY, RANDOM)] * PAIR_GAMES
    assert not is_repeated([ADA, BEA], often[1:])
    assert is_repeated([ADA, CAL, BEA], often)
    assert is_repeated([ADA, GREEDY], often)
    assert not is_repeated([GREEDY, RANDOM, CAL], often)


def test_a_ticket_is_as_strong_as_in_the_rating_pool_of_its_terms():
    live = Terms(game="race", seats=2, options={}, control=TimeControl(per_move=1_000))
    slow = Terms(game="race", seats=2, options={}, control=TimeControl(per_move=HOUR))
    more = Terms(game="race", seats=3, options={}, control=TimeControl(per_move=1_000))
    ticket = Ticket(
        id=new_ticket_id(),
        player=Person(PlayerId("ada"), "Ada"),
        live=False,
        terms=(live, slow, more),
        since=0,
        strengths={"race:two:live": 31.0, "race:more:live": 22.0},
    )
    assert [ticket.strength(terms) for terms in (live, slow, more)] == [31.0, NEWCOMER.mean, 22.0]


def test_ratings_are_shown_in_points_and_a_hundred_of_them_win_two_games_of_three():
    assert (shown(NEWCOMER.mean), shown_deviation(NEWCOMER.deviation), NEWCOMER.shown_value) == (1750, 250, 1000)
    model = PlackettLuce()
    one, other = (model.rating(mu=mean, sigma=1.5) for mean in (25 + 100 / POINTS, 25))
    assert model.predict_win([[one], [other]])[0] == pytest.approx(2 / 3, abs=0.05)

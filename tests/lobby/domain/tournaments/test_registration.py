"""Who may enter, who has a place, who checks in, and how a tournament starts."""

import pytest

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import TimeControl
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.events import EventKind
from galaxytables_lobby.domain.tournaments.refusals import (
    InvalidTermsError,
    NotEligibleError,
    NotOrganiserError,
    UnknownEntrantError,
    WrongStageError,
)
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    Attendance,
    EntryLimits,
    Knockout,
    League,
    Leavers,
    RoundRobin,
    Schedule,
    Scoring,
    Swiss,
    TieBreak,
    TournamentStage,
)
from galaxytables_lobby.domain.tournaments.steps import Step, take
from galaxytables_lobby.ids import PlayerId
from tests.lobby.domain.tournaments.organised import (
    BEGIN,
    MINUTE,
    ORGANISER,
    Run,
    announced,
    done,
    entry,
    player,
    started,
    terms,
    with_entrants,
)

START = BEGIN + 10 * MINUTE
YEAR = 365 * 24 * 60 * MINUTE
STRANGER = PlayerId("stranger")


def attendances(tournament):
    return [entrant.attendance for entrant in tournament.entrants]


@pytest.mark.parametrize(
    ("limits", "coming", "limit"),
    [
        ({"min_rating": 20.0}, entry(0, rating=19.9), "min_rating"),
        ({"max_rating": 30.0}, entry(0, rating=30.1), "max_rating"),
        ({"min_account_age": YEAR}, entry(0, since=BEGIN - YEAR + 1), "min_account_age"),
        ({"invited_only": True}, entry(0), "invited_only"),
    ],
)
def test_who_does_not_meet_a_limit_does_not_enter(limits, coming, limit):
    with pytest.raises(NotEligibleError) as refused:
        done(announced(terms(limits=EntryLimits(**limits))), coming)
    assert refused.value.limit == limit


def test_who_just_meets_all_limits_enters():
    limits = EntryLimits(min_rating=20.0, max_rating=30.0, min_account_age=YEAR, invited_only=True)
    invited = done(announced(terms(limits=limits)), acts.Invite(by=ORGANISER.id, players=(player(0).id,)))
    assert attendances(done(invited, entry(0, rating=20.0, since=BEGIN - YEAR))) == [Attendance.REGISTERED]


def test_nobody_enters_twice():
    with pytest.raises(NotEligibleError):
        done(announced(), entry(0), entry(0))


def test_places_that_become_free_go_to_the_waiting_list_in_its_order():
    full = with_entrants(4, terms(limits=EntryLimits(max_entrants=2)))
    assert attendances(full) == [Attendance.REGISTERED] * 2 + [Attendance.WAITING] * 2
    left = take(full, Step(number=5, at=BEGIN, act=acts.Withdraw(by=player(0).id, player=player(0).id)))
    assert attendances(left.tournament)[1:] == [Attendance.REGISTERED, Attendance.REGISTERED, Attendance.WAITING]
    assert [each.kind for each in left.events] == [EventKind.WITHDREW, EventKind.PROMOTED]
    back = done(left.tournament, entry(0))
    assert back.entrants[-1].player == player(0)
    assert attendances(back)[-2:] == [Attendance.WAITING] * 2, "who comes back is behind all others"


def test_new_terms_move_the_waiting_list():
    full = with_entrants(4, terms(limits=EntryLimits(max_entrants=2)))
    wider = done(full, acts.EditTerms(by=ORGANISER.id, terms=terms(limits=EntryLimits(max_entrants=3))))
    assert attendances(wider) == [Attendance.REGISTERED] * 3 + [Attendance.WAITING]
    narrower = done(wider, acts.EditTerms(by=ORGANISER.id, terms=terms(limits=EntryLimits(max_entrants=2))))
    assert attendances(narrower) == attendances(full)


def test_only_the_organiser_edits_and_names_helpers_who_may_do_the_rest():
    helper = Person(STRANGER, "Hugo")
    with pytest.raises(NotOrganiserError):
        done(announced(), acts.Invite(by=STRANGER, players=()))
    helped = done(announced(), acts.ChangeHelpers(by=ORGANISER.id, helpers=(helper,)))
    assert done(helped, acts.Invite(by=STRANGER, players=(player(1).id,))).invited == (player(1).id,)
    for act in (acts.EditTerms(by=STRANGER, terms=terms()), acts.ChangeHelpers(by=STRANGER, helpers=())):
        with pytest.raises(NotOrganiserError):
            done(helped, act)


def test_a_tournament_does_not_start_before_its_time():
    with pytest.raises(WrongStageError):
        done(with_entrants(4), acts.Start(), at=START - 1)
    assert done(with_entrants(4), acts.Start(), at=START).stage is TournamentStage.RUNNING


def test_seeds_are_by_rating():
    coming = announced()
    for number, rating in enumerate((10.0, 30.0, 20.0)):
        coming = done(coming, entry(number, rating=rating))
    assert [each.seed for each in done(coming, acts.Start(), at=START).entrants] == [3, 1, 2]


def test_with_too_few_entrants_it_is_cancelled():
    alone = take(with_entrants(1), Step(number=2, at=START, act=acts.Start()))
    assert alone.tournament.stage is TournamentStage.CANCELLED
    assert alone.events[-1].kind is EventKind.CANCELLED


def checking_in(count: int, max_entrants: int = 0):
    schedule = Schedule(starts=START, check_in=5 * MINUTE)
    return with_entrants(count, terms(schedule=schedule, limits=EntryLimits(max_entrants=max_entrants)))


def test_check_in_is_open_only_for_so_long_before_the_start():
    waiting = checking_in(2)
    with pytest.raises(WrongStageError):
        done(waiting, acts.CheckIn(by=player(0).id), at=START - 5 * MINUTE - 1)
    assert done(waiting, acts.CheckIn(by=player(0).id), at=START - 5 * MINUTE).entrants[0].checked_in
    with pytest.raises(UnknownEntrantError):
        done(waiting, acts.CheckIn(by=STRANGER), at=START)


def test_who_has_not_checked_in_loses_the_place_to_the_waiting_list():
    waiting = checking_in(5, max_entrants=3)
    there = done(waiting, *(acts.CheckIn(by=player(number).id) for number in (0, 2, 4)), at=START - MINUTE)
    begun = done(there, acts.Start(), at=START)
    playing, no_show, left = Attendance.PLAYING, Attendance.NO_SHOW, Attendance.WAITING
    assert attendances(begun) == [playing, no_show, playing, left, playing]


def test_nobody_joins_late_unless_the_terms_say_so():
    with pytest.raises(NotEligibleError):
        done(started(4), entry(9), at=START)


def test_who_joins_late_plays_the_next_round():
    run = Run(started(4, terms(limits=EntryLimits(last_late_round=2))))
    run.rounds(1)
    run.take(entry(9))
    run.rounds(2)
    assert any(4 in (*pairing.entrants,) for pairing in run.last.pairings) or 4 in run.last.byes
    with pytest.raises(NotEligibleError):
        run.take(entry(10))


def test_a_round_that_has_not_started_is_paired_anew_when_somebody_leaves_or_joins():
    run = Run(started(4, terms(limits=EntryLimits(last_late_round=1))))
    run.go_on()
    run.take(entry(9))
    assert [each.kind for each in run.events[-2:]] == [EventKind.REGISTERED, EventKind.ROUND_UNPAIRED]
    run.go_on()
    assert set(run.tournament.playing) == {0, 1, 2, 3, 4}
    run.take(acts.Withdraw(by=player(0).id, player=player(0).id))
    assert [each.kind for each in run.events[-2:]] == [EventKind.WITHDREW, EventKind.ROUND_UNPAIRED]
    assert run.tournament.rounds == ()
    run.go_on()
    assert set(run.tournament.playing) == {1, 2, 3, 4}


@pytest.mark.parametrize("leavers", Leavers)
def test_leavers_are_replaced_by_a_bot_if_the_organiser_says_so(leavers):
    run = Run(started(4, terms(leavers=leavers, bot="random")))
    run.rounds(1)
    run.take(acts.Withdraw(by=player(0).id, player=player(0).id))
    run.rounds(2)
    seated = {entrant for pairing in run.last.pairings for entrant in pairing.entrants} | set(run.last.byes)
    assert (0 in seated) == (leavers is Leavers.BOT)
    run.take(acts.CheckIn(by=player(0).id))
    assert run.tournament.entrants[0].attendance is Attendance.PLAYING


def test_who_never_comes_to_a_table_does_not_play_the_next_round():
    run = Run(started(4))
    run.go_on()
    run.go_on()
    number, table_id = run.open_tables()[0]
    absent = run.last.pairings[number].entrants[1]
    run.take(
        acts.Report(number=1, pairing=number, table_id=table_id, ranks=(1, 2), forfeits=(1,)),
    )
    assert run.tournament.entrants[absent].attendance is Attendance.NO_SHOW
    assert absent not in run.tournament.playing


@pytest.mark.parametrize(
    ("wrong", "term"),
    [
        (terms(seats=7), "seats"),
        (terms(name=""), "name"),
        (terms(Swiss(rounds=0)), "format.rounds"),
        (terms(Knockout(), seats=3), "seats"),
        (terms(Knockout(best_of=2)), "format.best_of"),
        (terms(Knockout(), limits=EntryLimits(last_late_round=1)), "limits.last_late_round"),
        (terms(RoundRobin(), limits=EntryLimits(last_late_round=1)), "limits.last_late_round"),
        (terms(RoundRobin(cycles=5)), "format.cycles"),
        (terms(Arena(duration=MINUTE)), "format.duration"),
        (terms(Arena(duration=60 * MINUTE, berserk=True), control=TimeControl(per_move=9)), "format.berserk"),
        (terms(League(seasons=1, group_size=4, promoted=2, relegated=2)), "format.promoted"),
        (terms(League(seasons=0, group_size=4)), "format.seasons"),
        (terms(Arena(duration=60 * MINUTE), shared_deal=True), "shared_deal"),
        (terms(League(seasons=1, group_size=4), shared_deal=True), "shared_deal"),
        (terms(leavers=Leavers.BOT), "bot"),
        (terms(limits=EntryLimits(min_entrants=5, max_entrants=4)), "limits.max_entrants"),
        (terms(limits=EntryLimits(min_rating=5.0, max_rating=4.0)), "limits.max_rating"),
        (terms(seats=4, short_tables=False), "limits.min_entrants"),
        (terms(scoring=Scoring(places=(1, 2))), "scoring.places"),
        (terms(scoring=Scoring(bye=101)), "scoring.bye"),
        (terms(scoring=Scoring(ties=(TieBreak.WINS, TieBreak.WINS))), "scoring.ties"),
        (terms(schedule=Schedule(starts=-1)), "schedule.starts"),
    ],
)
def test_terms_that_contradict_each_other_are_refused(wrong, term):
    with pytest.raises(InvalidTermsError) as refused:
        announced(wrong)
    assert refused.value.term == term

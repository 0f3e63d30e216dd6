"""What organisers repair: results, pairings, pauses; each with a reason, and never what has gone on since."""

import pytest

from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.due import Due, NextStep, next_step
from galaxytables_lobby.domain.tournaments.ledger import ledger_of, totals
from galaxytables_lobby.domain.tournaments.points import POINT
from galaxytables_lobby.domain.tournaments.refusals import (
    InvalidPairingError,
    InvalidResultError,
    MissingReasonError,
    NotOrganiserError,
    PausedError,
    UnknownPairingError,
    WrongStageError,
)
from galaxytables_lobby.domain.tournaments.state import (
    Knockout,
    RoundRobin,
    Schedule,
    TournamentStage,
)
from galaxytables_lobby.ids import TableId
from tests.lobby.domain.tournaments.organised import (
    BEGIN,
    MINUTE,
    ORGANISER,
    Run,
    by_number,
    paired,
    player,
    started,
    terms,
    with_entrants,
)

ME = ORGANISER.id


def corrected(number: int, pairing: int, ranks=(1, 1), **fields):
    values = {"by": ME, "reason": "the clock stood still", **fields}
    return acts.CorrectResult(number=number, pairing=pairing, ranks=ranks, **values)


def test_a_corrected_result_changes_the_points_and_is_kept_with_its_reason():
    run = Run(started(4), results=by_number)
    run.rounds(1)
    one, other = run.last.pairings[0].entrants
    run.take(corrected(1, 0))
    points = totals(ledger_of(run.tournament))
    assert points[one] == points[other] == POINT // 2
    [repair] = run.tournament.repairs
    assert (repair.by, repair.what, repair.reason, repair.round, repair.pairing) == (
        ME,
        "result",
        "the clock stood still",
        1,
        0,
    )


def test_a_next_round_that_has_not_started_is_paired_anew_after_a_correction():
    run = Run(started(4))
    run.rounds(1)
    run.go_on()
    assert len(run.tournament.rounds) == 2
    run.take(corrected(1, 0))
    assert len(run.tournament.rounds) == 1


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (corrected(1, 0, reason=" "), MissingReasonError),
        (corrected(1, 0, reason="x" * 301), MissingReasonError),
        (corrected(1, 0, by=player(0).id), NotOrganiserError),
        (corrected(1, 5), UnknownPairingError),
        (corrected(3, 0), UnknownPairingError),
        (corrected(1, 0, game=1), UnknownPairingError),
        (corrected(1, 0, ranks=(2, 2)), InvalidResultError),
        (corrected(1, 0, ranks=(1, 3)), InvalidResultError),
        (corrected(1, 0, ranks=(1,)), InvalidResultError),
        (corrected(1, 0, ranks=(1, 2), forfeits=(0,)), InvalidResultError),
        (corrected(1, 0, ranks=(1, 2), forfeits=(2,)), InvalidResultError),
        (corrected(1, 0, ranks=(1, 2), scores=(1,)), InvalidResultError),
    ],
)
def test_a_wrong_correction_is_refused(wrong, error):
    run = Run(started(4))
    run.rounds(1)
    with pytest.raises(error):
        run.take(wrong)


def test_a_game_without_a_result_cannot_be_corrected():
    run = Run(started(4))
    run.go_on()
    run.go_on()
    with pytest.raises(WrongStageError):
        run.take(corrected(1, 0))


def test_in_a_knockout_the_winner_changes_only_until_the_next_round_starts():
    run = Run(started(4, terms(Knockout())), results=by_number)
    run.rounds(1)
    run.go_on()
    pairing = run.tournament.rounds[0].pairings[0]
    loser = max(pairing.entrants)
    other_way = tuple(1 if each == loser else 2 for each in pairing.entrants)
    run.take(corrected(1, 0, ranks=other_way))
    run.go_on()
    assert loser in {each for pairing in run.last.pairings for each in pairing.entrants}
    run.go_on()
    with pytest.raises(WrongStageError):
        run.take(corrected(1, 0, ranks=other_way[::-1]))
    with pytest.raises(WrongStageError):
        run.take(corrected(1, 0, ranks=(1, 1)))


def changed(other, **fields):
    values = {"by": ME, "reason": "two brothers", "number": 1, **fields}
    return acts.ChangePairings(paired=other, **values)


def test_pairings_change_before_the_round_starts():
    run = Run(started(4))
    run.go_on()
    other = paired((0, 3), (2, 1))
    run.take(changed(other))
    assert [each.entrants for each in run.last.pairings] == [(0, 3), (2, 1)]
    assert run.tournament.repairs[0].what == "pairings"
    run.go_on()
    with pytest.raises(WrongStageError):
        run.take(changed(other))


@pytest.mark.parametrize(
    "wrong",
    [
        paired((0, 1)),
        paired((0, 1), (1, 2), byes=(3,)),
        paired((0, 1), (2, 2), byes=(3,)),
        paired((0, 1, 2), byes=(3,)),
        paired((0, 1), (2, 4), byes=(3,)),
        paired(byes=(0, 1, 2)),
    ],
)
def test_pairings_that_are_not_those_of_a_round_are_refused(wrong):
    run = Run(started(4))
    run.go_on()
    with pytest.raises(InvalidPairingError):
        run.take(changed(wrong))


def test_matches_of_a_knockout_are_those_of_its_places():
    run = Run(started(3, terms(Knockout())))
    run.go_on()
    good = paired((2, 0), byes=(1,), places=(1, None, 2, 0), group=1)
    run.take(changed(good))
    for wrong in (
        paired((2, 0), byes=(1,), places=(1, None, 0, 2), group=1),
        paired((2, 0), places=(None, None, 2, 0), group=1),
        paired((2, 0), byes=(1,), group=1),
    ):
        with pytest.raises(InvalidPairingError):
            run.take(changed(wrong))


def test_a_planned_round_that_is_taken_back_is_not_lost():
    run = Run(started(9, terms(RoundRobin(), seats=3)))
    run.rounds(1)
    run.go_on()
    before, later = run.last, run.tournament.planned
    run.take(corrected(1, 0, ranks=(1, 1, 1)))
    run.go_on()
    assert [each.entrants for each in run.last.pairings] == [each.entrants for each in before.pairings]
    assert run.tournament.planned == later


def test_while_paused_nothing_starts_but_tables_go_on():
    run = Run(started(4))
    run.go_on()
    run.go_on()
    run.take(acts.Pause(by=ME, reason="storm"))
    assert next_step(run.tournament) is None
    run.end_table(*run.open_tables()[0])
    run.end_table(*run.open_tables()[0])
    run.take(acts.EndRound(number=1))
    with pytest.raises(PausedError):
        run.take(acts.PairRound(number=2, paired=paired((0, 1), (2, 3))))
    with pytest.raises(PausedError):
        run.take(acts.Pause(by=ME, reason="storm"))
    run.take(acts.Resume(by=ME))
    run.rounds(2)


def test_times_move_by_the_length_of_a_pause():
    run = Run(started(4, terms(schedule=Schedule(starts=BEGIN, max_round=30 * MINUTE))))
    run.go_on()
    run.go_on()
    assert next_step(run.tournament) == NextStep(Due.END_ROUND, run.now + 30 * MINUTE)
    began = run.now
    run.take(acts.Pause(by=ME, reason="storm"))
    run.now += 12 * MINUTE
    run.take(acts.Resume(by=ME))
    assert next_step(run.tournament) == NextStep(Due.END_ROUND, began + 42 * MINUTE)


def test_a_pause_during_registration_moves_the_start():
    run = Run(with_entrants(4))
    run.take(acts.Pause(by=ME, reason="storm"))
    run.now += 3 * MINUTE
    run.take(acts.Resume(by=ME))
    assert next_step(run.tournament) == NextStep(Due.START, BEGIN + 13 * MINUTE)


def test_a_round_whose_time_is_up_is_decided_as_it_stands():
    run = Run(started(4, terms(schedule=Schedule(starts=BEGIN, max_round=30 * MINUTE))), results=by_number)
    run.go_on()
    run.go_on()
    run.end_table(*run.open_tables()[0])
    with pytest.raises(WrongStageError):
        run.take(acts.EndRound(number=1))
    run.now += 30 * MINUTE
    run.take(acts.EndRound(number=1))
    points = totals(ledger_of(run.tournament))
    assert sorted(points.values()) == [0, POINT // 2, POINT // 2, POINT]
    with pytest.raises(WrongStageError):
        run.take(acts.Report(number=1, pairing=1, table_id=TableId("t2"), ranks=(1, 2)))


def test_the_next_round_waits_for_the_interval():
    run = Run(started(4, terms(schedule=Schedule(starts=BEGIN, interval=5 * MINUTE))))
    run.rounds(1)
    run.go_on()
    assert next_step(run.tournament) == NextStep(Due.START_ROUND, run.last.paired + 5 * MINUTE)
    with pytest.raises(WrongStageError):
        run.take(acts.StartRound(number=2, tables=(TableId("x1"), TableId("x2"))))


def test_only_new_tables_start():
    run = Run(started(4))
    run.go_on()
    for tables in ((), (TableId("x"), TableId("x")), (TableId("x"), TableId(""))):
        with pytest.raises(InvalidPairingError):
            run.take(acts.StartRound(number=1, tables=tables))


def test_a_table_has_one_result():
    run = Run(started(4))
    run.go_on()
    run.go_on()
    number, table_id = run.open_tables()[0]
    run.end_table(number, table_id)
    with pytest.raises(WrongStageError):
        run.take(acts.Report(number=1, pairing=number, table_id=table_id, ranks=(2, 1)))
    with pytest.raises(UnknownPairingError):
        run.take(acts.Report(number=1, pairing=number, table_id=TableId("other"), ranks=(2, 1)))


def test_the_organiser_cancels():
    run = Run(started(4))
    with pytest.raises(NotOrganiserError):
        run.take(acts.Cancel(by=player(0).id, reason="no"))
    run.take(acts.Cancel(by=ME, reason="the hall burns"))
    assert run.tournament.stage is TournamentStage.CANCELLED
    assert next_step(run.tournament) is None

"""The arithmetic of players' time."""

from hypothesis import given
from hypothesis import strategies as st

from services.lobby import timing
from services.lobby.table import Person, Seat, SeatClock, Stage, TableState, TimeControl

PER_MOVE = TimeControl(per_move=60_000)
BUDGET = TimeControl(initial=100_000, increment=10_000, cap=120_000)
NOTHING: frozenset[str] = frozenset()
ONE, TWO = frozenset({"one"}), frozenset({"two"})


def choose(control, clock, *, chose, before, after, now):
    return timing.after_choice(control, clock, chose=chose, asked_before=before, asked=after, now=now)


def test_per_move_every_new_question_gives_the_full_time():
    clock = SeatClock(remaining=60_000, started=1_000)
    clock = choose(PER_MOVE, clock, chose=True, before=ONE, after=TWO, now=41_000)
    assert (clock.started, clock.remaining, clock.deadline) == (41_000, 60_000, 101_000)


def test_per_move_others_choices_change_nothing_while_the_question_stays():
    clock = SeatClock(remaining=60_000, started=1_000)
    assert choose(PER_MOVE, clock, chose=False, before=ONE, after=ONE, now=41_000) is clock


def test_per_move_the_clock_stands_while_nothing_is_asked():
    clock = SeatClock(remaining=60_000, started=1_000)
    clock = choose(PER_MOVE, clock, chose=True, before=ONE, after=NOTHING, now=41_000)
    assert (clock.remaining, clock.deadline) == (20_000, 0)


def test_per_move_undo_and_choosing_again_brings_no_fresh_time():
    clock = SeatClock(remaining=60_000, started=1_000)
    clock = choose(PER_MOVE, clock, chose=True, before=ONE, after=TWO, now=11_000)
    clock = timing.after_undo(PER_MOVE, clock, undid=True, asked=ONE, now=21_000)
    assert clock.deadline == 71_000
    clock = choose(PER_MOVE, clock, chose=True, before=ONE, after=TWO, now=31_000)
    assert clock.deadline == 71_000
    clock = choose(PER_MOVE, clock, chose=True, before=TWO, after=ONE, now=41_000)
    assert clock.deadline == 101_000


def test_per_move_undo_of_the_last_answer_goes_on_with_what_was_left():
    clock = SeatClock(remaining=60_000, started=1_000)
    clock = choose(PER_MOVE, clock, chose=True, before=ONE, after=NOTHING, now=31_000)
    clock = timing.after_undo(PER_MOVE, clock, undid=True, asked=ONE, now=500_000)
    assert clock.deadline == 530_000


def test_budget_a_choice_costs_its_time_and_gives_the_increment_back_up_to_the_cap():
    clock = SeatClock(remaining=100_000, started=1_000)
    clock = choose(BUDGET, clock, chose=True, before=ONE, after=NOTHING, now=31_000)
    assert (clock.remaining, clock.started) == (80_000, 0)
    clock = choose(BUDGET, clock, chose=False, before=NOTHING, after=TWO, now=90_000)
    assert clock.deadline == 170_000
    quick = choose(BUDGET, SeatClock(remaining=119_000, started=5), chose=True, before=ONE, after=TWO, now=5)
    assert quick.remaining == 120_000


def test_budget_undo_takes_the_increment_back_but_never_clocks_out_by_itself():
    clock = SeatClock(remaining=50_000, started=1_000)
    clock = choose(BUDGET, clock, chose=True, before=ONE, after=NOTHING, now=11_000)
    undone = timing.after_undo(BUDGET, clock, undid=True, asked=ONE, now=20_000)
    assert (undone.remaining, undone.started) == (40_000, 20_000)
    little = timing.after_undo(BUDGET, SeatClock(remaining=9_000), undid=True, asked=ONE, now=20_000)
    assert little.remaining == timing.LEAST_AFTER_UNDO


def test_without_a_control_no_clock_ever_runs():
    clock = choose(TimeControl(), SeatClock(), chose=True, before=ONE, after=TWO, now=5)
    assert clock == timing.after_undo(TimeControl(), clock, undid=True, asked=ONE, now=6) == SeatClock()


def table(*seats: Seat, waiting: tuple[int, ...], control: TimeControl = PER_MOVE) -> TableState:
    return TableState(
        id="t", name="", game="g", options={}, seats=seats, stage=Stage.RUNNING, private=False, control=control,
        host=Person("h", "H"), created=0, version=1, seed=b"", commitment=b"", waiting=waiting,
    )  # fmt: skip


def test_the_earliest_deadline_counts_and_only_of_seats_that_must_choose():
    early, late = Seat(clock=SeatClock(10, 100)), Seat(clock=SeatClock(50, 100))
    both = table(early, late, waiting=(0, 1))
    assert timing.due(both, 0) == 110
    assert timing.due(table(early, late, waiting=(1,)), 0) == 150
    assert timing.due(table(early, late, waiting=()), 0) == 0
    assert [timing.overdue(both, now) for now in (109, 110, 150)] == [[], [0], [0, 1]]


def test_a_forsaken_seat_is_due_at_once_and_before_all_others():
    person = Seat(clock=SeatClock(10, 100))
    gone = Seat(player=Person("p", "P"), resigned=True)
    taken_over = Seat(player=Person("p", "P"), resigned=True, bot="greedy")
    state = table(person, gone, waiting=(0, 1))
    assert timing.due(state, 777) == 777
    assert timing.overdue(state, 777) == [1, 0]
    assert timing.due(table(person, taken_over, waiting=(1,)), 777) == 0


steps = st.lists(
    st.tuples(st.sampled_from(["choose", "other", "undo"]), st.booleans(), st.integers(0, 30_000)), max_size=40
)


@given(st.sampled_from([PER_MOVE, BUDGET, TimeControl(initial=5_000)]), steps)
def test_no_sequence_of_moves_makes_time_negative_or_more_than_the_control_grants(control, sequence):
    clock, now, asked, number = timing.fresh(control), 1_000, NOTHING, 0
    bought = clock.remaining
    for what, goes_on, passed in sequence:
        now += passed
        before, number = asked, number + 1
        asked = frozenset({f"q{number}"}) if goes_on else NOTHING
        if what == "undo":
            clock = timing.after_undo(control, clock, undid=True, asked=asked, now=now)
        else:
            chose = what == "choose"
            clock = choose(control, clock, chose=chose, before=before, after=asked, now=now)
            bought += control.increment if chose else 0
        assert clock.remaining >= 0
        assert timing.left(clock, now) <= max(control.per_move, control.cap or bought)
        assert bool(clock.started) == bool(asked)

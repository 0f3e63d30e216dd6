"""The arithmetic of players' time."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from galaxytables_lobby.domain import timing
from galaxytables_lobby.domain.game import edition
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import RunningTable, SeatClock, TableSeat, TimeControl
from galaxytables_lobby.domain.timing import GATEWAYS, Outage
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from tests.lobby.seats import S0, S1

ADA = Person(PlayerId("ada"), "Ada")
PER_MOVE = TimeControl(per_move=60_000)
BUDGET = TimeControl(initial=100_000, increment=10_000, cap=120_000)
NOTHING: frozenset[str] = frozenset()
ONE, TWO = frozenset({"one"}), frozenset({"two"})


def choose(control, clock, *, chose, before, after, now):
    return timing.after_choice(control, clock, chose=chose, prompts_before=before, prompts=after, now=now)


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
    clock = timing.after_undo(PER_MOVE, clock, undid=True, prompts=ONE, now=21_000)
    assert clock.deadline == 71_000
    clock = choose(PER_MOVE, clock, chose=True, before=ONE, after=TWO, now=31_000)
    assert clock.deadline == 71_000
    clock = choose(PER_MOVE, clock, chose=True, before=TWO, after=ONE, now=41_000)
    assert clock.deadline == 101_000


def test_per_move_undo_of_the_last_answer_goes_on_with_what_was_left():
    clock = SeatClock(remaining=60_000, started=1_000)
    clock = choose(PER_MOVE, clock, chose=True, before=ONE, after=NOTHING, now=31_000)
    clock = timing.after_undo(PER_MOVE, clock, undid=True, prompts=ONE, now=500_000)
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
    undone = timing.after_undo(BUDGET, clock, undid=True, prompts=ONE, now=20_000)
    assert (undone.remaining, undone.started) == (40_000, 20_000)
    little = timing.after_undo(BUDGET, SeatClock(remaining=9_000), undid=True, prompts=ONE, now=20_000)
    assert little.remaining == timing.MIN_AFTER_UNDO


def test_who_goes_berserk_has_half_of_what_is_left_and_no_increments():
    clock = timing.berserk(SeatClock(remaining=60_000, started=1_000), 11_000)
    assert (clock.remaining, clock.started) == (25_000, 11_000)
    assert timing.berserk(SeatClock(remaining=60_000), 11_000).remaining == 30_000
    clock = timing.after_choice(BUDGET, clock, chose=True, prompts_before=ONE, prompts=TWO, now=16_000)
    assert clock.remaining == 20_000
    # There is no increment that an undo would take back.
    assert timing.after_undo(BUDGET, clock, undid=True, prompts=ONE, now=16_000).remaining == 20_000


def test_without_a_control_no_clock_ever_runs():
    clock = choose(TimeControl(), SeatClock(), chose=True, before=ONE, after=TWO, now=5)
    assert clock == timing.after_undo(TimeControl(), clock, undid=True, prompts=ONE, now=6) == SeatClock()


def table(*seats: TableSeat, waiting: tuple[SeatNumber, ...], control: TimeControl = PER_MOVE) -> RunningTable:
    return RunningTable(
        id=TableId("t"), name="", game="g", options={}, seats=seats, private=False, control=control,
        host=Person(PlayerId("h"), "H"), created=0, version=1, seed=b"", commitment=b"", waiting=waiting,
    )  # fmt: skip


def test_the_earliest_deadline_counts_and_only_of_seats_that_must_choose():
    early, late = TableSeat(clock=SeatClock(10, 100)), TableSeat(clock=SeatClock(50, 100))
    both = table(early, late, waiting=(S0, S1))
    assert timing.due(both, 0) == 110
    assert timing.due(table(early, late, waiting=(S1,)), 0) == 150
    assert timing.due(table(early, late, waiting=()), 0) == 0
    assert [timing.overdue(both, now) for now in (109, 110, 150)] == [[], [0], [0, 1]]


def test_a_forsaken_seat_is_due_at_once_and_before_all_others():
    person = TableSeat(clock=SeatClock(10, 100))
    gone = TableSeat(player=Person(PlayerId("p"), "P"), resigned=True)
    taken_over = TableSeat(player=Person(PlayerId("p"), "P"), resigned=True, bot="greedy")
    state = table(person, gone, waiting=(S0, S1))
    assert timing.due(state, 777) == 777
    assert timing.overdue(state, 777) == [1, 0]
    assert timing.due(table(person, taken_over, waiting=(S1,)), 777) == 0


def test_choices_of_the_same_hour_have_one_deadline_where_there_is_no_clock():
    state = replace(table(TableSeat(), waiting=(S0,)), control=TimeControl())
    deadline = timing.due(state, 5 * timing.HOUR)
    assert deadline == 6 * timing.HOUR + timing.MAX_SILENCE
    assert timing.due(state, 6 * timing.HOUR - 1) == deadline
    assert timing.due(state, 6 * timing.HOUR) == deadline + timing.HOUR


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
            clock = timing.after_undo(control, clock, undid=True, prompts=asked, now=now)
        else:
            chose = what == "choose"
            clock = choose(control, clock, chose=chose, before=before, after=asked, now=now)
            bought += control.increment if chose else 0
        assert clock.remaining >= 0
        assert timing.left(clock, now) <= max(control.per_move, control.cap or bought)
        assert bool(clock.started) == bool(asked)


BANK = TimeControl(per_move=60_000, bank=100_000, grace=2_000)


def test_the_bank_pays_once_a_choices_own_time_is_up():
    clock = SeatClock(remaining=60_000, bank=100_000, started=1_000)
    assert clock.deadline == 161_000
    quick = choose(BANK, clock, chose=True, before=ONE, after=TWO, now=41_000)
    assert (quick.remaining, quick.bank) == (60_000, 100_000)
    slow = choose(BANK, clock, chose=True, before=ONE, after=TWO, now=91_000)
    assert (slow.remaining, slow.bank, slow.started) == (60_000, 70_000, 91_000)
    resting = choose(BANK, clock, chose=True, before=ONE, after=NOTHING, now=91_000)
    assert (resting.remaining, resting.bank, resting.deadline) == (0, 70_000, 0)


def test_an_empty_bank_stays_empty_and_choices_have_their_own_time_again():
    clock = SeatClock(remaining=60_000, bank=10_000, started=1_000)
    late = choose(BANK, clock, chose=True, before=ONE, after=TWO, now=500_000)
    assert (late.remaining, late.bank) == (60_000, 0)


def test_the_default_is_played_after_the_grace_that_the_deadline_does_not_show():
    clock = SeatClock(remaining=60_000, started=1_000)
    waiting = table(TableSeat(player=ADA, clock=clock), waiting=(S0,), control=BANK)
    assert clock.deadline == 61_000
    assert timing.due(waiting, 50_000) == 63_000
    assert timing.overdue(waiting, 62_999) == []
    assert timing.overdue(waiting, 63_000) == [0]


def test_on_vacation_the_clock_stands_and_a_choice_ends_it():
    clock = SeatClock(remaining=60_000, vacation=50_000, started=1_000)
    away = timing.gone(clock, 11_000)
    assert (away.deadline, away.remaining, away.back) == (0, 50_000, 61_000)
    still = choose(PER_MOVE, away, chose=False, before=ONE, after=TWO, now=20_000)
    assert (still.started, still.away) == (0, 11_000)
    back = choose(PER_MOVE, away, chose=True, before=ONE, after=TWO, now=31_000)
    assert (back.away, back.vacation, back.started) == (0, 30_000, 31_000)


def test_a_vacation_that_is_used_up_ends_by_the_clock():
    away = SeatClock(remaining=60_000, vacation=50_000, away=11_000)
    waiting = table(TableSeat(player=ADA, clock=away), waiting=(S0,))
    assert timing.due(waiting, 20_000) == 61_000
    assert (timing.back_by_now(waiting, 60_999), timing.back_by_now(waiting, 61_000)) == ([], [0])
    asked_later = choose(PER_MOVE, away, chose=False, before=NOTHING, after=ONE, now=70_000)
    assert (asked_later.away, asked_later.vacation, asked_later.started) == (0, 0, 70_000)


spans = st.tuples(st.integers(0, 10**6), st.integers(0, 10**5))


@given(st.integers(1, 10**6), st.lists(spans, max_size=5))
def test_outages_cost_nobody_time(started, found):
    outages, at = [], 0
    for gap, length in found:
        outages.append(Outage("g", at + gap, at + gap + length))
        at += gap + length
    now = at + started
    clock = SeatClock(remaining=10**7, started=started)
    before = table(TableSeat(player=ADA, clock=clock), waiting=(S0,))
    before = replace(before, deadline=timing.due(before, now))
    after = timing.compensated(before, outages, now)
    lost = sum(max(0, outage.end - max(started, outage.start)) for outage in outages)
    assert after.seats[0].clock.deadline == clock.deadline + lost
    assert after.deadline == before.deadline + lost
    assert timing.compensated(after, outages, now) is after


def test_outages_of_other_games_and_standing_clocks_change_nothing():
    asked = table(TableSeat(player=ADA, clock=SeatClock(remaining=5, started=10)), waiting=(S0,))
    asked = replace(asked, deadline=15)
    assert timing.compensated(asked, [Outage("other", 5, 500)], 600) is asked
    standing = replace(asked, seats=(TableSeat(player=ADA, clock=SeatClock(remaining=5)),))
    assert timing.compensated(standing, [Outage("g", 5, 500)], 600) is standing


def test_a_time_that_lies_in_two_outages_is_given_back_once_whichever_is_known_first():
    clock = SeatClock(remaining=600, started=990)
    asked = replace(table(TableSeat(player=ADA, clock=clock), waiting=(S0,)), deadline=1_590)
    game, gateways = Outage("g", 1_000, 1_054), Outage(GATEWAYS, 1_000, 1_064)
    for known in ([game], [game, gateways]):
        asked = timing.compensated(asked, known, 1_064)
    assert asked.seats[0].clock.started == 990 + 64
    assert asked.compensated == 1_064
    # Who was asked after the game was back had time since then, and is given back the rest.
    later = replace(asked, compensated=1_054, seats=(TableSeat(player=ADA, clock=replace(clock, started=1_058)),))
    assert timing.compensated(later, [game, gateways], 1_064).seats[0].clock.started == 1_064


@given(
    st.lists(st.tuples(st.integers(0, 1_000), st.integers(1, 500)), min_size=1, max_size=5, unique_by=sum),
    st.integers(-1_000, -1),
)
def test_outages_that_end_one_after_the_other_give_back_just_the_time_that_lies_in_any(spans, started):
    """Whoever was asked before all of them has the time that was left then, whenever each became known."""
    outages = sorted((Outage(("g", GATEWAYS)[number % 2], 2_000 + start, 2_000 + start + length)
                      for number, (start, length) in enumerate(spans)), key=lambda each: each.end)  # fmt: skip
    clock = SeatClock(remaining=10**6, started=2_000 + started)
    asked = replace(table(TableSeat(player=ADA, clock=clock), waiting=(S0,)), deadline=clock.deadline)
    for known in range(1, len(outages) + 1):
        asked = timing.compensated(asked, outages[:known], outages[known - 1].end)
    lost = len({moment for each in outages for moment in range(each.start, each.end)})
    assert asked.seats[0].clock.started == clock.started + lost


def test_an_outage_is_given_back_to_vacations_and_to_what_others_see():
    seat = TableSeat(
        player=ADA, clock=SeatClock(vacation=100, away=10), shown_clock=SeatClock(remaining=100, started=10)
    )
    asked = replace(table(seat, waiting=(S0,)), deadline=110)
    after = timing.compensated(asked, [Outage("g", 20, 50)], 60)
    assert after.seats[0].clock.back == 140
    assert after.seats[0].shown_clock is not None
    assert after.seats[0].shown_clock.deadline == 140


def test_budget_choosing_and_undoing_in_turn_buys_time_once():
    clock, now = SeatClock(remaining=500, started=1_000), 1_000
    for _ in range(20):
        clock = choose(BUDGET, clock, chose=True, before=ONE, after=TWO, now=now)
        now += min(9_500, timing.left(clock, now))
        clock = timing.after_undo(BUDGET, clock, undid=True, prompts=ONE, now=now)
    assert now <= 1_000 + 500 + BUDGET.increment
    assert timing.left(clock, now) <= timing.MIN_AFTER_UNDO


def test_only_who_went_on_vacation_comes_back_and_only_where_the_table_waits():
    used_up = SeatClock(remaining=1_000, vacation=500, away=1_000)
    seats = tuple(TableSeat(player=ADA, clock=clock) for clock in (SeatClock(remaining=1_000), used_up, used_up))
    table = RunningTable(
        id=TableId("t"), name="t", game="g", options={}, seats=seats, private=False, host=ADA,
        created=0, version=1, seed=b"", commitment=b"", waiting=(S0, S1),
    )  # fmt: skip
    assert timing.back_by_now(table, 1_500) == [1]
    assert timing.back_by_now(table, 1_499) == []


def test_a_time_without_its_game_that_was_also_one_without_its_version_is_given_back_once():
    asked = table(TableSeat(player=ADA, clock=SeatClock(remaining=500, started=10)), waiting=(S0,))
    asked = replace(asked, deadline=510, rules_version=3, pack_digest=b"p" * 32)
    whole, own, another = ("g", 20, 40), (edition("g", 3, b"p" * 32), 30, 50), (edition("g", 4, b"p" * 32), 0, 90)
    after = timing.compensated(asked, [Outage(*each) for each in (own, whole, another)], 60)
    assert after.seats[0].clock.started == 10 + 30

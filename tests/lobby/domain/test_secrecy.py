"""What a seat does in secret is counted for the seat alone, and shown to nobody else."""

import pytest
from msgspec.structs import replace

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain import pauses, playing
from galaxytables_lobby.domain.game import HeldPosition, Moved, prompts_by_seat
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.stages import running
from galaxytables_lobby.domain.state import (
    FinishedTable,
    Proposal,
    RunningTable,
    SeatClock,
    TableSeat,
    TimeControl,
    at_stage,
)
from galaxytables_lobby.ids import SEAT_NUMBERS, PlayerId, SeatNumber, TableId
from galaxytables_lobby.subscriptions.updates import Updates
from galaxytables_lobby.subscriptions.watcher import NO_PROMPTS, Onlooker, Watcher
from tests.lobby.seats import S0, S1, S2

SEATS = 3


@pytest.fixture
def table():
    """Three people, all choosing, ten minutes each."""
    clock = SeatClock(remaining=600_000, started=1_000)
    people = [TableSeat(player=Person(PlayerId(f"p{number}"), "x"), clock=clock) for number in range(SEATS)]
    return RunningTable(
        id=TableId("t"),
        name="n",
        game="g",
        options={},
        seats=tuple(people),
        private=False,
        control=TimeControl(initial=600_000, increment=5_000),
        host=Person(PlayerId("p0"), "x"),
        created=1,
        version=7,
        seed=b"s" * 32,
        commitment=b"c" * 32,
        waiting=SEAT_NUMBERS[:SEATS],
    )


def asked(steps, waiting=range(SEATS)):
    """Every waiting seat has a prompt, named by how often it has chosen."""
    return rules_pb2.Standing(prompts=[game_pb2.Prompt(id=f"1.{seat}.{steps[seat]}", seat=seat) for seat in waiting])


def chosen(table, seat, steps, *, hidden=True, waiting=range(SEATS), events=()):
    standing = asked([step - (number == seat) for number, step in enumerate(steps)])
    moved = Moved(asked(steps, waiting), HeldPosition(b"p", b"d" * 16), events, {}, hidden=hidden)
    choice = game_pb2.Choice(seat=seat, prompt_id=f"1.{seat}.{steps[seat] - 1}", picks=["x"])
    return playing.apply_choices(table, prompts_by_seat(standing), [(choice, moved)], by_clock=False, now=9_000).table


def by_clock(table, seat, steps, waiting):
    """The seat's time is up."""
    standing = asked([step - (number == seat) for number, step in enumerate(steps)])
    moved = Moved(asked(steps, waiting), HeldPosition(b"p", b"d" * 16), (), {}, hidden=True)
    choice = game_pb2.Choice(seat=seat, prompt_id=f"1.{seat}.{steps[seat] - 1}", picks=["x"])
    return playing.apply_choices(table, prompts_by_seat(standing), [(choice, moved)], by_clock=True, now=700_000).table


def shown(table, viewer):
    return Updates(table, None, now=1_000).of(viewer).content


def clocks(table, viewer):
    update = Updates(table, None, now=1_000).of(viewer).message()
    return [clock.SerializeToString(deterministic=True) for clock in update.clocks]


def test_others_see_the_same_table_after_a_secret_step(table):
    after = chosen(table, 1, [0, 1, 0])
    assert after.version == table.version + 1
    for viewer in (0, 2, None):
        assert shown(after, viewer) == shown(table, viewer)
    assert after.version_for(1) == table.version + 1
    assert shown(after, 1) != shown(table, 1)


def test_secret_steps_stay_uncounted_when_something_public_follows(table):
    once = chosen(chosen(table, 1, [0, 1, 0]), 1, [0, 2, 0], waiting=(0, 2))
    twice = chosen(chosen(chosen(table, 1, [0, 1, 0]), 1, [0, 2, 0]), 1, [0, 3, 0], waiting=(0, 2))
    assert once.waiting == twice.waiting == (0, 2)
    assert once.version_for(0) == twice.version_for(0) == table.version + 1
    assert shown(once, 0) != shown(table, 0)
    # Nor does the clock tell how many choices gave back time, as long as others choose in secret.
    directly = chosen(table, 1, [0, 1, 0], waiting=(0, 2))
    assert shown(once, 0) == shown(twice, 0) == shown(directly, 0)
    undone = Moved(asked([0, 1, 0]), HeldPosition(b"p", b"d" * 16), (), {}, prompt_id="1.1.1", hidden=True)
    again = [playing.undo(state, S1, undone, now=11_000).table for state in (once, twice)]
    assert clocks(again[0], 0) == clocks(again[1], 0) != clocks(once, 0)


def test_a_clock_is_shown_as_it_is_once_all_seats_are_done(table):
    secret = chosen(table, 1, [0, 1, 0])
    assert secret.seats[1].shown_clock == table.seats[1].clock
    done = chosen(secret, 1, [0, 2, 0], waiting=(0, 2))
    assert done.seats[1].shown_clock == SeatClock(remaining=592_000)
    assert done.seats[1].clock == SeatClock(remaining=602_000)
    assert [seat.shown_clock for seat in chosen(done, 2, [0, 2, 1], hidden=False).seats] == [None] * SEATS
    late = by_clock(secret, 1, [0, 2, 0], waiting=(0, 2)).seats[1]
    assert (late.shown_clock, late.clock.misses) == (None, 1)


def test_who_chooses_in_secret_is_not_shown_as_away_once_done(table):
    away = table.with_seat(
        1, replace(table.seats[1], clock=SeatClock(remaining=9, vacation=99_000, away=2_000, misses=2))
    )
    done = chosen(away, 1, [0, 1, 0], waiting=(0, 2))
    assert done.seats[1].shown_clock == SeatClock(remaining=9, vacation=92_000)


def test_what_is_told_is_no_secret(table):
    event = game_pb2.Event(kind="placed", text="x")
    after = chosen(table, 1, [0, 1, 0], events=[event])
    assert after.version_for(0) == after.version
    assert chosen(table, 1, [0, 1, 0], hidden=False).version_for(0) == table.version + 1


def test_taking_back_a_secret_step_is_told_to_nobody(table):
    secret = chosen(table, 1, [0, 1, 0])
    moved = Moved(asked([0, 0, 0]), HeldPosition(b"p", b"d" * 16), (), {}, prompt_id="1.1.0", hidden=True)
    change = playing.undo(secret, S1, moved, now=10_000)
    assert not change.events
    assert shown(change.table, 0) == shown(table, 0)
    assert change.table.version_for(S1) > secret.version_for(1)


@pytest.mark.parametrize("prompts_only", [False, True])
def test_watchers_hear_of_their_own_secret_steps_alone(table, prompts_only):
    told = {}
    after = chosen(table, 1, [0, 1, 0])
    for viewer in range(SEATS):
        onlooker = Onlooker(PlayerId(f"p{viewer}"))
        watcher = Watcher(
            TableId("t"),
            onlooker,
            views=False,
            from_event=0,
            from_message=0,
            prompts_only=prompts_only,
            on_ready=lambda: None,
        )
        watcher.put(Updates(table, asked([0, 0, 0]), now=1_000).of(SeatNumber(viewer)), table.version)
        prompts = frozenset({f"1.{viewer}.{int(viewer == 1)}"})
        told[viewer] = watcher.concerned(after, SeatNumber(viewer), prompts)
        assert watcher.concerned(at_stage(FinishedTable, after, finished=1), SeatNumber(viewer), NO_PROMPTS)
    assert told == {0: False, 1: True, 2: False}


def ended(table):
    """Everybody else is done, and the secret part over."""
    return chosen(table, 1, [1, 2, 1], hidden=False, waiting=())


def test_what_others_do_openly_shows_no_clock_of_a_seat_that_still_chooses_in_secret(table):
    secret = chosen(table, 1, [0, 1, 0])
    proposal = Proposal(id=1, seat=S2, choices=1, prompt_id="x", waiting=(S0,), deadline=99_000)
    moved = Moved(asked([0, 1, 0]), HeldPosition(b"p", b"d" * 16), (), {}, prompt_id="1.0.0", hidden=True)
    done = chosen(secret, 0, [1, 1, 0], waiting=(1, 2))
    for after in (
        done,
        playing.undo(done, S0, moved, now=9_500).table,
        playing.propose(secret, proposal, now=9_500).table,
        playing.resign(secret, S2, now=9_500).table,
    ):
        assert after.version_for(S0) > table.version
        for viewer in (0, None):
            assert clocks(after, viewer)[1] == clocks(table, viewer)[1]
        assert clocks(after, 1)[1] == clocks(secret, 1)[1]
        assert clocks(ended(after), 0)[1] == clocks(ended(after), 1)[1]


def test_a_pause_does_not_tell_who_has_chosen_in_secret(table):
    secret = chosen(table, 1, [0, 1, 0])
    went_on = pauses.resume(running(pauses.pause(secret, now=20_000).table), now=90_000).table
    one, two = (seat.shown_clock or seat.clock for seat in went_on.seats[1:])
    assert one == two
    assert one.started == 90_000

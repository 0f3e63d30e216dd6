"""A table as it was once written as a whole, with the progress since, is the table as it is."""

import typing

import msgspec
import pytest
from msgspec.structs import replace

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.progress import advanced, progress
from galaxytables_lobby.domain.state import (
    FinishedTable,
    Hint,
    OpenTable,
    Proposal,
    RatingTerms,
    RunningTable,
    SeatClock,
    Spectators,
    TableSeat,
    TimeControl,
    at_stage,
)
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId, TournamentId
from tests.lobby.seats import S0, S1

ADA, BOB = Person(PlayerId("ada"), "Ada"), Person(PlayerId("bob"), "Bob")
RUNNING = RunningTable(
    id=TableId("t"), name="", game="g", options={"a": "b"}, seats=(TableSeat(player=ADA), TableSeat(bot="greedy")),
    private=False, host=ADA, created=1, version=7, seed=b"s", commitment=b"c",
)  # fmt: skip
Clocks = tuple[SeatClock, SeatClock | None]
OTHERWISE = {
    int: 9, str: "other", bytes: b"other", bool: True, TableId: TableId("other"), Person: BOB, Person | None: BOB,
    TournamentId: TournamentId("other"),
    dict[str, str]: {"a": "c"}, tuple[int, ...]: (1,), tuple[SeatNumber, ...]: (S1,),
    TimeControl: TimeControl(per_move=5), Spectators: Spectators(delay=3),
    RatingTerms: RatingTerms.CASUAL,
    SeatClock: SeatClock(remaining=3), SeatClock | None: SeatClock(misses=1),
    Proposal | None: Proposal(id=1, seat=S0, choices=1, prompt_id="p", waiting=(S1,), deadline=5),
    tuple[Hint, ...]: (Hint(S0, "p", 5),),
}  # fmt: skip


def changes(kind):
    types = typing.get_type_hints(kind)
    return [(name, OTHERWISE[types[name]]) for name in kind.__struct_fields__ if name != "seats"]


def kept(before, after):
    """What the store has after the change."""
    made = progress(before, after)
    return after if made is None else advanced(before, made)


@pytest.mark.parametrize(("name", "value"), changes(RunningTable))
def test_no_change_of_a_table_is_lost(name, value):
    after = replace(RUNNING, **{"version": 8, name: value})
    assert after != RUNNING
    assert kept(RUNNING, after) == after


@pytest.mark.parametrize(("name", "value"), changes(TableSeat))
def test_no_change_of_a_seat_is_lost(name, value):
    after = replace(RUNNING.with_seat(S1, replace(RUNNING.seats[1], **{name: value})), version=8)
    assert kept(RUNNING, after) == after


def test_what_a_choice_changes_is_progress():
    seat = replace(RUNNING.seats[0], clock=SeatClock(remaining=3), shown_clock=SeatClock(remaining=4))
    after = replace(RUNNING.with_seat(S0, seat), version=8, events=3, waiting=(1,), secret_steps=(1, 0), deadline=77)
    made = progress(RUNNING, after)
    assert made is not None
    assert advanced(RUNNING, made) == after
    # A table written as a whole later than that has all of it.
    later = replace(after, version=9, name="later")
    assert advanced(later, made) == later
    assert advanced(RUNNING, b"") == RUNNING


def test_versions_that_know_nothing_but_clocks_of_a_seat_read_the_progress():
    """A lobby of an earlier version runs beside this one while a release is rolled out, or after it was taken back."""
    seat = replace(RUNNING.seats[0], clock=SeatClock(remaining=3), shown_clock=SeatClock(remaining=4), chose=5)
    made = progress(RUNNING, replace(RUNNING.with_seat(S0, seat), version=8))
    assert made is not None
    earlier = tuple[tuple[int, int, tuple[int, ...], tuple[int, ...], int, int, int], tuple[Clocks, ...]]
    _, clocks = msgspec.msgpack.decode(made, type=earlier)
    assert clocks == ((SeatClock(remaining=3), SeatClock(remaining=4)), (SeatClock(), None))


def test_a_game_that_begins_or_ends_is_written_as_a_whole():
    opened = OpenTable(
        **{name: getattr(RUNNING, name) for name in OpenTable.__struct_fields__ if hasattr(RUNNING, name)}
    )
    assert progress(opened, RUNNING) is None
    assert progress(RUNNING, at_stage(FinishedTable, RUNNING, version=8, finished=5)) is None

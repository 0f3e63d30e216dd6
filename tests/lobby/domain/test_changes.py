"""What a move, the clock or somebody leaving makes of a table: the change as a whole."""

import struct

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from msgspec.structs import replace

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain import history, playing
from galaxytables_lobby.domain.game import HeldPosition, Moved, Started, Views, prompts_by_seat
from galaxytables_lobby.domain.history import GAME_EVENT, LOBBY_EVENT
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.stages import finished, running
from galaxytables_lobby.domain.state import OpenTable, Proposal, RunningTable, SeatClock, TableSeat, TimeControl
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from tests.lobby.seats import S0, S1, S2

ADA, BEN = Person(PlayerId("p1"), "Ada"), Person(PlayerId("p2"), "Ben")
NOW = 100_000
ASKED = {S0: frozenset({"a"}), S1: frozenset({"b"})}
CHOICE = game_pb2.Choice(seat=0, prompt_id="a", picks=["x"])
CONTROL = TimeControl(per_move=60_000, misses_before_handover=2)
RUNNING_CLOCK = SeatClock(remaining=60_000, started=90_000)
TABLE = RunningTable(
    id=TableId("t1"),
    name="t",
    game="jump",
    options={},
    seats=(
        TableSeat(player=ADA, ready=True, clock=RUNNING_CLOCK),
        TableSeat(player=BEN, ready=True, clock=RUNNING_CLOCK),
    ),
    private=False,
    control=CONTROL,
    host=ADA,
    created=1,
    version=7,
    seed=b"s",
    commitment=b"c",
    events=4,
    waiting=(S0, S1),
)
OPEN = OpenTable(
    id=TableId("t1"),
    name="t",
    game="jump",
    options={},
    seats=(TableSeat(player=ADA), TableSeat(player=BEN, ready=True)),
    private=False,
    control=CONTROL,
    host=ADA,
    created=1,
    version=7,
    seed=b"s",
    commitment=b"c",
    deadline=NOW,
)


def entries(change):
    """What a change adds to the journal, each entry in the place of the change's events."""
    last = change.table.events
    place = struct.pack(">II", last - len(change.events), last)
    assert all(entry[1:9] == place for entry in change.journal)
    assert bool(change.journal) >= bool(change.events)
    return [entry[:1].lower() + entry[9:] for entry in change.journal if entry[:1] != b"E"]


def moved(*seats: int, kinds: tuple[str, ...] = (), hidden: bool = False, **standing: object) -> Moved:
    """The game goes on and asks these seats; or, with `over`, has ended."""
    prompts = [game_pb2.Prompt(id="ab"[seat], seat=seat) for seat in seats]
    return Moved(
        standing=rules_pb2.Standing(prompts=prompts, **standing),  # type: ignore[arg-type] # fields of a standing
        position=HeldPosition(b"p", b"d"),
        events=[game_pb2.Event(kind=kind) for kind in kinds],
        views=Views({}),
        hidden=hidden,
    )


def told(change: Change) -> list[tuple[bytes, int, str]]:
    return [(each.source, each.event.number, each.event.event.kind) for each in change.events]


def facts(change: Change, kind: str) -> dict[str, str | int]:
    event = next(each.event.event for each in change.events if each.event.event.kind == kind)
    return {fact.name: fact.word if fact.HasField("word") else fact.number for fact in event.facts}


def test_a_game_begins_with_fresh_clocks_for_those_who_are_asked():
    started = Started(moved(1, kinds=("dealt",)), pack_digest=b"d", rules_version=3, options={"goal": "50"})
    change = playing.start(OPEN, started, now=NOW)
    after = running(change.table)
    assert (after.options, after.pack_digest, after.rules_version) == ({"goal": "50"}, b"d", 3)
    assert (after.begun, after.version, after.events, after.waiting) == (8, 8, 2, (1,))
    assert [seat.ready for seat in after.seats] == [True, True]
    assert [(seat.clock.remaining, seat.clock.started) for seat in after.seats] == [(60_000, 0), (60_000, NOW)]
    assert after.deadline == NOW + 60_000
    assert told(change) == [(LOBBY_EVENT, 1, "started"), (GAME_EVENT, 2, "dealt")]
    assert (change.moved, entries(change), change.mover) == (started.moved, [], None)


def test_without_clocks_a_game_begins_with_none_running():
    opened = replace(OPEN, control=TimeControl())
    started = Started(moved(0, 1), pack_digest=b"", rules_version=1, options={})
    after = playing.start(opened, started, now=NOW).table
    assert [seat.clock.started for seat in after.seats] == [0, 0]
    assert after.deadline == 3_600_000 + 30 * 24 * 3_600_000  # when a silent table ends


def test_a_choice_is_numbered_timed_written_down_and_says_who_made_it():
    last = moved(1, kinds=("paid", "placed"))
    change = playing.apply_choices(TABLE, ASKED, [(CHOICE, last)], by_clock=False, now=NOW)
    assert told(change) == [(GAME_EVENT, 5, "paid"), (GAME_EVENT, 6, "placed")]
    time = Timestamp()
    time.FromMilliseconds(NOW)
    assert all(each.event.time == time for each in change.events)
    assert (change.mover, change.moved, change.message) == (0, last, None)
    assert entries(change) == [history.chosen(CHOICE)]
    assert (change.table.version, change.table.events, running(change.table).waiting) == (8, 6, (1,))
    assert [seat.clock.started for seat in change.table.seats] == [0, 90_000]
    assert change.table.deadline == 150_000


def test_the_clock_answers_several_questions_of_a_seat_in_one_change():
    second = game_pb2.Choice(seat=0, prompt_id="c", picks=["y"])
    between = moved(0, 1, kinds=("paid",))
    between.standing.prompts[0].id = "c"
    between.open_prompts = prompts_by_seat(between.standing)
    change = playing.apply_choices(
        TABLE, ASKED, [(CHOICE, between), (second, moved(1, kinds=("placed",)))], by_clock=True, now=NOW
    )
    assert [kind for _, _, kind in told(change)] == ["clocked_out", "paid", "placed"]
    assert entries(change) == [history.chosen(CHOICE), history.chosen(second)]
    # Each question that is new gives its time anew, and the clock stands after the last.
    assert change.table.seats[0].clock == SeatClock(remaining=60_000, misses=1)
    assert change.table.version == 8


def test_a_choice_by_oneself_forgets_earlier_misses():
    table = TABLE.with_seat(S0, replace(TABLE.seats[0], clock=replace(RUNNING_CLOCK, misses=1)))
    by_hand = playing.apply_choices(table, ASKED, [(CHOICE, moved(1))], by_clock=False, now=NOW)
    assert by_hand.table.seats[0].clock.misses == 0
    assert told(by_hand) == []


def test_running_out_of_time_is_told_counted_and_at_last_hands_over():
    once = playing.apply_choices(TABLE, ASKED, [(CHOICE, moved(1))], by_clock=True, now=NOW)
    assert told(once) == [(LOBBY_EVENT, 5, "clocked_out")]
    assert (once.table.seats[0].clock.misses, once.table.seats[0].resigned) == (1, False)
    again = playing.apply_choices(
        replace(running(once.table), waiting=(0, 1)), ASKED, [(CHOICE, moved(1))], by_clock=True, now=NOW
    )
    assert told(again)[-1] == (LOBBY_EVENT, 7, "handed_over")
    seat = again.table.seats[0]
    assert (seat.resigned, seat.bot, seat.clock) == (True, "", SeatClock(remaining=60_000))


def test_a_game_that_ends_by_a_choice_of_the_clock_hands_nothing_over():
    table = TABLE.with_seat(S0, replace(TABLE.seats[0], clock=replace(RUNNING_CLOCK, misses=1)))
    over = moved(over=True, scores=[game_pb2.SeatScore(seat=0, rank=1), game_pb2.SeatScore(seat=1, rank=2)])
    change = playing.apply_choices(table, ASKED, [(CHOICE, over)], by_clock=True, now=NOW)
    assert [kind for _, _, kind in told(change)] == ["clocked_out", "finished"]
    assert not change.table.seats[0].resigned


def test_who_has_left_is_no_longer_said_to_run_out_of_time():
    table = TABLE.with_seat(S0, replace(TABLE.seats[0], resigned=True))
    change = playing.apply_choices(table, ASKED, [(CHOICE, moved(1, kinds=("paid",)))], by_clock=True, now=NOW)
    assert told(change) == [(GAME_EVENT, 5, "paid")]
    assert change.table.seats[0].clock.misses == 0


def test_what_is_chosen_in_secret_counts_for_the_seat_alone_and_shows_the_clock_as_it_was():
    change = playing.apply_choices(TABLE, ASKED, [(CHOICE, moved(0, 1, hidden=True))], by_clock=False, now=NOW)
    assert running(change.table).secret_steps == (1, 0)
    assert change.table.seats[0].shown_clock == RUNNING_CLOCK
    again = playing.apply_choices(
        running(change.table), ASKED, [(CHOICE, moved(0, 1, hidden=True))], by_clock=False, now=NOW + 1
    )
    assert (running(again.table).secret_steps, again.table.seats[0].shown_clock) == ((2, 0), RUNNING_CLOCK)
    opened = playing.apply_choices(running(again.table), ASKED, [(CHOICE, moved(0, 1))], by_clock=False, now=NOW + 2)
    assert [seat.shown_clock for seat in opened.table.seats] == [None, None]


def test_who_is_done_with_secret_choices_is_seen_to_be_done():
    change = playing.apply_choices(TABLE, ASKED, [(CHOICE, moved(1, hidden=True))], by_clock=False, now=NOW)
    assert (running(change.table).secret_steps, running(change.table).waiting) == ((), (1,))
    assert change.table.seats[0].shown_clock == SeatClock(remaining=50_000)


def test_an_undo_that_others_notice_is_told_with_what_it_withdraws():
    back = moved(0, 1)
    back = Moved(back.standing, back.position, (), back.views, withdrawn=2, prompt_id="a")
    change = playing.undo(replace(TABLE, waiting=(1,)), S0, back, now=NOW)
    assert told(change) == [(LOBBY_EVENT, 5, "undone")]
    assert facts(change, "undone") == {"withdrawn": 2}
    (undone,) = [each.event for each in change.events if each.event.event.kind == "undone"]
    assert (undone.source, undone.withdrawn) == (play_pb2.EVENT_SOURCE_LOBBY, 2)
    assert change.events[0].event.event.seat == 0
    assert (entries(change), change.mover) == ([history.withdrawn(S0, "a")], 0)
    assert running(change.table).waiting == (0, 1)


def test_an_undo_in_secret_is_told_to_nobody():
    back = moved(0, 1)
    back = Moved(back.standing, back.position, (), back.views, withdrawn=0, prompt_id="a", hidden=True)
    change = playing.undo(TABLE, S0, back, now=NOW)
    assert (told(change), running(change.table).secret_steps, change.mover) == ([], (1, 0), 0)
    noticed = playing.undo(replace(TABLE, waiting=(1,)), S0, back, now=NOW)
    assert [kind for _, _, kind in told(noticed)] == ["undone"]


def test_a_successor_is_named_and_has_fresh_time_from_now_on():
    table = replace(TABLE, control=replace(CONTROL, successor="greedy"))
    change = playing.resign(table, S0, now=NOW)
    assert told(change) == [(LOBBY_EVENT, 5, "resigned"), (LOBBY_EVENT, 6, "handed_over")]
    assert facts(change, "handed_over") == {"bot": "greedy"}
    seat = change.table.seats[0]
    assert (seat.player, seat.bot, seat.resigned) == (ADA, "greedy", True)
    assert seat.clock == SeatClock(remaining=60_000, started=NOW)
    assert (change.moved, change.table.version) == (None, 8)


def test_where_nobody_succeeds_no_bot_is_named():
    change = playing.resign(TABLE, S1, now=NOW)
    assert facts(change, "handed_over") == {}
    assert [each.event.event.seat for each in change.events] == [1, 1]


def test_a_successor_plays_on_for_who_is_away_only_where_the_table_waits_for_them():
    table = replace(TABLE, control=replace(CONTROL, successor="greedy"), waiting=(1,))
    away = tuple(replace(seat, clock=SeatClock(remaining=60_000, away=50_000, vacation=9)) for seat in TABLE.seats)
    for paused, seat, started in ((0, 0, 0), (0, 1, NOW), (90_000, 1, 0)):
        change = playing.resign(replace(table, seats=away, paused=paused), SeatNumber(seat), now=NOW)
        assert change.table.seats[seat].clock.started == started


SCORES = [game_pb2.SeatScore(seat=0, total=9, rank=1), game_pb2.SeatScore(seat=1, total=3, rank=2)]


def closed(reason: game_pb2.EndReason.ValueType) -> Moved:
    return moved(over=True, scores=SCORES, end_reason=reason)


def test_a_game_that_is_over_keeps_scores_reason_and_time_and_asks_nobody():
    table = replace(TABLE, wishes=(1,), deadline=5, proposal=Proposal(1, S0, 1, "a", (S1,), 9))
    change = playing.end_by_resigning(table, closed(game_pb2.END_REASON_RESIGNED), S0, now=NOW)
    after = finished(change.table)
    assert told(change) == [(LOBBY_EVENT, 5, "resigned"), (LOBBY_EVENT, 6, "finished")]
    assert facts(change, "finished") == {"reason": "resigned"}
    assert (after.to_move, after.deadline) == ((), 0)
    assert (after.finished, after.end_reason) == (NOW, game_pb2.END_REASON_RESIGNED)
    assert [game_pb2.SeatScore.FromString(score).rank for score in after.scores] == [2, 1]
    assert [seat.resigned for seat in after.seats] == [True, False]
    assert [seat.clock for seat in after.seats] == [SeatClock(remaining=50_000)] * 2


def test_a_game_without_a_reason_was_played_out():
    change = playing.apply_choices(TABLE, ASKED, [(CHOICE, moved(over=True, scores=SCORES))], by_clock=False, now=NOW)
    assert finished(change.table).end_reason == game_pb2.END_REASON_PLAYED_OUT
    assert facts(change, "finished") == {"reason": "played_out"}


def test_a_game_ends_by_the_clock_for_whoever_let_time_pass():
    change = playing.end_by_clock(TABLE, closed(game_pb2.END_REASON_CLOCKED_OUT), S1, now=NOW)
    assert [kind for _, _, kind in told(change)] == ["clocked_out", "finished"]
    assert [(seat.resigned, seat.clock.misses) for seat in change.table.seats] == [(False, 0), (True, 1)]
    deserted = playing.end_by_clock(TABLE, closed(game_pb2.END_REASON_ABANDONED), S1, now=NOW)
    assert [seat.resigned for seat in deserted.table.seats] == [True, True]


def test_a_game_that_ends_in_silence_was_left_by_those_for_whom_it_waited():
    table = replace(TABLE, waiting=(1,))
    change = playing.end_in_silence(table, closed(game_pb2.END_REASON_ABANDONED), now=NOW)
    assert [seat.resigned for seat in change.table.seats] == [False, True]
    assert told(change) == [(LOBBY_EVENT, 5, "finished")]


def test_who_claims_the_end_is_told():
    change = playing.claim_end(TABLE, closed(game_pb2.END_REASON_ABANDONED), S1, now=NOW)
    assert [
        (kind, event.event.event.seat) for (_, _, kind), event in zip(told(change), change.events, strict=True)
    ] == [
        ("end_claimed", 1),
        ("finished", 0),
    ]


PROPOSAL = Proposal(id=3, seat=S0, choices=2, prompt_id="a", waiting=(S1, S2), deadline=130_000)


def test_a_proposal_is_told_with_its_number_of_choices_and_kept():
    change = playing.propose(TABLE, PROPOSAL, now=NOW)
    assert (told(change), facts(change, "takeback_proposed")) == (
        [(LOBBY_EVENT, 5, "takeback_proposed")],
        {"choices": 2},
    )
    assert (running(change.table).proposal, change.events[0].event.event.seat) == (PROPOSAL, 0)
    assert change.table.deadline > 0


def test_who_accepts_is_waited_for_no_longer():
    table = replace(TABLE, proposal=PROPOSAL)
    change = playing.accept(table, PROPOSAL, S1, now=NOW)
    assert (running(change.table).proposal, told(change)) == (replace(PROPOSAL, waiting=(2,)), [])


def test_a_proposal_that_is_declined_or_lapses_is_remembered_for_its_seat():
    table = replace(TABLE, proposal=PROPOSAL, declined=(1,))
    for seat, kind in ((S1, "takeback_declined"), (None, "takeback_expired")):
        change = playing.end_proposal(table, seat, now=NOW)
        assert (running(change.table).proposal, running(change.table).declined) == (None, (1, 0))
        assert told(change) == [(LOBBY_EVENT, 5, kind)]
        assert change.events[0].event.event.HasField("seat") == (seat is not None)


def test_what_others_see_of_a_choice_ends_proposals_and_refusals():
    table = replace(TABLE, proposal=PROPOSAL, declined=(1,))
    change = playing.apply_choices(table, ASKED, [(CHOICE, moved(1))], by_clock=False, now=NOW)
    assert (running(change.table).proposal, running(change.table).declined) == (None, ())
    secret = playing.apply_choices(table, ASKED, [(CHOICE, moved(0, 1, hidden=True))], by_clock=False, now=NOW)
    assert (running(secret.table).proposal, running(secret.table).declined) == (PROPOSAL, (1,))


def test_taking_back_grows_the_version_by_two_and_withdraws_from_the_last_choice_on():
    dropped = [CHOICE, game_pb2.Choice(seat=1, prompt_id="b", picks=["y"])]
    change = playing.take_back(TABLE, S0, moved(0), dropped, own=1, events=3, now=NOW)
    assert (change.table.version, running(change.table).takebacks, running(change.table).waiting) == (9, 1, (0,))
    assert facts(change, "taken_back") == {"choices": 1, "withdrawn": 3}
    assert entries(change) == [history.withdrawn(S1, "b"), history.withdrawn(S0, "a")]
    assert [seat.clock for seat in change.table.seats] == [SeatClock(60_000, started=NOW), SeatClock(60_000)]


def test_an_announcement_leaves_the_game_as_it_is():
    fact = game_pb2.Fact(name="most_seconds", number=1)
    change = playing.announce(TABLE, "vacation_began", now=NOW, seat=S1, facts=[fact])
    assert (told(change), facts(change, "vacation_began")) == (
        [(LOBBY_EVENT, 5, "vacation_began")],
        {"most_seconds": 1},
    )
    event = change.events[0].event
    assert (event.event.seat, event.event.text, event.source) == (1, "", play_pb2.EVENT_SOURCE_LOBBY)
    assert (change.table.version, change.table.events, change.table.deadline) == (8, 5, 150_000)
    assert (change.moved, entries(change), change.mover) == (None, [], None)


@pytest.mark.parametrize(("kind", "fact"), [("away", "most_seconds"), ("vacation_began", "until")])
def test_what_the_lobby_does_not_declare_it_does_not_tell(kind, fact):
    with pytest.raises((KeyError, ValueError), match=kind):
        playing.announce(TABLE, kind, now=NOW, seat=S1, facts=[game_pb2.Fact(name=fact, number=1)])


def test_an_event_is_stored_behind_the_mark_of_who_told_it():
    change = playing.announce(TABLE, "paused", now=NOW)
    stored = change.events[0].stored
    assert (stored[:1], stored[1:]) == (LOBBY_EVENT, change.events[0].event.SerializeToString())

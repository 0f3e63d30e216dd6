"""Events as viewers may see them."""

from base64 import b64encode
from typing import Any

from google.protobuf import any_pb2
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from msgspec.structs import replace

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain.game import Viewer
from galaxytables_lobby.domain.history import GAME_EVENT, HistoryEvent, StoredEvent, chosen
from galaxytables_lobby.domain.people import ChatMessage as Said
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import (
    FinishedTable,
    OpenTable,
    Proposal,
    RunningTable,
    SeatClock,
    Spectators,
    Table,
    TableSeat,
    TimeControl,
    at_stage,
)
from galaxytables_lobby.ids import PlayerId, TableId, TournamentId
from galaxytables_lobby.subscriptions import projection as tables
from galaxytables_lobby.subscriptions.updates import Events, Updates
from tests.lobby.seats import S0, S1, S2


def event(number: int, *owners: int) -> play_pb2.TableEvent:
    parts = [game_pb2.PrivatePart(seat=seat, text=f"for {seat}") for seat in owners]
    return play_pb2.TableEvent(number=number, event=game_pb2.Event(kind="drew", private_parts=parts))


def events(*whole: play_pb2.TableEvent) -> Events:
    return Events(HistoryEvent(GAME_EVENT, each) for each in whole)


def seen(events: Events, viewer: Viewer, first: int, last: int) -> list[play_pb2.TableEvent]:
    return list(play_pb2.TableUpdate.FromString(b"".join(events.seen_by(viewer, first, last))).events)


def owners(events: list[play_pb2.TableEvent]) -> list[list[int]]:
    return [[part.seat for part in event.event.private_parts] for event in events]


def update_for(viewer: Viewer, table: Table, standing: rules_pb2.Standing | None) -> play_pb2.TableUpdate:
    return Updates(table, standing, now=1_000).of(viewer).message()


def test_each_viewer_sees_at_most_the_own_private_part_whoever_looked_before():
    all_events = events(event(1), event(2, 0), event(3, 0, 1))
    for viewer in (S0, None, S1, S2, S0):
        assert owners(seen(all_events, viewer, 1, 3)) == [
            [],
            [0] if viewer == 0 else [],
            [viewer] if viewer in (0, 1) else [],
        ]


def test_what_several_see_alike_is_serialized_once_and_without_secrets():
    all_events = events(event(1, 0), event(2, 1))
    spectator, other = list(all_events.seen_by(None, 1, 2)), list(all_events.seen_by(S2, 1, 2))
    assert all(one is two for one, two in zip(spectator, other, strict=True))
    assert owners(seen(all_events, None, 1, 2)) == [[], []]
    assert [each.number for each in seen(all_events, S0, 2, 2)] == [2]
    assert [each.number for each in seen(all_events, S0, 1, 1)] == [1]


def test_sentences_that_were_told_with_an_event_once_are_not_told_again():
    old = play_pb2.TableEvent(number=1, event=game_pb2.Event(kind="drew", text="Ada draws."))
    assert [each.event for each in seen(events(old), S0, 1, 1)] == [game_pb2.Event(kind="drew")]


def test_viewers_who_are_told_the_same_get_the_same_update_and_others_their_own():
    updates = Updates(TABLE, rules_pb2.Standing(prompts=[game_pb2.Prompt(id="mine", seat=0)]), now=1_000)
    assert updates.of(S2) is updates.of(S2)
    assert (updates.of(S0).prompts, updates.of(S2).prompts) == (frozenset({"mine"}), frozenset())
    whole = Updates(TABLE, None, now=1_000, events=events(event(1), event(2)))
    assert [whole.of(S0, first_event=first).events for first in (0, 1, 2, 3)] == [0, 2, 1, 0]


ADA, BEN = Person(PlayerId("p1"), "Ada"), Person(PlayerId("p2"), "Ben")
SCORE = game_pb2.SeatScore(seat=1, total=7, rank=1)
CLOCK = SeatClock(remaining=4_000, started=1_000, bank=2_000, vacation=9_000, misses=1)
TABLE = RunningTable(
    id=TableId("t1"),
    name="Ada's table",
    game="jump",
    options={"goal": "50"},
    seats=(
        TableSeat(
            player=ADA, ready=True, entropy=b"a", clock=CLOCK, shown_clock=SeatClock(remaining=6_000, bank=2_000)
        ),
        TableSeat(player=BEN, bot="greedy", ready=True, resigned=True, entropy=b"b"),
        TableSeat(bot="random", ready=True),
    ),
    private=True,
    invitation="code",
    control=TimeControl(
        per_move=5_000, bank=2_000, grace=500, vacation=9_000, misses_before_handover=3, successor="greedy"
    ),
    host=ADA,
    created=500,
    version=20,
    seed=b"s" * 32,
    commitment=b"c",
    pack_digest=b"d",
    rules_version=3,
    events=2,
    secret_steps=(2, 1, 0),
    waiting=(S0, S2),
    wishes=(S0,),
    rematch_of=TableId("t0"),
    tournament=TournamentId("c0"),
    spectators=Spectators(delay=0, chat=True),
    begun=5,
    proposal=Proposal(id=4, seat=S1, choices=2, prompt_id="x", waiting=(S2,), deadline=8_000),
    takebacks=6,
    messages=9,
)
FINISHED = at_stage(
    FinishedTable,
    TABLE,
    finished=9_500,
    end_reason=game_pb2.END_REASON_PLAYED_OUT,
    scores=(SCORE.SerializeToString(),),
    rematch="t2",
)
OPEN = OpenTable(
    id=TableId("t1"),
    name="Ada's table",
    game="jump",
    options={"goal": "50"},
    seats=(TableSeat(player=ADA, entropy=b"a"), TableSeat()),
    private=False,
    control=TABLE.control,
    host=ADA,
    created=500,
    version=2,
    seed=b"s" * 32,
    commitment=b"c",
    deadline=9_000,
)


def shown(message: Message) -> dict[str, Any]:
    told: dict[str, Any] = MessageToDict(message, preserving_proto_field_name=True)
    return told


def test_a_table_is_told_whole_to_those_who_sit_there():
    assert shown(tables.table_for(PlayerId("p1"), TABLE)) == {
        "id": "t1",
        "name": "Ada's table",
        "game": "jump",
        "options": {"goal": "50"},
        "seats": [
            {"player": {"id": "p1", "name": "Ada"}, "ready": True},
            {"number": 1, "player": {"id": "p2", "name": "Ben"}, "ready": True, "resigned": True},
            {"number": 2, "bot": "random", "ready": True, "persona": "chrome_thrush"},
        ],
        "state": "TABLE_STATE_RUNNING",
        "visibility": "VISIBILITY_PRIVATE",
        "time_control": {
            "per_move": "5s",
            "bank": "2s",
            "grace": "0.500s",
            "vacation": "9s",
            "misses_before_handover": 3,
            "successor": "greedy",
        },
        "host": "p1",
        "created": "1970-01-01T00:00:00.500Z",
        "version": "19",
        "commitment": "Yw==",
        "invitation": "code",
        "pack_digest": "ZA==",
        "waiting_for": [0, 2],
        "rematch_of": "t0",
        "tournament": "c0",
        "takeback": {
            "id": "4",
            "seat": 1,
            "choices": 2,
            "waiting_for": [2],
            "deadline": "1970-01-01T00:00:08Z",
        },
        "spectators": {"chat": True},
        "rating": "RATING_TERMS_RATED",
        "unrated": "UNRATED_REASON_PRIVATE",
    }


def test_a_finished_table_tells_how_it_ended():
    told = shown(tables.table_for(PlayerId("p1"), FINISHED))
    running = shown(tables.table_for(PlayerId("p1"), TABLE))
    gone = ("waiting_for", "takeback")
    assert told == {
        **{name: value for name, value in running.items() if name not in gone},
        "state": "TABLE_STATE_FINISHED",
        "scores": [{"seat": 1, "total": 7, "rank": 1}],
        "rematch": "t2",
        "end_reason": "END_REASON_PLAYED_OUT",
    }
    update = shown(update_for(None, FINISHED, None))
    assert (update["scores"], update["end_reason"]) == (told["scores"], told["end_reason"])
    assert (update["takebacks"], "takeback" in update, "wishes" in update) == (6, False, False)


def test_a_stranger_gets_no_invitation_and_counts_no_secret_step():
    told = shown(tables.table_for(PlayerId("p9"), TABLE))
    assert (told["version"], "invitation" in told) == ("17", False)


def test_of_a_table_shown_later_a_stranger_learns_what_was_known_at_its_start():
    table = replace(TABLE, spectators=Spectators(delay=3, chat=True))
    told = shown(tables.table_for(PlayerId("p9"), table))
    whole = shown(tables.table_for(PlayerId("p9"), replace(TABLE, secret_steps=(), version=5)))
    later = ("waiting_for", "takeback")
    assert told == {
        **{name: value for name, value in whole.items() if name not in later},
        "seats": [
            {"player": {"id": "p1", "name": "Ada"}, "ready": True},
            {"number": 1, "player": {"id": "p2", "name": "Ben"}, "ready": True},
            {"number": 2, "bot": "random", "ready": True, "persona": "chrome_thrush"},
        ],
        "spectators": {"delay": 3, "chat": True},
    }
    assert shown(tables.table_for(PlayerId("p1"), table))["waiting_for"] == [0, 2]


def test_a_table_of_ones_own_says_seat_turn_and_deadline():
    mine = shown(tables.my_table_for(PlayerId("p1"), TABLE))
    assert (mine.get("seat", 0), mine["your_turn"], mine["deadline"]) == (0, True, "1970-01-01T00:00:07Z")
    left = shown(tables.my_table_for(PlayerId("p2"), TABLE))
    assert (left["seat"], "your_turn" in left, "deadline" in left) == (1, False, False)
    paused = replace(TABLE, paused=9_000)
    assert not tables.is_turn_of(PlayerId("p1"), paused)
    over = tables.my_table_for(PlayerId("p1"), FINISHED)
    assert not over.HasField("deadline")


def test_an_update_tells_a_seat_everything_that_is_its_own():
    standing = rules_pb2.Standing(
        prompts=[game_pb2.Prompt(id="mine", seat=0), game_pb2.Prompt(id="other", seat=2)], undoable_seats=[0]
    )
    message = Said(number=9, time=3_000, player=ADA, seat=S0, text="hello")
    view = any_pb2.Any()
    view.Pack(rules_pb2.Viewer(seat=0))
    updates = Updates(TABLE, standing, now=2_500, events=events(event(1, 0), event(2), event(3)), messages=[message])
    update = updates.of(S0, view=view, first_event=2, first_message=1, resync=True).message()
    assert owners(list(update.events)) == [[]]
    assert update.events[0].number == 2
    assert (update.view, update.resync, update.viewer, update.undoable) == (view, True, 0, True)
    assert [prompt.id for prompt in update.prompts] == ["mine"]
    told = shown(update)
    for name in ("events", "view", "resync", "viewer", "undoable", "prompts"):
        told.pop(name)
    assert told == {
        "table_id": "t1",
        "now": "1970-01-01T00:00:02.500Z",
        "last_event": "2",
        "clocks": [
            {
                "remaining": "4s",
                "deadline": "1970-01-01T00:00:07Z",
                "misses": 1,
                "bank": "2s",
                "vacation": "9s",
            },
            {"seat": 1, "remaining": "0s"},
            {"seat": 2, "remaining": "0s"},
        ],
        "waiting_for": [0, 2],
        "state": "TABLE_STATE_RUNNING",
        "version": "19",
        "messages": [
            {
                "number": "9",
                "time": "1970-01-01T00:00:03Z",
                "player": {"id": "p1", "name": "Ada"},
                "seat": 0,
                "text": "hello",
            }
        ],
        "last_message": "9",
        "takeback": {"id": "4", "seat": 1, "choices": 2, "waiting_for": [2], "deadline": "1970-01-01T00:00:08Z"},
        "takebacks": 6,
        "wishes": [0],
        "unrated": "UNRATED_REASON_PRIVATE",
    }


def test_an_update_tells_others_neither_prompts_nor_the_clock_of_a_secret_choice():
    standing = rules_pb2.Standing(prompts=[game_pb2.Prompt(id="mine", seat=0)], undoable_seats=[0])
    for viewer in (None, S2):
        update = update_for(viewer, TABLE, standing)
        assert (list(update.prompts), update.undoable, list(update.events)) == ([], False, [])
        assert shown(update)["clocks"][0] == {"remaining": "6s", "bank": "2s"}
        assert not update.HasField("paused")


def test_a_paused_table_asks_nobody_and_says_since_when():
    standing = rules_pb2.Standing(prompts=[game_pb2.Prompt(id="mine", seat=0)], undoable_seats=[0])
    update = update_for(S0, replace(TABLE, paused=9_000), standing)
    assert (list(update.prompts), update.undoable, list(update.waiting_for)) == ([], False, [])
    assert shown(update)["paused"] == "1970-01-01T00:00:09Z"


def test_the_last_one_left_may_claim_the_end_while_the_table_runs():
    alone = replace(TABLE, seats=(TABLE.seats[0], TABLE.seats[1]))
    assert update_for(S0, alone, None).may_claim_end
    assert not update_for(None, alone, None).may_claim_end
    assert not update_for(S1, alone, None).may_claim_end
    assert not update_for(S0, replace(FINISHED, seats=alone.seats), None).may_claim_end
    assert not update_for(S0, TABLE, None).may_claim_end


def test_a_clock_on_vacation_says_until_when_and_a_table_without_clocks_has_none():
    away = SeatClock(remaining=4_000, vacation=9_000, away=2_000)
    seats = (TableSeat(player=ADA, clock=away), *TABLE.seats[1:])
    told = shown(update_for(S0, replace(TABLE, seats=seats), None))["clocks"][0]
    assert told == {"remaining": "4s", "vacation": "9s", "away_until": "1970-01-01T00:00:11Z"}
    assert "clocks" not in shown(update_for(S0, replace(TABLE, control=TimeControl()), None))
    assert "clocks" not in shown(update_for(S0, OPEN, None))
    assert "clocks" in shown(update_for(S0, FINISHED, None))


def test_a_budget_is_told_with_increment_and_cap():
    control = TimeControl(initial=60_000, increment=5_000, cap=90_000)
    assert shown(tables.time_control_for(control)) == {
        "budget": {"initial": "60s", "increment": "5s", "cap": "90s"},
        "grace": "0s",
    }
    assert "cap" not in shown(tables.time_control_for(replace(control, cap=0)))["budget"]
    assert shown(tables.time_control_for(TimeControl())) == {}


def history() -> list[StoredEvent]:
    told = [event(1, 0, 2), event(2, 0)]
    for each in told:
        each.event.text = f"event {each.number}"
    return [StoredEvent(each.number, GAME_EVENT, each.SerializeToString()) for each in told]


def test_a_record_is_whole_once_the_game_is_over_and_holds_no_secret_before():
    choices = [game_pb2.Choice(seat=0, prompt_id="x", picks=["a"])]
    journal = [chosen(choice) for choice in choices]
    standing = rules_pb2.Standing(over=True, scores=[SCORE])
    record = tables.record_for(None, FINISHED, standing, journal, history())
    known = {
        "game": "jump",
        "rules_version": 3,
        "pack_digest": "ZA==",
        "seats": 3,
        "options": {"goal": "50"},
        "commitment": "Yw==",
    }
    whole = shown(record)
    events = whole.pop("events")
    assert whole == {
        **known,
        "seed": b64encode(b"s" * 32).decode(),
        "entropy": ["YQ==", "Yg==", ""],
        "choices": [{"prompt_id": "x", "picks": ["a"]}],
        "scores": [{"seat": 1, "total": 7, "rank": 1}],
        "end_reason": "END_REASON_PLAYED_OUT",
    }
    assert [[part["text"] for part in each["private_parts"]] for each in events] == [["for 0", "for 2"], ["for 0"]]
    running = shown(tables.record_for(S0, TABLE, rules_pb2.Standing(scores=[SCORE]), journal, history()))
    events = running.pop("events")
    assert running == known
    assert [[part.get("seat", 0) for part in each["private_parts"]] for each in events] == [[0], [0]]
    assert not any("text" in each or "text" in each["private_parts"][0] for each in events)
    assert shown(tables.record_for(None, FINISHED, None, journal, history())).get("scores") is None


def test_the_seats_of_bots_are_told_which_people_are_there_and_nobody_else_is():
    table = replace(
        TABLE,
        seats=(
            TableSeat(player=Person(PlayerId("p0"), "Ada")),
            TableSeat(bot="greedy"),
            TableSeat(player=Person(PlayerId("p2"), "Bob"), bot="greedy", resigned=True),
        ),
    )
    assert list(update_for(S1, table, rules_pb2.Standing()).attending) == [0]
    assert not update_for(S0, table, rules_pb2.Standing()).attending
    assert not update_for(None, table, rules_pb2.Standing()).attending
    for gone in (SeatClock(misses=1), SeatClock(away=500, vacation=10_000)):
        absent = table.with_seat(S0, replace(table.seats[0], clock=gone))
        assert not update_for(S1, absent, rules_pb2.Standing()).attending
        # What a seat does in secret tells others nothing.
        secretly_back = absent.with_seat(S0, replace(absent.seats[0], clock=SeatClock(), shown_clock=gone))
        assert not update_for(S1, secretly_back, rules_pb2.Standing()).attending

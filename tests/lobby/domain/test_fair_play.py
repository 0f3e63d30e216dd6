"""Hints for moderators, computed from events and games."""

from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import play_pb2
from galaxytables_lobby.domain.archived import ArchivedGame, ArchivedSeat, Who
from galaxytables_lobby.domain.fair_play import Times, Together, agreement, times_of, together_of
from galaxytables_lobby.ids import PlayerId, TableId


def event(seconds: int, seat: int | None, kind: str = "settled", source=play_pb2.EVENT_SOURCE_GAME):
    made = play_pb2.TableEvent(time=Timestamp(seconds=seconds), source=source)
    made.event.kind = kind
    if seat is not None:
        made.event.seat = seat
    return made


def test_times_are_measured_from_what_happened_before_and_not_where_the_clock_chose():
    lobby = play_pb2.EVENT_SOURCE_LOBBY
    events = [
        event(0, None, "started", lobby), event(5, 0), event(5, 0), event(6, 1), event(9, 0),
        event(100, 1, "clocked_out", lobby), event(100, 1), event(103, 1),
    ]  # fmt: skip
    assert times_of(events) == {0: Times(2, 4_000, 3_000, 5_000), 1: Times(2, 2_000, 1_000, 3_000)}


def game(*ranks: tuple[str, int]) -> ArchivedGame:
    seats = [
        ArchivedSeat(who=Who(name == "greedy", name), name=name.title(), resigned=False, rank=rank, score=b"")
        for name, rank in ranks
    ]
    return ArchivedGame(
        table_id=TableId("t"), version=1, name="", game="race", options={}, host=PlayerId("ada"), private=False,
        started=0, finished=0, rounds=0, choices=0, rules_version=1, pack_digest=b"", rated=True, seats=seats,
    )  # fmt: skip


def test_who_plays_together_is_counted_with_who_was_ahead():
    games = [
        game(("ada", 1), ("bea", 2), ("greedy", 3)),
        game(("bea", 1), ("ada", 1)),
        game(("cal", 1), ("ada", 2)),
        game(("bea", 1), ("cal", 2)),
    ]
    assert together_of(games, PlayerId("ada")) == [
        Together(PlayerId("bea"), "Bea", 2, 1, 0),
        Together(PlayerId("cal"), "Cal", 1, 0, 1),
    ]


def test_choices_agree_whatever_their_order():
    analysis = play_pb2.Analysis()
    for picks, best in ((["a", "b"], ["b", "a"]), (["a"], ["b"]), ([], [])):
        analysis.choices.add(picks=picks).best.picks.extend(best)
    assert agreement(analysis) == (2, 3)

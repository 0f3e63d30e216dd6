"""One seat, without any connection."""

from collections.abc import Sequence
from unittest.mock import Mock

import pytest
from google.protobuf.message import Message

from galaxytables.lobby.v1 import bots_pb2, play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.pace import AT_ONCE, LONGEST_WAIT, Pace
from galaxytables_bots.player import MAX_TRIES, SeatPlayer
from galaxytables_client import ClientError
from galaxytables_client.errors import read_failure


class Scripted:
    """Gives the picks it was told to, one after another, the last for ever."""

    def __init__(self, *picks: Sequence[str], needs_view: bool = False) -> None:
        self.picks = list(picks)
        self.needs_view = needs_view
        self.views: list[Message | None] = []
        self.calls = 0

    def choose(self, _prompt, view, _catalogue):
        self.calls += 1
        self.views.append(view)
        return self.picks.pop(0) if len(self.picks) > 1 else self.picks[0]


class Pondering(Scripted):
    ponders = True


class Broken:
    needs_view = False

    def choose(self, _prompt, _view, _catalogue):
        raise LookupError("the king of spades")


def player(strategy, table="table", seat=1, pace=AT_ONCE) -> SeatPlayer:
    return SeatPlayer(bots_pb2.BotSeat(table_id=table, seat=seat, game="fake", bot="bot"), strategy, {}, pace)


def asks(prompt_id="1", version=1, view=None) -> play_pb2.TableUpdate:
    prompt = game_pb2.Prompt(
        id=prompt_id,
        seat=1,
        options=[game_pb2.Option(id=each) for each in "abcd"],
        least=1,
        most=1,
        default_picks=["d"],
    )
    update = play_pb2.TableUpdate(prompts=[prompt], version=version, state=tables_pb2.TABLE_STATE_RUNNING)
    if view is not None:
        update.view.Pack(view)
    return update


def quiet(version) -> play_pb2.TableUpdate:
    return play_pb2.TableUpdate(version=version, state=tables_pb2.TABLE_STATE_RUNNING)


def failure(reason, code=9) -> ClientError:
    return read_failure(play_pb2.Failure(code=code, reason=reason))


def test_a_prompt_is_answered_once_however_often_it_is_heard():
    seat = player(Scripted(["a"], ["b"]))
    answer = seat.hear(asks())
    assert answer is not None
    assert answer.picks == ("a",)
    assert seat.take(answer)
    assert not seat.take(answer)
    assert seat.hear(asks(version=2)) is None
    seat.accepted(answer, 3)
    assert seat.hear(asks(version=2)) is None
    assert seat.hear(quiet(3)) is None


def test_what_was_taken_back_is_answered_anew_under_another_request_id():
    seat = player(Scripted(["a"], ["b"], ["c"]))
    first = seat.hear(asks())
    assert first is not None
    assert seat.take(first)
    seat.accepted(first, 2)
    # Meanwhile it was asked other things, or nothing; or the same prompt was open all the time.
    for takebacks, between in ((1, None), (2, quiet(4))):
        if between is not None:
            assert seat.hear(between) is None
        update = asks(version=3 + takebacks)
        update.takebacks = takebacks
        again = seat.hear(update)
        assert again is not None
        assert again.request_id != first.request_id
        assert seat.take(again)
        seat.accepted(again, 3 + takebacks)
        assert seat.hear(quiet(3 + takebacks)) is None
        restarted = player(Scripted(["d"])).hear(update)
        assert restarted is not None
        assert restarted.request_id == again.request_id
        first = again


def test_an_older_update_asks_nothing():
    seat = player(Scripted(["a"]))
    assert seat.hear(quiet(5)) is None
    assert seat.hear(asks(version=4)) is None


def test_the_request_id_follows_from_table_seat_and_prompt():
    first = player(Scripted(["a"])).hear(asks())
    again = player(Scripted(["b"])).hear(asks(version=7))
    others = [
        player(Scripted(["a"]), table="other").hear(asks()),
        player(Scripted(["a"]), seat=2).hear(asks()),
        player(Scripted(["a"])).hear(asks("2")),
    ]
    assert first is not None
    assert again is not None
    assert first.request_id == again.request_id
    assert 8 <= len(first.request_id) <= 64
    assert len({first.request_id, *(other.request_id for other in others if other)}) == 4


def test_after_a_broken_connection_an_answer_that_was_not_sent_goes_out_and_one_under_way_is_the_streams():
    strategy = Scripted(["a"], ["b"])
    seat = player(strategy)
    answer = seat.hear(asks(version=9))
    assert answer is not None
    seat.disconnected()
    assert seat.hear(asks(version=8)) is answer
    assert seat.take(answer)
    seat.disconnected()
    assert seat.hear(asks(version=8)) is None
    assert strategy.calls == 1


def test_a_choice_that_the_store_lost_is_made_again_as_it_was():
    seat = player(Scripted(["a"], ["b"]))
    answer = seat.hear(asks(version=1))
    assert answer is not None
    assert seat.take(answer)
    seat.accepted(answer, 2)
    seat.disconnected()
    assert seat.hear(asks(version=1)) is answer


def test_refused_picks_are_followed_by_others_and_at_last_by_the_default():
    seat = player(Scripted(["a"], ["b"], ["c"], ["a"], ["b"]))
    answer = seat.hear(asks())
    tried: list[str] = []
    while answer is not None:
        tried += answer.picks or ()
        assert seat.take(answer)
        answer = seat.failed(answer, failure("CHOICE_REFUSED"))
    assert tried == ["a", "b", "c", "a", "d"]
    assert len(tried) == MAX_TRIES + 1


def test_a_strategy_that_insists_is_overruled_by_the_default():
    strategy = Scripted(["a"])
    seat = player(strategy)
    answer = seat.hear(asks())
    assert answer is not None
    seat.take(answer)
    following = seat.failed(answer, failure("OUT_OF_BOUNDS"))
    assert following is not None
    assert following.picks == ("d",)
    assert following.request_id == answer.request_id
    assert strategy.calls == 2


def test_a_strategy_that_fails_is_replaced_by_the_default():
    answer = player(Broken()).hear(asks())
    assert answer is not None
    assert answer.picks == ("d",)


def test_what_the_lobby_cannot_take_now_is_kept_for_later():
    seat = player(Scripted(["a"], ["b"]))
    answer = seat.hear(asks())
    assert answer is not None
    seat.take(answer)
    assert seat.failed(answer, failure("STORE_UNAVAILABLE", 14)) is answer
    assert seat.take(answer)


def test_what_is_pondered_is_found_elsewhere_and_once():
    """Nothing is sent before, what is asked for no more is dropped, and nothing is thought of twice."""
    strategy = Pondering("a")
    seat = player(strategy)
    answer = seat.hear(asks())
    assert answer is not None
    assert (answer.picks, strategy.calls) == (None, 0)
    assert not seat.take(answer)
    assert seat.hear(asks(version=2)) is answer
    found = seat.thought(answer, seat.thinking()())
    assert found is not None
    assert found.picks == ("a",)
    assert seat.take(found)
    assert seat.thought(answer, ("b",)) is None
    following = seat.failed(found, failure("CHOICE_REFUSED"))
    assert following is not None
    assert following.picks == ("d",)
    assert strategy.calls == 1


class Hurrying(Pondering):
    def choose_at_once(self, _prompt, _view, _catalogue):
        return ["c"]


@pytest.mark.parametrize(("kind", "waited", "picks"), [(Hurrying, -1, "a"), (Hurrying, 1, "c"), (Pondering, 1, "a")])
def test_who_has_waited_too_long_is_answered_without_pondering(kind, waited, picks):
    """By who can do so; others ponder all the same."""
    clock = Mock(return_value=100.0)
    seat = player(kind("a"), pace=Pace(clock=clock))
    answer = seat.hear(asks())
    assert answer is not None
    thinking = seat.thinking()
    clock.return_value += LONGEST_WAIT + waited
    found = seat.thought(answer, thinking())
    assert found is not None
    assert found.picks == (picks,)


def test_a_closed_prompt_is_let_go():
    seat = player(Scripted(["a"]))
    answer = seat.hear(asks())
    assert answer is not None
    seat.take(answer)
    assert seat.failed(answer, failure("PROMPT_CLOSED")) is None
    assert not seat.left


def test_word_about_an_earlier_answer_does_not_touch_the_current_one():
    seat = player(Scripted(["a"], ["b"], ["c"]))
    first = seat.hear(asks("1", version=1))
    assert first is not None
    seat.take(first)
    second = seat.hear(asks("2", version=2))
    assert second is not None
    assert seat.failed(first, failure("CHOICE_REFUSED")) is None
    assert seat.current is second


def test_the_seat_is_left_when_the_table_ends_or_is_gone():
    ended = player(Scripted(["a"]))
    assert ended.hear(play_pb2.TableUpdate(version=2, state=tables_pb2.TABLE_STATE_FINISHED)) is None
    assert ended.left
    gone = player(Scripted(["a"]))
    gone.watch_failed(failure("TABLE_NOT_FOUND", 5))
    assert gone.left
    stranger = player(Scripted(["a"]))
    for _ in range(20):
        stranger.watch_failed(failure("NOT_SEATED", 7))
    assert stranger.left
    waiting = player(Scripted(["a"]))
    waiting.watch_failed(failure("GAME_UNAVAILABLE", 14))
    assert not waiting.left


def test_a_view_is_unpacked_only_for_strategies_that_need_it():
    view = rules_pb2.DescribeResponse(title="seen")
    seeing = Scripted(["a"], needs_view=True)
    player(seeing).hear(asks(view=view))
    assert seeing.views == [view]
    blind = Scripted(["a"])
    player(blind).hear(asks(view=view))
    assert blind.views == [None]


def test_an_answer_refused_as_not_ours_is_kept_until_the_offer_stands_again():
    seat = player(Scripted(["a"]))
    answer = seat.hear(asks())
    assert answer is not None
    seat.take(answer)
    assert seat.failed(answer, failure("NOT_SEATED", 7)) is answer
    seat.watch_failed(failure("NOT_SEATED", 7))
    assert not seat.left

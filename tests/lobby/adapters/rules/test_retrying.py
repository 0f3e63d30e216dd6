"""Errors after which the same request may succeed say when it is worth trying again; others do not."""

import grpc.aio
import pytest

from galaxytables.lobby.v1 import archive_pb2, play_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api.archive import ARCHIVED_IN
from galaxytables_lobby.clock.archiving import SETTLING_MILLISECONDS
from galaxytables_lobby.clock.worker import ARCHIVE_SECONDS
from galaxytables_lobby.play.chat import MAX_MESSAGES, SECONDS
from galaxytables_serving import read_error
from tests.lobby.house import eventually, refused

pytestmark = pytest.mark.usefixtures("_time_stands_still")


async def delay(work):
    """After how many seconds a refused call is worth trying again."""
    error = await refused(work)
    assert error.retry_after is not None
    return error.reason, error.retry_after


async def test_whoever_talks_too_fast_is_told_when_to_go_on(house):
    table_id, (one, _) = await house.started()
    for number in range(MAX_MESSAGES):
        await one.say(table_id, f"message {number}")
    house.clock.ahead += 3
    reason, wait = await delay(one.say(table_id, "more"))
    assert reason == "CHAT_TOO_FAST"
    assert 2 < wait <= SECONDS - 3
    house.clock.ahead += wait - 2
    house.clock.ahead += (await delay(one.say(table_id, "too early")))[1]
    assert (await one.say(table_id, "in time")).number == MAX_MESSAGES + 1


async def test_a_game_on_its_way_into_the_archive_says_how_long_that_takes(house):
    table_id, (one, two) = await house.started(options={"rounds": "1"})
    for guest in (one, two):
        await guest.pick(table_id)
    request = archive_pb2.GetSummaryRequest(table_id=table_id)
    reason, wait = await delay(one.archive.GetSummary(request, metadata=one.metadata))
    assert reason == "GAME_NOT_ARCHIVED"
    assert 1 < wait <= ARCHIVED_IN
    house.clock.ahead += 60
    assert await delay(one.archive.GetSummary(request, metadata=one.metadata)) == (reason, 1.0)


def test_a_game_is_archived_a_moment_and_a_tick_after_its_end():
    assert ARCHIVED_IN == SETTLING_MILLISECONDS / 1000 + ARCHIVE_SECONDS


async def test_rules_that_are_away_can_be_asked_again_at_the_time_given(house):
    table_id, (one, _) = await house.started()
    await house.counting.stop()
    assert await delay(one.pick(table_id)) == ("GAME_UNAVAILABLE", 1.0)
    call = one.play.Play(metadata=one.metadata)
    choice = play_pb2.SubmitChoiceRequest(table_id=table_id, prompt_id="r1s0", picks=["c0"], request_id="a request")
    await call.write(play_pb2.PlayRequest(id=1, submit=choice))
    failure = (await call.read()).failure
    assert (failure.reason, failure.retry_delay.ToMilliseconds()) == ("GAME_UNAVAILABLE", 1_000)
    await call.write(play_pb2.PlayRequest(id=2))
    assert not (await call.read()).failure.HasField("retry_delay")
    call.cancel()
    await house.counting.start()

    async def again():
        try:
            return bool(await one.pick(table_id))
        except grpc.aio.AioRpcError as refusal:
            return read_error(refusal).retry_after != 1.0

    await eventually(again)


@pytest.mark.parametrize(
    "error",
    [errors.table_full(), errors.token_expired(), errors.history_full(9), errors.too_many_requests(2)],
)
def test_what_waiting_does_not_mend_names_no_delay(error):
    assert error.retry_delay is None

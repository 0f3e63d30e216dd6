"""Many tables over one stream."""

import asyncio
from contextlib import asynccontextmanager, suppress

import pytest

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client import ClientError, ConflictError, NotFoundError, UnavailableError, line
from tests.client.fake_lobby import TABLE, eventually


class Teller:
    """Keeps what it is told."""

    def __init__(self):
        self.told = []

    def __call__(self, told):
        self.told.append(told)

    @property
    def events(self):
        return [event.number for update in self.told for event in update.events]

    async def until(self, count):
        await eventually(lambda: len(self.told) >= count)


@asynccontextmanager
async def running(stream):
    task = asyncio.create_task(stream.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def choice(prompt, pick="a", request_id=""):
    return play_pb2.SubmitChoiceRequest(table_id=TABLE, prompt_id=prompt, picks=[pick], request_id=request_id)


async def test_what_is_asked_before_the_stream_is_open_waits_for_it(fake, lobby):
    fake.prompts = 1
    await fake.happen("started")
    stream, updates, answers = lobby.play_stream(), Teller(), Teller()
    stream.watch(play_pb2.WatchTableRequest(table_id=TABLE, from_event=1), updates)
    stream.submit(choice("p1"), answers)
    assert not stream.is_open
    async with running(stream):
        await updates.until(2)
        await answers.until(1)
        assert stream.is_open
        await asyncio.wait_for(stream.settled(), 60)
    assert not stream.is_open
    assert updates.events == [1, 2]
    assert answers.told[0].last_event == 2


async def test_after_a_lost_connection_events_go_on_and_choices_are_sent_again_under_their_ids(fake, lobby):
    fake.prompts = 2
    losses = Teller()
    stream, updates, answers = lobby.play_stream(losses), Teller(), Teller()
    stream.watch(play_pb2.WatchTableRequest(table_id=TABLE, from_event=1), updates)
    async with running(stream):
        await updates.until(1)
        fake.swallow = 1
        stream.submit(choice("p1"), answers)
        await updates.until(2)
        await fake.stop()
        await fake.happen("meanwhile")
        await fake.start()
        await answers.until(1)
        await updates.until(3)
    assert isinstance(answers.told[0], play_pb2.SubmitChoiceResponse)
    assert len(fake.choices) == 1
    assert updates.events == [1, 2]
    assert losses.told[0].attempt == 0


async def test_refusals_come_to_whom_they_concern_and_the_stream_goes_on(fake, lobby):
    fake.prompts = 1
    stream, missing, refused, accepted = lobby.play_stream(), Teller(), Teller(), Teller()
    async with running(stream):
        stream.watch(play_pb2.WatchTableRequest(table_id="nowhere"), missing)
        stream.submit(choice("p1", "b"), refused)
        await missing.until(1)
        await refused.until(1)
        stream.submit(choice("p1"), accepted)
        await accepted.until(1)
    assert isinstance(missing.told[0], NotFoundError)
    assert isinstance(refused.told[0], ConflictError)
    assert refused.told[0].metadata == {"paragraph": "R1.1"}
    assert not isinstance(accepted.told[0], ClientError)


async def test_nothing_is_told_of_a_table_that_is_watched_no_more(fake, lobby):
    stream, kept, left = lobby.play_stream(), Teller(), Teller()
    async with running(stream):
        stream.watch(play_pb2.WatchTableRequest(table_id=TABLE), kept)
        watch = stream.watch(play_pb2.WatchTableRequest(table_id=TABLE), left)
        await left.until(1)
        stream.unwatch(watch)
        await fake.happen("something")
        await kept.until(2)
    assert len(left.told) == 1


async def test_what_is_left_unanswered_for_long_is_sent_again(fake, lobby, monkeypatch):
    monkeypatch.setattr(line, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(line, "MINDING_SECONDS", 0.05)
    fake.prompts, fake.swallow, fake.silent = 1, 1, True
    stream, updates, answers = lobby.play_stream(), Teller(), Teller()
    async with running(stream):
        stream.watch(play_pb2.WatchTableRequest(table_id=TABLE), updates)
        stream.submit(choice("p1", request_id="the-same-id"), answers)
        await answers.until(1)
        fake.silent = False
        await updates.until(1)
    sent = [
        each.submit.request_id
        for each in fake.requests
        if isinstance(each, play_pb2.PlayRequest) and each.HasField("submit")
    ]
    assert set(sent) == {"the-same-id"}
    assert len(sent) == 2
    assert len(fake.choices) == 1


@pytest.mark.parametrize("silence", [0.2])
async def test_a_silent_stream_is_opened_again(lobby):
    losses = Teller()
    async with running(lobby.play_stream(losses)):
        await losses.until(1)
    assert isinstance(losses.told[0].error, UnavailableError)
    assert "nothing was heard" in losses.told[0].error.message


async def test_a_callback_that_fails_stops_neither_the_stream_nor_others(fake, lobby):
    failed = Teller()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed(context["exception"]))

    def failing(told):
        raise LookupError(told.table_id)

    stream, updates = lobby.play_stream(), Teller()
    async with running(stream):
        stream.watch(play_pb2.WatchTableRequest(table_id=TABLE), failing)
        stream.watch(play_pb2.WatchTableRequest(table_id=TABLE), updates)
        await updates.until(1)
        await fake.happen("more")
        await updates.until(2)
    assert [str(each) for each in failed.told] == [TABLE] * 2


async def test_what_will_not_pass_ends_the_stream(fake, lobby):
    await lobby.players.me()
    fake.good.clear()
    with pytest.raises(ClientError) as caught:
        await asyncio.wait_for(lobby.play_stream().run(), 60)
    assert caught.value.reason == "TOKEN_EXPIRED"


async def test_a_table_that_is_over_is_watched_no_more(fake, lobby):
    losses, updates = Teller(), Teller()
    stream = lobby.play_stream(losses)
    async with running(stream):
        stream.watch(play_pb2.WatchTableRequest(table_id=TABLE), updates)
        await updates.until(1)
        await fake.happen("finished")
        await updates.until(2)
        fake.requests.clear()
        await fake.stop()
        await losses.until(1)
        await fake.start()
        await eventually(lambda: fake.calls["PlayMany"] == 2)
        other = Teller()
        stream.watch(play_pb2.WatchTableRequest(table_id="nowhere"), other)
        await other.until(1)
    asked = [each for each in fake.requests if isinstance(each, play_pb2.PlayRequest)]
    assert [each.watch.table_id for each in asked] == ["nowhere"]


async def test_a_watch_that_is_left_unanswered_for_long_is_asked_for_again(fake, lobby, monkeypatch):
    monkeypatch.setattr(line, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(line, "MINDING_SECONDS", 0.05)
    fake.silent = True
    stream, updates = lobby.play_stream(), Teller()
    async with running(stream):
        stream.watch(play_pb2.WatchTableRequest(table_id=TABLE), updates)
        await eventually(lambda: fake.requests)
        fake.silent = False
        await updates.until(1)


async def test_each_choice_gets_a_request_id_of_its_own(fake, lobby):
    fake.prompts = 2
    stream, answers = lobby.play_stream(), Teller()
    async with running(stream):
        for number in (1, 2):
            stream.submit(choice(f"p{number}"), answers)
            await answers.until(number)
    assert [prompt for prompt, _ in fake.choices.values()] == ["p1", "p2"]

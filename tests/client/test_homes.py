"""Play streams that go to the homes of tables, and come back."""

import asyncio

import grpc
import pytest

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client import Guest, Homes, Lobby, UnavailableError, home, line, open_channel, play_stream
from tests.client.fake_lobby import TABLE, FakeLobby, eventually, status
from tests.client.test_play_stream import Teller, choice, running


class Connector:
    """Opens channels, and remembers to where and whether they were closed."""

    def __init__(self):
        self.opened = []
        self.open = 0
        self.homes = Homes(self._connect)

    def _connect(self, address):
        self.opened.append(address)
        if "/" in address:
            raise ValueError(address)
        self.open += 1
        channel = open_channel(address, shared=False)
        close = channel.close

        async def closed(grace=None):
            self.open -= 1
            await close(grace)

        vars(channel)["close"] = closed
        return channel


@pytest.fixture
def connector():
    return Connector()


@pytest.fixture
async def distant(fake):
    """The home: another process that serves the same table."""
    lobby = FakeLobby()  # type: ignore[abstract]  # answers what the tests call and nothing else
    lobby.good = fake.good
    lobby.prompts = fake.prompts = 4
    await lobby.start()
    fake.home = lobby.address
    yield lobby
    await lobby.stop()


@pytest.fixture
async def lobby(fake, connector):
    async with Lobby(fake.address, Guest("Ada"), patience=2.0, homes=connector.homes) as lobby:
        yield lobby


def watch(**fields):
    return play_pb2.WatchTableRequest(table_id=TABLE, **fields)


def asked(fake, kind):
    return [each for each in fake.requests if isinstance(each, play_pb2.PlayRequest) and each.HasField(kind)]


async def reached(distant, updates):
    """Wait until a watch is told by the home too."""
    await eventually(lambda: asked(distant, "watch"))
    await updates.until(2)


async def test_a_table_is_watched_and_played_at_its_home(fake, distant, lobby, connector):
    stream, updates, answers = lobby.play_stream(), Teller(), Teller()
    async with running(stream):
        stream.watch(watch(from_event=1), updates)
        await reached(distant, updates)
        stream.submit(choice("p1"), answers)
        await answers.until(1)
        await updates.until(3)
        await asyncio.wait_for(stream.settled(), 60)
        assert stream.under_way == 0
        assert connector.open == 1
    assert connector.opened == [distant.address]
    assert list(distant.choices.values()) == [("p1", "a")]
    assert not fake.choices
    assert len(asked(fake, "unwatch")) == 1
    assert updates.told[-1].prompts[0].id == "p2"
    assert connector.open == 0


async def test_other_tables_and_those_without_homes_stay_where_they_are(fake, distant, lobby):
    fake.home = ""
    stream, updates, answers = lobby.play_stream(), Teller(), Teller()
    async with running(stream):
        stream.watch(watch(), updates)
        await updates.until(1)
        stream.submit(choice("p1"), answers)
        await answers.until(1)
    assert fake.choices
    assert not distant.calls


async def test_whoever_has_no_use_for_homes_stays(fake, distant):
    async with Lobby(fake.address, Guest("Ada")) as lobby:
        stream, updates, answers = lobby.play_stream(), Teller(), Teller()
        async with running(stream):
            stream.watch(watch(), updates)
            await updates.until(1)
            stream.submit(choice("p1"), answers)
            await answers.until(1)
    assert fake.choices
    assert not distant.calls


async def test_what_a_home_tells_of_homes_leads_nowhere(fake, distant, lobby, connector):
    distant.home = fake.address
    stream, updates = lobby.play_stream(), Teller()
    async with running(stream):
        stream.watch(watch(), updates)
        await reached(distant, updates)
        await distant.happen("something")
        await updates.until(3)
    assert connector.opened == [distant.address]


async def test_when_a_home_is_lost_all_goes_on_where_one_came_from(fake, distant, lobby, connector):
    losses = Teller()
    stream, updates, answers = lobby.play_stream(losses), Teller(), Teller()
    async with running(stream):
        stream.watch(watch(from_event=1), updates)
        await reached(distant, updates)
        distant.swallow = 1
        stream.submit(choice("p1", request_id="the-same-id"), answers)
        await eventually(lambda: distant.choices)
        # What the home has made is in the store; whoever is asked now gives the first answer.
        fake.choices, fake.prompt = dict(distant.choices), 2
        await fake.happen("chosen")
        await distant.stop()
        await answers.until(1)
        await updates.until(3)
        assert stream.is_open
        assert len(losses.told) == 1
        assert isinstance(losses.told[0].error, UnavailableError)
        stream.submit(choice("p2"), answers)
        await answers.until(2)
    assert asked(fake, "submit")[0].submit.request_id == "the-same-id"
    assert updates.events == [1, 2]
    assert not any(isinstance(told, Exception) for told in answers.told)
    # For a while nobody goes there again, though the lobby still tells of it.
    assert connector.opened == [distant.address]


async def test_a_home_that_is_left_alone_long_enough_is_tried_again(distant, lobby, connector, monkeypatch):
    monkeypatch.setattr(play_stream, "AVOID_SECONDS", 0.0)
    stream, updates = lobby.play_stream(), Teller()
    async with running(stream):
        stream.watch(watch(), updates)
        await reached(distant, updates)
        await distant.stop()
        await eventually(lambda: len(connector.opened) > 1)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "https://elsewhere"])
async def test_a_home_that_cannot_be_reached_costs_nothing(fake, lobby, connector, monkeypatch, address):
    monkeypatch.setattr(home, "HOME_PATIENCE_SECONDS", 0.3)
    fake.home, fake.prompts = address, 4
    losses = Teller()
    stream, updates, answers = lobby.play_stream(losses), Teller(), Teller()
    async with running(stream):
        stream.watch(watch(), updates)
        await updates.until(1)
        stream.submit(choice("p1"), answers)
        await answers.until(1)
        await updates.until(2)
        await eventually(lambda: stream._avoided)
        await fake.happen("more")
        await updates.until(3)
    assert connector.opened == [address]
    assert not losses.told


async def test_a_home_that_does_not_answer_is_left_and_what_it_was_asked_is_asked_elsewhere(
    fake, distant, lobby, monkeypatch
):
    monkeypatch.setattr(home, "HOME_PATIENCE_SECONDS", 0.3)
    losses = Teller()
    stream, updates, answers = lobby.play_stream(losses), Teller(), Teller()
    async with running(stream):
        stream.watch(watch(), updates)
        await reached(distant, updates)
        distant.swallow = 1
        stream.submit(choice("p1", request_id="the-same-id"), answers)
        await answers.until(1)
    assert [each.submit.request_id for each in asked(fake, "submit")] == ["the-same-id"]
    assert "nothing was answered" in losses.told[0].error.message


async def test_a_home_at_which_nothing_is_wanted_any_more_is_left(distant, lobby, connector, monkeypatch):
    monkeypatch.setattr(line, "MINDING_SECONDS", 0.05)
    losses = Teller()
    stream, updates = lobby.play_stream(losses), Teller()
    async with running(stream):
        stream.watch(watch(), updates)
        await reached(distant, updates)
        await asyncio.sleep(0.3)
        assert connector.open == 1
        await distant.happen("finished")
        await updates.until(3)
        await eventually(lambda: not connector.open)
        assert not losses.told
        stream.watch(watch(), updates)
        await eventually(lambda: len(connector.opened) == 2)
        assert not stream._avoided


async def test_a_table_that_is_watched_no_more_is_not_watched_at_its_home(distant, lobby):
    stream, told = lobby.play_stream(), []

    def leave(update):
        told.append(update)
        stream.unwatch(watched)

    async with running(stream):
        watched = stream.watch(watch(), leave)
        await eventually(lambda: distant.calls["PlayMany"])
        await asyncio.sleep(0.1)
    assert not asked(distant, "watch")
    assert len(told) == 1


async def test_a_table_is_unwatched_at_its_home(distant, lobby):
    stream, updates = lobby.play_stream(), Teller()
    async with running(stream):
        watched = stream.watch(watch(), updates)
        await reached(distant, updates)
        stream.unwatch(watched)
        await eventually(lambda: asked(distant, "unwatch"))
        await distant.happen("more")
        await asyncio.sleep(0.1)
    assert len(updates.told) == 2


async def test_when_the_first_stream_breaks_homes_are_left_and_found_again(fake, distant, lobby, connector):
    losses = Teller()
    stream, updates = lobby.play_stream(losses), Teller()
    async with running(stream):
        stream.watch(watch(), updates)
        await reached(distant, updates)
        await fake.stop()
        await losses.until(1)
        await fake.start()
        await eventually(lambda: len(connector.opened) >= 2)
        await updates.until(4)
        await distant.happen("something")
        await updates.until(5)
    assert connector.open == 0


async def test_a_stream_that_is_run_again_wants_what_it_wanted(fake, distant, lobby):
    stream, updates = lobby.play_stream(), Teller()
    async with running(stream):
        stream.watch(watch(), updates)
        await reached(distant, updates)
    async with running(stream):
        await updates.until(4)
    assert len(asked(fake, "watch")) == 2
    assert len(asked(distant, "watch")) == 2


async def test_a_home_stream_that_ends_with_its_token_goes_on_with_the_next(distant, lobby, connector):
    losses = Teller()
    stream, updates = lobby.play_stream(losses), Teller()
    async with running(stream):
        stream.watch(watch(), updates)
        await reached(distant, updates)
        distant.end_streams(status(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED"))
        await eventually(lambda: len(connector.opened) == 2)
        await updates.until(4)
    assert not losses.told


@pytest.mark.parametrize(
    ("server", "address"),
    [("https://galaxytables.example", "https://two.example:5100"), ("galaxytables.example:5100", "two.example:5100")],
)
async def test_homes_are_reached_with_tls_where_the_server_is(monkeypatch, server, address):
    opened = []

    def connect(address, **how):
        opened.append((address, how["roots"]))
        return open_channel(address, **how)

    monkeypatch.setattr("galaxytables_client.homes.open_channel", connect)
    homes = Homes.beside(server, roots=b"roots")
    async with homes.channel("two.example:5100") as channel, homes.channel("two.example:5100") as same:
        assert channel is same
    assert opened == [(address, b"roots")]
    with pytest.raises(ValueError, match="http://"):
        async with homes.channel("http://two.example:5100"):
            pass


async def test_a_home_that_fails_in_any_other_way_is_left_too(fake, distant):
    failed = Teller()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed(context["exception"]))

    def connect(address):
        raise LookupError(address)

    async with Lobby(fake.address, Guest("Ada"), homes=Homes(connect)) as lobby:
        stream, updates, answers = lobby.play_stream(), Teller(), Teller()
        async with running(stream):
            stream.watch(watch(), updates)
            await failed.until(1)
            stream.submit(choice("p1"), answers)
            await answers.until(1)
            await updates.until(2)
            assert not stream._reached
    assert not distant.calls

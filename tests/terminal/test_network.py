import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clients.terminal.errors import AwayError, NothingToPlayError, RefusedError
from clients.terminal.lobby import Lobby, pause, time_control
from clients.terminal.session import Session
from clients.terminal.settings import Pace, Settings, read_settings
from clients.terminal.watch import Arrived, Lost, watch
from galaxy.lobby.v1 import tables_pb2
from tests.terminal import scenes
from tests.terminal.fake_lobby import FakeLobby


def settings(lobby: FakeLobby, state: Path, *arguments: str) -> Settings:
    return read_settings({}, [f"SERVER={lobby.address}", "NAME=Ann", f"GALAXY_STATE={state}", *arguments])


@contextlib.asynccontextmanager
async def session(lobby: FakeLobby, state: Path, *arguments: str) -> AsyncIterator[Session]:
    one = Session(settings(lobby, state, *arguments))
    await one.connect(lambda _line: None)
    yield one
    await one.close()


async def test_a_refusal_carries_reason_paragraph_and_metadata(lobby: FakeLobby, tmp_path: Path) -> None:
    async with session(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        table = await ann.open_table(ann.settings, lambda _line: None)
        await ann.lobby.submit(table.id, scenes.PLACE.id, ["h0"])
        with pytest.raises(RefusedError) as caught:
            await ann.lobby.submit(table.id, scenes.PAY.id, ["h1", "h2"])
    assert caught.value.reason == "CHOICE_REFUSED"
    assert caught.value.metadata == {"paragraph": "R2.11"}
    assert str(caught.value) == "The Galactic Salon is set aside and cannot be used to pay. (R2.11)"


async def test_nobody_there_is_told_apart_from_a_refusal(lobby: FakeLobby) -> None:
    await lobby.stop()
    async with Lobby(lobby.address) as client:
        with pytest.raises(AwayError) as caught:
            await client.create_guest("Ann")
    assert lobby.address in str(caught.value)


async def test_a_choice_whose_answer_was_lost_counts_once(lobby: FakeLobby, tmp_path: Path) -> None:
    async with session(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        table = await ann.open_table(ann.settings, lambda _line: None)
        lobby.lose_answers = 1
        accepted = await ann.lobby.submit(table.id, scenes.PLACE.id, ["h0"])
    assert lobby.calls.count("SubmitChoice") == 2
    assert lobby.board.choices == [(scenes.PLACE.id, ("h0",))]
    assert accepted.version == lobby.board.table.version


async def test_watching_goes_on_after_the_last_event_when_the_server_was_gone(lobby: FakeLobby, tmp_path: Path) -> None:
    async with session(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        table = await ann.open_table(ann.settings, lambda _line: None)
        numbers: list[int] = []
        losses = 0

        async def come_back(_seconds: float) -> None:
            if losses == 2:
                await lobby.start()
                await lobby.tell(scenes.event("back", "Here again."))

        async for news in watch(ann.lobby, table.id, sleep=come_back):
            match news:
                case Lost(why):
                    assert why
                    losses += 1
                case Arrived(update):
                    numbers.extend(event.number for event in update.events)
                    if len(numbers) == 1:
                        await lobby.stop()
                    else:
                        break
    assert losses >= 2
    assert numbers == [1, 2]
    assert lobby.watched_from[0] == 1
    assert set(lobby.watched_from[1:]) == {2}


async def test_watching_a_table_that_is_not_there_ends(lobby: FakeLobby, tmp_path: Path) -> None:
    async with session(lobby, tmp_path) as ann:
        with pytest.raises(RefusedError) as caught:
            async for _ in watch(ann.lobby, "nowhere"):
                pass
    assert caught.value.reason == "TABLE_NOT_FOUND"


async def test_watching_ends_with_the_game(lobby: FakeLobby, tmp_path: Path) -> None:
    async with session(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        table = await ann.open_table(ann.settings, lambda _line: None)
        answers = {scenes.PLACE.id: ["h0"], scenes.PAY.id: ["h3", "h4"], scenes.ORDER.id: ["rest", "draw"]}
        last = None
        async for news in watch(ann.lobby, table.id):
            assert isinstance(news, Arrived)
            last = news.update
            for prompt in news.update.prompts:
                await ann.lobby.submit(table.id, prompt.id, answers.get(prompt.id, []))
    assert last is not None
    assert last.state == tables_pb2.TABLE_STATE_FINISHED
    assert [score.total for score in last.scores] == [52, 47]


async def test_one_comes_back_as_the_same_player(lobby: FakeLobby, tmp_path: Path) -> None:
    async with session(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        first = ann.me.id
        table = await ann.open_table(ann.settings, lambda _line: None)
    async with session(lobby, tmp_path) as again:
        assert again.me.id == first
        entered = await again.enter(table.id)
        assert again.people(entered).own_seat == 0
    assert lobby.calls.count("CreateGuest") == 1
    assert "JoinTable" not in lobby.calls


async def test_another_name_is_another_player(lobby: FakeLobby, tmp_path: Path) -> None:
    async with session(lobby, tmp_path) as ann, session(lobby, tmp_path, "NAME=Bob") as bob:
        assert ann.me.id != bob.me.id
        assert bob.me.name == "Bob"


async def test_a_token_that_is_no_longer_valid_gives_way_to_a_new_guest(lobby: FakeLobby, tmp_path: Path) -> None:
    async with session(lobby, tmp_path) as ann:
        first = ann.me.id
    lobby.players.clear()
    async with session(lobby, tmp_path) as again:
        assert again.me.id != first
        assert again.me.name == "Ann"


async def test_a_table_is_opened_as_wished(lobby: FakeLobby, tmp_path: Path) -> None:
    wishes = ("GAME=jump", "BOTS=2", "SEATS=4", "BOT=random", "OPTIONS=hands=dealt", "TIME=600+5", "PRIVATE=1")
    async with session(lobby, tmp_path, *wishes) as ann:
        table = await ann.open_table(ann.settings, lambda _line: None)
    assert [seat.bot or seat.player.name for seat in table.seats] == ["Ann", "random", "random", ""]
    assert table.state == tables_pb2.TABLE_STATE_OPEN
    assert table.options == {"hands": "dealt"}
    assert table.visibility == tables_pb2.VISIBILITY_PRIVATE
    assert table.time_control.budget.initial.seconds == 600
    assert table.time_control.budget.increment.seconds == 5
    assert table.time_control.successor == "random"


async def test_the_best_bot_is_the_last_on_offer_and_a_full_table_begins(lobby: FakeLobby, tmp_path: Path) -> None:
    async with session(lobby, tmp_path, "GAME=jump", "BOTS=3") as ann:
        table = await ann.open_table(ann.settings, lambda _line: None)
    assert [seat.bot for seat in table.seats] == ["", "greedy", "greedy", "greedy"]
    assert table.state == tables_pb2.TABLE_STATE_RUNNING


async def test_what_is_not_on_offer_is_said_with_what_is(lobby: FakeLobby, tmp_path: Path) -> None:
    async with session(lobby, tmp_path, "GAME=chess") as ann:
        with pytest.raises(NothingToPlayError, match=r"No game chess here\. On offer: jump\."):
            await ann.open_table(ann.settings, lambda _line: None)
    async with session(lobby, tmp_path, "GAME=jump", "BOT=genius") as ann:
        with pytest.raises(NothingToPlayError, match=r"No bot genius for jump here\. On offer: random, greedy\."):
            await ann.open_table(ann.settings, lambda _line: None)


async def test_bots_that_come_a_little_later_are_waited_for(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.bots = []
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        lobby.bots = ["random"]

    async with session(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        table = await ann.open_table(ann.settings, say)
    assert said[0] == "Waiting for bots of jump …"
    assert table.seats[1].bot == "random"


def test_pauses_grow_are_bounded_and_spread() -> None:
    least = [pause(attempt, roll=lambda: 0.0) for attempt in range(20)]
    most = [pause(attempt, roll=lambda: 1.0) for attempt in range(20)]
    assert least == sorted(least)
    assert max(most) == 5.0
    assert all(one * 2 == other for one, other in zip(least, most, strict=True))


def test_time_controls_on_the_wire() -> None:
    assert time_control(Pace(), "greedy").WhichOneof("control") is None
    control = time_control(Pace(per_move=60), "greedy")
    assert (control.per_move.seconds, control.misses_before_handover) == (60, 3)

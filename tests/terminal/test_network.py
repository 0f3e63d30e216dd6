import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import ConflictError, NotFoundError, UnavailableError
from galaxytables_terminal.errors import NothingToPlayError
from galaxytables_terminal.settings import Pace, Settings, read_settings
from galaxytables_terminal.visit import Visit, time_control
from tests.terminal import scenes
from tests.terminal.fake_lobby import FakeLobby


def settings(lobby: FakeLobby, state: Path, *arguments: str) -> Settings:
    return read_settings({}, [f"SERVER={lobby.address}", "NAME=Ann", f"GALAXYTABLES_STATE={state}", *arguments])


@contextlib.asynccontextmanager
async def visit(lobby: FakeLobby, state: Path, *arguments: str) -> AsyncIterator[Visit]:
    one = Visit(settings(lobby, state, *arguments))
    await one.connect(lambda _line: None)
    yield one
    await one.close()


async def test_a_refusal_carries_reason_paragraph_and_metadata(lobby: FakeLobby, tmp_path: Path) -> None:
    async with visit(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        table = await ann.open_table(ann.settings, lambda _line: None)
        await ann.lobby.play.submit(table.id, scenes.PLACE.id, ["h0"])
        with pytest.raises(ConflictError) as caught:
            await ann.lobby.play.submit(table.id, scenes.PAY.id, ["h1", "h2"])
    assert caught.value.reason == "CHOICE_REFUSED"
    assert caught.value.metadata == {"paragraph": "R2.11"}
    assert str(caught.value) == "The Galactic Salon is set aside and cannot be used to pay. (R2.11)"


async def test_nobody_there_is_told_with_the_address(lobby: FakeLobby, tmp_path: Path) -> None:
    await lobby.stop()
    with pytest.raises(UnavailableError) as caught:
        async with visit(lobby, tmp_path):
            pass
    assert str(caught.value) == f"The server {lobby.address} does not answer: nobody listens there."


async def test_watching_a_table_that_is_not_there_ends(lobby: FakeLobby, tmp_path: Path) -> None:
    async with visit(lobby, tmp_path) as ann:
        with pytest.raises(NotFoundError) as caught:
            async for _ in ann.lobby.play.watch("nowhere"):
                pass
    assert caught.value.reason == "TABLE_NOT_FOUND"


async def test_one_comes_back_as_the_same_player(lobby: FakeLobby, tmp_path: Path) -> None:
    async with visit(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        first = ann.me.id
        table = await ann.open_table(ann.settings, lambda _line: None)
    async with visit(lobby, tmp_path) as again:
        assert again.me.id == first
        entered = await again.enter(table.id)
        assert again.people(entered).own_seat == 0
    assert lobby.calls.count("CreateGuest") == 1
    assert "JoinTable" not in lobby.calls


async def test_another_name_is_another_player(lobby: FakeLobby, tmp_path: Path) -> None:
    async with visit(lobby, tmp_path) as ann, visit(lobby, tmp_path, "NAME=Bob") as bob:
        assert ann.me.id != bob.me.id
        assert bob.me.name == "Bob"


async def test_a_token_that_is_no_longer_valid_gives_way_to_a_new_guest(lobby: FakeLobby, tmp_path: Path) -> None:
    async with visit(lobby, tmp_path) as ann:
        first = ann.me.id
    lobby.players.clear()
    async with visit(lobby, tmp_path) as again:
        assert again.me.id != first
        assert again.me.name == "Ann"


async def test_a_table_is_opened_as_wished(lobby: FakeLobby, tmp_path: Path) -> None:
    wishes = ("GAME=jump", "BOTS=2", "SEATS=4", "BOT=random", "OPTIONS=hands=dealt", "TIME=600+5", "PRIVATE=1")
    async with visit(lobby, tmp_path, *wishes) as ann:
        table = await ann.open_table(ann.settings, lambda _line: None)
    assert [seat.bot or seat.player.name for seat in table.seats] == ["Ann", "random", "random", ""]
    assert table.state == tables_pb2.TABLE_STATE_OPEN
    assert table.options == {"hands": "dealt"}
    assert table.visibility == tables_pb2.VISIBILITY_PRIVATE
    assert table.time_control.budget.initial.seconds == 600
    assert table.time_control.budget.increment.seconds == 5
    assert table.time_control.successor == "random"


async def test_the_best_bot_is_the_last_on_offer_and_a_full_table_begins(lobby: FakeLobby, tmp_path: Path) -> None:
    async with visit(lobby, tmp_path, "GAME=jump", "BOTS=3") as ann:
        table = await ann.open_table(ann.settings, lambda _line: None)
    assert [seat.bot for seat in table.seats] == ["", "greedy", "greedy", "greedy"]
    assert table.state == tables_pb2.TABLE_STATE_RUNNING


async def test_what_is_not_on_offer_is_said_with_what_is(lobby: FakeLobby, tmp_path: Path) -> None:
    async with visit(lobby, tmp_path, "GAME=chess") as ann:
        with pytest.raises(NothingToPlayError, match=r"No game chess here\. On offer: jump\."):
            await ann.open_table(ann.settings, lambda _line: None)
    async with visit(lobby, tmp_path, "GAME=jump", "BOT=genius") as ann:
        with pytest.raises(NothingToPlayError, match=r"No bot genius for jump here\. On offer: random, greedy\."):
            await ann.open_table(ann.settings, lambda _line: None)


async def test_bots_that_come_a_little_later_are_waited_for(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.bots = []
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        lobby.bots = ["random"]

    async with visit(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        table = await ann.open_table(ann.settings, say)
    assert said[0] == "Waiting for bots of jump …"
    assert table.seats[1].bot == "random"


def test_time_controls_on_the_wire() -> None:
    assert time_control(Pace(), "greedy").WhichOneof("control") is None
    control = time_control(Pace(per_move=60), "greedy")
    assert (control.per_move.seconds, control.misses_before_handover) == (60, 3)

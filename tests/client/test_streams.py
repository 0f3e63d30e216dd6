"""Streams that go on after lost connections, silence and old tokens."""

import asyncio
import gc
import time
from contextlib import aclosing
from types import SimpleNamespace

import grpc
import pytest

from galaxytables.lobby.v1 import platform_pb2, play_pb2, tables_pb2
from galaxytables_client import (
    ConflictError,
    Guest,
    Lobby,
    Lost,
    NotFoundError,
    UnauthenticatedError,
    UnavailableError,
    credentials,
)
from galaxytables_client.channel import open_channel
from galaxytables_client.identity import Door, Token
from galaxytables_client.pulse import Pulse
from galaxytables_client.table_list import EMPTY
from tests.client.fake_lobby import AWAY, RUNNING, TABLE, eventually, status

OPEN, CLOSED = tables_pb2.TABLE_STATE_OPEN, tables_pb2.TABLE_STATE_CLOSED


async def numbers_until_finished(updates, after_each=None):
    numbers: list[int] = []
    async with aclosing(updates):
        async for update in updates:
            numbers += [event.number for event in update.events]
            if after_each is not None:
                await after_each(numbers)
    return numbers


async def again(fake, *kinds):
    """Lose all connections; meanwhile things happen."""
    await fake.stop()
    await fake.happen(*kinds)
    await fake.start()


async def test_a_watch_goes_on_after_the_last_event_and_ends_with_the_table(fake, lobby):
    await fake.happen("started", "one")
    losses: list[Lost] = []
    steps = iter([("two", "three"), ("four",), ("finished",)])

    async def lose(_numbers):
        if kinds := next(steps, None):
            await again(fake, *kinds)

    assert await numbers_until_finished(lobby.play.watch(TABLE, on_lost=losses.append), lose) == [1, 2, 3, 4, 5, 6]
    asked = [each.from_event for each in fake.requests if isinstance(each, play_pb2.WatchTableRequest)]
    assert asked[0] == 1
    assert {3, 5, 6} <= set(asked)
    assert len(losses) >= 3
    assert {loss.attempt for loss in losses} >= {0}
    assert all(isinstance(loss.error, UnavailableError) and loss.wait > 0 for loss in losses)


async def test_a_watch_without_history_misses_nothing_from_its_first_update_on(fake, lobby):
    await fake.happen("started", "one")

    async def lose(numbers):
        if not numbers:
            await again(fake, "two", "three")
        elif len(numbers) == 2:
            await again(fake, "finished")

    assert await numbers_until_finished(lobby.play.watch(TABLE, from_event=0), lose) == [3, 4, 5]


async def test_a_stream_that_the_server_ends_in_good_order_is_opened_again(fake, lobby):
    await fake.happen("finished")
    fake.errors["WatchTable"] = [AWAY, status(grpc.StatusCode.INTERNAL, "INTERNAL"), None]
    losses: list[Lost] = []
    assert await numbers_until_finished(lobby.play.watch(TABLE, on_lost=losses.append)) == [1]
    assert [loss.error.reason for loss in losses] == ["STORE_UNAVAILABLE", "INTERNAL"]
    assert [loss.attempt for loss in losses] == [0, 1]


async def test_what_will_not_pass_is_raised(fake, lobby):
    fake.errors["WatchTable"] = [status(grpc.StatusCode.NOT_FOUND, "TABLE_NOT_FOUND", table="t9")]
    with pytest.raises(NotFoundError):
        await numbers_until_finished(lobby.play.watch("t9"))
    assert fake.calls["WatchTable"] == 1


@pytest.mark.parametrize("silence", [0.2])
async def test_a_silent_stream_is_opened_again(fake, lobby):
    fake.silent = True
    losses: list[Lost] = []

    def lost(loss):
        losses.append(loss)
        fake.silent = False
        fake.events.append("finished")

    assert await numbers_until_finished(lobby.play.watch(TABLE, on_lost=lost)) == [1]
    assert "nothing was heard" in losses[0].error.message


class Loop:
    """The time of a loop, which a test moves, and when it is to look again."""

    def __init__(self):
        self.now = 0.0
        self.looks = []

    def time(self):
        return self.now

    def call_later(self, wait, look):
        self.looks.append((self.now + wait, look))

    def pass_until(self, when):
        while self.looks and self.looks[0][0] <= when:
            self.now, look = self.looks.pop(0)
            look()
        self.now = when


def test_a_stream_that_is_heard_of_is_not_silent(monkeypatch):
    loop, cancelled = Loop(), []
    monkeypatch.setattr("galaxytables_client.pulse.asyncio.get_running_loop", lambda: loop)
    pulse = Pulse(SimpleNamespace(cancel=lambda: cancelled.append(loop.now)), "", silence=5.0)
    for when in range(4, 44, 4):
        loop.pass_until(when)
        pulse.heard()
    loop.pass_until(60)
    assert cancelled == [45]


@pytest.mark.parametrize("silence", [0.3])
async def test_whoever_ends_a_silent_watch_is_not_told_of_the_silence(fake, lobby):
    fake.silent = True
    watching = asyncio.create_task(numbers_until_finished(lobby.play.watch(TABLE)))
    await eventually(lambda: fake.calls["WatchTable"])
    watching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await watching


async def test_a_stream_that_ends_with_its_token_goes_on_with_the_next(fake, lobby):
    await lobby.players.me()
    first = lobby.token
    fake.errors["WatchTable"] = [status(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED")]
    await fake.happen("finished")
    losses: list[Lost] = []
    assert await numbers_until_finished(lobby.play.watch(TABLE, on_lost=losses.append)) == [1]
    assert lobby.token != first
    # Nothing was lost, so nobody need be told.
    assert losses == []
    fake.good.clear()
    with pytest.raises(UnauthenticatedError):
        await numbers_until_finished(lobby.play.watch(TABLE))


async def test_history_is_everything_that_happened(fake, lobby):
    await fake.happen("started", "one", "finished")
    assert [event.event.kind for event in await lobby.play.history(TABLE)] == ["started", "one", "finished"]


def table(table_id, state=OPEN, version=1):
    return tables_pb2.Table(id=table_id, state=state, version=version)


async def test_the_list_of_tables_follows_changes_and_is_told_anew_after_a_lost_connection(fake, lobby):
    fake.tables = {name: table(name) for name in ("opened", "ends", "stays")}
    async with aclosing(lobby.tables.watch()) as lists:
        assert (await anext(lists)).tables == fake.tables
        await fake.change(table("stays", RUNNING, 2))
        changed = await anext(lists)
        assert changed.tables["stays"].state == RUNNING
        await fake.change(table("ends", CLOSED, 2))
        changed = await anext(lists)
        assert (changed.tables.keys(), changed.ended.keys()) == ({"opened", "stays"}, {"ends"})
        await fake.stop()
        fake.tables = {"new": table("new")}
        await fake.start()
        assert (await anext(lists)).tables == fake.tables


async def test_one_table_is_told_whenever_it_changes(fake, lobby):
    fake.tables = {TABLE: table(TABLE)}
    async with aclosing(lobby.tables.watch_one(TABLE)) as states:
        assert (await anext(states)).state == OPEN
        await fake.change(table(TABLE, RUNNING, 2))
        assert (await anext(states)).state == RUNNING


def test_a_list_takes_changes():
    there = tables_pb2.PresentAtTable(table_id="a", seats=[1])
    first = EMPTY.after(
        tables_pb2.TableChanges(
            whole=True, tables=[table("a"), table("b")], present=[there], crowd=tables_pb2.Crowd(people=3)
        )
    )
    assert first.tables.keys() == {"a", "b"}
    assert (dict(first.present), first.crowd.people) == ({"a": frozenset([1])}, 3)
    second = first.after(tables_pb2.TableChanges(removed_table_ids=["b"], tables=[table("a", RUNNING)]))
    assert second.tables.keys() == {"a"}
    assert (len(second.present), second.crowd.people) == (0, 3)
    assert second.after(tables_pb2.TableChanges(whole=True)).tables == {}


async def test_ones_own_tables_that_ended_while_the_connection_was_lost_are_told(fake, lobby):
    fake.tables = {name: table(name, RUNNING) for name in ("goes_on", "ends")}
    told: list[tables_pb2.MyTable] = []
    rounds = 0
    async with aclosing(lobby.tables.watch_mine()) as responses:
        async for response in responses:
            if response.HasField("table"):
                told.append(response.table)
                continue
            rounds += 1
            if rounds == 2:
                break
            told.clear()
            await fake.stop()
            fake.tables["ends"].state = tables_pb2.TABLE_STATE_FINISHED
            await fake.start()
    by_id = {mine.table.id: mine for mine in told}
    assert by_id.keys() == {"goes_on", "ends"}
    assert by_id["goes_on"].your_turn
    assert not by_id["ends"].your_turn
    assert (by_id["ends"].seat, by_id["ends"].table.state) == (2, tables_pb2.TABLE_STATE_FINISHED)


async def test_a_seat_is_asked_each_prompt_once_over_lost_connections(fake, lobby):
    fake.prompts = 6
    seat = lobby.play.seat(TABLE)
    asked = []
    async with aclosing(seat.prompts()) as prompts:
        async for prompt in prompts:
            asked.append(prompt.id)
            if len(asked) in (2, 4):
                await again(fake, "noise")
            assert await seat.answer(prompt, ["a"])
    assert asked == [f"p{number}" for number in range(1, 7)]
    assert len(fake.choices) == 6
    assert seat.last.last_event == len(fake.events)


async def test_a_prompt_that_was_taken_back_is_asked_again_and_one_that_is_closed_is_let_go(fake, lobby):
    fake.prompts = 2
    seat = lobby.play.seat(TABLE)
    asked = []
    async with aclosing(seat.prompts()) as prompts:
        async for prompt in prompts:
            asked.append(prompt.id)
            if len(asked) == 1:
                assert await seat.answer(prompt, ["a"])
                assert not await seat.answer(prompt, ["a"])
                fake.prompt = 1
                await fake.happen("undone")
            else:
                await seat.answer(prompt, ["a"])
    assert asked.count("p1") == 2
    assert [prompt for prompt, _ in fake.choices.values()] == ["p1", "p1", "p2"]


async def test_an_answer_for_a_seat_that_was_given_away_is_let_go_and_one_against_the_rule_is_raised(fake, lobby):
    fake.prompts = 1
    fake.errors["SubmitChoice"] = [status(grpc.StatusCode.PERMISSION_DENIED, "NOT_SEATED")]
    seat = lobby.play.seat(TABLE)
    async with aclosing(seat.prompts()) as prompts:
        prompt = await anext(prompts)
        assert not await seat.answer(prompt, ["a"])
        with pytest.raises(ConflictError):
            await seat.answer(prompt, ["b"])
        assert await seat.answer(prompt, ["a"])


async def test_a_token_is_renewed_at_half_of_its_life(fake, lobby, monkeypatch):
    monkeypatch.setattr(credentials, "_LATEST_SECONDS", 0.01)
    ahead = 0
    monkeypatch.setattr(credentials, "time", SimpleNamespace(time=lambda: time.time() + ahead))
    fake.life_seconds = 6_000
    await lobby.players.me()
    first = lobby.token
    ahead = 2_000
    await asyncio.sleep(0.1)
    assert lobby.token == first
    ahead = 3_001
    fake.errors["RenewToken"] = [status(grpc.StatusCode.INTERNAL, "INTERNAL")]
    await eventually(lambda: lobby.token != first)
    assert fake.calls["RenewToken"] >= 2


async def test_a_token_is_not_renewed_over_a_channel_that_its_owner_has_closed(fake, monkeypatch):
    monkeypatch.setattr(credentials, "_LATEST_SECONDS", 0.01)
    ahead, failed, loop = 0, list[dict[str, object]](), asyncio.get_running_loop()
    monkeypatch.setattr(credentials, "time", SimpleNamespace(time=lambda: time.time() + ahead))
    loop.set_exception_handler(lambda _, context: failed.append(context))
    fake.life_seconds = 6_000
    guest, tried = Guest("Ada"), asyncio.Event()

    async def renew(door: Door, token: Token) -> Token:
        tried.set()
        return await Guest.renew(guest, door, token)

    monkeypatch.setattr(guest, "renew", renew)
    async with open_channel(fake.address) as channel:
        lobby = Lobby(channel, guest)
        await lobby.players.me()
    ahead = 3_001
    await asyncio.wait_for(tried.wait(), 20)
    await asyncio.sleep(0)
    del lobby
    gc.collect()
    assert not failed


async def test_how_the_platform_is_comes_at_once_and_again_only_when_it_has_changed(fake, lobby):
    quiet, busy = platform_pb2.PlatformStatus(), platform_pb2.PlatformStatus()
    busy.announcements.add(announcement_id="a")
    fake.statuses = [quiet, quiet, busy]
    told = []
    async with aclosing(lobby.platform.watch()) as statuses:
        async for status in statuses:
            told.append([each.announcement_id for each in status.announcements])
            if len(told) == 2:
                # A stream that broke tells it again.
                fake.statuses = [busy, busy, quiet]
                await again(fake)
            if len(told) == 3:
                break
    assert told == [[], ["a"], []]
    assert fake.calls["WatchMyTables"] == 2

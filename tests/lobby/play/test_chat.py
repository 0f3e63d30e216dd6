"""Talk at tables: who may, how much, how fast, and who hears it."""

import asyncio
import uuid

import pytest

from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables.lobby.v1.tables_pb2 import VISIBILITY_PRIVATE
from galaxytables_lobby.adapters.redis.commit_arguments import KEPT_MESSAGES
from galaxytables_lobby.play.chat import MAX_MESSAGES, SECONDS
from tests.lobby.house import Guest, refused

SPECTATORS_TALK = tables_pb2.SpectatorRules(chat=True)


def texts(updates) -> list[str]:
    return [message.text for update in updates for message in update.messages]


async def test_what_is_said_reaches_everybody_in_order_through_any_lobby(house):
    await house.open_lobby()
    one, two = await house.guest("Ada"), await house.guest("Bob")
    table = await one.create(2)
    said = await one.say(table.id, "  Who plays?  ")
    assert (said.number, said.text, said.seat, said.player.name) == (1, "Who plays?", 0, "Ada")
    await two.join(table.id)
    await two.ready(table.id)
    async with (
        house.at(two, 1).watching(table.id, from_message=1) as late,
        house.at(one, 0).watching(table.id) as live,
    ):
        assert texts([await late.update()]) == ["Who plays?"]
        assert texts([await live.update()]) == []
        await house.at(two, 1).say(table.id, "I do.")
        await one.start(table.id)
        await one.say(table.id, "Good luck!")
        for stream in (late, live):
            updates = [
                message.update for message in await stream.until(lambda message: message.update.last_message == 3)
            ]
            assert texts(updates) == ["I do.", "Good luck!"]
            numbers = [message.number for update in updates for message in update.messages]
            assert numbers == [2, 3]
    async with one.watching(table.id, from_message=3) as updates:
        assert texts([await updates.update()]) == ["Good luck!"]
    assert await two.messages(table.id) == ["Who plays?", "I do.", "Good luck!"]


async def test_talk_disturbs_neither_choices_nor_who_watches_for_prompts_only(house):
    table_id, (one, two) = await house.started(options={"rounds": "1"})
    async with one.watching(table_id, prompts_only=True, views=True) as updates:
        first = await updates.update()
        await two.say(table_id, "Hm.")
        await one.submit(table_id, first.prompts[0].id, "c0")
        await two.pick(table_id)
        last = await updates.update()
        assert (last.scores[0].seat, list(last.messages)) == (0, [])
    assert await one.messages(table_id) == ["Hm."]
    assert (await refused(one.say(table_id, "Too late"))).reason == "GAME_OVER"


@pytest.mark.parametrize("text", ["", "   ", "x" * 501, "bell\x07", "two\nlines", "\x1b[2J"])
async def test_a_message_has_1_to_500_printable_characters(house, text):
    guest = await house.guest()
    table = await guest.create(2)
    error = await refused(guest.say(table.id, text))
    assert (error.reason, error.metadata) == ("INVALID_MESSAGE", {"least": "1", "most": "500"})
    assert await guest.messages(table.id) == []


async def test_nobody_talks_faster_than_allowed_through_however_many_lobbies(house):
    await house.open_lobby()
    table_id, (one, two) = await house.started()
    results = await asyncio.gather(
        *[house.at(one, number % 2).say(table_id, f"message {number}") for number in range(12)], return_exceptions=True
    )
    accepted = [result for result in results if not isinstance(result, BaseException)]
    assert len(accepted) == MAX_MESSAGES == len(await one.messages(table_id))
    error = await refused(one.say(table_id, "And another"))
    assert (error.reason, error.metadata) == ("CHAT_TOO_FAST", {"most": str(MAX_MESSAGES), "seconds": str(SECONDS)})
    await two.say(table_id, "Quiet, please.")
    house.clock.ahead += SECONDS
    assert (await one.say(table_id, "Sorry.")).number == MAX_MESSAGES + 2


async def test_a_repeated_request_is_said_once(house):
    table_id, (one, _) = await house.started()
    request_id = str(uuid.uuid4())
    first = await one.say(table_id, "Hello", request_id=request_id)
    assert await one.say(table_id, "Hello", request_id=request_id) == first
    assert await one.messages(table_id) == ["Hello"]
    assert (await refused(one.say(table_id, "Hello", request_id="short"))).reason == "INVALID_REQUEST_ID"


async def test_only_the_last_messages_are_kept(house):
    table_id, (one, two) = await house.started()
    for number in range(KEPT_MESSAGES // 5 + 1):
        house.clock.ahead += SECONDS
        for place in range(5):
            await one.say(table_id, f"{number}.{place}")
    kept = await two.messages(table_id)
    assert (len(kept), kept[0], kept[-1]) == (KEPT_MESSAGES, "1.0", f"{KEPT_MESSAGES // 5}.4")
    async with two.watching(table_id, from_message=1) as updates:
        update = await updates.update()
        assert (texts([update]), update.last_message) == (kept, KEPT_MESSAGES + 5)


async def test_spectators_talk_where_the_table_says_so(house):
    stranger = await house.guest()
    silent, _ = await house.started()
    assert (await refused(stranger.say(silent, "Hello"))).reason == "CHAT_NOT_ALLOWED"
    table_id, (one, _, _) = await house.started(3, spectators=SPECTATORS_TALK)
    assert not (await stranger.say(table_id, "Hello")).HasField("seat")
    await one.resign(table_id)
    assert not (await one.say(table_id, "I watch now.")).HasField("seat")
    assert (await one.table(table_id)).spectators == SPECTATORS_TALK


async def test_strangers_neither_talk_nor_listen_at_private_tables_and_nobody_at_closed_ones(house):
    one, stranger = await house.guest(), await house.guest()
    table = await one.create(2, visibility=VISIBILITY_PRIVATE, spectators=SPECTATORS_TALK)
    await one.say(table.id, "Among us")
    for work in (stranger.say(table.id, "Hello"), stranger.messages(table.id)):
        assert (await refused(work)).reason == "TABLE_NOT_FOUND"
    await one.leave(table.id)
    assert (await refused(one.say(table.id, "Anybody?"))).reason == "TABLE_CLOSED"


async def test_who_takes_another_name_talks_on_under_the_one_on_the_seat(house):
    table_id, (one, two) = await house.started()
    answer = await one.players.Rename(players_pb2.RenameRequest(name="Guest 1"), metadata=one.metadata)
    renamed = Guest(house.channels[0], answer.token, one.id)
    assert (await renamed.say(table_id, "It is me.")).player.name == "Guest 0"
    assert (await two.say(table_id, "I see.")).player.name == "Guest 1"

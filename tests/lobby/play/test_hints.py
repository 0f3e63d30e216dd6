"""Hints: who may ask, what a host of bots is told, and what comes back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext

import pytest

from galaxytables.lobby.v1 import bots_pb2, play_pb2
from galaxytables.lobby.v1.tables_pb2 import VISIBILITY_PRIVATE, VISIBILITY_PUBLIC
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.play import hints
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, Updates, refused

SAGE = "sage"


@asynccontextmanager
async def advising(host: Guest, *, offers: bool = True):
    """A host that gives hints, once its offer holds."""
    request = bots_pb2.HostBotsRequest(offers=[bots_pb2.BotOffer(game=NAME, bot=SAGE, hints=offers)])
    call = host.bots.HostBots(request, metadata=host.metadata)
    try:
        told = Updates(call)
        await told.until(lambda message: message.caught_up)
        yield told
    finally:
        call.cancel()


async def private(house, seats: int = 2) -> tuple[str, list[Guest], str]:
    """A private table of people, and the first one's open prompt."""
    table_id, guests = await house.started(seats, visibility=VISIBILITY_PRIVATE)
    return table_id, guests, (await guests[0].view(table_id)).prompts[0].id


def asking(guest: Guest, table_id: str, prompt_id: str) -> "asyncio.Task[play_pb2.HintResponse]":
    request = play_pb2.HintRequest(table_id=table_id, prompt_id=prompt_id)
    return asyncio.ensure_future(guest.play.Hint(request, metadata=guest.metadata))


async def question(told: Updates) -> bots_pb2.HintQuestion:
    asked: bots_pb2.HintQuestion = (await told.until(lambda message: message.HasField("question")))[-1].question
    return asked


def hint(asked: bots_pb2.HintQuestion, *picks: str, win: int = 62, bot: str = SAGE) -> play_pb2.GivenHint:
    facts = [game_pb2.Fact(name="win_percent", number=win)]
    answers = [play_pb2.HintedAnswer(picks=picks or asked.prompt.default_picks, facts=facts)]
    return play_pb2.GivenHint(prompt_id=asked.prompt.id, bot=bot, answers=answers)


async def give(host: Guest, asked: bots_pb2.HintQuestion, given: play_pb2.GivenHint) -> None:
    request = bots_pb2.GiveHintRequest(table_id=asked.table_id, question=asked.id, hint=given)
    await host.bots.GiveHint(request, metadata=host.metadata)


async def kinds(guest: Guest, table_id: str) -> list[str]:
    async with guest.watching(table_id) as updates:
        return [event.event.kind for event in (await updates.update()).events]


@pytest.fixture(params=[False, True], ids=["alone", "homes"])
async def lobbies(redis_server, counting, request) -> AsyncIterator[House]:
    """Three lobbies, which know nothing of each other or share the tables."""
    async with AsyncExitStack() as stack:
        house = House(redis_server.url, counting, stack, homes=request.param)
        for _ in range(3):
            await house.open_lobby()
        yield house


@pytest.mark.parametrize(("host_at", "answer_at"), [(0, 0), (1, 1), (1, 2)])
async def test_a_hint_goes_to_a_host_and_back_whichever_lobbies_they_are_at(lobbies, host_at, answer_at):
    house = lobbies
    table_id, (ada, bea), prompt_id = await private(house)
    host = house.host(host_at)
    async with advising(host) as told:
        waiting = asking(ada, table_id, prompt_id)
        asked = await question(told)
        given = hint(asked)
        await give(house.at(host, answer_at), asked, given)
        assert (await waiting).hint == given
        # Once more gives the same at once, and nobody is asked again.
        assert (await asking(ada, table_id, prompt_id)).hint == given
    assert asked.game == NAME
    assert asked.seats == 2
    assert asked.pack_digest
    assert (await ada.view(table_id)).hint == given
    assert not (await bea.view(table_id)).HasField("hint")
    assert (await kinds(bea, table_id)).count("hint_asked") == 1
    await ada.pick(table_id)
    assert not (await ada.view(table_id)).HasField("hint")


async def test_a_host_sees_what_the_asking_seat_sees_and_nothing_else(house):
    table_id, (ada, bea), prompt_id = await private(house)
    own = await ada.view(table_id)
    others = (await bea.view(table_id)).view
    host = house.host()
    async with advising(host) as told:
        waiting = asking(ada, table_id, prompt_id)
        asked = await question(told)
        assert asked.prompt == own.prompts[0]
        assert asked.view == own.view != others
        # It may not look for itself, from that seat or another.
        for seat in (0, 1):
            assert (await refused(host.view(table_id, seat=seat))).reason == "NOT_SEATED"
        assert not (await host.view(table_id)).prompts
        await give(host, asked, hint(asked))
        await waiting


async def test_rated_tables_other_prompts_and_other_people_get_no_hint(house):
    public, (one, _) = await house.started(2, visibility=VISIBILITY_PUBLIC)
    prompt_id = (await one.view(public)).prompts[0].id
    table_id, (ada, bea), own = await private(house)
    stranger = await house.guest()
    async with advising(house.host()):
        assert (await refused(asking(one, public, prompt_id))).reason == "HINTS_NOT_ALLOWED"
        assert (await refused(asking(bea, table_id, own))).reason == "PROMPT_CLOSED"
        assert (await refused(asking(ada, table_id, "no such"))).reason == "PROMPT_CLOSED"
        assert (await refused(asking(stranger, table_id, own))).reason == "TABLE_NOT_FOUND"
        await ada.resign(table_id)
        assert (await refused(asking(ada, table_id, own))).reason in {"GAME_OVER", "NOT_SEATED"}


async def test_without_a_host_that_gives_hints_there_is_none_now(house):
    table_id, (ada, _), prompt_id = await private(house)
    for some_host in (nullcontext(), advising(house.host(), offers=False)):
        async with some_host:
            error = await refused(asking(ada, table_id, prompt_id))
            assert (error.reason, error.metadata["game"]) == ("HINT_UNAVAILABLE", NAME)
            assert error.retry_after
    assert "hint_asked" not in await kinds(ada, table_id)


async def test_a_question_that_nobody_answers_is_asked_anew_by_who_asks_again(house, monkeypatch):
    table_id, (ada, _), prompt_id = await private(house)
    monkeypatch.setattr(hints, "HINT_SECONDS", 0.2)
    host = house.host()
    async with advising(host) as told:
        assert (await refused(asking(ada, table_id, prompt_id))).reason == "HINT_UNAVAILABLE"
        first = await question(told)
    monkeypatch.setattr(hints, "HINT_SECONDS", 20.0)
    house.clock.ahead += 30.0
    async with advising(host) as told:
        waiting = asking(ada, table_id, prompt_id)
        again = await question(told)
        assert again.id > first.id
        assert (await refused(give(host, first, hint(first)))).reason == "PROMPT_CLOSED"
        await give(host, again, hint(again, win=7))
        assert (await waiting).hint.answers[0].facts[0].number == 7
    assert (await kinds(ada, table_id)).count("hint_asked") == 1


async def test_only_answers_to_the_prompt_are_taken_and_only_from_hosts_that_give_hints(house):
    table_id, (ada, _), prompt_id = await private(house)
    host, other = house.host(), house.host(name="others")
    async with advising(host) as told, advising(other, offers=False):
        waiting = asking(ada, table_id, prompt_id)
        asked = await question(told)
        options = [option.id for option in asked.prompt.options]
        for picks in (["nothing"], options[:2], [options[0], options[0]]):
            assert (await refused(give(host, asked, hint(asked, *picks)))).reason == "INVALID_REQUEST"
        none = play_pb2.GivenHint(prompt_id=prompt_id, bot=SAGE)
        assert (await refused(give(host, asked, none))).reason == "INVALID_REQUEST"
        for who, given in ((other, hint(asked)), (host, hint(asked, bot="greedy")), (ada, hint(asked))):
            assert (await refused(give(who, asked, given))).reason == "NOT_A_BOT_HOST"
        await give(host, asked, hint(asked, options[1]))
        await give(host, asked, hint(asked, options[0]))  # too late: the first answer counts
        assert list((await waiting).hint.answers[0].picks) == [options[1]]


async def test_who_waits_for_a_hint_hears_that_the_prompt_was_answered_meanwhile(house):
    table_id, (ada, _), prompt_id = await private(house)
    async with advising(house.host()) as told:
        waiting = asking(ada, table_id, prompt_id)
        await question(told)
        await ada.pick(table_id)
        assert (await refused(waiting)).reason == "PROMPT_CLOSED"


async def test_a_hint_stands_in_the_way_of_no_undo(house):
    table_id, (ada, _), prompt_id = await private(house)
    host = house.host()
    async with advising(host) as told:
        waiting = asking(ada, table_id, prompt_id)
        asked = await question(told)
        await give(host, asked, hint(asked))
        await waiting
    await ada.pick(table_id)
    await ada.undo(table_id)
    after = await ada.view(table_id)
    assert [prompt.id for prompt in after.prompts] == [prompt_id]
    assert not after.HasField("hint")  # it was for the question as it was asked then

"""Analyses of games that are over: who may ask, what a host is shown, and what comes back."""

import asyncio

import pytest

from galaxytables.lobby.v1 import bots_pb2, play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.play import analyses
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, Updates, refused
from tests.lobby.play.test_hints import SAGE, advising, lobbies

__all__ = ["lobbies"]


async def over(house: House) -> tuple[str, list[Guest]]:
    """A public table whose game is over."""
    table_id, guests = await house.started(2, options={"rounds": "2"})
    for _ in range(2):
        for guest in guests:
            await guest.pick(table_id)
    return table_id, guests


def asking(guest: Guest, table_id: str) -> "asyncio.Task[play_pb2.AnalyseResponse]":
    request = play_pb2.AnalyseRequest(table_id=table_id)
    return asyncio.ensure_future(guest.play.Analyse(request, metadata=guest.metadata))


async def question(told: Updates) -> bots_pb2.AnalysisQuestion:
    asked: bots_pb2.AnalysisQuestion = (await told.until(lambda message: message.HasField("analysis")))[-1].analysis
    return asked


async def decisions(host: Guest, asked: bots_pb2.AnalysisQuestion) -> bots_pb2.ListDecisionsResponse:
    request = bots_pb2.ListDecisionsRequest(table_id=asked.table_id, question=asked.id)
    found: bots_pb2.ListDecisionsResponse = await host.bots.ListDecisions(request, metadata=host.metadata)
    return found


def analysis(shown: bots_pb2.ListDecisionsResponse, bot: str = SAGE) -> play_pb2.Analysis:
    facts = [game_pb2.Fact(name="win_percent", number=50)]
    choices = [
        play_pb2.AnalysedChoice(
            at_event=each.at_event,
            prompt_id=each.prompt.id,
            picks=each.picks,
            best=play_pb2.HintedAnswer(picks=each.prompt.default_picks, facts=facts),
            next_win_percent=shown.final_win_percent,
        )
        for each in shown.decisions
    ]
    return play_pb2.Analysis(bot=bot, choices=choices)


async def give(host: Guest, asked: bots_pb2.AnalysisQuestion, given: play_pb2.Analysis) -> None:
    request = bots_pb2.GiveAnalysisRequest(table_id=asked.table_id, question=asked.id, analysis=given)
    await host.bots.GiveAnalysis(request, metadata=host.metadata)


@pytest.mark.parametrize(("host_at", "answer_at"), [(0, 0), (1, 2)])
async def test_a_game_is_analysed_by_a_host_whichever_lobbies_both_are_at(lobbies, host_at, answer_at):
    table_id, (ada, bea) = await over(lobbies)
    host = lobbies.host(host_at)
    async with advising(host) as told:
        waiting = asking(ada, table_id)
        asked = await question(told)
        shown = await decisions(lobbies.at(host, answer_at), asked)
        given = analysis(shown)
        await give(lobbies.at(host, answer_at), asked, given)
        assert (await waiting).analysis == given
        assert (await asking(ada, table_id)).analysis == given
    # What the seat chose and saw, as it sees it itself when it looks back.
    assert len(shown.decisions) == 2
    for decision in shown.decisions:
        then = await ada.view(table_id, at_event=decision.at_event)
        assert decision.prompt in list(then.prompts)
        assert decision.view == then.view
        assert decision.picks == decision.prompt.default_picks
    ranks = {score.seat: score.rank for score in (await ada.table(table_id)).scores}
    shared = list(ranks.values()).count(1)
    assert shown.final_win_percent == (100 // shared if ranks[0] == 1 else 0)
    # The other one's game is another question.
    assert (await refused(asking(bea, table_id))).reason == "HINT_UNAVAILABLE"


async def test_only_who_has_played_asks_and_only_once_it_is_over(house):
    table_id, (ada, _) = await house.started()
    assert (await refused(asking(ada, table_id))).reason == "GAME_NOT_OVER"
    done, _ = await over(house)
    assert (await refused(asking(await house.guest(), done))).reason == "NOT_SEATED"


async def test_only_who_is_asked_is_shown_anything_and_answers(house, monkeypatch):
    monkeypatch.setattr(analyses, "ANALYSIS_SECONDS", 0.2)
    table_id, (ada, _) = await over(house)
    host, other = house.host(), house.host(name="others")
    async with advising(host) as told, advising(other, offers=False):
        assert (await refused(asking(ada, table_id))).reason == "HINT_UNAVAILABLE"
        asked = await question(told)
        strange = bots_pb2.AnalysisQuestion(table_id=table_id, game=asked.game, id=asked.id + 1)
        given = analysis(await decisions(host, asked))
        for who in (other, ada):
            assert (await refused(decisions(who, asked))).reason == "NOT_A_BOT_HOST"
            assert (await refused(give(who, asked, given))).reason == "NOT_A_BOT_HOST"
        assert (await refused(decisions(host, strange))).reason == "PROMPT_CLOSED"
        assert (await refused(give(host, strange, given))).reason == "PROMPT_CLOSED"
        assert (await refused(give(host, asked, analysis(await decisions(host, asked), bot="greedy")))).reason == (
            "NOT_A_BOT_HOST"
        )
        # Who asks again is told what came meanwhile, and hosts are asked no more.
        await give(host, asked, given)
        assert (await asking(ada, table_id)).analysis == given


async def test_who_accepts_it_is_told_that_a_bot_is_still_at_it(house, monkeypatch):
    monkeypatch.setattr(analyses, "ANALYSIS_SECONDS", 0.2)
    table_id, (ada, _) = await over(house)
    request = play_pb2.AnalyseRequest(table_id=table_id, accept_pending=True)
    assert (await refused(ada.play.Analyse(request, metadata=ada.metadata))).reason == "HINT_UNAVAILABLE"
    async with advising(house.host()) as told:
        assert await ada.play.Analyse(request, metadata=ada.metadata) == play_pb2.AnalyseResponse(pending=True)
        asked = await question(told)
        host = house.host()
        given = analysis(await decisions(host, asked))
        await give(host, asked, given)
        assert await ada.play.Analyse(request, metadata=ada.metadata) == play_pb2.AnalyseResponse(analysis=given)


def offered(*analysed: tuple[list[int], dict[str, str]]) -> bots_pb2.HostBotsRequest:
    return bots_pb2.HostBotsRequest(
        offers=[
            bots_pb2.BotOffer(
                game=NAME, bot=f"{SAGE}_{number}", hints=True, analysed_seats=seats, unanalysed_options=without
            )
            for number, (seats, without) in enumerate(analysed)
        ]
    )


@pytest.mark.parametrize(
    ("analysed", "seats", "without"),
    [
        ([([3, 2], {})], [2, 3], {}),
        ([([2], {"orb": "on", "goals": "off"})], [2], {"orb": "on", "goals": "off"}),
        ([([2], {"orb": "on", "goals": "off"}), ([3], {"orb": "on"})], [2, 3], {"orb": "on"}),
        ([([2], {"orb": "on"}), ([], {})], [2], {"orb": "on"}),
        ([([], {"orb": "on"})], [], {}),
    ],
)
async def test_a_game_is_offered_for_analysis_at_tables_for_which_some_bot_tells_chances(
    house, analysed, seats, without
):
    host = house.host()
    call = host.bots.HostBots(offered(*analysed), metadata=host.metadata)
    await Updates(call).until(lambda message: message.caught_up)
    (offer,) = (await (await house.guest()).list_games()).games
    assert (list(offer.analysed_seats), dict(offer.unanalysed_options)) == (seats, without)
    assert list(offer.bots) == [f"{SAGE}_{number}" for number in range(len(analysed))]
    call.cancel()


@pytest.mark.parametrize(
    "bad", [([0], {}), ([2], {"": "on"}), ([2], {"orb": "on,drift=on"}), ([2], {"orb\0hints": "on"})]
)
async def test_an_offer_of_impossible_seats_or_options_is_refused(house, bad):
    host = house.host()
    call = host.bots.HostBots(offered(bad), metadata=host.metadata)
    assert (await refused(Updates(call).next())).reason == "INVALID_REQUEST"

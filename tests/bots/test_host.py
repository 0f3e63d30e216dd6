"""The host against a lobby that restarts, refuses and hands out seats by the thousand."""

import asyncio
import threading
from collections.abc import Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from galaxytables.lobby.v1 import bots_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.advice import TABLES, WIN_PERCENT, Advice
from galaxytables_bots.host import Host
from galaxytables_bots.pace import AT_ONCE, Pace
from galaxytables_bots.random_bot import RandomStrategy
from galaxytables_bots.registry import Registry
from galaxytables_bots.strategy import Strategy
from galaxytables_client import Bearer, Lobby, line
from tests.bots.fake_lobby import DEFAULT, FakeLobby, FakeTable

BOUND = 60.0
TOKEN = "a-token"  # noqa: S105  # opens nothing


class Always:
    """Picks the same option whatever is asked."""

    def __init__(self, pick: str, needs_view: bool = False) -> None:
        self.pick, self.needs_view = pick, needs_view
        self.seen: list[Any] = []

    def choose(self, _prompt, view, catalogue):
        self.seen.append((view, dict(catalogue)))
        return [self.pick]


class FailsAt:
    needs_view = False

    def choose(self, _prompt, _view, _catalogue):
        raise RuntimeError("hand: seven of clubs")


class Ponders:
    """Waits for a word before it answers."""

    needs_view, ponders = False, True

    def __init__(self, word: threading.Event) -> None:
        self.word = word

    def choose(self, _prompt, _view, _catalogue):
        assert self.word.wait(BOUND)
        return ["c"]


STRATEGIES: dict[str, Strategy] = {"always": Always("b"), "broken": FailsAt()}


async def until(condition) -> None:
    async with asyncio.timeout(BOUND):
        while not condition():  # noqa: ASYNC110  # what is waited for lies in the fake lobby
            await asyncio.sleep(0.01)


@pytest.fixture
async def lobby():
    fake = FakeLobby()  # type: ignore[abstract]  # answers what bots call and nothing else
    await fake.start()
    yield fake
    if fake._server is not None:
        await fake.stop()


@asynccontextmanager
async def hosting(lobby: FakeLobby, *, streams: int = 1, bots=None, pace: Pace = AT_ONCE, advisers=None):
    lobbies = [Lobby(f"127.0.0.1:{lobby.port}", Bearer(TOKEN), shared=False) for _ in range(streams)]
    registry = Registry({"fake": bots or STRATEGIES}, {"random": RandomStrategy()}, advisers or {})
    host = Host(lobbies, registry, pace=pace)
    stop = asyncio.Event()
    running = asyncio.create_task(host.run(stop))
    try:
        yield host
    finally:
        stop.set()
        async with asyncio.timeout(BOUND):
            await running
        for each in lobbies:
            await each.close()


async def test_every_bot_of_every_listed_game_is_offered_with_the_token(lobby):
    async with hosting(lobby):
        await until(lambda: lobby.offers)
    assert lobby.offers == [{("fake", "random"), ("fake", "always"), ("fake", "broken")}]
    assert lobby.tokens == {"Bearer a-token"}


async def test_new_games_are_offered_too(lobby, monkeypatch):
    monkeypatch.setattr("galaxytables_bots.host.OFFER_SECONDS", 0.05)
    async with hosting(lobby):
        await until(lambda: lobby.offers)
        lobby.games.append("later")
        await until(lambda: len(lobby.offers) > 1)
    assert ("later", "random") in lobby.offers[-1]
    assert ("later", "always") not in lobby.offers[-1]


async def test_tables_there_before_and_tables_opened_later_are_played_to_the_end(lobby):
    lobby.open(FakeTable("before", seats=3, rounds=5))
    async with hosting(lobby) as host:
        await until(lambda: lobby.finished)
        lobby.open(FakeTable("later", seats=2, rounds=4, bot="always"))
        await until(lambda: lobby.finished)
        await until(lambda: host.seats == 0)
    assert set(lobby.tables["later"].picks.values()) == {("b",)}
    assert lobby.views_asked == {False}


async def test_bots_are_told_of_their_prompts_alone(lobby):
    lobby.open(FakeTable("t", seats=4, rounds=10))
    async with hosting(lobby):
        await until(lambda: lobby.finished)
    # Of each seat: the start of its watch, each further prompt, the end.
    assert lobby.updates <= 4 * (1 + 9 + 1)


async def restarted_after_each(lobby: FakeLobby, answers: int, times: int) -> None:
    """Restart it as often, each time in the middle of play: it falls silent first, so that no play outruns this."""
    for part in range(1, times + 1):
        await until(lambda part=part: lobby.answers > part * answers)
        await lobby.stop()
        lobby.silent_after = (part + 1) * answers if part < times else None
        await lobby.start()
        await until(lambda: lobby._hosts)


async def test_a_restarted_lobby_finds_the_bots_where_they_were(lobby):
    tables = [lobby.open(FakeTable(f"t{n}", seats=4, rounds=40)) for n in range(10)]
    lobby.silent_after = 400
    async with hosting(lobby, streams=2):
        await restarted_after_each(lobby, answers=400, times=3)
        await until(lambda: lobby.finished)
    assert len(lobby.offers) == 4
    for table in tables:
        assert len(table.picks) == 4 * 40


async def test_a_prompt_never_gets_two_different_answers_or_request_ids(lobby):
    table = lobby.open(FakeTable("t", seats=4, rounds=60))
    lobby.silent_after = 60
    async with hosting(lobby):
        await restarted_after_each(lobby, answers=60, times=3)
        await until(lambda: table.over)
    by_prompt: dict[Any, set[Any]] = {}
    for seat, prompt, request_id, picks in table.sent:
        by_prompt.setdefault((seat, prompt), set()).add((request_id, picks))
    assert len(by_prompt) == 240
    # Answers without word were sent again.
    assert len(table.sent) > 240
    assert all(len(answers) == 1 for answers in by_prompt.values())


async def test_an_answer_without_word_is_sent_again_under_the_same_request_id(lobby, monkeypatch):
    monkeypatch.setattr(line, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(line, "MINDING_SECONDS", 0.05)
    lobby.swallow_answers = 1
    table = lobby.open(FakeTable("t", seats=1, rounds=3, bot="always"))
    async with hosting(lobby):
        await until(lambda: len(table.sent) >= 2)
        lobby.change(table)
        await until(lambda: table.over)
    assert table.sent[0] == table.sent[1]
    assert len(table.picks) == 3


async def test_refused_picks_end_in_the_default(lobby):
    lobby.refuse = {("b",)}
    table = lobby.open(FakeTable("t", seats=2, rounds=3, bot="always"))
    async with hosting(lobby):
        await until(lambda: table.over)
    assert set(table.picks.values()) == {(DEFAULT,)}


async def test_a_failing_strategy_neither_stops_its_table_nor_the_others(lobby):
    broken = lobby.open(FakeTable("broken", seats=2, rounds=3, bot="broken"))
    good = lobby.open(FakeTable("good", seats=2, rounds=3, bot="always"))
    async with hosting(lobby):
        await until(lambda: lobby.finished)
    assert set(broken.picks.values()) == {(DEFAULT,)}
    assert set(good.picks.values()) == {("b",)}


async def test_who_ponders_holds_up_no_other_table(lobby):
    """The one is answered only after the others' game is over, which is played meanwhile."""
    others = threading.Event()
    slow = lobby.open(FakeTable("slow", seats=1, rounds=2, bot="slow"))
    quick = lobby.open(FakeTable("quick", seats=2, rounds=3, bot="quick"))
    async with hosting(lobby, bots={"slow": Ponders(others), "quick": Always("b")}):
        await until(lambda: quick.over)
        assert not slow.picks
        others.set()
        await until(lambda: slow.over)
    assert set(slow.picks.values()) == {("c",)}


async def test_a_store_that_is_away_for_a_moment_only_delays(lobby):
    lobby.unavailable = 3
    table = lobby.open(FakeTable("t", seats=2, rounds=2, bot="always"))
    async with hosting(lobby):
        await until(lambda: table.over)
    assert len(table.sent) == 4 + 3


async def test_views_and_catalogue_reach_a_strategy_that_needs_them(lobby):
    seeing = Always("c", needs_view=True)
    lobby.open(FakeTable("t1", seats=2, rounds=2, bot="seeing"))
    lobby.open(FakeTable("t2", seats=2, rounds=2, bot="seeing"))
    async with hosting(lobby, bots={"seeing": seeing}):
        await until(lambda: lobby.finished)
    assert lobby.views_asked == {True}
    assert lobby.catalogue_calls <= 4
    assert all(view.title.startswith("view ") for view, _ in seeing.seen)
    assert all(catalogue["a"].name == "pack" for _, catalogue in seeing.seen)


async def test_a_seat_of_a_lobby_that_names_no_pack_is_played_with_the_newest(lobby):
    seeing = Always("c", needs_view=True)
    lobby.open(FakeTable("t", seats=1, rounds=1, bot="seeing", pack=b""))
    async with hosting(lobby, bots={"seeing": seeing}):
        await until(lambda: lobby.finished)
    assert seeing.seen[0][1]["a"].name == "newest"


async def test_a_seat_at_a_table_that_is_gone_is_left(lobby):
    table = FakeTable("ghost", seats=1, rounds=1)
    async with hosting(lobby) as host:
        await until(lambda: lobby._hosts)
        lobby._hosts[0].put_nowait(lobby._seat(table, 0))
        lobby.open(FakeTable("real", seats=1, rounds=1))
        await until(lambda: lobby.finished)
        await until(lambda: host.seats == 0)


class Sage:
    """Advises what the test says, or fails."""

    bot = "always"
    analysed_seats: Sequence[int] = ()
    unanalysed_options: Mapping[str, str] = {}

    def __init__(self, *advice: Advice) -> None:
        self.advice = advice
        self.asked: list[Any] = []

    def advise(self, prompt, view, catalogue, table, *, chosen=None):  # noqa: ARG002  # there is one answer
        self.asked.append((prompt, view, dict(catalogue), table))
        if prompt.id == "broken":
            raise LookupError("no idea")
        return self.advice


def question(prompt_id: str, number: int) -> bots_pb2.HintQuestion:
    options = [game_pb2.Option(id=each) for each in "abcd"]
    prompt = game_pb2.Prompt(id=prompt_id, seat=1, options=options, least=1, most=1, default_picks=["d"])
    asked = bots_pb2.HintQuestion(table_id="t", game="fake", seats=3, prompt=prompt, pack_digest=b"pack", id=number)
    asked.options["rounds"] = "2"
    asked.view.Pack(rules_pb2.DescribeResponse(title="what seat 1 sees"))
    return asked


async def test_a_question_for_a_hint_is_answered_by_the_games_adviser_with_its_figures(lobby):
    sage = Sage(Advice(["b"], {WIN_PERCENT: 61, TABLES: 12}), Advice(["c"]))
    async with hosting(lobby, advisers={"fake": sage}):
        await until(lambda: lobby._hosts)
        assert lobby.hinting == {"fake/always"}
        lobby.ask(question("broken", 1))
        lobby.ask(question("2.1", 2))
        await until(lambda: lobby.hints)
    (given,) = lobby.hints
    assert (given.table_id, given.question, given.hint.prompt_id, given.hint.bot) == ("t", 2, "2.1", "always")
    assert [list(answer.picks) for answer in given.hint.answers] == [["b"], ["c"]]
    facts = [[(fact.name, fact.number) for fact in answer.facts] for answer in given.hint.answers]
    assert facts == [[("win_percent", 61), ("tables", 12)], []]
    _, view, catalogue, table = sage.asked[-1]
    assert view.title == "what seat 1 sees"
    assert catalogue["a"].name == "pack"
    assert (table.seats, dict(table.options)) == (3, {"rounds": "2"})


async def test_a_game_without_an_adviser_is_advised_by_its_strongest_bot(lobby):
    bots = {"easy": Always("a"), "hard": Always("b"), "other": Always("c")}
    async with hosting(lobby, bots=bots):
        await until(lambda: lobby._hosts)
        assert lobby.hinting == {"fake/hard"}
        lobby.ask(question("2.1", 2))
        await until(lambda: lobby.hints)
    (answer,) = lobby.hints[0].hint.answers
    assert (list(answer.picks), list(answer.facts)) == (["b"], [])


async def test_an_analysis_tells_choices_with_the_best_answers_and_how_the_chance_went_on(lobby):
    sage = Sage(Advice(["b"], {WIN_PERCENT: 61}))
    wins = iter([61, None, 30])

    def advise(*_, chosen=None):
        assert list(chosen) == ["c"]
        win = next(wins)
        return [Advice(["b"], {} if win is None else {WIN_PERCENT: win})]

    sage.advise = advise  # type: ignore[method-assign]
    decisions = bots_pb2.ListDecisionsResponse(seats=2, pack_digest=b"pack", final_win_percent=100)
    for event in (4, 9, 12):
        asked = question(f"p{event}", 0)
        decisions.decisions.add(at_event=event, prompt=asked.prompt, view=asked.view, picks=["c"])
    async with hosting(lobby, advisers={"fake": sage}):
        await until(lambda: lobby._hosts)
        lobby.ask_analysis(decisions)
        await until(lambda: lobby.analyses)
    (given,) = lobby.analyses
    assert (given.table_id, given.question, given.analysis.bot) == ("t", 7, "always")
    told = [
        (choice.at_event, list(choice.picks), list(choice.best.picks), choice.next_win_percent)
        for choice in given.analysis.choices
    ]
    # At the second the bot says nothing of the chance.
    assert told == [(4, ["c"], ["b"], 30), (12, ["c"], ["b"], 100)]


async def test_a_game_that_only_chance_plays_gets_no_hints(lobby):
    lobby.games.append("later")
    async with hosting(lobby):
        await until(lambda: lobby._hosts)
    assert lobby.hinting == {"fake/always"}


async def test_thousands_of_seats_share_one_stream(lobby):
    for number in range(750):
        lobby.open(FakeTable(f"t{number}", seats=4, rounds=1))
    async with hosting(lobby) as host:
        await until(lambda: lobby.finished)
        await until(lambda: host.seats == 0)
    assert lobby.streams == 1
    assert all(len(table.picks) == 4 for table in lobby.tables.values())


async def test_a_stopping_host_leaves_open_prompts_to_the_next_one(lobby):
    table = lobby.open(FakeTable("t", seats=2, rounds=30, bot="random"))
    async with hosting(lobby, pace=Pace(delay=0.01)):
        await until(lambda: sum(table.answered.values()) >= 5)
    assert not table.over
    async with hosting(lobby):
        await until(lambda: table.over)
    assert len(table.picks) == 60

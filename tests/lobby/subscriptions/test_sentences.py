"""Sentences for those who ask for them, in their language; facts alone for everybody else."""

import asyncio
import re
import threading
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.words import Words, message_id
from galaxytables_lobby.domain import history
from galaxytables_lobby.domain.history import GAME_EVENT, LOBBY_EVENT, StoredEvent
from galaxytables_lobby.domain.presets import PRESETS
from galaxytables_lobby.subscriptions import sentences as sentences_module
from galaxytables_lobby.subscriptions.sentences import Sentences, completed, lobby_words, message_ids
from tests.lobby import counting
from tests.lobby.counting import NAME
from tests.lobby.house import eventually, refused

LANGUAGES = ("en", "ja")
SERVICES = Path(__file__).parents[3] / "services"


def sentences(update: play_pb2.TableUpdate) -> list[str]:
    """Every sentence of an update."""
    said = [text for event in update.events for text in (event.event.text, *_parts(event.event))]
    for prompt in update.prompts:
        said += [prompt.text, prompt.rule, *(option.label for option in prompt.options)]
    return [text for text in said if text]


def _parts(event: game_pb2.Event) -> list[str]:
    return [part.text for part in event.private_parts]


async def test_nobody_gets_sentences_unasked(house):
    table_id, (one, two) = await house.started(options={"rounds": "2", "unlucky": "on"})
    await one.pick(table_id)
    await one.undo(table_id)
    async with one.watching(table_id, views=True) as updates:
        assert sentences(await updates.update()) == []
    assert sentences(await one.view(table_id)) == []
    assert not (await two.record(table_id)).events[0].text
    assert "words" not in house.counting.rules.calls


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", ["The game has started.", "{seat 0} takes 3 cards.", "You hold ", "Which card?", "An unlucky number"]),
        (
            "ja",
            ["ゲームが始まりました。", "{seat 0}は3枚引きました。", "手札：", "どのカード", "不吉な数は選べません。"],
        ),
        (
            "ja-JP",
            ["ゲームが始まりました。", "{seat 0}は3枚引きました。", "手札：", "どのカード", "不吉な数は選べません。"],
        ),
    ],
)
async def test_who_asks_gets_events_questions_options_and_rules_in_their_language(house, language, wanted):
    table_id, (one, _) = await house.started(options={"unlucky": "on"})
    async with one.watching(table_id, language=language) as updates:
        first = await updates.update()
    said = sentences(first)
    assert all(any(text.startswith(begin) for text in said) for begin in wanted), said
    (card,) = first.prompts[0].options[0].facts
    assert str(card.number) in first.prompts[0].options[0].label
    theirs = next(event.event for event in first.events if event.event.kind == "dealt" and event.event.seat == 1)
    assert not theirs.private_parts, "what another seat alone was told"


async def test_readers_of_one_table_each_have_their_language(house):
    table_id, (one, two) = await house.started()
    async with (
        one.watching(table_id, from_event=0, language="en") as english,
        one.watching(table_id, from_event=0, language="ja") as japanese,
        one.watching(table_id, from_event=0) as facts,
    ):
        for updates in (english, japanese, facts):
            await updates.update()
        await two.resign(table_id)
        texts = [
            next(event.event.text for message in await updates.rest() for event in message.update.events)
            for updates in (english, japanese, facts)
        ]
    assert texts == ["{seat 1} has resigned.", "{seat 1}が投了しました。", ""]


async def test_a_view_and_a_multiplexed_watch_can_be_asked_for_in_a_language(house):
    table_id, (one, _) = await house.started()
    assert (await one.view(table_id, language="ja")).prompts[0].text == "どのカードを選びますか？"
    call = one.play.Play(metadata=one.metadata)
    await call.write(
        play_pb2.PlayRequest(id=7, watch=play_pb2.WatchTableRequest(table_id=table_id, from_event=1, language="ja"))
    )
    told_first = await call.read()
    assert told_first.update.events[0].event.text == "ゲームが始まりました。"
    call.cancel()


async def test_a_language_without_words_is_refused(house):
    table_id, (one, _) = await house.started()
    for call in (one.view(table_id, language="tlh"), one.tables.GetWords(tables_pb2.GetWordsRequest(language="tlh"))):
        error = await refused(call)
        assert (error.reason, error.metadata) == ("UNKNOWN_LANGUAGE", {"language": "tlh", "languages": "en,ja"})
    async with one.watching(table_id, language="tlh") as updates:
        assert (await refused(updates.update())).reason == "UNKNOWN_LANGUAGE"


async def test_a_game_in_english_only_is_told_in_english_to_readers_of_other_languages(house, monkeypatch):
    monkeypatch.delitem(counting.WORDS, "ja")
    table_id, (one, _) = await house.started()
    shown = await one.view(table_id, language="ja")
    assert shown.prompts[0].text == "Which card?"
    async with one.watching(table_id, from_event=1, language="ja") as updates:
        told = (await updates.update()).events
    assert told[0].event.text == "ゲームが始まりました。", "what the lobby says it says in the language"
    request = play_pb2.ExplainPromptRequest(table_id=table_id, prompt_id=shown.prompts[0].id, language="ja")
    assert (await one.play.ExplainPrompt(request, metadata=one.metadata)).otherwise.text
    words = (await one.tables.GetWords(tables_pb2.GetWordsRequest(game=NAME, language="ja"))).words
    assert (words.language, words.messages) == ("en", counting.WORDS["en"])
    components = tables_pb2.GetComponentsRequest(game=NAME, language="ja")
    assert (await one.tables.GetComponents(components)).catalogue.components[0].lines == ["A card"]


async def test_words_that_a_language_lacks_are_said_in_english(house, monkeypatch):
    lines = counting.WORDS["ja"].splitlines()
    monkeypatch.setitem(counting.WORDS, "ja", "\n".join(line for line in lines if "prompt-round-pick" not in line))
    table_id, (one, _) = await house.started()
    shown = await one.view(table_id, language="ja")
    assert shown.prompts[0].text == "Which card?"
    words = (await one.tables.GetWords(tables_pb2.GetWordsRequest(game=NAME, language="ja"))).words
    assert (words.language, words.english) == ("ja", counting.WORDS["en"])


async def test_a_language_of_the_game_alone_is_served_too(house, monkeypatch):
    monkeypatch.setitem(counting.WORDS, "de", counting.WORDS["en"].replace("Which card?", "Welche Karte?"))
    table_id, (one, _) = await house.started()
    assert (await one.view(table_id, language="de-AT")).prompts[0].text == "Welche Karte?"


def test_what_a_catalogue_lacks_is_found():
    whole = "a = A\n    .rule = R\n    .with-b = B\n# c = C\nd =\n    { $e ->\n       *[other] f\n    }\n"
    assert message_ids(whole) == {"a", "a.rule", "d"}
    said = rules_pb2.WordsResponse(language="ja", messages="a = A\nd = D", names={"1": "一"})
    english = rules_pb2.WordsResponse(language="en", messages=whole, names={"1": "one", "2": "two"})
    done = completed(said, english)
    assert (done.english, dict(done.names)) == (whole, {"1": "一", "2": "two"})
    assert not completed(english, english).english


async def test_a_language_is_kept_once_whatever_its_region(house):
    table_id, (one, _) = await house.started()
    for language in ("ja", "ja-JP", "JA", "ja-x-anything"):
        assert (await one.view(table_id, language=language)).prompts[0].text == "どのカードを選びますか？"
    assert house.counting.rules.calls.count("words") == 2, "once in the language, once in English"


async def test_words_are_read_once_and_not_on_the_event_loop(house, monkeypatch):
    readers = []

    class Read(Words):
        def __init__(self, *words):
            readers.append(threading.current_thread())
            super().__init__(*words)

    monkeypatch.setattr(sentences_module, "Words", Read)
    table_id, (one, _) = await house.started()
    views = await asyncio.gather(*(one.view(table_id, language="ja") for _ in range(5)))
    assert {view.prompts[0].text for view in views} == {"どのカードを選びますか？"}
    assert len(readers) == 2, "the words of the game and those of the lobby"
    assert threading.main_thread() not in readers


async def test_others_have_their_turn_while_a_long_history_is_told():
    words = Words("en", [lobby_words("en").messages], {})
    events = [play_pb2.TableEvent(event=game_pb2.Event(kind="started")) for _ in range(600)]
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(others())
    told_all = await Sentences(words, words).update(play_pb2.TableUpdate(events=events))
    task.cancel()
    assert {event.event.text for event in told_all.events} == {"The game has started."}
    assert turns >= 10


async def test_what_is_unwatched_while_it_is_put_into_words_is_not_told(house, monkeypatch):
    table_id, (one, _) = await house.started()
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow(_, update):
        asked.set()
        await go_on.wait()
        return update

    monkeypatch.setattr(Sentences, "update", slow)
    call = one.play.Play(metadata=one.metadata)
    watch = play_pb2.WatchTableRequest(table_id=table_id, from_event=1, language="ja")
    await call.write(play_pb2.PlayRequest(id=7, watch=watch))
    await asked.wait()
    await call.write(play_pb2.PlayRequest(id=7, unwatch=7))
    await eventually(lambda: table_id not in house.lobbies[0].watching._hubs)
    await call.write(play_pb2.PlayRequest(id=7, watch=play_pb2.WatchTableRequest(table_id=table_id, from_event=2)))
    go_on.set()
    assert (await call.read()).update.events[0].number == 2
    call.cancel()


async def test_a_rules_service_of_before_there_were_words_is_waited_for(house):
    table_id, (one, _) = await house.started()
    prompt = (await one.view(table_id)).prompts[0]
    house.counting.rules.older = True
    assert (await refused(one.view(table_id, language="en"))).reason == "GAME_UNAVAILABLE"
    request = play_pb2.ExplainPromptRequest(table_id=table_id, prompt_id=prompt.id)
    assert (await refused(one.play.ExplainPrompt(request, metadata=one.metadata))).reason == "GAME_UNAVAILABLE"


async def test_words_are_handed_out_without_a_token(house):
    guest = await house.guest()
    words = (await guest.tables.GetWords(tables_pb2.GetWordsRequest(game=NAME, language="ja"))).words
    assert (words.language, list(words.languages), dict(words.names)) == ("ja", ["en", "ja"], {"1": "One"})
    assert "prompt-round-pick" in words.messages
    own = (await guest.tables.GetWords(tables_pb2.GetWordsRequest(language="en"))).words
    assert "event-started = The game has started." in own.messages
    error = await refused(guest.tables.GetWords(tables_pb2.GetWordsRequest(game="chess", language="en")))
    assert error.reason == "UNKNOWN_GAME"


async def test_the_catalogue_can_be_read_in_a_language(house):
    guest = await house.guest()
    for language, lines in (("", []), ("en", ["A card"]), ("ja", ["カード"])):
        request = tables_pb2.GetComponentsRequest(game=NAME, language=language)
        (component,) = (await guest.tables.GetComponents(request)).catalogue.components
        assert list(component.lines) == lines


async def test_why_not_is_told_to_who_is_asked_alone(house):
    table_id, (one, two) = await house.started(options={"rounds": "300"})

    async def explained(guest, prompt_id, **fields):
        request = play_pb2.ExplainPromptRequest(table_id=table_id, prompt_id=prompt_id, **fields)
        return await guest.play.ExplainPrompt(request, metadata=guest.metadata)

    while True:
        prompt = (await one.view(table_id)).prompts[0]
        unlucky = [option for option in prompt.options if option.facts[0].number % 7 == 0]
        answer = await explained(one, prompt.id, language="ja")
        assert [bar.targets[0].piece for bar in answer.bars] == [option.id for option in unlucky]
        assert (answer.otherwise.kind, answer.otherwise.text) == ("not_asked", "対象ではありません。")
        if answer.bars:
            break
        await one.pick(table_id)
        await two.pick(table_id)
    reason = answer.bars[0].reason
    assert (reason.kind, reason.paragraph) == ("unlucky", "C3")
    assert reason.text == f"{unlucky[0].facts[0].number}は不吉です。"
    assert not (await explained(one, prompt.id)).bars[0].reason.text
    assert (await refused(explained(two, prompt.id))).reason == "PROMPT_CLOSED"
    assert (await refused(explained(await house.guest(), prompt.id))).reason == "NOT_SEATED"
    await one.resign(table_id)
    assert (await refused(explained(two, prompt.id))).reason == "GAME_OVER"


def test_events_from_before_sources_were_told_get_theirs():
    undone = game_pb2.Event(kind="undone", facts=[game_pb2.Fact(name="withdrawn", number=3)])
    stored = [
        StoredEvent(1, GAME_EVENT, play_pb2.TableEvent(number=1, event=undone).SerializeToString()),
        StoredEvent(2, LOBBY_EVENT, play_pb2.TableEvent(number=2, event=undone).SerializeToString()),
    ]
    assert [(event.source, event.withdrawn) for event in map(history.table_event, stored)] == [
        (play_pb2.EVENT_SOURCE_GAME, 0),
        (play_pb2.EVENT_SOURCE_LOBBY, 3),
    ]


def entries(language: str) -> dict[str, ast.Message]:
    body = FluentParser().parse(lobby_words(language).messages).body
    assert not [entry.content for entry in body if isinstance(entry, ast.Junk)]
    return {entry.id.name: entry for entry in body if isinstance(entry, ast.Message)}


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [("1", "1", "Pick exactly one."), ("2", "3", "Pick 2 to 3."), ("0", "1", "Pick 1 at most.")],
)
def test_figures_of_errors_are_counted_by(least, most, said):
    words = Words("en", [lobby_words("en").messages], {})
    assert words.error("OUT_OF_BOUNDS", {"least": least, "most": most, "given": "9"}) == said
    assert words.error("NEVER_HEARD_OF", {}) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_the_lobby_tells_and_refuses_has_words(language):
    known = entries(language)
    wanted = [message_id("event", kind) for kind in history.KINDS]
    wanted += [message_id("preset", preset.name) for preset in PRESETS]
    wanted += [message_id("word", name.removeprefix("END_REASON_").lower()) for name in game_pb2.EndReason.keys()[1:]]
    wanted += [message_id("error", reason) for reason in reasons()]
    assert [name for name in wanted if name not in known] == []
    assert known.keys() == entries("en").keys()


def reasons() -> set[str]:
    """Every reason that a caller of the lobby can get, as the code names it."""
    made = re.compile(r"""(?:\w+\(\s*|reason = )"([A-Z]+(?:_[A-Z]+)+|INTERNAL|DRAINING)",?""")
    files = [SERVICES / each / f"galaxytables_{each}" / "errors.py" for each in ("lobby", "serving", "web")]
    passed = re.compile(r"""^    "([A-Z_]+)": \(""", re.MULTILINE)
    found = {name for file in files for name in made.findall(file.read_text(encoding="utf-8"))}
    found |= set(
        passed.findall((SERVICES / "lobby/galaxytables_lobby/adapters/rules/refusals.py").read_text(encoding="utf-8"))
    )
    assert {"TABLE_NOT_FOUND", "DRAINING", "OUT_OF_BOUNDS"} <= found
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_game_tells_an_event_in_a_sentence_of_the_lobbys(language):
    lobby = event_sentences(lobby_words(language).messages)
    games = {
        sentence
        for words in SERVICES.glob(f"*/galaxytables_*/words/{language}/*.ftl")
        if words.parts[-4] != "galaxytables_lobby"
        for sentence in event_sentences(words.read_text())
    }
    assert lobby
    assert games
    assert games & lobby == set()


def event_sentences(messages: str) -> set[str]:
    """The sentences of a catalogue about events, as far as they are the same for all of their kind."""
    found: set[str] = set()

    class Sentence(Visitor):
        def visit_Pattern(self, pattern: ast.Pattern) -> None:
            match pattern.elements:
                case [ast.TextElement(value=value)]:
                    found.add(value)
            self.generic_visit(pattern)

    for entry in FluentParser().parse(messages).body:
        if isinstance(entry, ast.Message) and entry.id.name.startswith("event-"):
            Sentence().visit(entry)
    return found

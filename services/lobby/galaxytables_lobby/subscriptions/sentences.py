"""Makes sentences from facts, in a language, for clients that do not do so themselves.

No other part of the lobby has sentences. A game's words come from its rules service; the lobby's own words are in
`words/`. `GetWords` returns both unchanged, for clients that build sentences themselves.

Building sentences costs processor time. So words are read in a thread, and long lists of sentences let other tasks run
in between.

Words that a language lacks are taken from English: a game can be played in every language of the platform.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.words import Words
from galaxytables_lobby import errors
from galaxytables_lobby.ports import Games
from galaxytables_serving import GalaxyError

ENGLISH = "en"
# The start of a message in Project Fluent's syntax, or of an attribute of the message before it.
_BEGINS = re.compile(r"^(?:(?P<message>[A-Za-z][\w-]*)|[ \t]+\.(?P<attribute>[A-Za-z][\w-]*))[ \t]*=", re.MULTILINE)
# Prefix of attributes that a language has only if a fact changes the wording.
_WITH = "with-"


def completed(said: rules_pb2.WordsResponse, english: rules_pb2.WordsResponse) -> rules_pb2.WordsResponse:
    """Return a game's words in a language, with English words in place of those that are missing."""
    whole = rules_pb2.WordsResponse()
    whole.CopyFrom(said)
    if message_ids(english.messages) - message_ids(said.messages):
        whole.english = english.messages
    for component, name in english.names.items():
        if not whole.names.get(component):
            whole.names[component] = name
    return whole


def message_ids(messages: str) -> frozenset[str]:
    """Return the ids of all messages in a Fluent catalogue, and of their attributes (`message.attribute`)."""
    found, message = set(), ""
    for begin in _BEGINS.finditer(messages):
        if begin["message"]:
            message = begin["message"]
            found.add(message)
        elif not begin["attribute"].startswith(_WITH):
            found.add(f"{message}.{begin['attribute']}")
    return frozenset(found)


UNKNOWN_LANGUAGE = "UNKNOWN_LANGUAGE"
_WORDS = Path(__file__).parents[1] / "words"
# How many packs' words are kept, each in one language.
_KEPT = 64
# How many sentences are made before other tasks may run: some milliseconds of the event loop.
_AT_ONCE = 50


class Sentences:
    """Adds sentences to messages of one game, in one language. It builds them from the facts in the messages."""

    def __init__(self, game: Words, lobby: Words) -> None:
        self._game = game
        self._lobby = lobby

    async def update(self, update: play_pb2.TableUpdate) -> play_pb2.TableUpdate:
        """Return a copy of an update with sentences for its events and prompts."""
        copy = play_pb2.TableUpdate()
        copy.CopyFrom(update)
        await _in_turns(self._put_update(copy))
        return copy

    async def puzzle(self, puzzle: rules_pb2.Puzzle) -> None:
        """Add, to a puzzle, the sentence that asks its question."""
        await _in_turns(self._put_prompt(puzzle.prompt))
        await self.reasons([*(bar.reason for bar in puzzle.explanation.bars), puzzle.explanation.otherwise])

    async def reasons(self, reasons: Iterable[game_pb2.Reason]) -> None:
        """Add, to each reason, the sentence that states it."""
        await _in_turns(self._put_reasons(reasons))

    async def components(self, components: Iterable[rules_pb2.Component]) -> None:
        """Add, to each component, its name and the sentences about its effects."""
        await _in_turns(self._put_components(components))

    def _put_update(self, update: play_pb2.TableUpdate) -> Iterator[None]:
        viewer = update.viewer if update.HasField("viewer") else None
        for event in update.events:
            words = self._lobby if event.source == play_pb2.EVENT_SOURCE_LOBBY else self._game
            event.event.text = words.event(event.event)
            yield
            for part in event.event.private_parts:
                part.text = words.event(event.event, viewer)
                yield
        for prompt in update.prompts:
            yield from self._put_prompt(prompt)

    def _put_prompt(self, prompt: game_pb2.Prompt) -> Iterator[None]:
        prompt.text = self._game.prompt(prompt)
        prompt.rule = self._game.rule(prompt)
        for option in prompt.options:
            option.label = self._game.option(prompt, option)
            yield

    def _put_reasons(self, reasons: Iterable[game_pb2.Reason]) -> Iterator[None]:
        for reason in reasons:
            reason.text = self._game.reason(reason)
            yield

    def _put_components(self, components: Iterable[rules_pb2.Component]) -> Iterator[None]:
        for component in components:
            component.name = self._game.name(component.id)
            component.lines[:] = self._game.lines(component)
            yield


async def _in_turns(sentences: Iterator[None]) -> None:
    """Make sentences, and let other tasks run after every few."""
    for made, _ in enumerate(sentences, 1):
        if made % _AT_ONCE == 0:
            await asyncio.sleep(0)


class Phrasebooks:
    """Makes `Sentences` for all games and languages, and keeps those that it has made."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._kept: OrderedDict[tuple[str, bytes, str], Sentences] = OrderedDict()
        self._reading = asyncio.Lock()

    async def of(self, game: str, pack_digest: bytes, language: str) -> Sentences:
        """Return the `Sentences` of a game in a language, in English where the game lacks words.

        Raises UNKNOWN_GAME, UNKNOWN_LANGUAGE, UNKNOWN_PACK, GAME_UNAVAILABLE.
        """
        key = game, pack_digest, _base(language)
        if key not in self._kept:
            said = await self.words(*key)
            async with self._reading:
                if key not in self._kept:
                    self._keep(key, await asyncio.to_thread(_sentences, key[2], said))
        self._kept.move_to_end(key)
        return self._kept[key]

    def _keep(self, key: tuple[str, bytes, str], sentences: Sentences) -> None:
        self._kept[key] = sentences
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    async def words(self, game: str, pack_digest: bytes, language: str) -> rules_pb2.WordsResponse:
        """Return the words of a game, or the lobby's if `game` is empty; a language's region is ignored.

        Words that a game lacks in a language of the platform come in English. Raises the errors of `of`.
        """
        language = _base(language)
        if not game:
            return lobby_words(language)
        rules = self._games.rules_of(game)
        if language == ENGLISH:
            return await rules.words(language, pack_digest)
        try:
            said = await rules.words(language, pack_digest)
        except GalaxyError as error:
            if error.reason != UNKNOWN_LANGUAGE or language not in lobby_languages():
                raise
            return await rules.words(ENGLISH, pack_digest)
        return completed(said, await rules.words(ENGLISH, pack_digest))


def _sentences(language: str, said: rules_pb2.WordsResponse) -> Sentences:
    """Return the sentences from a game's words and the lobby's words in the same language."""
    shared = lobby_words(language if language in lobby_languages() else ENGLISH)
    return Sentences(Words.of(said.language, [said]), Words.of(shared.language, [shared]))


def _base(language: str) -> str:
    """Return a language without its region, so that it is kept under one name only."""
    return language.partition("-")[0].lower() or ENGLISH


@cache
def lobby_languages() -> tuple[str, ...]:
    """Return the languages that the platform has words for, whatever games it has."""
    return tuple(sorted(folder.name for folder in _WORDS.iterdir()))


@cache
def lobby_words(language: str) -> rules_pb2.WordsResponse:
    """Return the lobby's own words in a language, as Fluent messages. Raises UNKNOWN_LANGUAGE."""
    languages = lobby_languages()
    if language not in languages:
        raise errors.unknown_language(language, languages)
    files = sorted((_WORDS / language).glob("*.ftl"))
    messages = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return rules_pb2.WordsResponse(language=language, languages=languages, messages=messages)

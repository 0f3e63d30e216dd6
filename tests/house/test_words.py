"""Our own games speak every language of the platform, whole: others' may lack words, which are said in English."""

from importlib import import_module

import pytest

from services.kit.wording import lacking, languages
from services.lobby.projection.completing import message_ids
from services.lobby.projection.sentences import lobby_languages, lobby_words

GAMES = {
    "services.beyond.rules": "BEYOND",
    "services.jump.rules": "JUMP",
    "services.race.rules": "RACE",
    "services.roll.rules": "ROLL",
    "examples.goofspiel.rules": "GOOFSPIEL",
}


@pytest.mark.parametrize("module", GAMES)
def test_a_game_lacks_no_words(module):
    game = getattr(import_module(module), GAMES[module])
    assert set(lobby_languages()) <= set(languages(game))
    for language in lobby_languages():
        assert not lacking(game, language), f"{game.name}, {language}"


@pytest.mark.parametrize("language", lobby_languages())
def test_the_lobby_lacks_no_words(language):
    assert message_ids(lobby_words(language).messages) == message_ids(lobby_words("en").messages)

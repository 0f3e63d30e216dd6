"""The words of a game under test, as a reader of a language gets them."""

from functools import cache
from typing import Any

from galaxy_client.words import Words
from services.kit.game import Game
from services.kit.pack import load_packs
from services.kit.wording import component_names, messages


@cache
def words_of(game: Game[Any, Any, Any], language: str = "en") -> Words:
    packs = load_packs(game)
    return Words(language, [messages(game, language)], component_names(game, packs, packs.default, language))

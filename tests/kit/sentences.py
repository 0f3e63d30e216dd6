"""The words of a game under test, as a reader of a language gets them."""

from functools import cache
from typing import Any

from galaxytables_client.words import Words
from galaxytables_kit.game import Game
from galaxytables_kit.pack import load_packs
from galaxytables_kit.wording import component_names, messages


@cache
def words_of(game: Game[Any, Any, Any], language: str = "en") -> Words:
    packs = load_packs(game)
    return Words(language, [messages(game, language)], component_names(game, packs, packs.default, language))

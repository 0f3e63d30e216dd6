"""The words of a game: catalogues in the syntax of Project Fluent, one folder per language.

A game's folder `words/<language>/*.ftl` lies beside its rules. Words that all games share (for options and lists) lie
beside this module. The service only delivers the words: clients build the sentences.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from fluent.syntax import FluentParser, ast

from galaxytables_kit.errors import UnknownLanguage
from galaxytables_kit.game import AnyGame
from galaxytables_kit.pack import AnyPacks, pack_digest

ENGLISH = "en"
_SHARED = Path(__file__).with_name("words")
_COMPONENT = "component-"
# The prefix of an attribute that words a message with an optional fact.
_WITH = "with-"
_NONE: Mapping[str, int | str] = {}


def languages(game: AnyGame) -> list[str]:
    """Return every language in which a game has words, English first."""
    found = sorted(folder.name for folder in game.words_path.iterdir() if folder.is_dir())
    return sorted(found, key=lambda language: language != ENGLISH)


@cache
def messages(game: AnyGame, language: str) -> str:
    """Return the words of a game in a language, after those that all games share. Raises `UnknownLanguage`."""
    if language not in languages(game):
        raise UnknownLanguage(language, languages(game))
    return f"{shared_messages(language)}\n{_read(game.words_path / language)}"


def shared_messages(language: str) -> str:
    """Return the words that all games share, in a language."""
    return _read(_SHARED / language)


def lacking(game: AnyGame, language: str) -> frozenset[str]:
    """Return the ids of the messages and attributes that a game has in English but not in a language.

    Raises `UnknownLanguage`.
    """
    return _said(game, ENGLISH) - _said(game, language)


def _said(game: AnyGame, language: str) -> frozenset[str]:
    """Return the ids of messages and their attributes, without names of components and variants for optional facts."""
    found = set()
    for name, message in entries(game, language).items():
        if not name.startswith(_COMPONENT):
            attributes = {attribute.id.name for attribute in message.attributes}
            found |= {name, *(f"{name}.{each}" for each in attributes if not each.startswith(_WITH))}
    return frozenset(found)


@cache
def entries(game: AnyGame, language: str) -> Mapping[str, ast.Message]:
    """Return the messages of a game in a language, by id.

    Raises `UnknownLanguage`, and `ValueError` if the catalogue contains anything but messages.
    """
    found: dict[str, ast.Message] = {}
    for entry in FluentParser().parse(messages(game, language)).body:
        if isinstance(entry, ast.Junk):
            raise ValueError(f"{game.name}, {language}: this is not a message: {entry.content}")  # noqa: TRY004  # the file is wrong, no type
        if isinstance(entry, ast.Message):
            found[entry.id.name] = entry
    return found


def component_names(game: AnyGame, packs: AnyPacks, digest: bytes, language: str) -> dict[str, str]:
    """Return the names of the components of a pack in a language.

    The pack has the English names. A name is translated (`component-<id>`) only if it equals the name in the built-in
    pack: a card that an operator has replaced keeps its own name.
    """
    pack, built_in = packs.get(digest), packs.get(pack_digest(game.components_path))
    names = {component.id: component.name for component in game.components(pack)}
    usual = {component.id: component.name for component in game.components(built_in)}
    messages = entries(game, language)
    for component, name in names.items():
        message = messages.get(message_of(component))
        if message is not None and usual.get(component) == name:
            names[component] = plain_text(message)
    return names


def message_of(component: str) -> str:
    """Return the id of the message that holds the name of a component."""
    return _COMPONENT + component.replace("_", "-")


def plain_text(message: ast.Message, variables: Mapping[str, int | str] = _NONE) -> str:
    """Return the text of a message that has only words and given variables. Raises `ValueError` if it has more."""
    elements: Iterable[object] = message.value.elements if message.value is not None else ()
    text = []
    for element in elements:
        match element:
            case ast.TextElement(value=words):
                text.append(str(words))
            case ast.Placeable(expression=ast.VariableReference(id=ast.Identifier(name=name))) if name in variables:
                text.append(str(variables[name]))
            case _:
                raise ValueError(f"{message.id.name} is more than text")
    return "".join(text)


def _read(folder: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.ftl")))

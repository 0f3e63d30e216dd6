"""Words of our games, which speak every language of the platform whole, and words that pages do not use.

Games of others may lack words, which are said in English. `forbidden_words.py` has the words for pages.
"""

import ast
import io
import re
import tokenize
from importlib import import_module

import pytest
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax.ast import Message

from galaxytables_kit.pack import load_packs
from galaxytables_kit.wording import component_names, lacking, languages
from galaxytables_lobby.subscriptions.sentences import lobby_languages, lobby_words, message_ids
from tests.house.files import ROOT, committed
from tests.house.forbidden_words import DIALECT, FORBIDDEN, IN_JAPANESE, KEPT_NAMES, NAME
from tools.reference.refused import every_error

GAMES = {
    "galaxytables_beyond.rules": "BEYOND",
    "galaxytables_jump.rules": "JUMP",
    "galaxytables_race.rules": "RACE",
    "galaxytables_roll.rules": "ROLL",
    "goofspiel.rules": "GOOFSPIEL",
}


@pytest.mark.parametrize("module", GAMES)
def test_a_game_lacks_no_words(module):
    game = getattr(import_module(module), GAMES[module])
    assert set(lobby_languages()) <= set(languages(game))
    for language in lobby_languages():
        assert not lacking(game, language), f"{game.name}, {language}"


# Latin letters that Japanese editions print too: levels in Roman numerals, lettered series, "VP", "SETI", "AI", playing
# cards, and stars under the number that a catalogue gives them.
VALUE = re.compile(r"\$([a-z_]+)")
PRINTED_IN_LATIN = re.compile(
    r"(?<![A-Za-z])(?:I{1,3}|IV|[AB](?=[12]?$|（)|SETI|AI|VP|(?<=[♣♦♥♠])[AJQK]"
    r"|KC-24X|TOI-700|LHS 1140|K2-18|HD \d+)(?![A-Za-z])"
)


def japanese_names(module: str) -> dict[str, str]:
    game = getattr(import_module(module), GAMES[module])
    packs = load_packs(game)
    return component_names(game, packs, packs.default, "ja")


def still_latin(name: str) -> bool:
    """Whether a Japanese name has Latin letters that are not printed in Japanese editions."""
    return bool(re.search("[A-Za-z]", PRINTED_IN_LATIN.sub("", name)))


@pytest.mark.parametrize("module", GAMES)
def test_every_component_has_a_japanese_name(module):
    assert {component: name for component, name in japanese_names(module).items() if still_latin(name)} == {}


@pytest.mark.parametrize("name", ["Rebel Base", "反乱軍Base", "slot II1", "System A1"])
def test_a_name_left_in_english_is_recognised(name):
    assert still_latin(name)


@pytest.mark.parametrize("name", ["II-1", "星系A1", "銀河探査:SETI", "HD 40307", "1VPチップ", "超次元AI"])
def test_letters_of_japanese_editions_are_left_alone(name):
    assert not still_latin(name)


JAPANESE = [path for path in committed("*.ftl") if path.parent.name == "ja"]


def test_japanese_texts_call_one_thing_by_one_word():
    assert len(JAPANESE) > 30
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in JAPANESE}
    assert [(name, word) for name, text in texts.items() for word in IN_JAPANESE if word in text] == []


@pytest.mark.parametrize("language", lobby_languages())
def test_the_lobby_lacks_no_words(language):
    assert message_ids(lobby_words(language).messages) == message_ids(lobby_words("en").messages)


@pytest.mark.parametrize("language", lobby_languages())
def test_every_reason_that_reaches_a_caller_has_words(language):
    """The message of an error is in English; a client says its reason in the caller's language."""
    words = message_ids(lobby_words(language).messages)
    assert not [each.reason for each in every_error() if f"error-{each.reason.replace('_', '-')}" not in words]


@pytest.mark.parametrize("language", lobby_languages())
def test_words_of_an_error_use_values_that_it_has(language):
    known = {f"error-{each.reason.replace('_', '-')}": {*each.values} for each in every_error()}
    entries = FluentParser().parse(lobby_words(language).messages).body
    said = {entry.id.name: entry for entry in entries if isinstance(entry, Message)}
    used = {name: {*VALUE.findall(FluentSerializer().serialize_entry(said[name]))} for name in known}
    assert not {name: unknown for name in known if (unknown := used[name] - known[name])}


PAGES = [path.relative_to(ROOT).as_posix() for path in committed("*.md", ".github/*.yml")]


def forbidden(text: str) -> list[str]:
    """The forbidden words of a page, each with the number of its line."""
    return [f"{number}: {word}" for number, line in enumerate(text.splitlines(), 1) for word in FORBIDDEN.findall(line)]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_uses_plain_words(page):
    assert not forbidden((ROOT / page).read_text(encoding="utf-8")), "forbidden_words.py says what to say instead"


PLAIN = [
    path.relative_to(ROOT).as_posix()
    for folder in (
        "clients/contract",
        "clients/python",
        "clients/terminal",
        "clients/verify",
        "services/arena",
        "services/beyond",
        "services/bots",
        "services/jump",
        "services/kit",
        "services/lobby",
        "services/platform",
        "services/race",
        "services/roll",
        "services/runtime",
        "services/serving",
        "services/web",
    )
    for path in committed(f"{folder}/*.py")
]


def docstrings(source: str) -> list[str]:
    """Return every bare string of a module: its docstring, those of all that it defines, and those of attributes."""
    nodes = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr)]
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def comments(source: str) -> list[str]:
    """Return every comment of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


@pytest.mark.parametrize("module", PLAIN)
def test_docstrings_and_comments_use_plain_words(module):
    source = (ROOT / module).read_text(encoding="utf-8")
    texts = [*docstrings(source), *comments(source)]
    assert not [text for text in texts if DIALECT.search(text) or FORBIDDEN.search(text)]


RECITAL = re.compile(r'def __init__\((?:(?! def ).)*?:\n +"""(?:Take|Create it)\b', re.DOTALL)


def test_docstrings_of_constructors_do_not_recite_their_parameters():
    assert [module for module in PLAIN if RECITAL.search((ROOT / module).read_text(encoding="utf-8"))] == []


def test_a_recital_is_recognised():
    source = 'class A:\n    def __init__(\n        self, b: int\n    ) -> None:\n        """Take b."""\n'
    assert RECITAL.search(source)
    assert not RECITAL.search(source.replace("Take b", "`b` is in seconds"))
    assert not RECITAL.search(source.replace('"""Take b."""', "self.b = b\n\n    def c(self):") + '        """Take."""')


def forbidden_names(source: str) -> set[str]:
    """Return the names of a module that say neither what is bounded nor what was told."""
    if not any(part in source for part in ("told", "most_", "least_")):
        return set()  # a module that need not be read token by token
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME and NAME.fullmatch(token.string)}


def test_names_say_what_they_are():
    found = {module: forbidden_names((ROOT / module).read_text(encoding="utf-8")) for module in PLAIN}
    assert not {module: names for module, names in found.items() if names - KEPT_NAMES.keys()}
    assert KEPT_NAMES.keys() == set().union(*found.values()), "an exception that nothing needs any more"


def test_forbidden_names_are_recognised():
    source = (
        'def most_open(told: int, tell: int):\n    """Not `least_open`."""\n    return "told", told_at, almost_told\n'
    )
    assert forbidden_names(source) == {"most_open", "told", "told_at"}


def test_words_of_the_dialect_are_recognised():
    source = '"""Fine."""\n\n\ndef take():\n    """What whoever asks is told."""\n    # Fine, as Celery has it.\n'
    found = [*docstrings(source), *comments(source)]
    assert [bool(DIALECT.search(text)) for text in found] == [False, True, True]


@pytest.mark.parametrize(
    "text", ["Whoever wins", "a lobby of before", "`most_open`", "it hears of that", "is told of it"]
)
def test_forbidden_words_are_recognised(text):
    assert forbidden(f"Fine.\n{text}.")[0].startswith("2: ")


@pytest.mark.parametrize(
    "text", ["the day before", "most players", "at least one", "who ever won?", "a table of tables"]
)
def test_plain_words_are_left_alone(text):
    assert not forbidden(text)

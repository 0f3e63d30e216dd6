"""The terminal's own words: in both languages, with the same variables, and nothing said past them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor
from rich.cells import cell_len
from rich.text import Text

import galaxytables_terminal
from galaxytables_terminal.cells import cut, fitted, index_at, padded
from galaxytables_terminal.wording import Wording, chosen_language, languages, wording

PACKAGE = Path(galaxytables_terminal.__file__).parent
WORDS = PACKAGE / "words"
# Two words with a blank between, as sentences have them; what is one word is an id, a style or a name.
SENTENCE = re.compile(r"[A-Za-z]{2,}[,.:;!?]? [A-Za-z]{2,}")
# Strings that look like sentences and are none, each with the reason.
NO_SENTENCES = {
    "bold underline": "a style",
    "bold reverse": "a style",
    "bold underline reverse": "a style",
    "bold white": "a style",
    "bold red": "a style",
    "bold magenta": "a style",
    "bold cyan": "a style",
    "bold dark_orange3": "a style",
    "bold green": "a style",
    "bold yellow": "a style",
    "not bold": "a style",
    "not bold italic": "a style",
    "not strike": "a style",
    "Galaxy Tables": "the name of it all",
    "box small": "classes of the style sheet",
    "nobody listens there.": "details of an error of gRPC, which `vocabulary.failure` tells in its own words",
}


class Variables(Visitor):
    """What a message refers to, and everything that it has in it."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:
        self.names.add(node.id.name)


def messages(language: str) -> dict[str, frozenset[str]]:
    """The variables of every message of a language, by id."""
    found: dict[str, frozenset[str]] = {}
    for path in sorted((WORDS / language).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, fluent.Junk), f"{path.name}: {entry.content}"
            if isinstance(entry, fluent.Message):
                assert entry.id.name not in found, f"{entry.id.name} is said twice"
                variables = Variables()
                variables.visit(entry)
                found[entry.id.name] = frozenset(variables.names)
    return found


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def strings(tree: ast.Module) -> Iterator[str]:
    """Every string of a module, docstrings aside."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Expr)
    docstrings = {
        id(child.value)
        for node in ast.walk(tree)
        if isinstance(node, documented)
        for child in ast.iter_child_nodes(node)
        if isinstance(child, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def prefixes_of_words(tree: ast.Module) -> Iterator[str]:
    """What messages for words of the server begin with: `say.word("race-kind", kind)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "word":
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def test_every_message_is_there_in_every_language_with_the_same_variables() -> None:
    assert languages() == {"en", "ja"}
    assert messages("ja") == messages("en")


def test_files_of_the_languages_have_the_same_names() -> None:
    names = [{path.name for path in (WORDS / language).iterdir()} for language in sorted(languages())]
    assert names[0] == names[1]


def test_no_sentence_is_left_in_code() -> None:
    found = {
        (path.name, string)
        for path, tree in modules()
        for string in strings(tree)
        if SENTENCE.search(string) and string not in NO_SENTENCES
    }
    assert not found


def test_the_allow_list_has_nothing_that_is_not_there() -> None:
    assert set(NO_SENTENCES) <= {string for _, tree in modules() for string in strings(tree)}


def test_whatever_is_said_has_a_message() -> None:
    """Ids are plain strings with a prefix that messages have; those of words that servers send end in a variable."""
    known = messages("en")
    heads = {message.partition("-")[0] for message in known}
    said = re.compile(rf"({'|'.join(sorted(heads))})(-[a-z0-9]+)+")
    strange = {
        (path.name, string)
        for path, tree in modules()
        for string in strings(tree)
        if said.fullmatch(string) and string not in known and not any(other.startswith(f"{string}-") for other in known)
    }
    assert strange <= {("app.py", "style-tcss")}


def test_every_message_is_said() -> None:
    used = {string for _, tree in modules() for string in strings(tree)}
    prefixes = {prefix for _, tree in modules() for prefix in prefixes_of_words(tree)}
    prefixes |= {"bot", "kind", "inferred", "card-partly-sourced", "card-reconstructed"}
    unused = {
        message
        for message in messages("en")
        if message not in used and not any(message.startswith(f"{prefix}-") for prefix in prefixes & used)
    }
    assert not unused


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        *[("", "en"), ("ja", "ja"), ("ja_JP.UTF-8", "ja"), ("ja-JP", "ja"), ("JA", "ja"), ("en_US:en", "en")],
        *[("de", "en"), ("de:ja:en", "ja"), ("C", "en"), (":::", "en"), ("../en", "en"), ("C.UTF-8", "en")],
    ],
)
def test_the_first_language_that_there_are_words_in_is_taken(wanted: str, language: str) -> None:
    assert chosen_language(wanted) == language


def test_a_message_that_is_not_there_does_not_stop_anything() -> None:
    assert Wording("ja")("no-such-message") == "no-such-message"
    assert wording("ja").word("race-kind", "no_such_kind") == "no such kind"


@pytest.mark.parametrize("width", range(1, 12))
def test_no_letter_is_halved_where_a_line_is_cut(width: int) -> None:
    text = "あいaうえおb"
    assert cell_len(cut(text, width)) <= width
    assert cell_len(fitted(text, width)) == width
    assert cut(text, width).rstrip("…") == text[: len(cut(text, width).rstrip("…"))]
    assert cell_len(padded(text, 20)) == 20


def test_columns_are_counted_in_cells() -> None:
    assert [index_at(Text("あaい"), column) for column in range(6)] == [0, 1, 1, 2, 3, 3]

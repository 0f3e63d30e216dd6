"""`Any` of `typing` turns the type checker off where it stands, so it stands nowhere without a reason.

A reason is a comment on the line, or alone on the line above it. What is named an alias of `Any` has it there, once.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from tests.house.files import committed

MARKS = re.compile(r"# (?:noqa(?:: [A-Z0-9, ]+)?|type: ignore(?:\[[a-z, -]+\])?)(?= |$)")
TYPING = ("typing", "typing_extensions")


def unexplained(text: str) -> list[str]:
    """The lines that name `Any` and have no reason for it."""
    tree, lines, reasons = ast.parse(text), text.splitlines(), set(lines_with_reasons(text))
    return [
        lines[number - 1].strip()
        for number in sorted({*lines_with_any(tree)})
        if number not in reasons and not (number - 1 in reasons and lines[number - 2].lstrip().startswith("#"))
    ]


def lines_with_any(tree: ast.AST) -> Iterator[int]:
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {
        alias.asname or alias.name: alias.name
        for node in imports
        for alias in node.names
        if (node.module in TYPING and alias.name == "Any" if isinstance(node, ast.ImportFrom) else alias.name in TYPING)
    }
    for node in ast.walk(tree) if names else ():
        match node:
            case ast.Name(id=name) if names.get(name) == "Any":
                yield node.lineno
            case ast.Attribute(value=ast.Name(id=name), attr="Any") if names.get(name) in TYPING:
                yield node.lineno
            case ast.Constant(value=str(quoted)) if named_in(quoted, names):
                yield node.lineno


def named_in(quoted: str, names: dict[str, str]) -> bool:
    """Whether a string is a type that is written as one, with `Any` in it."""
    if "Any" not in quoted and names.keys().isdisjoint(re.findall(r"\w+", quoted)):
        return False
    try:
        parts = ast.walk(ast.parse(quoted, mode="eval"))
    except SyntaxError:
        return False
    return any(isinstance(part, ast.Name) and names.get(part.id) == "Any" for part in parts)


def lines_with_reasons(text: str) -> Iterator[int]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and re.search(r"\w", MARKS.sub("", token.string)):
            yield token.start[0]


@pytest.mark.parametrize("folder", ["services", "clients", "tools", "bench", "examples"])
def test_every_any_has_a_reason(folder):
    sources = [path for path in committed(folder) if path.suffix == ".py" and "Any" in path.read_text()]
    assert {str(path): found for path in sources if (found := unexplained(path.read_text()))} == {}


@pytest.mark.parametrize(
    "line",
    [
        "a: Any = 1",
        "a: Any = 1  # noqa: ANN401",
        "a: dict[str, list[Any]] = {}  # type: ignore[misc]",
        "Alias: TypeAlias = Callable[..., Any]",
        "def f(*, a: Any) -> None: ...",
        "a = cast('list[Any]', b)",
        "a: typing.Any = 1",
        "a: Whatever = 1",
    ],
)
def test_a_missing_reason_is_found(line):
    imports = "import typing\nfrom typing import Any, Any as Whatever\n"
    assert unexplained(f"{imports}# about the line before\nb = 2\n{line}\n") == [line]
    assert unexplained(f"{imports}{line}  # - what the library gives\n") == []
    assert unexplained(f"{imports}# What the library gives.\n{line}\n") == []


def test_a_reason_stands_beside_the_line_it_is_for():
    assert unexplained("from typing import Any\na = 1  # a reason for this\nb: Any = 2\n") == ["b: Any = 2"]
    assert unexplained("from typing import Any\ndef f(\n    a: Any,\n    b: Any,  # a reason\n): ...\n") == ["a: Any,"]


def test_other_names_are_left_alone():
    assert not unexplained('"""Any text."""\nfrom google.protobuf.any_pb2 import Any\na: Any = Any()\n')
    assert not unexplained('from typing import Any\n"""Any text."""\na: any_pb2.Any = any_pb2.Any()\nb = "Any game"\n')

"""Makes the page of the Python client: its classes and their methods, from signatures and docstrings."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import galaxytables_client
from galaxytables_client import errors, words
from galaxytables_client.lobby import Lobby
from galaxytables_client.seat import Seat
from tools.reference.markdown import BREAK, code, page, section, table
from tools.sync_types import attributes

_ABOUT = """What `galaxytables_client` offers. [Its README](../../clients/python/README.md) shows how to use it.
Methods marked `await` are coroutines, and those marked `async for` yield. `galaxytables_client.sync` has the same
methods without `await` and `async`. Messages such as `tables_pb2.Table` are those of the protos."""

_ERRORS = """Every call raises a `ClientError`. Its fields are `reason`, `message`, `metadata` and `retry_after`."""


_Method: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def client_page() -> str:
    """Return the page of the Python client."""
    described = {Lobby, Seat, *_services().values()}
    others = [each for each in _classes(galaxytables_client) if each not in described and not _is_error(each)]
    return page(
        "Python client",
        _ABOUT,
        _class("Lobby", Lobby),
        *(_class(f"lobby.{field}", kind) for field, kind in _services().items()),
        _class("Seat", Seat),
        _class("Words", words.Words, "Import it from `galaxytables_client.words`."),
        *(_class(kind.__name__, kind) for kind in others),
        section("Errors", _ERRORS, table(["class", "what it means"], _errors())),
    )


@cache
def _services() -> dict[str, type]:
    """Return the class of each field of a lobby."""
    here = vars(inspect.getmodule(Lobby))
    (constructor,) = (method for method in _methods(Lobby) if method.name == "__init__")
    return {field: here[kind] for field, kind in attributes(constructor)}


def _classes(module: ModuleType) -> Iterator[type]:
    for name in module.__all__:
        if inspect.isclass(value := getattr(module, name)):
            yield value


def _is_error(kind: type) -> bool:
    return issubclass(kind, errors.ClientError)


def _errors() -> Iterator[tuple[str, str]]:
    for kind in filter(_is_error, _classes(galaxytables_client)):
        yield code(kind.__name__), _in_a_cell(inspect.getdoc(kind))


def _class(title: str, kind: type, *more: str) -> str:
    shown = [node for node in _methods(kind) if not node.name.startswith("_") or _is_constructor(node, title)]
    rows = ((_mark(node), code(_signature(node, kind)), _in_a_cell(ast.get_docstring(node))) for node in shown)
    return section(title, inspect.getdoc(kind) or "", *more, table(["", "method", "what it does"], rows))


def _is_constructor(node: _Method, title: str) -> bool:
    return node.name == "__init__" and not title.startswith("lobby.") and title != "Seat"


def _mark(node: _Method) -> str:
    if _returned(node).startswith("AsyncGenerator"):
        return "`async for`"
    return "`await`" if isinstance(node, ast.AsyncFunctionDef) else ""


def _signature(node: _Method, kind: type) -> str:
    """Return the name of a method with its arguments and result; a constructor has the name of its class."""
    arguments = _Unquoted().visit_arguments(node.args)
    if any(ast.unparse(each) == "property" for each in node.decorator_list):
        return f"{node.name}: {_returned(node)}"
    if not any(ast.unparse(each) == "staticmethod" for each in node.decorator_list):
        arguments.args = arguments.args[1:]
    if node.name == "__init__":
        return f"{kind.__name__}({ast.unparse(arguments)})"
    returned = _returned(node)
    return f"{node.name}({ast.unparse(arguments)})" + (f" -> {returned}" if returned not in {"", "None"} else "")


def _returned(node: _Method) -> str:
    return "" if node.returns is None else ast.unparse(_Unquoted().visit(node.returns))


class _Unquoted(ast.NodeTransformer):
    def visit_arg(self, node: ast.arg) -> ast.arg:
        """The type of an argument."""
        if node.annotation is not None:
            node.annotation = self.visit(node.annotation)
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        """The arguments, but not their defaults, which may be texts."""
        for each in (*node.posonlyargs, *node.args, *node.kwonlyargs):
            self.visit_arg(each)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """A type in quotes is that type."""
        return ast.parse(node.value, mode="eval").body if isinstance(node.value, str) else node


def _methods(kind: type) -> list[_Method]:
    """Return the methods of a class, as its module declares them."""
    module = ast.parse(Path(inspect.getfile(kind)).read_text(encoding="utf-8"))
    (declared,) = (node for node in module.body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)
    return [node for node in declared.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def _in_a_cell(docstring: str | None) -> str:
    return BREAK.join(" ".join(part.split()) for part in inspect.cleandoc(docstring or "").split("\n\n"))

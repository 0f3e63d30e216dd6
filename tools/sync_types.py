"""`python -m tools.sync_types` writes galaxytables_client/sync.pyi, the types of the client without `async`.

They are the types of `galaxytables_client`, with results in place of coroutines, and generators in place of async
generators.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from galaxytables_client.faces import NOT_HERE

TOP = Path(__file__).parents[1]
CLIENT = TOP / "clients" / "python" / "galaxytables_client"
STUB = CLIENT / "sync.pyi"

_FACES = {
    "accounts": "Accounts",
    "archive": "Archive",
    "bots": "Bots",
    "notifications": "Notifications",
    "pairing": "Pairing",
    "passkeys": "Passkeys",
    "personal_tokens": "PersonalTokens",
    "platform": "Platform",
    "play": "Play",
    "players": "Players",
    "relations": "Relations",
    "reports": "Reports",
    "seat": "Seat",
    "tables": "Tables",
    "tournaments": "Tournaments",
    "lobby": "Lobby",
    "rules": "Rules",
}
_CONNECTED = frozenset({"Lobby", "Rules"})
_SERVER = "str | grpc.aio.Channel"

_HEAD = """# The types of the client without `async`. Written by `python -m tools.sync_types`.

"""
_CLOSED = """
    @property
    def address(self) -> str: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def close(self) -> None: ...
"""


class _Synchronous(ast.NodeTransformer):
    """Makes a method of the client one that waits, without its body."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """An async generator is a generator."""
        if isinstance(node.value, ast.Name) and node.value.id == "AsyncGenerator":
            items = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
            return ast.parse(f"Generator[{ast.unparse(items)}, None, None]", mode="eval").body
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """A type in quotes is that type."""
        return ast.parse(node.value, mode="eval").body if isinstance(node.value, str) else node

    def method(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.FunctionDef:
        """The method as a stub has it."""
        arguments = node.args
        for each in (*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs):
            if each is not None and each.annotation is not None:
                each.annotation = self.visit(each.annotation)
        arguments.defaults = [ast.Constant(...) for _ in arguments.defaults]
        arguments.kw_defaults = [None if each is None else ast.Constant(...) for each in arguments.kw_defaults]
        returns = None if node.returns is None else self.visit(node.returns)
        return ast.FunctionDef(
            name=node.name,
            args=arguments,
            body=[ast.Expr(ast.Constant(...))],
            decorator_list=node.decorator_list,
            returns=returns,
            lineno=0,
        )


def stub() -> str:
    """Return the text of sync.pyi."""
    classes, imports = [], {"from collections.abc import Generator", "from types import TracebackType"}
    imports |= {"from typing import Self, TypeVar", "from google.protobuf.message import Message"}
    for module, name in _FACES.items():
        tree = ast.parse((CLIENT / f"{module}.py").read_text())
        [declared] = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name]
        classes.append(_class(declared))
        imports |= set(_imports(tree))
    body = "\n\n".join(classes).replace(f"server: {_SERVER}", "server: str")
    type_vars = 'Q = TypeVar("Q", bound=Message)\nR = TypeVar("R", bound=Message)\n\n'
    used = {node.id for node in ast.walk(ast.parse(body + type_vars)) if isinstance(node, ast.Name)}
    needed = sorted(each for each in imports if each.rpartition(" ")[2].partition(".")[0] in used or "Self, " in each)
    return _formatted(_HEAD + "\n".join(needed) + "\n\n" + type_vars + body)


def _class(declared: ast.ClassDef) -> str:
    connected = declared.name in _CONNECTED
    lines = [f"class {declared.name}:"]
    methods = [node for node in declared.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    constructor = next(node for node in methods if node.name == "__init__")
    lines += [f"    {name}: {kind}" for name, kind in attributes(constructor)]
    shown = [node for node in methods if not node.name.startswith("_") and node.name not in NOT_HERE | {"close"}]
    for node in [constructor, *shown] if connected else shown:
        lines += [f"    {line}" for line in ast.unparse(_Synchronous().method(node)).splitlines()]
    return "\n".join(lines) + (_CLOSED if connected else "\n")


def attributes(constructor: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, str]]:
    """Yield the public attributes that a constructor sets, each with its type."""
    given = {each.arg: each.annotation for each in (*constructor.args.args, *constructor.args.kwonlyargs)}
    for node in constructor.body:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Attribute):
            continue
        name, value = node.targets[0].attr, node.value
        if name.startswith("_"):
            continue
        kind = given[value.id] if isinstance(value, ast.Name) else value.func if isinstance(value, ast.Call) else None
        if kind is None:
            raise TypeError(f"tools.sync_types does not know the type of {name}")
        yield name, ast.unparse(_Synchronous().visit(kind))


def _imports(tree: ast.Module) -> Iterator[str]:
    """The imports of a module, one a line, but for those of the classes that the stub has itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (f"import {each.name}" for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (
                f"from {node.module} import {each.name}" for each in node.names if each.name not in _FACES.values()
            )


def _formatted(code: str) -> str:
    command = [sys.executable, "-m", "ruff"]
    for act in (["check", "--select", "I", "--fix-only", "--quiet"], ["format", "--quiet"]):
        ended = subprocess.run(
            [*command, *act, "--stdin-filename", str(STUB), "-"], input=code, capture_output=True, text=True, check=True
        )
        code = ended.stdout
    return code


if __name__ == "__main__":
    STUB.write_text(stub())

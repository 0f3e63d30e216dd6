"""All mutants of the code under test: mutmut's operators, applied to each place that is a rule.

mutmut's own runner cannot reach decorated functions (all powers of Race are) nor what modules hold outside of
functions (the vocabulary of the games), so its operators are used here and nothing else of it.
"""

import ast
import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

import libcst as cst
import libcst.matchers as m
import msgspec
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

from galaxytables_platform.games import SERVICES, games_in
from tests.mutants.text import changes_no_rule, holds_only_words, is_no_rule

ROOT = Path(__file__).parents[2]
GAMES = tuple(games_in(SERVICES))
LOBBY = tuple(
    f"services/lobby/galaxytables_lobby/{name}.py"
    for name in (
        *("domain/playing", "domain/timing", "domain/endings"),
        *("play/choose", "play/undo", "play/resign", "clock/overdue", "subscriptions/projection"),
    )
)
# As mutmut does: the answers of these are all but never what is wrong, and without arguments they are but a crash.
_LEFT_ALONE = m.Call(func=m.Name("len") | m.Name("isinstance"))
_LAYOUT = (
    *(cst.BaseParenthesizableWhitespace, cst.TrailingWhitespace, cst.EmptyLine, cst.Newline, cst.Comment),
    *(cst.Comma, cst.Dot, cst.Colon, cst.LeftParen, cst.RightParen, cst.AssignEqual),
)


class Mutant(msgspec.Struct, frozen=True):
    """One small change of one module."""

    family: str  # a game, or the lobby
    path: str  # from the root of the repository
    first: int  # line of the change
    span: tuple[int, int]  # lines of the statement around it
    source: str  # the whole module, changed
    removed: str
    added: str

    def __str__(self) -> str:
        return f"{self.path}:{self.first}: {self.removed}  ->  {self.added}"


class Site:
    """A place where a mutant can be made; the changed source is written only when it is asked for."""

    def __init__(self, family: str, path: str, module: cst.Module, change: "_Change") -> None:
        self._family, self._path, self._module, self._change = family, path, module, change

    def mutant(self) -> Mutant | None:
        """The mutant, or None where the change leaves the program as it was or leaves none."""
        before = self._module.code
        changed = self._module.deep_replace(self._change.node, self._change.changed)
        assert isinstance(changed, cst.Module)
        after = changed.code
        try:
            if ast.dump(ast.parse(after)) == ast.dump(ast.parse(before)):
                return None
            compile(after, self._path, "exec")
        except SyntaxError:
            return None
        differences = list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
        return Mutant(
            family=self._family,
            path=self._path,
            first=self._change.line,
            span=self._change.span,
            source=after,
            removed=" ".join(line[1:].strip() for line in differences if line.startswith("-")),
            added=" ".join(line[1:].strip() for line in differences if line.startswith("+")) or "(nothing)",
        )


def modules_of(family: str) -> list[str]:
    """The modules of a family that hold rules; where a process starts is none."""
    if family == "lobby":
        return list(LOBBY)
    found = (ROOT / "services" / family / f"galaxytables_{family}").rglob("*.py")
    return sorted(str(path.relative_to(ROOT)) for path in found if path.name != "__main__.py")


def sites_of(family: str) -> Iterator[Site]:
    """Every place of a family where a mutant can be made."""
    for path in modules_of(family):
        yield from sites_in(family, path, (ROOT / path).read_text(encoding="utf-8"))


def sites_in(family: str, path: str, code: str) -> Iterator[Site]:
    """Every place of a module where a mutant can be made."""
    wrapper = MetadataWrapper(cst.parse_module(code), unsafe_skip_copy=True)
    if holds_only_words(wrapper.module):
        return
    visitor = _Visitor()
    wrapper.visit(visitor)
    for change in visitor.changes:
        yield Site(family, path, wrapper.module, change)


class _Change(msgspec.Struct, frozen=True):
    node: cst.CSTNode
    changed: cst.CSTNode
    line: int
    span: tuple[int, int]


class _Visitor(cst.CSTVisitor):
    """Collects what mutmut's operators make of each node that is a rule."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[_Change] = []
        self._spans: list[tuple[cst.CSTNode, tuple[int, int]]] = []
        self._headers: set[int] = set()

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, _LAYOUT) or id(node) in self._headers or is_no_rule(node):
            return False
        if isinstance(node, cst.Call) and m.matches(node, _LEFT_ALONE):
            return False
        if isinstance(node, cst.ClassDef):
            self._headers |= {id(argument) for argument in (*node.bases, *node.keywords)}
        if isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement):
            self._spans.append((node, self._lines(node)))
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                self._change(node, list(operator(node)))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if self._spans and self._spans[-1][0] is original_node:
            self._spans.pop()

    def _change(self, node: cst.CSTNode, changed: list[cst.CSTNode]) -> None:
        span = self._spans[-1][1] if self._spans else (1, 1)
        positions: Mapping[cst.CSTNode, object] = self.metadata[PositionProvider]
        line = self.get_metadata(PositionProvider, node).start.line if node in positions else span[0]
        self.changes += [_Change(node, each, line, span) for each in changed if not changes_no_rule(node, each)]

    def _lines(self, node: cst.CSTNode) -> tuple[int, int]:
        """A simple statement's lines, or those of a compound statement's head."""
        place = self.get_metadata(PositionProvider, node)
        if not isinstance(node, cst.BaseCompoundStatement) or isinstance(node, cst.Match):
            return place.start.line, place.start.line if isinstance(node, cst.Match) else place.end.line
        body = self.get_metadata(PositionProvider, node.body)
        return place.start.line, max(place.start.line, body.start.line - 1)

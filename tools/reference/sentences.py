"""Reads the messages of a Fluent catalogue, to print each on one line."""

from collections.abc import Mapping

from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import serialize_pattern
from fluent.syntax.visitor import Visitor

from tools.reference.markdown import BREAK, code


class Messages:
    """The messages of one language. It remembers which of them were used."""

    def __init__(self, messages: Mapping[str, ast.Message]) -> None:
        """`messages` are by id."""
        self._messages = dict(messages)
        self._said: set[str] = set()

    def say(self, *parts: str) -> str:
        """Return a message with all its attributes; empty if there is none. `parts` make its id."""
        name = message_id(*parts)
        if name not in self._messages:
            return ""
        self._said.add(name)
        return said(self._messages[name])

    def attribute(self, attribute: str, *parts: str) -> str:
        """Return an attribute of a message as text; empty if there is none."""
        message = self._messages.get(message_id(*parts))
        found = () if message is None else message.attributes
        return next((_written(each.value) for each in found if each.id.name == attribute), "")

    def text(self, *parts: str) -> str:
        """Return the text of a message, without its attributes."""
        name = message_id(*parts)
        self._said.add(name)
        message = self._messages.get(name)
        return "" if message is None or message.value is None else _written(message.value)

    def family(self, family: str) -> list[str]:
        """Return the ids of messages that begin with `family`, in the order of the catalogue."""
        return [name for name in self._messages if name.startswith(f"{family}-")]

    def variables(self, name: str) -> list[str]:
        """Return the variables of a message, in the order in which they occur."""
        found = _Variables()
        found.visit(self._messages[name])
        return list(found.names)

    def left_over(self) -> list[str]:
        """Return the ids of messages that were not used."""
        return [name for name in self._messages if name not in self._said]


def message_id(*parts: str) -> str:
    """Return the id of the message for a name: the parts, joined by hyphens."""
    return "-".join(parts).replace(".", "-").replace("_", "-").replace(" ", "-")


def parsed(text: str) -> dict[str, ast.Message]:
    """Return the messages of a catalogue, by id."""
    body = FluentParser().parse(text).body
    return {entry.id.name: entry for entry in body if isinstance(entry, ast.Message)}


def said(message: ast.Message) -> str:
    """Return a message as text, followed by each attribute with its name."""
    lines = [] if message.value is None else [code(_written(message.value))]
    lines += [f"`.{each.id.name}`: {code(_written(each.value))}" for each in message.attributes]
    return BREAK.join(lines)


def _written(pattern: ast.Pattern) -> str:
    return " ".join(serialize_pattern(pattern).split())


class _Variables(Visitor):
    """Collects the variables of a message."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        """One of them."""
        self.names[node.id.name] = None

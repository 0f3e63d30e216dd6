"""Messages of Project Fluent, as they are written, each on a line."""

from collections.abc import Mapping

from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import serialize_pattern
from fluent.syntax.visitor import Visitor

from tools.reference.markdown import BREAK, code


class Messages:
    """Messages of a language; what was not asked for is left over."""

    def __init__(self, messages: Mapping[str, ast.Message]) -> None:
        """Take the messages by their ids."""
        self._messages = dict(messages)
        self._said: set[str] = set()

    def say(self, *parts: str) -> str:
        """A message with all its attributes; empty where there is none."""
        name = message_id(*parts)
        if name not in self._messages:
            return ""
        self._said.add(name)
        return said(self._messages[name])

    def attribute(self, attribute: str, *parts: str) -> str:
        """An attribute of a message as text; empty where there is none."""
        message = self._messages.get(message_id(*parts))
        found = () if message is None else message.attributes
        return next((_written(each.value) for each in found if each.id.name == attribute), "")

    def text(self, *parts: str) -> str:
        """What a message says, without attributes."""
        name = message_id(*parts)
        self._said.add(name)
        message = self._messages.get(name)
        return "" if message is None or message.value is None else _written(message.value)

    def family(self, family: str) -> list[str]:
        """The ids of messages that begin so, in the order in which they are written."""
        return [name for name in self._messages if name.startswith(f"{family}-")]

    def variables(self, name: str) -> list[str]:
        """The variables that a message has, in their order."""
        found = _Variables()
        found.visit(self._messages[name])
        return list(found.names)

    def left_over(self) -> list[str]:
        """The ids of messages that nobody asked for."""
        return [name for name in self._messages if name not in self._said]


def message_id(*parts: str) -> str:
    """The id of a message about something of this name."""
    return "-".join(parts).replace(".", "-").replace("_", "-").replace(" ", "-")


def parsed(text: str) -> dict[str, ast.Message]:
    """The messages of a catalogue by their ids."""
    body = FluentParser().parse(text).body
    return {entry.id.name: entry for entry in body if isinstance(entry, ast.Message)}


def said(message: ast.Message) -> str:
    """A message, and each of its attributes after its name."""
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

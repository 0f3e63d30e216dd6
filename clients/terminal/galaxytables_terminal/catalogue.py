"""Looks up the components of a game, and formats them as text."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_terminal.wording import Wording

_PROVENANCE = {
    rules_pb2.PROVENANCE_PARTLY_SOURCED: "card-partly-sourced",
    rules_pb2.PROVENANCE_NAMED: "card-named",
    rules_pb2.PROVENANCE_RECONSTRUCTED: "card-reconstructed",
}


class Catalogue:
    """All components of the pack that a table is played with.

    An id that is not in the catalogue is shown as words that are made from it, since a missing card must not stop a
    front end.
    """

    def __init__(self, components: Sequence[rules_pb2.Component] = ()) -> None:
        self._components = {component.id: component for component in components}

    def get(self, component: str) -> rules_pb2.Component:
        """Return a component; for an unknown id, one whose name is made of the id."""
        found = self._components.get(component)
        return found if found is not None else rules_pb2.Component(id=component, name=in_words(component))

    def knows(self, component: str) -> bool:
        """Return whether the catalogue has the component."""
        return component in self._components

    def name(self, component: str) -> str:
        """Return the name of a component."""
        return self.get(component).name or in_words(component)


def in_words(identifier: str) -> str:
    """Return an id as words: `survey_hq` as `Survey hq`."""
    words = identifier.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def fact_value(fact: game_pb2.Fact) -> str:
    """Return a fact's value as text; empty for a flag that is true and for a fact without a value."""
    match fact.WhichOneof("value"):
        case "number":
            value = str(fact.number)
        case "word":
            value = fact.word.replace("_", " ")
        case "component":
            value = in_words(fact.component)
        case "components":
            value = ", ".join(in_words(component) for component in fact.components.ids)
        case "seat":
            value = f"{{seat {fact.seat}}}"
        case "flag" if not fact.flag:
            value = "no"
        case _:
            value = ""
    return value


def fact_words(fact: game_pb2.Fact) -> str:
    """Return a fact as text: `cost 3`, `military`, `colour alien`."""
    return f"{fact.name.replace('_', ' ')} {fact_value(fact)}".strip()


def number(component: rules_pb2.Component, name: str) -> int | None:
    """Return the number in a fact of this name on a component; None if the component has none."""
    for fact in component.facts:
        if fact.name == name and fact.WhichOneof("value") == "number":
            return fact.number
    return None


def word(component: rules_pb2.Component, name: str) -> str:
    """Return the word in a fact of this name on a component, such as a colour; empty if the component has none."""
    for fact in component.facts:
        if fact.name == name and fact.WhichOneof("value") == "word":
            return fact.word
    return ""


def groups(component: rules_pb2.Component, name: str) -> list[dict[str, int | str]]:
    """Return the groups of facts with a name, for example the cells of a card; empty if the component has none."""
    return [
        {fact.name: fact.number if fact.WhichOneof("value") == "number" else fact.word for fact in group.facts}
        for fact in component.facts
        if fact.name == name
        for group in fact.groups.groups
    ]


def numbers(component: rules_pb2.Component, name: str) -> list[int]:
    """Return the list of numbers in a fact of this name on a component, such as those of a track."""
    return [number for fact in component.facts if fact.name == name for number in fact.numbers.numbers]


def words(component: rules_pb2.Component, name: str) -> list[str]:
    """Return the list of words in a fact of this name on a component, such as its kinds."""
    return [word for fact in component.facts if fact.name == name for word in fact.words.words]


def plain_line(component: rules_pb2.Component, width: int, say: Wording) -> Text:
    """Return a component of any game as one line: name, kind, and as many facts as fit."""
    line = Text(component.name or in_words(component.id), style="bold", no_wrap=True)
    parts = [say.word("kind", component.kind), *(fact_words(fact) for fact in component.facts)]
    for part in filter(None, parts):
        line.append(f" · {part}", style="not bold")
    line.truncate(max(1, width), overflow="ellipsis")
    return line


def details(component: rules_pb2.Component, say: Wording) -> RenderableType:
    """Return all that a player may want to know about a component: its kind, its effects, and its source.

    The component's facts are meant for programs and say the same as its texts; they are shown only for a component
    without texts.
    """
    parts: list[Text] = [Text(component.name or in_words(component.id), style="bold underline")]
    copies = say("card-copies", count=component.copies) if component.copies else ""
    if kind := " · ".join(filter(None, (say.word("kind", component.kind), copies))):
        parts.append(Text(kind, style="italic"))
    parts.extend(Text(f"• {line}") for line in component.lines)
    if not component.lines and component.facts:
        figures = (fact_words(fact).replace(" ", "\N{NO-BREAK SPACE}") for fact in component.facts)
        parts.append(Text("   ".join(figures)))
    if origin := _PROVENANCE.get(component.provenance):
        inferred = say.listed([say.word("inferred", name) for name in component.inferred_facts])
        parts.append(Text(say(f"{origin}-facts", facts=inferred) if inferred else say(origin), style="italic"))
    return Group(*parts)

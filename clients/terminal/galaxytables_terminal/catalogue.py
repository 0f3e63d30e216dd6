"""The components of a game, in words."""

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

    An id that the catalogue lacks is drawn by its own words: a front end must never stop for a missing card.
    """

    def __init__(self, components: Sequence[rules_pb2.Component] = ()) -> None:
        self._components = {component.id: component for component in components}

    def get(self, component: str) -> rules_pb2.Component:
        """Look a component up."""
        found = self._components.get(component)
        return found if found is not None else rules_pb2.Component(id=component, name=in_words(component))

    def knows(self, component: str) -> bool:
        """Say whether the catalogue has the component."""
        return component in self._components

    def name(self, component: str) -> str:
        """Name a component."""
        return self.get(component).name or in_words(component)


def in_words(identifier: str) -> str:
    """Write `survey_hq` as `Survey hq`."""
    words = identifier.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def fact_value(fact: game_pb2.Fact) -> str:
    """Write a fact's value; a flag or a fact without value that holds is an empty string."""
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
    """Write a fact: `cost 3`, `military`, `colour alien`."""
    return f"{fact.name.replace('_', ' ')} {fact_value(fact)}".strip()


def number(component: rules_pb2.Component, name: str) -> int | None:
    """Return a printed number; None where the component has no such figure."""
    for fact in component.facts:
        if fact.name == name and fact.WhichOneof("value") == "number":
            return fact.number
    return None


def word(component: rules_pb2.Component, name: str) -> str:
    """Return a printed word, for example a colour; empty where the component has none."""
    for fact in component.facts:
        if fact.name == name and fact.WhichOneof("value") == "word":
            return fact.word
    return ""


def groups(component: rules_pb2.Component, name: str) -> list[dict[str, int | str]]:
    """Return groups of figures and words, for example the cells of a card; none where the component has no such."""
    return [
        {fact.name: fact.number if fact.WhichOneof("value") == "number" else fact.word for fact in group.facts}
        for fact in component.facts
        if fact.name == name
        for group in fact.groups.groups
    ]


def numbers(component: rules_pb2.Component, name: str) -> list[int]:
    """Return printed numbers in a row: a track."""
    return [number for fact in component.facts if fact.name == name for number in fact.numbers.numbers]


def words(component: rules_pb2.Component, name: str) -> list[str]:
    """Return printed words in a row, for example the kinds of a card."""
    return [word for fact in component.facts if fact.name == name for word in fact.words.words]


def plain_line(component: rules_pb2.Component, width: int, say: Wording) -> Text:
    """Write any game's component in one line: name, kind, figures, as far as they fit."""
    line = Text(component.name or in_words(component.id), style="bold", no_wrap=True)
    parts = [say.word("kind", component.kind), *(fact_words(fact) for fact in component.facts)]
    for part in filter(None, parts):
        line.append(f" · {part}", style="not bold")
    line.truncate(max(1, width), overflow="ellipsis")
    return line


def details(component: rules_pb2.Component, say: Wording) -> RenderableType:
    """Write all that a person wants to know of a component: what it is, what it does, how well that is known.

    Facts are for programs and repeat the words; they are written out only where there are no words.
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

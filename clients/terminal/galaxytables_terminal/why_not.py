"""Formats the reasons why cards and places are not options of a question."""

from rich.text import Text

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client.words import Words
from galaxytables_terminal.known_table import KnownTable

_BETWEEN = " → "
_MAX_LINES = 8


def why_not_text(explained: play_pb2.ExplainPromptResponse, known: KnownTable) -> Text:
    """Return a text with each reason once, and with all pieces and places that it excludes.

    The reason that excludes everything else comes last.
    """
    words = known.vocabulary.of_seats(known.people.name).words
    groups: dict[str, list[str]] = {}
    for bar in explained.bars:
        named = groups.setdefault(_reason(bar.reason, known, words), [])
        if (name := _name(bar, words, known)) not in named:
            named.append(name)
    lines = [
        Text.assemble((reason, "bold"), "\n", *(f"  {name}\n" for name in _folded(names, known)))
        for reason, names in groups.items()
    ]
    if not lines:
        lines.append(Text(f"{known.say('why-none')}\n"))
    if explained.HasField("otherwise"):
        otherwise = _reason(explained.otherwise, known, words)
        lines.append(Text.assemble((otherwise, "bold"), "\n", f"  {known.say('why-otherwise')}"))
    return Text("\n").join(lines)


def _folded(names: list[str], known: KnownTable) -> list[str]:
    """Return one line for each name or, if there are many names, a single line that lists them all."""
    return names if len(names) <= _MAX_LINES else [known.say.listed(names)]


def _reason(reason: game_pb2.Reason, known: KnownTable, words: Words) -> str:
    said = known.people.tell(reason.text) or words.reason(reason).replace("_", " ")
    if not reason.paragraph or reason.paragraph in said:
        return said
    return known.say("error-with-paragraph", words=said, paragraph=reason.paragraph)


def _name(bar: game_pb2.Bar, words: Words, known: KnownTable) -> str:
    """Return one text with the names of the pieces and places that the excluded option would have had."""
    parts = [
        known.catalogue.name(bar.component)
        if bar.component and target.HasField("piece")
        else words.target(target, bar.component, {})
        for target in bar.targets
    ]
    return _BETWEEN.join(dict.fromkeys(filter(None, parts)))

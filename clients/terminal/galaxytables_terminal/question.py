"""Formats a prompt as text: its question, and its options, each with its number, mark and card."""

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.answer import Answer
from galaxytables_terminal.drawing.gallery import component_line
from galaxytables_terminal.drawing.scene import Area, Look, Spot

# The room left of an option's text: the cursor, the number and the mark.
_LEAD = 10
_SEPARATORS = " :,-、\N{FULLWIDTH COLON}"


def question_text(answer: Answer, look: Look) -> Text:
    """Return the text above the options: the question, how many to pick, the prompt's rule, and its paragraph."""
    prompt = answer.prompt
    text = Text(look.people.tell(prompt.text) or prompt.kind.replace("_", " "), style="bold")
    extra = "  ".join(filter(None, (answer.bounds(), prompt.paragraph)))
    text.append(f"  ({extra})", style="not bold")
    if prompt.rule:
        text.append(f"\n{look.people.tell(prompt.rule)}", style="not bold italic")
    return text


def option_area(answer: Answer, view_type: str, look: Look, width: int) -> Sequence[Area]:
    """Return an area with one option in each line. If an answer may be empty, the last line is `none of these`."""
    prompt = answer.prompt
    digits = len(str(len(prompt.options)))
    spots = []
    for number, option in enumerate(prompt.options, start=1):
        text = Text(f"{number:>{digits}} {_mark(answer, option.id)}")
        text.append_text(option_text(option, view_type, replace(look, width=max(1, width - _LEAD))))
        spots.append(Spot(text, option.component, option=option.id))
    if prompt.most == 1 and prompt.least == 0:
        spots.append(Spot(Text(f"{0:>{digits}} {look.say('question-none-of-these')}", style="italic")))
    return (Area("", spots, columns=1),)


def option_text(option: game_pb2.Option, view_type: str, look: Look) -> Text:
    """Return an option as text: its card in one line with the rest of its label, or only its label."""
    label = look.people.tell(option.label)
    if not option.component:
        return Text(label or option.id)
    card = look.catalogue.get(option.component)
    text = component_line(view_type, card, look)
    besides = _besides(label, card.name)
    if besides:
        text.rstrip()
        text.append(f"  {besides}")
    return text


def _besides(label: str, name: str) -> str:
    """Return a label without the card's name; the whole label if the name is part of a sentence, as before `を`."""
    before, found, after = label.partition(name)
    if not (name and found) or after[:1].isalpha():
        return label
    return f"{before}{after}".strip(_SEPARATORS)


def _mark(answer: Answer, option: str) -> str:
    """Return the mark: a number if the order counts, else a cross; empty if only one option is wanted."""
    if answer.prompt.most == 1:
        return ""
    rank = answer.rank(option)
    if answer.prompt.ordered:
        return f"[{rank or ' '}] "
    return "[x] " if rank else "[ ] "

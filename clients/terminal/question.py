"""A prompt as an area of options: numbered, marked, each card in its game's own line."""

from collections.abc import Sequence

from rich.text import Text

from clients.terminal.answer import Answer
from clients.terminal.catalogue import Catalogue
from clients.terminal.drawing.gallery import component_line
from clients.terminal.drawing.scene import Area, Spot
from galaxy.rules.v1 import game_pb2

# Left of an option's words: the cursor, the number and the mark.
_LEAD = 10
NONE_OF_THESE = "none of these"


def question_text(answer: Answer) -> Text:
    """Write what is asked: the question, how many, the rule beyond that, the paragraph."""
    prompt = answer.prompt
    text = Text(prompt.text or prompt.kind.replace("_", " "), style="bold")
    extra = "  ".join(filter(None, (answer.bounds(), prompt.paragraph)))
    text.append(f"  ({extra})", style="not bold")
    if prompt.rule:
        text.append(f"\n{prompt.rule}", style="not bold italic")
    return text


def option_area(answer: Answer, view_type: str, catalogue: Catalogue, width: int) -> Sequence[Area]:
    """Lay the options out, one a line; below them `none of these` where picking nothing is an answer to one."""
    prompt = answer.prompt
    digits = len(str(len(prompt.options)))
    spots = []
    for number, option in enumerate(prompt.options, start=1):
        text = Text(f"{number:>{digits}} {_mark(answer, option.id)}")
        text.append_text(option_text(option, view_type, catalogue, max(1, width - _LEAD)))
        spots.append(Spot(text, option.component, option=option.id))
    if prompt.most == 1 and prompt.least == 0:
        spots.append(Spot(Text(f"{0:>{digits}} {NONE_OF_THESE}", style="italic")))
    return (Area("", spots, columns=1),)


def option_text(option: game_pb2.Option, view_type: str, catalogue: Catalogue, width: int) -> Text:
    """Write an option: its card's line, and what its label says besides the card's name; else its label."""
    if not option.component:
        return Text(option.label or option.id)
    card = catalogue.get(option.component)
    text = component_line(view_type, card, width)
    besides = option.label.replace(card.name, "", 1).strip(" :,-") if card.name else option.label
    if besides:
        text.rstrip()
        text.append(f"  {besides}")
    return text


def _mark(answer: Answer, option: str) -> str:
    """Show the mark: its order where that matters, a cross where it does not; none where one answer is wanted."""
    if answer.prompt.most == 1:
        return ""
    rank = answer.rank(option)
    if answer.prompt.ordered:
        return f"[{rank or ' '}] "
    return "[x] " if rank else "[ ] "

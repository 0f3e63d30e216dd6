"""Small questions and pages that lie above a screen."""

from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

HELP = """\
[b]Answering[/b]
  1 2 3 …     mark an option by its number, or take the mark away;
              where one option is wanted: move to it
  ↑ ↓ space   move; mark what the cursor is on
  enter       give the answer
  backspace   take all marks away
  p           the next question, if several are open

[b]Looking[/b]
  tab         to the table, the options, the log and back
  ↑ ↓ ← →     walk over the cards; the details follow
  space       on a card that is an option: mark it where it lies
  d           the details of that card on a page of their own
  l           show the log, the details, or both

[b]The game[/b]
  u           take back your last choice, while that is fair
  R           resign
  s           the final scores, at the end
  q           leave; your seat stays yours
  ?           this page

The mark ▸ beside a name means: has to choose now. Every question
says in brackets how many options it wants and which paragraph of
the rules it stands on. If the clock runs out, a harmless answer
is given for you.
"""


class PageDialog(ModalScreen[None]):
    """A page of text, closed by any of the usual keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,d,question_mark", "dismiss", "Back"),
    ]

    def __init__(self, content: RenderableType, title: str) -> None:
        super().__init__(classes="dialog")
        self._content = content
        self._title = title

    def compose(self) -> ComposeResult:
        """Build the page."""
        with VerticalScroll(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = "esc: back"
            yield Static(self._content)

    async def action_dismiss(self, result: None = None) -> None:
        """Close."""
        self.dismiss(result)


class ConfirmDialog(ModalScreen[bool]):
    """Asks before something that cannot be taken back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape,enter,q", "answer(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__(classes="dialog")
        self._question = question

    def compose(self) -> ComposeResult:
        """Build the question."""
        with Vertical(classes="box small") as box:
            box.border_subtitle = "y: yes   n: no"
            yield Static(self._question, markup=False)

    def action_answer(self, answer: bool) -> None:
        """Close with the answer."""
        self.dismiss(answer)

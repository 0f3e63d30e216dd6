"""Small questions and pages that lie above a screen."""

from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

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
  l           show the log, the talk, the details, or all

[b]The game[/b]
  u           take back your last choice, while that is fair
  U           propose to take it back, when others must agree;
              y, n: agree to such a proposal, or not
  c           say something; l shows what was said
  z           wish a pause, or to go on: once all wish it; v: vacation
  R           resign; E: end a game that all others have left
  s           the final scores, at the end
  q           leave; your seat stays yours
  ?           this page

[b]The menu[/b]
  r           look again
  h           games that are over: look at one with enter,
              m: earlier ones, b: who is best

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


class LineDialog(ModalScreen[str]):
    """Asks for a line of text; the result is None if the player thinks better of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def __init__(self, title: str, text: str = "", *, most: int = 500) -> None:
        super().__init__(classes="dialog")
        self._title = title
        self._text = text
        self._most = most

    def compose(self) -> ComposeResult:
        """Build the line."""
        with Vertical(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = "enter: send   esc: back"
            yield Input(self._text, max_length=self._most, select_on_focus=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the line."""
        self.dismiss(event.value.strip())

    async def action_dismiss(self, result: str | None = None) -> None:
        """Close."""
        self.dismiss(result)

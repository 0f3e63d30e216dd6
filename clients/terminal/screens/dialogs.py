"""Small questions and pages that lie above a screen."""

from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from clients.terminal.wording import Wording


def help_page(say: Wording) -> "PageDialog":
    """The keys, explained; headings are the lines that are not indented and stand alone."""
    lines = say("help-page").splitlines()
    page = Text("\n").join(
        Text(line, style="bold" if line and line[0] != " " and below.startswith(" ") else "")
        for line, below in zip(lines, [*lines[1:], ""], strict=True)
    )
    return PageDialog(page, say("help-title"), say)


class PageDialog(ModalScreen[None]):
    """A page of text, closed by any of the usual keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,d,question_mark,f1", "dismiss"),
    ]

    def __init__(self, content: RenderableType, title: str, say: Wording) -> None:
        super().__init__(classes="dialog")
        self._say = say
        self._content = content
        self._title = title

    def compose(self) -> ComposeResult:
        """Build the page."""
        with VerticalScroll(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = self._say("dialog-back")
            yield Static(self._content)

    async def action_dismiss(self, result: None = None) -> None:
        """Close."""
        self.dismiss(result)


class ConfirmDialog(ModalScreen[bool]):
    """Asks before something that cannot be taken back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)"),
        Binding("n,escape,enter,q", "answer(False)"),
    ]

    def __init__(self, question: str, say: Wording) -> None:
        super().__init__(classes="dialog")
        self._say = say
        self._question = question

    def compose(self) -> ComposeResult:
        """Build the question."""
        with Vertical(classes="box small") as box:
            box.border_subtitle = self._say("dialog-yes-no")
            yield Static(self._question, markup=False)

    def action_answer(self, answer: bool) -> None:
        """Close with the answer."""
        self.dismiss(answer)


class LineDialog(ModalScreen[str]):
    """Asks for a line of text; the result is None if the player thinks better of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss")]

    def __init__(self, title: str, say: Wording, text: str = "", *, most: int = 500) -> None:
        super().__init__(classes="dialog")
        self._say = say
        self._title = title
        self._text = text
        self._most = most

    def compose(self) -> ComposeResult:
        """Build the line."""
        with Vertical(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = self._say("dialog-send")
            yield Input(self._text, max_length=self._most, select_on_focus=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the line."""
        self.dismiss(event.value.strip())

    async def action_dismiss(self, result: str | None = None) -> None:
        """Close."""
        self.dismiss(result)

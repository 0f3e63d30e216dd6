"""Small questions and pages that are shown above a screen."""

import asyncio
from typing import ClassVar, TypeVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from galaxytables_terminal.wording import Wording

Result = TypeVar("Result")


class Dialog(ModalScreen[Result]):
    """A page above a screen. It closes only once, so a second key press never closes the screen below it."""

    def __init__(self) -> None:
        super().__init__(classes="dialog")
        self.opened = asyncio.Event()
        """Set once keys reach it."""
        self.closed = asyncio.Event()

    def _on_mount(self, event: events.Mount) -> None:
        super()._on_mount(event)
        self.call_later(self.opened.set)

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close with a result. Later calls, for example because Enter was pressed twice, do nothing."""
        if self.closed.is_set() or not self.is_active:
            return AwaitComplete()
        self.closed.set()
        return super().dismiss(result)

    async def action_dismiss(self, result: Result | None = None) -> None:
        """Close the dialog with a result."""
        self.dismiss(result)


def help_page(say: Wording) -> "PageDialog":
    """Return the page that explains the keys. Unindented lines that stand alone are the headings of the page."""
    lines = say("help-page").splitlines()
    page = Text("\n").join(
        Text(line, style="bold" if line and line[0] != " " and below.startswith(" ") else "")
        for line, below in zip(lines, [*lines[1:], ""], strict=True)
    )
    return PageDialog(page, say("help-title"), say)


class PageDialog(Dialog[None]):
    """A page of text, closed by any of the usual keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,d,question_mark,f1", "dismiss"),
    ]

    def __init__(self, content: RenderableType, title: str, say: Wording) -> None:
        super().__init__()
        self._say = say
        self._content = content
        self._title = title

    def compose(self) -> ComposeResult:
        """Build the page."""
        with VerticalScroll(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = self._say("dialog-back")
            yield Static(self._content)


class ConfirmDialog(Dialog[bool]):
    """Asks the player before an action that cannot be undone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)"),
        Binding("n,escape,enter,q", "answer(False)"),
    ]

    def __init__(self, question: str, say: Wording) -> None:
        super().__init__()
        self._say = say
        self._question = question

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        with Vertical(classes="box small") as box:
            box.border_subtitle = self._say("dialog-yes-no")
            yield Static(self._question, markup=False)

    def action_answer(self, answer: bool) -> None:
        """Close with the answer."""
        self.dismiss(answer)


class LineDialog(Dialog[str]):
    """Asks for a line of text; the result is None if the player cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss")]

    def __init__(self, title: str, say: Wording, text: str = "", *, max_length: int = 500, note: str = "") -> None:
        super().__init__()
        self._say = say
        self._note = note
        self._title = title
        self._text = text
        self._max_length = max_length

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        with Vertical(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = self._say("dialog-send")
            yield Input(self._text, max_length=self._max_length, select_on_focus=False)
            if self._note:
                yield Static(self._note, markup=False)

    def on_mount(self) -> None:
        """Focus the input line."""
        self.set_focus(self.query_one(Input))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the line."""
        self.dismiss(event.value.strip())

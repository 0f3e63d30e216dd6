"""The first screen, which shows the steps on the way to a table, and errors."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Footer, Static

from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.wording import Wording


class StartScreen(SpokenScreen):
    """A screen that shows each step as it begins. After an error the player can try again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "retry", "key-retry"),
        Binding("q,escape", "app.quit", "key-quit"),
    ]

    class Retry(Message):
        """Posted when the player wants to try again."""

    def __init__(self, say: Wording) -> None:
        super().__init__(say)
        self._lines: list[str] = []
        self._failed = False

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(self.say("title"), id="title")
        with VerticalScroll(id="steps"):
            yield Static(id="said", markup=False)
        yield Footer()

    def tell(self, line: str) -> None:
        """Show one more line, about the step that begins."""
        self._lines.append(line)
        self.query_one("#said", Static).update("\n".join(self._lines))
        self.query_one("#steps").scroll_end(animate=False)

    def fail(self, words: str) -> None:
        """Show an error, and tell the player how to try again."""
        self._failed = True
        self.refresh_bindings()
        self.tell(f"\n{words}\n\n{self.say('start-keys')}")

    def action_retry(self) -> None:
        """Post `Retry`."""
        self._failed = False
        self.refresh_bindings()
        self.post_message(self.Retry())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable the key for trying again only after an error."""
        del parameters
        return self._failed if action == "retry" else True

"""The first screen: what is being done to get to a table, and what went wrong."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Footer, Static

from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.wording import Wording


class StartScreen(SpokenScreen):
    """Tells the steps as they are taken; after a failure they can be tried again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "retry", "key-retry"),
        Binding("q,escape", "app.quit", "key-quit"),
    ]

    class Retry(Message):
        """The player wants to try again."""

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
        """Add a step."""
        self._lines.append(line)
        self.query_one("#said", Static).update("\n".join(self._lines))
        self.query_one("#steps").scroll_end(animate=False)

    def fail(self, words: str) -> None:
        """Say what went wrong, and that it can be tried again."""
        self._failed = True
        self.refresh_bindings()
        self.tell(f"\n{words}\n\n{self.say('start-keys')}")

    def action_retry(self) -> None:
        """Try again."""
        self._failed = False
        self.refresh_bindings()
        self.post_message(self.Retry())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer another try only after a failure."""
        del parameters
        return self._failed if action == "retry" else True

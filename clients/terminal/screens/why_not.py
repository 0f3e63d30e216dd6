"""A page that tells why cards and places are no options of the question."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from clients.terminal.session import Session
from clients.terminal.table_state import TableState
from clients.terminal.why_not import why_not_text
from galaxy.rules.v1 import game_pb2
from galaxy_client import ClientError


class WhyNotDialog(ModalScreen[None]):
    """Asks the lobby once it is open, and shows the reasons, or why there are none to be had."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,question_mark", "dismiss")]

    def __init__(self, session: Session, state: TableState, prompt: game_pb2.Prompt) -> None:
        super().__init__(classes="dialog")
        self._session = session
        self._state = state
        self._prompt = prompt

    def compose(self) -> ComposeResult:
        """Build the page."""
        say = self._state.say
        with VerticalScroll(classes="box") as box:
            box.border_title = say("why-title")
            box.border_subtitle = say("dialog-back")
            yield Static(self._state.people.tell(self._prompt.text), id="asked", markup=False)
            yield Static(say("why-asking"), id="reasons", markup=False)

    def on_mount(self) -> None:
        """Ask."""
        self.run_worker(self._ask())

    async def action_dismiss(self, result: None = None) -> None:
        """Close."""
        self.dismiss(result)

    async def _ask(self) -> None:
        state, session = self._state, self._session
        try:
            explained = await session.lobby.play.explain(state.table.id, self._prompt.id, language=session.language)
        except ClientError as error:
            self._show(state.say("why-failed", why=session.explain(error, state.vocabulary)))
        else:
            self._show(why_not_text(explained, state))

    def _show(self, words: str | Text) -> None:
        """Write the answer, unless the page is being closed."""
        for reasons in self.query("#reasons").results(Static):
            reasons.update(words)

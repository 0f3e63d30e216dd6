"""A page that tells why cards and places are no options of the question."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from clients.terminal.known_table import KnownTable
from clients.terminal.visit import Visit
from clients.terminal.why_not import why_not_text
from galaxy.rules.v1 import game_pb2
from galaxy_client import ClientError


class WhyNotDialog(ModalScreen[None]):
    """Asks the lobby once it is open, and shows the reasons, or why there are none to be had."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,question_mark", "dismiss")]

    def __init__(self, visit: Visit, known: KnownTable, prompt: game_pb2.Prompt) -> None:
        super().__init__(classes="dialog")
        self._visit = visit
        self._known = known
        self._prompt = prompt

    def compose(self) -> ComposeResult:
        """Build the page."""
        say = self._known.say
        with VerticalScroll(classes="box") as box:
            box.border_title = say("why-title")
            box.border_subtitle = say("dialog-back")
            yield Static(self._known.people.tell(self._prompt.text), id="asked", markup=False)
            yield Static(say("why-asking"), id="reasons", markup=False)

    def on_mount(self) -> None:
        """Ask."""
        self.run_worker(self._ask())

    async def action_dismiss(self, result: None = None) -> None:
        """Close."""
        self.dismiss(result)

    async def _ask(self) -> None:
        known, visit = self._known, self._visit
        try:
            explained = await visit.lobby.play.explain(known.table.id, self._prompt.id, language=visit.language)
        except ClientError as error:
            self._show(known.say("why-failed", why=visit.explain(error, known.vocabulary)))
        else:
            self._show(why_not_text(explained, known))

    def _show(self, words: str | Text) -> None:
        """Write the answer, unless the page is being closed."""
        for reasons in self.query("#reasons").results(Static):
            reasons.update(words)

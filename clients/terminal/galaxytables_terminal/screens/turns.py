"""A dialog with the turning points of a game. A number key opens the table as it was at one of them."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from galaxytables_client import ClientError
from galaxytables_terminal.known_table import KnownTable
from galaxytables_terminal.screens.dialogs import Dialog
from galaxytables_terminal.turns import Swing, dictated_steps, swings, turns_text
from galaxytables_terminal.visit import Visit


class TurnsDialog(Dialog[int]):
    """A dialog that requests the analysis of a game when it opens.

    It returns the number of the event to show, or 0 for none.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,a", "close"),
        *(Binding(digit, f"open({digit})") for digit in "12345"),
    ]

    def __init__(self, visit: Visit, known: KnownTable) -> None:
        super().__init__()
        self._visit = visit
        self._known = known
        self._found: list[Swing] = []

    def compose(self) -> ComposeResult:
        """Build the page."""
        say = self._known.say
        with VerticalScroll(classes="box") as box:
            box.border_title = say("turns-title")
            box.border_subtitle = say("turns-keys")
            yield Static(say("turns-asking"), id="turns", markup=False)

    def on_mount(self) -> None:
        """Request the analysis."""
        self.run_worker(self._ask())

    def action_close(self) -> None:
        """Close the dialog without an event."""
        self.dismiss(0)

    def action_open(self, number: int) -> None:
        """Close the dialog with the event of the turning point that has this number."""
        if number <= len(self._found):
            self.dismiss(self._found[number - 1].event)

    async def _ask(self) -> None:
        known = self._known
        try:
            words = await self._words()
        except ClientError as error:
            words = Text(known.say("turns-failed", why=self._visit.explain(error, known.vocabulary)))
        # The page may have been closed meanwhile.
        for shown in self.query("#turns").results(Static):
            shown.update(words)

    async def _words(self) -> Text:
        known, lobby = self._known, self._visit.lobby
        if not await lobby.tables.is_analysed(known.table):
            return Text(known.say("turns-untold"))
        analysis = await lobby.play.analyse(known.table.id)
        dictated = dictated_steps((await lobby.tables.games()).games, known.table)
        self._found = swings(analysis, known.log, dictated)
        return turns_text(analysis, self._found, known.say)

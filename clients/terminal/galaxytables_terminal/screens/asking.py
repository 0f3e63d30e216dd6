"""The base class of dialogs that ask the lobby something about the open question."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from galaxytables.rules.v1 import game_pb2
from galaxytables_client import ClientError
from galaxytables_terminal.known_table import KnownTable
from galaxytables_terminal.screens.dialogs import Dialog
from galaxytables_terminal.visit import Visit


class AskingDialog(Dialog[None]):
    """A dialog that calls the lobby when it opens, and shows the answer, or why there is no answer.

    The class variables are ids of messages: the title, the text while waiting, and the text if there is no answer.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "dismiss")]

    title_words: ClassVar[str]
    asking_words: ClassVar[str]
    failed_words: ClassVar[str]

    def __init__(self, visit: Visit, known: KnownTable, prompt: game_pb2.Prompt) -> None:
        super().__init__()
        self._visit = visit
        self._known = known
        self._prompt = prompt

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        say = self._known.say
        with VerticalScroll(classes="box") as box:
            box.border_title = say(self.title_words)
            box.border_subtitle = say("dialog-back")
            yield Static(self._known.people.tell(self._prompt.text), id="asked", markup=False)
            yield Static(say(self.asking_words), id="answer", markup=False)

    def on_mount(self) -> None:
        """Send the request."""
        self.run_worker(self._ask())

    async def answer(self) -> Text:
        """Call the lobby, and return its answer as text. Raises `ClientError`."""
        raise NotImplementedError

    async def _ask(self) -> None:
        known = self._known
        words: str | Text
        try:
            words = await self.answer()
        except ClientError as error:
            words = known.say(self.failed_words, why=self._visit.explain(error, known.vocabulary))
        # Nothing is written while the page is being closed.
        for answer in self.query("#answer").results(Static):
            answer.update(words)

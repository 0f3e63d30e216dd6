"""The base class of screens that list what can be done."""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from galaxytables_client import ClientError
from galaxytables_terminal.lines import Line
from galaxytables_terminal.screens.dialogs import ConfirmDialog
from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.visit import Visit

A = TypeVar("A")


class ActingScreen(SpokenScreen, Generic[A]):
    """A screen with a list of lines. Enter does the act of the line under the cursor, and then loads the lines again.

    A subclass gives the title's message id in `title_words`, the lines in `load`, and does an act in `perform`.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "look", "key-look"),
        Binding("f1,question_mark", "app.help", "key-help", key_display="f1"),
        Binding("q,escape", "app.leave", "key-back"),
    ]

    title_words: ClassVar[str]

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit.say)
        self.visit = visit
        self._lines: Sequence[Line[A]] = ()

    async def load(self) -> Sequence[Line[A]]:
        """Return the lines. Raises `ClientError`."""
        raise NotImplementedError

    async def perform(self, act: A) -> str:
        """Do an act. Returns a message for the player, or an empty text. Raises `ClientError`."""
        raise NotImplementedError

    def choose(self, act: A) -> None:
        """Begin an act whose line was chosen."""
        self.run_worker(self._do(act), group="act", exclusive=True)

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(self.say(self.title_words), id="title")
        yield OptionList(id="menu", markup=False)
        yield Static(id="note", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Load the lines."""
        self.action_look()

    def action_look(self) -> None:
        """Load the lines again."""
        self.run_worker(self._look(), group="look", exclusive=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin the act that the chosen line stands for."""
        act = self._lines[event.option_index].act
        if act is not None:
            self.choose(act)

    async def sure(self, question: str, **variables: str) -> bool:
        """Ask the player whether they are sure, in the words with this id."""
        answer = await self.app.push_screen_wait(ConfirmDialog(self.say(question, **variables), self.say))
        return bool(answer)

    def note(self, words: str) -> None:
        """Write below the lines, unless the screen is being closed."""
        for note in self.query("#note").results(Static):
            note.update(words)

    async def _do(self, act: A) -> None:
        """Do an act, tell how it went, and show the lines as they are then."""
        try:
            self.note(await self.perform(act))
        except ClientError as error:
            self.note(self.visit.explain(error))
        self.action_look()

    async def _look(self) -> None:
        try:
            loaded = await self.load()
        except ClientError as error:
            self.note(self.visit.explain(error))
            return
        at = next((menu.highlighted for menu in self.query("#menu").results(OptionList)), None)
        chosen = self._lines[at].act if at is not None and at < len(self._lines) else None
        self._lines = loaded
        for menu in self.query("#menu").results(OptionList):
            before = menu.highlighted
            if before is not None and chosen is not None:
                # A line that has moved stays chosen.
                before = next((at for at, line in enumerate(self._lines) if line.act == chosen), before)
            menu.clear_options()
            menu.add_options(
                [Option(line.text if line.heading else f"  {line.text}", disabled=not line.act) for line in self._lines]
            )
            menu.focus()
            if before is not None and before < len(self._lines) and self._lines[before].act:
                menu.highlighted = before
            else:
                menu.action_first()

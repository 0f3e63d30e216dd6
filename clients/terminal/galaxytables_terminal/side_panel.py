"""The panel beside the table: card details, the log and the chat."""

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from galaxytables_terminal.drawing.scene import Area
from galaxytables_terminal.known_table import KnownTable
from galaxytables_terminal.summary import chat_text, log_text
from galaxytables_terminal.widgets import SpotPage
from galaxytables_terminal.wording import Wording

_PANES = ("details", "log", "chat")
_ALL = "all"


class SidePanel(Vertical):
    """Shows one pane at a time, or all of them if there is room. The chat is shown only once it has messages."""

    def __init__(self, say: Wording, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._say = say
        self._pane = _PANES[0]
        self._room = False
        self._talking = False

    @property
    def to_read(self) -> bool:
        """Return whether the panel shows text to scroll through: the log or the chat."""
        return self._pane != "details"

    def compose(self) -> ComposeResult:
        """Build the panes."""
        with VerticalScroll(id="details", can_focus=False):
            yield Static(self._say("card-none"), id="card", markup=False)
        yield SpotPage(id="log")
        yield SpotPage(id="chat")

    def on_mount(self) -> None:
        """Set the titles of the panes."""
        for name, title in {"#details": "pane-card", "#log": "pane-log", "#chat": "pane-talk"}.items():
            self.query_one(name).border_title = self._say(title)

    def begin(self, *, room: bool) -> None:
        """Show all panes if there is room, otherwise only the card details."""
        self._pane = _ALL if room else _PANES[0]
        self.make_room(room=room)

    def turn(self) -> None:
        """Show the next pane."""
        panes = (*_PANES, _ALL) if self._room else _PANES
        self._pane = panes[(panes.index(self._pane) + 1) % len(panes)]
        self.make_room(room=self._room)

    def make_room(self, *, room: bool) -> None:
        """Show all panes if there is room now, otherwise only one."""
        self._room = room
        if self._pane == _ALL and not room:
            self._pane = _PANES[0]
        for pane in _PANES:
            shown = self._pane == pane or (self._pane == _ALL and (pane != "chat" or self._talking))
            self.query_one(f"#{pane}").display = shown

    def show_card(self, words: RenderableType) -> None:
        """Show a card's details."""
        self.query_one("#card", Static).update(words)
        self.query_one("#details").scroll_home(animate=False)

    def show_log(self, known: KnownTable) -> None:
        """Show the log, scrolled to the end."""
        log = self.query_one("#log", SpotPage)
        log.show(lambda width: (Area("", body=log_text(known.log, width, self._say)),))
        log.scroll_end(animate=False)

    def show_chat(self, known: KnownTable) -> None:
        """Show the chat, scrolled to the end."""
        self._talking = bool(known.messages)
        self.make_room(room=self._room)
        chat = self.query_one("#chat", SpotPage)
        chat.show(lambda width: (Area("", body=chat_text(known.messages, width, self._say)),))
        chat.scroll_end(animate=False)

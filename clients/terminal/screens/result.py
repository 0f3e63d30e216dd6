"""The end: who won, points by source, and whether the chance was what it was said to be."""

import hashlib
from typing import ClassVar, Literal

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from clients.terminal.summary import score_table, winner_words
from clients.terminal.table_state import TableState
from galaxy.rules.v1 import game_pb2
from galaxy_client import ClientError, Lobby

Next = Literal["look", "rematch", "again", "leave"]


class ResultDialog(ModalScreen[Next]):
    """Shows the final scores."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,t", "go('look')", "Look at the table"),
        Binding("r", "go('rematch')", "Rematch"),
        Binding("n", "go('again')", "New table"),
        Binding("q", "go('leave')", "Leave"),
    ]

    def __init__(self, state: TableState, lobby: Lobby) -> None:
        super().__init__(classes="dialog")
        self._state = state
        self._lobby = lobby

    def compose(self) -> ComposeResult:
        """Build the page."""
        state = self._state
        with VerticalScroll(classes="box") as box:
            box.border_title = winner_words(state.scores, state.people, state.viewer)
            box.border_subtitle = "esc: look at the table   r: rematch   n: new table   q: leave"
            yield Static(Group(score_table(state.scores, state.people, state.viewer)), id="scores")
            yield Static(id="chance", markup=False)

    def on_mount(self) -> None:
        """Fetch the record, to look at the seed."""
        self.run_worker(self._check_chance())

    def action_go(self, where: Next) -> None:
        """Close with what comes next."""
        self.dismiss(where)

    async def _check_chance(self) -> None:
        try:
            record = await self._lobby.play.record(self._state.table.id)
        except ClientError as error:
            words = f"The record cannot be had now: {error}"
        else:
            words = chance_words(record, self._state.table.commitment)
        self.query_one("#chance", Static).update(Text(f"\n{words}"))


def chance_words(record: game_pb2.Record, promised: bytes) -> str:
    """Say whether the published seed is the one that was promised before the game; `promised` is its SHA-256."""
    if not record.seed:
        return "The seed of the game is not published yet."
    if hashlib.sha256(record.seed).digest() != (promised or record.commitment):
        return "Beware: the published seed is NOT the one that was promised before the game."
    return f"All chance came from the seed promised before the game: {record.seed.hex()[:16]}… matches."

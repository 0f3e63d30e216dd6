"""The dialog with the result of a game: the winner, points by source, and whether the seed matches its commitment."""

import hashlib
from typing import ClassVar, Literal

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import ClientError
from galaxytables_terminal.known_table import KnownTable
from galaxytables_terminal.past import rating_lines
from galaxytables_terminal.screens.dialogs import Dialog
from galaxytables_terminal.summary import score_table, winner_words
from galaxytables_terminal.visit import Visit
from galaxytables_terminal.wording import Wording

Next = Literal["look", "rematch", "open", "again", "leave", "turns"]


class ResultDialog(Dialog[Next]):
    """A dialog with the result of a game. It returns where the player wants to go next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,t", "go('look')"),
        Binding("r", "go('rematch')"),
        Binding("o", "go('open')"),
        Binding("n", "go('again')"),
        Binding("q", "go('leave')"),
        Binding("a", "go('turns')"),
    ]

    def __init__(self, known: KnownTable, visit: Visit) -> None:
        super().__init__()
        self._known = known
        self._visit = visit

    def compose(self) -> ComposeResult:
        """Build the page."""
        known = self._known
        with VerticalScroll(classes="box") as box:
            box.border_title = winner_words(known.scores, known.people, known.viewer)
            box.border_subtitle = known.say("result-keys")
            yield Static(Group(score_table(known.scores, known.people, known.viewer, known.vocabulary)), id="scores")
            yield Static(id="rated", markup=False)
            changes = Static(id="changes", markup=False)
            changes.display = False
            yield changes
            yield Static(id="chance", markup=False)

    def on_mount(self) -> None:
        """Begin to check the seed against the record, and to load how the players' ratings changed."""
        self._tell_rated(self._known.rating)
        self.run_worker(self._check_chance())
        if self._known.unrated == tables_pb2.UNRATED_REASON_UNSPECIFIED:
            self.run_worker(self._tell_ratings())

    def action_go(self, where: Next) -> None:
        """Close the dialog. `where` is where the player wants to go next."""
        self.dismiss(where)

    async def _tell_ratings(self) -> None:
        known = self._known
        try:
            game = await self._visit.lobby.archive.summary(known.table.id)
        except ClientError as error:
            words = self._visit.explain(error)
        else:
            words = rating_lines(game, self._known.people)
            self._tell_rated(known.vocabulary.end_rating(known.unrated, known.table.rating, game))
        for shown in self.query("#changes").results(Static):
            shown.update(Text(words))
            shown.display = bool(words)

    def _tell_rated(self, words: str) -> None:
        # The page may have been closed meanwhile.
        for shown in self.query("#rated").results(Static):
            shown.update(Text(f"\n{words}" if words else ""))

    async def _check_chance(self) -> None:
        try:
            record = await self._visit.lobby.play.record(self._known.table.id)
        except ClientError as error:
            words = self._known.say("result-record-away", why=self._visit.explain(error))
        else:
            words = chance_words(record, self._known.table.commitment, self._known.say)
        # The page may have been closed meanwhile.
        for shown in self.query("#chance").results(Static):
            shown.update(Text(f"\n{words}"))


def chance_words(record: game_pb2.Record, promised: bytes, say: Wording) -> str:
    """Return a text that says whether the seed in a record matches `promised`, the commitment (a SHA-256)."""
    if not record.seed:
        return say("result-seed-secret")
    if hashlib.sha256(record.seed).digest() != (promised or record.commitment):
        return say("result-seed-false")
    return say("result-seed-true", seed=record.seed.hex()[:16])

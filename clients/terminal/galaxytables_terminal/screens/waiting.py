"""The screen of a player who waits for others who would play the same game now."""

import time
from contextlib import aclosing, suppress
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Footer, Static

from galaxytables.lobby.v1 import pairing_pb2, tables_pb2
from galaxytables_client import ClientError, Lost, TableId
from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.settings import Settings
from galaxytables_terminal.tickets import BOTS_AFTER_SECONDS, NOW, progress_words, ticket_offer
from galaxytables_terminal.visit import Visit, bot_for

_COUNT_SECONDS = 10.0


class WaitingScreen(SpokenScreen):
    """Waits with a live ticket, and shows its progress. The table opens by itself."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "bots", "key-bots-now"),
        Binding("q,escape", "cancel", "key-cancel"),
    ]

    class Seated(Message):
        """Posted when the ticket has its table."""

        def __init__(self, table_id: TableId) -> None:
            self.table_id = table_id
            super().__init__()

    class Ended(Message):
        """Posted when the player stops waiting.

        `wishes` is set if they want a table with bots; `words` is a text to show.
        """

        def __init__(self, words: str = "", wishes: Settings | None = None) -> None:
            self.words = words
            self.wishes = wishes
            super().__init__()

    def __init__(self, visit: Visit, offer: tables_pb2.GameOffer, wishes: Settings) -> None:
        """Wait for a game by the settings in `wishes`. Raises `NothingToPlayError` if there is no such bot."""
        super().__init__(visit.say)
        self._visit = visit
        self._offer = offer
        self._wishes = wishes
        self._bot = bot_for(wishes.bot, offer) if offer.bots and wishes.bots != 0 else ""
        self._progress = pairing_pb2.TicketProgress()
        self._online = 0
        self._since = time.monotonic()

    def compose(self) -> ComposeResult:
        """Build the screen."""
        game = self._offer.description
        yield Static(self.say("waiting-title", game=game.title or game.game), id="title", markup=False)
        yield Static(id="steps", markup=False)
        yield Static(id="note", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Begin to wait."""
        self.run_worker(self._hold(), group="ticket")
        self.run_worker(self._count(), group="count", exclusive=True)
        self.set_interval(1, self._show)
        self.set_interval(_COUNT_SECONDS, lambda: self.run_worker(self._count(), group="count", exclusive=True))
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer bots only for a game that has some."""
        del parameters
        return bool(self._bot) if action == "bots" else True

    def action_cancel(self) -> None:
        """Stop waiting."""
        self.run_worker(self._leave(self.Ended()), group="leave", exclusive=True)

    def action_bots(self) -> None:
        """Play against bots at once."""
        self.run_worker(self._leave(self.Ended(wishes=self._wishes)), group="leave", exclusive=True)

    async def _hold(self) -> None:
        visit = self._visit
        terms = ticket_offer(self._offer, self._wishes, NOW)
        after = BOTS_AFTER_SECONDS if self._bot else 0.0

        def lost(loss: Lost) -> None:
            self._note(visit.explain(loss.error))

        try:
            async with aclosing(visit.lobby.pairing.hold(terms, bot=self._bot, bots_after=after, on_lost=lost)) as said:
                async for response in said:
                    self._note("")
                    if response.HasField("seat"):
                        self.post_message(self.Seated(TableId(response.seat.table_id)))
                        return
                    self._progress = response.progress
                    self._show()
        except ClientError as error:
            self.post_message(self.Ended(visit.explain(error)))

    async def _leave(self, ended: Ended) -> None:
        """Cancel the ticket and leave the screen. If it is too late to cancel, wait for the ticket's table instead."""
        ticket_id = self._progress.ticket_id
        try:
            cancelled = not ticket_id or await self._visit.lobby.pairing.cancel(ticket_id)
        except ClientError as error:
            self._note(self._visit.explain(error))
            return
        if cancelled:
            self.post_message(ended)

    async def _count(self) -> None:
        with suppress(ClientError):
            self._online = (await self._visit.lobby.pairing.waits(self._offer.description.game)).online
            self._show()

    def _show(self) -> None:
        after = BOTS_AFTER_SECONDS if self._bot else 0.0
        words = progress_words(self._progress, self._online, time.monotonic() - self._since, after, self.say)
        for steps in self.query("#steps").results(Static):
            steps.update(words)

    def _note(self, words: str) -> None:
        for note in self.query("#note").results(Static):
            note.update(words)

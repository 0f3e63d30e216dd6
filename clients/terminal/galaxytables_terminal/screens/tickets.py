"""The screen of tickets: what the player and others wait for, and the games that can be looked for over days."""

from collections.abc import Sequence

from galaxytables.lobby.v1 import pairing_pb2, tables_pb2
from galaxytables_terminal.lines import Line
from galaxytables_terminal.screens.acting import ActingScreen
from galaxytables_terminal.tickets import OVER_DAYS, Act, Answer, Cancel, Seek, lines, ticket_offer
from galaxytables_terminal.visit import Visit


class TicketsScreen(ActingScreen[Act]):
    """Lists tickets and offers. Enter on a ticket ends it. Enter on a game, or on another player's offer, makes one."""

    title_words = "tickets-title"

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self._offers: Sequence[tables_pb2.GameOffer] = ()
        self._seeks: Sequence[pairing_pb2.OpenSeek] = ()

    async def load(self) -> Sequence[Line[Act]]:
        """Return the lines of the tickets. Raises `ClientError`."""
        lobby = self.visit.lobby
        self._offers = (await lobby.tables.games()).games
        self._seeks = (await lobby.pairing.waits()).seeks
        return lines(await lobby.pairing.list(), self._seeks, self._offers, self.say)

    async def perform(self, act: Act) -> str:
        """Do an act. Returns a message for the player, or an empty text. Raises `ClientError`."""
        pairing = self.visit.lobby.pairing
        match act:
            case Cancel(ticket_id):
                if await self.sure("tickets-cancel-sure") and not await pairing.cancel(ticket_id):
                    return self.say("tickets-too-late")
            case Answer(number):
                await pairing.create(self._seeks[number].offer)
                return self.say("tickets-made")
            case Seek(game):
                [offer] = [each for each in self._offers if each.description.game == game]
                await pairing.create(ticket_offer(offer, self.visit.settings, OVER_DAYS))
                return self.say("tickets-made")
        return ""

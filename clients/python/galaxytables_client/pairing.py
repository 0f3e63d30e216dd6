"""The calls of `PairingService`: finding others who would play the same."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from secrets import token_hex
from typing import TYPE_CHECKING

from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import pairing_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.errors import ClientError
from galaxytables_client.resuming import OnLost
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import pairing_pb2_grpc


class Pairing(Uncopied):
    """Tickets of the player. Every call raises `ClientError`; `pairing.proto` lists the reasons."""

    def __init__(self, calls: Calls, stub: "pairing_pb2_grpc.PairingServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def find_table(
        self,
        *offers: pairing_pb2.TicketOffer,
        max_difference: float = 0.0,
        bot: str = "",
        bots_after: float = 0.0,
    ) -> str:
        """Wait for others who would play one of these offers. Returns the id of the table, whose game has started.

        If the caller stops waiting, the ticket is cancelled. The parameters are those of `hold`.
        """
        progress = self.hold(*offers, max_difference=max_difference, bot=bot, bots_after=bots_after)
        async with aclosing(progress) as responses:
            async for response in responses:
                if response.HasField("seat"):
                    return response.seat.table_id
        raise AssertionError("the generator ends with a seat")

    async def hold(
        self,
        *offers: pairing_pb2.TicketOffer,
        max_difference: float = 0.0,
        bot: str = "",
        bots_after: float = 0.0,
        on_lost: OnLost | None = None,
    ) -> AsyncGenerator[pairing_pb2.HoldTicketResponse, None]:
        """Hold a live ticket. Yields its progress whenever that changes, and finally the seat.

        `max_difference` is the largest difference of ratings that is accepted, 0 for any. `bot` fills the free seats
        after `bots_after` seconds.

        A broken stream is reopened and goes on with the ticket. If the generator is closed before the seat comes, the
        ticket is cancelled.
        """
        terms = _terms(offers, max_difference, bot, bots_after)
        request = pairing_pb2.HoldTicketRequest(terms=terms, request_id=token_hex(16))
        seated = False
        try:
            async with aclosing(self._calls.resumed(self.stub.HoldTicket, request, on_lost)) as responses:
                async for response in responses:
                    content = response.WhichOneof("content")
                    if content is None:
                        continue  # a heartbeat
                    seated = content == "seat"
                    if not seated:
                        request.ticket_id = response.progress.ticket_id
                    yield response
                    if seated:
                        return
        except ClientError:
            seated = True  # there is no ticket any more
            raise
        finally:
            if request.ticket_id and not seated:
                await self.cancel(request.ticket_id)

    async def create(
        self,
        *offers: pairing_pb2.TicketOffer,
        max_difference: float = 0.0,
        bot: str = "",
        bots_after: float = 0.0,
    ) -> pairing_pb2.Ticket:
        """Make and return a slow ticket. It waits for seven days and needs no connection.

        The parameters are those of `hold`.
        """
        terms = _terms(offers, max_difference, bot, bots_after)
        request = pairing_pb2.CreateTicketRequest(terms=terms)
        return (await self._calls.call(self.stub.CreateTicket, request)).ticket

    async def list(self) -> list[pairing_pb2.Ticket]:
        """Return the player's tickets that wait, the oldest first."""
        response = await self._calls.call(self.stub.ListTickets, pairing_pb2.ListTicketsRequest())
        return list(response.tickets)

    async def cancel(self, ticket_id: str) -> bool:
        """End a ticket. Returns False if it was not waiting: it may have got a table."""
        request = build(pairing_pb2.CancelTicketRequest, ticket_id=ticket_id)
        return (await self._calls.call(self.stub.CancelTicket, request)).cancelled

    async def waits(self, game: str = "") -> pairing_pb2.ListWaitsResponse:
        """Return how many others wait for a game, or for each game, and the offers that they wait with.

        The response also has tables with free seats, and how many players are online.
        """
        return await self._calls.call(self.stub.ListWaits, build(pairing_pb2.ListWaitsRequest, game=game))


def _terms(
    offers: tuple[pairing_pb2.TicketOffer, ...], max_difference: float, bot: str, bots_after: float
) -> pairing_pb2.TicketTerms:
    terms = build(pairing_pb2.TicketTerms, offers=offers, max_difference=max_difference, bot=bot)
    if bots_after:
        after = Duration()
        after.FromMilliseconds(round(bots_after * 1000))
        terms.bots_after.CopyFrom(after)
    return terms

"""`PlayerService`: guests and their tokens."""

from google.protobuf.timestamp_pb2 import Timestamp

from galaxy.lobby.v1 import players_pb2, players_pb2_grpc
from services.lobby.api.access import Access, Context
from services.lobby.api.wording import checked_player_name
from services.lobby.identity.person import Person
from services.lobby.identity.tokens import Tokens, new_player_id


class PlayerServicer(players_pb2_grpc.PlayerServiceServicer):
    """Answers for players."""

    def __init__(self, tokens: Tokens, access: Access) -> None:
        """Take what makes tokens and what reads them."""
        self._tokens = tokens
        self._access = access

    async def CreateGuest(  # named by the contract
        self, request: players_pb2.CreateGuestRequest, context: Context
    ) -> players_pb2.CreateGuestResponse:
        """Make a guest."""
        del context
        player = Person(new_player_id(), checked_player_name(request.name))
        token, expires = self._tokens.make(player)
        return players_pb2.CreateGuestResponse(player=_message(player), token=token, expires=Timestamp(seconds=expires))

    async def RenewToken(
        self, request: players_pb2.RenewTokenRequest, context: Context
    ) -> players_pb2.RenewTokenResponse:
        """Make a fresh token for the caller."""
        del request
        caller = self._access.caller(context)
        token, expires = self._tokens.make(caller.player, role=caller.role)
        return players_pb2.RenewTokenResponse(token=token, expires=Timestamp(seconds=expires))

    async def GetMe(self, request: players_pb2.GetMeRequest, context: Context) -> players_pb2.GetMeResponse:
        """Say who the caller is."""
        del request
        return players_pb2.GetMeResponse(player=_message(self._access.caller(context).player))


def _message(player: Person) -> players_pb2.Player:
    return players_pb2.Player(id=player.id, name=player.name)

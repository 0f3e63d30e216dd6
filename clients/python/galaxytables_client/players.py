"""The calls of `PlayerService`: players and their tokens."""

from collections.abc import Sequence
from dataclasses import replace
from secrets import token_hex
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import players_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.credentials import bearer
from galaxytables_client.identity import Token
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import players_pb2_grpc


class Players(Uncopied):
    """Calls about the player to whom the token belongs.

    Every call raises `ClientError`; `players.proto` lists the reasons.
    """

    def __init__(self, calls: Calls, stub: "players_pb2_grpc.PlayerServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def me(self) -> players_pb2.Player:
        """Return the player to whom the token belongs."""
        return (await self._calls.call(self.stub.GetMe, players_pb2.GetMeRequest())).player

    async def search(self, name: str, limit: int = 20) -> Sequence[players_pb2.Player]:
        """Return up to `limit` players whose names begin with `name`, ignoring case, sorted by name; 20 at most.

        Raises INVALID_NAME, RATE_LIMITED.
        """
        request = build(players_pb2.SearchPlayersRequest, name=name, page_size=limit)
        return (await self._calls.call(self.stub.SearchPlayers, request)).players


class FrontDoor:
    """The calls that a player can make without a token, such as creating a guest. Implements `identity.Door`."""

    def __init__(self, calls: Calls, stub: "players_pb2_grpc.PlayerServiceAsyncStub") -> None:
        """`calls` makes the calls, without credentials."""
        self._calls = calls
        self._stub = stub

    @property
    def address(self) -> str:
        """Return the server's address."""
        return self._calls.address

    async def create_guest(self, name: str) -> Token:
        """Create a guest. Raises INVALID_NAME."""
        request = players_pb2.CreateGuestRequest(name=name, refreshable=True)
        made = await self._calls.call(self._stub.CreateGuest, request)
        return _token(made, player=made.player.id)

    async def renew(self, token: str) -> Token:
        """Return a fresh token for the same player. Raises TOKEN_INVALID, TOKEN_EXPIRED."""
        request = players_pb2.RenewTokenRequest(refreshable=True)
        made = await self._calls.call(self._stub.RenewToken, request, metadata=bearer(token))
        return _token(made)

    async def refresh(self, refresh_token: str, request_id: str) -> Token:
        """Use a refresh token, and return the next token. Raises REFRESH_TOKEN_INVALID, REFRESH_TOKEN_SPENT."""
        request = players_pb2.RefreshRequest(refresh_token=refresh_token, request_id=request_id)
        made = await self._calls.call(self._stub.Refresh, request)
        return _token(made)


def _token(
    made: players_pb2.CreateGuestResponse | players_pb2.RenewTokenResponse | players_pb2.RefreshResponse,
    player: str = "",
) -> Token:
    """Return the token, with a request id for the use of its refresh token; older lobbies send no refresh token."""
    token = Token(made.token, made.expires.ToMilliseconds() / 1000)
    if not made.refresh_token:
        return token
    return replace(token, refresh=made.refresh_token, request=token_hex(16), player=player)

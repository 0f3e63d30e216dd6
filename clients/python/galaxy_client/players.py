"""`PlayerService`: who one is."""

from typing import TYPE_CHECKING

from galaxy.lobby.v1 import players_pb2
from galaxy_client.calls import Calls
from galaxy_client.credentials import bearer
from galaxy_client.identity import Token

if TYPE_CHECKING:
    from galaxy.lobby.v1 import players_pb2_grpc


class Players:
    """The player behind the token. Every call raises `ClientError`."""

    def __init__(self, calls: Calls, stub: "players_pb2_grpc.PlayerServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def me(self) -> players_pb2.Player:
        """Say who the token belongs to."""
        return (await self._calls.call(self.stub.GetMe, players_pb2.GetMeRequest())).player


class FrontDoor:
    """The calls that are made without being anybody yet: see `identity.Door`."""

    def __init__(self, calls: Calls, stub: "players_pb2_grpc.PlayerServiceAsyncStub") -> None:
        """Take calls without credentials."""
        self._calls = calls
        self._stub = stub

    @property
    def address(self) -> str:
        """Whose door it is."""
        return self._calls.address

    async def create_guest(self, name: str) -> Token:
        """Make a guest. Raises INVALID_NAME."""
        made = await self._calls.call(self._stub.CreateGuest, players_pb2.CreateGuestRequest(name=name))
        return Token(made.token, made.expires.ToMilliseconds() / 1000)

    async def renew(self, token: str) -> Token:
        """Have a fresh token made for the same player. Raises TOKEN_INVALID, TOKEN_EXPIRED."""
        request = players_pb2.RenewTokenRequest()
        made = await self._calls.call(self._stub.RenewToken, request, metadata=bearer(token))
        return Token(made.token, made.expires.ToMilliseconds() / 1000)

"""The calls of `PersonalTokenService`: tokens that a player makes for programs."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import personal_tokens_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import personal_tokens_pb2_grpc


class PersonalTokens(Uncopied):
    """The player's tokens for programs. Every call raises `ClientError`; `personal_tokens.proto` lists the reasons."""

    def __init__(self, calls: Calls, stub: "personal_tokens_pb2_grpc.PersonalTokenServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def create(
        self,
        name: str,
        scopes: Iterable["personal_tokens_pb2.TokenScope.ValueType | str"],
        expires: datetime,
    ) -> personal_tokens_pb2.CreatePersonalTokenResponse:
        """Make a token for a program. The response has the secret of the token, which is not shown again.

        `expires` is a time with a time zone. Scopes are values of `TokenScope`, or the words `read`, `play`,
        `host_tables` and `bots`. Raises INVALID_TOKEN_END, TOO_MANY_TOKENS; `ValueError` for a time without a zone or
        another word.
        """
        if expires.tzinfo is None:
            raise ValueError("A token's end needs a time zone.")
        given = [_scope(each) if isinstance(each, str) else each for each in scopes]
        request = build(personal_tokens_pb2.CreatePersonalTokenRequest, name=name, scopes=given)
        request.expires.FromDatetime(expires)
        return await self._calls.call(self.stub.CreatePersonalToken, request)

    async def list(self) -> Sequence[personal_tokens_pb2.PersonalToken]:
        """Return the player's valid tokens, newest first."""
        request = personal_tokens_pb2.ListPersonalTokensRequest()
        return (await self._calls.call(self.stub.ListPersonalTokens, request)).personal_tokens

    async def end(self, token_id: str) -> None:
        """Revoke the token with this id. Raises UNKNOWN_TOKEN."""
        request = build(personal_tokens_pb2.EndPersonalTokenRequest, token_id=token_id)
        await self._calls.call(self.stub.EndPersonalToken, request)


def _scope(word: str) -> personal_tokens_pb2.TokenScope.ValueType:
    return personal_tokens_pb2.TokenScope.Value(f"TOKEN_SCOPE_{word.upper()}")

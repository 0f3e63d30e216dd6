"""Continues a connection with the two tokens, access and refresh token, that a sign-in returns."""

from secrets import token_hex

from galaxytables.lobby.v1 import accounts_pb2, passkeys_pb2
from galaxytables_client.calls import Calls
from galaxytables_client.identity import Token


async def go_on_with(
    calls: Calls,
    made: accounts_pb2.CompleteSignInResponse
    | passkeys_pb2.CompletePasskeyRegistrationResponse
    | passkeys_pb2.CompletePasskeySignInResponse,
    player: str,
) -> Token:
    """Make later calls as the account to which these tokens belong, and let the identity store them.

    Returns the token.
    """
    token = Token(
        made.token,
        made.expires.ToMilliseconds() / 1000,
        refresh=made.refresh_token,
        request=token_hex(16),
        player=player,
    )
    if calls.credentials is not None:
        await calls.credentials.sign_in(token)
    return token

"""`PersonalTokenService`: tokens that players make for their programs."""

from collections.abc import Iterable

from galaxytables.lobby.v1 import personal_tokens_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.personal_tokens import PersonalToken
from galaxytables_lobby.domain.scopes import CallScope, TokenScope
from galaxytables_lobby.domain.wording import PLAYER_NAME, checked_name
from galaxytables_lobby.people.tokens import Asker


async def _create(
    lobby: Lobby, caller: Asker, request: personal_tokens_pb2.CreatePersonalTokenRequest
) -> personal_tokens_pb2.CreatePersonalTokenResponse:
    name, scopes = checked_name(request.name, PLAYER_NAME), _scopes(request.scopes)
    expires = request.expires.seconds * 1000 + request.expires.nanos // 1_000_000
    lobby.accounts.check_recent(caller)
    await lobby.quotas.personal_tokens.take(caller.source, caller.player.id)
    made, secret = await lobby.personal_tokens.make(caller.player, name, scopes, expires=expires)
    return personal_tokens_pb2.CreatePersonalTokenResponse(personal_token=_message(made), token=secret)


async def _list(
    lobby: Lobby, caller: Asker, _: personal_tokens_pb2.ListPersonalTokensRequest
) -> personal_tokens_pb2.ListPersonalTokensResponse:
    tokens = await lobby.personal_tokens.of(caller.player.id)
    return personal_tokens_pb2.ListPersonalTokensResponse(personal_tokens=map(_message, tokens))


async def _end(
    lobby: Lobby, caller: Asker, request: personal_tokens_pb2.EndPersonalTokenRequest
) -> personal_tokens_pb2.EndPersonalTokenResponse:
    await lobby.personal_tokens.end(caller.player.id, request.token_id)
    return personal_tokens_pb2.EndPersonalTokenResponse()


def _scopes(given: Iterable[int]) -> frozenset[TokenScope]:
    """Return the scopes of a request. Raises INVALID_REQUEST."""
    try:
        scopes = frozenset(map(TokenScope, given))
    except ValueError:
        raise errors.invalid_request("There is no such scope.") from None
    if not scopes:
        raise errors.invalid_request("A token needs a scope.")
    return scopes


def _message(token: PersonalToken) -> personal_tokens_pb2.PersonalToken:
    message = personal_tokens_pb2.PersonalToken(
        id=token.token_id,
        name=token.name,
        scopes=[personal_tokens_pb2.TokenScope.ValueType(scope) for scope in sorted(token.scopes)],
        created=timestamp(token.created),
        expires=timestamp(token.expires),
    )
    if token.used:
        message.last_used.CopyFrom(timestamp(token.used))
    return message


CALLS = (
    Call(personal_tokens_pb2.CreatePersonalTokenRequest, Access.caller, CallScope.SIGN_IN, _create),
    Call(personal_tokens_pb2.ListPersonalTokensRequest, Access.caller, CallScope.SIGN_IN, _list),
    Call(personal_tokens_pb2.EndPersonalTokenRequest, Access.caller, CallScope.SIGN_IN, _end),
)

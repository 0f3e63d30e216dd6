"""`PasskeyService`: registers passkeys, and signs players in with them."""

from functools import partial

from galaxytables.lobby.v1 import passkeys_pb2
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.accounts import signing_in, way_in_for
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.wording import PLAYER_NAME, checked_name
from galaxytables_lobby.people.tokens import Asker

_LABEL = (0, 60)


async def _begin_registration(
    lobby: Lobby, caller: Asker, _: passkeys_pb2.BeginPasskeyRegistrationRequest
) -> passkeys_pb2.BeginPasskeyRegistrationResponse:
    await lobby.quotas.sign_ins.take(caller.source, caller.player.id)
    return passkeys_pb2.BeginPasskeyRegistrationResponse(options=await lobby.passkeys.begin_registration(caller))


async def _complete_registration(
    lobby: Lobby, caller: Asker, request: passkeys_pb2.CompletePasskeyRegistrationRequest
) -> passkeys_pb2.CompletePasskeyRegistrationResponse:
    name, device = checked_name(request.name, PLAYER_NAME), checked_name(request.device_label, _LABEL)
    await lobby.quotas.sign_ins.take(caller.source, caller.player.id)
    registered = await lobby.passkeys.register(caller, request.credential, name=name, device=device)
    answer = passkeys_pb2.CompletePasskeyRegistrationResponse(way_in=way_in_for(registered.way_in))
    if registered.pair is not None:
        pair = registered.pair
        answer.token, answer.refresh_token = pair.token, pair.refresh_token
        answer.expires.seconds, answer.refresh_expires.seconds = pair.expires, pair.refresh_expires
    return answer


async def _begin_sign_in(
    lobby: Lobby, asker: Asker, _: passkeys_pb2.BeginPasskeySignInRequest
) -> passkeys_pb2.BeginPasskeySignInResponse:
    caller = signing_in(asker)
    await lobby.quotas.sign_ins.take(asker.source)
    return passkeys_pb2.BeginPasskeySignInResponse(options=await lobby.passkeys.begin_sign_in(caller))


async def _complete_sign_in(
    lobby: Lobby, asker: Asker, request: passkeys_pb2.CompletePasskeySignInRequest
) -> passkeys_pb2.CompletePasskeySignInResponse:
    caller, device = signing_in(asker), checked_name(request.device_label, _LABEL)
    await lobby.quotas.sign_ins.take(asker.source)
    let_in = partial(lobby.access.let_in, source=asker.source)
    player, pair = await lobby.passkeys.sign_in(caller, request.credential, device, let_in)
    answer = passkeys_pb2.CompletePasskeySignInResponse(
        player_id=player.id, name=player.name, token=pair.token, refresh_token=pair.refresh_token
    )
    answer.expires.seconds, answer.refresh_expires.seconds = pair.expires, pair.refresh_expires
    return answer


CALLS = (
    Call(passkeys_pb2.BeginPasskeyRegistrationRequest, Access.caller, CallScope.SIGN_IN, _begin_registration),
    Call(passkeys_pb2.CompletePasskeyRegistrationRequest, Access.caller, CallScope.SIGN_IN, _complete_registration),
    Call(passkeys_pb2.BeginPasskeySignInRequest, Access.anybody, CallScope.SIGN_IN, _begin_sign_in),
    Call(passkeys_pb2.CompletePasskeySignInRequest, Access.anybody, CallScope.SIGN_IN, _complete_sign_in),
)

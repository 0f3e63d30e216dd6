"""`AccountService`: the calls about accounts, their sign-in methods, and the devices where players are signed in."""

import secrets
from functools import partial

from galaxytables.lobby.v1 import accounts_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.api.players import own_name
from galaxytables_lobby.domain.accounts import WayIn, WayInKind
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.wording import checked_name
from galaxytables_lobby.metrics import SIGN_INS
from galaxytables_lobby.people.accounts import OwnAccount, last_used
from galaxytables_lobby.people.passkey_key import key_of
from galaxytables_lobby.people.sessions import Session
from galaxytables_lobby.people.sign_in import Intent
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.people.word_filters import TextKind
from galaxytables_lobby.play.entering import count_refusals
from galaxytables_serving.sources import Source

_DIGITS = 18
_LABEL = (0, 60)


async def _list_providers(
    lobby: Lobby, _: Source, __: accounts_pb2.ListProvidersRequest
) -> accounts_pb2.ListProvidersResponse:
    labels = lobby.sign_ins.providers.labels
    return accounts_pb2.ListProvidersResponse(
        providers=[accounts_pb2.Provider(id=name, label=label) for name, label in labels.items()],
        page_address=lobby.page_address,
    )


async def _begin_sign_in(
    lobby: Lobby, asker: Asker, request: accounts_pb2.BeginSignInRequest
) -> accounts_pb2.BeginSignInResponse:
    caller = signing_in(asker)
    intent = _intent(request.intent)
    await lobby.quotas.sign_ins.take(asker.source)
    if caller is not None and intent is Intent.LINK:
        lobby.accounts.check_recent(caller)
    name = caller.player.name if caller is not None else f"Player {secrets.randbelow(9_000) + 1_000}"
    if request.name:
        name = lobby.word_filters.check(own_name(request.name), TextKind.PLAYER_NAME)
        await lobby.accounts.check_name(name, caller)
    with count_refusals():
        started = await lobby.sign_ins.begin(
            caller, request.provider_id, request.redirect_address, intent=intent, name=name
        )
        SIGN_INS.labels("begun").inc()
    return accounts_pb2.BeginSignInResponse(authorization_address=started.address, sign_in_secret=started.secret)


async def _complete_sign_in(
    lobby: Lobby, asker: Asker, request: accounts_pb2.CompleteSignInRequest
) -> accounts_pb2.CompleteSignInResponse:
    caller = signing_in(asker)
    label = checked_name(request.device_label, _LABEL)
    await lobby.quotas.sign_ins.take(asker.source)
    with count_refusals():
        shown = await lobby.sign_ins.complete(
            caller, state=request.state, secret=request.sign_in_secret, code=request.code, issuer=request.issuer
        )
        if shown.begun.intent is Intent.LINK:
            way_in = await lobby.entering.link(caller, shown)
            return accounts_pb2.CompleteSignInResponse(
                player_id=asker.player.id, name=asker.player.name, way_in=way_in_for(way_in)
            )
        let_in = partial(lobby.access.let_in, source=asker.source)
        entered, pair = await lobby.entering.enter(caller, shown, label, let_in)
    answer = accounts_pb2.CompleteSignInResponse(
        player_id=entered.player_id,
        name=entered.name,
        token=pair.token,
        refresh_token=pair.refresh_token,
        is_new=entered.is_new,
    )
    answer.expires.seconds, answer.refresh_expires.seconds = pair.expires, pair.refresh_expires
    return answer


async def _get_account(
    lobby: Lobby, caller: Asker, _: accounts_pb2.GetAccountRequest
) -> accounts_pb2.GetAccountResponse:
    own = await lobby.accounts.own(caller)
    answer = accounts_pb2.GetAccountResponse(
        player_id=caller.player.id,
        name=caller.player.name if own.account is None else own.account.name,
        sessions=[_session(session, each, caller) for session, each in own.sessions.items()],
    )
    if own.account is not None:
        answer.ways_in.extend(map(way_in_for, own.account.ways_in))
        answer.created.CopyFrom(timestamp(own.account.created))
        _note_rename(answer, own, lobby.accounts.now())
    return answer


def _note_rename(answer: accounts_pb2.GetAccountResponse, own: OwnAccount, now: int) -> None:
    if own.rename_from > now:
        answer.rename_from.CopyFrom(timestamp(own.rename_from))


async def _unlink_way_in(
    lobby: Lobby, caller: Asker, request: accounts_pb2.UnlinkWayInRequest
) -> accounts_pb2.UnlinkWayInResponse:
    await lobby.accounts.unlink(caller, _way_in_number(request.way_in_id))
    return accounts_pb2.UnlinkWayInResponse()


async def _end_session(
    lobby: Lobby, caller: Asker, request: accounts_pb2.EndSessionRequest
) -> accounts_pb2.EndSessionResponse:
    await lobby.accounts.end_session(caller, request.session_id)
    return accounts_pb2.EndSessionResponse()


async def _end_other_sessions(
    lobby: Lobby, caller: Asker, _: accounts_pb2.EndOtherSessionsRequest
) -> accounts_pb2.EndOtherSessionsResponse:
    await lobby.accounts.end_other_sessions(caller)
    return accounts_pb2.EndOtherSessionsResponse()


async def _export_my_data(
    lobby: Lobby, caller: Asker, _: accounts_pb2.ExportMyDataRequest
) -> accounts_pb2.ExportMyDataResponse:
    lobby.accounts.check_recent(caller)
    return accounts_pb2.ExportMyDataResponse(json=await lobby.people.export(caller.player.id))


async def _erase_me(lobby: Lobby, caller: Asker, _: accounts_pb2.EraseMeRequest) -> accounts_pb2.EraseMeResponse:
    lobby.accounts.check_recent(caller)
    await lobby.people.erase(caller.player.id, operator="", reason="at the player's own request")
    return accounts_pb2.EraseMeResponse()


def _session(session: str, known: Session, caller: Asker) -> accounts_pb2.Session:
    return accounts_pb2.Session(
        id=session,
        label=known.label,
        begun=timestamp(known.begun),
        used=timestamp(last_used(known)),
        current=session == caller.session,
    )


def way_in_for(way_in: WayIn) -> accounts_pb2.WayIn:
    """Return a sign-in method as the protobuf message that its player gets."""
    shown = accounts_pb2.WayIn(
        id=str(way_in.number), label=way_in.label, added=timestamp(way_in.added), used=timestamp(way_in.used)
    )
    if way_in.kind is WayInKind.OIDC:
        shown.provider.issuer = way_in.issuer
    elif way_in.kind is WayInKind.PASSKEY:
        shown.passkey.synced = key_of(way_in).synced
    return shown


def _way_in_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise errors.way_in_not_found()
    return int(text)


def signing_in(asker: Asker) -> Asker | None:
    """Return the caller who signs in, or None if the call came without a token."""
    if asker.hosts_bots:
        raise errors.invalid_request("Hosts of bots do not sign in.")
    return None if asker.visits else asker


def _intent(number: int) -> Intent:
    try:
        return Intent(number or Intent.SIGN_IN)
    except ValueError:
        raise errors.unknown_value("intent", number) from None


CALLS = (
    Call(accounts_pb2.ListProvidersRequest, Access.source, CallScope.NONE, _list_providers),
    Call(accounts_pb2.BeginSignInRequest, Access.anybody, CallScope.SIGN_IN, _begin_sign_in),
    Call(accounts_pb2.CompleteSignInRequest, Access.anybody, CallScope.SIGN_IN, _complete_sign_in),
    Call(accounts_pb2.GetAccountRequest, Access.caller, CallScope.SIGN_IN, _get_account),
    Call(accounts_pb2.UnlinkWayInRequest, Access.caller, CallScope.SIGN_IN, _unlink_way_in),
    Call(accounts_pb2.EndSessionRequest, Access.caller, CallScope.SIGN_IN, _end_session),
    Call(accounts_pb2.EndOtherSessionsRequest, Access.caller, CallScope.SIGN_IN, _end_other_sessions),
    Call(accounts_pb2.ExportMyDataRequest, Access.caller, CallScope.SIGN_IN, _export_my_data),
    Call(accounts_pb2.EraseMeRequest, Access.caller, CallScope.SIGN_IN, _erase_me),
)

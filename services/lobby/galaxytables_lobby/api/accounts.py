"""`AccountService`: accounts, their ways in, and the devices where players are signed in."""

from galaxytables.lobby.v1 import accounts_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.domain.accounts import WayIn, WayInKind
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.people.accounts import OwnAccount, last_used
from galaxytables_lobby.people.sessions import Session
from galaxytables_lobby.people.tokens import Asker

_DIGITS = 18


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
        answer.ways_in.extend(map(_way_in, own.account.ways_in))
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


def _session(session: str, known: Session, caller: Asker) -> accounts_pb2.Session:
    return accounts_pb2.Session(
        id=session,
        label=known.label,
        begun=timestamp(known.begun),
        used=timestamp(last_used(known)),
        current=session == caller.session,
    )


def _way_in(way_in: WayIn) -> accounts_pb2.WayIn:
    shown = accounts_pb2.WayIn(
        id=str(way_in.number), label=way_in.label, added=timestamp(way_in.added), used=timestamp(way_in.used)
    )
    if way_in.kind is WayInKind.OIDC:
        shown.provider.issuer = way_in.issuer
    return shown


def _way_in_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise errors.way_in_not_found()
    return int(text)


CALLS = (
    Call(accounts_pb2.GetAccountRequest, Access.caller, CallScope.SIGN_IN, _get_account),
    Call(accounts_pb2.UnlinkWayInRequest, Access.caller, CallScope.SIGN_IN, _unlink_way_in),
    Call(accounts_pb2.EndSessionRequest, Access.caller, CallScope.SIGN_IN, _end_session),
    Call(accounts_pb2.EndOtherSessionsRequest, Access.caller, CallScope.SIGN_IN, _end_other_sessions),
    Call(accounts_pb2.ExportMyDataRequest, Access.caller, CallScope.SIGN_IN, _export_my_data),
)

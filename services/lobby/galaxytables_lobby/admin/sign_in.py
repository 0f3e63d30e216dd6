"""The calls of `AdminService` by which operators come in to the console, and leave it."""

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby.admin.acts import Desk
from galaxytables_lobby.admin.roles import Operator
from galaxytables_lobby.admin.sessions import Session
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.calls import Call
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.scopes import CallScope


async def _get_sign_in(desk: Desk, _: None, __: admin_pb2.GetSignInRequest) -> admin_pb2.GetSignInResponse:
    return admin_pb2.GetSignInResponse(provider=desk.sessions.provider)


async def _begin(desk: Desk, _: None, request: admin_pb2.BeginSignInRequest) -> admin_pb2.BeginSignInResponse:
    started = await desk.sessions.begin(request.redirect_address)
    return admin_pb2.BeginSignInResponse(authorization_address=started.address, sign_in_secret=started.secret)


async def _complete(desk: Desk, _: None, request: admin_pb2.CompleteSignInRequest) -> admin_pb2.CompleteSignInResponse:
    session = await desk.sessions.confirm(
        state=request.state, secret=request.sign_in_secret, code=request.code, issuer=request.issuer
    )
    return admin_pb2.CompleteSignInResponse(
        session_token=await _entered(desk, session, f"at {desk.sessions.provider}"), expires=timestamp(session.expires)
    )


async def _create_session(
    desk: Desk, operator: Operator, _: admin_pb2.CreateSessionRequest
) -> admin_pb2.CreateSessionResponse:
    session = desk.sessions.by_secret(operator)
    return admin_pb2.CreateSessionResponse(
        session_token=await _entered(desk, session, "by secret"), expires=timestamp(session.expires)
    )


async def _entered(desk: Desk, session: Session, how: str) -> str:
    """Begin a session, log that, and return its token. Raises OPERATOR_UNKNOWN, ARCHIVE_UNAVAILABLE."""
    operator = desk.sessions.operator_of(session)
    async with desk.log.act(operator.name, "sign_in", f"operator:{operator.name}", f"signed in {how}"):
        return await desk.sessions.keep(session)


async def _end_session(desk: Desk, caller: Operator, _: admin_pb2.EndSessionRequest) -> admin_pb2.EndSessionResponse:
    if caller.token:
        await desk.sessions.end(caller.token)
    return admin_pb2.EndSessionResponse()


async def _get_operator(desk: Desk, caller: Operator, _: admin_pb2.GetOperatorRequest) -> admin_pb2.GetOperatorResponse:
    answer = admin_pb2.GetOperatorResponse(
        name=caller.name, role=admin_pb2.OperatorRole.ValueType(caller.role), games=desk.games.names
    )
    if caller.expires:
        answer.expires.CopyFrom(timestamp(caller.expires))
    return answer


SIGN_IN_CALLS = (
    Call(admin_pb2.GetSignInRequest, Operators.anybody, CallScope.NONE, _get_sign_in),
    Call(admin_pb2.BeginSignInRequest, Operators.anybody, CallScope.NONE, _begin),
    Call(admin_pb2.CompleteSignInRequest, Operators.anybody, CallScope.NONE, _complete),
    Call(admin_pb2.CreateSessionRequest, Operators.by_secret, CallScope.NONE, _create_session),
    Call(admin_pb2.EndSessionRequest, Operators.caller, CallScope.NONE, _end_session),
    Call(admin_pb2.GetOperatorRequest, Operators.caller, CallScope.NONE, _get_operator),
)

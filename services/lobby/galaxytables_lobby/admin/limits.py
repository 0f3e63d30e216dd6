"""The calls of `AdminService` about limits that operators change while the platform runs."""

from collections.abc import Mapping

from google.protobuf.duration_pb2 import Duration

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.admin.acts import Desk, Details, OperatorRequest, OtherAct
from galaxytables_lobby.admin.roles import Operator
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.calls import Call
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.limits import MAX_COUNT, MAX_RATE, MAX_SECONDS, ChangedLimit, Limit, Rate, Scope
from galaxytables_lobby.domain.scopes import CallScope

_SCOPES = {Scope.PLAYER: 1, Scope.ADDRESS: 2, Scope.ALL: 3}


async def _set(desk: Desk, call: OperatorRequest[admin_pb2.SetLimitRequest]) -> admin_pb2.SetLimitResponse:
    limit, changed = _read(call)
    await desk.directives.set_limit(limit, changed)
    return admin_pb2.SetLimitResponse(limit=_entry(limit, changed))


def _read(call: OperatorRequest[admin_pb2.SetLimitRequest]) -> tuple[Limit, ChangedLimit | None]:
    """Return the limit that a request names, and its new values; None for the values of the settings.

    Raises UNKNOWN_VALUE, INVALID_REQUEST.
    """
    request = call.request
    if request.limit not in {each.value for each in Limit}:
        raise errors.unknown_value("limit", request.limit)
    limit, values = Limit(request.limit), dict[Scope, Rate]()
    for each in request.values:
        scope = next((scope for scope, number in _SCOPES.items() if number == each.scope), None)
        if scope is None or scope in values:
            raise errors.unknown_value("scope", each.scope)
        seconds = each.per.seconds if each.HasField("per") else 0
        counts = limit is Limit.OPEN_TABLES
        if not 1 <= each.most <= (MAX_COUNT if counts else MAX_RATE):
            raise errors.invalid_request(f"A limit is 1 to {MAX_COUNT if counts else MAX_RATE}.")
        if counts != (seconds == 0) or not 0 <= seconds <= MAX_SECONDS or each.per.nanos:
            raise errors.invalid_request(f"Say in how many seconds, 1 to {MAX_SECONDS}; for open tables, say none.")
        values[scope] = Rate(each.most, seconds)
    return limit, ChangedLimit(values=values, operator=call.operator, since=call.now) if values else None


async def _list(desk: Desk, _: Operator, __: admin_pb2.ListLimitsRequest) -> admin_pb2.ListLimitsResponse:
    changed: Mapping[Limit, ChangedLimit] = await desk.directives.all_limits()
    return admin_pb2.ListLimitsResponse(limits=[_entry(limit, changed.get(limit)) for limit in Limit])


def _entry(limit: Limit, changed: ChangedLimit | None) -> admin_pb2.LimitEntry:
    entry = admin_pb2.LimitEntry(limit=admin_pb2.Limit.ValueType(limit))
    if changed is not None:
        entry.operator = changed.operator
        entry.since.CopyFrom(timestamp(changed.since))
        for scope, rate in changed.values.items():
            value = entry.values.add(scope=admin_pb2.LimitScope.ValueType(_SCOPES[scope]), most=rate.capacity)
            if rate.seconds:
                value.per.CopyFrom(Duration(seconds=rate.seconds))
    return entry


def _which(_: Desk, call: OperatorRequest[admin_pb2.SetLimitRequest]) -> str:
    return f"limit:{_read(call)[0].name.lower()}"


def _how(_: Desk, call: OperatorRequest[admin_pb2.SetLimitRequest]) -> Details:
    changed = _read(call)[1]
    return {} if changed is None else {scope.value: list(rate) for scope, rate in changed.values.items()}


LIMIT_CALLS = (
    OtherAct(admin_pb2.SetLimitRequest, _which, _set, _how),
    Call(admin_pb2.ListLimitsRequest, Operators.caller, CallScope.NONE, _list),
)

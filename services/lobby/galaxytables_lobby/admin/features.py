"""The calls of `AdminService` by which operators switch features off and on."""

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import platform_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.admin.acts import Desk, Details, OperatorRequest, OtherAct
from galaxytables_lobby.admin.roles import Operator
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.calls import Call
from galaxytables_lobby.domain.features import Feature, SwitchedOff
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.scopes import CallScope


async def _switch(desk: Desk, call: OperatorRequest[admin_pb2.SwitchFeatureRequest]) -> admin_pb2.SwitchFeatureResponse:
    feature = _feature(call.request.feature)
    switch = SwitchedOff(operator=call.operator, since=call.now) if call.request.off else None
    await desk.directives.switch(feature, switch)
    return admin_pb2.SwitchFeatureResponse(feature=_entry(feature, switch))


async def _list(desk: Desk, _: Operator, __: admin_pb2.ListFeaturesRequest) -> admin_pb2.ListFeaturesResponse:
    off = await desk.directives.switches()
    return admin_pb2.ListFeaturesResponse(features=[_entry(feature, off.get(feature)) for feature in Feature])


def _entry(feature: Feature, switch: SwitchedOff | None) -> admin_pb2.FeatureEntry:
    entry = admin_pb2.FeatureEntry(feature=platform_pb2.Feature.ValueType(feature))
    if switch is not None:
        entry.off, entry.operator = True, switch.operator
        entry.since.CopyFrom(timestamp(switch.since))
    return entry


def _feature(given: int) -> Feature:
    if given not in {each.value for each in Feature}:
        raise errors.unknown_value("feature", given)
    return Feature(given)


def _switched(_: Desk, call: OperatorRequest[admin_pb2.SwitchFeatureRequest]) -> str:
    return f"feature:{_feature(call.request.feature).name.lower()}"


def _how(_: Desk, call: OperatorRequest[admin_pb2.SwitchFeatureRequest]) -> Details:
    return {"off": call.request.off}


FEATURE_CALLS = (
    OtherAct(admin_pb2.SwitchFeatureRequest, _switched, _switch, _how),
    Call(admin_pb2.ListFeaturesRequest, Operators.caller, CallScope.NONE, _list),
)

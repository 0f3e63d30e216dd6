"""Roles of operators: what each call needs is declared in `admin.proto`, and holds in the service itself."""

from contextlib import AsyncExitStack

import grpc.aio
import pytest

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import platform_pb2
from galaxytables_lobby.admin.app import open_admin
from galaxytables_lobby.admin.roles import Role
from galaxytables_lobby.admin.settings import AdminSettings, Operators
from galaxytables_lobby.errors import DOMAIN
from galaxytables_serving import Limits, Server, SettingError
from galaxytables_serving.settings import Address, read_settings
from tests.lobby.admin.test_admin import Operator
from tests.lobby.counting import NAME
from tests.lobby.house import refused

SECRETS = {name: f"a secret that is {name}'s and nobody else's" for name in ("olga", "mo", "rita")}
ROLES = {"mo": Role.MODERATOR, "rita": Role.READER}
METHODS = {method.name: method for method in admin_pb2.DESCRIPTOR.services_by_name["AdminService"].methods}
OPEN = {"GetSignIn", "BeginSignIn", "CompleteSignIn"}
OF_OPERATORS = {
    *("UnstickTable", "RevokeTokens", "DrainGame", "SwitchFeature", "SetLimit", "ExportPlayer", "ErasePlayer"),
}
OF_READERS = {
    *("ListTables", "InspectTable", "ListPlayers", "ListSanctions", "ListReports", "GetReport", "ListDeadLetters"),
    *("ListActs", "GetOverview", "GetOperator", "CreateSession", "EndSession", "ListAnnouncements"),
    *("ListFeatures", "ListLimits"),
}


@pytest.fixture
async def operators(house):
    async with AsyncExitStack() as stack:
        known = Operators({name: secret.encode() for name, secret in SECRETS.items()}, ROLES)
        admin = await stack.enter_async_context(open_admin(house.settings, known, clock=house.clock))
        server = Server(admin.services, domain=DOMAIN, limits=Limits(drain=0.5, stream_linger=0.1))
        port = await server.start(Address("127.0.0.1", 0))
        stack.push_async_callback(server.stop)
        channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}")
        stack.push_async_callback(channel.close)
        yield {name: Operator(f"127.0.0.1:{port}", channel, secret) for name, secret in SECRETS.items()}


def role_of(name: str) -> int:
    return METHODS[name].GetOptions().Extensions[admin_pb2.role]


def test_each_call_declares_its_role():
    assert {name for name in METHODS if not role_of(name)} == OPEN
    assert {name for name in METHODS if role_of(name) == admin_pb2.OPERATOR_ROLE_READER} == OF_READERS
    assert {name for name in METHODS if role_of(name) == admin_pb2.OPERATOR_ROLE_OPERATOR} >= OF_OPERATORS
    changing = {name for name, method in METHODS.items() if "request_id" in method.input_type.fields_by_name}
    assert not changing & OF_READERS


@pytest.mark.parametrize("given", ["otto:moderator", "olga:king", "olga:MODERATOR"])
def test_a_role_is_one_that_there_is_for_somebody_who_is_there(given):
    variables = {"GALAXYTABLES_ADMIN_KEYS": f"olga:{SECRETS['olga']}", "GALAXYTABLES_ADMIN_ROLES": given}

    def read() -> Operators:
        settings = read_settings(AdminSettings, variables)
        return Operators(settings.keys, settings.roles)

    with pytest.raises(SettingError) as caught:
        read()
    assert SECRETS["olga"] not in str(caught.value)


async def test_a_reader_looks_and_does_nothing(house, operators):
    ada, rita = await house.guest(), operators["rita"]
    table = await ada.create()
    assert await rita.tables() == [table.id]
    close = admin_pb2.CloseTableRequest(table_id=table.id, reason="only to try")
    error = await refused(rita.does("CloseTable", close))
    assert (error.reason, error.code) == ("ROLE_NEEDED", grpc.StatusCode.PERMISSION_DENIED)
    assert dict(error.metadata) == {"needed": "moderator", "has": "reader"}
    hidden = admin_pb2.InspectTableRequest(table_id=table.id, hidden=True, reason="only to try")
    assert (await refused(rita.does("InspectTable", hidden))).reason == "ROLE_NEEDED"
    assert await rita.acts() == []
    assert await rita.tables() == [table.id]


async def test_a_moderator_keeps_the_peace_and_runs_nothing(house, operators):
    ada, mo, olga = await house.guest(), operators["mo"], operators["olga"]
    table = await ada.create()
    await mo.does("CloseTable", admin_pb2.CloseTableRequest(table_id=table.id, reason="its name insults"))
    drain = admin_pb2.DrainGameRequest(game=NAME, reason="only to try")
    assert (await refused(mo.does("DrainGame", drain))).reason == "ROLE_NEEDED"
    await olga.does("DrainGame", drain)
    chat, messages = platform_pb2.FEATURE_CHAT, admin_pb2.LIMIT_MESSAGES
    switch = admin_pb2.SwitchFeatureRequest(feature=chat, off=True, reason="only to try")
    assert (await refused(mo.does("SwitchFeature", switch))).reason == "ROLE_NEEDED"
    limit = admin_pb2.SetLimitRequest(limit=messages, reason="only to try")
    assert (await refused(mo.does("SetLimit", limit))).reason == "ROLE_NEEDED"
    lift = admin_pb2.LiftSanctionRequest(kind=admin_pb2.SANCTION_KIND_DRAIN, subject=f"game:{NAME}", reason="again")
    assert (await refused(mo.does("LiftSanction", lift))).reason == "ROLE_NEEDED"
    await olga.does("LiftSanction", lift)
    about = f"player:{ada.id}"
    mute = admin_pb2.SanctionRequest(kind=admin_pb2.SANCTION_KIND_MUTE, subject=about, reason="insults")
    await mo.does("Sanction", mute)
    unmute = admin_pb2.LiftSanctionRequest(kind=admin_pb2.SANCTION_KIND_MUTE, subject=about, reason="said sorry")
    await mo.does("LiftSanction", unmute)
    assert [(who, act) for who, act, _, _ in await olga.acts()] == [
        ("mo", "lift_sanction"),
        ("mo", "mute"),
        ("olga", "lift_sanction"),
        ("olga", "drain_game"),
        ("mo", "close_table"),
    ]


async def test_a_moderator_bans_no_more_than_the_network_of_a_provider(operators):
    ban, mo, olga = admin_pb2.SANCTION_KIND_BAN, operators["mo"], operators["olga"]
    for network, wide in (("10.7.0.0/16", False), ("10.0.0.0/15", True), ("2001:db8::/48", False), ("::/0", True)):
        imposed = admin_pb2.SanctionRequest(kind=ban, subject=f"address:{network}", reason="a flood")
        lifted = admin_pb2.LiftSanctionRequest(kind=ban, subject=f"address:{network}", reason="it is over")
        if wide:
            assert (await refused(mo.does("Sanction", imposed))).reason == "ROLE_NEEDED"
            await olga.does("Sanction", imposed)
            assert (await refused(mo.does("LiftSanction", lifted))).reason == "ROLE_NEEDED"
            await olga.does("LiftSanction", lifted)
        else:
            await mo.does("Sanction", imposed)
            await mo.does("LiftSanction", lifted)

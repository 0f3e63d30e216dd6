"""Operators sign in to the console at a real OpenID provider, or by their secrets; and what is no sign-in."""

from collections.abc import Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import grpc.aio
import pytest

from galaxytables.admin.v1 import admin_pb2, admin_pb2_grpc
from galaxytables_lobby.admin.app import open_admin
from galaxytables_lobby.admin.console_settings import ConsoleProvider, ConsoleSettings, OperatorEntry
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.errors import DOMAIN
from galaxytables_serving import Limits, Server, SettingError
from galaxytables_serving.settings import Address, read_settings
from tests.lobby.house import refused
from tests.provider.running import CLIENT_ID, CLIENT_SECRET, running_provider, sign_in_at

SECRET = "a secret that is Olga's and nobody else's"  # noqa: S105  # nobody's
CONSOLE = "https://console.example"
REDIRECT = f"{CONSOLE}/sign-in"
HOUR = 3600


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    with running_provider(redirect_uris=[REDIRECT]) as issuer:
        yield issuer


def settings_for(issuer: str, *operators: OperatorEntry, **changes: str) -> ConsoleSettings:
    given = {"name": "staff", "label": "Staff", "client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, **changes}
    listed = operators or (OperatorEntry(role="moderator", name="mo", subject="mo-at-the-provider"),)
    return ConsoleSettings(ConsoleProvider(issuer=issuer, **given), listed, CONSOLE, 8.0 * HOUR)


class Door:
    """`AdminService` as the console calls it."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.stub = admin_pb2_grpc.AdminServiceStub(channel)

    async def asks(self, call: str, request, token: str = ""):
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        return await getattr(self.stub, call)(request, metadata=metadata)

    async def begins(self, redirect: str = REDIRECT):
        return await self.asks("BeginSignIn", admin_pb2.BeginSignInRequest(redirect_address=redirect))

    async def completes(self, back: dict[str, str], secret: str) -> str:
        request = admin_pb2.CompleteSignInRequest(
            state=back["state"], code=back["code"], issuer=back.get("iss", ""), sign_in_secret=secret
        )
        made: admin_pb2.CompleteSignInResponse = await self.asks("CompleteSignIn", request)
        return made.session_token

    async def signs_in(self, who: str) -> str:
        begun = await self.begins()
        return await self.completes(await sign_in_at(begun.authorization_address, who), begun.sign_in_secret)

    async def who(self, token: str) -> tuple[str, int]:
        found = await self.asks("GetOperator", admin_pb2.GetOperatorRequest(), token)
        return found.name, found.role


@asynccontextmanager
async def open_door(house, console: ConsoleSettings):
    async with AsyncExitStack() as stack:
        operators = Operators({"olga": SECRET.encode()})
        admin = await stack.enter_async_context(
            open_admin(house.settings, operators, console=console, clock=house.clock)
        )
        server = Server(admin.services, domain=DOMAIN, limits=Limits(drain=0.5, stream_linger=0.1))
        port = await server.start(Address("127.0.0.1", 0))
        stack.push_async_callback(server.stop)
        channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}")
        stack.push_async_callback(channel.close)
        yield Door(channel)


@pytest.fixture
async def door(house, issuer):
    async with open_door(house, settings_for(issuer)) as opened:
        yield opened


async def test_an_operator_signs_in_acts_under_their_name_and_leaves(house, door):
    assert (await door.asks("GetSignIn", admin_pb2.GetSignInRequest())).provider == "Staff"
    token = await door.signs_in("mo-at-the-provider")
    assert await door.who(token) == ("mo", admin_pb2.OPERATOR_ROLE_MODERATOR)
    table = await (await house.guest()).create()
    close = admin_pb2.CloseTableRequest(table_id=table.id, reason="its name insults")
    await door.asks("CloseTable", close, token)
    drain = admin_pb2.DrainGameRequest(game="counting", reason="only to try")
    assert (await refused(door.asks("DrainGame", drain, token))).reason == "ROLE_NEEDED"
    acts = (await door.asks("ListActs", admin_pb2.ListActsRequest(), token)).acts
    assert [(act.operator, act.act, act.subject) for act in acts] == [
        ("mo", "close_table", f"table:{table.id}"),
        ("mo", "sign_in", "operator:mo"),
    ]
    await door.asks("EndSession", admin_pb2.EndSessionRequest(), token)
    assert (await refused(door.who(token))).reason == "OPERATOR_UNKNOWN"


async def test_who_is_no_operator_does_not_come_in_and_nothing_is_logged(door):
    assert (await refused(door.signs_in("somebody"))).reason == "OPERATOR_UNKNOWN"
    acts = await door.asks("ListActs", admin_pb2.ListActsRequest(), SECRET)
    assert list(acts.acts) == []


async def test_a_sign_in_is_completed_once_by_who_began_it(door):
    begun, other = await door.begins(), await door.begins()
    back = await sign_in_at(begun.authorization_address, "mo-at-the-provider")
    assert (await refused(door.completes(back, other.sign_in_secret))).reason == "SIGN_IN_UNKNOWN"
    # The wrong secret has used it up.
    assert (await refused(door.completes(back, begun.sign_in_secret))).reason == "SIGN_IN_UNKNOWN"


async def test_the_provider_leads_back_to_the_console_alone(door):
    assert (await refused(door.begins("https://elsewhere.example/sign-in"))).reason == "REDIRECT_NOT_ALLOWED"


async def test_a_session_ends_by_itself(house, door):
    token = await door.signs_in("mo-at-the-provider")
    await door.who(token)
    house.clock.ahead += 9 * HOUR
    assert (await refused(door.who(token))).reason == "OPERATOR_UNKNOWN"


async def test_sign_ins_that_nobody_completes_are_bounded(door):
    for _ in range(60):
        await door.begins()
    assert (await refused(door.begins())).reason == "RATE_LIMITED"


async def test_where_there_is_a_provider_a_secret_opens_no_session(door):
    assert (await refused(door.asks("CreateSession", admin_pb2.CreateSessionRequest(), SECRET))).reason == (
        "SIGN_IN_AT_PROVIDER"
    )


async def test_without_a_provider_a_secret_opens_a_session_and_a_session_opens_none(house):
    async with open_door(house, ConsoleSettings()) as door:
        assert (await door.asks("GetSignIn", admin_pb2.GetSignInRequest())).provider == ""
        made = await door.asks("CreateSession", admin_pb2.CreateSessionRequest(), SECRET)
        assert await door.who(made.session_token) == ("olga", admin_pb2.OPERATOR_ROLE_OPERATOR)
        again = door.asks("CreateSession", admin_pb2.CreateSessionRequest(), made.session_token)
        assert (await refused(again)).reason == "OPERATOR_UNKNOWN"
        assert (await refused(door.begins())).reason == "UNKNOWN_PROVIDER"
        assert (await refused(door.who("gxt_ops_made-up"))).reason == "OPERATOR_UNKNOWN"


def test_groups_give_roles_and_the_greatest_holds():
    console = settings_for(
        "https://id.example",
        OperatorEntry(role="reader", name="olga", subject="1"),
        OperatorEntry(role="operator", group="admins"),
        OperatorEntry(role="moderator", group="mods"),
        groups_claim="groups",
    )
    assert console.operator_of("https://id.example", "1", ("mods", "admins")).role == 3
    assert console.operator_of("https://id.example", "1", ()).role == 1
    # A member of a group cannot take the name of anybody who is listed.
    assert console.operator_of("https://id.example", "olga", ("mods",)).name == "staff:olga"


@pytest.mark.parametrize(
    "changed",
    [
        {"GALAXYTABLES_CONSOLE_OPERATORS": ""},
        {"GALAXYTABLES_CONSOLE_OPERATORS": '[{"role": "king", "name": "olga", "subject": "1"}]'},
        {"GALAXYTABLES_CONSOLE_OPERATORS": '[{"role": "reader", "subject": "1"}]'},
        {"GALAXYTABLES_CONSOLE_OPERATORS": '[{"role": "reader", "group": "mods"}]'},
        {"GALAXYTABLES_CONSOLE_PROVIDER": '{"name": "staff", "client_id": "c", "client_secret": "tell nobody"}'},
        {"GALAXYTABLES_CONSOLE_ADDRESS": "http://console.example"},
    ],
)
def test_wrong_settings_are_refused_and_quote_no_secret(changed):
    provider = '{"name": "staff", "issuer": "https://id.example", "client_id": "c", "client_secret": "tell nobody"}'
    variables = {
        "GALAXYTABLES_CONSOLE_PROVIDER": provider,
        "GALAXYTABLES_CONSOLE_OPERATORS": '[{"role": "reader", "name": "olga", "subject": "1"}]',
        **changed,
    }
    with pytest.raises(SettingError) as caught:
        read_settings(ConsoleSettings, variables)
    assert "tell nobody" not in str(caught.value)

"""The operators' console: its own page alone may call, no script has a token, and `AdminService` does the rest."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby.admin.app import open_admin
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.errors import DOMAIN
from galaxytables_serving import Address, Limits, Server, SettingError
from galaxytables_serving.settings import read_settings
from galaxytables_web.console.app import Console
from galaxytables_web.console.settings import ConsoleSettings
from tests.web.gateway import HOST, LIMITS, Answer, Browser, told_by_connect

SECRET = "a secret that is Olga's and nobody else's"  # noqa: S105  # nobody's
SERVICE = "/galaxytables.admin.v1.AdminService"
NOWHERE = "127.0.0.1:1"
COOKIE = "galaxytables-console"


class Page(Browser):
    """The console's page in a browser, which keeps cookies."""

    cookies: dict[str, str]

    async def post(self, path: str, body: object = None, **headers: str) -> Answer:
        own = {"origin": f"http://{HOST}:{self.port}", "sec-fetch-site": "same-origin"}
        sent = {"content-type": "application/json", **own, **{k.replace("_", "-"): v for k, v in headers.items()}}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        content = json.dumps(body or {}).encode()
        answer = await self.ask("POST", path, {name: value for name, value in sent.items() if value}, content)
        for name, morsel in SimpleCookie(answer.headers.get("set-cookie", "")).items():
            self.cookies[name] = morsel.value
        return answer


@asynccontextmanager
async def open_console(admin: str, *, host: str = HOST, **settings: object) -> AsyncIterator[Page]:
    given = ConsoleSettings(admin=admin, **{"page": Path("no page"), **settings})  # type: ignore[arg-type]
    console = Console(given, LIMITS)
    port = await console.start(Address(host, 0))
    page = Page(port)
    page.cookies = {}
    try:
        yield page
    finally:
        page.leave()
        await console.stop()


@pytest.fixture
async def admin(house) -> AsyncIterator[str]:
    async with AsyncExitStack() as stack:
        operators = Operators({"olga": SECRET.encode()})
        opened = await stack.enter_async_context(open_admin(house.settings, operators, clock=house.clock))
        server = Server(opened.services, domain=DOMAIN, limits=Limits(drain=0.5, stream_linger=0.1))
        port = await server.start(Address(HOST, 0))
        stack.push_async_callback(server.stop)
        yield f"{HOST}:{port}"


async def test_an_operator_comes_in_by_secret_acts_and_leaves_and_no_script_has_the_token(house, admin):
    async with open_console(admin) as page:
        assert (await page.post(f"{SERVICE}/GetOperator")).json["code"] == "unauthenticated"
        came = await page.post("/session/secret", {"secret": SECRET})
        assert (came.status, came.json) == (200, {})
        cookie = came.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        # When it ends is not for the console's own clock to say.
        assert "Max-Age" not in cookie
        who = await page.post(f"{SERVICE}/GetOperator")
        assert (who.json["name"], who.json["role"]) == ("olga", "OPERATOR_ROLE_OPERATOR")
        table = await (await house.guest()).create()
        closed = await page.post(f"{SERVICE}/CloseTable", {"tableId": table.id, "reason": "its name insults"})
        assert closed.json["table"]["state"] == "TABLE_STATE_CLOSED"
        kept = dict(page.cookies)
        await page.post("/session/end")
        assert page.cookies[COOKIE] == ""
        # What was a session is none any more, whoever has kept its token.
        page.cookies = kept
        assert (await page.post(f"{SERVICE}/GetOperator")).json["code"] == "unauthenticated"


async def test_a_wrong_secret_opens_nothing(admin):
    async with open_console(admin) as page:
        refused = await page.post("/session/secret", {"secret": SECRET + "x"})
        assert (refused.status, told_by_connect(refused.json).reason) == (401, "OPERATOR_UNKNOWN")
        assert "set-cookie" not in refused.headers


@pytest.mark.parametrize("name", ["BeginSignIn", "CompleteSignIn", "CreateSession", "EndSession"])
async def test_calls_whose_answers_hold_a_token_are_not_passed_on(name):
    async with open_console(NOWHERE) as page:
        assert (await page.post(f"{SERVICE}/{name}", authorization=f"Bearer {SECRET}")).status == 404


FOREIGN: Mapping[str, dict[str, str]] = {
    "another port of this machine": {"origin": "http://127.0.0.1:5180", "sec_fetch_site": "same-site"},
    "another site": {"origin": "https://evil.example", "sec_fetch_site": "cross-site"},
    "another site in an old browser": {"origin": "https://evil.example", "sec_fetch_site": ""},
    "nobody says where": {"origin": "", "sec_fetch_site": ""},
    "a page without an origin": {"origin": "null", "sec_fetch_site": "cross-site"},
    "a page without an origin in an old browser": {"origin": "null", "sec_fetch_site": ""},
    "an address that was typed": {"origin": "", "sec_fetch_site": "none"},
}


@pytest.mark.parametrize("given", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("path", [f"{SERVICE}/CloseTable", "/session/end", "/session/secret"])
async def test_another_page_cannot_use_the_session(path, given):
    async with open_console(NOWHERE) as page:
        page.cookies[COOKIE] = "gxt_ops_of-somebody"
        refused = await page.post(path, {"secret": SECRET}, **given)
        assert (refused.status, told_by_connect(refused.json).reason) == (403, "FOREIGN_REQUEST")
        assert "set-cookie" not in refused.headers
        assert not any(name.startswith("access-control") for name in refused.headers)


async def test_a_link_or_a_picture_elsewhere_calls_nothing():
    async with open_console(NOWHERE) as page:
        query = "?encoding=json&message=%7B%7D&connect=v1"
        assert (await page.ask("GET", f"{SERVICE}/ListActs{query}")).status == 403


async def test_another_name_that_leads_here_is_not_this_console():
    async with open_console(NOWHERE) as page:
        assert (await page.ask("GET", "/", {"host": "rebound.example"})).status == 421
        assert (await page.ask("GET", "/health", {"host": "rebound.example"})).status == 200
    async with open_console(NOWHERE, address="https://console.example") as page:
        assert (await page.ask("GET", "/")).status == 421
        assert (await page.ask("GET", "/", {"host": "console.example"})).status == 503


async def test_a_secret_opens_no_console_that_other_machines_reach():
    async with open_console(NOWHERE, host="0.0.0.0") as page:  # noqa: S104  # that is what is tested
        refused = await page.post("/session/secret", {"secret": SECRET})
        assert (refused.status, told_by_connect(refused.json).reason) == (403, "SECRET_NOT_TAKEN")


async def test_cookies_of_a_console_with_an_address_go_over_tls_alone(admin):
    async with open_console(admin, address="https://console.example") as page:
        came = await page.post(
            "/session/secret", {"secret": SECRET}, host="console.example", origin="https://console.example"
        )
        assert came.headers["set-cookie"].startswith(f"__Host-{COOKIE}=")
        assert "; Secure" in came.headers["set-cookie"]


@pytest.mark.parametrize("body", [[], {"secret": "tell\nnobody"}, {"secret": 7}, {}])
async def test_what_is_no_secret_is_refused(body):
    async with open_console(NOWHERE) as page:
        refused = await page.post("/session/secret", body)
        assert told_by_connect(refused.json).reason == "MALFORMED_REQUEST"


async def test_too_much_is_not_read():
    async with open_console(NOWHERE) as page:
        refused = await page.post("/session/secret", {"secret": "x" * 20_000})
        assert told_by_connect(refused.json).reason == "REQUEST_TOO_LARGE"


def test_an_address_is_that_of_a_page():
    with pytest.raises(SettingError):
        read_settings(ConsoleSettings, {"GALAXYTABLES_CONSOLE_ADDRESS": "https://console.example/path"})


def test_all_calls_of_the_service_are_known():
    from galaxytables_web.console.upstream import admin_calls

    methods = admin_pb2.DESCRIPTOR.services_by_name["AdminService"].methods
    assert {call.name for call in admin_calls().values()} == {method.name for method in methods}

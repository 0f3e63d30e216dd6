"""Requests in Connect's plainest form, as the page makes them, and the connections that they come over."""

import asyncio
import ssl
from pathlib import Path

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from prometheus_client import REGISTRY

from galaxytables.lobby.v1 import personal_tokens_pb2, players_pb2, tables_pb2
from galaxytables_serving.tls import Credentials
from tests.lobby.house import House
from tests.serving.authority import NAME, Authority
from tests.web.gateway import HOST, Answer, Browser, RunningGateway, open_gateway, told_by_connect

PLAYERS, TABLES = "/galaxytables.lobby.v1.PlayerService", "/galaxytables.lobby.v1.TableService"
TOKENS = "/galaxytables.lobby.v1.PersonalTokenService"
PROTO = {"content-type": "application/proto"}


def signed(token: str) -> dict[str, str]:
    return PROTO | {"authorization": f"Bearer {token}"}


def named(answer: Answer) -> str:
    return str(players_pb2.GetMeResponse.FromString(answer.body).player.name)


def counted(kind: str, status: int) -> float:
    labels = {"kind": kind, "status": str(status)}
    return REGISTRY.get_sample_value("galaxytables_web_requests_total", labels) or 0.0


async def test_each_request_of_a_connection_is_its_own_callers(house: House, gateway: RunningGateway) -> None:
    ada, bo = await house.guest("Ada"), await house.guest("Bo")
    browser = gateway.browser()
    for guest, name in ((ada, "Ada"), (ada, "Ada"), (bo, "Bo"), (ada, "Ada")):
        answer = await browser.ask("POST", f"{PLAYERS}/GetMe", signed(guest.token))
        assert named(answer) == name
    nobody = await browser.ask("POST", f"{PLAYERS}/GetMe", PROTO)
    assert (nobody.status, told_by_connect(nobody.json).reason) == (401, "TOKEN_MISSING")
    games = await browser.ask("POST", f"{TABLES}/ListGames", signed(ada.token))
    assert tables_pb2.ListGamesResponse.FromString(games.body).games


@pytest.mark.parametrize("place", ["?access_token={}", "?authorization=Bearer%20{}", "?token={}"])
async def test_a_token_in_an_address_is_worth_nothing_and_stays_out_of_the_logs(
    house: House, gateway: RunningGateway, capfd: pytest.CaptureFixture[str], place: str
) -> None:
    ada = await house.guest("Ada")
    scopes = [personal_tokens_pb2.TOKEN_SCOPE_READ]
    request = personal_tokens_pb2.CreatePersonalTokenRequest(
        name="A script", scopes=scopes, expires=Timestamp(seconds=int(house.clock()) + 60)
    )
    made = await gateway.ask("POST", f"{TOKENS}/CreatePersonalToken", signed(ada.token), request.SerializeToString())
    token = personal_tokens_pb2.CreatePersonalTokenResponse.FromString(made.body).token
    assert named(await gateway.ask("POST", f"{PLAYERS}/GetMe", signed(token))) == "Ada"
    for path in (f"{PLAYERS}/GetMe", f"{PLAYERS}/GetMe/", "/events/tables", "/"):
        for method in ("GET", "POST"):
            answer = await gateway.ask(method, path + place.format(token), PROTO)
            assert b"Ada" not in answer.body
            assert token.encode() not in answer.body
            assert token not in str(answer.headers)
    nobody = await gateway.ask("POST", f"{PLAYERS}/GetMe{place.format(token)}", PROTO)
    assert nobody.status in {401, 404}
    assert token not in "".join(capfd.readouterr())


async def test_cookies_are_neither_heeded_nor_set(house: House, gateway: RunningGateway) -> None:
    ada = await house.guest("Ada")
    cookies = "; ".join(f"{name}={ada.token}" for name in ("token", "session", "authorization", "galaxytables.guest"))
    request = players_pb2.CreateGuestRequest(name="Bo", refreshable=True).SerializeToString()
    nobody = await gateway.ask("POST", f"{PLAYERS}/GetMe", PROTO | {"cookie": cookies})
    assert nobody.status == 401
    for path, headers, body in (
        (f"{PLAYERS}/CreateGuest", PROTO, request),
        (f"{PLAYERS}/GetMe", signed(ada.token) | {"cookie": "token=another"}, b""),
    ):
        answer = await gateway.ask("POST", path, headers, body)
        assert (answer.status, "set-cookie" in answer.headers) == (200, False)


async def test_requests_that_do_not_wait_for_answers_get_them_in_order(house: House, gateway: RunningGateway) -> None:
    guests = [await house.guest(f"Guest of {number}") for number in range(4)]
    browser = gateway.browser()
    for guest in guests:
        await browser.send("POST", f"{PLAYERS}/GetMe", signed(guest.token))
    for number in range(4):
        answer = await browser.head()
        async for part in browser.parts(answer):
            answer.body += part
        assert named(answer) == f"Guest of {number}"


@pytest.mark.parametrize("size", [0, 1_000, 16_000])
async def test_a_body_of_whatever_length_is_answered_alike(gateway: RunningGateway, size: int) -> None:
    request = tables_pb2.ListGamesRequest().SerializeToString() + b"\xfa\x7f" + varint(size) + b"x" * size
    before = counted("call", 200)
    answer = await gateway.ask("POST", f"{TABLES}/ListGames", PROTO, request)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/proto")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert tables_pb2.ListGamesResponse.FromString(answer.body).games
    assert counted("call", 200) == before + 1


def varint(number: int) -> bytes:
    return bytes([number & 127 | 128, number >> 7 & 127 | 128, number >> 14])


async def test_a_connection_is_kept_unless_its_browser_or_a_drain_wants_it_closed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, release = asyncio.Event(), asyncio.Event()
    load = house.lobbies[0].tables.load

    async def slow(*arguments: object) -> object:
        entered.set()
        await release.wait()
        return await load(*arguments)  # type: ignore[arg-type] # as it was called

    guest = await house.guest()
    table = await guest.create()
    async with open_gateway(house.addresses[0]) as gateway:
        browser = gateway.browser()
        kept = await browser.ask("POST", f"{TABLES}/ListGames", PROTO)
        assert "connection" not in kept.headers
        closing = await browser.ask("POST", f"{TABLES}/ListGames", PROTO | {"connection": "close"})
        assert closing.headers["connection"] == "close"
        assert await at_end(browser)
        monkeypatch.setattr(house.lobbies[0].tables, "load", slow)
        browser = gateway.browser()
        request = tables_pb2.GetTableRequest(table_id=table.id).SerializeToString()
        await browser.send("POST", f"{TABLES}/GetTable", signed(guest.token), request)
        await entered.wait()
        stopping = asyncio.create_task(gateway.stop())
        await asyncio.sleep(0.05)
        release.set()
        answer = await browser.head()
        assert (answer.status, answer.headers["connection"]) == (200, "close")
        await stopping


async def at_end(browser: Browser) -> bool:
    reader, _ = await browser.connect()
    async with asyncio.timeout(60):
        return await reader.read() == b""


async def test_an_origin_that_may_read_is_told_so_and_others_are_not(house: House) -> None:
    async with open_gateway(house.addresses[0], origins=frozenset({"https://ours.example"})) as gateway:
        browser = gateway.browser()
        for origin, allowed in (("https://ours.example", "https://ours.example"), ("https://else.example", None)):
            answer = await browser.ask("POST", f"{TABLES}/ListGames", PROTO | {"origin": origin})
            assert answer.headers.get("access-control-allow-origin") == allowed
            assert "origin" in answer.headers["vary"]


async def test_a_browser_that_would_speak_http_2_over_tls_is_answered_in_http_1_1(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    files = authority.certify("web")
    context = ssl.create_default_context(cafile=authority.roots)
    context.set_alpn_protocols(["h2", "http/1.1"])
    async with open_gateway(f"{HOST}:1", tls=Credentials("TEST", files.certificate, files.key, None)) as gateway:
        reader, writer = await asyncio.open_connection(HOST, gateway.port, ssl=context, server_hostname=NAME)
        assert writer.get_extra_info("ssl_object").selected_alpn_protocol() in {None, "http/1.1"}
        writer.write(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
        async with asyncio.timeout(60):
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 200 ")
        writer.transport.abort()

"""Other people's front ends: those that are listed may read what the gateway answers, others may not."""

import pytest

from galaxytables_serving import SettingError
from galaxytables_serving.settings import read_settings
from galaxytables_web.settings import WebSettings
from tests.lobby.house import House
from tests.web.gateway import RunningGateway, open_gateway

FRIEND, STRANGER = "https://friend.example", "https://friend.example.evil.example"
PATH = "/galaxytables.lobby.v1.TableService/ListGames"
JSON = {"content-type": "application/json"}
ASKED = {"access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type"}


def granted(headers: object) -> set[str]:
    assert isinstance(headers, dict)
    return {name for name in headers if name.startswith("access-control-")}


async def test_only_the_page_itself_may_call_by_default(gateway: RunningGateway) -> None:
    for origin in (FRIEND, "null"):
        assert not granted((await gateway.ask("OPTIONS", PATH, {"origin": origin, **ASKED})).headers)
        assert not granted((await gateway.ask("POST", PATH, JSON | {"origin": origin}, b"{}")).headers)


async def test_whoever_is_listed_may_call_and_read_errors(house: House) -> None:
    async with open_gateway(house.addresses[0], origins=frozenset({FRIEND})) as gateway:
        preflight = await gateway.ask("OPTIONS", PATH, {"origin": FRIEND, **ASKED})
        assert preflight.status == 204
        assert preflight.headers["access-control-allow-origin"] == FRIEND
        allowed = preflight.headers["access-control-allow-headers"].split(", ")
        assert {"authorization", "content-type", "connect-protocol-version", "x-grpc-web", "grpc-timeout"} <= set(
            allowed
        )
        assert preflight.headers["access-control-allow-methods"] == "GET, POST"
        assert "access-control-allow-credentials" not in preflight.headers
        for path in (PATH, "/galaxytables.lobby.v1.TableService/ListMyTables", "/galaxytables.lobby.v1.Nothing/At"):
            answer = await gateway.ask("POST", path, JSON | {"origin": FRIEND}, b"{}")
            assert answer.headers["access-control-allow-origin"] == FRIEND
            assert "grpc-status-details-bin" in answer.headers["access-control-expose-headers"]
            assert "origin" in answer.headers["vary"]


@pytest.mark.parametrize("origin", [STRANGER, "http://friend.example", "https://friend.example:8443", "null", ""])
async def test_whoever_is_not_listed_may_not(house: House, origin: str) -> None:
    async with open_gateway(house.addresses[0], origins=frozenset({FRIEND})) as gateway:
        head = {"origin": origin} if origin else {}
        preflight = await gateway.ask("OPTIONS", PATH, {**head, **ASKED})
        answer = await gateway.ask("POST", PATH, JSON | head, b"{}")
        assert not granted(preflight.headers)
        assert not granted(answer.headers)
        assert "origin" in answer.headers["vary"], "what is kept for one origin is not for another"


async def test_all_may_call_where_all_are_listed(house: House) -> None:
    settings = read_settings(WebSettings, {"GALAXYTABLES_WEB_ORIGINS": "*"})
    async with open_gateway(house.addresses[0], origins=settings.origins) as gateway:
        answer = await gateway.ask("POST", PATH, JSON | {"origin": STRANGER}, b"{}")
        assert answer.headers["access-control-allow-origin"] == STRANGER


async def test_the_page_is_for_nobody_elses_page(house: House) -> None:
    async with open_gateway(house.addresses[0], origins=frozenset({FRIEND})) as gateway:
        assert not granted((await gateway.ask("GET", "/", {"origin": FRIEND})).headers)


def test_origins_are_read_as_browsers_say_them() -> None:
    read = read_settings(WebSettings, {"GALAXYTABLES_WEB_ORIGINS": " https://A.example , http://localhost:5173"})
    assert read.origins == {"https://a.example", "http://localhost:5173"}
    assert read_settings(WebSettings, {}).origins == frozenset()
    for wrong in ("a.example", "ftp://a.example", "https://a.example/", "https://"):
        with pytest.raises(SettingError, match="GALAXYTABLES_WEB_ORIGINS"):
            read_settings(WebSettings, {"GALAXYTABLES_WEB_ORIGINS": wrong})

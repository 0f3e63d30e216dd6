"""Who calls through a proxy on the gateway's machine that tells no addresses."""

from dataclasses import replace

import pytest

from galaxytables.lobby.v1 import players_pb2
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_serving.settings import read_settings
from galaxytables_web.callers import UNKNOWN_ADDRESS, caller_of
from tests.lobby.house import House
from tests.web.gateway import open_gateway

GUEST = "/galaxytables.lobby.v1.PlayerService/CreateGuest"


@pytest.mark.parametrize(
    ("client", "host", "version", "forwarded", "caller"),
    [
        ("127.0.0.1", "localhost:5180", "1.1", False, "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1:5180", "1.1", False, "127.0.0.1"),
        ("::1", "[::1]:5180", "1.1", False, "::1"),
        ("127.0.0.1", "play.example.org", "1.1", False, UNKNOWN_ADDRESS),
        ("::ffff:127.0.0.1", "play.example.org:443", "1.1", False, UNKNOWN_ADDRESS),
        ("127.0.0.1", "127.0.0.1:5180", "1.0", False, UNKNOWN_ADDRESS),
        ("127.0.0.1", "play.example.org", "1.1", True, "127.0.0.1"),
        ("198.51.100.7", "play.example.org", "1.1", False, "198.51.100.7"),
    ],
)
def test_a_proxy_on_this_machine_that_tells_no_address_is_not_taken_for_the_machine(
    client, host, version, forwarded, caller
):
    scope = {"client": (client, 1), "headers": [(b"host", host.encode())], "http_version": version}
    assert caller_of(scope, forwarded=forwarded) == caller


async def test_whoever_comes_by_such_a_proxy_has_limits(house: House):
    variables = {
        "GALAXYTABLES_TRUSTED_PROXIES": "127.0.0.0/8",
        "GALAXYTABLES_UNLIMITED": "127.0.0.0/8",
        "GALAXYTABLES_LIMIT_GUESTS": "address=2/600",
    }
    house.limits = replace(read_settings(LimitSettings, variables))
    await house.open_lobby()
    statuses: dict[str, list[int]] = {}
    async with open_gateway(house.addresses[1]) as gateway:
        for host in ("localhost", "play.example.org"):
            for number in range(4):
                made = players_pb2.CreateGuestRequest(name=f"Ada {number}").SerializeToString()
                headers = {"host": host, "content-type": "application/proto", "connect-protocol-version": "1"}
                answer = await gateway.ask("POST", GUEST, headers, made)
                statuses.setdefault(host, []).append(answer.status)
    assert statuses == {"localhost": [200] * 4, "play.example.org": [200, 200, 429, 429]}

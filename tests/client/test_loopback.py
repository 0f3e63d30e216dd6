"""A browser comes back to a program: only with the answer to its own sign-in, and only on this machine."""

import asyncio
import socket
from urllib.parse import urlsplit

import httpx2
import pytest

from galaxytables_client import Loopback
from galaxytables_client.loopback import Returned, returned, state_of

PROVIDER = "https://id.example/auth?client_id=tables&state=own&nonce=n"


async def asked(loopback: Loopback, query: str, path: str = "/sign-in") -> httpx2.Response:
    async with httpx2.AsyncClient(trust_env=False) as browser:
        return await browser.get(f"{loopback.address.removesuffix('/sign-in')}{path}?{query}")


async def test_the_answer_to_the_own_sign_in_is_taken_and_the_browser_told_to_close() -> None:
    with Loopback(said="Zurück") as loopback:
        assert urlsplit(loopback.address).hostname == "127.0.0.1"
        waiting = asyncio.create_task(loopback.back(PROVIDER))
        await asyncio.sleep(0)
        answer = await asked(loopback, "state=own&code=c&iss=https://id.example")
        assert (answer.status_code, answer.text) == (200, "Zurück")
        assert answer.headers["cache-control"] == "no-store"
        assert await waiting == Returned("own", code="c", issuer="https://id.example")


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("state=another&code=c", "/sign-in"),
        ("code=c", "/sign-in"),
        ("state=own", "/sign-in"),
        ("state=own&state=own&code=c", "/sign-in"),
        ("state=own&code=c", "/elsewhere"),
        ("&".join(f"a{number}=1" for number in range(40)) + "&state=own&code=c", "/sign-in"),
    ],
)
async def test_nothing_else_is_found_there(query: str, path: str) -> None:
    with Loopback() as loopback:
        waiting = asyncio.create_task(loopback.back(PROVIDER))
        await asyncio.sleep(0)
        assert (await asked(loopback, query, path)).status_code == 404
        assert not waiting.done()
        waiting.cancel()


async def test_a_browser_that_is_back_before_anybody_waits_is_not_lost() -> None:
    with Loopback() as loopback:
        for query in ("state=another&code=d", "state=own&code=c"):
            assert (await asked(loopback, query)).status_code == 200
        assert (await loopback.back(PROVIDER)).code == "c"
        assert loopback.wait(PROVIDER, 0).code == "c"


async def test_whoever_does_not_want_to_sign_in_is_known_by_the_error() -> None:
    assert returned("/sign-in?state=own&error=access_denied", "own") == Returned("own", error="access_denied")
    assert returned("no address", "own") is None
    assert returned("http://[::1/sign-in?state=own&code=c", "own") is None


async def test_the_port_is_closed_afterwards_and_may_be_chosen() -> None:
    with Loopback() as loopback:
        port = urlsplit(loopback.address).port or 0
        with pytest.raises(OSError, match="in use"):
            Loopback(port)
    with socket.socket() as probe, pytest.raises(ConnectionRefusedError):
        probe.connect(("127.0.0.1", port))
    with Loopback(port) as again:
        assert again.address == loopback.address


async def test_without_async_it_waits_so_long() -> None:
    with Loopback() as loopback, pytest.raises(TimeoutError):
        loopback.wait(PROVIDER, 0.01)


def test_an_address_without_a_state_begins_nothing() -> None:
    assert state_of(PROVIDER) == "own"
    with pytest.raises(ValueError, match="no state"):
        state_of("https://id.example/auth")

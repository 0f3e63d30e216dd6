"""Settings of sign-in: the providers, and the platform's own address."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

import msgspec

from galaxytables_serving.settings import Kind, choice, variable

MAX_PROVIDERS = 16
REDIRECT_PATH = "/sign-in"
"""The page to which providers lead back."""

LOCALHOST = "localhost"
"""The name of this machine, which browsers trust without TLS."""

_LOOPBACK = frozenset({"127.0.0.1", "::1"})
_Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=1_024, pattern=r"^[\x20-\x7e]+$")]
_Word = Annotated[str, msgspec.Meta(min_length=1, max_length=255, pattern=r"^[\x21-\x7e]+$")]


class ProviderSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of an OpenID provider: its address, and the client that the operator has registered at it."""

    # How the platform calls it, for example `example`.
    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]
    issuer: _Word
    client_id: _Word
    client_secret: _Secret
    # What players read, for example `Example`; empty for the name.
    label: Annotated[str, msgspec.Meta(max_length=60)] = ""

    def __repr__(self) -> str:
        """Return a text without the secret."""
        return f"ProviderSettings(name={self.name!r}, issuer={self.issuer!r})"


def is_loopback(address: SplitResult) -> bool:
    """Return whether a URL names this machine by a loopback IP address."""
    return address.hostname in _LOOPBACK


def is_safe(address: SplitResult) -> bool:
    """Return whether traffic to a URL can neither be read nor changed: it uses `https`, or stays on this machine."""
    return bool(address.hostname) and (address.scheme == "https" or (address.scheme == "http" and is_loopback(address)))


def _read_providers(given: str) -> tuple[ProviderSettings, ...]:
    if not given:
        return ()
    try:
        content = given.encode() if given.lstrip().startswith("[") else Path(given).read_bytes()
        found = tuple(msgspec.json.decode(content, type=list[ProviderSettings]))
    except (OSError, msgspec.DecodeError):
        raise ValueError from None
    names, issuers = {each.name for each in found}, {each.issuer for each in found}
    if len(found) > MAX_PROVIDERS or len(names) < len(found) or len(issuers) < len(found):
        raise ValueError
    if not all(is_safe(split(each.issuer)) and not urlsplit(each.issuer).query for each in found):
        raise ValueError
    return found


def read_address(given: str) -> str:
    """Read the address of a page, without a path; it may be at `localhost`. Raises `ValueError`."""
    address = split(given)
    is_local = address.scheme == "http" and address.hostname == LOCALHOST
    if given and not (given.isascii() and (is_local or is_safe(address))):
        raise ValueError
    if address.path.strip("/") or address.query or address.fragment:
        raise ValueError
    return given.rstrip("/")


def split(address: str) -> SplitResult:
    """Parse a URL. A text that is no URL gives a result without a host."""
    try:
        found = urlsplit(address)
        # Raises `ValueError` for a port that is none.
        _ = found.port
    except ValueError:
        return urlsplit("")
    return found


def allowed_redirects(public_address: str) -> Callable[[str], bool]:
    """Return a function that says whether a provider may redirect to a given address.

    Allowed are the page at the public address, and programs on the player's own machine at any port (RFC 8252).
    """
    page = f"{public_address}{REDIRECT_PATH}" if public_address else ""

    def allowed(address: str) -> bool:
        if page and address == page:
            return True
        found = split(address)
        host = f"[{found.hostname}]" if found.hostname and ":" in found.hostname else found.hostname
        # Compared as a whole, so that nothing hides in it: no user, no query, no other form of the host.
        port = "" if found.port is None else f":{found.port}"
        return is_loopback(found) and address == f"http://{host}{port}{REDIRECT_PATH}"

    return allowed


@dataclass(frozen=True)
class PublicAddressSettings:
    """The setting with the address at which players open the page."""

    public_address: str = variable(
        "GALAXYTABLES_PUBLIC_ADDRESS",
        Kind(read_address, "an address such as https://tables.example"),
        "where people reach the page, for example `https://tables.example`: providers send them back there after a "
        "sign-in, and notifications link there; unset: only to programs and pages at 127.0.0.1",
    )


@dataclass(frozen=True)
class SignInSettings(PublicAddressSettings):
    """Settings of sign-in: the OpenID providers, and whether passkeys must verify their owner."""

    providers: tuple[ProviderSettings, ...] = variable(
        "GALAXYTABLES_SIGN_IN_PROVIDERS",
        Kind(
            _read_providers,
            "a JSON list, or the path of a file with one, of objects with name, issuer, client_id and client_secret",
            secret=True,
        ),
        'OpenID providers where players sign in, as JSON: `[{"name": "example", "label": "Example", '
        '"issuer": "https://id.example", "client_id": "…", "client_secret": "…"}]`, or the path of a file that '
        "holds it; unset: players come in as guests or by passkey",
    )
    verification: str = variable(
        "GALAXYTABLES_PASSKEY_VERIFICATION",
        choice("preferred", "required"),
        "whether a passkey must check its owner, by a finger, a face or a PIN: `preferred` or `required`",
        default="preferred",
    )

    @property
    def verified(self) -> bool:
        """Return whether a passkey must verify its owner, for example by a fingerprint or a PIN."""
        return self.verification == "required"

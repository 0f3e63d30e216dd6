"""Finds the address of a browser, which the gateway passes on to the lobby."""

import re
from functools import cache, lru_cache
from ipaddress import ip_address

import structlog

from galaxytables_serving.sources import FORWARDED
from galaxytables_web.asgi import Scope

_log = structlog.get_logger(__name__)

# The address of all clients behind a proxy that reports none; no real client has it.
UNKNOWN_ADDRESS = "0.0.0.0"  # noqa: S104  # nothing listens here


# How many addresses are passed to the lobby: those of the nearest proxies.
_MAX_HOPS = 8
_FORWARDED = FORWARDED.encode()
_ADDRESS = re.compile(rb"[0-9A-Fa-f:.%\w]{1,64}")


def hops_of(scope: Scope) -> bytes:
    """Return a request's `x-forwarded-for` with its peer's address appended. The lobby knows which entries to trust."""
    given = b",".join(value for name, value in scope["headers"] if name == _FORWARDED)
    client = caller_of(scope, forwarded=bool(given)).encode()
    hops = [*filter(None, given.split(b",")), client][-_MAX_HOPS:]
    # Invalid entries are kept, so that none moves up into the place of a proxy's entry.
    return b", ".join(hop if _ADDRESS.fullmatch(hop) else b"unknown" for hop in map(bytes.strip, hops))


def caller_of(scope: Scope, *, forwarded: bool) -> str:
    """Return the address that a request comes from.

    It is UNKNOWN_ADDRESS for a proxy on this machine that does not report its client. The lobby may exempt this machine
    from limits, so a proxy must not be taken for a client here. A client on this machine uses the machine's local name
    and HTTP/1.1. A proxy passes on the public name, or uses HTTP/1.0, as nginx does by default.
    """
    client = str(scope["client"][0]) if scope.get("client") else ""
    if forwarded or not _is_loopback(client):
        return client
    host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
    if scope["http_version"] != "1.0" and _names_this_machine(host):
        return client
    _warn()
    return UNKNOWN_ADDRESS


@cache
def _warn() -> None:
    # Logged once: it stays so until the proxy is changed.
    _log.warning("proxy_reports_no_addresses", limited_as=UNKNOWN_ADDRESS)


@lru_cache(1_024)
def _names_this_machine(host: str) -> bool:
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    name = name.strip("[]").rstrip(".").lower()
    return name in {"", "localhost"} or name.endswith(".localhost") or _is_loopback(name)


@lru_cache(1_024)
def _is_loopback(text: str) -> bool:
    try:
        found = ip_address(text)
    except ValueError:
        return False
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback

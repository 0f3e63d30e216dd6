"""Finds the addresses of a game's pods, by looking up the game's gRPC targets in DNS.

A gRPC target is `dns:///host:port`, of which every address is a pod, or anything else that gRPC can connect to, which
is one pod. A game may have several targets, separated by `|`: services of several versions, or pods at known addresses.
"""

import asyncio
import re
import socket
from ipaddress import ip_address

import structlog

_log = structlog.get_logger(__name__)

LOOKUP_SECONDS = 5.0
_BETWEEN = "|"
_NAMED = re.compile(r"(?:dns:(?:///)?)?(?:\[(?P<address>[0-9a-fA-F:.]+)\]|(?P<host>[^\s:/\[\]]+)):(?P<port>\d{1,5})")


def targets_of(text: str) -> tuple[str, ...]:
    """Return the gRPC targets in a setting, which are separated by `|`. Raises `ValueError` if there are none."""
    targets = tuple(filter(None, (part.strip() for part in text.split(_BETWEEN))))
    if not targets:
        raise ValueError(f"{text!r} names no target")
    return targets


class Addresses:
    """The addresses of the pods behind one gRPC target."""

    def __init__(self, target: str) -> None:
        """`target` is a gRPC target such as `dns:///host:port`. It is not looked up yet."""
        self._target = target
        self._named = _NAMED.fullmatch(target)
        self._known: frozenset[str] = frozenset() if self._named else frozenset({target})
        if self._named and _is_literal(self._named["address"] or self._named["host"]):
            self._known, self._named = frozenset({target.removeprefix("dns:").lstrip("/")}), None

    async def look_up(self) -> frozenset[str]:
        """Return all addresses in gRPC's form. If DNS does not answer, returns those that it gave last."""
        if self._named is None:
            return self._known
        host, port = self._named["address"] or self._named["host"], int(self._named["port"])
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, TimeoutError) as error:
            _log.info("rules_not_looked_up", target=self._target, error=type(error).__name__)
            return self._known
        self._known = frozenset(_address(str(where[0]), int(where[1])) for *_, where in found)
        return self._known


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

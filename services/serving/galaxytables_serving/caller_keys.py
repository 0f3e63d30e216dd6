"""Keys that callers of a service must send, for networks that anybody can reach."""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from galaxytables_serving.errors import UnknownCallerError
from galaxytables_serving.settings import Kind, variable

# Keys must be random: `openssl rand -hex 32`.
MIN_SECRET_BYTES = 32
_HEADER, _SCHEME = "authorization", "Bearer "

Metadata = tuple[tuple[str, str], ...]


def _read(text: str) -> tuple[str, ...]:
    keys = tuple(part.strip() for part in text.split(",")) if text else ()
    if any(len(key) < MIN_SECRET_BYTES or not key.isascii() or not key.isprintable() for key in keys):
        raise ValueError
    return keys


@dataclass(frozen=True)
class RulesKeys:
    """The setting with the keys of callers that may call rules services."""

    rules_keys: tuple[str, ...] = variable(
        "GALAXYTABLES_RULES_KEYS",
        Kind(
            _read,
            f"secrets with commas between them, each of at least {MIN_SECRET_BYTES} ASCII characters",
            secret=True,
        ),
        "secrets of lobbies and clock for rules services: `secret1,…`; callers show the first, services take all, and "
        "anybody's calls if unset: put a new one last, then first, then remove the old one",
    )


class CallerKeys:
    """The keys of callers that a service accepts; at least one."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._taken = tuple(f"{_SCHEME}{key}".encode() for key in keys)

    def check(self, metadata: Iterable[tuple[str, str | bytes]]) -> None:
        """Check, in constant time, that a call's metadata has one of the keys. Raises `UnknownCallerError`."""
        for given in [value for name, value in metadata if name == _HEADER][:1]:
            written = given.encode() if isinstance(given, str) else given
            if sum(hmac.compare_digest(written, key) for key in self._taken):
                return
        raise UnknownCallerError


def shown(keys: Sequence[str]) -> Metadata:
    """Return the metadata to send with a call: the first of these keys. Without keys it is empty."""
    return ((_HEADER, f"{_SCHEME}{keys[0]}"),) if keys else ()

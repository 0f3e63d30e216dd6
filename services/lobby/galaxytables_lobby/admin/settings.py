"""Settings of `AdminService` and its command."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Context, bearer
from galaxytables_serving.settings import Kind, pairs, secret, text, variable
from galaxytables_serving.tls import CallTls

# Secrets must be random: `openssl rand -hex 32`.
MIN_SECRET_BYTES = 32
_LONGEST_NAME = 64
DEFAULT_LISTEN = "127.0.0.1:5150"


def _read_keys(given: str) -> dict[str, bytes]:
    keys = {name: key.encode() for name, key in _PAIRS.parse(given).items()}
    if min(map(len, keys.values())) < MIN_SECRET_BYTES or max(map(len, keys)) > _LONGEST_NAME:
        raise ValueError
    return keys


_PAIRS = pairs(":", example="olga:secret1,otto:secret2", least=1)
_WANTED = f"{_PAIRS.wanted}, each secret of at least {MIN_SECRET_BYTES} bytes"


@dataclass(frozen=True)
class AdminSettings:
    """Settings of the admin service: the operators and their secrets."""

    keys: Mapping[str, bytes] = variable(
        "GALAXYTABLES_ADMIN_KEYS",
        Kind(_read_keys, _WANTED, secret=True),
        "operators and their secrets: `olga:secret1,…`; each has one of their own, so that the log says who did what",
        default=None,
    )


@dataclass(frozen=True)
class OperatorSettings(CallTls):
    """Settings of the admin command: the address of the service, and the operator's secret."""

    server: str = variable("GALAXYTABLES_ADMIN", text, "where `AdminService` listens", default=DEFAULT_LISTEN)
    secret: str = variable("GALAXYTABLES_ADMIN_SECRET", secret, "the operator's own secret", default=None)


class Operators:
    """Authenticates operators by their secrets."""

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        """Take names and secrets."""
        self._keys = dict(keys)

    @property
    def are_several(self) -> bool:
        """Return whether there is more than one operator."""
        return len(self._keys) > 1

    def caller(self, context: Context) -> str:
        """Return the operator whose secret came with the call. Raises OPERATOR_UNKNOWN."""
        secret = bearer(context)
        if secret is None:
            raise errors.operator_unknown()
        return self.named(secret.encode())

    def named(self, given: bytes) -> str:
        """Return the name of the operator with this secret; secrets are compared in constant time.

        Raises OPERATOR_UNKNOWN.
        """
        found = [name for name, key in self._keys.items() if hmac.compare_digest(key, given)]
        if not found:
            raise errors.operator_unknown()
        return found[0]

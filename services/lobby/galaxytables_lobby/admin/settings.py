"""Settings of `AdminService` and its command."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace

from galaxytables_lobby import errors
from galaxytables_lobby.admin.roles import Operator, Role
from galaxytables_lobby.admin.sessions import TOKEN_PREFIX, ConsoleSessions
from galaxytables_lobby.api.access import Context, bearer
from galaxytables_serving.settings import Kind, SettingError, pairs, secret, text, variable
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


def _read_roles(given: str) -> dict[str, Role]:
    try:
        return {name: _ROLES[role] for name, role in _ROLE_PAIRS.parse(given).items()}
    except KeyError:
        raise ValueError from None


_ROLES = {role.name.lower(): role for role in Role}
_ROLE_PAIRS = pairs(":", example="otto:moderator,rita:reader")
_PAIRS = pairs(":", example="olga:secret1,otto:secret2", minimum=1)
_EXPECTED = f"{_PAIRS.expected}, each secret of at least {MIN_SECRET_BYTES} bytes"


@dataclass(frozen=True)
class AdminSettings:
    """Settings of the admin service: the operators, their secrets and their roles."""

    keys: Mapping[str, bytes] = variable(
        "GALAXYTABLES_ADMIN_KEYS",
        Kind(_read_keys, _EXPECTED, secret=True),
        "operators and their secrets: `olga:secret1,…`; each has one of their own, so that the log says who did what",
        default=None,
    )
    roles: Mapping[str, Role] = variable(
        "GALAXYTABLES_ADMIN_ROLES",
        Kind(_read_roles, f"names with one of the roles {', '.join(_ROLES)}"),
        "what operators with secrets may do: `otto:moderator,…`; who is not named here is an `operator`, who may do "
        "everything",
    )


@dataclass(frozen=True)
class OperatorSettings(CallTls):
    """Settings of the admin command: the address of the service, and the operator's secret."""

    server: str = variable("GALAXYTABLES_ADMIN", text, "where `AdminService` listens", default=DEFAULT_LISTEN)
    secret: str = variable("GALAXYTABLES_ADMIN_SECRET", secret, "the operator's own secret", default=None)


class Operators:
    """Authenticates operators by their secrets, and by the tokens of their sessions."""

    def __init__(
        self,
        keys: Mapping[str, bytes],
        roles: Mapping[str, Role] | None = None,
        sessions: ConsoleSessions | None = None,
    ) -> None:
        """`keys` has the secret of each operator, by name. An operator without an entry in `roles` may do everything.

        Raises `SettingError` if `roles` has a name without a secret.
        """
        self._keys = dict(keys)
        self._roles = dict(roles or {})
        self._sessions = sessions
        unknown = sorted(self._roles.keys() - self._keys.keys())
        if unknown:
            raise SettingError(f"GALAXYTABLES_ADMIN_ROLES: GALAXYTABLES_ADMIN_KEYS has no secret for {unknown[0]}.")

    def with_sessions(self, sessions: ConsoleSessions) -> "Operators":
        """Return a copy that also accepts the tokens of these sessions."""
        return Operators(self._keys, self._roles, sessions)

    @property
    def are_several(self) -> bool:
        """Return whether more than one operator may decide reports."""
        deciding = sum(self._roles.get(name, Role.OPERATOR) >= Role.MODERATOR for name in self._keys)
        return deciding > 1 or (self._sessions is not None and self._sessions.lets_in_others)

    def role_of(self, name: str) -> Role | None:
        """Return the role of the operator with this name; None if nobody has a secret under it."""
        return self._roles.get(name, Role.OPERATOR) if name in self._keys else None

    def anybody(self, _: Context) -> None:
        """Accept any caller. Used for the calls by which operators sign in."""

    async def learn(self, token: str, _: Context) -> None:
        """Read the session of a token from the store. Raises OPERATOR_UNKNOWN, STORE_UNAVAILABLE."""
        if self._sessions is None:
            raise errors.operator_unknown()
        await self._sessions.learn(token)

    def caller(self, context: Context) -> Operator:
        """Return the operator whose secret, or whose session's token, came with the call.

        Raises OPERATOR_UNKNOWN. For a session that is not in memory it raises `UnreadTokenError`: call `learn`, then
        try again.
        """
        token = bearer(context)
        if token is None or not token.startswith(TOKEN_PREFIX) or self._sessions is None:
            return self.by_secret(context)
        session = self._sessions.read(token)
        operator = self._sessions.operator_of(session)
        return replace(operator, token=token, expires=session.expires)

    def by_secret(self, context: Context) -> Operator:
        """Return the operator whose secret came with the call. Raises OPERATOR_UNKNOWN."""
        secret = bearer(context)
        if secret is None:
            raise errors.operator_unknown()
        return self.named(secret.encode())

    def named(self, given: bytes) -> Operator:
        """Return the operator with this secret; secrets are compared in constant time.

        Raises OPERATOR_UNKNOWN.
        """
        found = [name for name, key in self._keys.items() if hmac.compare_digest(key, given)]
        if not found:
            raise errors.operator_unknown()
        return Operator(found[0], self._roles.get(found[0], Role.OPERATOR))

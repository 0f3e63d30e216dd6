"""Signs operators in to the console: at an OpenID provider, or by their own secret if there is no provider.

A session has a random token. The store keeps its digest with what the provider confirmed, until the session ends. What
the operator may do is read from the settings at each call, so nobody keeps a role that was taken from them. A process
remembers a session for a second, so one that was ended is refused everywhere within two.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

import msgspec

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.oidc import Providers, allowed_redirects
from galaxytables_lobby.admin.console_settings import PROVIDER, ConsoleSettings
from galaxytables_lobby.admin.roles import Operator, Role
from galaxytables_lobby.domain.accounts import Proof
from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_lobby.people.personal_tokens import UnreadTokenError
from galaxytables_lobby.people.quotas import LocalBuckets
from galaxytables_lobby.people.sign_in import Intent, SignIns, Started
from galaxytables_lobby.ports import Store
from galaxytables_serving.sources import Source

TOKEN_PREFIX = "gxt_ops_"  # noqa: S105  # what tokens begin with
_TOKEN_BYTES = 32
_READ_AGAIN_SECONDS = 1.0
_CACHED = 1_024
_SIGN_INS = {Scope.ALL: Rate(60, 60)}
_NOBODY = Source("")


class Session(msgspec.Struct, frozen=True, array_like=True):
    """A session as the store keeps it: whom the provider confirmed, or the name of an operator with a secret."""

    expires: int
    """In milliseconds since the epoch."""
    secret_of: str = ""
    issuer: str = ""
    subject: str = ""
    groups: tuple[str, ...] = ()


class Made(NamedTuple):
    """A new session: its token, the operator, and when it ends, in milliseconds since the epoch."""

    token: str
    operator: Operator
    expires: int


class _Known(NamedTuple):
    session: Session | None
    """None if there is no such session."""
    read: float


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Session)


class ConsoleSessions:
    """The sessions of operators who use the console."""

    def __init__(
        self,
        store: Store,
        providers: Providers,
        settings: ConsoleSettings,
        role_of: Callable[[str], Role | None],
        clock: Callable[[], float],
    ) -> None:
        """`role_of` returns the role of an operator with a secret, by name; None for other names.

        `clock` returns seconds since the epoch.
        """
        self._store = store
        self._providers = providers
        self._settings = settings
        self._role_of = role_of
        self._clock = clock
        self._sign_ins = SignIns(providers, store, allowed_redirects(settings.address), clock)
        self._bucket = LocalBuckets("operators_sign_in", _SIGN_INS, clock)
        self._known: OrderedDict[str, _Known] = OrderedDict()

    @property
    def provider(self) -> str:
        """Return the name of the OpenID provider as operators read it; empty if operators sign in by their secrets."""
        return self._providers.labels.get(PROVIDER, "")

    @property
    def lets_in_others(self) -> bool:
        """Return whether operators without a secret may sign in: they may if there is a provider."""
        return bool(self._settings.provider)

    async def begin(self, redirect: str) -> Started:
        """Begin a sign-in at the provider. Returns the address to open, and the secret that completes the sign-in.

        Raises UNKNOWN_PROVIDER, REDIRECT_NOT_ALLOWED, PROVIDER_UNAVAILABLE, STORE_UNAVAILABLE, RATE_LIMITED.
        """
        self._bucket.take(_NOBODY)
        return await self._sign_ins.begin(None, PROVIDER, redirect, intent=Intent.SIGN_IN, name="")

    async def confirm(self, *, state: str, secret: str, code: str, issuer: str) -> Session:
        """Complete a sign-in at the provider. Returns a session for the operator; it begins once `keep` has stored it.

        Raises SIGN_IN_UNKNOWN, SIGN_IN_REFUSED, OPERATOR_UNKNOWN, PROVIDER_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        shown = await self._sign_ins.complete(None, state=state, secret=secret, code=code, issuer=issuer)
        proof: Proof = shown.proof
        return Session(self._end(), issuer=proof.issuer, subject=proof.subject, groups=proof.groups)

    def by_secret(self, operator: Operator) -> Session:
        """Return a session for an operator with a secret; it begins once `keep` has stored it.

        Raises SIGN_IN_AT_PROVIDER.
        """
        if self.provider:
            raise errors.sign_in_at_provider(self.provider)
        return Session(self._end(), secret_of=operator.name)

    async def keep(self, session: Session) -> str:
        """Store a session, which begins it, and return its token. Raises STORE_UNAVAILABLE."""
        token = TOKEN_PREFIX + secrets.token_urlsafe(_TOKEN_BYTES)
        lasting = max(session.expires - int(self._clock() * 1000), 1)
        await self._store.keep_operator_session(_digest(token), _ENCODER.encode(session), lasting=lasting)
        return token

    async def end(self, token: str) -> None:
        """End a session; one that has ended already stays so. Raises STORE_UNAVAILABLE."""
        await self._store.end_operator_session(_digest(token))
        self._known.pop(_digest(token), None)

    def read(self, token: str) -> Session:
        """Return the session of a token. Raises OPERATOR_UNKNOWN.

        Raises `UnreadTokenError` if the session is not in memory, or was read too long ago: call `learn`, then try
        again.
        """
        known, now = self._known.get(_digest(token)), self._clock()
        if known is None or known.read + _READ_AGAIN_SECONDS <= now:
            raise UnreadTokenError(token)
        if known.session is None or known.session.expires <= now * 1000:
            raise errors.operator_unknown()
        return known.session

    async def learn(self, token: str) -> None:
        """Read the session of a token from the store. Raises STORE_UNAVAILABLE."""
        found = await self._store.operator_session(_digest(token))
        self._known[_digest(token)] = _Known(None if found is None else _DECODER.decode(found), self._clock())
        self._known.move_to_end(_digest(token))
        if len(self._known) > _CACHED:
            self._known.popitem(last=False)

    def operator_of(self, session: Session) -> Operator:
        """Return the operator whose session this is, with the role that the settings give. Raises OPERATOR_UNKNOWN."""
        if session.secret_of:
            role = None if self.provider else self._role_of(session.secret_of)
            if role is None:
                raise errors.operator_unknown()
            return Operator(session.secret_of, role)
        return self._settings.operator_of(session.issuer, session.subject, session.groups)

    def _end(self) -> int:
        return int((self._clock() + self._settings.session_seconds) * 1000)


def _digest(token: str) -> str:
    # The token is random and long, so a fast hash is as good as a slow one.
    return sha256(token.encode()).hexdigest()

"""Signs players in at OpenID providers, and stores each sign-in while the player is at the provider's page.

Each sign-in has a state, which travels through the provider, and a secret, which stays with the client that began it.
Both are needed to complete it, so a state or a code from somebody else's sign-in is worth nothing. A sign-in can be
completed once, within ten minutes. The store keeps digests of state and secret.
"""

import hmac
import secrets
from collections.abc import Callable, Mapping
from enum import IntEnum
from hashlib import sha256
from typing import Protocol

import msgspec

from galaxytables_lobby import errors
from galaxytables_lobby.domain.accounts import Proof
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.ports import Store

LASTING_SECONDS = 600
"""How long a sign-in may take."""

_BYTES = 32


class Intent(IntEnum):
    """The purpose of a sign-in; the numbers are those of `galaxytables.lobby.v1.SignInIntent`."""

    SIGN_IN = 1
    LINK = 2


class Provider(Protocol):
    """An OpenID provider. Its methods raise PROVIDER_UNAVAILABLE."""

    @property
    def label(self) -> str:
        """Return the provider's name as players see it."""

    async def authorization_url(self, *, redirect: str, state: str, nonce: str, verifier: str) -> str:
        """Return the URL of the provider's sign-in page. After the sign-in the provider redirects to `redirect`."""

    async def identify(self, *, code: str, issuer: str, redirect: str, nonce: str, verifier: str, now: float) -> Proof:
        """Exchange the code of a sign-in at the provider, and return the player's identity that the provider confirms.

        Raises SIGN_IN_REFUSED.
        """


class Providers(Protocol):
    """The OpenID providers that the operator has configured (`adapters/oidc`)."""

    @property
    def labels(self) -> Mapping[str, str]:
        """Return the label of each OpenID provider, as players see it, by provider name, as ordered in the settings."""

    def named(self, name: str) -> Provider:
        """Return the OpenID provider with a name. Raises UNKNOWN_PROVIDER."""


class Begun(msgspec.Struct, frozen=True, array_like=True):
    """A sign-in at a provider that has begun, as the store keeps it."""

    provider: str
    redirect: str
    nonce: str
    verifier: str
    secret: bytes
    intent: Intent
    # The player under whose token it began; empty for none.
    player_id: str
    # What to call the account if there is none yet.
    name: str


class Started(msgspec.Struct, frozen=True):
    """The start of a sign-in, as its client gets it: the address to open, and the secret that completes the sign-in."""

    address: str
    secret: str


class Shown(msgspec.Struct, frozen=True):
    """The result of a sign-in: the identity that the provider has confirmed, and how the sign-in began."""

    proof: Proof
    label: str
    begun: Begun


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Begun)


class SignIns:
    """Begins and completes sign-ins at OpenID providers."""

    def __init__(
        self, providers: Providers, store: Store, allowed: Callable[[str], bool], clock: Callable[[], float]
    ) -> None:
        """`allowed` says whether a sign-in may redirect to an address. `clock` returns seconds since the epoch."""
        self.providers = providers
        self._store = store
        self._allowed = allowed
        self._clock = clock

    async def begin(self, caller: Caller | None, provider: str, redirect: str, *, intent: Intent, name: str) -> Started:
        """Begin a sign-in of a player at an OpenID provider.

        Raises UNKNOWN_PROVIDER, REDIRECT_NOT_ALLOWED, NO_ACCOUNT, PROVIDER_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        found = self.providers.named(provider)
        if not self._allowed(redirect):
            raise errors.redirect_not_allowed()
        if intent is Intent.LINK and (caller is None or not caller.account):
            raise errors.no_account()
        state, secret, nonce, verifier = (secrets.token_urlsafe(_BYTES) for _ in range(4))
        address = await found.authorization_url(redirect=redirect, state=state, nonce=nonce, verifier=verifier)
        begun = Begun(
            provider=provider,
            redirect=redirect,
            nonce=nonce,
            verifier=verifier,
            secret=_digest(secret),
            intent=intent,
            player_id="" if caller is None else caller.player.id,
            name=name,
        )
        await self._store.begin_sign_in(_digest(state).hex(), _ENCODER.encode(begun), lasting=LASTING_SECONDS * 1000)
        return Started(address, secret)

    async def complete(self, caller: Caller | None, *, state: str, secret: str, code: str, issuer: str) -> Shown:
        """Complete a sign-in with the provider's answer; a sign-in can be completed only once.

        Raises SIGN_IN_UNKNOWN, SIGN_IN_REFUSED, UNKNOWN_PROVIDER, PROVIDER_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        kept = await self._store.take_sign_in(_digest(state).hex())
        if kept is None:
            raise errors.sign_in_unknown()
        begun = _DECODER.decode(kept)
        player_id = "" if caller is None else caller.player.id
        if not hmac.compare_digest(begun.secret, _digest(secret)) or begun.player_id != player_id:
            raise errors.sign_in_unknown()
        provider = self.providers.named(begun.provider)
        proof = await provider.identify(
            code=code,
            issuer=issuer,
            redirect=begun.redirect,
            nonce=begun.nonce,
            verifier=begun.verifier,
            now=self._clock(),
        )
        return Shown(proof, provider.label, begun)


def guest_of(caller: Caller | None) -> PlayerId | None:
    """Return the caller's player id if the caller is a guest, else None."""
    return None if caller is None or caller.account else caller.player.id


def _digest(text: str) -> bytes:
    return sha256(text.encode()).digest()

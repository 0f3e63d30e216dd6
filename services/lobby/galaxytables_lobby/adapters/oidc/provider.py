"""Talks to one OpenID provider: reads its discovery document and keys, and checks its answers.

Answers are checked as OpenID Connect requires. The document and the keys are cached for an hour. If a token names an
unknown key, the keys are fetched again, but not often, so that made-up key names put no load on the provider. If a
provider hangs, only its own callers wait: each call has a deadline, and the number of open calls is limited.
"""

import asyncio
import base64
import hmac
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Generic, TypeAlias, TypeVar
from urllib.parse import urlsplit

import httpx2
import structlog
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oauth2.auth import OAuth2Token
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, Key, KeySet, OKPKey, RSAKey
from joserfc.jws import JWSRegistry

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.oidc.fetching import BoundedTransport, ProviderAnswerError
from galaxytables_lobby.adapters.oidc.settings import ProviderSettings, is_loopback, is_safe, split
from galaxytables_lobby.domain.accounts import Proof, WayInKind
from galaxytables_lobby.metrics import PROVIDER_SECONDS

Json: TypeAlias = dict[str, Any]  # what a provider sends, with values of any type
T = TypeVar("T")

_log = structlog.get_logger(__name__)

# Signatures by a private key that the provider alone has: no `none`, and none that our own secret could make.
ALGORITHMS = ("RS256", "PS256", "ES256", "RS384", "PS384", "ES384", "RS512", "PS512", "ES512", "EdDSA", "Ed25519")
CALL_SECONDS = 8.0
"""How long a sign-in waits for the provider."""

MAX_CALLS = 32
"""How many sign-ins may wait for a provider at once."""

_PUBLISHED_SECONDS = 3600.0
_KEYS_PAUSE_SECONDS = 60.0
_MAX_KEYS = 64
# How far the provider's clock may be off.
_LEEWAY = 60
# A token is made when the code is exchanged.
_MAX_AGE = 600
_MAX_TOKEN, _MAX_SUBJECT = 16_384, 255
_MIN_RSA_BITS = 2_048
_KEY_KINDS: Mapping[str, type[RSAKey] | type[ECKey] | type[OKPKey]] = {"RSA": RSAKey, "EC": ECKey, "OKP": OKPKey}


class OpenIdProvider:
    """An OpenID provider, at which players sign in; call `close` after use.

    The methods raise PROVIDER_UNAVAILABLE if the provider does not answer, or answers wrongly.
    """

    def __init__(self, settings: ProviderSettings, *, scope: str = "openid", groups_claim: str = "") -> None:
        """`scope` is the OAuth scope to request.

        `groups_claim` names the claim that lists a person's groups, empty if unused.
        """
        self._settings = settings
        self._scope = scope
        self._groups_claim = groups_claim
        self._local = is_loopback(split(settings.issuer))
        # Variables that name a proxy or certificates are not ours to follow.
        sending = httpx2.AsyncHTTPTransport(limits=httpx2.Limits(max_connections=MAX_CALLS), trust_env=False)
        self._transport = BoundedTransport(sending, local=self._local)
        self._http = httpx2.AsyncClient(transport=self._transport, timeout=CALL_SECONDS, trust_env=False)
        self._calls = 0
        self._published = _Kept[Json](_PUBLISHED_SECONDS)
        self._keys = _Kept[KeySet](_PUBLISHED_SECONDS)

    @property
    def label(self) -> str:
        """Return the provider's name as players see it."""
        return self._settings.label or self._settings.name

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def authorization_url(self, *, redirect: str, state: str, nonce: str, verifier: str) -> str:
        """Return the URL of the provider's sign-in page. After the sign-in the provider redirects to `redirect`."""
        async with self._call("discovery"):
            published = await self._published.value(self._discover)
        address, _ = self._client().create_authorization_url(
            published["authorization_endpoint"],
            state=state,
            code_verifier=verifier,
            nonce=nonce,
            redirect_uri=redirect,
            scope=self._scope,
        )
        return str(address)

    async def identify(self, *, code: str, issuer: str, redirect: str, nonce: str, verifier: str, now: float) -> Proof:
        """Exchange the code of a sign-in at the provider, and return the player's identity that the provider confirms.

        `issuer` is the issuer that the redirect named, empty if it named none. Raises SIGN_IN_REFUSED.
        """
        async with self._call("token"):
            published = await self._published.value(self._discover)
            self._check_issuer(issuer, published)
            token = await self._exchange(published, code=code, redirect=redirect, verifier=verifier)
            claims = await self._verified(published, token, nonce=nonce, now=now)
        groups = _groups(claims.get(self._groups_claim)) if self._groups_claim else ()
        return Proof(kind=WayInKind.OIDC, issuer=self._settings.issuer, subject=claims["sub"], groups=groups)

    def _check_issuer(self, issuer: str, published: Json) -> None:
        """Raise SIGN_IN_REFUSED if the answer came from another provider (RFC 9207)."""
        says = published.get("authorization_response_iss_parameter_supported") is True
        if (issuer or says) and issuer != self._settings.issuer:
            raise self._refused("issuer of the answer")

    async def _exchange(self, published: Json, *, code: str, redirect: str, verifier: str) -> OAuth2Token:
        client = self._client()
        supported = published.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        method = "client_secret_basic" if "client_secret_basic" in supported else "client_secret_post"
        try:
            return await client.fetch_token(
                published["token_endpoint"],
                grant_type="authorization_code",
                code=code,
                redirect_uri=redirect,
                code_verifier=verifier,
                auth=client.client_auth(method),
            )
        except OAuthError:
            # The code is wrong, spent, too old, or another client's.
            raise self._refused("code") from None

    async def _verified(self, published: Json, token: OAuth2Token, *, nonce: str, now: float) -> Json:
        """Return the claims of the ID token. Raises SIGN_IN_REFUSED."""
        text = token.get("id_token")
        if not isinstance(text, str) or len(text) > _MAX_TOKEN:
            raise self._refused("no ID token")
        try:
            header = _header(text)
            key = await self._key(published, header.get("kid"))
            decoded = jwt.decode(text, key, algorithms=ALGORITHMS, registry=JWSRegistry(algorithms=ALGORITHMS))
            claims = CodeIDToken(
                decoded.claims,
                decoded.header,
                {
                    "iss": {"essential": True, "value": self._settings.issuer},
                    "aud": {"essential": True, "value": self._settings.client_id},
                },
                {
                    "nonce": nonce,
                    "client_id": self._settings.client_id,
                    "access_token": token.get("access_token"),
                },
            )
            claims.validate(int(now), _LEEWAY)
        except (JoseError, ValueError, TypeError, KeyError) as error:
            raise self._refused(type(error).__name__) from None
        self._check_claims(claims, nonce, now)
        return dict(claims)

    def _check_claims(self, claims: Json, nonce: str, now: float) -> None:
        """Check those claims of an ID token that the JWT library does not check. Raises SIGN_IN_REFUSED."""
        subject, issued, shown = claims["sub"], claims["iat"], claims.get("nonce")
        if claims["iss"] != self._settings.issuer:
            raise self._refused("iss")
        if not isinstance(shown, str) or not hmac.compare_digest(shown.encode(), nonce.encode()):
            raise self._refused("nonce")
        if not isinstance(subject, str) or not subject.isascii() or not 0 < len(subject) <= _MAX_SUBJECT:
            raise self._refused("sub")
        if not isinstance(issued, int | float) or not now - _MAX_AGE - _LEEWAY <= issued <= now + _LEEWAY:
            raise self._refused("iat")

    async def _key(self, published: Json, name: object) -> Key:
        """Return the provider's key with this name. If a token names none, return its only key. Raises `ValueError`."""

        async def fetch() -> KeySet:
            return _public_keys(await self._fetch(published["jwks_uri"]))

        keys = await self._keys.value(fetch)
        found = _named(keys, name)
        if found is None and self._keys.age > _KEYS_PAUSE_SECONDS:
            self._keys.forget()
            found = _named(await self._keys.value(fetch), name)
        if found is None:
            raise ValueError("unknown key")
        return found

    async def _discover(self) -> Json:
        issuer = self._settings.issuer
        published = await self._fetch(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        if published.get("issuer") != issuer:
            raise ProviderAnswerError("a discovery document of another issuer")
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            address = published.get(name)
            if not isinstance(address, str) or not is_safe(urlsplit(address)):
                raise ProviderAnswerError(f"no safe {name}")
            if is_loopback(urlsplit(address)) and not self._local:
                raise ProviderAnswerError(f"a {name} on this machine")
        if "S256" not in published.get("code_challenge_methods_supported", ["S256"]):
            raise ProviderAnswerError("no PKCE by S256")
        return published

    async def _fetch(self, address: str) -> Json:
        response = await self._http.get(address)
        if response.status_code != httpx2.codes.OK:
            raise ProviderAnswerError(f"status {response.status_code}")
        content = response.json()
        if not isinstance(content, dict):
            raise ProviderAnswerError("no JSON object")
        return content

    def _client(self) -> AsyncOAuth2Client:
        """Return an OAuth client for one sign-in, since a client keeps the token that it gets.

        It need not be closed.
        """
        return AsyncOAuth2Client(
            self._settings.client_id,
            self._settings.client_secret,
            code_challenge_method="S256",
            transport=self._transport,
            timeout=CALL_SECONDS,
            trust_env=False,
        )

    @asynccontextmanager
    async def _call(self, call: str) -> AsyncIterator[None]:
        """Limit the time of the block, which calls the provider, and the number of such calls.

        Errors in it become PROVIDER_UNAVAILABLE.
        """
        if self._calls >= MAX_CALLS:
            raise errors.provider_unavailable(self._settings.name)
        self._calls += 1
        try:
            async with asyncio.timeout(CALL_SECONDS):
                with PROVIDER_SECONDS.labels(self._settings.name, call).time():
                    yield
        except (ProviderAnswerError, httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, ValueError) as error:
            why = str(error) if isinstance(error, ProviderAnswerError) else type(error).__name__
            _log.warning("provider_unavailable", provider=self._settings.name, call=call, why=why)
            raise errors.provider_unavailable(self._settings.name) from None
        finally:
            self._calls -= 1

    def _refused(self, why: str) -> errors.UnauthenticatedError:
        _log.warning("sign_in_refused", provider=self._settings.name, why=why)
        return errors.sign_in_refused(self._settings.name)


class _Kept(Generic[T]):
    """A value that is fetched once for all who wait, and kept for a while."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._value: T | None = None
        self._at = 0.0
        self._lock = asyncio.Lock()

    @property
    def age(self) -> float:
        """Return how many seconds ago the value was fetched."""
        return monotonic() - self._at

    def forget(self) -> None:
        """Drop the value, so that the next call of `value` fetches it again."""
        self._value = None

    async def value(self, fetch: Callable[[], Awaitable[T]]) -> T:
        """Return the value, fetched if it is too old. Raises the errors of `fetch`."""
        async with self._lock:
            if self._value is None or self.age > self._seconds:
                self._value = await fetch()
                self._at = monotonic()
            return self._value


def _groups(claim: object) -> tuple[str, ...]:
    """Return the groups that a claim holds: a list of texts, or one text."""
    given = [claim] if isinstance(claim, str) else claim
    return tuple(each for each in given if isinstance(each, str)) if isinstance(given, list) else ()


def _header(text: str) -> Json:
    """Return the header of a token that is not verified yet. Raises `ValueError`."""
    part = text.split(".", 1)[0]
    header = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    if not isinstance(header, dict):
        raise ValueError("no header")  # noqa: TRY004  # wrong content, not a wrong type of ours
    return header


def _public_keys(content: Json) -> KeySet:
    """Return the keys of a set that may sign: public, asymmetric, strong. Raises `ProviderAnswerError`."""
    given = content.get("keys")
    if not isinstance(given, list) or len(given) > _MAX_KEYS:
        raise ProviderAnswerError("no list of keys")
    keys: list[Key] = []
    for each in given:
        kind = _KEY_KINDS.get(str(each.get("kty"))) if isinstance(each, dict) else None
        if kind is None or each.get("use", "sig") != "sig":
            continue
        try:
            key = kind.import_key(each)
        except (JoseError, ValueError, TypeError, KeyError):
            continue
        if isinstance(key, RSAKey) and key.public_key.key_size < _MIN_RSA_BITS:
            continue
        keys.append(key)
    return KeySet(keys)


def _named(keys: KeySet, name: object) -> Key | None:
    found = [key for key in keys.keys if name is None or key.kid == name]
    return found[0] if len(found) == 1 else None

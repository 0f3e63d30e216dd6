"""What a provider, or somebody who poses as one, may send and is not believed."""

import asyncio
import gzip
import time
from collections.abc import Iterator

import pytest
from joserfc.jwk import OctKey

from galaxytables_lobby.adapters.oidc import provider as module
from galaxytables_lobby.adapters.oidc.fetching import MAX_BYTES, ProviderAnswerError
from galaxytables_lobby.adapters.oidc.provider import MAX_CALLS, OpenIdProvider
from galaxytables_lobby.adapters.oidc.settings import ProviderSettings, is_safe, split
from galaxytables_lobby.domain.accounts import Proof
from galaxytables_serving import GalaxyError
from tests.lobby.house import eventually
from tests.provider.forging import CLIENT_ID, CLIENT_SECRET, KEY, NONCE, OTHER_KEY, WEAK_KEY, Forger, bomb, forging

DISCOVERY = "/.well-known/openid-configuration"


@pytest.fixture
def forger() -> Iterator[Forger]:
    with forging() as forger:
        yield forger


@pytest.fixture
async def provider(forger):
    given = ProviderSettings(name="one", issuer=forger.issuer, client_id=CLIENT_ID, client_secret=CLIENT_SECRET)
    opened = OpenIdProvider(given)
    yield opened
    await opened.close()


async def identified(provider: OpenIdProvider, *, issuer: str = "", nonce: str = NONCE) -> Proof:
    return await provider.identify(
        code="a code", issuer=issuer, redirect="https://a.example/sign-in", nonce=nonce, verifier="v", now=time.time()
    )


async def reason_of(work) -> str:
    with pytest.raises(GalaxyError) as caught:
        await work
    return caught.value.reason


async def test_an_honest_answer_is_believed(provider, forger):
    proof = await identified(provider)
    assert (proof.issuer, proof.subject) == (forger.issuer, "alice")


NOW = int(time.time())
CLAIMS = {
    "wrong nonce": {"nonce": "of another sign-in"},
    "nonce of another type": {"nonce": [NONCE]},
    "wrong audience": {"aud": "another client"},
    "several audiences and no azp": {"aud": [CLIENT_ID, "another client"]},
    "azp of another client": {"azp": "another client"},
    "token of another issuer": {"iss": "https://other.example"},
    "issuer among several": {"iss": ["https://other.example", "?"]},
    "expired": {"exp": NOW - 600, "iat": NOW - 900},
    "made in the future": {"iat": NOW + 3600, "exp": NOW + 7200},
    "made long ago": {"iat": NOW - 3600, "exp": NOW + 7200},
    "not good yet": {"nbf": NOW + 3600},
    "no subject": {"sub": ""},
    "subject of another type": {"sub": 42},
    "subject without end": {"sub": "x" * 256},
    "subject that looks like another": {"sub": "аlice"},  # a letter of another script
    "hash of another access token": {"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"},
    "expiry of another type": {"exp": "never"},
}


@pytest.mark.parametrize("claims", CLAIMS.values(), ids=CLAIMS)
async def test_a_token_with_wrong_claims_is_refused(provider, forger, claims):
    forger.claims = {
        name: [forger.issuer if each == "?" else each for each in value] if isinstance(value, list) else value
        for name, value in claims.items()
    }
    assert await reason_of(identified(provider)) == "SIGN_IN_REFUSED"


@pytest.mark.parametrize("left_out", ["iss", "sub", "aud", "exp", "iat", "nonce"])
async def test_a_token_that_leaves_a_claim_out_is_refused(provider, forger, left_out):
    forger.left_out = {left_out}
    assert await reason_of(identified(provider)) == "SIGN_IN_REFUSED"


async def test_an_id_token_of_an_earlier_sign_in_is_not_taken_again(provider, forger):
    earlier = forger.tokens()
    await identified(provider)
    forger.answer = lambda: earlier
    assert await reason_of(identified(provider, nonce="of the next sign-in")) == "SIGN_IN_REFUSED"


async def test_an_e_mail_address_is_nobody(provider, forger):
    """Somebody takes another's address at the provider, or a player changes theirs: the subject alone counts."""
    forger.claims = {"email": "alice@example.org", "email_verified": True}
    alice = await identified(provider)
    forger.claims = {"sub": "mallory", "email": "alice@example.org", "email_verified": True}
    mallory = await identified(provider)
    forger.claims = {"email": "alice@elsewhere.example", "email_verified": True}
    assert (mallory.subject, await identified(provider)) == ("mallory", alice)


def unsigned(forger: Forger) -> None:
    forger.header, forger.key = {"alg": "none", "kid": "first"}, OctKey.import_key("x" * 32)


def signed_by_the_shared_secret(forger: Forger) -> None:
    forger.header, forger.key = {"alg": "HS256", "kid": "first"}, OctKey.import_key(CLIENT_SECRET * 2)


def signed_by_the_public_key_as_a_secret(forger: Forger) -> None:
    forger.header = {"alg": "HS256", "kid": "first"}
    # Older libraries refuse neither, so the forger's does not either.
    forger.key = OctKey.import_key(KEY.as_pem(private=False).replace(b"-----", b"====="))


def signed_by_another_key(forger: Forger) -> None:
    forger.key = OTHER_KEY


def signed_by_a_key_that_nobody_knows(forger: Forger) -> None:
    forger.header, forger.key = {"alg": "RS256", "kid": "unheard of"}, OTHER_KEY


def signed_by_a_key_in_its_own_header(forger: Forger) -> None:
    forger.header = {"alg": "RS256", "kid": "own", "jwk": OTHER_KEY.as_dict(private=False)}
    forger.key = OTHER_KEY


def signed_by_a_weak_key(forger: Forger) -> None:
    forger.keys = [WEAK_KEY.as_dict(private=False)]
    forger.header, forger.key = {"alg": "RS256", "kid": "weak"}, WEAK_KEY


def signed_by_a_key_for_encryption(forger: Forger) -> None:
    forger.keys = [{**KEY.as_dict(private=False), "use": "enc"}]


def signed_by_a_secret_among_the_keys(forger: Forger) -> None:
    secret = OctKey.import_key("y" * 32, {"kid": "secret"})
    forger.keys = [*forger.keys, secret.as_dict(private=True)]
    forger.header, forger.key = {"alg": "HS256", "kid": "secret"}, secret


def two_keys_of_one_name(forger: Forger) -> None:
    forger.keys = [KEY.as_dict(private=False), OTHER_KEY.as_dict(private=False)]


SIGNED = (
    unsigned,
    signed_by_the_shared_secret,
    signed_by_the_public_key_as_a_secret,
    signed_by_another_key,
    signed_by_a_key_that_nobody_knows,
    signed_by_a_key_in_its_own_header,
    signed_by_a_weak_key,
    signed_by_a_key_for_encryption,
    signed_by_a_secret_among_the_keys,
    two_keys_of_one_name,
)


@pytest.mark.parametrize("forge", SIGNED, ids=lambda forge: forge.__name__)
async def test_a_token_that_the_provider_did_not_sign_is_refused(provider, forger, forge):
    forge(forger)
    assert await reason_of(identified(provider)) == "SIGN_IN_REFUSED"


ANSWERS = {
    "no ID token": {"access_token": "x", "token_type": "Bearer"},
    "an ID token that is none": {"access_token": "x", "token_type": "Bearer", "id_token": "a.b.c"},
    "an ID token of another type": {"access_token": "x", "token_type": "Bearer", "id_token": {"sub": "alice"}},
    "an ID token without end": {"access_token": "x", "token_type": "Bearer", "id_token": "a" * 100_000},
    "an encrypted ID token": {"access_token": "x", "token_type": "Bearer", "id_token": "a.b.c.d.e"},
    "an error": {"error": "invalid_grant"},
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
async def test_an_answer_without_a_good_token_is_refused(provider, forger, answer):
    forger.answer = lambda: answer
    assert await reason_of(identified(provider)) == "SIGN_IN_REFUSED"


async def test_the_issuer_of_the_answer_must_be_the_one_that_was_asked(provider, forger):
    forger.discovery = {"authorization_response_iss_parameter_supported": True}
    for issuer in ("https://other.example", "", forger.issuer + "/"):
        assert await reason_of(identified(provider, issuer=issuer)) == "SIGN_IN_REFUSED"
    assert "/token" not in forger.asked
    assert (await identified(provider, issuer=forger.issuer)).subject == "alice"


DISCOVERED = {
    "another issuer": {"issuer": "https://other.example"},
    "an endpoint without TLS": {"token_endpoint": "http://token.example/token"},
    "keys without TLS": {"jwks_uri": "http://keys.example/jwks"},
    "a file": {"jwks_uri": "file:///etc/passwd"},
    "no endpoint": {"token_endpoint": None},
    "plain PKCE alone": {"code_challenge_methods_supported": ["plain"]},
}


@pytest.mark.parametrize("changes", DISCOVERED.values(), ids=DISCOVERED)
async def test_a_discovery_document_that_leads_astray_is_not_followed(provider, forger, changes):
    forger.discovery = changes
    assert await reason_of(identified(provider)) == "PROVIDER_UNAVAILABLE"
    assert set(forger.asked) == {DISCOVERY}


RAW = {
    "a small answer that unpacks to a large one": ("/jwks", bomb()),
    "an error of its own": (DISCOVERY, (500, {}, b"")),
    "no JSON": (DISCOVERY, (200, {}, b"<html>")),
    "a list": (DISCOVERY, (200, {}, b"[]")),
    "keys that are none": ("/jwks", (200, {}, b'{"keys": 1}')),
    "more keys than any has": ("/jwks", (200, {}, b'{"keys": [' + b"{}," * 100 + b"{}]}")),
}


@pytest.mark.parametrize(("path", "answer"), RAW.values(), ids=RAW)
async def test_an_answer_out_of_bounds_is_cut_off(provider, forger, path, answer):
    forger.raw = {path: answer}
    assert await reason_of(identified(provider)) == "PROVIDER_UNAVAILABLE"


SPOILT = {
    "too long": lambda headers, content: (200, headers, content + b" " * MAX_BYTES),
    "packed": lambda headers, content: (200, headers | {"content-encoding": "gzip"}, gzip.compress(content)),
    "elsewhere": lambda _, __: (307, {"location": "/elsewhere"}, b""),
}


@pytest.mark.parametrize("spoilt", SPOILT.values(), ids=SPOILT)
@pytest.mark.parametrize("path", [DISCOVERY, "/jwks", "/token"])
async def test_an_answer_that_would_be_good_is_not_taken_where_it_is_too_long_packed_or_elsewhere(
    provider, forger, path, spoilt
):
    _, headers, content = forger.of(path)
    forger.raw = {"/elsewhere": (200, headers, content)}
    assert (await identified(provider)).subject == "alice"
    fresh = OpenIdProvider(provider._settings)
    forger.raw[path] = spoilt(headers, content)
    assert await reason_of(identified(fresh)) == "PROVIDER_UNAVAILABLE"
    assert "/elsewhere" not in forger.asked
    await fresh.close()


async def test_a_provider_that_hangs_keeps_only_its_own_callers_waiting_and_not_for_long(forger, monkeypatch):
    monkeypatch.setattr(module, "CALL_SECONDS", 0.3)
    given = ProviderSettings(name="one", issuer=forger.issuer, client_id=CLIENT_ID, client_secret=CLIENT_SECRET)
    provider = OpenIdProvider(given)
    forger.hangs = {DISCOVERY}
    waiting = [asyncio.create_task(identified(provider)) for _ in range(MAX_CALLS)]
    await eventually(lambda: DISCOVERY in forger.asked)
    # One more is sent away at once.
    assert await reason_of(identified(provider)) == "PROVIDER_UNAVAILABLE"
    assert not any(each.done() for each in waiting)
    for each in waiting:
        assert await reason_of(each) == "PROVIDER_UNAVAILABLE"
    forger.hangs = set()
    assert (await identified(provider)).subject == "alice"
    await provider.close()


async def test_keys_are_fetched_anew_for_a_new_one_but_not_for_each_name_that_is_made_up(provider, forger, monkeypatch):
    await identified(provider)
    forger.header = {"alg": "RS256", "kid": "second"}
    for _ in range(5):
        assert await reason_of(identified(provider)) == "SIGN_IN_REFUSED"
    assert forger.asked.count("/jwks") == 1
    forger.keys = [{**KEY.as_dict(private=False), "kid": "second"}]
    monkeypatch.setattr(module, "_KEYS_PAUSE_SECONDS", 0.0)
    assert (await identified(provider)).subject == "alice"
    assert forger.asked.count("/jwks") == 2
    assert forger.asked.count(DISCOVERY) == 1


@pytest.mark.parametrize(
    "address", ["http://id.example", "ftp://id.example", "https://", "http://localhost", "id.example"]
)
def test_an_issuer_without_tls_is_none(address):
    assert not is_safe(split(address))


async def test_a_provider_elsewhere_does_not_lead_to_this_machine(forger):
    """Otherwise whoever runs a provider could reach what listens here for us alone."""
    given = ProviderSettings(name="one", issuer="https://id.example", client_id=CLIENT_ID, client_secret=CLIENT_SECRET)
    provider = OpenIdProvider(given)
    with pytest.raises(ProviderAnswerError):
        await provider._fetch(f"{forger.issuer}/jwks")
    assert forger.asked == []
    await provider.close()

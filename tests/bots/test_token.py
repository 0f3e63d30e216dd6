import jwt
import pytest

from services.bots import token as tokens
from services.bots.token import TokenSource
from services.serving import Environment, SettingError

FIRST, SECOND = "a-secret-of-at-least-thirty-two-bytes", "another-secret-of-at-least-thirty-two-bytes"


def read(**variables: str) -> TokenSource:
    return TokenSource.read(Environment(variables))


def bearer(source: TokenSource) -> str:
    ((key, value),) = source.metadata()
    assert key == "authorization"
    return value.removeprefix("Bearer ")


def test_a_given_token_is_used_as_it_is():
    variables = {"GALAXY_BOTS_TOKEN": "given", "GALAXY_TOKEN_KEYS": f"k:{FIRST}"}
    assert bearer(read(**variables)) == "given"


def test_a_token_is_signed_with_the_first_key_and_carries_the_role():
    token = bearer(read(GALAXY_TOKEN_KEYS=f"new:{FIRST},old:{SECOND}"))
    assert jwt.get_unverified_header(token)["kid"] == "new"
    claims = jwt.decode(token, FIRST, algorithms=["HS256"])
    assert claims["role"] == "bots"
    assert claims["exp"] > claims["iat"]


def test_a_signed_token_is_kept_until_half_its_life_is_over(monkeypatch):
    now = 1_000_000.0
    monkeypatch.setattr("services.bots.token.time.time", lambda: now)
    source = read(GALAXY_TOKEN_KEYS=f"k:{FIRST}")
    first = bearer(source)
    now += tokens.LIFETIME_SECONDS / 2 - 1
    assert bearer(source) == first
    now += 2
    assert bearer(source) != first


def test_without_token_and_keys_there_is_a_clear_line_that_quotes_no_secret():
    with pytest.raises(SettingError, match="GALAXY_BOTS_TOKEN"):
        read()
    with pytest.raises(SettingError) as told:
        read(GALAXY_TOKEN_KEYS=FIRST)
    assert FIRST not in str(told.value)


def test_every_process_is_a_host_of_its_own():
    keys = {"GALAXY_TOKEN_KEYS": f"k:{FIRST}"}
    subjects = {jwt.decode(bearer(read(**keys)), FIRST, algorithms=["HS256"])["sub"] for _ in range(2)}
    assert len(subjects) == 2

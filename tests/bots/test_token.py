import jwt
import pytest

from galaxytables_bots.token import LIFETIME_SECONDS, SKEW_SECONDS, Signed, TokenSettings, identity
from galaxytables_client import Bearer, Identity
from galaxytables_lobby.people.tokens import Tokens
from galaxytables_serving import SettingError
from galaxytables_serving.settings import read_settings
from tests.client.doors import NoDoor

FIRST, SECOND = "a-secret-of-at-least-thirty-two-bytes", "another-secret-of-at-least-thirty-two-bytes"


def read(**variables: str) -> Identity:
    return identity(read_settings(TokenSettings, variables))


async def token_of(identity: Identity) -> str:
    return (await identity.obtain(NoDoor())).text


async def test_a_given_token_is_used_as_it_is():
    variables = {"GALAXYTABLES_BOTS_TOKEN": "given", "GALAXYTABLES_TOKEN_KEYS": f"k:{FIRST}"}
    identity = read(**variables)
    assert isinstance(identity, Bearer)
    assert await token_of(identity) == "given"


async def test_a_token_is_signed_with_the_first_key_and_carries_the_role():
    token = await token_of(read(GALAXYTABLES_TOKEN_KEYS=f"new:{FIRST},old:{SECOND}"))
    assert jwt.get_unverified_header(token)["kid"] == "new"
    claims = jwt.decode(token, FIRST, algorithms=["HS256"])
    assert claims["role"] == "bots"
    assert claims["exp"] > claims["iat"]


async def test_another_token_is_signed_for_the_same_host_and_the_same_time(monkeypatch):
    now = 1_000_000.0
    monkeypatch.setattr("galaxytables_bots.token.time.time", lambda: now)
    identity = Signed("k", FIRST)
    first = await identity.obtain(NoDoor())
    now += LIFETIME_SECONDS / 2
    second = await identity.renew(NoDoor(), first)
    assert (first.expires, second.expires) == (1_000_000 + LIFETIME_SECONDS, 1_000_000 + 1.5 * LIFETIME_SECONDS)
    told = [jwt.decode(each.text, options={"verify_signature": False}) for each in (first, second)]
    assert told[0]["sub"] == told[1]["sub"]
    assert [each["exp"] for each in told] == [each.expires + SKEW_SECONDS for each in (first, second)]


@pytest.mark.parametrize("hours", [-23, -2, 2, 48])
async def test_a_host_whose_wall_clock_is_wrong_is_let_in_by_the_time_of_the_store(monkeypatch, hours):
    store_time = 1_000_000.0
    monkeypatch.setattr("galaxytables_bots.token.time.time", lambda: store_time + hours * 3600)
    identity = Signed("k", FIRST)
    lobby = Tokens({"k": FIRST.encode()}, clock=lambda: store_time)
    token = await identity.obtain(NoDoor())
    assert lobby.read(token.text).role == "bots"
    # Just before its host signs another one.
    store_time += LIFETIME_SECONDS
    assert lobby.read(token.text).role == "bots"


def test_without_token_and_keys_there_is_a_clear_line_that_quotes_no_secret():
    with pytest.raises(SettingError, match="GALAXYTABLES_BOTS_TOKEN"):
        read()
    with pytest.raises(SettingError) as told:
        read(GALAXYTABLES_TOKEN_KEYS=FIRST)
    assert FIRST not in str(told.value)


async def test_every_process_is_a_host_of_its_own():
    keys = {"GALAXYTABLES_TOKEN_KEYS": f"k:{FIRST}"}
    subjects = {jwt.decode(await token_of(read(**keys)), FIRST, algorithms=["HS256"])["sub"] for _ in range(2)}
    assert len(subjects) == 2

"""Where tokens come from."""

import base64
import json
import math

import pytest

from galaxy_client import Backoff, Bearer, Guest, Keyring
from tests.client.doors import Door, NoDoor


def jwt_with(claims):
    middle = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    return f"head.{middle}.signature"


async def test_a_guest_without_a_keyring_is_a_new_one_each_time():
    door = Door()
    for number in (1, 2):
        token = await Guest("Ann").obtain(door)
        assert token.text == f"token-{number}"
    assert door.calls == ["guest Ann", "guest Ann"]


async def test_a_guest_with_a_keyring_comes_back_and_keeps_what_was_renewed(tmp_path):
    door = Door()
    first = await Guest("Ann", Keyring(tmp_path)).obtain(door)
    guest = Guest("Ann", Keyring(tmp_path))
    second = await guest.obtain(door)
    third = await guest.renew(door, second)
    assert door.calls == ["guest Ann", f"renew {first.text}", f"renew {second.text}"]
    assert Keyring(tmp_path).token(door.address, "Ann") == third.text


async def test_a_kept_token_that_counts_no_more_gives_way_to_a_new_guest(tmp_path):
    Keyring(tmp_path).keep(Door().address, "Ann", "old")
    door = Door()
    token = await Guest("Ann", Keyring(tmp_path)).obtain(door)
    assert door.calls == ["refused old", "guest Ann"]
    assert Keyring(tmp_path).token(door.address, "Ann") == token.text


async def test_a_guest_whose_token_cannot_be_kept_plays_all_the_same(tmp_path):
    (tmp_path / "file").touch()
    token = await Guest("Ann", Keyring(tmp_path / "file")).obtain(Door())
    assert token.text == "token-1"


@pytest.mark.parametrize(
    ("token", "expires"),
    [
        (jwt_with({"exp": 1234}), 1234.0),
        (jwt_with({"sub": "x"}), math.inf),
        ("opaque", math.inf),
        ("a.b.c", math.inf),
        ("a.\N{SNOWMAN}.c", math.inf),
    ],
)
async def test_a_given_token_expires_when_it_says(token, expires):
    found = await Bearer(token).obtain(NoDoor())
    assert (found.text, found.expires) == (token, expires)


def test_pauses_double_up_to_a_bound_and_begin_anew(monkeypatch):
    monkeypatch.setattr("galaxy_client.backoff.uniform", lambda _least, most: most)
    backoff = Backoff(1.0, 5.0)
    assert [backoff.next() for _ in range(5)] == [1.0, 2.0, 4.0, 5.0, 5.0]
    backoff.reset()
    assert backoff.next() == 1.0
    monkeypatch.setattr("galaxy_client.backoff.uniform", lambda least, _most: least)
    assert backoff.next() == 1.0

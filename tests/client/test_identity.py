"""Where tokens come from."""

import base64
import json
import math

import pytest

from galaxytables_client import Backoff, Bearer, Guest, Keyring, Token, UnauthenticatedError
from tests.client.doors import Door, NoDoor


def jwt_with(claims):
    middle = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    return f"head.{middle}.signature"


async def test_a_token_is_taken_with_what_a_file_or_a_clipboard_has_around_it():
    assert (await Bearer(" \tgxt_pat_0000\r\n").obtain(NoDoor())).text == "gxt_pat_0000"


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
    assert Keyring(tmp_path).token(door.address, "Ann") == Token(third.text)


async def test_a_kept_token_that_counts_no_more_gives_way_to_a_new_guest(tmp_path):
    Keyring(tmp_path).keep(Door().address, "Ann", Token("old"))
    door = Door()
    token = await Guest("Ann", Keyring(tmp_path)).obtain(door)
    assert door.calls == ["refused old", "guest Ann"]
    assert Keyring(tmp_path).token(door.address, "Ann") == Token(token.text)


async def test_a_guest_whose_token_cannot_be_kept_plays_all_the_same(tmp_path):
    (tmp_path / "file").touch()
    token = await Guest("Ann", Keyring(tmp_path / "file")).obtain(Door())
    assert token.text == "token-1"


async def test_a_guest_comes_back_by_a_refresh_token_and_spends_each_once(tmp_path):
    door = Door(sessions=True)
    first = await Guest("Ann", Keyring(tmp_path)).obtain(door)
    guest = Guest("Ann", Keyring(tmp_path))
    second = await guest.obtain(door)
    third = await guest.renew(door, second)
    assert door.calls == ["guest Ann", f"refresh {first.refresh}", f"refresh {second.refresh}"]
    kept = Keyring(tmp_path).token(door.address, "Ann")
    assert kept == Token("", refresh=third.refresh, request=third.request, player=first.player)


async def test_processes_that_share_a_keyring_refresh_what_is_in_it_and_never_what_was_spent(tmp_path):
    door = Door(sessions=True)
    one, other = Guest("Ann", Keyring(tmp_path)), Guest("Ann", Keyring(tmp_path))
    of_one = await one.obtain(door)
    of_other = await other.obtain(door)
    for _ in range(3):
        of_one = await one.renew(door, of_one)
        of_other = await other.renew(door, of_other)
    assert [call.split()[0] for call in door.calls] == ["guest"] + 7 * ["refresh"]
    assert of_one.player == of_other.player != ""


async def test_a_use_whose_answer_was_lost_is_repeated_under_its_id_by_the_next_process(tmp_path):
    door = Door(sessions=True)
    first = await Guest("Ann", Keyring(tmp_path)).obtain(door)
    lost = await door.refresh(first.refresh, first.request)
    again = await Guest("Ann", Keyring(tmp_path)).obtain(door)
    assert again.refresh == lost.refresh
    assert door.calls == ["guest Ann", f"refresh {first.refresh}"]


async def test_a_token_of_before_is_exchanged_for_one_that_is_refreshed(tmp_path):
    door = Door()
    await Guest("Ann", Keyring(tmp_path)).obtain(door)
    door.sessions = True
    guest = Guest("Ann", Keyring(tmp_path))
    exchanged = await guest.obtain(door)
    await guest.renew(door, exchanged)
    assert door.calls == ["guest Ann", "renew token-1", f"refresh {exchanged.refresh}"]


async def test_who_goes_by_the_same_name_here_now_stays_somebody_else(tmp_path):
    door, keyring = Door(sessions=True), Keyring(tmp_path)
    first, second = Guest("Ann", keyring), Guest("Ann", Keyring(tmp_path))
    before = await first.obtain(door)
    keyring.keep(door.address, "Ann", None)
    after = await second.obtain(door)
    mine = await first.renew(door, before)
    assert door.calls[2] == f"refresh {before.refresh}"
    assert mine.player == before.player != after.player
    kept = Keyring(tmp_path).token(door.address, "Ann")
    assert kept is not None
    assert kept.player == after.player


async def test_a_guest_whose_token_could_not_be_kept_does_not_go_back_to_the_one_before(tmp_path, monkeypatch):
    door = Door(sessions=True)
    guest = Guest("Ann", Keyring(tmp_path))
    token = await guest.obtain(door)

    def full(*_):
        raise OSError

    monkeypatch.setattr(Keyring, "_write", full)
    for _ in range(3):
        token = await guest.renew(door, token)
    assert [call.split()[0] for call in door.calls] == ["guest"] + 3 * ["refresh"]


async def test_a_session_that_was_ended_gives_way_to_a_new_guest_at_the_next_start_alone(tmp_path):
    door = Door(sessions=True)
    guest = Guest("Ann", Keyring(tmp_path))
    token = await guest.obtain(door)
    door.good.clear()
    with pytest.raises(UnauthenticatedError):
        await guest.renew(door, token)
    again = await Guest("Ann", Keyring(tmp_path)).obtain(door)
    assert again.player != token.player


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
    monkeypatch.setattr("galaxytables_client.backoff.uniform", lambda _least, most: most)
    backoff = Backoff(1.0, 5.0)
    assert [backoff.next() for _ in range(5)] == [1.0, 2.0, 4.0, 5.0, 5.0]
    backoff.reset()
    assert backoff.next() == 1.0
    monkeypatch.setattr("galaxytables_client.backoff.uniform", lambda least, _most: least)
    assert backoff.next() == 1.0

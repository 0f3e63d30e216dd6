"""Tokens: who somebody is, for how long, signed with which key."""

import base64
import hmac
import json

import grpc.aio
import jwt
import pytest
from jwt.algorithms import HMACAlgorithm
from jwt.utils import force_bytes

from galaxytables.lobby.v1 import (
    accounts_pb2,
    archive_pb2,
    bots_pb2,
    notifications_pb2,
    pairing_pb2,
    passkeys_pb2,
    personal_tokens_pb2,
    platform_pb2,
    play_pb2,
    players_pb2,
    relations_pb2,
    reports_pb2,
    tables_pb2,
    tournaments_pb2,
)
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.identity import main
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.tokens import ROLE_BOTS, Tokens, TokenSettings
from galaxytables_serving import GalaxyError, SettingError, read_error
from galaxytables_serving.settings import read_settings
from tests.lobby.house import KEYS, Guest, refused
from tools.reference.calls import every_service

OLD, NEW = b"o" * 32, b"n" * 32
ADA = Person(PlayerId("id-of-ada"), "Ada")
VARIABLE = "GALAXYTABLES_TOKEN_KEYS"
LOBBY = "galaxytables.lobby.v1"


def reason(tokens: Tokens, token: str) -> str:
    with pytest.raises(GalaxyError) as caught:
        tokens.read(token)
    return caught.value.reason


def test_a_token_says_who_it_belongs_to():
    tokens = Tokens({"new": NEW})
    caller = tokens.read(tokens.make(ADA, role=ROLE_BOTS)[0])
    assert caller.player == ADA
    assert caller.hosts_bots
    assert not tokens.read(tokens.make(ADA)[0]).hosts_bots


def test_a_rotated_key_still_verifies_and_the_first_one_signs():
    old = Tokens({"old": OLD}).make(ADA)[0]
    rotated = Tokens({"new": NEW, "old": OLD})
    assert rotated.read(old).player == ADA
    fresh = rotated.make(ADA)[0]
    assert jwt.get_unverified_header(fresh)["kid"] == "new"
    assert reason(Tokens({"new": NEW}), old) == "TOKEN_INVALID"


def test_a_token_expires_even_if_it_was_read_before():
    now = [1_000_000.0]
    tokens = Tokens({"new": NEW}, clock=lambda: now[0])
    token, expires = tokens.make(ADA, days=1)
    assert tokens.read(token).player == ADA
    now[0] = expires
    assert reason(tokens, token) == "TOKEN_EXPIRED"


def test_forged_tokens_are_refused():
    tokens = Tokens({"new": NEW})
    good, _ = tokens.make(ADA)
    claims = {"sub": "x", "iat": 0, "exp": 9_999_999_999}
    forged = [
        "",
        "nonsense",
        good[:-4] + "AAAA",
        jwt.encode(claims, OLD, algorithm="HS256", headers={"kid": "new"}),
        jwt.encode(claims, "", algorithm="none", headers={"kid": "new"}),
        jwt.encode(claims, NEW, algorithm="HS256"),
        jwt.encode(claims, NEW, algorithm="HS256", headers={"kid": "other"}),
        jwt.encode(claims, NEW * 2, algorithm="HS512", headers={"kid": "new"}),
        jwt.encode({"sub": "x"}, NEW, algorithm="HS256", headers={"kid": "new"}),
    ]
    assert [reason(tokens, token) for token in forged] == ["TOKEN_INVALID"] * len(forged)


def hand_made(header, secret):
    """A token of a host of bots under a key that no library would sign with."""
    claims = {"sub": "x", "iat": 0, "exp": 9_999_999_999, "role": ROLE_BOTS}
    parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=") for part in (header, claims)]
    signed = b".".join(parts)
    signature = base64.urlsafe_b64encode(hmac.digest(secret, signed, "sha256")).rstrip(b"=")
    return (signed + b"." + signature).decode()


@pytest.mark.parametrize("kid", [{}, {"kid": ""}, {"kid": "other"}, {"kid": None}, {"kid": ["new"]}, {"kid": {}}])
def test_without_a_known_key_id_no_key_is_tried_not_even_an_empty_one(monkeypatch, kid):
    # As PyJWT was once: any key would do, the empty one too.
    monkeypatch.setattr(HMACAlgorithm, "prepare_key", lambda _, key: force_bytes(key))
    forged = hand_made({"alg": "HS256", "typ": "JWT", **kid}, b"")
    assert reason(Tokens({"new": NEW}), forged) == "TOKEN_INVALID"


async def test_keys_are_rotated_without_anybody_noticing(house):
    before = await house.guest("Ada")
    house.tokens = Tokens({"k2": NEW, **KEYS}, clock=house.clock)
    await house.open_lobby()
    me = house.at(before, 1)
    renewed = await me.players.RenewToken(players_pb2.RenewTokenRequest(), metadata=me.metadata)
    assert jwt.get_unverified_header(renewed.token)["kid"] == "k2"
    house.tokens = Tokens({"k2": NEW}, clock=house.clock)
    await house.open_lobby()
    after = Guest(house.channels[2], renewed.token, before.id)
    said = await after.players.GetMe(players_pb2.GetMeRequest(), metadata=after.metadata)
    assert said.player.id == before.id
    assert (await refused(house.at(before, 2).list())).reason == "TOKEN_INVALID"
    # A lobby that has not heard of the new key does not know its tokens: first all verify, then one signs.
    assert (await refused(house.at(after, 0).list())).reason == "TOKEN_INVALID"


def keys_of(value):
    return read_settings(TokenSettings, {VARIABLE: value}).keys


def test_keys_are_read_in_order_and_weak_or_missing_ones_keep_the_process_from_starting():
    assert list(keys_of(f"new:{'n' * 32},old:{'o' * 40}")) == ["new", "old"]
    for value in ("", "new:short", "nocolon", f"a:{'x' * 32},a:{'y' * 32}"):
        with pytest.raises(SettingError) as caught:
            keys_of(value)
        assert VARIABLE in str(caught.value)
        assert "short" not in str(caught.value)


def test_an_operator_makes_a_token_for_bot_hosts(monkeypatch, capsys):
    monkeypatch.setenv(VARIABLE, "new:" + "n" * 32)
    assert main(["--role", "bots", "--name", "fillers"]) == 0
    caller = Tokens({"new": NEW}).read(capsys.readouterr().out.strip())
    assert caller.hosts_bots
    monkeypatch.delenv(VARIABLE)
    assert main([]) == 2
    assert VARIABLE in capsys.readouterr().err


async def test_guests_have_names_and_keep_their_identity_through_renewal(house):
    guest = await house.guest("  Grace Hopper ")
    me = await guest.players.GetMe(players_pb2.GetMeRequest(), metadata=guest.metadata)
    assert (me.player.id, me.player.name) == (guest.id, "Grace Hopper")
    renewed = await guest.players.RenewToken(players_pb2.RenewTokenRequest(), metadata=guest.metadata)
    again = Guest(house.channels[0], renewed.token)
    me = await again.players.GetMe(players_pb2.GetMeRequest(), metadata=again.metadata)
    assert me.player.id == guest.id
    for name in ("", "   ", "x" * 41, "bad\x00name", "two\nlines"):
        error = await refused(guest.players.CreateGuest(players_pb2.CreateGuestRequest(name=name)))
        assert (error.reason, error.metadata) == ("INVALID_NAME", {"least": "1", "most": "40"})


async def test_every_other_call_needs_a_token(house):
    stranger = Guest(house.channels[0], "nonsense")
    assert (await refused(stranger.list())).reason == "TOKEN_INVALID"
    for metadata in ((), (("authorization", "Basic abc"),)):
        stranger.metadata = metadata
        assert (await refused(stranger.list())).reason == "TOKEN_MISSING"
        assert (await refused(stranger.view("b" * 16))).reason == "TOKEN_MISSING"
    guest = await house.guest()
    house.clock.ahead += 100 * 24 * 3600
    error = await refused(guest.list())
    assert (error.reason, error.code.name, error.domain) == ("TOKEN_EXPIRED", "UNAUTHENTICATED", "galaxytables.lobby")


@pytest.mark.parametrize(
    "service",
    [service for service in every_service() if service.package == LOBBY],
    ids=lambda service: service.name,
)
async def test_the_reference_says_which_calls_want_a_token(house, service):
    stranger = Guest(house.channels[0])
    stubs = {
        "AccountService": (stranger.accounts, accounts_pb2),
        "NotificationService": (stranger.notifications, notifications_pb2),
        "PasskeyService": (stranger.passkeys, passkeys_pb2),
        "PersonalTokenService": (stranger.personal_tokens, personal_tokens_pb2),
        "PlayerService": (stranger.players, players_pb2),
        "TableService": (stranger.tables, tables_pb2),
        "PlayService": (stranger.play, play_pb2),
        "BotService": (stranger.bots, bots_pb2),
        "ArchiveService": (stranger.archive, archive_pb2),
        "RelationService": (stranger.relations, relations_pb2),
        "ReportService": (stranger.reports, reports_pb2),
        "PlatformService": (stranger.platform, platform_pb2),
        "PairingService": (stranger.pairing, pairing_pb2),
        "TournamentService": (stranger.tournaments, tournaments_pb2),
    }
    stub, module = stubs[service.name]
    for call in service.calls:
        name = call.request.removeprefix("stream ")
        request = getattr(module, name)()
        started = getattr(stub, call.name)(iter([request]) if name != call.request else request)
        answer = started.read() if call.response.startswith("stream ") else started
        try:
            await answer
            reason = ""
        except grpc.aio.AioRpcError as error:
            reason = read_error(error).reason
        assert (reason == "TOKEN_MISSING") is call.token, call.name

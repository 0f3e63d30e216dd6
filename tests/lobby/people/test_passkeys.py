"""Passkeys: ways into an account, and what is tried against them."""

import asyncio
import json
from copy import copy
from dataclasses import dataclass

import cbor2
import pytest
import structlog
from prometheus_client import REGISTRY

from galaxytables.lobby.v1 import accounts_pb2, accounts_pb2_grpc, passkeys_pb2, passkeys_pb2_grpc, players_pb2
from galaxytables_client import Guest as PythonGuest
from galaxytables_client import Keyring, Lobby, SignedIn
from galaxytables_client.sync import Lobby as SyncLobby
from galaxytables_lobby.adapters.oidc.settings import SignInSettings
from galaxytables_lobby.people.passkeys import LASTING_SECONDS
from galaxytables_lobby.people.sanctions import Kind, Sanction, Sanctions, Subject
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, eventually, refused
from tests.lobby.people.authenticator import PRESENT, Authenticator, to_text
from tests.lobby.people.test_sanctions import is_refused

DOMAIN = "tables.example"


@dataclass
class Visitor:
    """Somebody who comes with a token, or with none, and passkeys."""

    house: House
    guest: Guest
    lobby: int = 0

    @classmethod
    async def comes(cls, house: House, name: str = "Ada", lobby: int = 0) -> "Visitor":
        guest = Guest(house.channels[lobby])
        made = await guest.players.CreateGuest(players_pb2.CreateGuestRequest(name=name, refreshable=True))
        return cls(house, Guest(house.channels[lobby], made.token, made.player.id), lobby)

    @property
    def calls(self) -> "passkeys_pb2_grpc.PasskeyServiceAsyncStub":
        return passkeys_pb2_grpc.PasskeyServiceStub(self.house.channels[self.lobby])

    @property
    def accounts(self) -> "accounts_pb2_grpc.AccountServiceAsyncStub":
        return accounts_pb2_grpc.AccountServiceStub(self.house.channels[self.lobby])

    async def asks_to_register(self) -> str:
        request = passkeys_pb2.BeginPasskeyRegistrationRequest()
        return (await self.calls.BeginPasskeyRegistration(request, metadata=self.guest.metadata)).options

    async def sends(self, credential: str, name: str = "Laptop") -> passkeys_pb2.CompletePasskeyRegistrationResponse:
        request = passkeys_pb2.CompletePasskeyRegistrationRequest(
            credential=credential, name=name, device_label="Browser"
        )
        return await self.calls.CompletePasskeyRegistration(request, metadata=self.guest.metadata)

    async def registers(self, authenticator: Authenticator, name: str = "Laptop") -> "Visitor":
        """The same player, with the tokens of the account."""
        made = await self.sends(authenticator.makes(await self.asks_to_register()), name)
        # What was begun in the second of a guest's last token ends with it.
        self.house.clock.ahead += 1
        if not made.token:
            return self
        return Visitor(self.house, Guest(self.house.channels[self.lobby], made.token, self.guest.id), self.lobby)

    async def asks_to_sign_in(self, *, with_token: bool = False) -> str:
        metadata = self.guest.metadata if with_token else ()
        return (
            await self.calls.BeginPasskeySignIn(passkeys_pb2.BeginPasskeySignInRequest(), metadata=metadata)
        ).options

    async def shows(self, credential: str, *, with_token: bool = False) -> passkeys_pb2.CompletePasskeySignInResponse:
        request = passkeys_pb2.CompletePasskeySignInRequest(credential=credential, device_label="Phone")
        return await self.calls.CompletePasskeySignIn(request, metadata=self.guest.metadata if with_token else ())

    async def signs_in(self, authenticator: Authenticator, *, with_token: bool = False) -> "Visitor":
        options = await self.asks_to_sign_in(with_token=with_token)
        made = await self.shows(authenticator.uses(options), with_token=with_token)
        return Visitor(self.house, Guest(self.house.channels[self.lobby], made.token, made.player_id), self.lobby)

    async def account(self) -> accounts_pb2.GetAccountResponse:
        return await self.accounts.GetAccount(accounts_pb2.GetAccountRequest(), metadata=self.guest.metadata)

    async def unlinks(self, way_in_id: str) -> None:
        request = accounts_pb2.UnlinkWayInRequest(way_in_id=way_in_id)
        await self.accounts.UnlinkWayIn(request, metadata=self.guest.metadata)


def counted(outcome: str) -> float:
    return REGISTRY.get_sample_value("galaxytables_passkeys_total", {"outcome": outcome}) or 0.0


@pytest.fixture
async def ada(house) -> Visitor:
    return await Visitor.comes(house)


async def test_a_guest_who_makes_a_passkey_comes_back_by_it_as_the_same_player(house, ada):
    table = await ada.guest.create()
    passkey = Authenticator()
    options = json.loads(await ada.asks_to_register())
    assert options["rp"]["id"] == "localhost"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["attestation"] == "none"
    account = await ada.registers(passkey, "Laptop")
    assert account.guest.id == ada.guest.id
    # Earlier tokens of the guest are good no more.
    assert (await refused(ada.guest.my_tables())).reason == "SESSION_ENDED"
    [way_in] = (await account.account()).ways_in
    assert (way_in.label, way_in.HasField("passkey")) == ("Laptop", True)
    house.clock.ahead += 3_600
    back = await (await Visitor.comes(house, "Somebody")).signs_in(passkey)
    assert back.guest.id == ada.guest.id
    assert [each.table.id for each in (await back.guest.my_tables()).tables] == [table.id]
    known = await back.account()
    assert known.name == "Ada"
    assert known.ways_in[0].used.seconds >= way_in.used.seconds + 3_600
    assert {session.label for session in known.sessions} == {"Browser", "Phone"}


async def test_an_account_has_several_passkeys_each_once_and_never_loses_the_last(ada):
    first, second = Authenticator(), Authenticator(count=None)
    account = await ada.registers(first)
    options = await account.asks_to_register()
    assert [each["id"] for each in json.loads(options)["excludeCredentials"]] == [to_text(first.credential_id)]
    await account.sends(second.makes(options), "Phone")
    # One that always counts 0 may be used again and again.
    for _ in range(2):
        assert (await account.signs_in(second)).guest.id == ada.guest.id
    ways = (await account.account()).ways_in
    assert [way.label for way in ways] == ["Laptop", "Phone"]
    await account.unlinks(ways[0].id)
    assert (await refused(account.signs_in(first))).reason == "PASSKEY_UNKNOWN"
    assert (await refused(account.unlinks(ways[1].id))).reason == "LAST_WAY_IN"
    assert (await account.signs_in(second)).guest.id == ada.guest.id


async def test_a_player_has_so_many_passkeys(ada):
    account = await ada.registers(Authenticator())
    for _ in range(15):
        await account.registers(Authenticator())
    error = await refused(account.registers(Authenticator()))
    assert (error.reason, error.metadata["most"]) == ("TOO_MANY_WAYS_IN", "16")


async def test_nobody_adds_a_passkey_by_a_stolen_token_of_an_account(house, ada):
    account = await ada.registers(Authenticator())
    house.clock.ahead += 700
    assert (await refused(account.asks_to_register())).reason == "SIGN_IN_NOT_RECENT"


@pytest.mark.parametrize(
    "changes",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost.evil.example:5180"},
        {"origin": "http://evil.example@localhost.example"},
        {"domain": "evil.example"},
        {"flags": 0},
    ],
    ids=["origin", "a longer host", "a user in the address", "RP id hash", "nobody there"],
)
async def test_an_answer_for_another_site_is_refused(ada, changes):
    good = Authenticator()
    account = await ada.registers(good)
    before = counted("refused")
    bad = copy(good)
    for name, value in changes.items():
        setattr(bad, name, value)
    assert (await refused(account.signs_in(bad))).reason == "PASSKEY_REFUSED"
    assert counted("refused") == before + 1
    for name, value in changes.items():
        setattr(other := Authenticator(), name, value)
    assert (await refused(account.registers(other))).reason == "PASSKEY_REFUSED"
    good.count = bad.count
    assert (await account.signs_in(good)).guest.id == ada.guest.id


async def test_a_challenge_is_good_for_one_use_some_minutes_one_purpose_and_one_player(house, redis_server, ada):
    passkey = Authenticator()
    account = await ada.registers(passkey)
    options = await account.asks_to_sign_in()
    await account.shows(passkey.uses(options))
    assert (await refused(account.shows(passkey.uses(options)))).reason == "CHALLENGE_UNKNOWN"
    # Not for what it was not made for.
    options = await account.asks_to_register()
    assert (await refused(account.shows(passkey.uses(options)))).reason == "CHALLENGE_UNKNOWN"
    # Another player's: a page that was made to send it would put a stranger's passkey into their account.
    eve = await Visitor.comes(house, "Eve")
    options = await eve.asks_to_register()
    assert (await refused(account.sends(Authenticator().makes(options)))).reason == "CHALLENGE_UNKNOWN"
    # One that nobody made.
    invented = json.dumps({"challenge": to_text(b"x" * 32)})
    assert (await refused(account.shows(passkey.uses(invented)))).reason == "CHALLENGE_UNKNOWN"
    await account.asks_to_sign_in()
    with redis_server.client() as client:
        left = [client.pttl(key) for key in client.keys("sign-in:*")]
    assert left
    assert all(0 < each <= LASTING_SECONDS * 1000 for each in left)


async def test_a_passkey_whose_count_goes_back_is_refused_logged_and_counted(ada):
    passkey = Authenticator(count=7)
    account = await ada.registers(passkey)
    clone = copy(passkey)
    await account.signs_in(passkey)
    before = counted("cloned")
    with structlog.testing.capture_logs() as logged:
        assert (await refused(account.signs_in(clone))).reason == "PASSKEY_CLONED"
    assert counted("cloned") == before + 1
    assert [(each["event"], each["player"]) for each in logged if each["log_level"] == "warning"] == [
        ("passkey_cloned", ada.guest.id)
    ]
    # One who has no key cannot make a passkey look cloned.
    forger = Authenticator(credential_id=passkey.credential_id, count=0, user=passkey.user)
    assert (await refused(account.signs_in(forger))).reason == "PASSKEY_REFUSED"
    assert counted("cloned") == before + 1
    assert (await account.signs_in(passkey)).guest.id == ada.guest.id


async def test_nobody_registers_anothers_credential_as_their_own(house, ada):
    passkey = Authenticator()
    account = await ada.registers(passkey)
    eve = await Visitor.comes(house, "Eve")
    forged = Authenticator(credential_id=passkey.credential_id)
    assert (await refused(eve.registers(forged))).reason == "WAY_IN_TAKEN"
    settled = await eve.registers(Authenticator())
    assert (await refused(settled.registers(forged))).reason == "WAY_IN_TAKEN"
    assert (await refused(eve.signs_in(forged))).reason == "PASSKEY_REFUSED"
    assert (await account.signs_in(passkey)).guest.id == ada.guest.id


async def test_a_passkey_says_whose_it_is_or_nothing(ada):
    passkey = Authenticator()
    account = await ada.registers(passkey)
    good = passkey.user
    passkey.user = to_text(b"somebody else")
    assert (await refused(account.signs_in(passkey))).reason == "PASSKEY_REFUSED"
    options = await account.asks_to_sign_in()
    await account.shows(passkey.uses(options, userHandle=None))
    passkey.user = good
    await account.signs_in(passkey)


@pytest.mark.parametrize("required", [False, True])
async def test_a_passkey_that_did_not_verify_its_owner_is_refused_where_that_is_required(house, required):
    house.sign_in = SignInSettings(verification="required" if required else "preferred")
    await house.open_lobby()
    ada = await Visitor.comes(house, lobby=1)
    wanted = "required" if required else "preferred"
    assert json.loads(await ada.asks_to_sign_in())["userVerification"] == wanted
    good = Authenticator()
    account = await ada.registers(good)
    good.flags = PRESENT
    careless = Authenticator(flags=PRESENT)
    if required:
        assert (await refused(account.registers(careless))).reason == "PASSKEY_REFUSED"
        assert (await refused(account.signs_in(good))).reason == "PASSKEY_REFUSED"
    else:
        await account.registers(careless)
        await account.signs_in(careless)
        await account.signs_in(good)


NESTED = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": b""})


@pytest.mark.parametrize(
    "attestation",
    [
        b"",
        b"\xff",
        b"\xa1" * 4_000,
        b"\x81" * 4_000 + b"\x00",
        b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x5b\x7f\xff\xff\xff\xff\xff\xff\xff",
        b"\xbb\x00\x00\x00\x00\xff\xff\xff\xff",
        b"\xc2\x59\x0f\x00" + b"\xff" * 3_840,
        b"\xd8\x1c\x81\xd8\x1d\x00",
        NESTED,
        cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": bytes(37)}),
        cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": 7}),
        cbor2.dumps({"fmt": "tpm", "attStmt": {"x5c": [b"x"]}, "authData": bytes(37)}),
        cbor2.dumps({"fmt": ["none"], "attStmt": [], "authData": bytes(200)}),
    ],
    ids=lambda content: content[:6].hex() or "nothing",
)
async def test_malformed_cbor_is_refused_and_changes_nothing(ada, attestation):
    options = await ada.asks_to_register()
    answer = Authenticator().makes(options, attestationObject=to_text(attestation))
    assert (await refused(ada.sends(answer))).reason == "PASSKEY_REFUSED"
    assert not (await ada.account()).ways_in


@pytest.mark.parametrize(
    "credential",
    [
        "",
        "[]",
        "null",
        "7",
        "{}",
        '{"response": 7}',
        '{"response": {"clientDataJSON": 7}}',
        "[" * 8_000,
        '{"a":' * 1_000,
    ],
)
async def test_what_is_no_credential_is_refused(ada, credential):
    assert (await refused(ada.sends(credential))).reason == "PASSKEY_REFUSED"
    assert (await refused(ada.shows(credential))).reason == "PASSKEY_REFUSED"


async def test_parts_of_a_sign_in_of_another_kind_are_refused(ada):
    passkey = Authenticator()
    account = await ada.registers(passkey)
    for changes in (
        {"signature": to_text(b"x" * 70)},
        {"authenticatorData": to_text(b"x")},
        {"authenticatorData": None},
        {"signature": 7},
        {"userHandle": 7},
    ):
        options = await account.asks_to_sign_in()
        assert (await refused(account.shows(passkey.uses(options, **changes)))).reason == "PASSKEY_REFUSED"
    assert (await account.signs_in(passkey)).guest.id == ada.guest.id


async def test_who_is_banned_does_not_come_in_by_a_passkey(house, ada):
    passkey = Authenticator()
    account = await ada.registers(passkey)
    hand = Sanctions(house.lobbies[0].tables.store, house.clock)
    about = str(Subject.player(ada.guest.id))
    await hand.impose(Sanction(kind=Kind.BAN, subject=about, reason="spam", operator="olga", since=0))
    await eventually(lambda: is_refused(account.guest.my_tables, "BANNED"))
    assert (await refused(account.signs_in(passkey))).reason == "BANNED"


async def test_at_a_public_address_passkeys_are_for_its_page_alone(house):
    house.sign_in = SignInSettings(public_address=f"https://{DOMAIN}")
    await house.open_lobby()
    ada = await Visitor.comes(house, lobby=1)
    assert (await refused(ada.registers(Authenticator()))).reason == "PASSKEY_REFUSED"
    assert (
        await refused(ada.registers(Authenticator(origin=f"http://{DOMAIN}", domain=DOMAIN)))
    ).reason == "PASSKEY_REFUSED"
    passkey = Authenticator(origin=f"https://{DOMAIN}", domain=DOMAIN)
    assert (await (await ada.registers(passkey)).signs_in(passkey)).guest.id == ada.guest.id


async def test_an_address_that_is_a_number_has_no_passkeys(house):
    house.sign_in = SignInSettings(public_address="https://192.0.2.7")
    await house.open_lobby()
    ada = await Visitor.comes(house, lobby=1)
    assert (await refused(ada.asks_to_sign_in())).reason == "PASSKEYS_UNAVAILABLE"
    assert (await refused(ada.asks_to_register())).reason == "PASSKEYS_UNAVAILABLE"


# By the Python client


async def test_the_python_client_registers_a_passkey_and_signs_in_by_it(house, tmp_path):
    address, passkey = house.addresses[0], Authenticator()
    async with Lobby(address, PythonGuest("Ada", Keyring(tmp_path))) as lobby:
        me = (await lobby.players.me()).id
        options = await lobby.passkeys.begin_registration()
        way_in = await lobby.passkeys.complete_registration(passkey.makes(options), "Laptop", device="terminal")
        assert (way_in.label, way_in.HasField("passkey")) == ("Laptop", True)
        house.clock.ahead += 1
        # The client goes on as the account, whose next passkey changes no token.
        token = lobby.token
        options = await lobby.passkeys.begin_registration()
        await lobby.passkeys.complete_registration(Authenticator().makes(options), "Phone")
        assert lobby.token == token
        assert [each.label for each in (await lobby.accounts.get()).ways_in] == ["Laptop", "Phone"]
    async with Lobby(address, PythonGuest("Ada", Keyring(tmp_path))) as again:
        assert (await again.accounts.get()).player_id == me
    async with Lobby(address, PythonGuest("Ada away")) as guest:
        table = await guest.tables.create(NAME, seats=2)
        signed_in = await guest.passkeys.complete_sign_in(passkey.uses(await guest.passkeys.begin_sign_in()))
        assert signed_in.player == me
        assert (await guest.tables.get(table.id)).seats[0].player.id == me


async def test_the_python_client_without_async_signs_in_by_a_passkey_too(house, ada):
    passkey, address = Authenticator(), house.addresses[0]
    await ada.registers(passkey)

    def signs_in() -> tuple[str, str]:
        with SyncLobby(address) as nobody:
            token = nobody.passkeys.complete_sign_in(passkey.uses(nobody.passkeys.begin_sign_in()), device="terminal")
        with SyncLobby(address, SignedIn(token)) as lobby:
            account = lobby.accounts.get()
            [here] = [each.label for each in account.sessions if each.current]
            return account.player_id, here

    assert await asyncio.to_thread(signs_in) == (ada.guest.id, "terminal")

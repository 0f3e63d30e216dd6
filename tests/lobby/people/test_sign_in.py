"""Players sign in at a real OpenID provider, and what is refused that only looks like it."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from galaxytables.lobby.v1 import accounts_pb2, players_pb2
from galaxytables_client import Guest as PythonGuest
from galaxytables_client import Keyring, Lobby, SignedIn
from galaxytables_lobby.adapters.oidc import SignInSettings
from galaxytables_lobby.people.sanctions import Kind, Sanction, Subject
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, refused
from tests.provider.running import REDIRECT, running_provider, settings_of, sign_in_at

MINUTE = 60


@pytest.fixture(scope="module")
def issuers() -> Iterator[list[str]]:
    with running_provider() as one, running_provider() as other:
        yield [one, other]


@pytest.fixture
async def house(house: House, issuers: list[str]) -> House:
    """A lobby that knows two providers, the second of the scene's lobbies."""
    providers = tuple(settings_of(issuer, name) for issuer, name in zip(issuers, ("one", "other"), strict=True))
    house.sign_in = SignInSettings(providers=providers, public_address="https://tables.example")
    await house.open_lobby()
    house.channels.reverse()
    house.lobbies.reverse()
    return house


@dataclass
class Client:
    """A client that begins a sign-in, and completes it with what it has."""

    guest: Guest
    address: str = ""
    secret: str = ""

    @classmethod
    def stranger(cls, house: House) -> "Client":
        return cls(Guest(house.channels[0]))

    @property
    def _metadata(self):
        return self.guest.metadata if self.guest.token else ()

    async def begins(self, provider: str = "one", redirect: str = REDIRECT, **fields) -> "Client":
        request = accounts_pb2.BeginSignInRequest(provider_id=provider, redirect_address=redirect, **fields)
        begun = await self.guest.accounts.BeginSignIn(request, metadata=self._metadata)
        self.address, self.secret = begun.authorization_address, begun.sign_in_secret
        return self

    async def completes(self, back: dict[str, str], **changes: str) -> accounts_pb2.CompleteSignInResponse:
        fields = {
            "state": back["state"],
            "code": back["code"],
            "issuer": back.get("iss", ""),
            "sign_in_secret": self.secret,
            "device_label": "a browser",
            **changes,
        }
        request = accounts_pb2.CompleteSignInRequest(**fields)
        return await self.guest.accounts.CompleteSignIn(request, metadata=self._metadata)

    async def signs_in(self, who: str, provider: str = "one", **fields) -> accounts_pb2.CompleteSignInResponse:
        await self.begins(provider, **fields)
        return await self.completes(await sign_in_at(self.address, who))


def at(house: House, given) -> Guest:
    return Guest(house.channels[0], given.token, given.player_id)


async def account(guest: Guest) -> accounts_pb2.GetAccountResponse:
    return await guest.accounts.GetAccount(accounts_pb2.GetAccountRequest(), metadata=guest.metadata)


async def refreshable(house: House, name: str = "Ada") -> Guest:
    request = players_pb2.CreateGuestRequest(name=name, refreshable=True)
    made = await Guest(house.channels[0]).players.CreateGuest(request)
    return Guest(house.channels[0], made.token, made.player.id)


async def me(guest: Guest) -> players_pb2.Player:
    return (await guest.players.GetMe(players_pb2.GetMeRequest(), metadata=guest.metadata)).player


# Coming in


async def test_providers_are_listed_in_the_order_of_the_settings(house):
    listed = await Guest(house.channels[0]).accounts.ListProviders(accounts_pb2.ListProvidersRequest())
    assert [(each.id, each.label) for each in listed.providers] == [("one", "One"), ("other", "Other")]
    none = await Guest(house.channels[1]).accounts.ListProviders(accounts_pb2.ListProvidersRequest())
    assert list(none.providers) == []


async def test_who_signs_in_anywhere_is_the_same_player_again(house):
    first = await Client.stranger(house).signs_in("alice", name="Alice")
    assert (first.name, first.is_new) == ("Alice", True)
    again = await Client.stranger(house).signs_in("alice", name="Somebody")
    assert (again.player_id, again.name, again.is_new) == (first.player_id, "Alice", False)
    shown = await account(at(house, again))
    assert [each.label for each in shown.sessions] == ["a browser", "a browser"]
    assert [(each.label, each.provider.issuer != "") for each in shown.ways_in] == [("One", True)]
    assert (await Client.stranger(house).signs_in("bob")).player_id != first.player_id


async def test_without_a_name_the_account_gets_one(house):
    assert (await Client.stranger(house).signs_in("nameless")).name.startswith("Player ")


async def test_a_guest_who_signs_in_for_the_first_time_keeps_id_and_name_and_other_tokens_end(house):
    guest = await refreshable(house)
    planted = house.at(guest, 0)
    given = await Client(guest).signs_in("carol")
    assert (given.player_id, given.name, given.is_new) == (guest.id, "Ada", True)
    assert (await me(at(house, given))).id == guest.id
    # A token that somebody had planted before is not good any more.
    assert (await refused(me(planted))).reason == "SESSION_ENDED"
    assert len((await account(at(house, given))).sessions) == 1


async def test_two_tabs_that_sign_a_guest_in_within_one_second_both_go_on(house):
    house.clock.stand_still()
    guest = await refreshable(house)
    one, two = await Client(guest).begins(), await Client(guest).begins()
    first = await one.completes(await sign_in_at(one.address, "tabs"))
    # Tabs share what they keep.
    two.guest = at(house, first)
    second = await two.completes(await sign_in_at(two.address, "tabs"))
    for given in (first, second):
        assert (await me(at(house, given))).id == guest.id
        refreshed = await guest.players.Refresh(players_pb2.RefreshRequest(refresh_token=given.refresh_token))
        assert (await me(Guest(house.channels[0], refreshed.token, guest.id))).id == guest.id


async def test_the_second_provider_is_another_way_in_and_its_subjects_are_others(house):
    first = await Client.stranger(house).signs_in("dave")
    other = await Client.stranger(house).signs_in("dave", provider="other")
    assert other.player_id != first.player_id


async def test_a_way_in_is_linked_and_leads_to_the_same_account(house):
    first = at(house, await Client.stranger(house).signs_in("erin"))
    linked = await Client(first).signs_in("erin", provider="other", intent="SIGN_IN_INTENT_LINK")
    assert (linked.player_id, linked.token, linked.way_in.label) == (first.id, "", "Other")
    assert (await Client.stranger(house).signs_in("erin", provider="other")).player_id == first.id
    [old] = [each for each in (await account(first)).ways_in if each.label == "One"]
    unlink = accounts_pb2.UnlinkWayInRequest(way_in_id=old.id)
    await first.accounts.UnlinkWayIn(unlink, metadata=first.metadata)
    assert (await Client.stranger(house).signs_in("erin")).player_id != first.id
    last = accounts_pb2.UnlinkWayInRequest(way_in_id=linked.way_in.id)
    assert (await refused(first.accounts.UnlinkWayIn(last, metadata=first.metadata))).reason == "LAST_WAY_IN"


async def test_programs_on_ones_own_machine_sign_in_too(house):
    client = await Client.stranger(house).begins(redirect="http://127.0.0.1:5180/sign-in")
    assert (await client.completes(await sign_in_at(client.address, "frank"))).is_new


# What must not work


async def test_pkce_nonce_and_state_are_new_each_time_and_nothing_but_the_subject_is_asked_for(house):
    asked = []
    for _ in range(2):
        client = await Client.stranger(house).begins()
        asked.append({name: values[0] for name, values in parse_qs(urlsplit(client.address).query).items()})
    for query in asked:
        assert (query["code_challenge_method"], query["scope"], query["response_type"]) == ("S256", "openid", "code")
        assert query["redirect_uri"] == REDIRECT
    for name in ("state", "nonce", "code_challenge"):
        assert len(asked[0][name]) >= 43
        assert asked[0][name] != asked[1][name]


async def test_a_state_that_somebody_else_fixed_is_worth_nothing(house):
    """Login CSRF: the attacker's state and code in the victim's browser, which has a secret of its own or none."""
    mallory = await Client.stranger(house).begins()
    back = await sign_in_at(mallory.address, "mallory")
    victim = await Client.stranger(house).begins()
    assert (await refused(victim.completes(back))).reason == "SIGN_IN_UNKNOWN"


async def test_without_the_secret_nothing_is_completed(house):
    client = await Client.stranger(house).begins()
    back = await sign_in_at(client.address, "grace")
    assert (await refused(client.completes(back, sign_in_secret=""))).reason == "SIGN_IN_UNKNOWN"
    # And the attempt is spent, so that nobody tries secrets.
    assert (await refused(client.completes(back))).reason == "SIGN_IN_UNKNOWN"


async def test_a_stolen_code_in_ones_own_sign_in_is_refused(house):
    """Code injection: PKCE and the nonce bind a code to the sign-in that it was given for."""
    victim = await Client.stranger(house).begins()
    stolen = await sign_in_at(victim.address, "victim")
    mallory = await Client.stranger(house).begins()
    own = await sign_in_at(mallory.address, "mallory")
    assert (await refused(mallory.completes({**own, "code": stolen["code"]}))).reason == "SIGN_IN_REFUSED"


async def test_pkce_is_not_left_out_on_the_way(house):
    """Downgrade: somebody in the middle takes the challenge out of the address, and later uses the code themselves."""
    client = await Client.stranger(house).begins()
    address = urlsplit(client.address)
    kept = {
        name: values[0] for name, values in parse_qs(address.query).items() if not name.startswith("code_challenge")
    }
    back = await sign_in_at(address._replace(query=urlencode(kept)).geturl(), "victim")
    assert (await refused(client.completes(back))).reason == "SIGN_IN_REFUSED"


async def test_a_sign_in_is_good_for_one_use(house):
    client = await Client.stranger(house).begins()
    back = await sign_in_at(client.address, "heidi")
    results = await asyncio.gather(*(client.completes(back) for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(each, accounts_pb2.CompleteSignInResponse) for each in results) == 1
    assert (await refused(client.completes(back))).reason == "SIGN_IN_UNKNOWN"


async def test_a_code_is_good_for_one_use_at_the_provider_too(house):
    client = await Client.stranger(house).begins()
    back = await sign_in_at(client.address, "ivan")
    await client.completes(back)
    again = await Client.stranger(house).begins()
    state = parse_qs(urlsplit(again.address).query)["state"][0]
    assert (await refused(again.completes({**back, "state": state}))).reason == "SIGN_IN_REFUSED"


async def test_a_sign_in_that_took_too_long_has_expired(house, redis_server):
    client = await Client.stranger(house).begins()
    with redis_server.client() as store:
        [key] = store.keys("sign-in:*")
        assert 9 * MINUTE < store.ttl(key) <= 10 * MINUTE
        store.delete(key)
    back = await sign_in_at(client.address, "judy")
    assert (await refused(client.completes(back))).reason == "SIGN_IN_UNKNOWN"


async def test_the_store_has_neither_state_nor_secret_of_a_sign_in(house, redis_server):
    client = await Client.stranger(house).begins()
    state = parse_qs(urlsplit(client.address).query)["state"][0]
    with redis_server.client() as store:
        for key in store.keys("*"):
            content = key + (store.get(key) if store.type(key) == b"string" else b"")
            assert state.encode() not in content
            assert client.secret.encode() not in content


@pytest.mark.parametrize(
    "redirect",
    [
        "https://evil.example/sign-in",
        "https://tables.example.evil.example/sign-in",
        "https://tables.example@evil.example/sign-in",
        "https://tables.example/sign-in/../../elsewhere",
        "https://tables.example/sign-in?next=https://evil.example",
        "https://tables.example/",
        "http://tables.example/sign-in",
        "http://127.0.0.1.evil.example:5180/sign-in",
        "http://127.0.0.1:5180@evil.example/sign-in",
        "http://user@127.0.0.1:5180/sign-in",
        "http://127.0.0.1:99999/sign-in",
        "http://localhost:5180/sign-in",
        "https://127.0.0.1:5180/sign-in#x",
        "//evil.example/sign-in",
        "javascript:alert(1)",
        "",
    ],
)
async def test_a_provider_leads_back_to_nobody_else(house, redirect):
    assert (await refused(Client.stranger(house).begins(redirect=redirect))).reason == "REDIRECT_NOT_ALLOWED"


async def test_an_answer_that_names_another_issuer_is_refused(house, issuers):
    """Mix-up (RFC 9207): the code of an honest provider is not sent to another one."""
    for issuer in (issuers[1], ""):
        client = await Client.stranger(house).begins()
        back = await sign_in_at(client.address, "kim")
        assert back["iss"] == issuers[0]
        assert (await refused(client.completes(back, issuer=issuer))).reason == "SIGN_IN_REFUSED"


async def test_an_unknown_provider_is_none(house):
    assert (await refused(Client.stranger(house).begins("nobody"))).reason == "UNKNOWN_PROVIDER"
    without = Client(Guest(house.channels[1]))
    assert (await refused(without.begins())).reason == "UNKNOWN_PROVIDER"


async def test_who_begins_as_one_player_does_not_complete_as_another(house):
    """A guest's token in the middle of somebody's sign-in takes nothing of theirs, and gives nothing away."""
    guest, mallory = await refreshable(house), await refreshable(house, "Mallory")
    client = await Client(guest).begins()
    back = await sign_in_at(client.address, "leo")
    client.guest = mallory
    assert (await refused(client.completes(back))).reason == "SIGN_IN_UNKNOWN"
    assert (await me(guest)).id == guest.id


async def test_a_way_in_of_one_account_is_not_linked_to_another(house):
    await Client.stranger(house).signs_in("mia")
    other = at(house, await Client.stranger(house).signs_in("nick"))
    error = await refused(Client(other).signs_in("mia", intent="SIGN_IN_INTENT_LINK"))
    assert error.reason == "WAY_IN_TAKEN"


async def test_a_stolen_token_links_unlinks_and_exports_nothing_without_a_new_sign_in(house):
    ada = at(house, await Client.stranger(house).signs_in("olga"))
    house.clock.ahead += 11 * MINUTE
    error = await refused(Client(ada).begins("other", intent="SIGN_IN_INTENT_LINK"))
    assert error.reason == "SIGN_IN_NOT_RECENT"
    [way_in] = (await account(ada)).ways_in
    unlink, export = accounts_pb2.UnlinkWayInRequest(way_in_id=way_in.id), accounts_pb2.ExportMyDataRequest()
    for call in (
        ada.accounts.UnlinkWayIn(unlink, metadata=ada.metadata),
        ada.accounts.ExportMyData(export, metadata=ada.metadata),
    ):
        assert (await refused(call)).reason == "SIGN_IN_NOT_RECENT"


async def test_a_guest_links_nothing(house):
    guest = await refreshable(house)
    assert (await refused(Client(guest).begins(intent="SIGN_IN_INTENT_LINK"))).reason == "NO_ACCOUNT"
    assert (await refused(Client.stranger(house).begins(intent="SIGN_IN_INTENT_LINK"))).reason == "NO_ACCOUNT"


async def test_a_banned_account_does_not_come_back_by_signing_in(house):
    paul = await Client.stranger(house).signs_in("paul")
    ban = Sanction(
        kind=Kind.BAN, subject=str(Subject.parse(f"player:{paul.player_id}")), reason="spam", operator="olga", since=1
    )
    await house.lobbies[0].access.sanctions.impose(ban)
    assert (await refused(Client.stranger(house).signs_in("paul"))).reason == "BANNED"


# By the Python client


async def test_the_python_client_signs_a_guest_in_and_keeps_the_account(house, tmp_path):
    keyring = Keyring(tmp_path)
    async with Lobby(house.addresses[1], PythonGuest("Ada", keyring)) as lobby:
        table = await lobby.tables.create(NAME, seats=2)
        assert [each.id for each in await lobby.accounts.providers()] == ["one", "other"]
        begun = await lobby.accounts.begin_sign_in("one", REDIRECT)
        back = await sign_in_at(begun.authorization_address, "quinn")
        token = await lobby.accounts.complete_sign_in(
            state=back["state"], code=back["code"], secret=begun.sign_in_secret, issuer=back["iss"], device="terminal"
        )
        assert (await lobby.tables.get(table.id)).seats[0].player.id == token.player
        [session] = (await lobby.accounts.get()).sessions
        assert (session.label, session.current) == ("terminal", True)
    # The next time the account is there, and elsewhere too.
    for identity in (PythonGuest("Ada", keyring), SignedIn(token)):
        async with Lobby(house.addresses[1], identity) as again:
            shown = await again.accounts.get()
            assert (shown.player_id, [each.label for each in shown.ways_in]) == (token.player, ["One"])
    async with Lobby(house.addresses[1], PythonGuest("Ada", keyring)) as again:
        begun = await again.accounts.begin_sign_in("other", REDIRECT, link=True)
        back = await sign_in_at(begun.authorization_address, "quinn")
        linked = await again.accounts.complete_link(
            state=back["state"], code=back["code"], secret=begun.sign_in_secret, issuer=back["iss"]
        )
        await again.accounts.unlink(linked.id)
        assert token.player in await again.accounts.export()
        await again.accounts.end_other_sessions()
        await again.accounts.erase_me()
        # The token is gone with the player: whoever calls next is a new guest.
        assert (await again.accounts.get()).player_id != token.player


async def test_the_python_client_signs_in_without_a_guest(house):
    async with Lobby(house.addresses[1]) as nobody:
        begun = await nobody.accounts.begin_sign_in("one", REDIRECT, name="Rae")
        back = await sign_in_at(begun.authorization_address, "rae")
        token = await nobody.accounts.complete_sign_in(
            state=back["state"], code=back["code"], secret=begun.sign_in_secret, issuer=back["iss"]
        )
    async with Lobby(house.addresses[1], SignedIn(token)) as lobby:
        assert (await lobby.players.me()).name == "Rae"

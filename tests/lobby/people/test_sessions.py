"""Sessions: tokens for minutes, refresh tokens for one use each, and what ends them."""

import asyncio
import json
from dataclasses import dataclass, replace

import grpc.aio
import pytest
import structlog
from prometheus_client import REGISTRY

from galaxytables.lobby.v1 import players_pb2
from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.sanctions import Kind, Sanction, Sanctions, Subject
from galaxytables_lobby.people.sessions import MAX_SESSIONS, RefreshToken, Sessions, SessionSettings, decode
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.play.people import People
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.ports import Store
from galaxytables_serving import read_error
from galaxytables_serving.settings import read_settings
from tests.lobby.house import Guest, House, eventually, refused

pytestmark = pytest.mark.usefixtures("_time_stands_still")

MINUTE, DAY = 60, 24 * 3600
ACCESS = 15 * MINUTE
GRACE = 30


@dataclass
class Visitor:
    """Somebody with a pair of tokens, who uses them over a lobby."""

    house: House
    id: str
    token: str
    refresh_token: str
    expires: int = 0

    @classmethod
    async def comes(cls, house: House) -> "Visitor":
        request = players_pb2.CreateGuestRequest(name="Ada", refreshable=True)
        made = await Guest(house.channels[0]).players.CreateGuest(request)
        return cls(house, made.player.id, made.token, made.refresh_token, made.expires.seconds)

    def guest(self) -> Guest:
        return Guest(self.house.channels[0], self.token, self.id)

    async def me(self) -> str:
        guest = self.guest()
        said = await guest.players.GetMe(players_pb2.GetMeRequest(), metadata=guest.metadata)
        return str(said.player.id)

    async def refreshed(self, request_id: str = "", lobby: int = 0) -> "Visitor":
        """The same one after a use of the refresh token."""
        request = players_pb2.RefreshRequest(refresh_token=self.refresh_token, request_id=request_id)
        given = await Guest(self.house.channels[lobby]).players.Refresh(request)
        return replace(self, token=given.token, refresh_token=given.refresh_token, expires=given.expires.seconds)


def store_of(house: House) -> Store:
    return house.lobbies[0].tables.store


def counted(outcome: str) -> float:
    return REGISTRY.get_sample_value("galaxytables_refreshes_total", {"outcome": outcome}) or 0.0


@pytest.fixture
async def ada(house) -> Visitor:
    return await Visitor.comes(house)


async def test_a_token_is_good_for_minutes_and_each_use_of_a_refresh_token_gives_the_next(house, ada):
    assert abs(ada.expires - house.clock() - ACCESS) < 5
    for _ in range(3):
        house.clock.ahead += ACCESS
        assert (await refused(ada.me())).reason == "TOKEN_EXPIRED"
        before = ada.refresh_token
        ada = await ada.refreshed()
        assert ada.refresh_token != before
        assert await ada.me() == ada.id
    # Whoever has a token alone cannot make a longer one of it.
    guest = ada.guest()
    for refreshable in (False, True):
        request = players_pb2.RenewTokenRequest(refreshable=refreshable)
        assert (await refused(guest.players.RenewToken(request, metadata=guest.metadata))).reason == "REFRESH_INSTEAD"


async def test_a_spent_refresh_token_that_is_shown_again_ends_the_session_for_both(ada):
    thief = replace(ada)
    before = counted("spent")
    ada = await ada.refreshed("of the player")
    ada = await ada.refreshed("of the player")
    with structlog.testing.capture_logs() as logged:
        assert (await refused(thief.refreshed("of the thief"))).reason == "REFRESH_TOKEN_SPENT"
    assert (await refused(ada.refreshed())).reason == "REFRESH_TOKEN_INVALID"
    assert counted("spent") == before + 1
    assert [(each["event"], each["player"]) for each in logged] == [("session_ended", ada.id)]
    assert RefreshToken.parse(thief.refresh_token).secret not in str(logged)
    # What was given is good until it expires, which is soon.
    assert await ada.me() == ada.id


async def test_the_thief_who_is_first_loses_it_too_once_the_player_comes(house, ada):
    thief = await ada.refreshed("of the thief")
    house.clock.ahead += GRACE
    assert (await refused(ada.refreshed("of the player"))).reason == "REFRESH_TOKEN_SPENT"
    assert (await refused(thief.refreshed())).reason == "REFRESH_TOKEN_INVALID"


async def test_a_use_whose_answer_was_lost_is_answered_alike_for_as_long_as_nothing_was_done_with_it(house, ada):
    first = await ada.refreshed("a use of mine")
    house.clock.ahead += DAY
    again = await ada.refreshed("a use of mine")
    assert again.refresh_token == first.refresh_token
    assert again.expires - first.expires >= DAY
    await again.refreshed("the next use")
    assert (await refused(ada.refreshed("a use of mine"))).reason == "REFRESH_TOKEN_SPENT"


@pytest.mark.parametrize("seconds", [GRACE - 2, GRACE + 2])
async def test_a_use_under_no_id_or_another_is_answered_alike_within_the_grace_alone(house, ada, seconds):
    first = await ada.refreshed()
    house.clock.ahead += seconds
    if seconds < GRACE:
        for request_id in ("", "of another tab"):
            assert (await ada.refreshed(request_id)).refresh_token == first.refresh_token
        await first.refreshed()
    else:
        assert (await refused(ada.refreshed())).reason == "REFRESH_TOKEN_SPENT"


async def test_tabs_that_use_one_refresh_token_at_once_at_two_lobbies_all_go_on(house, ada):
    await house.open_lobby()
    tabs = await asyncio.gather(*(ada.refreshed(f"of tab {number}", number % 2) for number in range(6)))
    assert len({tab.refresh_token for tab in tabs}) == 1
    assert {await tab.me() for tab in tabs} == {ada.id}
    house.clock.ahead += ACCESS
    await tabs[0].refreshed()


async def test_a_lobby_that_was_overtaken_takes_no_later_use_back(house, ada):
    name, player_id, store = RefreshToken.parse(ada.refresh_token).name, PlayerId(ada.id), store_of(house)
    before = await store.session(player_id, name) or b""
    ada = await ada.refreshed()
    assert not await store.keep_session(player_id, name, b"later", instead_of=before, lasting=1000)
    assert not await store.keep_session(player_id, name, b"anew", instead_of=b"", lasting=1000)
    await ada.refreshed()


async def test_who_makes_a_refresh_token_up_is_refused_and_ends_nothing(ada):
    parts = RefreshToken.parse(ada.refresh_token)
    made_up = [
        "",
        "nonsense",
        "a.b.c",
        f"{ada.id}..",
        str(parts._replace(secret="x" * 32)),
        str(parts._replace(proof="x" * 43)),
        str(parts._replace(number=7)),
        str(parts._replace(player_id=PlayerId("somebody-else"))),
        ada.token,
        "\N{SNOWMAN}.b.c",
        "x" * 200,
    ]
    assert (await refused(replace(ada, refresh_token="x" * 10_000).refreshed())).reason == "FIELD_TOO_LARGE"
    for text in made_up:
        assert (await refused(replace(ada, refresh_token=text).refreshed())).reason == "REFRESH_TOKEN_INVALID", text
    wrong_id = await refused(ada.refreshed("short"))
    assert wrong_id.reason == "INVALID_REQUEST_ID"
    assert await (await ada.refreshed()).me() == ada.id


async def test_a_refresh_token_that_nobody_used_for_too_long_has_expired(house, ada):
    house.clock.ahead += 89 * DAY
    ada = await ada.refreshed()
    house.clock.ahead += 89 * DAY
    ada = await ada.refreshed()
    house.clock.ahead += 90 * DAY
    assert (await refused(ada.refreshed())).reason == "REFRESH_TOKEN_INVALID"


def sanction(house: House, kind: Kind, player: str) -> Sanction:
    now = int(house.clock() * 1000)
    subject = str(Subject.player(PlayerId(player)))
    return Sanction(kind=kind, subject=subject, reason="spam", operator="olga", since=now)


async def hears(visitor: Visitor, reason: str) -> None:
    """Wait until a player's calls are refused with a reason, or are not if it is empty."""

    async def heard() -> bool:
        try:
            await visitor.me()
        except grpc.aio.AioRpcError as error:
            return read_error(error).reason == reason
        return not reason

    await eventually(heard)


async def test_who_is_banned_refreshes_to_appeal_and_comes_back_as_who_they_were(house, ada):
    hand = Sanctions(store_of(house), house.clock)
    await hand.impose(sanction(house, Kind.BAN, ada.id))
    await hears(ada, "BANNED")
    ada = await ada.refreshed()
    error = await refused(ada.me())
    assert (error.reason, error.metadata["why"]) == ("BANNED", "spam")
    await hand.lift(Kind.BAN, Subject.player(PlayerId(ada.id)))
    await hears(ada, "")
    house.clock.ahead += GRACE
    first = await ada.refreshed()
    house.clock.ahead += ACCESS
    assert await (await first.refreshed()).me() == ada.id


async def test_revoking_a_players_tokens_ends_their_sessions_and_all_that_comes_of_them(house, ada):
    long_lived = await house.guest()
    house.clock.ahead += 10
    hand = Sanctions(store_of(house), house.clock)
    revoked = [sanction(house, Kind.REVOCATION, each) for each in (ada.id, long_lived.id)]
    # A lobby that has not heard of it yet gives tokens of a moment after; they come of tokens of before.
    house.clock.ahead += 10
    late = await ada.refreshed()
    renewed = await long_lived.players.RenewToken(
        players_pb2.RenewTokenRequest(refreshable=True), metadata=long_lived.metadata
    )
    exchanged = Visitor(house, long_lived.id, renewed.token, renewed.refresh_token)
    for each in revoked:
        await hand.impose(each)
    for visitor in (late, exchanged):
        await hears(visitor, "TOKEN_REVOKED")
        assert (await refused(visitor.refreshed())).reason == "TOKEN_REVOKED"
    newcomer = await Visitor.comes(house)
    assert await newcomer.me() == newcomer.id


async def test_what_is_known_of_sessions_is_given_out_and_erased(house, ada):
    ada = await ada.refreshed()
    store, lobby = store_of(house), house.lobbies[0]
    people = People(
        lobby.tables,
        lobby.games,
        TableAdmin(lobby.tables, lobby.games),
        lobby.tables._archive,
        Sanctions(store, house.clock),
        relations=Relations(store, lobby.tables._archive, house.clock),
    )
    (told,) = json.loads(await people.export(PlayerId(ada.id)))["sessions"]
    assert told["name"] == "Ada"
    assert told["begun"] <= told["used"] < told["until"]
    await people.erase(PlayerId(ada.id), operator="olga", reason="she asks")
    assert await store.sessions_of(PlayerId(ada.id)) == {}
    assert (await refused(ada.refreshed())).reason == "REFRESH_TOKEN_INVALID"


async def test_a_token_of_before_is_good_to_its_end_and_may_be_exchanged_for_a_pair(house):
    before = await house.guest("Grace")
    house.clock.ahead += 60 * DAY
    players = before.players
    renewed = await players.RenewToken(players_pb2.RenewTokenRequest(), metadata=before.metadata)
    assert renewed.refresh_token == ""
    assert renewed.expires.seconds - house.clock() > 89 * DAY
    given = await players.RenewToken(players_pb2.RenewTokenRequest(refreshable=True), metadata=before.metadata)
    assert abs(given.expires.seconds - house.clock() - ACCESS) < 5
    after = Visitor(house, before.id, given.token, given.refresh_token)
    assert await (await after.refreshed()).me() == before.id
    house.clock.ahead += 29 * DAY
    assert (await before.list()).tables is not None
    host = house.host()
    made = await players.RenewToken(players_pb2.RenewTokenRequest(refreshable=True), metadata=host.metadata)
    assert made.refresh_token == ""
    assert made.expires.seconds - house.clock() > 89 * DAY


async def test_the_store_has_no_token_and_no_secret_of_one(ada, redis_server):
    shown = [ada.token, ada.refresh_token]
    ada = await ada.refreshed("a use of mine")
    shown += [ada.token, ada.refresh_token]
    with redis_server.client() as client:
        kept = b"".join(
            key + (b"".join(part for pair in client.hgetall(key).items() for part in pair))
            for key in client.keys("sessions:*")
        )
    assert ada.id.encode() in kept
    tokens = [RefreshToken.parse(text) for text in shown[1::2]]
    secrets = {*shown, *(token.secret for token in tokens), *(token.proof for token in tokens)}
    assert len(secrets) >= 6
    for secret in secrets:
        assert secret.encode() not in kept


async def test_a_store_that_was_put_back_from_a_copy_knows_the_tokens_that_were_given_since(ada, redis_server):
    ada = await ada.refreshed()
    key = keys.sessions(PlayerId(ada.id))
    with redis_server.client() as client:
        before = client.hgetall(key)
        for _ in range(3):
            spent, ada = ada, await ada.refreshed()
        client.hset(key, mapping=before)
    ada = await ada.refreshed()
    ada = await ada.refreshed()
    assert await ada.me() == ada.id
    assert (await refused(spent.refreshed())).reason == "REFRESH_TOKEN_SPENT"


async def test_a_player_is_in_so_many_browsers_at_once_and_leaves_the_one_that_was_used_last_of_all(house):
    guest = await house.guest()
    request = players_pb2.RenewTokenRequest(refreshable=True)
    visits: list[Visitor] = []
    for _ in range(MAX_SESSIONS):
        house.clock.ahead += 1
        given = await guest.players.RenewToken(request, metadata=guest.metadata)
        visits.append(Visitor(house, guest.id, given.token, given.refresh_token))
    house.clock.ahead += 1
    visits[0] = await visits[0].refreshed()
    await guest.players.RenewToken(request, metadata=guest.metadata)
    assert (await refused(visits[1].refreshed())).reason == "REFRESH_TOKEN_INVALID"
    for visit in (visits[0], *visits[2:]):
        await visit.refreshed()


async def test_an_address_shows_so_many_refresh_tokens(house):
    limits = {"GALAXYTABLES_LIMIT_REFRESHES": "address=3/3600"}
    house.limits = read_settings(LimitSettings, limits)
    await house.open_lobby()
    ada = await Visitor.comes(house)
    for _ in range(3):
        ada = await ada.refreshed(lobby=1)
    error = await refused(ada.refreshed(lobby=1))
    assert (error.reason, error.metadata["limit"]) == ("RATE_LIMITED", "refreshes")
    await ada.refreshed()


async def test_clients_that_know_no_refresh_tokens_get_what_the_operator_gives_them(house):
    settings = read_settings(
        SessionSettings, {"GALAXYTABLES_LONG_TOKEN_DAYS": "2", "GALAXYTABLES_ACCESS_SECONDS": "120"}
    )
    sessions = Sessions(store_of(house), house.tokens, settings, house.clock)
    ada = Person(PlayerId("ada"), "Ada")
    assert abs(sessions.lasting_token(ada)[1] - house.clock() - 2 * DAY) < 5
    none = read_settings(SessionSettings, {"GALAXYTABLES_LONG_TOKEN_DAYS": "0", "GALAXYTABLES_ACCESS_SECONDS": "120"})
    shortest = Sessions(store_of(house), house.tokens, none, house.clock).lasting_token(ada)
    assert abs(shortest[1] - house.clock() - 120) < 5
    pair = await sessions.begin(ada)
    assert abs(pair.expires - house.clock() - 120) < 5
    let_in: list[Caller] = []
    again = await sessions.refresh(pair.refresh_token, "", let_in.append)
    assert [each.player for each in let_in] == [Person(PlayerId("ada"), "Ada")]
    stored = await store_of(house).session(PlayerId("ada"), RefreshToken.parse(again.refresh_token).name)
    assert stored is not None
    assert decode(stored).until // 1000 == again.refresh_expires


async def test_a_player_takes_another_name_and_stays_who_they_are(ada):
    other = await ada.refreshed()
    guest = other.guest()

    async def renamed(name: str) -> players_pb2.RenameResponse:
        request = players_pb2.RenameRequest(name=name)
        answer: players_pb2.RenameResponse = await guest.players.Rename(request, metadata=guest.metadata)
        return answer

    for name in ("", "a" * 41, "{seat 1}"):
        assert (await refused(renamed(name))).reason == "INVALID_NAME"
    # OperatorRequest twice, as after a lost answer.
    await renamed("Bea")
    answer = await renamed("Bea")
    assert (answer.player.id, answer.player.name) == (ada.id, "Bea")
    now = replace(other, token=answer.token, expires=answer.expires.seconds)
    for bearer in (now, await now.refreshed()):
        said = await bearer.guest().players.GetMe(players_pb2.GetMeRequest(), metadata=bearer.guest().metadata)
        assert (said.player.id, said.player.name) == (ada.id, "Bea")
    refresh_instead = players_pb2.RenewTokenRequest()
    again = now.guest()
    refusal = await refused(again.players.RenewToken(refresh_instead, metadata=again.metadata))
    assert refusal.reason == "REFRESH_INSTEAD"


async def test_a_player_without_a_refresh_token_takes_another_name_too(house):
    ada = await house.guest("Ada")
    answer = await ada.players.Rename(players_pb2.RenameRequest(name="Bea"), metadata=ada.metadata)
    now = Guest(house.channels[0], answer.token, ada.id)
    said = await now.players.GetMe(players_pb2.GetMeRequest(), metadata=now.metadata)
    assert (said.player.id, said.player.name) == (ada.id, "Bea")


async def test_too_many_names_are_refused_as_too_many_guests_are(house):
    house.limits = replace(LimitSettings(), guests={Scope.PLAYER: Rate(1, 600)})
    lobby = len(house.lobbies)
    await house.open_lobby()
    ada = house.at(await house.guest("Ada"), lobby)
    for _ in range(2):
        renaming = ada.players.Rename(players_pb2.RenameRequest(name="Bea"), metadata=ada.metadata)
        if _ == 0:
            await renaming
        else:
            assert (await refused(renaming)).reason == "RATE_LIMITED"

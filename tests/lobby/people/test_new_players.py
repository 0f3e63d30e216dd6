"""New players do less, until they are old enough and have finished enough games, and learn when that is."""

from typing import cast

import pytest

from galaxytables.lobby.v1 import relations_pb2, reports_pb2
from galaxytables_lobby.adapters.redis import Store, keys
from galaxytables_lobby.clock.wording import notification_words
from galaxytables_lobby.domain.accounts import Account
from galaxytables_lobby.domain.archived import HistoryQuery
from galaxytables_lobby.domain.limits import Rate
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.errors import archive_unavailable
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.limit_settings import Activity, LimitSettings, NewUntil
from galaxytables_lobby.people.new_players import NewPlayers
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.ports import Archive
from galaxytables_serving import GalaxyError, SettingError
from galaxytables_serving.settings import read_settings
from galaxytables_serving.sources import Source
from tests.lobby.adapters.redis.test_store import store_at
from tests.lobby.house import Guest, House, refused
from tests.lobby.workers import open_archiver

HOUR = 3600


@pytest.fixture
async def store(redis_server):
    async with store_at(redis_server.url) as opened:
        yield opened


@pytest.fixture
async def strict(house: House) -> House:
    """A house whose second lobby lets new players do everything once an hour."""
    house.limits = read_settings(
        LimitSettings,
        {
            "GALAXYTABLES_NEW_PLAYERS": "days=1,games=1",
            "GALAXYTABLES_LIMIT_NEW_PLAYERS": ",".join(f"{each.value}=1/3600" for each in Activity),
        },
    )
    await house.open_lobby()
    return house


async def follow(guest: Guest, other: Guest) -> None:
    await guest.relate(other, follow=True)


async def report(guest: Guest, other: Guest, table_id: str, kind: reports_pb2.ReportKind.ValueType) -> None:
    request = reports_pb2.ReportPlayerRequest(table_id=table_id, player_id=other.id, kind=kind)
    await guest.reports.ReportPlayer(request, metadata=guest.metadata)


async def invite(guest: Guest, other: Guest, table_id: str) -> None:
    request = relations_pb2.InvitePlayerRequest(table_id=table_id, player_id=other.id)
    await guest.relations.InvitePlayer(request, metadata=guest.metadata)


async def test_a_new_player_does_each_thing_so_often_and_reads_when_that_ends(strict):
    ada, bea = await strict.guest(lobby=1), await strict.guest(lobby=1)
    table_id = (await ada.create(3)).id
    await bea.join(table_id)
    again = {
        Activity.TABLES: ada.create,
        Activity.MESSAGES: lambda: ada.say(table_id, "hello"),
        Activity.INVITATIONS: lambda: invite(ada, bea, table_id),
        Activity.REPORTS: lambda: report(ada, bea, table_id, reports_pb2.REPORT_KIND_NAME),
        Activity.FOLLOWS: lambda: follow(ada, bea),
    }
    for activity, call in again.items():
        if activity is not Activity.TABLES:
            await call()
        error = await refused(call())
        assert error.reason == "NEW_PLAYER_LIMITED"
        assert {**error.metadata} == {
            "activity": activity.value, "most": "1", "seconds": "3600", "hours": "24", "games": "1"
        }  # fmt: skip
        assert error.retry_after is not None
        assert HOUR / 2 < error.retry_after <= HOUR
    # To end something is never limited, and it is one's own limit.
    await ada.relate(bea, follow=False)
    await bea.say(table_id, "hello")
    strict.clock.ahead += HOUR + 1
    await again[Activity.MESSAGES]()
    assert (await refused(again[Activity.MESSAGES]())).metadata["hours"] == "23"


async def test_the_limit_ends_with_age_and_a_finished_game_and_not_before(strict):
    ada, bea = await strict.guest(lobby=1), await strict.guest(lobby=1)
    table_id = (await ada.create()).id
    await bea.join(table_id)
    await bea.ready(table_id)
    await ada.start(table_id)
    await ada.say(table_id, "hello")
    strict.clock.ahead += 25 * HOUR
    await ada.say(table_id, "old enough")
    error = await refused(ada.say(table_id, "but no game"))
    assert (error.metadata["hours"], error.metadata["games"]) == ("0", "1")
    await ada.resign(table_id)
    strict.clock.ahead += 10
    async with open_archiver(strict.settings, clock=strict.clock) as archiver:
        assert await archiver.archive() == 1
    for number in range(3):
        await ada.create(name=f"Table {number}")


async def test_what_is_kept_is_forgotten_with_the_player_and_moves_with_a_guest(strict):
    ada = await strict.guest(lobby=1)
    await ada.create()
    store = strict.lobbies[1].tables.store
    since = await store.seen_since(PlayerId(ada.id))
    assert since is not None
    await store.note_seen(PlayerId("account"), since + 5)
    await store.move_seen(PlayerId(ada.id), PlayerId("account"))
    assert await store.seen_since(PlayerId("account")) == since
    assert await store.seen_since(PlayerId(ada.id)) is None
    await store.forget_seen(PlayerId("account"))
    assert await store.seen_since(PlayerId("account")) is None


class Record:
    """What an archive says of one player, if it is there."""

    def __init__(self, *, age: int, games: int) -> None:
        self.age, self.games = age, games
        self.is_away = False

    async def account(self, player_id: PlayerId) -> Account:
        if self.is_away:
            raise archive_unavailable()
        return Account(player_id=player_id, name="Ada", created=NOW - self.age, renamed=0, ways_in=())

    async def history(self, query: HistoryQuery) -> list[None]:
        if self.is_away:
            raise archive_unavailable()
        return [None] * min(self.games, query.limit)


NOW = 2_000_000_000_000
DAY = 24 * HOUR * 1000


def one_a_day(store: Store, record: Record) -> NewPlayers:
    settings = {"GALAXYTABLES_NEW_PLAYERS": "days=3,games=3", "GALAXYTABLES_LIMIT_NEW_PLAYERS": "reports=1/86400"}
    archive = cast("Archive", record)
    return NewPlayers(read_settings(LimitSettings, settings), store, archive, lambda: NOW / 1000)


@pytest.mark.parametrize("kind", [{"account": True}, {"token_id": "of a program"}])
async def test_an_account_is_as_old_as_it_is_for_its_programs_too(store, kind):
    asker = Asker(Person(PlayerId(f"{kind}"), "Ada"), "", 0, Source("192.0.2.1"), **kind)
    new_players = one_a_day(store, Record(age=4 * DAY, games=3))
    for _ in range(3):
        await new_players.take(Activity.REPORTS, asker)


async def test_while_the_archive_is_away_it_limits_nobody_and_afterwards_it_does(store):
    asker = Asker(Person(PlayerId("away"), "Ada"), "", 0, Source("192.0.2.1"), account=True)
    record = Record(age=DAY, games=5)
    new_players = one_a_day(store, record)
    record.is_away = True
    for _ in range(3):
        await new_players.take(Activity.REPORTS, asker)
    assert await store.seen_since(asker.player.id) is None
    record.is_away = False
    await new_players.take(Activity.REPORTS, asker)
    with pytest.raises(GalaxyError) as caught:
        await new_players.take(Activity.REPORTS, asker)
    assert (caught.value.reason, caught.value.metadata["hours"]) == ("NEW_PLAYER_LIMITED", "48")
    # What the store knows counts all the same.
    record.is_away = True
    with pytest.raises(GalaxyError):
        await new_players.take(Activity.REPORTS, asker)


async def test_a_guest_who_comes_now_and_then_is_never_new_again(store, redis_server):
    await store.note_seen(PlayerId("guest"), NOW)
    with redis_server.client() as client:
        client.pexpire(keys.seen(PlayerId("guest")), 60_000)
        await store.seen_since(PlayerId("guest"))
        assert client.pttl(keys.seen(PlayerId("guest"))) > 300 * DAY


async def test_an_exempt_caller_is_never_new(house):
    ada = await house.guest()
    for _ in range(30):
        await ada.create(2)
    assert await house.lobbies[0].tables.store.seen_since(PlayerId(ada.id)) is None


def test_the_settings_are_read_or_refused():
    settings = read_settings(LimitSettings, {})
    assert settings.new_players == NewUntil(3, 3)
    assert set(settings.new_player_rates) == set(Activity)
    off = read_settings(LimitSettings, {"GALAXYTABLES_NEW_PLAYERS": "off", "GALAXYTABLES_LIMIT_NEW_PLAYERS": "off"})
    assert (off.new_players, off.new_player_rates) == (NewUntil(0, 0), {})
    one = read_settings(LimitSettings, {"GALAXYTABLES_LIMIT_NEW_PLAYERS": "follows=5/60"})
    assert one.new_player_rates == {Activity.FOLLOWS: Rate(5, 60)}
    for name, wrong in (("NEW_PLAYERS", "days=0"), ("NEW_PLAYERS", "weeks=1"), ("LIMIT_NEW_PLAYERS", "tables=5")):
        with pytest.raises(SettingError):
            read_settings(LimitSettings, {f"GALAXYTABLES_{name}": wrong})


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_refusal_says_when_it_ends(language):
    said = notification_words(language).error("NEW_PLAYER_LIMITED", {"hours": "5", "games": "2"})
    assert "5" in said
    assert "2" in said

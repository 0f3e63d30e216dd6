"""New players do less, until they are old enough and have finished enough games, and learn when that is."""

import pytest

from galaxytables.lobby.v1 import relations_pb2, reports_pb2
from galaxytables_lobby.clock.wording import notification_words
from galaxytables_lobby.domain.limits import Rate
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.limit_settings import Activity, LimitSettings, NewUntil
from galaxytables_serving import SettingError
from galaxytables_serving.settings import read_settings
from tests.lobby.house import Guest, House, refused
from tests.lobby.workers import open_archiver

HOUR = 3600


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


async def test_whoever_is_exempt_is_never_new(house):
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

"""Announcements: from their beginning to their end at every lobby, and to those who chose to be notified."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import notifications_pb2, platform_pb2, tables_pb2
from galaxytables_lobby.admin.command import command_parser, run
from galaxytables_lobby.admin.settings import OperatorSettings
from galaxytables_lobby.clock.announcing import Announcer
from galaxytables_lobby.domain.announcements import MAX_ANNOUNCEMENTS
from galaxytables_lobby.domain.history import timestamp
from tests.lobby.admin.test_admin import SECRET, Operator, olga, types  # noqa: F401  # a fixture
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, Updates, eventually, refused
from tests.lobby.notifications.receivers import receiving
from tests.lobby.notifications.scenes import Desk, add_webhook, desk, set_ways, settings_of, with_private_endpoints
from tests.lobby.workers import open_announcer

WARNING = platform_pb2.ANNOUNCEMENT_SEVERITY_WARNING
TEXTS = {"en": "The server restarts at 8.", "ja": "8時に再起動します。"}
ANNOUNCEMENT, WEBHOOK = notifications_pb2.NOTIFICATION_KIND_ANNOUNCEMENT, notifications_pb2.NOTIFICATION_WAY_WEBHOOK


def saying(house: House, *, begins: float = 0, ends: float = 0, **fields: Any) -> admin_pb2.AnnounceRequest:
    """An announcement that begins and ends so many seconds from now; 0 for now, or for never."""
    request = admin_pb2.AnnounceRequest(**{"texts": TEXTS, "severity": WARNING, "reason": "an upgrade", **fields})
    for field, seconds in (("begins", begins), ("ends", ends)):
        if seconds:
            getattr(request, field).CopyFrom(timestamp(int((house.clock() + seconds) * 1000)))
    return request


async def announce(olga: Operator, request: admin_pb2.AnnounceRequest) -> str:  # noqa: F811
    answer: admin_pb2.AnnounceResponse = await olga.does("Announce", request)
    return answer.announcement.announcement.announcement_id


async def withdraw(olga: Operator, announcement_id: str) -> None:  # noqa: F811
    request = admin_pb2.WithdrawAnnouncementRequest(announcement_id=announcement_id, reason="it is over")
    await olga.does("WithdrawAnnouncement", request)


async def told(guest: Guest) -> list[str]:
    """What the platform says to whoever asks."""
    answer = await guest.platform.GetPlatform(platform_pb2.GetPlatformRequest())
    return [each.announcement_id for each in answer.status.announcements]


def streams(house: House, lobby: int, guest: Guest, table_id: str) -> list[Updates]:
    """All kinds of streams that say it."""
    at = house.at(guest, lobby)
    return [
        Updates(at.tables.WatchMyTables(tables_pb2.WatchMyTablesRequest(), metadata=at.metadata)),
        Updates(at.tables.WatchTables(tables_pb2.WatchTablesRequest(), metadata=at.metadata)),
        Updates(at.tables.WatchTables(tables_pb2.WatchTablesRequest(table_id=table_id), metadata=at.metadata)),
    ]


async def test_it_is_shown_and_gone_at_its_times_on_every_stream_of_every_lobby(house, olga):  # noqa: F811
    await house.open_lobby()
    ada = await house.guest()
    table_id = (await ada.create(2)).id
    watched = [each for lobby in (0, 1) for each in streams(house, lobby, ada, table_id)]
    for each in watched:
        assert not (await each.platform()).announcements
    announcement_id = await announce(olga, saying(house, begins=600, ends=1200, games=[NAME]))
    present = await announce(olga, saying(house, ends=300))
    for each in watched:
        # The one that is planned is known by now, and waits.
        assert [shown.announcement_id for shown in (await each.platform()).announcements] == [present]
    assert await told(ada) == [present]
    house.clock.ahead += 601
    for each in watched:
        [shown] = (await each.platform()).announcements
        assert (shown.announcement_id, dict(shown.texts)) == (announcement_id, TEXTS)
        assert (shown.severity, list(shown.games)) == (WARNING, [NAME])
    # Who comes later learns it first of all.
    [late] = (await streams(house, 1, ada, table_id)[1].platform()).announcements
    assert late.announcement_id == announcement_id
    assert await told(ada) == [announcement_id]
    house.clock.ahead += 600
    for each in watched:
        assert not (await each.platform()).announcements
        each.call.cancel()
    assert await told(house.at(ada, 1)) == []


async def test_an_announcement_is_made_once_logged_listed_and_taken_back(house, olga):  # noqa: F811
    ada = await house.guest()
    request = saying(house, request_id="said only once")
    announcement_id = await announce(olga, request)
    assert await announce(olga, request) == announcement_id
    critical = platform_pb2.ANNOUNCEMENT_SEVERITY_CRITICAL
    worse = await announce(olga, saying(house, severity=critical, ends=60))
    planned = await announce(olga, saying(house, begins=60, ends=3600))

    async def both_are_shown() -> bool:
        return await told(ada) == [worse, announcement_id]

    await eventually(both_are_shown)
    lines = await types_without_reason(olga, "announcements")
    assert [line.split()[0] for line in lines[1:]] == [worse, planned, announcement_id]
    assert lines[1].split()[1] == "critical"
    assert lines[1].endswith(f"olga  {TEXTS['en']}")
    assert [(each[1], each[2], each[3]) for each in await olga.acts()] == [("announce", "platform", "done")] * 3
    assert await types(olga, "withdraw", worse) == ["Taken back."]
    assert (await refused(withdraw(olga, worse))).reason == "UNKNOWN_ANNOUNCEMENT"

    async def one_is_shown() -> bool:
        return await told(ada) == [announcement_id]

    await eventually(one_is_shown)


async def types_without_reason(olga: Operator, *words: str) -> list[str]:  # noqa: F811
    return await run(OperatorSettings(server=olga.address, secret=SECRET), command_parser().parse_args([*words]))


async def test_the_command_announces_from_a_time_to_a_time(olga):  # noqa: F811
    day = (datetime.now(UTC) + timedelta(days=30)).date().isoformat()
    lines = await types(
        olga, *("announce", "--en", "Two\nlines", "--ja", "二行", "--severity", "info", "--game", NAME),
        *("--begins", f"{day}T20:00", "--ends", f"{day}T23:30+02:00"),
    )  # fmt: skip
    assert lines[1].split()[1:] == [*("info", day, "20:00:00", day, "21:30:00", NAME, "olga", "Two", "lines")]
    with pytest.raises(SystemExit):
        await types(olga, "announce", "--en", "x", "--ja", "x", "--begins", "soon")


REFUSED: Sequence[tuple[dict[str, Any], str]] = [
    ({"texts": {"en": "only English"}}, "INVALID_REQUEST"),
    ({"texts": {**TEXTS, "de": "auch deutsch"}}, "INVALID_REQUEST"),
    ({"texts": {**TEXTS, "ja": " "}}, "INVALID_TEXT"),
    ({"texts": {**TEXTS, "en": "x" * 501}}, "INVALID_TEXT"),
    ({"severity": 0}, "UNKNOWN_VALUE"),
    ({"severity": 9}, "UNKNOWN_VALUE"),
    ({"games": ["chess"]}, "UNKNOWN_GAME"),
    ({"begins": 100, "ends": 50}, "INVALID_REQUEST"),
    ({"ends": -50}, "INVALID_REQUEST"),
    ({"ends": 400 * 86_400}, "INVALID_REQUEST"),
    ({"reason": ""}, "INVALID_REQUEST"),
]


async def test_what_cannot_be_announced_is_refused_and_stands_in_no_log(house, olga):  # noqa: F811
    for fields, reason in REFUSED:
        assert (await refused(announce(olga, saying(house, **fields)))).reason == reason
    assert not await olga.acts()


async def test_there_are_so_many_and_those_that_are_over_make_room(house, olga):  # noqa: F811
    for _ in range(MAX_ANNOUNCEMENTS):
        await announce(olga, saying(house, ends=60))
    assert (await refused(announce(olga, saying(house)))).reason == "INVALID_REQUEST"
    house.clock.ahead += 61
    last = await announce(olga, saying(house))
    found = (await olga.does("ListAnnouncements", admin_pb2.ListAnnouncementsRequest())).announcements
    assert [each.announcement.announcement_id for each in found] == [last]
    assert len(await house.lobbies[0].tables.store.directives()) == 1


class Worker:
    """A worker that announces, notifies and delivers."""

    def __init__(self, announcer: Announcer, notifying: Desk) -> None:
        self.announcer, self._notifying = announcer, notifying

    async def work(self) -> None:
        await self.announcer.announce()
        await self._notifying.work()


@asynccontextmanager
async def working(house: House) -> AsyncIterator[Worker]:
    async with open_announcer(house.settings, clock=house.clock) as announcer, desk(house) as notifying:
        yield Worker(announcer, notifying)


async def test_those_who_chose_it_are_notified_once_when_it_begins(house, olga):  # noqa: F811
    with_private_endpoints(house)
    await house.open_lobby()
    async with receiving() as receiver, working(house) as worker, working(house) as other:
        ada, bea = await house.guest(lobby=1), await house.guest(lobby=1)
        for guest in (ada, bea):
            await add_webhook(guest, receiver.url)
        [unchosen] = [each for each in (await settings_of(bea)).settings.choices if each.kind == ANNOUNCEMENT]
        assert not unchosen.ways
        await set_ways(ada, {ANNOUNCEMENT: [WEBHOOK]}, language="ja")
        await announce(olga, saying(house, begins=600))
        taken_back = await announce(olga, saying(house, begins=600))
        await withdraw(olga, taken_back)
        await worker.work()
        assert not receiver.got
        house.clock.ahead += 601
        for each in (worker, other, worker):
            await each.work()
        [request] = receiver.got
        assert request.json["type"] == "notification.announcement"
        assert request.json["data"] == {"player_id": ada.id, "text": TEXTS["ja"]}


async def test_a_worker_that_dies_in_between_is_followed_by_another_and_one_that_is_over_is_not_sent(house, olga):  # noqa: F811
    with_private_endpoints(house)
    await house.open_lobby()
    async with receiving() as receiver, working(house) as worker:
        ada = await house.guest(lobby=1)
        await add_webhook(ada, receiver.url)
        await set_ways(ada, {ANNOUNCEMENT: [WEBHOOK]})
        announcement_id = await announce(olga, saying(house, ends=60))
        store = house.lobbies[0].tables.store
        # One that died with the lease.
        assert await store.claim_announcement(announcement_id, lease=60_000) == 0
        await worker.work()
        assert not receiver.got
        await store.release_announcement(announcement_id)
        await worker.announcer.announce()
        assert await store.claim_announcement(announcement_id, lease=60_000) == 64
        house.clock.ahead += 61
        await worker.work()
        assert not receiver.got
        assert not await store.waiting(ada.id, next(iter((await store.subscriber(ada.id)).webhooks)))

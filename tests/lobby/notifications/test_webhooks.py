"""Webhooks: signed, once for each event, to public addresses alone, and given up only after a day."""

import asyncio
import socket
from contextlib import ExitStack

import pytest
import standardwebhooks
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import notifications_pb2 as pb
from galaxytables.lobby.v1.tables_pb2 import TimeControl
from galaxytables_lobby.adapters.notifications import http
from galaxytables_lobby.adapters.notifications.http import HttpClient
from galaxytables_lobby.clock import delivering
from galaxytables_lobby.clock.delivering import GIVEN_UP_MILLISECONDS
from galaxytables_lobby.clock.notifying import AGAIN_MILLISECONDS
from galaxytables_lobby.clock.sending_limit import PAUSE, SPACING, SendingLimit
from galaxytables_lobby.domain.endpoints import is_endpoint, is_public
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_serving.settings import read_settings
from tests.lobby.house import eventually, refused
from tests.lobby.notifications.receivers import receiving
from tests.lobby.notifications.scenes import add_webhook, desk, set_ways, settings_of, with_private_endpoints

TURN, DEADLINE = pb.NOTIFICATION_KIND_YOUR_TURN, pb.NOTIFICATION_KIND_DEADLINE
STARTED, ENDED = pb.NOTIFICATION_KIND_STARTED, pb.NOTIFICATION_KIND_ENDED
MESSAGE, WEBHOOK = pb.NOTIFICATION_KIND_MESSAGE, pb.NOTIFICATION_WAY_WEBHOOK
ANNOUNCEMENT = pb.NOTIFICATION_KIND_ANNOUNCEMENT


@pytest.fixture
async def told(house):
    """A house with a lobby that allows the test's own receivers."""
    with_private_endpoints(house)
    await house.open_lobby()
    return house


def kinds(receiver) -> list[str]:
    return [request.json["type"].removeprefix("notification.") for request in receiver.got]


async def running(house, **fields):
    """A table of two that has begun, with both of them at the second lobby."""
    one, two = await house.guest("Ada", lobby=1), await house.guest("Bob", lobby=1)
    table = await one.create(2, name="Long evening", **fields)
    await two.join(table.id)
    await two.ready(table.id)
    return table.id, one, two


async def test_a_turn_is_told_once_signed_and_without_secrets(told):
    async with receiving() as receiver, desk(told) as worker:
        table_id, one, two = await running(told)
        made = await add_webhook(two, receiver.url)
        await one.start(table_id)
        await worker.work()
        await worker.work()
        assert sorted(kinds(receiver)) == ["started", "your_turn"]
        request = next(each for each in receiver.got if each.json["type"] == "notification.your_turn")
        body = standardwebhooks.Webhook(made.secret).verify(request.body, request.headers)
        assert body["id"] == request.headers["webhook-id"]
        assert body["data"] == {
            "player_id": two.id,
            "seat": 1,
            "table_id": table_id,
            "table": "Long evening",
            "game": body["data"]["game"],
            "url": f"/#/table/{table_id}",
            "text": f"It is your turn at Long evening ({body['data']['game']}).",
        }
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            standardwebhooks.Webhook(made.secret).verify(request.body + b" ", request.headers)
        # The other player is told by nobody, and this one again only for a new question.
        await two.pick(table_id)
        await worker.work()
        assert len(receiver.got) == 2
        await one.pick(table_id)
        await worker.work()
        assert kinds(receiver)[2:] == ["your_turn"]


async def test_kinds_are_chosen_and_the_last_ones_are_message_and_end(told):
    async with receiving() as receiver, desk(told) as worker:
        table_id, one, two = await running(told, options={"rounds": "1"})
        await add_webhook(two, receiver.url)
        settings = await set_ways(two, {TURN: [], STARTED: [], MESSAGE: [WEBHOOK], ENDED: [WEBHOOK]}, language="ja")
        assert [choice.kind for choice in settings.choices if not choice.ways] == [TURN, STARTED, ANNOUNCEMENT]
        await one.start(table_id)
        await one.say(table_id, "hello")
        await two.say(table_id, "you too")
        await worker.work()
        assert kinds(receiver) == ["message"]
        text = receiver.got[0].json["data"]["text"]
        assert [word in text for word in ("Ada", "書き込みました", "Bob", "hello")] == [True, True, False, False]
        await one.pick(table_id)
        await two.pick(table_id)
        await worker.work()
        assert kinds(receiver) == ["message", "ended"]


async def test_a_deadline_is_told_when_three_quarters_are_over(told):
    told.clock.stand_still()
    async with receiving() as receiver, desk(told) as worker:
        table_id, one, two = await running(told, time_control=TimeControl(per_move=Duration(seconds=3600)))
        await add_webhook(two, receiver.url)
        await set_ways(two, {TURN: [], STARTED: []})
        await one.start(table_id)
        for minutes, expected in ((0, 0), (44, 0), (46, 1), (50, 1)):
            told.clock.ahead = minutes * 60
            await worker.work()
            assert len(receiver.got) == expected, minutes
        assert kinds(receiver) == ["deadline"]
        assert receiver.got[0].json["data"]["deadline"]


async def test_who_has_the_table_open_is_not_told_until_they_have_left(told):
    told.clock.stand_still()
    async with receiving() as receiver, desk(told) as worker:
        table_id, one, two = await running(told)
        await add_webhook(two, receiver.url)
        async with two.watching(table_id) as updates:
            await updates.next()
            await one.start(table_id)
            await worker.work()
            assert receiver.got == []
        # Its record ends with the watch, or at the latest by itself; the turn is still open.
        told.clock.ahead += AGAIN_MILLISECONDS / 1000 + 1
        await worker.work()
        assert kinds(receiver) == ["your_turn"]


async def test_quiet_hours_hold_discord_back_but_no_program(told):
    told.clock.stand_still()
    async with receiving() as people, receiving() as programs, desk(told) as worker:
        table_id, one, two = await running(told)
        await add_webhook(two, people.url, form=pb.WEBHOOK_FORM_DISCORD)
        await add_webhook(two, programs.url)
        minute = int(told.clock() // 60 % 1440)
        quiet = pb.QuietHours(from_minute=(minute - 5) % 1440, to_minute=(minute + 60) % 1440)
        await set_ways(two, {STARTED: []}, quiet_hours=quiet)
        await one.start(table_id)
        await worker.work()
        assert (len(people.got), len(programs.got)) == (0, 1)
        told.clock.ahead += 3700
        await worker.work()
        assert (len(people.got), len(programs.got)) == (1, 1)
        assert "It is your turn at Long evening" in people.got[0].json["content"]
        assert people.got[0].json["allowed_mentions"] == {"parse": []}


async def test_what_no_longer_holds_after_quiet_hours_is_left_out(told):
    told.clock.stand_still()
    async with receiving() as people, desk(told) as worker:
        table_id, one, two = await running(told)
        await add_webhook(two, people.url, form=pb.WEBHOOK_FORM_DISCORD)
        minute = int(told.clock() // 60 % 1440)
        quiet = pb.QuietHours(from_minute=(minute - 5) % 1440, to_minute=(minute + 60) % 1440)
        await set_ways(two, {STARTED: []}, quiet_hours=quiet)
        await one.start(table_id)
        await worker.work()
        await two.pick(table_id)
        told.clock.ahead += 3700
        await worker.work()
        assert people.got == []


async def test_a_failing_receiver_is_tried_again_with_the_same_id_and_given_up_after_a_day(told):
    told.clock.stand_still()
    async with receiving() as receiver, desk(told) as worker:

        async def fail(_):
            return 500, {}, b"no"

        receiver.answer = fail
        table_id, one, two = await running(told)
        await add_webhook(two, receiver.url)
        await set_ways(two, {STARTED: []})
        await one.start(table_id)
        await worker.work()
        attempts, begun = [len(receiver.got)], told.clock.ahead
        while told.clock.ahead < begun + GIVEN_UP_MILLISECONDS / 1000 + 4 * 3600:
            told.clock.ahead += 600
            await worker.work()
            attempts.append(len(receiver.got))
        assert {request.json["id"] for request in receiver.got} == {receiver.got[0].json["id"]}
        assert 10 < len(receiver.got) < 30
        assert attempts[-1] == attempts[-6]
        assert (await settings_of(two)).webhooks[0].last_outcome == "status 500"
        letters = await told.lobbies[1].tables.store.dead_letters(limit=10)
        assert [(each.table, each.player, each.outcome) for each in letters] == [(table_id, two.id, "status 500")]
        # What happens later is sent.
        receiver.got.clear()
        receiver.answer = accept_all
        await two.pick(table_id)
        await one.pick(table_id)
        await worker.work()
        assert kinds(receiver) == ["your_turn"]


async def accept_all(_):
    return 200, {}, b"ok"


async def test_a_webhook_that_is_gone_is_removed(told):
    async with receiving() as receiver, desk(told) as worker:

        async def gone(_):
            return 410, {}, b""

        receiver.answer = gone
        table_id, one, two = await running(told)
        await add_webhook(two, receiver.url)
        await one.start(table_id)
        await worker.work()
        assert len(receiver.got) == 1
        assert not (await settings_of(two)).webhooks


async def test_a_test_arrives_and_its_outcome_is_shown(told):
    async with receiving() as receiver, desk(told) as worker:
        guest = await told.guest(lobby=1)
        made = await add_webhook(guest, receiver.url, name="mine")
        request = pb.TestWebhookRequest(webhook_id=made.webhook.id)
        sent = await guest.notifications.TestWebhook(request, metadata=guest.metadata)
        await worker.work()
        assert [request.json["id"] for request in receiver.got] == [sent.notification_id]
        [webhook] = (await settings_of(guest)).webhooks
        assert (webhook.name, webhook.host, webhook.last_outcome) == ("mine", "127.0.0.1", "delivered")
        # Its secret is shown once.
        assert made.secret.encode() not in webhook.SerializeToString()
        stranger = await told.guest(lobby=1)
        error = await refused(stranger.notifications.TestWebhook(request, metadata=stranger.metadata))
        assert error.reason == "UNKNOWN_SUBSCRIPTION"


async def test_subscriptions_are_bounded_and_the_same_url_is_one(told):
    guest = await told.guest(lobby=1)
    first = await add_webhook(guest, "http://127.0.0.1:9/0")
    again = await add_webhook(guest, "http://127.0.0.1:9/0")
    assert (first.webhook.id, first.secret != again.secret) == (again.webhook.id, True)
    for number in range(1, 5):
        await add_webhook(guest, f"http://127.0.0.1:9/{number}")
    assert (await refused(add_webhook(guest, "http://127.0.0.1:9/5"))).reason == "TOO_MANY_SUBSCRIPTIONS"
    assert (await refused(add_webhook(guest, "ftp://127.0.0.1/"))).reason == "INVALID_ENDPOINT"
    assert (await refused(add_webhook(guest, "http://127.0.0.1/", form=9))).reason == "UNKNOWN_VALUE"


PRIVATE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.7", "100.64.0.1", "224.0.0.1",
    "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1",
)  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_that_are_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/", "https://user:pass@hooks.example/", "https://127.0.0.1/", "https://[::1]/",
        "https://[::ffff:127.0.0.1]/", "https:///path", "https://hooks.example/#part", "https://a b/",
        "javascript:alert(1)",
        "https://hooks.example:99999/", "https://hooks.example/\r\nx: y",
    ],
)  # fmt: skip
def test_urls_that_are_no_endpoints(url):
    assert not is_endpoint(url, private=False)


# Each leads to this machine, whatever it looks like.
SPELLINGS = ("127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::ffff:127.0.0.1]", "0")


@pytest.mark.parametrize("host", SPELLINGS)
async def test_no_spelling_of_a_private_address_is_reached(host):
    async with receiving() as receiver:
        client = HttpClient(private=False)
        result = await client.post(f"http://{host}:{receiver.port}/", {}, b"x")
        await client.close()
        assert receiver.connections == 0
        assert result.outcome in ("address refused", "unreachable")


async def test_a_name_that_leads_elsewhere_a_moment_later_is_not_asked_again(monkeypatch):
    """DNS that changes its answer between check and use: there is one lookup, and its address is connected to."""
    async with receiving() as receiver:
        lookups = []

        async def getaddrinfo(_loop, host, port, **_):
            lookups.append(host)
            public = len(lookups) == 1
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("203.0.113.9" if public else "127.0.0.1", port))]

        monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", getaddrinfo)
        # Of documentation's own network, so nobody answers there.
        monkeypatch.setattr(http, "is_public", lambda address: address != "127.0.0.1")
        monkeypatch.setattr(http, "SECONDS", 0.5)
        client = HttpClient(private=False)
        result = await client.post(f"http://rebinding.example:{receiver.port}/", {}, b"x")
        assert result.outcome in ("unreachable", "too slow")
        assert (lookups, receiver.connections) == (["rebinding.example"], 0)
        assert (await client.post(f"http://rebinding.example:{receiver.port}/", {}, b"x")).outcome == "address refused"
        await client.close()


async def test_one_private_address_among_public_ones_refuses_the_name(monkeypatch):
    async def getaddrinfo(_loop, _host, port, **_):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in ("8.8.8.8", "127.0.0.1")]

    monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", getaddrinfo)
    client = HttpClient(private=False)
    assert (await client.post("https://mixed.example/", {}, b"x")).outcome == "address refused"
    await client.close()


async def test_redirects_are_not_followed():
    async with receiving() as inner, receiving() as outer:

        async def elsewhere(_):
            return 302, {"location": inner.url}, b""

        outer.answer = elsewhere
        client = HttpClient(private=True)
        assert (await client.post(outer.url, {}, b"x")).outcome == "status 302"
        await client.close()
        assert (len(outer.got), inner.connections) == (1, 0)


async def test_a_slow_host_leaves_room_for_others_and_gets_everything_in_time(told, monkeypatch):
    monkeypatch.setattr(delivering, "AT_ONCE", 4)
    told.clock.stand_still()
    async with receiving() as slow, receiving() as other, desk(told) as worker:
        answered = asyncio.Event()

        async def wait(_):
            await answered.wait()
            return 204, {}, b""

        slow.answer = wait
        guest = await told.guest(lobby=1)
        for url in (*(f"{slow.url}/{number}" for number in range(4)), other.url.replace("127.0.0.1", "localhost")):
            made = await add_webhook(guest, url)
            request = pb.TestWebhookRequest(webhook_id=made.webhook.id)
            await guest.notifications.TestWebhook(request, metadata=guest.metadata)
        await worker.deliverer.deliver()
        await eventually(lambda: len(other.got) == 1)
        await eventually(lambda: len(slow.got) == 2)
        answered.set()
        await worker.work()
        assert len(slow.got) == 2, "the others rest"
        told.clock.ahead += (PAUSE + 4 * SPACING) / 1000
        await worker.work()
        assert len(slow.got) == 4


def test_receivers_share_the_limit_and_targets_that_wait_are_tried_one_after_the_other():
    limit = SendingLimit(12)
    with ExitStack() as stack:

        def fill(receiver: str) -> int:
            taken = 0
            while limit.may_send_to(receiver):
                stack.enter_context(limit.sending_to(receiver))
                taken += 1
            return taken

        # What is left is shared by those who come.
        assert [fill(receiver) for receiver in "abcd"] == [6, 3, 2, 1]
        assert not limit.may_send_to("e"), "all have something"
        assert [limit.next_try("a", now=1_000) for _ in range(3)] == [2_002, 2_004, 2_006]
        assert limit.next_try("b", now=1_000) == 2_002
    assert all(map(limit.may_send_to, "abcde"))
    assert limit.next_try("a", now=1_000) == 2_002


async def test_no_more_than_a_few_tests_are_sent_to_a_server_that_asked_for_nothing(told):
    """Webhooks to somebody else's server: each notice is one request, and a limit holds for tests."""
    told.limits = read_settings(LimitSettings, {"GALAXYTABLES_LIMIT_SUBSCRIPTIONS": "player=3/600"})
    await told.open_lobby()
    async with receiving() as receiver, desk(told) as worker:
        guest = await told.guest(lobby=2)
        made = await add_webhook(guest, receiver.url)
        request = pb.TestWebhookRequest(webhook_id=made.webhook.id)
        for _ in range(2):
            await guest.notifications.TestWebhook(request, metadata=guest.metadata)
        error = await refused(guest.notifications.TestWebhook(request, metadata=guest.metadata))
        assert (error.reason, error.metadata["limit"]) == ("RATE_LIMITED", "subscriptions")
        await worker.work()
        assert len(receiver.got) == 2


async def test_huge_and_slow_answers_cost_little(monkeypatch):
    async with receiving() as receiver:

        async def huge(_):
            return 200, {}, b"x" * 5_000_000

        async def slow(_):
            await asyncio.sleep(30)
            return 200, {}, b""

        client = HttpClient(private=True)
        receiver.answer = huge
        assert (await client.post(receiver.url, {}, b"x")).delivered
        receiver.answer = slow
        monkeypatch.setattr(http, "SECONDS", 0.5)
        assert (await client.post(receiver.url, {}, b"x")).outcome == "too slow"
        await client.close()

"""E-mail: only to confirmed addresses, at most one an hour with the rest in it, and ended by one click."""

import asyncio
import re
from dataclasses import replace
from email import message_from_bytes
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import default

import pytest
from aiosmtpd.smtp import SMTP

from galaxytables.lobby.v1 import notifications_pb2 as pb
from galaxytables_lobby.adapters.notifications.mail import SmtpServer, in_one_line
from galaxytables_lobby.clock.delivering import LEASE_MILLISECONDS
from galaxytables_lobby.people.notifications import MAX_LINKS
from galaxytables_web.stop_email import PATH
from tests.lobby.house import refused
from tests.lobby.notifications.scenes import desk, set_ways, settings_of
from tests.lobby.notifications.test_webhooks import MESSAGE, STARTED, running
from tests.web.gateway import open_gateway

EMAIL, PAGE = pb.NOTIFICATION_WAY_EMAIL, "https://tables.example"


class Inbox:
    """A mail server of the test."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.sources: list[bytes] = []
        self.answer = "250 OK"
        self.for_recipient = "250 OK"

    async def handle_RCPT(self, _server, _session, envelope, address, _options) -> str:
        if self.for_recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.for_recipient

    async def handle_DATA(self, _server, _session, envelope) -> str:
        if self.answer.startswith("250"):
            mail = message_from_bytes(envelope.content, policy=default)
            assert isinstance(mail, EmailMessage)
            assert envelope.rcpt_tos == [mail["To"]]
            self.mails.append(mail)
            self.sources.append(envelope.content)
        return self.answer


@pytest.fixture
async def inbox(house):
    """A mail server, and a second lobby that uses it."""
    inbox = Inbox()
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(inbox, hostname="mail.example"), "127.0.0.1", 0
    )
    port = server.sockets[0].getsockname()[1]
    house.settings = replace(
        house.settings,
        smtp=SmtpServer.parse(f"smtp://127.0.0.1:{port}"),
        mail_from=Address("Galaxy Tables", addr_spec="tables@mail.example"),
        public_address=PAGE,
        webhooks="private",
    )
    house.clock.stand_still()
    await house.open_lobby()
    yield inbox
    server.close()


def link(mail: EmailMessage, page: str) -> str:
    found = re.search(rf"{PAGE}/#/{page}/(\S+)", text_of(mail))
    assert found is not None
    return found[1]


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


async def set_email(guest, address="bob@mail.example") -> pb.Email:
    made = await guest.notifications.SetEmail(pb.SetEmailRequest(address=address), metadata=guest.metadata)
    email: pb.Email = made.email
    return email


async def with_email(inbox, worker, guest) -> None:
    """The guest's address is confirmed."""
    await set_email(guest)
    await worker.work()
    token = link(inbox.mails.pop(), "confirm-email")
    await guest.notifications.ConfirmEmail(pb.ConfirmEmailRequest(link_token=token))


async def test_nothing_but_the_link_is_sent_before_an_address_is_confirmed(house, inbox):
    async with desk(house) as worker:
        table_id, one, two = await running(house)
        assert not (await set_email(two)).confirmed
        await one.start(table_id)
        await worker.work()
        [asked] = inbox.mails
        assert (asked["Subject"], asked["To"], asked["From"]) == (
            "Confirm your e-mail address", "bob@mail.example", "Galaxy Tables <tables@mail.example>",
        )  # fmt: skip
        token = link(asked, "confirm-email")
        wrong = pb.ConfirmEmailRequest(link_token=token[:-1])
        assert (await refused(two.notifications.ConfirmEmail(wrong))).reason == "LINK_INVALID"
        for _ in range(2):
            await two.notifications.ConfirmEmail(pb.ConfirmEmailRequest(link_token=token))
        assert (await settings_of(two)).email.confirmed
        # A new address must be confirmed again, and the old link is worth nothing.
        await set_email(two, "other@mail.example")
        assert (await refused(two.notifications.ConfirmEmail(pb.ConfirmEmailRequest(link_token=token)))).reason
        assert not (await settings_of(two)).email.confirmed
        late = link((await fetched(inbox, worker)), "confirm-email")
        house.clock.ahead += 25 * 3600
        assert (await refused(two.notifications.ConfirmEmail(pb.ConfirmEmailRequest(link_token=late)))).reason


async def fetched(inbox, worker) -> EmailMessage:
    await worker.work()
    mail: EmailMessage = inbox.mails[-1]
    return mail


async def test_one_mail_an_hour_has_the_rest_in_it(house, inbox):
    async with desk(house) as worker:
        table_id, one, two = await running(house)
        await with_email(inbox, worker, two)
        await set_ways(two, {MESSAGE: [EMAIL], STARTED: []})
        await one.start(table_id)
        await worker.work()
        [first] = inbox.mails
        assert first["Subject"].startswith("It is your turn at Long evening (")
        html = first.get_body(("html",)).get_content()
        assert f'<a href="{PAGE}/#/table/{table_id}">' in html
        for minute in (10, 20, 30):
            house.clock.ahead = minute * 60
            await one.say(table_id, "well?")
            await worker.work()
        assert len(inbox.mails) == 1
        house.clock.ahead = 3700
        await worker.work()
        assert [mail["Subject"] for mail in inbox.mails[1:]] == ["3 notifications"]
        assert text_of(inbox.mails[1]).count("Ada wrote at Long evening") == 3
        assert len({mail["Message-ID"] for mail in inbox.mails}) == 2


async def test_a_digest_comes_once_a_day_at_its_time_in_the_players_zone(house, inbox):
    async with desk(house) as worker:
        table_id, one, two = await running(house)
        await with_email(inbox, worker, two)
        tokyo = int(house.clock() // 60 + 9 * 60) % 1440
        when = (tokyo + 120) % 1440
        await set_ways(
            two, {MESSAGE: [EMAIL]}, daily_digest=True, digest_minute=when, time_zone="Asia/Tokyo", language="ja"
        )
        await one.say(table_id, "well?")
        await one.start(table_id)
        await worker.work()
        house.clock.ahead = 100 * 60
        await worker.work()
        assert inbox.mails == []
        house.clock.ahead = 125 * 60
        await worker.work()
        assert [mail["Subject"] for mail in inbox.mails] == ["通知2件"]
        assert "あなたの番です" in text_of(inbox.mails[0])


async def test_a_repeat_after_a_crash_has_the_same_id_though_more_waits(house, inbox, monkeypatch):
    async with desk(house) as worker, desk(house) as other:
        table_id, one, two = await running(house)
        await with_email(inbox, worker, two)
        await set_ways(two, {MESSAGE: [EMAIL], STARTED: []})
        await one.start(table_id)
        dead = worker.deliverer._store

        async def die(*_, **__):
            raise OSError("the machine is gone")

        monkeypatch.setattr(dead, "sent", die)
        await worker.work()
        await one.say(table_id, "well?")
        house.clock.ahead += LEASE_MILLISECONDS / 1000 + 1
        await other.work()
        first, second = inbox.mails
        assert (first["Message-ID"], text_of(first)) == (second["Message-ID"], text_of(second))


async def test_an_address_that_is_refused_for_good_is_forgotten_and_others_are_tried_again(house, inbox):
    async with desk(house) as worker:
        table_id, one, two = await running(house)
        await with_email(inbox, worker, two)
        await set_ways(two, {STARTED: []})
        inbox.for_recipient = "450 later"
        await one.start(table_id)
        await worker.work()
        assert (await settings_of(two)).email.confirmed
        inbox.for_recipient = "550 no such user"
        house.clock.ahead += 60
        await worker.work()
        assert not (await settings_of(two)).HasField("email")
        assert inbox.mails == []


async def test_one_click_ends_mail_and_a_look_at_the_link_does_not(house, inbox):
    async with desk(house) as worker, open_gateway(house.addresses[1]) as gateway:
        table_id, one, two = await running(house)
        await with_email(inbox, worker, two)
        await one.start(table_id)
        await worker.work()
        [mail] = inbox.mails
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        url = f"{PAGE}{PATH}?token={link(mail, 'stop-email')}"
        # Mail programs read the header as it is: they decode no words in it, and join no lines.
        assert f"\r\nList-Unsubscribe: <{url}>\r\n".encode() in inbox.sources[-1]
        path = url.removeprefix(PAGE)
        looked = await gateway.ask("GET", path)
        assert (looked.status, looked.headers["location"]) == (303, f"/#/stop-email/{link(mail, 'stop-email')}")
        assert (await settings_of(two)).email.confirmed
        assert (await gateway.ask("POST", path + "x")).status == 404
        assert (await settings_of(two)).email.confirmed
        for _ in range(2):
            assert (await gateway.ask("POST", path)).status == 200
        assert not (await settings_of(two)).HasField("email")


async def test_names_put_nothing_into_the_head_of_a_mail_and_nothing_into_its_html(house, inbox):
    assert in_one_line("It is\r\nBcc: all@mail.example\u2028\x00 you") == "It is Bcc: all@mail.example you"
    async with desk(house) as worker:
        one, two = await house.guest('<b>"Ada', lobby=1), await house.guest("Bob", lobby=1)
        table = await one.create(2, name="<script>alert(1)</script>")
        await two.join(table.id)
        await with_email(inbox, worker, two)
        await set_ways(two, {MESSAGE: [EMAIL]})
        await one.say(table.id, "hello")
        await worker.work()
        [mail] = inbox.mails
        html = mail.get_body(("html",)).get_content()
        assert "&lt;script&gt;" in html
        assert "<script" not in html
        assert "<b>" not in html


@pytest.mark.usefixtures("inbox")
async def test_an_address_is_sent_so_many_links_a_day_no_matter_who_asks(house):
    guests = [await house.guest(f"Bob {number}", lobby=1) for number in range(MAX_LINKS + 1)]
    for guest in guests[:-1]:
        await set_email(guest)
    error = await refused(set_email(guests[-1], "Bob@mail.EXAMPLE"))
    assert (error.reason, error.metadata["limit"]) == ("RATE_LIMITED", "recipients")
    assert not (await settings_of(guests[-1])).HasField("email")
    await set_email(guests[-1], "other@mail.example")
    house.clock.ahead += 24 * 3600
    await set_email(guests[-1])


NO_ADDRESSES = (
    "", "bob", "bob@", "@mail.example", "bob@localhost", "bob@mail.example\r\nBcc: x@y.example", "a b@mail.example",
    "bob@127.0.0.1", "bob@[127.0.0.1]", "<bob@mail.example>", "bob@mail.example, eve@mail.example",
    "b" * 65 + "@mail.example", "böb@mail.example",
)  # fmt: skip


@pytest.mark.usefixtures("inbox")
async def test_what_is_no_address(house):
    guest = await house.guest(lobby=1)
    for address in NO_ADDRESSES:
        assert (await refused(set_email(guest, address))).reason == "INVALID_EMAIL", address


async def test_a_host_without_a_mail_server_says_so(house):
    guest = await house.guest()
    error = await refused(set_email(guest))
    assert (error.reason, error.metadata["way"]) == ("NOTIFICATION_WAY_OFF", "email")
    assert (await settings_of(guest)).ways == [pb.NOTIFICATION_WAY_WEBHOOK]

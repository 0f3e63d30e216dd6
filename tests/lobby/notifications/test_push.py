"""Web Push: a push service of the test decrypts what it gets by the keys of RFC 8291, and checks who sends."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace

import jwt
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from galaxytables.lobby.v1 import notifications_pb2 as pb
from galaxytables_lobby.adapters.notifications.push import VapidKey
from tests.lobby.house import refused
from tests.lobby.notifications.receivers import Request, receiving
from tests.lobby.notifications.scenes import desk, set_ways, settings_of
from tests.lobby.notifications.test_webhooks import STARTED, running

CURVE = ec.SECP256R1()


def encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


class Browser:
    """A browser's side of a push subscription."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(CURVE)
        self.auth = os.urandom(16)
        self.point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def decrypted(self, request: Request) -> dict[str, object]:
        """RFC 8188 and 8291: one record of aes128gcm, its key agreed by ECDH."""
        assert request.headers["content-encoding"] == "aes128gcm"
        body = request.body
        salt, length = body[:16], body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\0" + self.point + sender
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, record, None)
        content: dict[str, object] = json.loads(plain.rstrip(b"\0").removesuffix(b"\2"))
        return content


@pytest.fixture
async def key(house) -> VapidKey:
    """The host's key, which a second lobby has."""
    key = VapidKey.generate()
    house.settings = replace(
        house.settings, vapid_key=VapidKey.parse(str(key)), public_address="https://tables.example", webhooks="private"
    )
    await house.open_lobby()
    return key


async def subscribe(guest, browser: Browser, endpoint: str, **fields) -> pb.PushSubscription:
    keys = {"p256dh": encoded(browser.point), "auth": encoded(browser.auth)}
    request = pb.AddPushSubscriptionRequest(**{"endpoint": endpoint, **keys, **fields})
    made = await guest.notifications.AddPushSubscription(request, metadata=guest.metadata)
    subscription: pb.PushSubscription = made.subscription
    return subscription


async def test_a_browser_decrypts_its_turn_and_the_service_knows_the_sender(house, key):
    browser = Browser()
    async with receiving() as service, desk(house) as worker:
        table_id, one, two = await running(house)
        shown = await two.notifications.GetPushKey(pb.GetPushKeyRequest())
        assert shown.key == key.public
        await subscribe(two, browser, service.url, name="phone")
        await set_ways(two, {STARTED: []}, language="ja")
        await one.start(table_id)
        await worker.work()
        [request] = service.got
        content = browser.decrypted(request)
        assert content["kind"] == "your_turn"
        assert (content["table_id"], content["path"], content["tag"]) == (table_id, f"/#/table/{table_id}", table_id)
        assert "あなたの番です" in str(content["text"])
        assert request.headers["ttl"] == "86400"
        assert len(request.headers["topic"]) == 32
        token, _, shown_key = request.headers["authorization"].removeprefix("vapid t=").partition(", k=")
        assert shown_key == key.public
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point_of(shown_key))
        claims = jwt.decode(token, public, algorithms=["ES256"], audience=f"http://127.0.0.1:{service.port}")
        assert claims["sub"] == "https://tables.example"
        # What was encrypted for one browser is nothing to another.
        with pytest.raises(InvalidTag):
            Browser().decrypted(request)


def point_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.mark.parametrize("status", [404, 410])
@pytest.mark.usefixtures("key")
async def test_a_browser_that_is_gone_is_forgotten(house, status):
    async with receiving() as service, desk(house) as worker:

        async def gone(_):
            return status, {}, b""

        service.answer = gone
        table_id, one, two = await running(house)
        await subscribe(two, Browser(), service.url)
        await one.start(table_id)
        await worker.work()
        await worker.work()
        assert len(service.got) == 1
        assert not (await settings_of(two)).push_subscriptions


@pytest.mark.usefixtures("key")
async def test_subscriptions_are_checked_counted_and_removed(house):
    guest, browser = await house.guest(lobby=1), Browser()
    for wrong in ({"p256dh": encoded(b"\4" + b"x" * 64)}, {"auth": "AAAA"}, {"p256dh": "!"}):
        assert (
            await refused(subscribe(guest, browser, "https://push.example/1", **wrong))
        ).reason == "INVALID_PUSH_KEYS"
    added = [await subscribe(guest, browser, f"https://push.example/{number}") for number in range(10)]
    assert (await refused(subscribe(guest, browser, "https://push.example/x"))).reason == "TOO_MANY_SUBSCRIPTIONS"
    await subscribe(guest, browser, "https://push.example/0")
    for _ in range(2):
        request = pb.RemovePushSubscriptionRequest(subscription_id=added[0].id)
        await guest.notifications.RemovePushSubscription(request, metadata=guest.metadata)
    assert len((await settings_of(guest)).push_subscriptions) == 9


@pytest.mark.usefixtures("key")
async def test_an_endpoint_within_the_hosts_network_is_neither_taken_nor_called(house):
    house.settings = replace(house.settings, webhooks="public")
    await house.open_lobby()
    async with receiving() as service, desk(house) as worker:
        guest, other = [await house.guest(name, lobby=2) for name in ("Ada", "Bob")]
        for url in (service.url, "https://127.0.0.1/", "https://10.1.2.3/", "https://[::ffff:127.0.0.1]/"):
            assert (await refused(subscribe(guest, Browser(), url))).reason == "INVALID_ENDPOINT", url
        # A name is taken, whatever it leads to, and looked up when something is sent.
        await subscribe(guest, Browser(), f"https://localhost:{service.port}/")
        table = await other.create(2)
        await guest.join(table.id)
        await guest.ready(table.id)
        await other.start(table.id)
        await worker.work()
        assert service.connections == 0
        state = (await house.lobbies[2].tables.store.subscriber(guest.id)).states
        assert [each.outcome for each in state.values()] == ["address refused"]


async def test_a_host_without_a_key_says_so(house):
    guest = await house.guest()
    error = await refused(guest.notifications.GetPushKey(pb.GetPushKeyRequest()))
    assert (error.reason, error.metadata["way"]) == ("NOTIFICATION_WAY_OFF", "push")


def test_a_key_is_read_as_it_is_written_and_never_shown_by_mistake():
    key = VapidKey.generate()
    assert VapidKey.parse(str(key)).public == key.public
    assert str(key) not in repr(key)
    for wrong in ("", "AAAA", "!" * 43, encoded(b"\0" * 32)):
        with pytest.raises(ValueError):  # noqa: PT011  # whatever it says
            VapidKey.parse(wrong)

"""Changes how and where players are notified. The notifications are sent by the clock's workers."""

import hmac
import re
import secrets
from base64 import b64encode, urlsafe_b64decode
from collections.abc import Callable
from hashlib import sha256
from zoneinfo import ZoneInfo, available_timezones

from cryptography.hazmat.primitives.asymmetric import ec
from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain.endpoints import is_endpoint
from galaxytables_lobby.domain.notices import Kind, Notice, notice_id
from galaxytables_lobby.domain.subscribers import (
    CONFIRMATION,
    DAY_MINUTES,
    EMAIL,
    EmailTarget,
    Form,
    Preferences,
    PushTarget,
    Subscriber,
    Way,
    WebhookTarget,
    url_id,
)
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import LIMITED
from galaxytables_lobby.people.subscribers import Subscribers
from galaxytables_lobby.ports import Store

MAX_PUSH, MAX_WEBHOOKS = 10, 5
MAX_NAME = 60
CONFIRM_MILLISECONDS = 24 * 3600 * 1000
# How many links an address is sent in a day, no matter who asks for them.
MAX_LINKS = 3
_SECRET_BYTES = 24
_MAX_ADDRESS, _MAX_LOCAL = 254, 64
# Quoted local parts and literal domains are legal, but nobody has them.
_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+"
    r"[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]"
)
_POINT_BYTES, _AUTH_BYTES = 65, 16


class Notifications:
    """Reads and changes the notification settings and targets of players."""

    def __init__(
        self, store: Store, subscribers: Subscribers, ways: frozenset[Way], now: Callable[[], int], *, private: bool
    ) -> None:
        """`ways` are the channels that this host has. `now` returns the store's time in milliseconds since the epoch.

        `private` allows endpoints in private networks, and http.
        """
        self._store = store
        self._subscribers = subscribers
        self.ways = ways
        self._now = now
        self._private = private

    async def of(self, player_id: PlayerId) -> Subscriber:
        """Return a player's notification settings and targets."""
        return await self._store.subscriber(player_id)

    async def set_preferences(self, player_id: PlayerId, preferences: Preferences) -> None:
        """Replace a player's preferences. Raises INVALID_TIME_ZONE, UNKNOWN_VALUE."""
        if preferences.zone not in available_timezones():
            raise errors.invalid_time_zone()
        ZoneInfo(preferences.zone)
        for name in ("quiet_from", "quiet_to", "digest_minute"):
            if getattr(preferences, name) >= DAY_MINUTES:
                raise errors.unknown_value(name, getattr(preferences, name))
        await self._store.keep_preferences(player_id, preferences)

    async def add_push(self, player_id: PlayerId, endpoint: str, p256dh: str, auth: str, name: str) -> str:
        """Add a browser, to be notified by Web Push. Returns the name of the target.

        Raises NOTIFICATION_WAY_OFF, INVALID_ENDPOINT, INVALID_PUSH_KEYS, TOO_MANY_SUBSCRIPTIONS.
        """
        self._check(Way.PUSH, endpoint)
        point, secret = _decoded(p256dh, _POINT_BYTES), _decoded(auth, _AUTH_BYTES)
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        except ValueError:
            raise errors.invalid_push_keys() from None
        target = f"push:{url_id(endpoint)}"
        value = PushTarget(endpoint=endpoint, p256dh=point, auth=secret, name=_name(name), added=self._now())
        if not await self._subscribers.add(player_id, target, value, limit=MAX_PUSH):
            raise errors.too_many_subscriptions(MAX_PUSH)
        return target

    async def add_webhook(self, player_id: PlayerId, url: str, form: Form, name: str) -> tuple[str, str]:
        """Add a webhook. Returns the name of the target, and the secret that signs its messages (empty for Discord).

        Raises NOTIFICATION_WAY_OFF, INVALID_ENDPOINT, TOO_MANY_SUBSCRIPTIONS.
        """
        self._check(Way.WEBHOOK, url)
        secret = "whsec_" + b64encode(secrets.token_bytes(_SECRET_BYTES)).decode() if form is Form.STANDARD else ""
        target = f"webhook:{url_id(url)}"
        value = WebhookTarget(url=url, form=form, name=_name(name), added=self._now(), secret=secret)
        if not await self._subscribers.add(player_id, target, value, limit=MAX_WEBHOOKS):
            raise errors.too_many_subscriptions(MAX_WEBHOOKS)
        return target, secret

    async def remove(self, player_id: PlayerId, target: str) -> None:
        """Remove one of a player's targets for notifications. Does nothing if there is no such target."""
        await self._store.unsubscribe(player_id, target)

    async def remove_email(self, player_id: PlayerId) -> None:
        """Delete a player's e-mail address, and all notices that wait to be sent to it."""
        for target in (EMAIL, CONFIRMATION):
            await self._store.unsubscribe(player_id, target)

    async def test(self, player_id: PlayerId, target: str) -> str:
        """Send a test notification to a webhook. Returns the notice's id. Raises UNKNOWN_SUBSCRIPTION."""
        if target not in (await self._store.subscriber(player_id)).webhooks:
            raise errors.unknown_subscription()
        identity = notice_id(player_id, Kind.TEST.value, secrets.token_hex(_SECRET_BYTES))
        notice = Notice(id=identity, kind=Kind.TEST, player=player_id, made=self._now())
        await self._store.queue(notice, {target: notice.made})
        return identity

    async def set_email(self, player_id: PlayerId, address: str) -> EmailTarget:
        """Set a player's e-mail address, and send it a link that confirms it.

        Raises NOTIFICATION_WAY_OFF, INVALID_EMAIL, RATE_LIMITED.
        """
        self._check_on(Way.EMAIL)
        if len(address) > _MAX_ADDRESS or not _ADDRESS.fullmatch(address):
            raise errors.invalid_email()
        if len(address.partition("@")[0]) > _MAX_LOCAL:
            raise errors.invalid_email()
        current = (await self._store.subscriber(player_id)).email
        if current is not None and current.address == address and current.confirmed:
            return current
        await self._take_link(address)
        await self.remove_email(player_id)
        now = self._now()
        email = EmailTarget(
            address=address,
            stop_secret=secrets.token_urlsafe(_SECRET_BYTES),
            confirm_secret=secrets.token_urlsafe(_SECRET_BYTES),
            confirm_until=now + CONFIRM_MILLISECONDS,
        )
        await self._subscribers.add(player_id, EMAIL, email, limit=1)
        identity = notice_id(player_id, Kind.CONFIRMATION.value, email.confirm_secret)
        notice = Notice(id=identity, kind=Kind.CONFIRMATION, player=player_id, made=now)
        await self._store.queue(notice, {CONFIRMATION: now})
        return email

    async def confirm_email(self, link_token: str) -> None:
        """Confirm an e-mail address by the token of the link that was sent to it. Raises LINK_INVALID."""
        player_id, secret = _read_link(link_token)
        email = (await self._store.subscriber(player_id)).email
        if email is None or not hmac.compare_digest(email.confirm_secret.encode(), secret):
            raise errors.link_invalid()
        if email.confirmed:
            return
        if email.confirm_until < self._now():
            raise errors.link_invalid()
        confirmed = replace(email, confirmed=True)
        if not await self._subscribers.add(player_id, EMAIL, confirmed, limit=1, instead_of=email):
            raise errors.link_invalid()

    async def stop_email(self, link_token: str) -> None:
        """Stop e-mails to an address, by the token of the link in each e-mail. Raises LINK_INVALID."""
        player_id, secret = _read_link(link_token)
        email = (await self._store.subscriber(player_id)).email
        if email is None:
            # A repeat, or the player has removed it.
            return
        if not hmac.compare_digest(email.stop_secret.encode(), secret):
            raise errors.link_invalid()
        await self._store.unsubscribe(player_id, EMAIL, email)

    async def _take_link(self, address: str) -> None:
        """Count a link that is sent to an address, so that nobody fills an inbox. Raises RATE_LIMITED."""
        recipient = sha256(address.casefold().encode()).hexdigest()
        wait = await self._store.take(
            f"recipients:{recipient}", 1, now=self._now(), capacity=MAX_LINKS, milliseconds=CONFIRM_MILLISECONDS
        )
        if wait:
            LIMITED.labels("recipients", "all").inc()
            seconds = CONFIRM_MILLISECONDS // 1000
            raise errors.rate_limited("recipients", "all", MAX_LINKS, seconds, retry_after=wait / 1000)

    def _check(self, way: Way, url: str) -> None:
        self._check_on(way)
        if not is_endpoint(url, private=self._private):
            raise errors.invalid_endpoint()

    def _check_on(self, way: Way) -> None:
        if way not in self.ways:
            raise errors.notification_way_off(way.name.lower())


def _read_link(text: str) -> tuple[PlayerId, bytes]:
    player_id, _, secret = text.rpartition(".")
    if not player_id or not secret or not text.isascii() or not text.isprintable():
        raise errors.link_invalid()
    return PlayerId(player_id), secret.encode()


def _name(text: str) -> str:
    """Return what a player calls a subscription, without what cannot be printed."""
    return "".join(letter for letter in text if letter.isprintable())[:MAX_NAME].strip()


def _decoded(text: str, size: int) -> bytes:
    try:
        decoded = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        decoded = b""
    if len(decoded) != size:
        raise errors.invalid_push_keys()
    return decoded

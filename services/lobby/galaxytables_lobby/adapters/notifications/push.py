"""Sends Web Push messages: encrypted for the browser (RFC 8291), signed with the platform's VAPID key (RFC 8292)."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import http_ece
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from galaxytables_lobby.adapters.notifications.http import HttpClient
from galaxytables_lobby.adapters.notifications.sending import Message, Result
from galaxytables_lobby.domain.notices import Kind
from galaxytables_lobby.domain.subscribers import Subscriber, url_id

# How long a push service keeps a notification for a browser that is away.
_KEPT_SECONDS = 24 * 3600
_SALT_BYTES, _KEY_BYTES, _TOPIC_LENGTH = 16, 32, 32
_TOKEN_SECONDS = 12 * 3600
_NOT_FOUND = 404
_MAX_TEXT = 500
_URGENT = (Kind.YOUR_TURN, Kind.DEADLINE)


class VapidKey:
    """The VAPID key, by which push services recognise this platform."""

    def __init__(self, key: ec.EllipticCurvePrivateKey) -> None:
        """`key` is a private key of the curve P-256."""
        self._key = key
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = _encoded(point)
        """The public key as browsers take it, in base64url."""

    @classmethod
    def parse(cls, text: str) -> "VapidKey":
        """Read a key in the form that `str(key)` writes. Raises `ValueError`."""
        secret = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        if len(secret) != _KEY_BYTES:
            raise ValueError("not 32 bytes")
        return cls(ec.derive_private_key(int.from_bytes(secret), ec.SECP256R1()))

    @classmethod
    def generate(cls) -> "VapidKey":
        """Return a new key."""
        return cls(ec.generate_private_key(ec.SECP256R1()))

    def __str__(self) -> str:
        """Return the private key in base64url."""
        return _encoded(self._key.private_numbers().private_value.to_bytes(_KEY_BYTES))

    def __repr__(self) -> str:
        return f"VapidKey({self.public})"

    def authorization(self, endpoint: str, contact: str, now: int) -> str:
        """Return the HTTP header that proves to a push service who sends; `contact` is the sender's URL, or empty."""
        parts = urlsplit(endpoint)
        claims: dict[str, object] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + _TOKEN_SECONDS}
        if contact:
            claims["sub"] = contact
        return f"vapid t={jwt.encode(claims, self._key, algorithm='ES256')}, k={self.public}"


class PushSender:
    """Sends notices to browsers by Web Push, one notice at a time."""

    together = False

    def __init__(self, http: HttpClient, key: VapidKey, contact: str, now: Callable[[], float]) -> None:
        """`contact` is a URL by which push services reach this platform's operator.

        `now` returns seconds since the epoch.
        """
        self._http = http
        self._key = key
        self._contact = contact
        self._now = now

    async def send(self, subscriber: Subscriber, target: str, messages: Sequence[Message]) -> Result:
        """Encrypt one message and post it to the browser's push service.

        If the browser is offline, a later message about the same table replaces this one.
        """
        browser, [message] = subscriber.push[target], messages
        notice = message.notice
        content = http_ece.encrypt(
            _content(message),
            salt=os.urandom(_SALT_BYTES),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=browser.p256dh,
            auth_secret=browser.auth,
            version="aes128gcm",
        )
        headers = {
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(_KEPT_SECONDS),
            "urgency": "high" if notice.kind in _URGENT else "normal",
            "topic": url_id(notice.table or notice.id)[:_TOPIC_LENGTH],
            "authorization": self._key.authorization(browser.endpoint, self._contact, int(self._now())),
        }
        return await self._http.post(browser.endpoint, headers, content, gone=[_NOT_FOUND])


def _content(message: Message) -> bytes:
    """Return the JSON that the page's service worker gets.

    It shows one notification for each `tag`, so one for a table.
    """
    notice = message.notice
    content: dict[str, object] = {
        "id": notice.id,
        "kind": notice.kind.name.lower(),
        "text": message.text[:_MAX_TEXT],
        "tag": notice.table or notice.id,
        "made": notice.made,
    }
    if notice.table:
        content |= {"table_id": notice.table, "path": f"/#/table/{notice.table}"}
    elif "/#/" in message.link:
        content["path"] = message.link[message.link.index("/#/") :]
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()

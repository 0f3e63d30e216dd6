"""Plain data about how, where and at what times players want to be notified."""

import enum
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from hashlib import sha256
from typing import TypeAlias
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec

from galaxytables_lobby.domain.notices import CHOSEN, Kind
from galaxytables_lobby.ids import PlayerId

DAY_MINUTES = 24 * 60
EMAIL = "email"
CONFIRMATION = "confirmation"
"""The targets that a player has once; others are `push:<id>` and `webhook:<id>`."""
_HOUR = 3600 * 1000


class Way(enum.IntEnum):
    """The ways of sending a notice; the numbers are those of `galaxytables.lobby.v1.NotificationWay`."""

    PUSH = 1
    EMAIL = 2
    WEBHOOK = 3


class Form(enum.IntEnum):
    """The formats of messages to a webhook; the numbers are those of `galaxytables.lobby.v1.WebhookForm`."""

    STANDARD = 1
    DISCORD = 2


_ALL = frozenset(Way)
DEFAULT_WAYS: Mapping[Kind, frozenset[Way]] = {
    **dict.fromkeys(CHOSEN, _ALL),
    Kind.STARTED: _ALL - {Way.EMAIL},
    Kind.MESSAGE: _ALL - {Way.EMAIL},
    # Only for those who choose it: nobody has asked for news of the platform.
    Kind.ANNOUNCEMENT: frozenset(),
}


class Preferences(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a player wants to be notified. Minutes are counted from midnight in the player's time zone."""

    # The ways of kinds that differ from the default.
    ways: dict[Kind, frozenset[Way]] = {}
    quiet_from: int = 0
    # The same as `quiet_from`: no quiet hours.
    quiet_to: int = 0
    zone: str = "UTC"
    digest: bool = False
    digest_minute: int = 0
    language: str = "en"

    def ways_of(self, kind: Kind) -> frozenset[Way]:
        """Return the ways in which the player wants to get notices of a kind."""
        return self.ways.get(kind, DEFAULT_WAYS.get(kind, frozenset()))

    def quiet_until(self, now: int) -> int:
        """Return when the present quiet hours end, in milliseconds since the epoch; 0 if there are none at `now`."""
        if self.quiet_from == self.quiet_to:
            return 0
        local = datetime.fromtimestamp(now / 1000, ZoneInfo(self.zone))
        minute = local.hour * 60 + local.minute
        quiet = (minute - self.quiet_from) % DAY_MINUTES < (self.quiet_to - self.quiet_from) % DAY_MINUTES
        return _next(local, self.quiet_to) if quiet else 0

    def email_due(self, now: int, *, last_sent: int) -> int:
        """Return when an e-mail with all waiting notices may be sent, in milliseconds since the epoch."""
        if self.digest:
            return _next(datetime.fromtimestamp(now / 1000, ZoneInfo(self.zone)), self.digest_minute)
        due = max(now, last_sent + _HOUR)
        return self.quiet_until(due) or due


def _next(local: datetime, minute: int) -> int:
    """Return the first moment after `local` at which clocks there show a minute of the day."""
    shown = time(minute // 60, minute % 60)
    for days in range(3):
        # Made of the date and the time shown, since a day may have 23 or 25 hours.
        moment = datetime.combine(local.date() + timedelta(days=days), shown, tzinfo=local.tzinfo)
        if moment.timestamp() > local.timestamp():
            return int(moment.timestamp() * 1000)
    raise ValueError(f"no such minute: {minute}")


class PushTarget(msgspec.Struct, frozen=True, kw_only=True):
    """A browser to notify by Web Push. Its endpoint is secret."""

    endpoint: str
    p256dh: bytes
    auth: bytes
    name: str
    added: int


class EmailTarget(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player's e-mail address as a target, and the secrets in the links that are sent to it."""

    address: str
    stop_secret: str
    confirmed: bool = False
    # Empty once it is confirmed.
    confirm_secret: str = ""
    confirm_until: int = 0


class WebhookTarget(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A webhook of the player's choice. Its URL may contain a secret; `secret` signs the messages."""

    url: str
    form: Form
    name: str
    added: int
    secret: str = ""


Target: TypeAlias = PushTarget | EmailTarget | WebhookTarget


class TargetState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of the last attempts to send to a target; times are in milliseconds since the epoch."""

    last_sent: int = 0
    outcome: str = ""
    # Attempts in a row that failed, and since when.
    failures: int = 0
    failing_since: int = 0
    # The notices of an e-mail that was begun: a repeat must be the same.
    batch: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Subscriber:
    """How one player is notified: preferences, targets, and the outcome of the last attempts to send."""

    preferences: Preferences = field(default_factory=Preferences)
    push: Mapping[str, PushTarget] = field(default_factory=dict)
    webhooks: Mapping[str, WebhookTarget] = field(default_factory=dict)
    email: EmailTarget | None = None
    states: Mapping[str, TargetState] = field(default_factory=dict)

    def state(self, target: str) -> TargetState:
        """Return the outcome of the last attempts to send to a target."""
        return self.states.get(target, TargetState())

    def with_state(self, target: str, state: TargetState) -> "Subscriber":
        """Return the subscriber after an attempt to send to a target."""
        return replace(self, states={**self.states, target: state})

    def has(self, target: str) -> bool:
        """Return whether the player has this target and notices may be sent to it."""
        if target in (EMAIL, CONFIRMATION):
            return self.email is not None and self.email.confirmed == (target == EMAIL)
        return target in self.push or target in self.webhooks

    def host(self, target: str) -> str:
        """Return the host to which notices for a target are sent; empty for e-mail, which goes to the mail server."""
        found = self.push.get(target) or self.webhooks.get(target)
        if found is None:
            return ""
        url = found.endpoint if isinstance(found, PushTarget) else found.url
        return urlsplit(url).hostname or ""

    def targets(self, kind: Kind) -> Iterator[str]:
        """Yield the targets to which a notice of a kind is sent."""
        ways = self.preferences.ways_of(kind)
        if Way.PUSH in ways:
            yield from self.push
        if Way.WEBHOOK in ways:
            yield from self.webhooks
        if Way.EMAIL in ways and self.has(EMAIL):
            yield EMAIL

    def due(self, target: str, now: int) -> int:
        """Return the earliest time at which a notice made at `now` may be sent to a target, in milliseconds."""
        if target == EMAIL:
            return self.preferences.email_due(now, last_sent=self.state(EMAIL).last_sent)
        webhook = self.webhooks.get(target)
        if target == CONFIRMATION or (webhook is not None and webhook.form is Form.STANDARD):
            return now
        return self.preferences.quiet_until(now) or now


def way_of(target: str) -> Way:
    """Return the way in which notices reach a target: Web Push, e-mail or webhook."""
    if target in (EMAIL, CONFIRMATION):
        return Way.EMAIL
    return Way.PUSH if target.startswith("push:") else Way.WEBHOOK


def link_token(player_id: PlayerId, secret: str) -> str:
    """Return the token of a link in an e-mail, by which a player confirms the address or stops e-mails."""
    return f"{player_id}.{secret}"


def url_id(url: str) -> str:
    """Return the name of the target for a URL, which is a digest of the URL."""
    return urlsafe_b64encode(sha256(url.encode()).digest()).rstrip(b"=").decode()


def encode_part(part: Preferences | Target | TargetState) -> bytes:
    """Return a part of a subscriber (preferences, a target or a target's state) as the bytes that the store keeps."""
    return msgspec.msgpack.encode(part)


def decode_subscriber(parts: Mapping[str, bytes]) -> Subscriber:
    """Return the subscriber that consists of these parts: `preferences`, targets, `state:<target>`."""
    push, webhooks, states = {}, {}, {}
    for name, part in parts.items():
        kind = name.partition(":")[0]
        if kind == "push":
            push[name] = msgspec.msgpack.decode(part, type=PushTarget)
        elif kind == "webhook":
            webhooks[name] = msgspec.msgpack.decode(part, type=WebhookTarget)
        elif kind == "state":
            states[name.removeprefix("state:")] = msgspec.msgpack.decode(part, type=TargetState)
    email = msgspec.msgpack.decode(parts[EMAIL], type=EmailTarget) if EMAIL in parts else None
    preferences = Preferences()
    if "preferences" in parts:
        preferences = msgspec.msgpack.decode(parts["preferences"], type=Preferences)
    return Subscriber(preferences=preferences, push=push, webhooks=webhooks, email=email, states=states)

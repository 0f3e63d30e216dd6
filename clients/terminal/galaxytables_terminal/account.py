"""The account of a player as lines of text: sign-in methods, devices, tokens for programs, notifications, data.

`Account` is the data that the lobby has, and `account_lines` returns the lines that show it. Each line that can be
chosen has an act: the change that choosing the line makes.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, tzinfo

from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import accounts_pb2, notifications_pb2, personal_tokens_pb2, reports_pb2
from galaxytables_client import ClientError, Lobby
from galaxytables_terminal.lines import Line
from galaxytables_terminal.peace import report_line, sanction_line
from galaxytables_terminal.wording import Wording

_KINDS = {
    notifications_pb2.NOTIFICATION_KIND_YOUR_TURN: "notify-kind-turn",
    notifications_pb2.NOTIFICATION_KIND_DEADLINE: "notify-kind-deadline",
    notifications_pb2.NOTIFICATION_KIND_STARTED: "notify-kind-started",
    notifications_pb2.NOTIFICATION_KIND_ENDED: "notify-kind-ended",
    notifications_pb2.NOTIFICATION_KIND_MESSAGE: "notify-kind-message",
    notifications_pb2.NOTIFICATION_KIND_INVITED: "notify-kind-invited",
    notifications_pb2.NOTIFICATION_KIND_ANNOUNCEMENT: "notify-kind-announcement",
    notifications_pb2.NOTIFICATION_KIND_REPORT_ANSWERED: "notify-kind-report-answered",
    notifications_pb2.NOTIFICATION_KIND_SANCTIONED: "notify-kind-sanctioned",
    notifications_pb2.NOTIFICATION_KIND_TOURNAMENT: "notify-kind-tournament",
}
_WAYS = {
    notifications_pb2.NOTIFICATION_WAY_PUSH: "notify-way-push",
    notifications_pb2.NOTIFICATION_WAY_EMAIL: "notify-way-email",
    notifications_pb2.NOTIFICATION_WAY_WEBHOOK: "notify-way-webhook",
}
SCOPES = {
    "read": personal_tokens_pb2.TOKEN_SCOPE_READ,
    "play": personal_tokens_pb2.TOKEN_SCOPE_PLAY,
    "host_tables": personal_tokens_pb2.TOKEN_SCOPE_HOST_TABLES,
    "bots": personal_tokens_pb2.TOKEN_SCOPE_BOTS,
}


@dataclass(frozen=True, slots=True)
class SignIn:
    """An act of a line: sign in at a provider. With `link`, add that provider to the account as a sign-in method."""

    provider: accounts_pb2.Provider
    link: bool = False


@dataclass(frozen=True, slots=True)
class SignOut:
    """An act of a line: sign out on this device."""


@dataclass(frozen=True, slots=True)
class Rename:
    """An act of a line: change the player's name."""


@dataclass(frozen=True, slots=True)
class Unlink:
    """An act of a line: remove a sign-in method (way in) from the account."""

    way_in: accounts_pb2.WayIn


@dataclass(frozen=True, slots=True)
class AddPasskey:
    """An act of a line: open the page, where a browser adds a passkey to the account."""


@dataclass(frozen=True, slots=True)
class EndDevice:
    """An act of a line: end the session of one device."""

    session: accounts_pb2.Session


@dataclass(frozen=True, slots=True)
class EndOthers:
    """An act of a line: end the sessions of all other devices."""


@dataclass(frozen=True, slots=True)
class MakeToken:
    """An act of a line: make a token for a program."""


@dataclass(frozen=True, slots=True)
class EndToken:
    """An act of a line: revoke a token for a program."""

    token: personal_tokens_pb2.PersonalToken


@dataclass(frozen=True, slots=True)
class Switch:
    """An act of a line: turn notifications of one kind, sent in one way, on or off."""

    kind: notifications_pb2.NotificationKind.ValueType
    way: notifications_pb2.NotificationWay.ValueType


@dataclass(frozen=True, slots=True)
class Appeal:
    """An act of a line: appeal against a sanction."""

    sanction: reports_pb2.PlayerSanction


@dataclass(frozen=True, slots=True)
class Export:
    """An act of a line: save all data about the player in a file."""


@dataclass(frozen=True, slots=True)
class Erase:
    """An act of a line: erase the player and all data about the player."""


Act = (
    Appeal
    | SignIn
    | SignOut
    | Rename
    | Unlink
    | AddPasskey
    | EndDevice
    | EndOthers
    | MakeToken
    | EndToken
    | Switch
    | Export
    | Erase
)


@dataclass(frozen=True, slots=True)
class Account:
    """The data that the lobby has about a player.

    `notifications` is None if the notification service did not respond.
    """

    own: accounts_pb2.GetAccountResponse
    providers: Sequence[accounts_pb2.Provider] = ()
    tokens: Sequence[personal_tokens_pb2.PersonalToken] = ()
    notifications: notifications_pb2.GetNotificationSettingsResponse | None = None
    sanctions: Sequence[reports_pb2.PlayerSanction] = ()
    reports: Sequence[reports_pb2.Report] = ()

    @property
    def is_guest(self) -> bool:
        """Return whether the player has no sign-in method."""
        return not self.own.ways_in


async def load_account(lobby: Lobby) -> Account:
    """Return the lobby's data about the player. Parts that cannot be loaded may be missing.

    Raises `ClientError` if the lobby has no account service.
    """
    own = await lobby.accounts.get()
    providers: Sequence[accounts_pb2.Provider] = ()
    tokens: Sequence[personal_tokens_pb2.PersonalToken] = ()
    notifications = None
    with suppress(ClientError):
        providers = await lobby.accounts.providers()
    with suppress(ClientError):
        tokens = await lobby.personal_tokens.list()
    with suppress(ClientError):
        notifications = await lobby.notifications.settings()
    sanctions: Sequence[reports_pb2.PlayerSanction] = ()
    reports: Sequence[reports_pb2.Report] = ()
    with suppress(ClientError):
        sanctions = await lobby.reports.sanctions()
    with suppress(ClientError):
        reports = await lobby.reports.mine()
    return Account(own, providers, tokens, notifications, sanctions, reports)


def account_lines(account: Account, say: Wording, zone: tzinfo | None = None) -> list[Line[Act]]:
    """Return all lines about an account. `zone` is the time zone of dates; None means the time zone of the machine."""
    own = account.own
    lines: list[Line[Act]] = [Line(say("account-name", name=own.name), heading=True)]
    if account.is_guest:
        lines.append(Line(say("ways-guest")))
    lines.append(Line(say("account-rename"), Rename()))
    lines += _ways_in(account, say, zone)
    lines.append(Line(say("devices"), heading=True))
    lines += [Line(_device(each, say, zone), EndDevice(each)) for each in own.sessions]
    if any(not each.current for each in own.sessions):
        lines.append(Line(say("devices-end-others"), EndOthers()))
    lines.append(Line(say("tokens"), heading=True))
    lines += [Line(_token(each, say, zone), EndToken(each)) for each in account.tokens]
    lines.append(Line(say("tokens-make"), MakeToken()))
    if account.notifications is not None:
        lines.append(Line(say("notify-title"), heading=True))
        lines += _notifications(account.notifications, say)
    lines += _peace(account, say, zone)
    lines.append(Line(say("data"), heading=True))
    lines.append(Line(say("data-export"), Export()))
    lines.append(Line(say("data-erase"), Erase()))
    return lines


def _peace(account: Account, say: Wording, zone: tzinfo | None) -> Iterator[Line[Act]]:
    """Yield the lines about decisions of moderators, and about the player's own reports."""
    if account.sanctions:
        yield Line(say("sanctions"), heading=True)
    for sanction in account.sanctions:
        appealable = not sanction.lifted and not sanction.HasField("appeal")
        yield Line(sanction_line(sanction, say, zone), Appeal(sanction) if appealable else None)
    reports = [each for each in account.reports if each.kind != reports_pb2.REPORT_KIND_APPEAL]
    if reports:
        yield Line(say("own-reports"), heading=True)
    yield from (Line(report_line(report, say)) for report in reports)


def switched(
    settings: notifications_pb2.NotificationSettings, switch: Switch
) -> notifications_pb2.NotificationSettings:
    """Return the settings after one kind of notification, sent in one way, was turned on or off."""
    changed = notifications_pb2.NotificationSettings()
    changed.CopyFrom(settings)
    for choice in changed.choices:
        if choice.kind == switch.kind:
            ways = [way for way in choice.ways if way != switch.way]
            del choice.ways[:]
            choice.ways.extend(ways if switch.way in _of(settings, switch.kind) else [*ways, switch.way])
    return changed


def _ways_in(account: Account, say: Wording, zone: tzinfo | None) -> Iterator[Line[Act]]:
    yield Line(say("sign-in" if account.is_guest else "ways"), heading=True)
    for way in account.own.ways_in:
        label = say("ways-named-passkey", name=way.label) if way.HasField("passkey") else way.label
        yield Line(f"{label} · {say('ways-added', when=_day(way.added, zone))}", Unlink(way))
    has = {way.label for way in account.own.ways_in if way.HasField("provider")}
    for provider in account.providers:
        words = "sign-in-with" if account.is_guest else "sign-in-again-with" if provider.label in has else "ways-link"
        link = words == "ways-link"
        yield Line(say(words, provider=provider.label), SignIn(provider, link=link))
    if not account.providers:
        yield Line(say("sign-in-none"))
    if not account.is_guest:
        yield Line(say("passkeys-add"), AddPasskey())
        yield Line(say("sign-out"), SignOut())


def _device(session: accounts_pb2.Session, say: Wording, zone: tzinfo | None) -> str:
    parts = [session.label or say("devices-unnamed")]
    if session.current:
        parts.append(say("devices-here"))
    parts.append(say("devices-used", when=_day(session.used, zone)))
    return " · ".join(parts)


def _token(token: personal_tokens_pb2.PersonalToken, say: Wording, zone: tzinfo | None) -> str:
    scopes = [word for word, scope in SCOPES.items() if scope in token.scopes]
    used = say("tokens-used", when=_day(token.last_used, zone)) if token.HasField("last_used") else say("tokens-unused")
    return " · ".join([token.name, ", ".join(scopes), say("tokens-until", when=_day(token.expires, zone)), used])


def _notifications(own: notifications_pb2.GetNotificationSettingsResponse, say: Wording) -> Iterator[Line[Act]]:
    targets = {
        notifications_pb2.NOTIFICATION_WAY_PUSH: bool(own.push_subscriptions),
        notifications_pb2.NOTIFICATION_WAY_EMAIL: own.HasField("email"),
        notifications_pb2.NOTIFICATION_WAY_WEBHOOK: bool(own.webhooks),
    }
    ways = [way for way in _WAYS if way in own.ways and targets[way]]
    if not ways:
        yield Line(say("notify-no-target" if own.ways else "notify-none"))
    for kind, words in _KINDS.items():
        chosen = _of(own.settings, kind)
        for way in ways:
            mark = "[x]" if way in chosen else "[ ]"
            yield Line(f"{mark} {say(words)} · {say(_WAYS[way])}", Switch(kind, way))


def _of(
    settings: notifications_pb2.NotificationSettings, kind: notifications_pb2.NotificationKind.ValueType
) -> Sequence[notifications_pb2.NotificationWay.ValueType]:
    return next((list(choice.ways) for choice in settings.choices if choice.kind == kind), [])


def _day(time: Timestamp, zone: tzinfo | None) -> str:
    return f"{time.ToDatetime(UTC).astimezone(zone):%Y-%m-%d %H:%M}"

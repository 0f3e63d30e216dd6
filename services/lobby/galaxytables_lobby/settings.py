"""Settings of lobby, clock and archive."""

from collections.abc import Mapping
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.headerregistry import Address as MailAddress
from email.utils import parseaddr
from urllib.parse import urlsplit

from galaxytables_lobby.adapters.archive import checked_url
from galaxytables_lobby.adapters.notifications.mail import SmtpServer
from galaxytables_lobby.adapters.notifications.push import VapidKey
from galaxytables_lobby.adapters.oidc.settings import PublicAddressSettings
from galaxytables_lobby.domain.subscribers import Way
from galaxytables_serving.caller_keys import RulesKeys
from galaxytables_serving.settings import (
    Address,
    Kind,
    choice,
    integer,
    loopback_addresses,
    optional,
    optional_address,
    pairs,
    seconds,
    secret,
    variable,
)
from galaxytables_serving.tls import CallTls

DAY = 24 * 3600.0


def _read_mail_address(text: str) -> MailAddress:
    name, spec = parseaddr(text)
    if "@" not in spec or not text.isprintable():
        raise ValueError("not an address")
    try:
        return MailAddress(name, addr_spec=spec)
    except HeaderParseError:
        raise ValueError("not an address") from None


HEARTBEAT_MAX_SECONDS = 30.0
"""Clients give up a stream that is silent for slightly longer."""


@dataclass(frozen=True)
class ArchiveSettings:
    """The setting with the address of the archive, which keeps finished games."""

    archive_url: str = variable(
        "GALAXYTABLES_ARCHIVE_URL",
        Kind(checked_url, "a database URL", secret=True),
        "where finished games are kept: `sqlite:///path`, or `postgresql://user:password@host/database`",
        default="sqlite:///.data/archive.db",
    )


def _read_web_address(text: str) -> str:
    if not text:
        return ""
    found = urlsplit(text)
    if found.scheme != "https" or not found.hostname or found.username is not None or not text.isprintable():
        raise ValueError
    return text


@dataclass(frozen=True)
class StoreSettings:
    """The settings of the store, which keeps tables in play."""

    redis_url: str = variable(
        "GALAXYTABLES_REDIS_URL",
        secret,
        "the store: `redis://`, `rediss://`, `unix://`, for Redis Cluster `redis+cluster://host:port,…`, by Sentinel "
        "`redis+sentinel://host:port,…/service/0`",
        default="redis://127.0.0.1:6379/0",
    )


@dataclass(frozen=True)
class DeliverySettings(PublicAddressSettings):
    """Settings of the ways in which players are notified while no page is open."""

    webhooks: str = variable(
        "GALAXYTABLES_WEBHOOKS",
        choice("public", "private", "off"),
        "which servers players may have notified: `public` ones by https; `private` also those of private networks, "
        "and by http; or `off`",
        default="public",
    )
    smtp: SmtpServer | None = variable(
        "GALAXYTABLES_SMTP_URL",
        optional(Kind(SmtpServer.parse, "like smtps://user:password@mail.example:465", secret=True)),
        "the server that sends e-mail to players: `smtps://`, `smtp+starttls://`, or `smtp://` without encryption for "
        "one on this machine; needs `GALAXYTABLES_MAIL_FROM` and `GALAXYTABLES_PUBLIC_ADDRESS`",
        default="",
    )
    mail_from: MailAddress | None = variable(
        "GALAXYTABLES_MAIL_FROM",
        optional(Kind(_read_mail_address, "like Galaxy Tables <tables@mail.example>")),
        "who e-mail to players is from, such as `Galaxy Tables <tables@mail.example>`",
        default="",
    )

    vapid_key: VapidKey | None = variable(
        "GALAXYTABLES_VAPID_KEY",
        optional(Kind(VapidKey.parse, "a private VAPID key, as `galaxytables_lobby.vapid` prints", secret=True)),
        "the key by which browsers are notified; the module `galaxytables_lobby.vapid` makes one. With another key all "
        "browsers must subscribe again",
        default="",
    )

    @property
    def contact(self) -> str:
        """Return a URL by which push services reach the operator; empty if there is none."""
        if self.mail_from is not None:
            return f"mailto:{self.mail_from.addr_spec}"
        return self.public_address if self.public_address.startswith("https://") else ""

    @property
    def ways(self) -> frozenset[Way]:
        """Return the ways of notification that the operator has set up: Web Push, e-mail or webhooks."""
        on = {
            Way.WEBHOOK: self.webhooks != "off",
            Way.PUSH: self.vapid_key is not None,
            Way.EMAIL: self.smtp is not None and self.mail_from is not None and bool(self.public_address),
        }
        return frozenset(way for way, holds in on.items() if holds)

    @property
    def private_endpoints(self) -> bool:
        """Return whether notifications may be sent to endpoints in private networks."""
        return self.webhooks == "private"


@dataclass(frozen=True)
class Settings(StoreSettings, ArchiveSettings, DeliverySettings, CallTls, RulesKeys):
    """Settings of lobby and clock."""

    games: Mapping[str, str] = variable(
        "GALAXYTABLES_GAMES",
        pairs("=", example="jump=dns:///127.0.0.1:5101,race=dns:///race-3:5100|dns:///race-2:5100", minimum=1),
        "gRPC targets of the rules services: `jump=dns:///host:port,race=…`; every address of a name is a pod, and "
        "`|` parts several targets of a game",
        default=None,
    )
    wait_replicas: int = variable(
        "GALAXYTABLES_WAIT_REPLICAS",
        integer(0, 100),
        "replicas of the store that must have a choice before it is acknowledged; a master whose replicas have not "
        "answered for 5 s goes on without them",
        default="0",
    )
    conduct_address: str = variable(
        "GALAXYTABLES_CONDUCT_ADDRESS",
        Kind(_read_web_address, "an address such as https://tables.example/conduct"),
        "where players read your own code of conduct, `https://…`; unset: the page has one",
        default="",
    )
    rules_seconds: float = variable(
        "GALAXYTABLES_RULES_SECONDS",
        seconds(0.1, 60),
        "how long a choice waits for the rules in all; it is repeated at another pod long before",
        default="3",
    )
    cached_tables: int = variable(
        "GALAXYTABLES_CACHED_TABLES", integer(1, 1_000_000), "tables kept in memory", default="2000"
    )
    retention: float = variable(
        "GALAXYTABLES_RETENTION",
        seconds(maximum=36_500 * DAY),
        "seconds that finished tables stay in Redis once they are archived",
        default="86400",
    )
    max_silent: int = variable(
        "GALAXYTABLES_MAX_SILENT_CHOICES",
        integer(1, 1_000_000),
        "choices in a row that all who play at a table may let pass before the clock ends it as abandoned",
        default="10",
    )
    heartbeat: float = variable(
        "GALAXYTABLES_HEARTBEAT_SECONDS",
        seconds(1, HEARTBEAT_MAX_SECONDS),
        "how long a stream may be silent before it carries a heartbeat: less than proxies on the way allow; in half of "
        "that at most a stream ends after its token",
        default="20",
    )


@dataclass(frozen=True)
class HomeSettings:
    """Settings of a lobby that is the home of some tables: its own address for clients, and who may learn it."""

    home_listen: Address | None = variable(
        "GALAXYTABLES_HOME_LISTEN",
        optional_address,
        "`host:port` where clients reach this lobby too, for lobbies that share `GALAXYTABLES_LISTEN`",
    )
    home_address: Address | None = variable(
        "GALAXYTABLES_HOME_ADDRESS",
        optional_address,
        "`host:port` where clients reach this lobby and no other, with TLS if they reach all so: it is the home of "
        "some tables, and their watchers at another lobby get this address and may play here instead. Unset: "
        "that of `GALAXYTABLES_HOME_LISTEN` if it names a port, or this lobby is the home of no table and names none",
    )
    local: tuple[Address, ...] = variable(
        "GALAXYTABLES_LOCAL_LISTEN",
        loopback_addresses,
        "where programs of this machine reach a lobby that speaks TLS in clear text: loopback addresses "
        "`127.0.0.1:5099,…`",
    )
    home_for: str = variable(
        "GALAXYTABLES_HOME_FOR",
        choice("bots", "all"),
        "who learns the addresses of other lobbies: `bots`, whose hosts run beside them, or `all` who watch",
        default="bots",
    )

    @property
    def tells_all(self) -> bool:
        """Return whether all watchers learn the addresses of homes, rather than only bot hosts."""
        return self.home_for == "all"

    @property
    def for_clients(self) -> str:
        """Return this lobby's own address for clients; empty if it has none."""
        address = self.home_address or self.home_listen
        return "" if address is None or not address.port else str(address)

"""The operator's settings for a platform on one machine."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Self

from galaxytables_platform.games import TOP, package_of, served_games
from galaxytables_platform.ports import HOST
from galaxytables_serving import SettingError
from galaxytables_serving.settings import (
    Kind,
    flag,
    integer,
    optional,
    pairs,
    path,
    secret,
    text,
    variable,
    words,
)
from galaxytables_serving.tls import PortTls

MAX_LOBBIES = 16
MAX_PODS = 16

_MAX_PORT = 65_000
_PORT = integer(1, _MAX_PORT)
_OWN_MACHINE = "127.0.0.0/8,::1/128"
_ADDRESS = Kind(lambda value: str(ip_address(value)), "an IP address of this machine, or 0.0.0.0 or :: for all of them")


@dataclass(frozen=True)
class RunSettings(PortTls):
    """Settings of `run`. Of these, a demo uses GAMES, RULES, LOBBIES and GALAXYTABLES_GAMES."""

    games: tuple[str, ...] = variable(
        "GAMES",
        words(example="jump,race"),
        "the games to serve, `jump,race`: installed ones by name, others by package (`mine.chess`); if unset all but "
        "those of examples/",
    )
    lobbies: int = variable("LOBBIES", integer(1, MAX_LOBBIES), "lobby processes, which share one port", default="1")
    rules: int = variable("RULES", integer(1, MAX_PODS), "rules processes a game", default="1")
    host: str = variable(
        "GALAXYTABLES_HOST",
        _ADDRESS,
        "the address where browsers and gRPC clients connect",
        default=HOST,
    )
    port_offset: int = variable(
        "PORT_OFFSET",
        integer(0, _MAX_PORT),
        "added to each of the ports below, for a second platform on this machine with a data folder of its own",
        default="0",
    )
    lobby_port: int = variable("LOBBY_PORT", _PORT, "where players connect", default="5100")
    local_port: int = variable(
        "LOCAL_PORT",
        _PORT,
        "where programs of this machine reach the lobby in clear text, if it speaks TLS elsewhere",
        default="5099",
    )
    home_port: int = variable(
        "HOME_PORT",
        _PORT,
        "where clients reach the first of several lobbies alone; the others follow",
        default="5300",
    )
    rules_port: int = variable("RULES_PORT", _PORT, "the first rules service; the others follow", default="5101")
    redis_port: int = variable("REDIS_PORT", _PORT, "the Redis that is started here", default="5179")
    metrics_port: int = variable(
        "METRICS_PORT", _PORT, "`/metrics` of the first process; the others follow", default="5200"
    )
    admin_port: int = variable(
        "ADMIN_PORT", _PORT, "where operators connect, if GALAXYTABLES_ADMIN_KEYS is set", default="5150"
    )
    console_port: int = variable(
        "CONSOLE_PORT", _PORT, "where operators open the console, if GALAXYTABLES_ADMIN_KEYS is set", default="5155"
    )
    web_port: int = variable("WEB_PORT", _PORT, "where browsers connect", default="5180")
    dashboard: bool = variable(
        "DASHBOARD",
        flag,
        "start a Prometheus, if one is installed, that reads all figures and knows the alerts",
        default="off",
    )
    prometheus_port: int = variable("PROMETHEUS_PORT", _PORT, "where that Prometheus is seen", default="5190")
    page: Path | None = variable(
        "GALAXYTABLES_WEB_PAGE", optional(path), "folder of the built page; if unset the one that is installed or built"
    )
    data: Path = variable("GALAXYTABLES_DATA", path, "where tables, keys and logs are kept", default=".data")
    redis_url: str = variable(
        "GALAXYTABLES_REDIS_URL",
        secret,
        "a Redis of your own for the tables, with GALAXYTABLES_BROKER_URL for the clock's messages",
    )
    broker_url: str = variable(
        "GALAXYTABLES_BROKER_URL", secret, "another database of it, or another server, for the clock's messages"
    )
    archive_url: str = variable(
        "GALAXYTABLES_ARCHIVE_URL",
        secret,
        "where finished games are kept, for example `postgresql://user:password@host/galaxytables`; if unset a file in "
        "the data folder",
    )
    other_games: Mapping[str, str] = variable(
        "GALAXYTABLES_GAMES",
        pairs("=", example="jump=dns:///127.0.0.1:5101,..."),
        "more games, served elsewhere: `name=dns:///host:port,…`",
    )
    unlimited: str = variable(
        "GALAXYTABLES_UNLIMITED",
        text,
        "networks for which the lobby's limits do not hold; by default programs on this machine",
        default=_OWN_MACHINE,
    )
    proxies: str = variable(
        "GALAXYTABLES_TRUSTED_PROXIES",
        text,
        "networks of proxies whose `x-forwarded-for` the lobby believes; by default the gateway, and others on this "
        "machine",
        default=_OWN_MACHINE,
    )
    token_keys: str = variable(
        "GALAXYTABLES_TOKEN_KEYS", secret, "`kid1:secret1,…`; if unset a key is made in the data folder"
    )

    sign_in_providers: str = variable(
        "GALAXYTABLES_SIGN_IN_PROVIDERS",
        secret,
        "OpenID providers where players sign in, as JSON or the path of a file; if unset, players come in as guests "
        "or by passkey",
    )
    public_address: str = variable(
        "GALAXYTABLES_PUBLIC_ADDRESS", text, "where players open the page, for example `https://tables.example`"
    )
    webhooks: str = variable(
        "GALAXYTABLES_WEBHOOKS", text, "which servers players may have notified: `public`, `private` or `off`"
    )
    vapid_key: str = variable(
        "GALAXYTABLES_VAPID_KEY", secret, "the key by which browsers are notified; if unset none are"
    )
    smtp_url: str = variable(
        "GALAXYTABLES_SMTP_URL", secret, "the server that sends e-mail to players; if unset there is no e-mail"
    )
    mail_from: str = variable("GALAXYTABLES_MAIL_FROM", text, "who e-mail to players is from")

    admin_keys: str = variable(
        "GALAXYTABLES_ADMIN_KEYS",
        secret,
        "operators and their secrets, `name:secret,…`; if unset nobody operates by hand, and there is no console",
    )
    console_page: Path | None = variable(
        "GALAXYTABLES_CONSOLE_PAGE",
        optional(path),
        "folder of the console's built page; if unset the one that is installed or built",
    )
    console_provider: str = variable(
        "GALAXYTABLES_CONSOLE_PROVIDER",
        secret,
        "the OpenID provider where operators sign in to the console, as JSON or the path of a file; if unset the "
        "console opens by an operator's secret",
    )

    def offset(self) -> Self:
        """Return the settings with `port_offset` added to every port. Raises `SettingError`."""
        names = [each.name for each in fields(self) if each.name.endswith("_port")]
        ports = {name: getattr(self, name) + self.port_offset for name in names}
        if max(ports.values()) > _MAX_PORT:
            raise SettingError(f"PORT_OFFSET: with {self.port_offset}, a port is beyond {_MAX_PORT}.")
        return replace(self, **ports, port_offset=0)

    def packages(self, top: Path = TOP, *, besides: str = "") -> dict[str, str]:
        """Return the package of each game to serve, by name: the configured games, or all, and the game `besides`.

        Raises `SettingError`.
        """
        there = served_games(top)
        found = {}
        for game in self.games or [*there, *filter(lambda game: package_of(game, top), [besides])]:
            package = package_of(game, top)
            if package is None:
                raise SettingError(f"GAMES: there is no game {game!r}; there are {', '.join(there) or 'none'}.")
            found[game if game in there else package.rpartition(".")[2]] = package
        return found

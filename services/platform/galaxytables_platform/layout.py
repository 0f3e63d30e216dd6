"""Decides which parts a platform on one machine has, and on which ports they listen."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path

from galaxytables_platform.games import TOP, served_games
from galaxytables_platform.page import built_console, built_page
from galaxytables_platform.ports import HOST, Port, free_ports
from galaxytables_platform.settings import RunSettings
from galaxytables_platform.ways import Ways
from galaxytables_serving import SettingError
from galaxytables_serving.tls import PortTls


@dataclass(frozen=True, kw_only=True)
class OwnRedis:
    """A Redis server that the platform starts."""

    port: Port

    @property
    def url(self) -> str:
        """Return the URL of the database with the tables."""
        return f"redis://{self.port.address}/0"

    @property
    def broker_url(self) -> str:
        """Return the URL of the database through which the clock's beat and workers send each other messages."""
        return f"redis://{self.port.address}/1"


@dataclass(frozen=True, kw_only=True)
class OtherRedis:
    """A Redis server that the platform uses but does not start."""

    url: str
    broker_url: str


@dataclass(frozen=True, kw_only=True)
class Served:
    """A process of the platform, with a port for its service and a port for its metrics."""

    port: Port
    metrics: Port


@dataclass(frozen=True, kw_only=True)
class Public(Served):
    """A process that people may reach from other machines, over TLS if it has a certificate."""

    tls: PortTls = field(default_factory=PortTls)
    """Its certificate, if it has one."""

    @property
    def exposed(self) -> bool:
        """Return whether this process listens to other machines without encryption."""
        return not self.tls.tls_certificate and not ip_address(self.port.host).is_loopback


@dataclass(frozen=True, kw_only=True)
class ServedLobby(Public):
    """A lobby process. All lobby processes of a platform share one port."""

    home: Port | None
    """The port of this lobby alone; None if there is only one lobby."""
    local: Port | None = None
    """Where programs of this machine reach it in clear text; None if they do at its port."""

    @property
    def url(self) -> str:
        """Return the URL to which gRPC clients connect."""
        return f"{'https://' if self.tls.tls_certificate else ''}{self.port.listen}"


@dataclass(frozen=True, kw_only=True)
class ServedGame(Served):
    """A rules service that the platform starts, as one process or several; `others` are the further ones."""

    package: str
    others: tuple[Served, ...] = ()

    @property
    def pods(self) -> tuple[Served, ...]:
        """Return all processes (pods) of the rules service."""
        return (self, *self.others)

    @property
    def target(self) -> str:
        """Return the gRPC addresses of all pods to which a lobby connects, joined by `|`."""
        return "|".join(f"dns:///{pod.port.address}" for pod in self.pods)


@dataclass(frozen=True, kw_only=True)
class Web(Public):
    """The gateway for browsers."""

    page: Path
    """The folder of the built page."""

    @property
    def url(self) -> str:
        """Return the URL to which browsers connect."""
        return f"http{'s' if self.tls.tls_certificate else ''}://{self.port.listen}"


@dataclass(frozen=True, kw_only=True)
class Console(Served):
    """The operators' console, which this machine alone reaches."""

    page: Path
    """The folder of its built page."""

    @property
    def url(self) -> str:
        """Return the URL at which operators open it."""
        return f"http://{self.port.address}"


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The parts of a platform, and the ports on which they listen."""

    data: Path
    redis: OwnRedis | OtherRedis
    rules: dict[str, ServedGame]
    """By game."""
    other_games: Mapping[str, str]
    """Targets of games that are served elsewhere, by game."""
    lobbies: tuple[ServedLobby, ...]
    """All share their ports."""
    clock_metrics: Port
    bots_metrics: Port
    web: Web | None
    """None if there is no gateway."""
    admin: Served | None
    """Where operators connect; None if there are none."""
    console: Console | None
    """Their console; None if there are none."""
    admin_keys: str
    """The operators' secrets."""
    console_provider: str
    """Where operators sign in to the console, with a secret; empty if it opens by their own secrets."""
    ways: Ways
    """How players come in and are notified."""
    prometheus: Port | None
    """Where the metrics of all processes are shown; None if nobody asked for that."""
    archive_url: str
    """Where finished games are stored."""
    unlimited: str
    """Networks to which the lobby's limits do not apply."""
    proxies: str
    """Networks of proxies that are trusted to name the caller's address."""
    token_keys: str
    """Empty for the data folder's own keys."""

    @property
    def lobby(self) -> str:
        """Return the address of the lobby for programs on this machine, as `host:port`."""
        lobby = self.lobbies[0]
        return (lobby.local or lobby.port).address

    @property
    def exposure(self) -> str:
        """Return a sentence about what can be read on the network because it is not encrypted.

        It is empty if nothing can be read.
        """
        exposed = [each.port.purpose for each in (self.lobbies[0], self.web) if each is not None and each.exposed]
        if not exposed:
            return ""
        return (
            f"{' and '.join(exposed)} listen beyond this machine without TLS: others on the "
            "network can read and take over what people do; set GALAXYTABLES_TLS_CERTIFICATE and GALAXYTABLES_TLS_KEY, "
            "or put a proxy with TLS in front"
        )

    @property
    def entrance(self) -> str:
        """Return a sentence about how operators come in to the console; empty if there is none."""
        if self.console is None:
            return ""
        how = "at their OpenID provider" if self.console_provider else "by their secrets, from this machine only"
        return f"operators open the console at {self.console.url} and come in {how}"

    @property
    def metrics(self) -> dict[str, Port]:
        """Return the port of the metrics of each process, by the process's name."""
        pods = {numbered(game, place): pod for game, each in self.rules.items() for place, pod in enumerate(each.pods)}
        lobbies = {numbered("lobby", place): lobby for place, lobby in enumerate(self.lobbies)}
        possible = (("web", self.web), ("admin", self.admin), ("console", self.console))
        others = {name: each for name, each in possible if each is not None}
        served = {name: each.metrics for name, each in (*pods.items(), *lobbies.items(), *others.items())}
        return {**served, "clock": self.clock_metrics, "bots": self.bots_metrics}

    @property
    def games(self) -> dict[str, str]:
        """Return the gRPC addresses of each game's rules service, by the game's name."""
        own = {game: served.target for game, served in self.rules.items()}
        return {**self.other_games, **own}

    @property
    def ports(self) -> tuple[Port, ...]:
        """Return every port that must be free before the platform can start."""
        redis = (self.redis.port,) if isinstance(self.redis, OwnRedis) else ()
        homes = [lobby.home for lobby in self.lobbies if lobby.home is not None]
        local = () if self.lobbies[0].local is None else (self.lobbies[0].local,)
        lobbies = (self.lobbies[0].port, *local, *homes, *(lobby.metrics for lobby in self.lobbies))
        pods = [pod for served in self.rules.values() for pod in served.pods]
        rules = [port for pod in pods for port in (pod.port, pod.metrics)]
        web = () if self.web is None else (self.web.port, self.web.metrics)
        prometheus = () if self.prometheus is None else (self.prometheus,)
        admin = () if self.admin is None else (self.admin.port, self.admin.metrics)
        console = () if self.console is None else (self.console.port, self.console.metrics)
        return (*redis, *lobbies, *rules, self.clock_metrics, self.bots_metrics, *web, *admin, *console, *prometheus)


def usual_layout(settings: RunSettings, *, top: Path = TOP) -> Layout:
    """Return the layout of a platform with the configured ports. Raises `SettingError`."""
    settings = settings.offset()
    games = settings.packages(top)
    # A game keeps its port, whichever others are served.
    places = list(dict.fromkeys((*served_games(top), *games)))
    return _layout(
        settings,
        redis=settings.redis_port,
        lobby=settings.lobby_port,
        homes=range(settings.home_port, settings.home_port + settings.lobbies),
        games=games,
        rules={
            game: [settings.rules_port + places.index(game) + pod * len(places) for pod in range(settings.rules)]
            for game in games
        },
        metrics=range(
            settings.metrics_port, settings.metrics_port + 5 + len(games) * settings.rules + settings.lobbies
        ),
        web=settings.web_port,
        admin=settings.admin_port if settings.admin_keys else None,
        console=settings.console_port if settings.admin_keys else None,
        prometheus=settings.prometheus_port if settings.dashboard else None,
    )


def free_layout(settings: RunSettings, data: Path, *, needed: str = "", top: Path = TOP) -> Layout:
    """Return the layout of a platform on free ports, with a Redis, an archive and keys of its own.

    The platform starts only the game `needed`, or all games if `needed` is not among them. If no games are configured,
    `needed` may be one of the examples. The platform has no gateway and no Prometheus, since no browser connects to it.
    Raises `SettingError`.
    """
    games = settings.packages(top, besides=needed)
    games = {needed: games[needed]} if needed in games else games
    redis, lobby, *others = free_ports(4 + 2 * len(games) * settings.rules + 2 * settings.lobbies)
    return _layout(
        replace(
            settings,
            data=data,
            host=HOST,
            tls_certificate=None,
            tls_key=None,
            tls_authorities=None,
            redis_url="",
            archive_url="",
            token_keys="",
        ),
        redis=redis,
        lobby=lobby,
        homes=[others.pop() for _ in range(settings.lobbies)],
        games=games,
        rules={game: [others.pop() for _ in range(settings.rules)] for game in games},
        metrics=others,
    )


def _layout(
    settings: RunSettings,
    *,
    redis: int,
    lobby: int,
    homes: Sequence[int],
    games: dict[str, str],
    rules: dict[str, list[int]],
    metrics: Iterable[int],
    web: int | None = None,
    admin: int | None = None,
    console: int | None = None,
    prometheus: int | None = None,
) -> Layout:
    settings.at_port  # noqa: B018  # raises `SettingError` where the files cannot be used
    tls = PortTls(settings.tls_certificate, settings.tls_key, settings.tls_authorities)
    numbers = iter(metrics)

    def figures(purpose: str) -> Port:
        return Port(next(numbers), f"metrics of {purpose}", "METRICS_PORT")

    def pod(game: str, place: int, number: int) -> Served:
        name = numbered(game, place)
        return Served(port=Port(number, f"rules of {name}", "RULES_PORT"), metrics=figures(name))

    def pods(game: str, places: list[int]) -> ServedGame:
        first, *others = (pod(game, place, number) for place, number in enumerate(places))
        return ServedGame(port=first.port, metrics=first.metrics, package=games[game], others=tuple(others))

    return Layout(
        data=settings.data,
        redis=_redis(settings, redis),
        lobbies=tuple(
            ServedLobby(
                port=Port(lobby, "lobby", "LOBBY_PORT", settings.host),
                metrics=figures(numbered("lobby", place)),
                home=Port(homes[place], numbered("lobby", place), "HOME_PORT") if settings.lobbies > 1 else None,
                local=Port(settings.local_port, "lobby", "LOCAL_PORT") if tls.tls_certificate else None,
                tls=tls,
            )
            for place in range(settings.lobbies)
        ),
        rules={game: pods(game, places) for game, places in rules.items()},
        clock_metrics=figures("clock"),
        bots_metrics=figures("bots"),
        web=None if web is None else _web(settings, web, figures("web"), tls),
        admin=None if admin is None else Served(port=Port(admin, "admin", "ADMIN_PORT"), metrics=figures("admin")),
        console=None
        if console is None
        else Console(
            port=Port(console, "console", "CONSOLE_PORT"),
            metrics=figures("console"),
            page=settings.console_page or built_console(),
        ),
        admin_keys=settings.admin_keys,
        console_provider=settings.console_provider,
        ways=Ways(
            sign_in_providers=settings.sign_in_providers,
            public_address=settings.public_address,
            webhooks=settings.webhooks,
            vapid_key=settings.vapid_key,
            smtp_url=settings.smtp_url,
            mail_from=settings.mail_from,
        ),
        prometheus=None if prometheus is None else Port(prometheus, "Prometheus", "PROMETHEUS_PORT"),
        other_games=settings.other_games,
        archive_url=settings.archive_url or f"sqlite:///{settings.data / 'archive.db'}",
        unlimited=settings.unlimited,
        proxies=_with_host(settings.proxies, settings.host),
        token_keys=settings.token_keys,
    )


def _web(settings: RunSettings, number: int, metrics: Port, tls: PortTls) -> Web:
    return Web(
        port=Port(number, "web", "WEB_PORT", settings.host),
        metrics=metrics,
        page=settings.page or built_page(),
        tls=tls,
    )


def _with_host(networks: str, host: str) -> str:
    """Return networks with this machine's own address, from which the gateway calls if the lobby listens there."""
    address = ip_address(host)
    return networks if address.is_loopback or address.is_unspecified else f"{networks},{address}"


def _redis(settings: RunSettings, port: int) -> OwnRedis | OtherRedis:
    if not settings.redis_url:
        return OwnRedis(port=Port(port, "Redis", "REDIS_PORT"))
    if not settings.broker_url:
        raise SettingError(
            "GALAXYTABLES_BROKER_URL is not set: it must hold a Redis database for the clock's messages, other than "
            "that of GALAXYTABLES_REDIS_URL."
        )
    return OtherRedis(url=settings.redis_url, broker_url=settings.broker_url)


def numbered(name: str, place: int) -> str:
    """Return the name of one of several processes of a kind: `name` for the first, else with its number."""
    return name if place == 0 else f"{name}-{place + 1}"

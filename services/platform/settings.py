"""What an operator may choose about a platform on one machine."""

from dataclasses import dataclass
from pathlib import Path

from services.platform.games import SERVICES, TOP, games_in, package_of
from services.platform.ports import Port, free_ports
from services.serving import Environment, SettingError

MOST_LOBBIES = 16

HELP = """\
Variables that `run` reads (give them to make, or set them in the environment):
  GAMES=jump,race        the games to serve (default: all in services/); those of examples/ by name, others by
                         package: GAMES=jump,mine.chess
  LOBBIES=1              lobby processes, which share one port
  LOBBY_PORT=5100        where players connect
  RULES_PORT=5101        the first rules service; the others follow
  REDIS_PORT=5179        the Redis that is started here
  METRICS_PORT=5200      /metrics of the first process; the others follow
  GALAXY_DATA=.data      where tables, keys and logs are kept
  GALAXY_REDIS_URL       a Redis of your own for the tables, with GALAXY_BROKER_URL for the clock's messages
  GALAXY_ARCHIVE_URL     where finished games are kept (default: a file in the data folder), for example
                         postgresql://user:password@host/galaxy
  GALAXY_GAMES           more games, served elsewhere: name=dns:///host:port,...
  GALAXY_COMPONENTS      component packs that replace cards, parted by colons; each names its game
  GALAXY_TOKEN_KEYS      kid1:secret1,... (default: a key is made in the data folder)
  GALAXY_LOG_LEVEL       debug, info, warning or error (default: info)
"""


@dataclass(frozen=True, kw_only=True)
class OwnRedis:
    """A Redis server that the platform starts."""

    port: Port

    @property
    def url(self) -> str:
        """Where the tables are kept."""
        return f"redis://{self.port.address}/0"

    @property
    def broker_url(self) -> str:
        """Where the clock's messages are kept."""
        return f"redis://{self.port.address}/1"


@dataclass(frozen=True, kw_only=True)
class OtherRedis:
    """A Redis that somebody else runs."""

    url: str
    broker_url: str


@dataclass(frozen=True, kw_only=True)
class Served:
    """A process that is served at one port and has its figures at another."""

    port: Port
    metrics: Port


@dataclass(frozen=True, kw_only=True)
class ServedGame(Served):
    """A rules service that the platform starts."""

    package: str


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A platform: its parts and where they listen."""

    data: Path
    redis: OwnRedis | OtherRedis
    rules: dict[str, ServedGame]
    """By game."""
    other_games: dict[str, str]
    """Targets of games that are served elsewhere, by game."""
    lobbies: tuple[Served, ...]
    """All at one port."""
    clock_metrics: Port
    bots_metrics: Port
    archive_url: str
    """Where finished games are kept."""
    token_keys: str
    """Empty to use the data folder's own."""

    @property
    def lobby(self) -> str:
        """Where players connect, as `host:port`."""
        return self.lobbies[0].port.address

    @property
    def games(self) -> dict[str, str]:
        """The target of every game."""
        own = {game: f"dns:///{served.port.address}" for game, served in self.rules.items()}
        return {**self.other_games, **own}

    @property
    def ports(self) -> tuple[Port, ...]:
        """Every port that must be free."""
        redis = (self.redis.port,) if isinstance(self.redis, OwnRedis) else ()
        lobbies = (self.lobbies[0].port, *(lobby.metrics for lobby in self.lobbies))
        rules = [port for served in self.rules.values() for port in (served.port, served.metrics)]
        return (*redis, *lobbies, *rules, self.clock_metrics, self.bots_metrics)


def read_settings(environment: Environment, *, top: Path = TOP) -> Settings:
    """Read a platform with the documented ports. Raises `SettingError`."""
    games = _games(environment, top)
    # A game keeps its port whichever others are served.
    places = list(dict.fromkeys((*games_in(SERVICES, top), *games)))
    lobbies = environment.integer("LOBBIES", 1, least=1, most=MOST_LOBBIES)
    lobby_port = _port(environment, "LOBBY_PORT", 5100)
    rules_port = _port(environment, "RULES_PORT", 5101)
    redis_port = _port(environment, "REDIS_PORT", 5179)
    metrics_port = _port(environment, "METRICS_PORT", 5200)
    numbers = iter(range(metrics_port, metrics_port + 100))
    return _settings(
        environment,
        Path(environment.text("GALAXY_DATA", ".data")).resolve(),
        redis=redis_port,
        games=games,
        rules={game: rules_port + places.index(game) for game in games},
        lobbies=[lobby_port] * lobbies,
        metrics=[next(numbers) for _ in range(2 + len(games) + lobbies)],
    )


def free_settings(
    environment: Environment,
    data: Path,
    *,
    needed: str = "",
    top: Path = TOP,
) -> Settings:
    """Read a platform on ports that are free now, with a Redis of its own; of the games, start what is needed.

    That may be one of the examples where GAMES is not set. All games are started where `needed` is none of them.
    Raises `SettingError`.
    """
    games = _games(environment, top, besides=needed)
    games = {needed: games[needed]} if needed in games else games
    lobbies = environment.integer("LOBBIES", 1, least=1, most=MOST_LOBBIES)
    redis, lobby, *others = free_ports(4 + 2 * len(games) + lobbies)
    return _settings(
        Environment({"GALAXY_GAMES": environment.text("GALAXY_GAMES", "")}),
        data,
        redis=redis,
        games=games,
        rules={game: others.pop() for game in games},
        lobbies=[lobby] * lobbies,
        metrics=others,
    )


def _settings(
    environment: Environment,
    data: Path,
    *,
    redis: int,
    games: dict[str, str],
    rules: dict[str, int],
    lobbies: list[int],
    metrics: list[int],
) -> Settings:
    numbers = iter(metrics)

    def figures(purpose: str) -> Port:
        return Port(next(numbers), f"metrics of {purpose}", "METRICS_PORT")

    return Settings(
        data=data,
        redis=_redis(environment, redis),
        lobbies=tuple(
            Served(port=Port(port, "lobby", "LOBBY_PORT"), metrics=figures(_numbered("lobby", place)))
            for place, port in enumerate(lobbies)
        ),
        rules={
            game: ServedGame(
                port=Port(port, f"rules of {game}", "RULES_PORT"), metrics=figures(game), package=games[game]
            )
            for game, port in rules.items()
        },
        clock_metrics=figures("clock"),
        bots_metrics=figures("bots"),
        other_games=environment.pairs("GALAXY_GAMES", between="=", example="jump=dns:///127.0.0.1:5101,..."),
        archive_url=environment.text("GALAXY_ARCHIVE_URL", f"sqlite:///{data / 'archive.db'}"),
        token_keys=environment.text("GALAXY_TOKEN_KEYS", ""),
    )


def _games(environment: Environment, top: Path, *, besides: str = "") -> dict[str, str]:
    """The package of each game to serve, by name: those that GAMES names, or all of `services` and one besides."""
    there = games_in(SERVICES, top)
    chosen = [word.strip() for word in environment.text("GAMES", "").split(",") if word.strip()]
    packages = {}
    for game in chosen or [*there, *filter(lambda game: package_of(game, top), [besides])]:
        package = package_of(game, top)
        if package is None:
            raise SettingError(f"GAMES: there is no game {game!r}; there are {', '.join(there) or 'none'}.")
        packages[package.rpartition(".")[2]] = package
    return packages


def _redis(environment: Environment, port: int) -> OwnRedis | OtherRedis:
    url = environment.text("GALAXY_REDIS_URL", "")
    if not url:
        return OwnRedis(port=Port(port, "Redis", "REDIS_PORT"))
    broker = environment.required(
        "GALAXY_BROKER_URL",
        "a Redis database for the clock's messages, other than that of GALAXY_REDIS_URL",
    )
    return OtherRedis(url=url, broker_url=broker)


def _port(environment: Environment, name: str, default: int) -> int:
    return environment.integer(name, default, least=1, most=65_000)


def _numbered(name: str, place: int) -> str:
    return name if place == 0 else f"{name}-{place + 1}"

"""What an operator sets, from the environment."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.lobby import archive
from services.serving import Environment, SettingError

DEFAULT_REDIS = "redis://127.0.0.1:6379/0"
DEFAULT_ARCHIVE = "sqlite:///.data/archive.db"
DAY = 24 * 3600.0


@dataclass(frozen=True)
class Settings:
    """Settings of lobby and clock.

    GALAXY_GAMES: gRPC targets of rules services, `jump=dns:///127.0.0.1:5101,race=…`. GALAXY_REDIS_URL: the store
    (`redis://`, `rediss://`, `unix://`, for Redis Cluster `redis+cluster://`). GALAXY_RULES_STREAMS: streams a
    game, about as many as its service has replicas. GALAXY_CACHED_TABLES: tables kept in memory.
    GALAXY_ARCHIVE_URL: the archive's database (`sqlite:///path`, `postgresql://…`). GALAXY_RETENTION: seconds that
    finished tables stay in the store once they are archived; `retention` has them in milliseconds.
    GALAXY_MOST_SILENT_CHOICES: choices in a row that all who play at a table may let pass before the clock ends it.
    GALAXY_HEARTBEAT_SECONDS: how long a stream may be silent before it carries a sign of life.
    """

    games: Mapping[str, str]
    redis_url: str
    rules_streams: int
    cached_tables: int
    retention: int
    archive_url: str
    most_silent: int
    heartbeat: float

    @classmethod
    def read(cls, environment: Environment) -> "Settings":
        """Read all. Raises `SettingError`."""
        example = "jump=dns:///127.0.0.1:5101,race=dns:///127.0.0.1:5102"
        games = environment.pairs("GALAXY_GAMES", between="=", example=example)
        if not games:
            raise SettingError(f"GALAXY_GAMES is not set: it must name the rules services, for example {example}.")
        return cls(
            games=games,
            redis_url=environment.text("GALAXY_REDIS_URL", DEFAULT_REDIS),
            rules_streams=environment.integer("GALAXY_RULES_STREAMS", 1, least=1, most=64),
            cached_tables=environment.integer("GALAXY_CACHED_TABLES", 2_000, least=1, most=1_000_000),
            retention=int(environment.seconds("GALAXY_RETENTION", DAY, most=36_500 * DAY) * 1000),
            archive_url=archive_url(environment),
            most_silent=environment.integer("GALAXY_MOST_SILENT_CHOICES", 10, least=1, most=1_000_000),
            heartbeat=environment.seconds("GALAXY_HEARTBEAT_SECONDS", 20.0, least=1.0, most=600.0),
        )


def archive_url(environment: Environment) -> str:
    """The URL of the archive's database. Raises `SettingError` for one that it cannot lie in."""
    url = environment.text(archive.VARIABLE, DEFAULT_ARCHIVE)
    archive.read_url(url)
    return url

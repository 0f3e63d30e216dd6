"""Computes the needs of many tables from the measured cost of one of each thing."""

from math import ceil, inf, isfinite

from msgspec import Struct

from bench.scale.units import Units

SHARDS = 64
"""Slots of Redis over which tables and news are spread (`services/lobby/galaxytables_lobby/ids.py`)."""


class Goal(Struct, frozen=True):
    """The load to plan for."""

    tables: int = 100_000
    watchers: int = 1_000_000
    seats: float = 2.0
    seconds_a_choice: float = 15.0
    """Between two choices at a table."""
    choices_a_game: float = 150.0
    silent: float = 0.01
    """Part of the choices that the clock makes."""
    lobby_watchers: int = 20_000
    max_watchers: int = 50_000
    """Watchers of one table."""
    burst_seconds: float = 0.15
    """Within which a choice must reach them."""
    retention_seconds: float = 86_400.0
    """How long finished tables stay in Redis (`GALAXYTABLES_RETENTION`)."""
    busy: float = 0.7
    """Part of a core that is planned with."""

    @property
    def choices(self) -> float:
        """Return the choices per second."""
        return self.tables / self.seconds_a_choice

    @property
    def games(self) -> float:
        """Return how many games begin per second; as many end."""
        return self.choices / self.choices_a_game

    @property
    def updates(self) -> float:
        """Return how many updates are sent to watchers per second."""
        return self.choices * self.watchers / self.tables


class Need(Struct, frozen=True):
    """A need that can be met by more processes, machines or slots."""

    what: str
    amount: float
    unit: str
    why: str


class Wall(Struct, frozen=True):
    """A part of the platform that cannot be spread as it is.

    It is the share of the part's capacity that the goal takes; above 1, the wall is hit.
    """

    what: str
    taken: float
    why: str


def lobbies(goal: Goal, units: Units) -> float:
    """Return how many lobbies are needed. Each has its share of the work, and receives all news of other lobbies.

    The result is infinite if the news alone fill a lobby.
    """
    own = (goal.choices * units.lobby_us + goal.updates * units.update_us + _listing(goal, units)) / 1e6
    left = goal.busy - goal.choices * units.news_us / 1e6
    return ceil(own / left) if left > 0 else inf


def needs(goal: Goal, units: Units) -> list[Need]:
    """Return the needs of the goal: processor, memory, bandwidth, Redis, streams, timers, archive."""
    count = lobbies(goal, units)
    redis_cores = goal.choices * (units.redis_us + (count - 1) * units.news_redis_us) / 1e6
    streams = goal.watchers + goal.tables * goal.seats
    ended = goal.games * goal.retention_seconds
    return [
        Need("choices", goal.choices, "/s", f"{goal.tables:,} tables, one each {goal.seconds_a_choice:g} s"),
        Need("updates to watchers", goal.updates, "/s", f"{goal.watchers:,} watchers"),
        Need("games begun and ended", goal.games, "/s", f"{goal.choices_a_game:g} choices a game"),
        Need("lobbies: choices", goal.choices * units.lobby_us / 1e6, "cores", f"{units.lobby_us:,.0f} us a choice"),
        Need(
            "lobbies: watchers", goal.updates * units.update_us / 1e6, "cores", f"{units.update_us:,.1f} us an update"
        ),
        Need(
            "lobbies: lists of tables",
            _listing(goal, units) / 1e6,
            "cores",
            f"{units.listed_us:,.2f} us a table and reader",
        ),
        Need("lobbies, news included", count, "processes", f"{goal.busy:.0%} of a core each"),
        Need("streams a lobby", streams / count, "streams", f"{streams:,.0f} in all"),
        Need("memory of streams", streams * units.stream_bytes / 1e9, "GB", f"{units.stream_bytes / 1e3:,.1f} kB each"),
        Need(
            "memory of tables in lobbies",
            goal.tables * units.table_lobby_bytes / 1e9,
            "GB",
            f"{units.table_lobby_bytes / 1e3:,.1f} kB each",
        ),
        Need(
            "rules services",
            goal.choices * units.rules_us / 1e6 / goal.busy,
            "processes",
            f"{units.rules_us:,.0f} us a choice",
        ),
        Need(
            "Redis: processor",
            redis_cores / goal.busy,
            "processes",
            f"{units.redis_us:,.0f} us a choice, {units.news_redis_us:,.1f} more a lobby",
        ),
        Need("Redis: commands", goal.choices * units.commands, "/s", f"{units.commands:,.1f} a choice"),
        Need(
            "Redis: running tables",
            goal.tables * units.table_redis_bytes / 1e9,
            "GB",
            f"{units.table_redis_bytes / 1e3:,.1f} kB each",
        ),
        Need(
            "Redis: finished tables",
            ended * units.ended_redis_bytes / 1e9,
            "GB",
            f"{ended:,.0f} of {units.ended_redis_bytes / 1e3:,.1f} kB",
        ),
        Need(
            "clock",
            goal.choices * goal.silent * units.deadline_us / 1e6 / goal.busy,
            "workers",
            f"{goal.choices * goal.silent:,.0f} deadlines/s of {units.deadline_us:,.0f} us",
        ),
        Need(
            "to players",
            goal.choices * units.choice_bytes * 8 / 1e6,
            "Mbit/s",
            f"{units.choice_bytes:,.0f} bytes a choice",
        ),
        Need(
            "to watchers",
            goal.updates * units.update_bytes * 8 / 1e6,
            "Mbit/s",
            f"{units.update_bytes:,.0f} bytes an update with its view",
        ),
        Need(
            "archive",
            goal.games * 86_400 * units.archive_bytes / 1e9,
            "GB a day",
            f"{units.archive_bytes / 1e3:,.1f} kB a game",
        ),
    ]


def walls(goal: Goal, units: Units) -> list[Wall]:
    """Return the limits that no further process can raise, the worst first."""
    count = lobbies(goal, units)
    news = goal.choices * units.news_us / 1e6 / goal.busy
    archive = goal.games * units.archive_seconds
    hot = goal.max_watchers * units.update_us / 1e6 / goal.burst_seconds
    others = count - 1 if isfinite(count) else 0
    redis = goal.choices * (units.redis_us + others * units.news_redis_us) / 1e6 / goal.busy / SHARDS
    found = [
        Wall("news", news, f"every lobby reads a line a choice: {goal.choices:,.0f}/s of {units.news_us:,.1f} us"),
        Wall(
            "archive",
            archive,
            f"one writer at a time: {goal.games:,.1f} games/s of {units.archive_seconds * 1e3:,.1f} ms",
        ),
        Wall(
            "one table's watchers",
            hot,
            f"{goal.max_watchers:,} within {goal.burst_seconds:g} s from one process, {units.update_us:,.1f} us each",
        ),
        Wall("slots", redis, f"{SHARDS} slots, a Redis process each at most"),
    ]
    return sorted(found, key=lambda wall: -wall.taken)


def _listing(goal: Goal, units: Units) -> float:
    """Microseconds a second for sending the list of tables to its readers.

    What one table costs a reader depends on how many begin a second, so it is measured at the pace of the goal.
    """
    return goal.games * goal.lobby_watchers * units.listed_us

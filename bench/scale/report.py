"""Writes the tables of docs/explanation/scale.md."""

from collections.abc import Callable

from msgspec import Struct

from bench.pages import number, table
from bench.scale.growth import Growth, Point
from bench.scale.model import Goal, needs, walls
from bench.scale.units import Units


class Results(Struct, frozen=True):
    """The measured results, and a description of the machine."""

    head: str
    growths: dict[str, Growth]
    units: Units


_COLUMNS: dict[str, Callable[[Point], float]] = {
    "lobbies us": lambda point: point.here_us,
    "Redis us": lambda point: point.redis_us,
    "commands": lambda point: point.commands,
    "sent by Redis": lambda point: point.redis_sent,
    "sent": lambda point: point.sent_bytes,
    "idle us/s": lambda point: point.idle_us_a_second,
    "own MB": lambda point: point.own_bytes / 1e6,
    "Redis MB": lambda point: point.redis_bytes / 1e6,
}
_UNITS = {
    "lobby_us": ("a choice in the lobby", "us"),
    "rules_us": ("a choice in the rules service", "us"),
    "redis_us": ("a choice in Redis", "us"),
    "commands": ("commands to Redis a choice", ""),
    "choice_bytes": ("a choice sent to both players", "bytes"),
    "update_us": ("an update to one watcher, gRPC included", "us"),
    "update_bytes": ("an update to one watcher, with its view", "bytes"),
    "stream_bytes": ("a watcher's stream, memory of the lobby", "bytes"),
    "news_us": ("a choice elsewhere, in each other lobby", "us"),
    "news_redis_us": ("the same, in Redis", "us"),
    "table_redis_bytes": ("a running table in Redis", "bytes"),
    "ended_redis_bytes": ("a finished table in Redis", "bytes"),
    "table_lobby_bytes": ("a running table that a lobby remembers", "bytes"),
    "listed_us": ("a table begun, sent to one reader of the list, gRPC included", "us"),
    "deadline_us": ("a deadline acted on", "us"),
    "archive_seconds": ("a game archived, one at a time", "s"),
    "archive_bytes": ("a game in the archive", "bytes"),
}


def contents(results: Results, goal: Goal) -> dict[str, str]:
    """Return the text for each marked place of the page, by the name of the place."""
    growths = [_growth(growth) for growth in results.growths.values()]
    units = [[what, number(getattr(results.units, name)), unit] for name, (what, unit) in _UNITS.items()]
    return {
        "growth": f"{results.head}\n\n" + "\n\n".join(growths),
        "units": f"{results.head}\n\n" + table(["what", "figure", "unit"], units),
        "needs": table(
            ["what", "needed", "unit", "since"],
            [[need.what, number(need.amount), need.unit, need.why] for need in needs(goal, results.units)],
        ),
        "walls": table(
            ["wall", "taken", "since"],
            [[wall.what, f"{wall.taken:.0%}", wall.why] for wall in walls(goal, results.units)],
        ),
    }


def _growth(growth: Growth) -> str:
    rows = [[f"{point.number:,}", *(number(of(point)) for of in _COLUMNS.values())] for point in growth.points]
    return f"A {growth.each} by {growth.what}:\n\n" + table([growth.what, *_COLUMNS], rows)

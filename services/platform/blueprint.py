"""Which processes a platform consists of, and in which order they start."""

import sys
from collections.abc import Iterator
from pathlib import Path

from services.platform.child import Plan
from services.platform.games import bots_of
from services.platform.layout import Layout, OwnRedis, ServedGame, Web
from services.platform.ports import HOST
from services.platform.probes import alive, every, grpc_serves, http_serves, metrics_page, redis_answers
from services.platform.redis_server import redis_command

# Children that are asked to stop have this long for calls under way: a person waits at the terminal.
_DRAIN_SECONDS = "4"
_SERVES = "galaxy_serving 1.0"
_CLOCK = ("-m", "celery", "-A", "services.lobby.clock", "--quiet")


def stages(layout: Layout, *, token_keys: str) -> list[list[Plan]]:
    """Give the plans of all processes, stage by stage. Creates the folders that they write to."""
    shared = _shared_environment(layout, token_keys)
    redis = list(_redis(layout))
    rules = [_rules(game, served, shared) for game, served in layout.rules.items()]
    lobbies = [_lobby(place, layout, shared) for place in range(len(layout.lobbies))]
    web = [] if layout.web is None else [_web(layout.web, shared)]
    return [redis, rules, lobbies, [*_clock(layout, shared), _bots(layout, shared), *web]]


def _shared_environment(layout: Layout, token_keys: str) -> dict[str, str]:
    return {
        "GALAXY_REDIS_URL": layout.redis.url,
        "GALAXY_BROKER_URL": layout.redis.broker_url,
        "GALAXY_ARCHIVE_URL": layout.archive_url,
        "GALAXY_GAMES": ",".join(f"{game}={target}" for game, target in layout.games.items()),
        "GALAXY_TOKEN_KEYS": token_keys,
        "GALAXY_LOBBY": layout.lobby,
        "GALAXY_DATA": str(layout.data),
        "GALAXY_LOG_FORMAT": "json",
        "GALAXY_DRAIN": _DRAIN_SECONDS,
        "PYTHONUNBUFFERED": "1",
    }


def _redis(layout: Layout) -> Iterator[Plan]:
    if not isinstance(layout.redis, OwnRedis):
        return
    folder: Path = layout.data / "redis"
    folder.mkdir(parents=True, exist_ok=True)
    port = layout.redis.port
    yield Plan(
        name="redis",
        command=redis_command(folder, HOST, port.number),
        probe=redis_answers(port.address),
        address=port.address,
        stop_seconds=30.0,
    )


def _rules(game: str, served: ServedGame, shared: dict[str, str]) -> Plan:
    return Plan(
        name=game,
        command=(sys.executable, "-m", served.package),
        probe=every(grpc_serves(served.port.address), metrics_page(served.metrics.address)),
        environment={
            **shared,
            "GALAXY_LISTEN": served.port.address,
            "GALAXY_METRICS_PORT": served.metrics.address,
        },
        address=served.port.address,
        metrics=served.metrics.address,
    )


def _lobby(place: int, layout: Layout, shared: dict[str, str]) -> Plan:
    served = layout.lobbies[place]
    return Plan(
        name="lobby" if place == 0 else f"lobby-{place + 1}",
        command=(sys.executable, "-m", "services.lobby"),
        # On a shared port the health call may reach another lobby; the figures are this one's own.
        probe=every(
            grpc_serves(served.port.address),
            metrics_page(served.metrics.address, holding=_SERVES),
        ),
        environment={
            **shared,
            "GALAXY_LISTEN": served.port.address,
            "GALAXY_METRICS_PORT": served.metrics.address,
            "GALAXY_REUSE_PORT": "on" if len(layout.lobbies) > 1 else "off",
        },
        address=served.port.address,
        metrics=served.metrics.address,
    )


def _clock(layout: Layout, shared: dict[str, str]) -> Iterator[Plan]:
    metrics = layout.clock_metrics.address
    yield Plan(
        name="clock",
        command=(sys.executable, *_CLOCK, "worker", "--without-gossip", "--without-mingle"),
        probe=metrics_page(metrics, holding=_SERVES),
        environment={**shared, "GALAXY_METRICS_PORT": metrics},
        metrics=metrics,
    )
    yield Plan(
        name="beat",
        command=(sys.executable, *_CLOCK, "beat"),
        probe=alive,
        steady_seconds=2.0,
        environment={**shared, "GALAXY_METRICS_PORT": ""},
    )


def _bots(layout: Layout, shared: dict[str, str]) -> Plan:
    metrics = layout.bots_metrics.address
    own = {game: bots for game, served in layout.rules.items() if (bots := bots_of(served.package))}
    return Plan(
        name="bots",
        command=(sys.executable, "-m", "services.bots"),
        probe=metrics_page(metrics, holding=_SERVES),
        environment={
            **shared,
            "GALAXY_METRICS_PORT": metrics,
            "GALAXY_BOTS": ",".join(f"{game}={bots}" for game, bots in own.items()),
        },
        metrics=metrics,
    )


def _web(served: Web, shared: dict[str, str]) -> Plan:
    return Plan(
        name="web",
        command=(sys.executable, "-m", "services.web"),
        probe=every(
            http_serves(served.port.address, "/health"),
            metrics_page(served.metrics.address, holding=_SERVES),
        ),
        environment={
            **shared,
            "GALAXY_LISTEN": served.port.address,
            "GALAXY_METRICS_PORT": served.metrics.address,
            "GALAXY_WEB_PAGE": str(served.page),
        },
        address=f"http://{served.port.address}",
        metrics=served.metrics.address,
    )

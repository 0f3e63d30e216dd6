"""Lists the processes of a platform, in the order in which they start."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from galaxytables_platform.child import Plan
from galaxytables_platform.games import board_of, bots_of, is_checkout
from galaxytables_platform.layout import Console, Layout, OwnRedis, Served, Web, numbered
from galaxytables_platform.ports import HOST, Port
from galaxytables_platform.probes import alive, every, grpc_serves, http_serves, metrics_page, redis_answers
from galaxytables_platform.prometheus import prometheus_command
from galaxytables_platform.redis_server import redis_command
from galaxytables_serving.settings import variables_of
from galaxytables_serving.tls import CallTls, PortTls

# Child processes have this long for calls under way when they are stopped: a person waits at the terminal.
_DRAIN_SECONDS = "4"
_SERVES = "galaxytables_serving 1.0"
_CLOCK = ("-m", "celery", "-A", "galaxytables_lobby.clock", "--quiet")


def stages(layout: Layout, *, token_keys: str) -> list[list[Plan]]:
    """Return the plans of all processes, in stages that start one after the other.

    This also creates the folders to which the processes write.
    """
    shared = _shared_environment(layout, token_keys)
    redis = list(_redis(layout))
    rules = [
        _rules(numbered(game, place), served.package, pod, shared)
        for game, served in layout.rules.items()
        for place, pod in enumerate(served.pods)
    ]
    lobbies = [_lobby(place, layout, shared) for place in range(len(layout.lobbies))]
    web = [] if layout.web is None else [_web(layout.web, layout, shared)]
    admin = [] if layout.admin is None else [_admin(layout.admin, layout, shared)]
    console = [] if layout.console is None else [_console(layout.console, layout, shared)]
    worker, beat = _worker(layout, shared), _beat(shared)
    others = [_bots(layout, shared), *web, *admin, *console]
    figures = [plan for plan in (*rules, *lobbies, worker, *others) if plan.metrics]
    prometheus = [] if layout.prometheus is None else [[_prometheus(layout.prometheus, layout.data, figures)]]
    return [redis, [beat, *rules], [worker, *lobbies], others, *prometheus]


def _shared_environment(layout: Layout, token_keys: str) -> dict[str, str]:
    return {
        "GALAXYTABLES_REDIS_URL": layout.redis.url,
        "GALAXYTABLES_BROKER_URL": layout.redis.broker_url,
        "GALAXYTABLES_ARCHIVE_URL": layout.archive_url,
        "GALAXYTABLES_GAMES": ",".join(f"{game}={target}" for game, target in layout.games.items()),
        "GALAXYTABLES_TOKEN_KEYS": token_keys,
        "GALAXYTABLES_LOBBY": layout.lobby,
        # Only those processes get these that need them.
        "GALAXYTABLES_ADMIN_KEYS": "",
        "GALAXYTABLES_CONSOLE_PROVIDER": "",
        "GALAXYTABLES_SIGN_IN_PROVIDERS": "",
        **dict.fromkeys(layout.ways.secrets, ""),
        "GALAXYTABLES_DATA": str(layout.data),
        "GALAXYTABLES_LOG_FORMAT": "json",
        "GALAXYTABLES_DRAIN": _DRAIN_SECONDS,
        # Between processes of this machine nothing is encrypted; lobby and gateway alone get a certificate.
        **{variable.name: "" for kind in (PortTls, CallTls) for variable in variables_of(kind)},
        "PYTHONUNBUFFERED": "1",
        # What is installed is not looked for in the folder where somebody happens to be.
        "PYTHONSAFEPATH": "" if is_checkout() else "1",
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


def _rules(name: str, package: str, served: Served, shared: dict[str, str]) -> Plan:
    return Plan(
        name=name,
        command=(sys.executable, "-m", package),
        probe=every(grpc_serves(served.port.address), metrics_page(served.metrics.address)),
        environment={
            **shared,
            "GALAXYTABLES_LISTEN": served.port.address,
            "GALAXYTABLES_METRICS_PORT": served.metrics.address,
        },
        address=served.port.address,
        metrics=served.metrics.address,
    )


def _lobby(place: int, layout: Layout, shared: dict[str, str]) -> Plan:
    served = layout.lobbies[place]
    # Over TLS a home is one more address of this machine.
    own = [] if served.home is None else [served.home.address]
    local = [] if served.local is None else [served.local.address, *own]
    return Plan(
        name=numbered("lobby", place),
        command=(sys.executable, "-m", "galaxytables_lobby"),
        # On a shared port the health call may reach another lobby; the metrics page is this one's own.
        probe=every(
            grpc_serves((served.local or served.port).address),
            metrics_page(served.metrics.address, holding=_SERVES),
        ),
        environment={
            **shared,
            **_tls_environment(served.tls),
            "GALAXYTABLES_LISTEN": served.port.listen,
            "GALAXYTABLES_LOCAL_LISTEN": ",".join(local),
            "GALAXYTABLES_METRICS_PORT": served.metrics.address,
            "GALAXYTABLES_REUSE_PORT": "on" if len(layout.lobbies) > 1 else "off",
            "GALAXYTABLES_HOME_LISTEN": "" if local else "".join(own),
            "GALAXYTABLES_HOME_ADDRESS": "".join(own) if local else "",
            # Homes are on this machine, in clear text, where watchers elsewhere cannot reach them.
            "GALAXYTABLES_HOME_FOR": "all" if served.port.host == HOST and not local else "bots",
            "GALAXYTABLES_UNLIMITED": layout.unlimited,
            "GALAXYTABLES_SIGN_IN_PROVIDERS": layout.ways.sign_in_providers,
            **layout.ways.secrets,
            "GALAXYTABLES_TRUSTED_PROXIES": layout.proxies,
        },
        address=served.url,
        metrics=served.metrics.address,
    )


def _worker(layout: Layout, shared: dict[str, str]) -> Plan:
    metrics = layout.clock_metrics.address
    return Plan(
        name="clock",
        command=(sys.executable, *_CLOCK, "worker", "--without-gossip", "--without-mingle", "--without-heartbeat"),
        probe=metrics_page(metrics, holding=_SERVES),
        environment={**shared, **layout.ways.secrets, "GALAXYTABLES_METRICS_PORT": metrics},
        metrics=metrics,
    )


def _beat(shared: dict[str, str]) -> Plan:
    return Plan(
        name="beat",
        command=(sys.executable, *_CLOCK, "beat"),
        probe=alive,
        steady_seconds=2.0,
        environment={**shared, "GALAXYTABLES_METRICS_PORT": ""},
    )


def _bots(layout: Layout, shared: dict[str, str]) -> Plan:
    metrics = layout.bots_metrics.address
    own = {game: bots for game, served in layout.rules.items() if (bots := bots_of(served.package))}
    return Plan(
        name="bots",
        command=(sys.executable, "-m", "galaxytables_bots"),
        probe=metrics_page(metrics, holding=_SERVES),
        environment={
            **shared,
            "GALAXYTABLES_METRICS_PORT": metrics,
            "GALAXYTABLES_BOTS": ",".join(f"{game}={bots}" for game, bots in own.items()),
        },
        metrics=metrics,
    )


def _web(served: Web, layout: Layout, shared: dict[str, str]) -> Plan:
    boards = {game: board for game, each in layout.rules.items() if (board := board_of(each.package))}
    return Plan(
        name="web",
        command=(sys.executable, "-m", "galaxytables_web"),
        probe=every(
            http_serves(served.port.address, "/health", tls=bool(served.tls.tls_certificate)),
            metrics_page(served.metrics.address, holding=_SERVES),
        ),
        environment={
            **shared,
            **_tls_environment(served.tls),
            "GALAXYTABLES_LISTEN": served.port.listen,
            "GALAXYTABLES_METRICS_PORT": served.metrics.address,
            "GALAXYTABLES_WEB_PAGE": str(served.page),
            "GALAXYTABLES_WEB_BOARDS": ",".join(f"{game}={folder}" for game, folder in boards.items()),
            "GALAXYTABLES_UNLIMITED": layout.unlimited,
            "GALAXYTABLES_TRUSTED_PROXIES": layout.proxies,
        },
        address=served.url,
        metrics=served.metrics.address,
    )


def _tls_environment(tls: PortTls) -> dict[str, str]:
    return {
        variable.name: str(getattr(tls, field) or "")
        for field, variable in zip(
            ("tls_certificate", "tls_key", "tls_authorities"), variables_of(PortTls), strict=True
        )
    }


def _admin(served: Served, layout: Layout, shared: dict[str, str]) -> Plan:
    return Plan(
        name="admin",
        command=(sys.executable, "-m", "galaxytables_lobby.admin", "serve"),
        probe=every(grpc_serves(served.port.address), metrics_page(served.metrics.address, holding=_SERVES)),
        environment={
            **shared,
            "GALAXYTABLES_LISTEN": served.port.address,
            "GALAXYTABLES_METRICS_PORT": served.metrics.address,
            "GALAXYTABLES_ADMIN_KEYS": layout.admin_keys,
            "GALAXYTABLES_CONSOLE_PROVIDER": layout.console_provider,
        },
        address=served.port.address,
        metrics=served.metrics.address,
    )


def _console(served: Console, layout: Layout, shared: dict[str, str]) -> Plan:
    return Plan(
        name="console",
        command=(sys.executable, "-m", "galaxytables_web.console"),
        probe=every(
            http_serves(served.port.address, "/health"),
            metrics_page(served.metrics.address, holding=_SERVES),
        ),
        environment={
            **shared,
            "GALAXYTABLES_LISTEN": served.port.address,
            "GALAXYTABLES_METRICS_PORT": served.metrics.address,
            "GALAXYTABLES_ADMIN": "" if layout.admin is None else layout.admin.port.address,
            "GALAXYTABLES_CONSOLE_PAGE": str(served.page),
        },
        address=served.url,
        metrics=served.metrics.address,
    )


def _prometheus(port: Port, data: Path, processes: Iterable[Plan]) -> Plan:
    metrics = {plan.name: plan.metrics for plan in processes}
    return Plan(
        name="prometheus",
        command=prometheus_command(data / "prometheus", port.address, metrics),
        probe=http_serves(port.address, "/-/ready"),
        address=f"http://{port.address}",
    )

"""Where Celery finds its broker, from an address written as the store's is.

Celery knows Sentinels under a name of its own, each with the whole address, and their service as an option.
"""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote

from kombu.transport.redis import Channel, Transport

from galaxytables_serving import SettingError
from galaxytables_serving.url import split_url

_SENTINELS = "redis+sentinel"
_SENTINEL_PORT = 26_379


@dataclass(frozen=True)
class Broker:
    """A broker's address as Celery writes it, and options of its transport."""

    url: str
    # Of any type, as Celery takes them.
    options: dict[str, Any] = field(default_factory=dict)


def read_broker(text: str) -> Broker:
    """Read `redis+sentinel://user:password@host:port,host:port/service/database`; others are Celery's own.

    Raises `SettingError`, which never quotes the address: it may hold a password.
    """
    url = split_url(text)
    if url.scheme.endswith("+cluster"):
        raise SettingError(
            "GALAXYTABLES_BROKER_URL: Celery's broker cannot lie in a Redis Cluster; use a server or Sentinels."
        )
    if url.scheme != _SENTINELS:
        return Broker(text)
    name, at, places = url.authority.rpartition("@")
    service, _, database = url.path.strip("/").partition("/")
    if not service or not (database or "0").isdecimal():
        raise SettingError(
            "GALAXYTABLES_BROKER_URL: names no service of the Sentinels; redis+sentinel://host:port/service/0."
        )
    hosts = [place if ":" in place.rpartition("]")[2] else f"{place}:{_SENTINEL_PORT}" for place in places.split(",")]
    options = parse_qs(url.query)
    login = {
        key.removeprefix("sentinel_"): options[key][0]
        for key in ("sentinel_username", "sentinel_password")
        if key in options
    }
    return Broker(
        ";".join(f"sentinel://{name}{at}{host}/{database or 0}" for host in hosts),
        {"master_name": unquote(service), "sentinel_kwargs": login},
    )


def outlive_failovers() -> None:
    """Have Celery's workers and beat go on when another server takes over.

    A server that was demoted refuses ticks, and breaks off whoever waits for one; Celery would send to it for ever, and
    a worker end. So refusals count as broken connections: another server may be at the address, or be named by the
    Sentinels now.

    Ticks that were taken and not done are not put back when a connection breaks. The next ones do the same work, and
    a worker that has one when a Sentinel's master dies would end of the attempt.
    """
    Transport.connection_errors = (*Transport.connection_errors, *Transport.channel_errors)
    Channel.do_restore = False

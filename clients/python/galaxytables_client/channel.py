"""Opens gRPC channels: addresses, TLS, keepalive."""

import json
import re

import grpc
import grpc.aio

from galaxytables_client.keepalive import DEFAULT, Keepalive

RECEIVE_BYTES = 16 * 1024 * 1024
SEND_BYTES = 16 * 1024 * 1024
_TLS, _PLAIN = "https://", "http://"
_TLS_PORT = 443
_ADDRESS = re.compile(r"(?:https?://)?(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+)(?::(\d{1,5}))?/?")
_MAX_PORT = 65_535
_ROUND_ROBIN = json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})


def open_channel(
    address: str,
    *,
    roots: bytes | None = None,
    certificate: tuple[bytes, bytes] | None = None,
    receive_bytes: int = RECEIVE_BYTES,
    shared: bool = True,
    keepalive: Keepalive = DEFAULT,
) -> grpc.aio.Channel:
    """Open a channel, which connects and reconnects by itself. The caller must close it.

    `address` is `https://host[:port]` with TLS, `host:port` or `http://host:port` without, or a gRPC name
    (`dns:///name:port`), which spreads calls over all addresses of the name. `roots` are the trusted PEM certificates,
    by default those of gRPC. `certificate` is the client's own certificate and key, both PEM, for a server that asks
    for one. Channels of one process to one address share a connection unless `shared` is off. `keepalive` says when a
    silent connection counts as lost.
    """
    secure = address.startswith(_TLS)
    options = _options(receive_bytes, keepalive, proxied=secure, shared=shared)
    if not secure:
        return grpc.aio.insecure_channel(address.removeprefix(_PLAIN), options=options)
    chain, key = certificate if certificate is not None else (None, None)
    credentials = grpc.ssl_channel_credentials(roots, key, chain)
    host, port = host_and_port(address)
    return grpc.aio.secure_channel(f"{host}:{port}", credentials, options=options)


def host_and_port(address: str) -> tuple[str, int]:
    """Parse an address such as `host:port` or `https://host` into host and port. Raises `ValueError`."""
    found = _ADDRESS.fullmatch(address)
    port = _TLS_PORT if found and not found[2] and address.startswith(_TLS) else int(found[2] or 0) if found else 0
    if found is None or not 0 < port <= _MAX_PORT:
        raise ValueError(f"{address!r} is no address of a server")
    return found[1], port


def _options(
    receive_bytes: int, keepalive: Keepalive, *, proxied: bool, shared: bool
) -> tuple[tuple[str, int | str], ...]:
    timeout = round(keepalive.timeout * 1000)
    return (
        ("grpc.max_receive_message_length", receive_bytes),
        ("grpc.max_send_message_length", SEND_BYTES),
        # This notices a dead connection even if no call is open. gRPC has a second timeout for pings, a minute by
        # default, and the longer one counts.
        ("grpc.keepalive_time_ms", round(keepalive.interval * 1000)),
        ("grpc.keepalive_timeout_ms", timeout),
        ("grpc.http2.ping_timeout_ms", timeout),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        # No pings that measure bandwidth: on a quiet connection they come with nearly every message and wake both
        # sides.
        ("grpc.http2.bdp_probe", 0),
        # Without them windows do not grow, so a large answer needs as many round trips as this size requires.
        ("grpc.http2.lookahead_bytes", 1024 * 1024),
        ("grpc.initial_reconnect_backoff_ms", 200),
        # This also limits how long connecting may take.
        ("grpc.min_reconnect_backoff_ms", 5_000),
        ("grpc.max_reconnect_backoff_ms", 3_000),
        ("grpc.service_config", _ROUND_ROBIN),
        # A server without TLS is on this machine or network, never behind a web proxy.
        ("grpc.enable_http_proxy", int(proxied)),
        ("grpc.use_local_subchannel_pool", int(not shared)),
    )

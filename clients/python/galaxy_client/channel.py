"""Connections: addresses, TLS, keepalive."""

import json
import re

import grpc
import grpc.aio

RECEIVE_BYTES = 16 * 1024 * 1024
SEND_BYTES = 16 * 1024 * 1024
_TLS, _PLAIN = "https://", "http://"
_TLS_PORT = 443
_ADDRESS = re.compile(r"(?:https?://)?(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+)(?::(\d{1,5}))?/?")
_MOST_PORT = 65_535
_ROUND_ROBIN = json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})


def open_channel(
    address: str, *, roots: bytes | None = None, receive_bytes: int = RECEIVE_BYTES, shared: bool = True
) -> grpc.aio.Channel:
    """Open a channel; it connects by itself, and again when the connection is lost. The caller closes it.

    `address` is `https://host[:port]` with TLS, `host:port` or `http://host:port` without, or a name of gRPC's own
    (`dns:///name:port`), over all of whose addresses calls are spread. `roots` are the PEM certificates that are
    trusted, by default those that gRPC brings. Channels of a process to one address share a connection unless `shared`
    is off.
    """
    secure = address.startswith(_TLS)
    options = _options(receive_bytes, proxied=secure, shared=shared)
    if not secure:
        return grpc.aio.insecure_channel(address.removeprefix(_PLAIN), options=options)
    credentials = grpc.ssl_channel_credentials(root_certificates=roots)
    return grpc.aio.secure_channel(_with_port(address.removeprefix(_TLS).rstrip("/")), credentials, options=options)


def is_address(text: str) -> bool:
    """Whether a text is an address of a server, as people write it: `host:port`, or `https://host`."""
    found = _ADDRESS.fullmatch(text)
    if found is None:
        return False
    return int(found[2]) <= _MOST_PORT if found[2] else text.startswith(_TLS)


def _with_port(host: str) -> str:
    return host if ":" in host.rpartition("]")[2] else f"{host}:{_TLS_PORT}"


def _options(receive_bytes: int, *, proxied: bool, shared: bool) -> tuple[tuple[str, int | str], ...]:
    return (
        ("grpc.max_receive_message_length", receive_bytes),
        ("grpc.max_send_message_length", SEND_BYTES),
        # A connection that is dead is found so within forty seconds, also while nothing is asked.
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.initial_reconnect_backoff_ms", 200),
        # How long connecting may take, too.
        ("grpc.min_reconnect_backoff_ms", 5_000),
        ("grpc.max_reconnect_backoff_ms", 3_000),
        ("grpc.service_config", _ROUND_ROBIN),
        # A server without TLS is on this machine or network, never behind the web's proxy.
        ("grpc.enable_http_proxy", int(proxied)),
        ("grpc.use_local_subchannel_pool", int(not shared)),
    )

"""Opens channels from one of our processes to another, with keepalive and bounds that fit our servers."""

import json

import grpc
import grpc.aio

from galaxytables_serving.renewed import RenewedChannel
from galaxytables_serving.tls import Credentials, Read

_ROUND_ROBIN = json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})


def channel_options(*, receive_bytes: int = 16 * 1024 * 1024, shared: bool = True) -> tuple[tuple[str, int | str], ...]:
    """Return gRPC channel arguments for keepalive, quick reconnects, and round robin over a `dns:///` target.

    Channels of one process to the same target share a connection, unless `shared` is false.
    """
    return (
        ("grpc.max_receive_message_length", receive_bytes),
        ("grpc.max_send_message_length", 16 * 1024 * 1024),
        ("grpc.keepalive_time_ms", 20_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        # gRPC's second timeout for pings, a minute by default; the longer of the two counts.
        ("grpc.http2.ping_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        # No pings to measure the best window size: on quiet streams they would come with nearly every
        # message, and wake both sides.
        ("grpc.http2.bdp_probe", 0),
        # So windows do not grow, and this size bounds the round trips of a large answer.
        ("grpc.http2.lookahead_bytes", 1024 * 1024),
        ("grpc.initial_reconnect_backoff_ms", 200),
        # Also the timeout of connecting.
        ("grpc.min_reconnect_backoff_ms", 5_000),
        ("grpc.max_reconnect_backoff_ms", 3_000),
        ("grpc.use_local_subchannel_pool", int(not shared)),
        ("grpc.service_config", _ROUND_ROBIN),
    )


def open_channel(
    target: str, *, receive_bytes: int = 16 * 1024 * 1024, shared: bool = True, tls: Credentials | None = None
) -> grpc.aio.Channel:
    """Open a channel to `host:port` or `dns:///name:port`, without TLS unless it is given; the caller closes it."""
    options = channel_options(receive_bytes=receive_bytes, shared=shared)
    if tls is None:
        return grpc.aio.insecure_channel(target, options=options)
    if tls.name:
        options = (*options, ("grpc.ssl_target_name_override", tls.name))

    def connect(read: Read) -> grpc.aio.Channel:
        credentials = grpc.ssl_channel_credentials(read.authorities, read.key, read.certificate)
        return grpc.aio.secure_channel(target, credentials, options=options)

    return RenewedChannel(tls.now, connect)

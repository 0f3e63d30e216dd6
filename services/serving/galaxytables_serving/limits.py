"""The limits of a server, as settings and as arguments of gRPC."""

from dataclasses import dataclass

from galaxytables_serving.files import USUAL_CONNECTIONS, connections_within
from galaxytables_serving.settings import flag, integer, optional, seconds, variable
from galaxytables_serving.sources import SourceSettings

# Without a higher bound grpc.aio sheds streams when thousands are opened in the same instant.
_PENDING_REQUESTS = 65_536


@dataclass(frozen=True, kw_only=True)
class Limits(SourceSettings):
    """The limits of one server, in seconds and bytes. The defaults suit a service behind a load balancer."""

    receive_bytes: int = 4 * 1024 * 1024
    """No request may be larger, whatever its proto declares (`bounds`)."""
    send_bytes: int = 16 * 1024 * 1024
    metadata_bytes: int = 16 * 1024
    concurrent_streams: int = 10_000
    """How many calls may be open on one connection."""
    keepalive: float = 25.0
    """A connection that is silent this long is pinged."""
    keepalive_timeout: float = 10.0
    """A connection whose ping stays unanswered this long is closed."""
    min_ping_interval: float = 10.0
    """Clients that ping more often than this are sent away."""
    handshake: float = variable(
        "GALAXYTABLES_CONNECTION_HANDSHAKE",
        seconds(0.1, 600),
        "seconds in which a peer that connects over gRPC must have begun to speak it, before the connection is closed",
        default="10",
    )
    connection_idle: float = variable(
        "GALAXYTABLES_CONNECTION_IDLE",
        seconds(0.1),
        "seconds after which a gRPC connection without a call under way is closed, one that never had any too; clients "
        "connect again when they need to",
        default="60",
    )
    connections: int | None = variable(
        "GALAXYTABLES_CONNECTIONS",
        optional(integer(1, 1_000_000)),
        f"gRPC connections open at once; more are closed; if unset as many as there are files for, {USUAL_CONNECTIONS} "
        "at most",
    )
    calls: int = variable(
        "GALAXYTABLES_CALLS",
        integer(1, 1_000_000),
        "gRPC calls and streams under way at once; more are refused",
        default="50000",
    )
    address_calls: int = variable(
        "GALAXYTABLES_ADDRESS_CALLS",
        integer(1, 1_000_000),
        "gRPC calls and streams of one address under way at once, with a token or without; more are refused",
        default="500",
    )
    address_connections: int = variable(
        "GALAXYTABLES_ADDRESS_CONNECTIONS",
        integer(1, 1_000_000),
        "connections of one address open at once; more are closed; those of trusted proxies are not counted",
        default="500",
    )
    request_patience: float = variable(
        "GALAXYTABLES_REQUEST_PATIENCE",
        seconds(0.1, 600),
        "seconds that the request of a gRPC call may take to arrive, and the reader of a tunnel may take nothing",
        default="30",
    )
    connection_age: float = variable(
        "GALAXYTABLES_CONNECTION_AGE",
        seconds(),
        "seconds after which a connection is asked to come anew, so that load spreads to new replicas; 0 for never",
        default="3600",
    )
    connection_age_grace: float = 300.0
    """How long its open streams may go on after that."""
    drain: float = variable(
        "GALAXYTABLES_DRAIN",
        seconds(maximum=3600),
        "seconds that calls under way may take when the process is asked to stop",
        default="20",
    )
    stream_linger: float = 1.0
    """How long a stream may finish by itself in a drain before it is ended as DRAINING."""
    drain_delay: float = variable(
        "GALAXYTABLES_DRAIN_DELAY",
        seconds(maximum=600),
        "seconds between NOT_SERVING and refusing new calls, for load balancers to notice",
        default="0",
    )
    reuse_port: bool = variable(
        "GALAXYTABLES_REUSE_PORT",
        flag,
        "`on` lets several processes share a port",
        default="off",
    )

    def channel_arguments(self, *, receive_bytes: int | None = None) -> tuple[tuple[str, int], ...]:
        """Return the arguments for `grpc.aio.server`. gRPC itself refuses requests of more than `receive_bytes`."""
        arguments = (
            ("grpc.max_receive_message_length", receive_bytes or self.receive_bytes),
            # Compressed requests arrive unchanged, and are refused: gRPC would decompress them as a whole first.
            ("grpc.per_message_decompression", 0),
            ("grpc.max_send_message_length", self.send_bytes),
            ("grpc.max_metadata_size", self.metadata_bytes),
            ("grpc.max_concurrent_streams", self.concurrent_streams),
            ("grpc.keepalive_time_ms", _milliseconds(self.keepalive)),
            ("grpc.keepalive_timeout_ms", _milliseconds(self.keepalive_timeout)),
            # gRPC's second timeout for pings, a minute by default; the longer of the two counts.
            ("grpc.http2.ping_timeout_ms", _milliseconds(self.keepalive_timeout)),
            ("grpc.keepalive_permit_without_calls", 1),
            # As channels do: no pings to measure the best window size.
            ("grpc.http2.bdp_probe", 0),
            ("grpc.http2.min_ping_interval_without_data_ms", _milliseconds(self.min_ping_interval)),
            ("grpc.server_handshake_timeout_ms", _milliseconds(self.handshake)),
            ("grpc.max_connection_idle_ms", _milliseconds(self.connection_idle)),
            ("grpc.max_allowed_incoming_connections", connections_within(self.connections, "GALAXYTABLES_CONNECTIONS")),
            ("grpc.server.max_pending_requests", _PENDING_REQUESTS),
            ("grpc.server.max_pending_requests_hard_limit", _PENDING_REQUESTS),
            # gRPC shares ports by default: two services would silently split one port's callers.
            ("grpc.so_reuseport", int(self.reuse_port)),
        )
        if not self.connection_age:
            return arguments
        return (
            *arguments,
            ("grpc.max_connection_age_ms", _milliseconds(self.connection_age)),
            ("grpc.max_connection_age_grace_ms", _milliseconds(self.connection_age_grace)),
        )


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)

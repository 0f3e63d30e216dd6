"""What speaks gRPC between our processes, and with clients."""

from dataclasses import dataclass

from services.serving.settings import choice, variable

GRPC, OWN = "grpc", "own"


@dataclass(frozen=True)
class Http2Settings:
    """Whose HTTP/2 it is."""

    http2: str = variable(
        "GALAXY_HTTP2",
        choice(GRPC, OWN),
        "what speaks gRPC at ports and in the streams from lobbies to rules services: `grpc` for gRPC's own core, "
        "`own` for the platform's, which takes less processor time",
        default=GRPC,
    )

    @property
    def own_http2(self) -> bool:
        """Whether it is the platform's."""
        return self.http2 == OWN

"""`GatewayService`: hears that browsers can play."""

from galaxytables.gateway.v1 import gateway_pb2, gateway_pb2_grpc
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access, Context
from galaxytables_lobby.domain.events import timestamp
from galaxytables_lobby.play.outages import Outages


class GatewayServicer(gateway_pb2_grpc.GatewayServiceServicer):
    """Answers to gateways."""

    def __init__(self, access: Access, outages: Outages) -> None:
        """Take what tells who calls, and what knows of outages."""
        self._access = access
        self._outages = outages

    async def Beat(  # named by the contract
        self, request: gateway_pb2.BeatRequest, context: Context
    ) -> gateway_pb2.BeatResponse:
        """Note that a gateway is there."""
        del request
        if not self._access.is_proxy(context):
            raise errors.not_a_proxy()
        return gateway_pb2.BeatResponse(now=timestamp(await self._outages.hear_gateway()))

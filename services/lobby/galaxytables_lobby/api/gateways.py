"""`GatewayService` receives the heartbeats of gateways; `HomeService` tells gateways which lobby is a table's home."""

import asyncio
from collections.abc import AsyncIterator

from galaxytables.gateway.v1 import gateway_pb2
from galaxytables.tunnel.v1 import homes_pb2
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby, Stream
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_serving.rhythm import until_next

TELL_SECONDS = 1.0


async def _beat(lobby: Lobby, _: None, __: gateway_pb2.BeatRequest) -> gateway_pb2.BeatResponse:
    return gateway_pb2.BeatResponse(now=timestamp(await lobby.outages.beat_of_gateway()))


async def _watch_homes(
    lobby: Lobby, _: None, __: homes_pb2.WatchHomesRequest
) -> AsyncIterator[homes_pb2.WatchHomesResponse]:
    while True:
        yield homes_pb2.WatchHomesResponse(homes=lobby.homes.for_gateways())
        await asyncio.sleep(until_next(TELL_SECONDS))


GATEWAY_CALLS = (Call(gateway_pb2.BeatRequest, Access.proxy, CallScope.NONE, _beat),)
HOME_CALLS = (Stream(homes_pb2.WatchHomesRequest, Access.proxy, CallScope.NONE, _watch_homes),)

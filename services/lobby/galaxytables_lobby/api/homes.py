"""`HomeService`: where tables are at home, for gateways."""

import asyncio
from collections.abc import AsyncIterator

from galaxytables.tunnel.v1 import homes_pb2, homes_pb2_grpc
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access, Context
from galaxytables_lobby.subscriptions.homes import Homes

TELL_SECONDS = 1.0


class HomeServicer(homes_pb2_grpc.HomeServiceServicer):
    """Answers to gateways."""

    def __init__(self, access: Access, homes: Homes) -> None:
        """Take what tells who calls, and what knows the homes."""
        self._access = access
        self._homes = homes

    async def WatchHomes(  # named by the contract
        self, request: homes_pb2.WatchHomesRequest, context: Context
    ) -> AsyncIterator[homes_pb2.WatchHomesResponse]:
        """Tell them again and again."""
        del request
        if not self._access.is_proxy(context):
            raise errors.not_a_proxy()
        while True:
            yield homes_pb2.WatchHomesResponse(homes=self._homes.for_gateways())
            await asyncio.sleep(TELL_SECONDS)

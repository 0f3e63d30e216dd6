"""The calls of `PlatformService`: what the operators say to all players."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import platform_pb2, tables_pb2
from galaxytables_client.calls import Calls
from galaxytables_client.resuming import OnLost
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import platform_pb2_grpc, tables_pb2_grpc


class Platform(Uncopied):
    """The platform as a whole. Every call raises `ClientError`."""

    def __init__(
        self,
        calls: Calls,
        stub: "platform_pb2_grpc.PlatformServiceAsyncStub",
        tables: "tables_pb2_grpc.TableServiceAsyncStub",
    ) -> None:
        self._calls = calls
        self.stub = stub
        self._tables = tables

    async def status(self) -> platform_pb2.PlatformStatus:
        """Return the platform's present status, with the operators' announcements. Needs no token."""
        request = platform_pb2.GetPlatformRequest()
        return (await self._calls.call(self.stub.GetPlatform, request, open_to_all=True)).status

    async def watch(self, *, on_lost: OnLost | None = None) -> AsyncGenerator[platform_pb2.PlatformStatus, None]:
        """Yield the platform's status for ever: at once, and whenever it has changed.

        It comes on a stream of the player's own tables. A broken stream is reopened. Raises errors that are not
        temporary.
        """
        previous: platform_pb2.PlatformStatus | None = None
        stream = self._calls.resumed(self._tables.WatchMyTables, tables_pb2.WatchMyTablesRequest(), on_lost)
        async with aclosing(stream) as responses:
            async for response in responses:
                if response.HasField("platform") and response.platform != previous:
                    previous = response.platform
                    yield previous

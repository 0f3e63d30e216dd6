"""Component catalogues, fetched once a pack."""

import grpc.aio
import structlog

from galaxy.lobby.v1 import tables_pb2, tables_pb2_grpc
from services.bots.strategy import Catalogue
from services.bots.token import TokenSource
from services.serving import read_error

CALL_SECONDS = 10.0

_log = structlog.get_logger(__name__)


class Catalogues:
    """The catalogue of every pack that a table needed so far; packs are few and do not change."""

    def __init__(self, stub: "tables_pb2_grpc.TableServiceAsyncStub", token: TokenSource) -> None:
        """Take the lobby's stub."""
        self._stub = stub
        self._token = token
        self._known: dict[tuple[str, bytes], Catalogue] = {}

    async def of_table(self, table_id: str, game: str) -> Catalogue:
        """Give the catalogue of the pack that a table is pinned to. Raises `grpc.aio.AioRpcError`."""
        digest = await self._digest(table_id)
        known = self._known.get((game, digest))
        if known is None:
            request = tables_pb2.GetComponentsRequest(game=game, pack_digest=digest)
            response = await self._stub.GetComponents(request, metadata=self._token.metadata(), timeout=CALL_SECONDS)
            known = {component.id: component for component in response.catalogue.components}
            self._known[game, digest] = known
        return known

    async def _digest(self, table_id: str) -> bytes:
        """The table's pack; empty (the pack of new tables) where the lobby does not show the table."""
        request = tables_pb2.GetTableRequest(table_id=table_id)
        try:
            response = await self._stub.GetTable(request, metadata=self._token.metadata(), timeout=CALL_SECONDS)
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.NOT_FOUND:
                raise
            _log.info("table not shown; its pack is taken to be the newest", error=str(read_error(error)))
            return b""
        return response.table.pack_digest

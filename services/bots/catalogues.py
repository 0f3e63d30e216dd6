"""Component catalogues, fetched once a pack."""

from galaxy.lobby.v1 import tables_pb2, tables_pb2_grpc
from services.bots.strategy import Catalogue
from services.bots.token import TokenSource

CALL_SECONDS = 10.0


class Catalogues:
    """The catalogue of every pack that a seat needed so far; packs are few and do not change."""

    def __init__(self, stub: "tables_pb2_grpc.TableServiceAsyncStub", token: TokenSource) -> None:
        """Take the lobby's stub."""
        self._stub = stub
        self._token = token
        self._known: dict[tuple[str, bytes], Catalogue] = {}

    async def of_pack(self, game: str, digest: bytes) -> Catalogue:
        """Give the catalogue of a pack; the empty digest is the pack of new tables. Raises `grpc.aio.AioRpcError`."""
        known = self._known.get((game, digest))
        if known is None:
            request = tables_pb2.GetComponentsRequest(game=game, pack_digest=digest)
            response = await self._stub.GetComponents(request, metadata=self._token.metadata(), timeout=CALL_SECONDS)
            known = {component.id: component for component in response.catalogue.components}
            self._known[game, digest] = known
        return known

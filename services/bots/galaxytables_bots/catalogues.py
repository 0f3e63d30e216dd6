"""Fetches the catalogue of each component pack once."""

from galaxytables_bots.strategy import Catalogue
from galaxytables_client.tables import Tables


class Catalogues:
    """The catalogues of all packs that seats have needed. All are kept, since packs are few and never change."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._known: dict[tuple[str, bytes], Catalogue] = {}

    async def of_pack(self, game: str, digest: bytes) -> Catalogue:
        """Return the catalogue of a pack; an empty digest means the pack of new tables. Raises `ClientError`."""
        cached = self._known.get((game, digest))
        if cached is None:
            catalogue = await self._tables.components(game, digest)
            cached = {component.id: component for component in catalogue.components}
            self._known[game, digest] = cached
        return cached

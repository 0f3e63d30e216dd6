"""Component catalogues, fetched once per pack."""

from galaxytables_bots.strategy import Catalogue
from galaxytables_client.tables import Tables


class Catalogues:
    """The catalogue of every pack that a seat has needed; packs are few and do not change."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._known: dict[tuple[str, bytes], Catalogue] = {}

    async def of_pack(self, game: str, digest: bytes) -> Catalogue:
        """Return the catalogue of a pack; the empty digest means the pack of new tables. Raises `ClientError`."""
        known = self._known.get((game, digest))
        if known is None:
            catalogue = await self._tables.components(game, digest)
            known = {component.id: component for component in catalogue.components}
            self._known[game, digest] = known
        return known

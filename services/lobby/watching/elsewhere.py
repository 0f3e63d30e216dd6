"""What this process's readers follow, as whoever hears of changes at other lobbies has to know it."""

from services.lobby.ids import PlayerId, TableId
from services.lobby.projection.clients_home import HERE, ClientsHome
from services.lobby.rules import Viewers


class Elsewhere:
    """Told what is followed here. Each method that can be awaited comes back once all that happens then is heard of.

    This one has nothing to do: there is nothing that the process does not hear of by itself.
    """

    def home_for_clients(self, table_id: TableId) -> ClientsHome:  # noqa: ARG002  # who has homes looks for it
        """Where clients reach another lobby that has a table in memory."""
        return HERE

    async def watch(self, table_id: TableId) -> None:
        """Somebody watches a table, as the first."""

    def want(self, table_id: TableId, viewers: Viewers) -> None:
        """These seats' views are wanted with each change of it."""

    def unwatch(self, table_id: TableId) -> None:
        """Nobody watches it any more."""

    async def follow_player(self, player_id: PlayerId) -> None:
        """Somebody follows all tables of a player, as the first."""

    def unfollow_player(self, player_id: PlayerId) -> None:
        """Nobody does any more."""

    async def follow_lists(self) -> None:
        """One more follows changes of seats at all tables."""

    def unfollow_lists(self) -> None:
        """One of them does no more."""


NOWHERE = Elsewhere()

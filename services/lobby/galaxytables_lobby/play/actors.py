"""Who acts at a table: a player on their own seat, or a bot host on one of a bot that it offers."""

from msgspec import Struct

from galaxytables_lobby import errors
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import SeatNumber
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.subscriptions.bots import BotDesk


class Actor(Struct, frozen=True):
    """A caller, and the seat that they name; None for their own."""

    caller: Caller
    named: SeatNumber | None
    bots: BotDesk

    @property
    def name(self) -> str:
        """Whose request ids theirs are; those that a bot host sends for different seats have nothing in common."""
        if self.caller.hosts_bots and self.named is not None:
            return f"{self.caller.player.id}/{self.named}"
        return self.caller.player.id

    async def seat_at(self, table: Table) -> SeatNumber:
        """The seat that they act for. Raises NOT_SEATED, and TABLE_NOT_FOUND for whoever may not know of the table."""
        if self.caller.hosts_bots and self.named is not None:
            await self.bots.check_plays(self.caller.player.id, table, self.named)
            return self.named
        own = table.playing_seat(self.caller.player.id)
        if own is not None and self.named in (None, own):
            return own
        if not may_know(self.caller, table):
            raise errors.table_not_found(table.id)
        raise errors.not_seated()


def may_know(caller: Caller, table: Table) -> bool:
    """Whether somebody may know of a table without giving its invitation."""
    return not table.private or caller.hosts_bots or table.admits(caller.player.id)

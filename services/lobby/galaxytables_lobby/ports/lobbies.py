"""The parts of the store about lobbies: their addresses, their outages, and the bots on offer through them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from galaxytables_lobby.domain.timing import Outage
from galaxytables_lobby.ids import PlayerId, TableId


@dataclass(frozen=True)
class BotOffer:
    """A bot that a host offers through a lobby."""

    game: str
    bot: str
    host: PlayerId
    # Whether it gives hints too.
    hints: bool = field(default=False, compare=False)
    # The numbers of seats for which it estimates chances to win.
    analysed_seats: tuple[int, ...] = field(default=(), compare=False)
    # The values of options with which it does not.
    unanalysed_options: tuple[tuple[str, str], ...] = field(default=(), compare=False)


class OutageStore(Protocol):
    """The part of the store about heartbeats of games, and about outages, the times without heartbeats.

    An edition (a game by one rules version and component pack) has heartbeats and outages of its own.
    """

    async def beat(
        self, games: Sequence[str], *, now: int, longest_silence: int
    ) -> tuple[dict[str, int], tuple[Outage, ...]]:
        """Record a heartbeat of each of these games and editions.

        If the last heartbeat was more than `longest_silence` ago, an outage is recorded too. Returns when each game
        last had a heartbeat, and all outages, oldest first. All times are in milliseconds.
        """

    async def retire(self, name: str, *, last: int, now: int) -> None:
        """Stop expecting heartbeats of a game or an edition.

        Its silence from `last` to `now` is recorded as an outage.
        """


class BotStore(Protocol):
    """The part of the store about bots: those on offer, and the seats that they play."""

    async def bot_seats(self, game: str, bot: str) -> list[tuple[TableId, int]]:
        """Return the seats at which a bot plays in running games, each as its table's id and its number."""

    async def refresh_offers(self, offers: Iterable[BotOffer], *, until: int) -> None:
        """Publish bots that hosts connected to this process offer.

        The offers expire at `until` (milliseconds since the epoch).
        """

    async def withdraw_offers(self, offers: Iterable[BotOffer]) -> None:
        """Delete offers of bots by hosts that are connected to this process."""

    async def offers(self, *, now: int) -> set[BotOffer]:
        """Return all bots on offer, whichever lobby process their hosts are connected to."""


class HomeStore(Protocol):
    """The part of the store about the running lobbies and their addresses."""

    async def announce(self, address: str, *, lasting: int) -> dict[bytes, str]:
        """Publish the address at which clients reach this process, for `lasting` milliseconds; 0 withdraws it.

        Returns the addresses of all running lobbies by their names.
        """

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
    """The part of the store about heartbeats of games and editions, and about outages, the times without heartbeats."""

    async def beat(
        self, games: Sequence[str], *, now: int, longest_silence: int
    ) -> tuple[dict[str, int], tuple[Outage, ...]]:
        """Record a heartbeat of each of these games.

        If the heartbeat before it was more than `longest_silence` ago, record an outage too. Returns when each game
        last had a heartbeat, and all outages, oldest first. All times are in milliseconds.
        """

    async def retire(self, name: str, *, last: int, now: int) -> None:
        """Expect no more heartbeats of `name`, and record its silence from `last` to `now` as an outage."""


class BotStore(Protocol):
    """The part of the store about bots: those on offer, and the seats that they play."""

    async def bot_seats(self, game: str, bot: str) -> list[tuple[TableId, int]]:
        """Return the seats that a bot plays in running games: table ids and seat numbers."""

    async def refresh_offers(self, offers: Iterable[BotOffer], *, until: int) -> None:
        """Publish the bots that bot hosts offer at this process, until a time in milliseconds since the epoch."""

    async def withdraw_offers(self, offers: Iterable[BotOffer]) -> None:
        """Withdraw bots that bot hosts at this process no longer offer."""

    async def offers(self, *, now: int) -> set[BotOffer]:
        """Return all bots on offer, whichever lobby process their hosts are connected to."""


class HomeStore(Protocol):
    """The part of the store about the running lobbies and their addresses."""

    async def announce(self, address: str, *, lasting: int) -> dict[bytes, str]:
        """Publish the address at which clients reach this process, for `lasting` milliseconds; 0 withdraws it.

        Returns the addresses of all running lobbies by their names.
        """

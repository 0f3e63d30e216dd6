"""Keeps track of the bots on offer, and sends seats and questions to the bot hosts.

A host's offers are in the store while its stream is open, and are refreshed before they expire, so every lobby knows
which bots can be seated. A host receives each seat of its bots at least once: first those in running games, then new
ones, through any lobby. If several hosts offer the same bot, all of them receive its seats, and the first answer to a
prompt counts. Requests for hints go to all hosts that give hints for the game.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.state import Hint, RunningTable, Table, asked_of_bots
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.metrics import BOT_HOSTS
from galaxytables_lobby.ports import BotOffer, KnownTables
from galaxytables_lobby.subscriptions.subscription import Concerned, Followers, Subscription
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

OFFER_MILLISECONDS = 15_000
REFRESH_SECONDS = 4.0


class SeatAt(NamedTuple):
    """A seat that a host's bot plays in a running game."""

    table: RunningTable
    seat: SeatNumber


class HintAt(NamedTuple):
    """A request for a hint or an analysis, and the table where it was made."""

    table: Table
    hint: Hint


class Analysed(NamedTuple):
    """Which tables of a game bots can analyse: those whose number of seats is in `seats`.

    `without` maps an option to a value with which a table cannot be analysed.
    """

    seats: list[int]
    without: dict[str, str]


class BotHost(Subscription[SeatAt | HintAt]):
    """The subscription of one bot host, which receives the seats that its bots play, and requests for hints."""

    def __init__(self, offers: Iterable[BotOffer], on_ready: Callable[[], None]) -> None:
        super().__init__(on_ready)
        self.offers = frozenset(offers)
        self._bots = {(offer.game, offer.bot) for offer in self.offers}
        # Seats already sent, by running table.
        self._sent: dict[TableId, set[SeatNumber]] = {}
        # Games that it gives hints for; and the last request sent for each table.
        self._hinted_games = {offer.game for offer in self.offers if offer.hints}
        self._last_hints: dict[TableId, int] = {}

    def put(self, table: Table) -> None:
        """Queue, for this host, the new seats of its bots at a table, and the requests for hints there."""
        self._ask(table)
        if not isinstance(table, RunningTable):
            self._sent.pop(table.id, None)
            return
        for number, seat in table.numbered:
            if (table.game, seat.bot) in self._bots and number not in self._sent.get(table.id, ()):
                self._sent.setdefault(table.id, set()).add(number)
                self.keep((table.id, number), SeatAt(table, number))

    def _ask(self, table: Table) -> None:
        """Queue the requests for hints at a table that were not queued before. Their times identify them."""
        hints = asked_of_bots(table)
        if not hints or table.game not in self._hinted_games:
            self._last_hints.pop(table.id, None)
            return
        last = self._last_hints.get(table.id, 0)
        for hint in sorted((hint for hint in hints if hint.asked > last), key=lambda hint: hint.asked):
            self._last_hints[table.id] = hint.asked
            self.keep((table.id, hint), HintAt(table, hint))


class BotDesk(Followers):
    """The bot hosts that are connected to this process, and the offers of all processes.

    Call `start` before use and `close` after it.
    """

    def __init__(self, tables: KnownTables) -> None:
        super().__init__("bot-seats", tables)
        self._hosts: set[BotHost] = set()
        self._known: set[BotOffer] = set()
        self._refresher: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to refresh the offers."""
        self._refresher = asyncio.create_task(self._refresh_forever(), name="bot-offers")

    async def close(self) -> None:
        """Withdraw all offers of this process's bot hosts."""
        await end_tasks([self._refresher])
        await super().close()
        try:
            await self._store.withdraw_offers({offer for host in self._hosts for offer in host.offers})
        except GalaxyError:
            _log.info("offer_withdrawal_failed")

    async def bots_of(self, game: str) -> list[str]:
        """Return the names of the bots that can be given a seat in a game now."""
        self._known = await self._store.offers(now=self._tables.now())
        return sorted({offer.bot for offer in self._known if offer.game == game})

    async def analysed(self, game: str) -> Analysed:
        """Return a description of those tables of a game that some bot can analyse now."""
        self._known = await self._store.offers(now=self._tables.now())
        offers = [offer for offer in self._known if offer.game == game and offer.analysed_seats]
        seats = {number for offer in offers for number in offer.analysed_seats}
        without = [set(offer.unanalysed_options) for offer in offers]
        return Analysed(sorted(seats), dict(set.intersection(*without) if without else ()))

    async def check_offered(self, game: str, bot: str) -> None:
        """Raise UNKNOWN_BOT unless a host offers the bot now."""
        if bot not in await self.bots_of(game):
            raise errors.unknown_bot(bot, game)

    async def check_hints(self, game: str) -> None:
        """Raise HINT_UNAVAILABLE unless a host gives hints for the game now."""
        self._known = await self._store.offers(now=self._tables.now())
        if not any(offer.game == game and offer.hints for offer in self._known):
            raise errors.hint_unavailable(game)

    async def gives_hints(self, host_id: PlayerId, game: str, bot: str = "") -> bool:
        """Return whether a host gives hints for a game now, with this bot if one is named."""

        def gives() -> bool:
            return any(
                offer.hints and (offer.host, offer.game) == (host_id, game) and bot in ("", offer.bot)
                for offer in self._known
            )

        if not gives():
            self._known = await self._store.offers(now=self._tables.now())
        return gives()

    async def check_plays(self, host_id: PlayerId, table: Table, seat: SeatNumber) -> None:
        """Raise NOT_SEATED unless this bot host offers the bot that plays the seat."""
        if seat >= len(table.seats) or not table.seats[seat].bot:
            raise errors.not_seated()
        offer = BotOffer(table.game, table.seats[seat].bot, host_id)
        if offer in self._known:
            return
        self._known = await self._store.offers(now=self._tables.now())
        if offer not in self._known:
            raise errors.not_seated()

    async def join(self, host: BotHost) -> None:
        """Add a bot host, and queue for it the seats of its bots in running games.

        Call `leave` when done, even if this raises.
        """
        self._hosts.add(host)
        BOT_HOSTS.inc()
        await self._store.refresh_offers(host.offers, until=self._tables.now() + OFFER_MILLISECONDS)
        self._known |= host.offers
        for table in await self._store.load_states(sorted(await self._played_by([host]))):
            if table is not None:
                host.put(table)

    async def leave(self, host: BotHost) -> None:
        """Remove a bot host whose stream has ended."""
        self._hosts.discard(host)
        BOT_HOSTS.dec()
        gone = host.offers - {offer for other in self._hosts for offer in other.offers}
        self._known -= gone
        try:
            await self._store.withdraw_offers(gone)
        except GalaxyError:
            _log.info("offer_withdrawal_failed")

    @property
    def is_empty(self) -> bool:
        """Return whether no bot host is connected to this process."""
        return not self._hosts

    def concerns(self, *, seating: bool, players: Collection[PlayerId]) -> Collection[PlayerId] | None:  # noqa: ARG002  # hosts are no players
        """Return an empty collection if all bot hosts must learn of a change, and None if no host must.

        They must if it changed more than the game, for example if a bot got a seat or a hint is asked for.
        """
        return () if self._hosts and seating else None

    def send(self, table: Table, _: Collection[PlayerId] = ()) -> None:
        """Queue, for each bot host, the new seats of its bots at a table, and the requests for hints there."""
        for host in self._hosts:
            host.put(table)

    async def followed(self) -> Concerned:
        """Return all running tables at which a bot of a host connected to this process plays."""
        return dict.fromkeys(await self._played_by(self._hosts), ())

    async def _played_by(self, hosts: Collection[BotHost]) -> set[TableId]:
        """Return the running tables at which bots of these hosts sit."""
        bots = {(offer.game, offer.bot) for host in hosts for offer in host.offers}
        return {table_id for game, bot in sorted(bots) for table_id, _ in await self._store.bot_seats(game, bot)}

    async def _refresh_forever(self) -> None:
        while True:
            try:
                offers = {offer for host in self._hosts for offer in host.offers}
                await self._store.refresh_offers(offers, until=self._tables.now() + OFFER_MILLISECONDS)
                self._known = await self._store.offers(now=self._tables.now())
            except GalaxyError as error:
                _log.warning("offers_not_refreshed", reason=error.reason)
            await asyncio.sleep(REFRESH_SECONDS)

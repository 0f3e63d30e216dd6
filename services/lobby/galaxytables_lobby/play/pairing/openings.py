"""Makes the tables of openings: of tickets that were given a table together. The package says how that is safe."""

from collections.abc import Awaitable, Callable, Collection

import structlog
from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain import seating
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.state import ClosedTable, OpenTable, Spectators, Table, TableSeat
from galaxytables_lobby.domain.tickets import Opening, Ticket
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import PAIRINGS
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.play.seated_games import begin_game, make_table
from galaxytables_lobby.ports import Games
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

# After this long without a rules service, the tickets wait on in their pools.
PATIENCE_MILLISECONDS = 20_000

Pairs = set[frozenset[PlayerId]]
BlockedAmong = Callable[[Collection[PlayerId]], Awaitable[Pairs]]
"""Returns the pairs of these players of which one has blocked the other."""


class Openings:
    """Makes tables for tickets, or puts the tickets back."""

    def __init__(self, tables: Tables, games: Games, sanctions: Sanctions, blocked_among: BlockedAmong) -> None:
        """`blocked_among` returns the pairs of players of which one has blocked the other."""
        self._tables = tables
        self._store = tables.store
        self._games = games
        self._sanctions = sanctions
        self._blocked_among = blocked_among

    async def open(self, opening: Opening) -> bool:
        """Make the table of an opening and start its game. Returns whether the table exists now.

        While the rules service is unavailable, the opening is kept, and tried again when its lease ends. Raises
        STORE_UNAVAILABLE.
        """
        try:
            await self._check(opening)
            table = await begin_game(self._tables, self._games, self._table(opening))
        except errors.UnavailableError as error:
            if error.reason == "STORE_UNAVAILABLE" or self._tables.now() < opening.decided + PATIENCE_MILLISECONDS:
                raise
            table = await self._close(opening, error)
        except GalaxyError as error:
            table = await self._close(opening, error)
        if isinstance(table, ClosedTable):
            await self._store.put_back_tickets(opening, now=self._tables.now())
            PAIRINGS.labels(opening.terms.game, "put_back").inc()
            return False
        if await self._store.tickets_seated(opening, now=self._tables.now()):
            PAIRINGS.labels(opening.terms.game, "with_bots" if opening.bot else "seated").inc()
        return True

    def refusal(self, ticket: Ticket) -> GalaxyError | None:
        """Return the error that keeps a ticket from getting a table, or None if it may get one.

        There is an error if the player is banned, or if the player's tokens were revoked after the ticket was made.
        """
        return self._sanctions.refusal(Caller(ticket.player, role="", expires=0, issued=ticket.since // 1000))

    async def _check(self, opening: Opening) -> None:
        """Raise GAME_DRAINING, BANNED, TOKEN_REVOKED or SENT_AWAY if the table must not be made."""
        self._sanctions.check_opening(opening.terms.game)
        for refusal in map(self.refusal, opening.tickets):
            if refusal is not None:
                raise refusal
        # Somebody may have blocked another since the wave began.
        if await self._blocked_among([ticket.player.id for ticket in opening.tickets]):
            raise errors.sent_away()

    async def _close(self, opening: Opening, error: GalaxyError) -> Table:
        """Make a closed table under the id, so that no process can make the real one any more."""
        _log.warning("pairing_put_back", table=opening.table_id, game=opening.terms.game, reason=error.reason)
        table = self._table(opening)
        return await make_table(self._tables, table, Change(seating.close(table, now=self._tables.now())))

    def _table(self, opening: Opening) -> OpenTable:
        """Return the table, not stored yet, with everybody on their seats."""
        terms, tickets = opening.terms, opening.tickets
        table = seating.open_table(
            opening.table_id,
            host=tickets[0].player,
            name="",
            game=terms.game,
            options=terms.options,
            seats=terms.seats,
            private=False,
            control=terms.control,
            entropy=b"",
            now=self._tables.now(),
            spectators=Spectators(),
            rating=terms.rating,
        )
        seats = [TableSeat(player=each.player, ready=True, automated=each.automated) for each in tickets]
        seats += [TableSeat(bot=opening.bot, ready=True)] * (terms.seats - len(tickets))
        return replace(table, seats=tuple(seats))

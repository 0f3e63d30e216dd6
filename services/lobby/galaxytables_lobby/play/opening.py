"""Opens tables within the limits, once for each request, and starts their games."""

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing, seating
from galaxytables_lobby.domain.endings import is_rated
from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.state import OpenTable, RatingTerms
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.limit_settings import Activity
from galaxytables_lobby.people.new_players import NewPlayers
from galaxytables_lobby.people.quotas import Quotas
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.play.sandboxes import Sandboxes
from galaxytables_lobby.play.steps import Play, span_of
from galaxytables_lobby.tables import Tables

# How long, in milliseconds, a repeated request does not open a second table.
_REMEMBERED = 24 * 3600 * 1000


class Opening:
    """Opens new tables."""

    def __init__(
        self,
        tables: Tables,
        quotas: Quotas,
        sanctions: Sanctions,
        directives: Directives,
        new_table_id: Callable[[], TableId],
        *,
        new_players: NewPlayers,
    ) -> None:
        """`new_table_id` returns a new random id."""
        self._new_players = new_players
        self._sanctions = sanctions
        self._directives = directives
        self.tables = tables
        self._quotas = quotas
        self.new_table_id = new_table_id

    async def open(
        self, asker: Asker, table: OpenTable, request: IdempotentRequest | None = None
    ) -> Loaded | Answer | None:
        """Store a new table, if no limit or sanction forbids it, and return the result of `Tables.create`.

        The asker's own seat is marked if a program plays it. While rated games are switched off, the table is casual.
        Raises RATE_LIMITED, NEW_PLAYER_LIMITED, TOO_MANY_TABLES, GAME_DRAINING, FEATURE_OFF.
        """
        self._directives.check(Feature.TABLES)
        self._sanctions.check_opening(table.game)
        await self._new_players.take(Activity.TABLES, asker)
        await self._quotas.tables.take(asker.source, asker.player.id)
        await self._quotas.open_tables.add(asker, table.id, now=self.tables.now())
        seat = table.seat_of(asker.player.id)
        if asker.automated and seat is not None:
            table = table.automated_at(seat)
        if Feature.RATED_GAMES in self._directives.off and is_rated(table):
            table = replace(table, rating=RatingTerms.CASUAL)
        return await self.tables.create(table, request)

    async def open_once(
        self, asker: Asker, request: IdempotentRequest, make: Callable[[TableId], Awaitable[OpenTable]]
    ) -> Loaded | Answer:
        """Make a table and store it, or return the result of an earlier request with this id."""
        table_id, earlier = await self._claimed(request)
        if earlier is not None:
            return earlier
        opened = await self.open(asker, await make(table_id), request)
        if opened is None:
            raise errors.table_busy(table_id)
        return opened

    async def _claimed(self, request: IdempotentRequest) -> tuple[TableId, Loaded | Answer | None]:
        """Return the id of the table that a request opens, and the result of an earlier try, if any."""
        table_id = self.new_table_id()
        if not request.content:
            return table_id, None
        claimed = await self.tables.store.table_of_request(request.identity, table_id, kept=_REMEMBERED)
        if claimed == table_id:
            return table_id, None
        answer = await self.tables.answered(claimed, request)
        if answer is not None:
            return claimed, answer
        loaded = await self.tables.find(claimed)
        if loaded is None:
            return claimed, None
        # The table has forgotten its answer to this request.
        request.answered_by(Change(loaded.table))
        return claimed, loaded


async def start(
    play: Play,
    sandboxes: Sandboxes,
    table_id: TableId,
    player_id: PlayerId,
    request: IdempotentRequest | None = None,
) -> Loaded | Answer:
    """Start a table's game, as the host asks. Raises the refusals of `seating` and of the rules service."""

    async def step(loaded: Loaded) -> Change:
        table = seating.hosted(loaded.table, player_id)
        seating.check_startable(table)
        if table.sandbox_of:
            return await sandboxes.start(play, table)
        started = await play.games.rules_of(table.game).new_game(
            table.id,
            seats=len(table.seats),
            options=table.options,
            seed=table.seed,
            entropy=[seat.entropy for seat in table.seats],
            viewers=play.viewers(table, None),
            span=span_of(request),
        )
        return playing.start(table, started, now=play.tables.now())

    return await play.tables.change(table_id, step, request)

"""Acts at overdue tables for the clock: plays defaults, hands seats over, and ends abandoned games.

Each action is one step of `Tables.change`, like a player's choice, and looks at the table afresh. If a worker is killed
between two actions, the first action is done, and the next worker continues from there.
"""

from collections.abc import Callable

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.domain import endings, pauses, playing, seating, timing
from galaxytables_lobby.domain.cool_downs import Kind
from galaxytables_lobby.domain.game import edition, pin_of
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import IdempotentRequest, fresh_identity
from galaxytables_lobby.domain.stages import running
from galaxytables_lobby.domain.state import FinishedTable, OpenTable, RunningTable, Table
from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_lobby.people.cool_downs import note_departure
from galaxytables_lobby.play.choose import change_for
from galaxytables_lobby.play.steps import Play, close, in_play
from galaxytables_lobby.tables import Tables
from galaxytables_serving.tracing import Span

# Ends of games for which a player whose time was up is to blame.
_LOST = (game_pb2.END_REASON_CLOCKED_OUT, game_pb2.END_REASON_ABANDONED)
# How often the clock acts at one table before the table must wait for others.
SHARE = 50


class DeadlineHandler:
    """Acts for players whose time is up: plays default answers, hands their seats over, and ends abandoned games."""

    def __init__(self, tables: Tables, games: Directory, playable: Callable[[str], bool], *, max_silent: int) -> None:
        """`playable` returns whether players can reach a game or an edition now, given its name.

        The game ends once every player has missed `max_silent` choices in a row.
        """
        self._tables = tables
        self._games = games
        self._play = Play(tables, games)
        self._playable = playable
        self._max_silent = max_silent

    async def act(self, table_id: TableId, span: Span | None = None) -> int:
        """Act at a table until no deadline there has passed, at most `SHARE` times. Returns the number of actions."""
        ran_out: list[tuple[RunningTable, SeatNumber, Kind]] = []

        async def step(loaded: Loaded) -> Change | None:
            change = await self._act_once(loaded, span)
            ran_out[:] = [] if change is None else _ran_out(loaded.table, change.table, self._tables.now())
            return change

        for acted in range(SHARE):
            request = None if span is None else IdempotentRequest(fresh_identity(), span=span)
            if await self._tables.change(table_id, step, request) is None:
                return acted
            for table, seat, kind in ran_out:
                await note_departure(self._tables.store, table, seat, kind, now=self._tables.now())
        return SHARE

    async def _act_once(self, loaded: Loaded, span: Span | None) -> Change | None:
        """Return the change that is due now, or None if nothing is."""
        now = self._tables.now()
        table = loaded.table
        if not self._playable(table.game):
            raise errors.game_unavailable(table.game)
        if isinstance(table, RunningTable):
            self._check_served(table)
        if not table.deadline or table.deadline > now:
            # An outage's time has made the table not due any more: announce that.
            return pauses.give_back(running(table), now=now) if loaded.compensated else None
        if isinstance(table, OpenTable):
            return Change(seating.close(table, now=now))
        table, _, _ = in_play(loaded)
        if table.proposal is not None and table.proposal.deadline <= now:
            return playing.end_proposal(table, None, now=now)
        return pauses.over_by_now(table, now=now) or await self._play_on_or_end(loaded, span)

    def _check_served(self, table: RunningTable) -> None:
        """Raise TABLE_STRANDED if nobody plays by the table's rules, either here or at the lobbies."""
        served = self._playable(edition(table.game, table.rules_version, table.pack_digest))
        if not served or self._games.rules_of(table.game).strands(pin_of(table)):
            raise errors.table_stranded(table.game, table.rules_version)

    async def _play_on_or_end(self, loaded: Loaded, span: Span | None) -> Change | None:
        """Play the default answers of a seat that is out of time, or end the game if the seat has missed too much."""
        now = self._tables.now()
        table, standing, position = in_play(loaded)
        overdue = timing.overdue(table, now)
        if endings.deserted(table) or not (overdue or table.control.ticks):
            closed = await close(self._play, table, position, game_pb2.END_REASON_ABANDONED, span=span)
            return playing.end_in_silence(table, closed, now=now)
        if not overdue:
            return None
        seat = overdue[0]
        reason = endings.of_clocking_out(table, seat, max_silent=self._max_silent)
        if reason is not None:
            closed = await close(self._play, table, position, reason, span=span)
            return playing.end_by_clock(table, closed, seat, now=now)
        prompts = [prompt for prompt in standing.prompts if prompt.seat == seat]
        defaults = [game_pb2.Choice(seat=seat, prompt_id=each.id, picks=each.default_picks) for each in prompts]
        return await change_for(self._play, loaded, defaults, by_clock=True, span=span)


def _ran_out(before: Table, after: Table, now: int) -> list[tuple[RunningTable, SeatNumber, Kind]]:
    """Return the seat whose time was up, with the table and how it counts: as left, or as stalled.

    Empty if there is none. The player left if they lost the seat or the game through this; otherwise they stalled.
    """
    if not isinstance(before, RunningTable) or not isinstance(after, RunningTable | FinishedTable):
        return []
    overdue = timing.overdue(before, now)
    if not overdue:
        return []
    seat = overdue[0]
    left = after.seats[seat].resigned or (isinstance(after, FinishedTable) and after.end_reason in _LOST)
    return [(before, seat, Kind.LEFT if left else Kind.STALLED)]

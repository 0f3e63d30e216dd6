"""What the modules of `play` share: who acts, what they work with, the checks they begin with, closing a game."""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import endings
from galaxytables_lobby.domain.game import HeldPosition, Moved, Viewers
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import IdempotentRequest
from galaxytables_lobby.domain.stages import running
from galaxytables_lobby.domain.state import RunningTable, Table
from galaxytables_lobby.ids import SeatNumber
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.ports import Games
from galaxytables_lobby.subscriptions.bots import BotDesk
from galaxytables_lobby.tables import Tables
from galaxytables_serving.tracing import Span

# The longest games have some 2,000 events. What can be done again and again without the game going on ends here, and so
# does a game that goes on for ever. A record with so many events fits into a `ReplayRequest`.
MOST_EVENTS = 10_000


def nobody(_: Table, __: SeatNumber | None) -> Viewers:
    """No views: nobody watches through this process."""
    return Viewers()


@dataclass(frozen=True, slots=True)
class Play:
    """The tables, the games, and whose views are wanted: what the functions of `play` work with."""

    tables: Tables
    games: Games
    viewers: Callable[[Table, SeatNumber | None], Viewers] = nobody
    """Whose views are to be built when a seat (None: nobody in particular) changes a table."""


async def close(
    games: Games,
    table: RunningTable,
    position: HeldPosition,
    reason: endings.Reason,
    viewers: Viewers,
    *,
    span: Span | None = None,
) -> Moved:
    """Have the rules end a game as it stands."""
    game = games.rules_of(table.game)
    return await game.close_game(table.id, position, reason, viewers, seats=len(table.seats), span=span)


def span_of(request: IdempotentRequest | None) -> Span | None:
    """The span of whoever asks, where that is traced."""
    return None if request is None else request.span


def in_play(loaded: Loaded) -> tuple[RunningTable, rules_pb2.Standing, HeldPosition]:
    """A table in play with its game. Raises GAME_OVER, TABLE_NOT_STARTED, TABLE_CLOSED."""
    table = running(loaded.table)
    if loaded.standing is None or loaded.position is None:
        raise errors.table_not_started()
    return table, loaded.standing, loaded.position


def unpaused(loaded: Loaded) -> tuple[RunningTable, rules_pb2.Standing, HeldPosition]:
    """What is in play, where it is played now. Raises TABLE_PAUSED, and as `in_play`."""
    table, standing, position = in_play(loaded)
    if table.paused:
        raise errors.table_paused()
    return table, standing, position


def is_full(table: RunningTable, more: int = 0) -> bool:
    """Whether a history has no room left with so many more events."""
    return table.events + more >= MOST_EVENTS


def check_history(table: RunningTable) -> None:
    """Keep a history within bounds whose players do and undo the same for ever. Raises HISTORY_FULL."""
    if is_full(table):
        raise errors.history_full(MOST_EVENTS)


def unchanged(table: Table) -> Change:
    """The table becomes this, and nothing is told of it; at the same version only the request is remembered."""
    return Change(table, None, (), ())


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

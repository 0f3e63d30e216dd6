"""Code that the modules of `play` share: the actor, their dependencies, common checks, and ending a game."""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import endings
from galaxytables_lobby.domain.game import HeldPosition, Moved, Viewers
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.requests import IdempotentRequest
from galaxytables_lobby.domain.stages import running
from galaxytables_lobby.domain.state import RunningTable, Table
from galaxytables_lobby.ids import SeatNumber
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.ports import Games
from galaxytables_lobby.subscriptions.bots import BotDesk
from galaxytables_lobby.tables import Tables
from galaxytables_serving.tracing import Span

# The longest games have some 2,000 events. Beyond this, actions that can be repeated without progress are refused, and
# a game that never ends is closed. A record with this many events fits into a `ReplayRequest`.
MAX_EVENTS = 10_000


def nobody(_: Table, __: SeatNumber | None) -> Viewers:
    """Return no viewers. Used by processes through which nobody watches tables."""
    return Viewers()


@dataclass(frozen=True, slots=True)
class Play:
    """The parts of a process that the functions of `play` need: the tables, the games, and which views to request."""

    tables: Tables
    games: Games
    viewers: Callable[[Table, SeatNumber | None], Viewers] = nobody
    """Returns the viewers whose views to build when a seat (None: nobody in particular) changes a table."""


async def close(
    play: Play,
    table: RunningTable,
    position: HeldPosition,
    reason: endings.Reason,
    *,
    viewers: Viewers | None = None,
    span: Span | None = None,
) -> Moved:
    """Make the rules service end a game with the points as they are, and return the result.

    The result has views for `viewers`. If that is None, it has views for all who watch the table.
    """
    game, viewers = play.games.rules_of(table.game), viewers or play.viewers(table, None)
    return await game.close_game(table.id, position, reason, viewers, seats=len(table.seats), span=span)


def span_of(request: IdempotentRequest | None) -> Span | None:
    """Return the span of a request, if it is traced."""
    return None if request is None else request.span


def in_play(loaded: Loaded) -> tuple[RunningTable, rules_pb2.Standing, HeldPosition]:
    """Return the parts of a loaded table whose game is running: table, standing, position.

    Raises GAME_OVER, TABLE_NOT_STARTED, TABLE_CLOSED.
    """
    table = running(loaded.table)
    if loaded.standing is None or loaded.position is None:
        raise errors.table_not_started()
    return table, loaded.standing, loaded.position


def unpaused(loaded: Loaded) -> tuple[RunningTable, rules_pb2.Standing, HeldPosition]:
    """Return the table, standing and position of a loaded table whose game is running and not paused.

    Raises TABLE_PAUSED, and the errors of `in_play`.
    """
    table, standing, position = in_play(loaded)
    if table.paused:
        raise errors.table_paused()
    return table, standing, position


def is_full(table: RunningTable, more: int = 0) -> bool:
    """Return whether a table's history would be full with `more` further events."""
    return table.events + more >= MAX_EVENTS


def check_history(table: RunningTable) -> None:
    """Raise HISTORY_FULL if a table's history is full.

    That happens, for example, if choices are made and undone again and again.
    """
    if is_full(table):
        raise errors.history_full(MAX_EVENTS)


class Actor(Struct, frozen=True):
    """A caller, and the seat for which the caller acts; None means the caller's own seat."""

    caller: Caller
    named: SeatNumber | None
    bots: BotDesk

    @property
    def name(self) -> str:
        """Return the name under which request ids are remembered. A bot host has one for each seat."""
        if self.caller.hosts_bots and self.named is not None:
            return f"{self.caller.player.id}/{self.named}"
        return self.caller.player.id

    async def seat_at(self, table: Table) -> SeatNumber:
        """Return the seat for which the caller acts.

        Raises NOT_SEATED, TABLE_NOT_FOUND if the table is hidden, SEAT_NOT_AUTOMATED if a bot acts for a person.
        """
        if self.caller.hosts_bots and self.named is not None:
            await self.bots.check_plays(self.caller.player.id, table, self.named)
            return self.named
        own = table.playing_seat(self.caller.player.id)
        if own is not None and self.named in (None, own):
            if self.caller.automated and not table.seats[own].automated:
                raise errors.seat_not_automated(own)
            return own
        if not may_know(self.caller, table):
            raise errors.table_not_found(table.id)
        raise errors.not_seated()


def may_know(caller: Caller, table: Table) -> bool:
    """Return whether a caller may see a table without its invitation."""
    return not table.private or caller.hosts_bots or table.admits(caller.player.id)

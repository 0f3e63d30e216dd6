"""The part of the store about tables: what is committed, and what others learn of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from msgspec import Struct

from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.domain.people import ChatMessage
from galaxytables_lobby.domain.requests import Answer
from galaxytables_lobby.domain.state import Stage, Table, concerned, seating_changed
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_serving.tracing import Span


@dataclass(slots=True, kw_only=True)
class Commit:
    """A change of a table to commit: the table before (None if new) and after, new events, messages and the answer."""

    before: Table | None
    after: Table
    # When, in milliseconds since the epoch.
    time: int
    # The identity of the request; the store accepts each identity once.
    identity: bytes
    # Digest of the request's content (8 bytes), and the answer for a repeat; empty if nobody can repeat it.
    content: bytes = b""
    response: bytes = b""
    # Serialized `Standing` without position, and the position; None if the game did not change.
    game: tuple[bytes, bytes] | None = None
    # Serialized events, each after its GAME_EVENT or LOBBY_EVENT; the last has the number `after.events`.
    events: Sequence[bytes] = ()
    # Serialized journal entries.
    journal: Sequence[bytes] = ()
    # The seat that made the change.
    mover: SeatNumber | None = None
    # The chat message.
    message: ChatMessage | None = None
    # The span of the call, if it is traced.
    span: Span | None = None
    # Whether anybody may have to be notified.
    notifies: bool = True
    # Whether seats, host, stage or terms changed.
    seating_changed: bool = field(init=False)
    # Ids of the players who must learn of it, whatever they are looking at.
    concerned: frozenset[PlayerId] = field(init=False)

    def __post_init__(self) -> None:
        self.seating_changed = seating_changed(self.before, self.after)
        self.concerned = concerned(self.before, self.after, seating=self.seating_changed)


@dataclass(frozen=True)
class News:
    """What the feed reports of a commit: the table, its new version, and the players who must learn of it.

    It also names the process that made the change.
    """

    origin: bytes
    version: int
    # Whether seats, stage or terms changed, not only the game.
    seating: bool
    table_id: TableId
    # Ids of the players who must learn of it (`state.concerned`).
    players: frozenset[PlayerId] = frozenset()


class CommitOutcome(Enum):
    """Whether a commit was done, repeats an earlier one, or came too late because the table had changed."""

    DONE = "done"
    # The identity was accepted before: by an earlier commit, or by this one if its answer was lost.
    REPEATED = "repeated"
    # The table has changed since the commit was prepared.
    CONFLICT = "conflict"


class Committed(Struct, frozen=True):
    """The result of a commit. If its request was committed before, `answer` is the answer that it got then."""

    outcome: CommitOutcome
    answer: Answer | None = None


@dataclass(frozen=True)
class Stored:
    """A table as the store has it, with its game; `standing` and `position` are empty before the start."""

    table: Table
    standing: bytes
    position: bytes


class TableStore(Protocol):
    """The part of the store about tables. Each change is one atomic commit."""

    async def commit(self, commit: Commit) -> Committed:
        """Write a change of a table to the store, as a whole or not at all. Returns whether that was done.

        How durable the change is then depends on how Redis is configured.
        """

    async def load(self, table_id: TableId) -> Stored | None:
        """Return a table with the state of its game, from which play can continue; None if there is no such table."""

    async def load_states(self, table_ids: Sequence[TableId]) -> list[Table | None]:
        """Return tables without their games, in the order of the ids; None for tables that no longer exist."""

    async def version(self, table_id: TableId) -> int:
        """Return a table's version; 0 if there is no such table."""

    async def answered(self, table_id: TableId, identity: bytes) -> Answer | None:
        """Return the answer that an earlier commit of this request got, or None if it is not remembered."""

    async def table_of_request(self, identity: bytes, table_id: TableId, *, kept: int) -> TableId:
        """Return the id of the table that a request opens: `table_id`, unless the same request came before.

        If a request with this `identity` came within the last `kept` milliseconds, its `table_id` is returned.
        """

    async def events(self, table_id: TableId, first: int, last: int | None = None) -> list[StoredEvent]:
        """Return a table's events from `first` to `last`, or to the end."""

    async def journal(self, table_id: TableId) -> list[bytes]:
        """Return all journal entries of a table (its choices and undos), in order."""

    async def messages(self, table_id: TableId) -> list[ChatMessage]:
        """Return the latest chat messages of a table, in order."""

    async def past(self, table_id: TableId) -> Stored | None:
        """Return a table's past state that delayed spectators see now; None if no such state is kept."""

    async def table_of_invitation(self, code: str) -> TableId | None:
        """Return the id of the table with this invitation code, or None."""

    async def newest_public(
        self, games: Iterable[str], stages: Iterable[Stage], *, before: tuple[int, TableId] | None, limit: int
    ) -> list[tuple[int, TableId]]:
        """Return up to `limit` public tables older than `before`, newest first, each as its creation time and id."""

    async def count_public(self, games: Iterable[str], stages: Iterable[Stage]) -> dict[tuple[str, Stage], int]:
        """Return how many public tables there are, by game and stage."""

    async def newest(
        self, games: Iterable[str], stages: Sequence[Stage], *, before: tuple[int, TableId] | None, limit: int
    ) -> list[tuple[int, TableId]]:
        """Return up to `limit` tables older than `before`, newest first, each as its creation time and id.

        Private tables are among them.
        """

    async def newest_of_player(
        self, player_id: PlayerId, *, before: tuple[int, TableId] | None, limit: int
    ) -> list[tuple[int, TableId]]:
        """Return up to `limit` of a player's tables older than `before`, newest first, each as creation time and id."""

    async def release(self, table_id: TableId) -> None:
        """End a clock worker's lease on an overdue table, so that another worker may take it."""

    async def keep_deadline(self, table_id: TableId, deadline: int) -> None:
        """Set the time at which the clock must act at a table, in milliseconds since the epoch; 0 for never."""

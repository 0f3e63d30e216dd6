"""The lobby's ports: protocols for a store, rules services and an archive. `adapters` implements them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from msgspec import Struct

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain.accounts import Account, Entered, Entry, Joining, NewWayIn, Proof, WayIn
from galaxytables_lobby.domain.archived import (
    Act,
    ActQuery,
    ArchivedGame,
    ArchivedPerson,
    Found,
    HistoryQuery,
    LeaderboardQuery,
    Moment,
    PlayerRating,
    Who,
)
from galaxytables_lobby.domain.cool_downs import Departure
from galaxytables_lobby.domain.erasure import Erasure
from galaxytables_lobby.domain.game import ANY_RULES, HeldPosition, Moved, Pin, Started, Viewer, Viewers, Views
from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.notices import DeadLetter, Notice, Noticed, Observation
from galaxytables_lobby.domain.people import ChatMessage, Person
from galaxytables_lobby.domain.personal_tokens import PersonalToken
from galaxytables_lobby.domain.relations import Invitation, Relation, RelationKind
from galaxytables_lobby.domain.reports import Evidence, Report, ReportQuery, ReportState
from galaxytables_lobby.domain.requests import Answer
from galaxytables_lobby.domain.state import FinishedTable, Stage, Table, concerned, seating_changed
from galaxytables_lobby.domain.subscribers import (
    Preferences,
    Subscriber,
    Target,
    TargetState,
)
from galaxytables_lobby.domain.tickets import Opening, PoolName, Ticket, TicketId
from galaxytables_lobby.domain.timing import Outage
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
    """What a feed says of one commit: which table has which version now, who did it, and who must learn of it."""

    origin: bytes
    version: int
    # Whether seats, stage or terms changed, not only the game.
    seating: bool
    table_id: TableId
    # Ids of the players who must learn of it (`state.concerned`).
    players: frozenset[PlayerId] = frozenset()


class CommitOutcome(Enum):
    """The outcome of a commit."""

    DONE = "done"
    # The identity was accepted before: by an earlier commit, or by this one if its answer was lost.
    REPEATED = "repeated"
    # The table has changed since the commit was prepared.
    CONFLICT = "conflict"


class Committed(Struct, frozen=True):
    """The result of a commit; if its identity was used before, `answer` is the answer of that earlier commit."""

    outcome: CommitOutcome
    answer: Answer | None = None


@dataclass(frozen=True)
class Stored:
    """A table as the store has it, with its game; `standing` and `position` are empty before the start."""

    table: Table
    standing: bytes
    position: bytes


@dataclass(frozen=True)
class Due:
    """A table on which a worker has a lease: its id, with its deadline or, if finished, the time of its end."""

    table_id: TableId
    deadline: int


class SubscribersChange(Struct, frozen=True):
    """A change of a shard's subscribers: its number, how many subscribers there are now, and the new ones."""

    shard: int
    number: int
    count: int
    new: Sequence[PlayerId]


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


class TableStore(Protocol):
    """The part of the store about tables. Each change is one atomic commit."""

    async def commit(self, commit: Commit) -> Committed:
        """Make the change as a whole or not at all. How durable it is then depends on how Redis is configured."""

    async def load(self, table_id: TableId) -> Stored | None:
        """Return a table and the state of its game, from which play can continue; None if there is no such table."""

    async def load_states(self, table_ids: Sequence[TableId]) -> list[Table | None]:
        """Return tables without their games, in the order of the ids; None for tables that no longer exist."""

    async def version(self, table_id: TableId) -> int:
        """Return a table's version; 0 if there is no such table."""

    async def answered(self, table_id: TableId, identity: bytes) -> Answer | None:
        """Return the answer that an earlier commit with this request identity got, or None if it is not remembered."""

    async def table_of_request(self, identity: bytes, table_id: TableId, *, kept: int) -> TableId:
        """Return the id of the table that a request opens.

        That is `table_id`, or the id given at an earlier call with this identity within the last `kept` milliseconds.
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
        self, games: Iterable[str], stages: Iterable[Stage], *, before: tuple[int, TableId] | None, most: int
    ) -> list[tuple[int, TableId]]:
        """Return up to `most` public tables older than `before`, newest first, each as its creation time and id."""

    async def count_public(self, games: Iterable[str], stages: Iterable[Stage]) -> dict[tuple[str, Stage], int]:
        """Return how many public tables there are, by game and stage."""

    async def newest(
        self, games: Iterable[str], stages: Sequence[Stage], *, before: tuple[int, TableId] | None, most: int
    ) -> list[tuple[int, TableId]]:
        """Return up to `most` tables older than `before`, newest first, each as its creation time and id.

        Private tables are among them.
        """

    async def newest_of_player(
        self, player_id: PlayerId, *, before: tuple[int, TableId] | None, most: int
    ) -> list[tuple[int, TableId]]:
        """Return up to `most` of a player's tables older than `before`, newest first, each as creation time and id."""

    async def release(self, table_id: TableId) -> None:
        """End a clock worker's lease on an overdue table, so that another worker may take it."""

    async def keep_deadline(self, table_id: TableId, deadline: int) -> None:
        """Set the deadline at which the clock must act at a table, in milliseconds; 0 for never."""


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


class PresenceStore(Protocol):
    """The part of the store about presence: which players are connected."""

    async def attend(self, player_ids: Collection[PlayerId], game: str = "", *, now: int, until: int) -> None:
        """Record that players are present until a time in milliseconds since the epoch.

        With a game, record that players who are present have a table of it.
        """

    async def present(self, player_ids: Sequence[PlayerId], *, now: int) -> set[PlayerId]:
        """Return those of these players who are present."""

    async def count_present(self, games: Iterable[str], *, now: int) -> tuple[int, dict[str, int]]:
        """Return how many players are present, and how many of these have a table of each game."""


class Added(Enum):
    """The outcome of adding a ticket."""

    ADDED = "added"
    # There is or was a ticket of this id.
    KNOWN = "known"
    # The player has as many slow tickets as are allowed.
    FULL = "full"
    # The player's earlier live ticket gets its table at this moment.
    SEATING = "seating"


class TicketStage(Enum):
    """How a ticket is: it waits or gets its table now, it has its table, or there is no such ticket any more."""

    WAITING = "waiting"
    SEATED = "seated"
    OVER = "over"


class TicketState(Struct, frozen=True):
    """How a ticket is, with its table if it has one."""

    stage: TicketStage
    table_id: TableId = TableId("")


class WaitingTicket(Struct, frozen=True):
    """A ticket that waits in a pool, and how often others were preferred to it."""

    ticket: Ticket
    missed: int


class PairingStore(Protocol):
    """The part of the store about tickets. All lobbies and workers share one queue; each change is atomic."""

    async def add_ticket(self, ticket: Ticket, *, until: int) -> Added:
        """Add a ticket that expires at `until`. A live one ends the player's earlier live ticket."""

    async def cancel_ticket(self, player_id: PlayerId, ticket_id: TicketId) -> bool:
        """Remove a player's ticket. Returns whether it was waiting; if not, it may still get a table."""

    async def tickets_of(self, player_id: PlayerId) -> list[tuple[Ticket, int]]:
        """Return a player's waiting tickets, the oldest first, each with when it expires."""

    async def owns_ticket(self, player_id: PlayerId, ticket_id: TicketId) -> bool:
        """Return whether a ticket that is not over is this player's."""

    async def hold_tickets(self, ticket_ids: Collection[TicketId], *, until: int) -> None:
        """Let tickets expire at `until`, if they have not expired yet."""

    async def ticket_states(self, ticket_ids: Sequence[TicketId]) -> list[TicketState]:
        """Return how tickets are, in the order of the ids."""

    async def claim_pools(self, *, now: int, lease: int, most: int) -> list[PoolName]:
        """Take a lease of `lease` milliseconds on up to `most` pools whose next wave is due."""

    async def waiting_in(self, pool: PoolName) -> tuple[list[WaitingTicket], list[TicketId]]:
        """Return the tickets that wait in a pool, the oldest first, and those on its list that are over."""

    async def rest_pool(
        self, pool: PoolName, *, over: Sequence[TicketId], missed: Sequence[TicketId], due: int
    ) -> None:
        """End the lease on a pool, whose next wave is due at `due`. `over` leave its list; `missed` were left out."""

    async def seat_tickets(self, opening: Opening, *, now: int, lease: int) -> bool:
        """Decide that all tickets of an opening get a table together, and take a lease to open it.

        Returns False, and changes nothing, if a ticket no longer waits.
        """

    async def claim_openings(self, *, now: int, lease: int, most: int) -> list[Opening]:
        """Take a lease of `lease` milliseconds on up to `most` openings that nobody has a lease on."""

    async def openings(self) -> list[Opening]:
        """Return all openings whose tables are being made."""

    async def tickets_seated(self, opening: Opening, *, now: int) -> bool:
        """End an opening whose table is there. Returns False if it has ended before."""

    async def put_back_tickets(self, opening: Opening, *, now: int) -> bool:
        """End an opening whose table will never be; its tickets wait on. Returns False if it has ended before."""

    async def expire_tickets(self, *, now: int) -> int:
        """Remove expired tickets, and forget old seats. Returns how many tickets expired."""

    async def met_since(self, time: int) -> list[tuple[frozenset[PlayerId], int]]:
        """Return the pairs of players who were paired since a time, each with when."""

    async def forget_met(self, player_id: PlayerId) -> None:
        """Forget whom a player was paired with."""

    async def pool_ranks(self, pool: PoolName) -> dict[TicketId, int]:
        """Return the places of all tickets in a pool, from 0: the first has waited longest."""

    async def pools(self) -> list[PoolName]:
        """Return all pools that may have tickets."""

    async def count_tickets(self, pools: Sequence[PoolName]) -> int:
        """Return how many tickets wait in any of these pools."""

    async def waited(self) -> dict[str, list[int]]:
        """Return for how many milliseconds the last people waited, by `wait_name`."""


class PeopleStore(Protocol):
    """The part of the store about players: sessions, sanctions, and buckets of rate limits."""

    async def take(self, bucket: str, taken: int, *, now: int, most: int, milliseconds: int) -> int:
        """Take `taken` tokens from a rate limit's bucket, which holds up to `most` and refills in `milliseconds`.

        Returns 0 on success, else the number of milliseconds until taking can succeed. Taking 0 tokens only checks
        whether a token is left.
        """

    async def add_opened(self, player_id: PlayerId, table_id: TableId, *, now: int, most: int) -> list[TableId]:
        """Record that a player opens a table, unless `most` opened tables are already recorded for the player.

        Returns those `most` tables if the new one was not recorded, else an empty list.
        """

    async def drop_opened(self, player_id: PlayerId, table_ids: Sequence[TableId]) -> None:
        """Remove tables from the list of those that a player has opened."""

    async def move_opened(self, player_id: PlayerId, to: PlayerId) -> int:
        """Move the list of tables that a player has opened to the player `to`. Returns how many tables were moved."""

    async def note_departure(self, player_id: PlayerId, table_id: TableId, departure: Departure) -> None:
        """Note that a player left a game or let its clock run out. One of a kind at a table counts once."""

    async def departures(self, player_id: PlayerId) -> list[Departure]:
        """Return what was noted about a player within the last week, oldest first."""

    async def move_departures(self, player_id: PlayerId, to: PlayerId) -> None:
        """Move what was noted about a player to the player `to`."""

    async def forget_departures(self, player_id: PlayerId) -> None:
        """Delete what was noted about a player."""

    async def seen_since(self, player_id: PlayerId) -> int | None:
        """Return since when a player is known, in milliseconds since the epoch, or None."""

    async def note_seen(self, player_id: PlayerId, since: int) -> int:
        """Note since when a player is known, unless it is noted already. Returns what is noted then."""

    async def move_seen(self, player_id: PlayerId, to: PlayerId) -> None:
        """Let a player be known since the player `player_id` was, if that is earlier; forget the latter."""

    async def forget_seen(self, player_id: PlayerId) -> None:
        """Forget since when a player is known."""

    async def sanctioned(self) -> int:
        """Return how often the sanctions have changed. A process that knows an older number loads them again."""

    async def sanctions(self) -> dict[str, bytes]:
        """Return all encoded sanctions, by their names."""

    async def sanction(self, name: str, value: bytes) -> None:
        """Store an encoded sanction under its name."""

    async def lift_sanction(self, name: str) -> bool:
        """Delete a sanction. Returns whether there was one."""

    async def end_tokens(self, note: bytes, *, until: int, now: int) -> None:
        """Store a note that says which tokens are refused from now on.

        The note may be deleted from `until` on, in milliseconds since the epoch.
        """

    async def ended(self) -> int:
        """Return the number of the last note about refused tokens."""

    async def endings(self, after: int, last: int) -> list[bytes]:
        """Return the notes about refused tokens with a number above `after` and up to `last`, in order."""

    async def begin_erasure(self, erasure: Erasure) -> Erasure:
        """Store an erasure until it is done.

        If an earlier erasure of the same player was interrupted, its pseudonyms and names are added first. Returns the
        erasure as stored.
        """

    async def erasures(self) -> list[Erasure]:
        """Return all erasures that have begun and are not done."""

    async def end_erasure(self, player_id: PlayerId) -> None:
        """Delete the erasure of a player once it is done."""

    async def begin_sign_in(self, digest: str, value: bytes, *, lasting: int) -> None:
        """Store a sign-in that has begun, under the digest of its state, for `lasting` milliseconds."""

    async def take_sign_in(self, digest: str) -> bytes | None:
        """Return a sign-in that has begun, and delete it, so that it is used only once; None if there is none."""

    async def keep_names(self, digests: Sequence[str], player_id: PlayerId, *, lasting: int) -> None:
        """Reserve names for a player for `lasting` milliseconds, except those that are reserved already."""

    async def names_kept_for(self, digests: Sequence[str]) -> list[PlayerId]:
        """Return the players for whom any of these names are reserved."""

    async def release_names(self, digests: Sequence[str]) -> None:
        """End the reservation of these names, so that any player may take them."""

    async def session(self, player_id: PlayerId, name: bytes) -> bytes | None:
        """Return a player's session with this name, encoded, or None."""

    async def sessions_of(self, player_id: PlayerId) -> dict[bytes, bytes]:
        """Return all encoded sessions of a player, by name."""

    async def keep_session(
        self, player_id: PlayerId, name: bytes, value: bytes, *, instead_of: bytes, lasting: int
    ) -> bool:
        """Store a new value of a session, to be kept for at least `lasting` milliseconds.

        `instead_of` is the value that it replaces, empty for a new session. If the session has another value by now,
        changes nothing and returns False.
        """

    async def end_session(self, player_id: PlayerId, name: bytes) -> None:
        """Delete a session of a player."""


class RelationStore(Protocol):
    """The part of the store about relations between players: follows, blocks, mutes and private notes."""

    async def relate(
        self,
        player_id: PlayerId,
        kind: RelationKind,
        other_id: PlayerId,
        relation: Relation,
        *,
        most: int,
        lasting: int,
    ) -> bool:
        """Store a relation of a player to another, instead of an earlier one of its kind.

        All relations of the player are kept for `lasting` milliseconds from now on; 0 for good, -1 for as long as
        before. Returns False if the player already has `most` of this kind.
        """

    async def note_related(self, player_id: PlayerId, other_id: PlayerId, name: str, *, lasting: int) -> None:
        """Record that a player has a relation to another, and the other's name, unless it is empty.

        It is kept for `lasting` milliseconds, 0 for good. To be called before the relation is stored.
        """

    async def unrelate(self, player_id: PlayerId, kinds: Collection[RelationKind], other_id: PlayerId) -> None:
        """Delete relations of these kinds of a player to another."""

    async def relation(self, player_id: PlayerId, other_id: PlayerId) -> Mapping[RelationKind, Relation]:
        """Return the relations of a player to another, by kind."""

    async def relations(self, player_id: PlayerId) -> Mapping[PlayerId, Mapping[RelationKind, Relation]]:
        """Return all relations of a player, by the other player and by kind."""

    async def related_by(
        self, kinds: Sequence[RelationKind], player_ids: Sequence[PlayerId]
    ) -> list[frozenset[PlayerId]]:
        """Return, for each of these players, those to whom the player has a relation of any of these kinds."""

    async def related_back(
        self, kind: RelationKind, player_ids: Sequence[PlayerId], other_id: PlayerId
    ) -> set[PlayerId]:
        """Return those of these players who have a relation of a kind to the player `other_id`."""

    async def related_to(self, player_id: PlayerId) -> set[PlayerId]:
        """Return the players who have, or had, a relation to a player."""

    async def names_of(self, player_ids: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        """Return the names of those of these players to whom anybody has a relation."""

    async def rename_person(self, player_id: PlayerId, name: str) -> None:
        """Change the name under which others see a player in their relations, if they do."""

    async def hide_presence(self, player_id: PlayerId, *, hidden: bool, lasting: int) -> None:
        """Record whether a player hides where they are, for `lasting` milliseconds, 0 for good."""

    async def hidden_among(self, player_ids: Sequence[PlayerId]) -> set[PlayerId]:
        """Return those of these players who hide where they are."""

    async def at_tables(self, player_ids: Sequence[PlayerId], *, now: int) -> set[PlayerId]:
        """Return those of these players who have a table open at which they play."""

    async def invite(
        self, player_id: PlayerId, table_id: TableId, invitation: Invitation, *, most: int, lasting: int
    ) -> bool:
        """Store an invitation of a player to a table; all of the player's are kept for `lasting` milliseconds.

        Returns False if the player already has `most` invitations.
        """

    async def invitations(self, player_id: PlayerId) -> Mapping[TableId, Invitation]:
        """Return the invitations to a player, by table."""

    async def drop_invitations(self, player_id: PlayerId, table_ids: Collection[TableId]) -> None:
        """Delete invitations of a player to these tables."""

    async def keep_relations(self, player_id: PlayerId) -> None:
        """Keep all relations of a player for good."""

    async def forget_relations(self, player_id: PlayerId) -> None:
        """Delete all relations of a player, and who has relations to them. Others' relations to them stay."""

    async def note_silence(self, player_id: PlayerId, *, until: int, now: int) -> None:
        """Record that a player's blocks or mutes have changed; the record may be deleted from `until` on."""

    async def silenced(self) -> int:
        """Return the number of the last change of any player's blocks or mutes."""

    async def silences(self, after: int, last: int) -> list[PlayerId]:
        """Return the players whose blocks or mutes changed with a number above `after` and up to `last`."""


class ClockStore(Protocol):
    """The part of the store for the clock's workers, who take overdue and finished tables under a lease."""

    async def claim(self, *, now: int, lease: int, most: int) -> tuple[list[Due], int]:
        """Take a lease of `lease` milliseconds on up to `most` tables per shard whose deadline is not after `now`.

        Returns these tables, longest overdue first, and how many tables are overdue in all.
        """

    async def rest(self, table_id: TableId, *, until: int) -> None:
        """Let no worker take a lease on a table before `until`, in milliseconds since the epoch."""

    async def forget_deadline(self, table_id: TableId) -> None:
        """Delete the deadline of a table that does not exist."""

    async def claim_finished(self, *, now: int, lease: int, most: int) -> tuple[list[Due], int]:
        """Take a lease of `lease` milliseconds on up to `most` finished tables per shard, to archive them.

        Returns these tables with their end times, earliest first, and how many tables wait in all.
        """

    async def archived(self, table_id: TableId, version: int, *, until: int) -> None:
        """Record that a table is archived at a version, and end the worker's lease on it.

        The version is 0 if there was no such table to archive. If the table still has the archived version, it may be
        deleted from `until` on, in milliseconds since the epoch.
        """

    async def expired(self, *, now: int, most: int = 100) -> list[Table]:
        """Return up to `most` tables per shard that were kept long enough and may now be deleted."""

    async def archive_again(self, table: FinishedTable) -> None:
        """Put a finished table that was about to be deleted back into the queue for archiving."""

    async def forget(self, table: Table) -> bool:
        """Delete a table from the store unless it has changed since `table` was loaded.

        Returns whether it was deleted.
        """


class NoticeStore(Protocol):
    """The part of the store about notices, from the table that they are about to the target that they are sent to."""

    async def claim_unnoticed(self, *, now: int, lease: int, most: int) -> tuple[list[Due], int]:
        """Take a lease of `lease` milliseconds on up to `most` tables per shard that must be checked for notices.

        Returns the tables, each with the time since which it has waited, and how many wait in all.
        """

    async def noticed(self, table_id: TableId) -> Noticed:
        """Return how far the events and messages of a table have been checked for notices."""

    async def look_by(self, table_ids: Sequence[TableId], time: int) -> None:
        """Ask that tables be checked for notices at the time `time` at the latest, in milliseconds since the epoch."""

    async def subscribed(self, player_ids: Sequence[PlayerId]) -> dict[PlayerId, int]:
        """For each of these players who is a subscriber, return since when, in milliseconds since the epoch."""

    async def subscribers(self, known: Sequence[int]) -> list[SubscribersChange]:
        """Return how the subscribers of each shard have changed since the change numbered `known`; 0 asks for all."""

    async def keep_observation(
        self, table_id: TableId, table: Table | None, before: Noticed, observation: Observation, *, now: int
    ) -> bool:
        """Store the result of checking a table for notices, and end the worker's lease on the table.

        Returns False if the table has changed meanwhile, or another worker was faster.
        """

    async def claim_notices(self, *, now: int, lease: int, most: int) -> tuple[list[Notice], int]:
        """Take a lease of `lease` milliseconds on up to `most` notices per shard, to queue them for their players.

        Returns these notices, oldest first, and how many notices wait in all, including those under a lease.
        """

    async def routed(self, notice: Notice) -> None:
        """Remove a notice that was queued for its player's targets, or that nobody wants, and end the lease on it."""

    async def rest_notice(self, notice: Notice, *, until: int) -> None:
        """Let no worker take a lease on a notice before `until`, in milliseconds since the epoch."""

    async def queue(self, notice: Notice, targets: Mapping[str, int]) -> int:
        """Queue a notice for targets of its player; `targets` has the time to send for each.

        Returns for how many targets there was no room.
        """

    async def claim_targets(self, *, now: int, lease: int, most: int) -> tuple[list[tuple[PlayerId, str, int]], int]:
        """Take a lease of `lease` milliseconds on up to `most` targets per shard that have notices to send.

        Returns each target as player, name, and the time since which a notice waits; and how many targets wait in all.
        """

    async def postpone(self, player_id: PlayerId, target: str, *, until: int) -> None:
        """End a worker's lease on a target without sending.

        No worker takes a lease on the target before `until` (milliseconds since the epoch).
        """

    async def waiting(self, player_id: PlayerId, target: str) -> list[Notice]:
        """Return the notices that wait to be sent to a target, the oldest first."""

    async def sent(
        self, player_id: PlayerId, target: str, state: TargetState, notice_ids: Iterable[str], *, again: int
    ) -> None:
        """Remove those notices of a target that were sent or given up, and end the worker's lease on the target.

        The target's other notices are sent at `again`.
        """

    async def keep_state(self, player_id: PlayerId, target: str, state: TargetState) -> None:
        """Store the results of the last attempts to send to a target. The worker keeps its lease on the target."""

    async def add_dead(self, letters: Iterable[DeadLetter]) -> None:
        """Add notices that could not be sent to the dead letters. Each shard keeps only the latest dead letters."""

    async def dead_letters(self, *, most: int) -> list[DeadLetter]:
        """Return the latest notices that could not be sent, the latest first."""

    async def count_dead(self) -> int:
        """Return how many dead letters (notices that could not be sent) are kept."""


class SubscriberStore(Protocol):
    """The part of the store about players' notification settings, and the tables that players watch."""

    async def subscriber(self, player_id: PlayerId) -> Subscriber:
        """Return a player's notification settings and targets."""

    async def keep_preferences(self, player_id: PlayerId, preferences: Preferences) -> None:
        """Replace a player's preferences, which say how the player wants to be notified."""

    async def subscribe(
        self,
        player_id: PlayerId,
        target: str,
        value: Target,
        *,
        now: int,
        most: int,
        instead_of: Target | None = None,
    ) -> bool:
        """Send a player's notices to `value` from now on, which is stored under the id `target`.

        A value that is stored there already is replaced. Returns False, and changes nothing, if the player has `most`
        other targets of that kind, or if the value stored now is not `instead_of`.
        """

    async def unsubscribe(self, player_id: PlayerId, target: str, value: Target | None = None) -> bool:
        """Remove a player's target, and the notices that wait for it.

        If `value` is given, this is done only if the target has that value. Returns whether the target was removed.
        """

    async def forget_subscriber(self, player_id: PlayerId) -> None:
        """Delete all notification settings, targets and notices of a player."""

    async def claim_announcement(self, announcement_id: str, *, lease: int) -> int | None:
        """Take a lease of `lease` milliseconds to notify players of an announcement.

        Returns how many shards of subscribers were notified before, or None if another worker has the lease.
        """

    async def announced(self, announcement_id: str, shards: int) -> None:
        """Store how many shards of subscribers were notified of an announcement."""

    async def release_announcement(self, announcement_id: str) -> None:
        """End the worker's lease on an announcement."""

    async def watch(self, watched: Iterable[tuple[PlayerId, TableId]], *, until: int) -> None:
        """Record that players watch tables through this process, until a time in milliseconds since the epoch."""

    async def unwatch(self, player_id: PlayerId, table_id: TableId) -> None:
        """Record that a player no longer watches a table through this process."""

    async def watches(self, player_id: PlayerId, table_id: TableId, *, now: int) -> bool:
        """Return whether a player watches a table through any process."""


class OperatorStore(Protocol):
    """The part of the store for operators: counts of tables, and changes to what a table's players have written."""

    async def share_that_answers(self) -> float:
        """Ask one shard of each Redis slot whether it responds.

        Returns the share of all shards that do, from 0 to 1.
        """

    async def count_tables(self, games: Iterable[str]) -> dict[tuple[str, Stage], list[int]]:
        """Return how many tables each shard has, private ones included, by game and stage."""

    async def end_sessions(self, player_id: PlayerId) -> None:
        """Delete all sessions of a player."""

    async def keep_operator_session(self, digest: str, value: bytes, *, lasting: int) -> None:
        """Store an operator's session under the digest of its token, for `lasting` milliseconds."""

    async def operator_session(self, digest: str) -> bytes | None:
        """Return the session of an operator, encoded; None if it has ended."""

    async def end_operator_session(self, digest: str) -> None:
        """Delete the session of an operator, if it has not ended."""

    async def clock_of(self, table_id: TableId) -> tuple[int, int]:
        """Return when the clock must act at a table, and when a worker's lease on the table ends; 0 for never."""

    async def replace_messages(self, table_id: TableId, instead: Mapping[bytes, bytes]) -> None:
        """Replace chat messages of a table. `instead` maps encoded messages to their replacements."""

    async def forget_answers(self, table_id: TableId, words: Iterable[str]) -> bool:
        """Delete those remembered answers to a table's earlier requests that contain one of these words.

        Returns whether any other data of the table contains one of the words.
        """

    async def rewrite_past(self, table_id: TableId, rewrite: Callable[[Table], Table]) -> None:
        """Apply `rewrite` to each past state of a table that is kept for delayed spectators, and store the results."""

    async def directed(self) -> int:
        """Return how often the directives have changed. A process that knows an older number loads them again."""

    async def directives(self) -> dict[str, bytes]:
        """Return all encoded directives of the operators, by their names."""

    async def direct(self, name: str, value: bytes) -> None:
        """Store an encoded directive under its name."""

    async def drop_directive(self, name: str) -> bool:
        """Delete a directive. Returns whether there was one."""


class Store(
    TableStore,
    OutageStore,
    BotStore,
    HomeStore,
    PresenceStore,
    PeopleStore,
    RelationStore,
    ClockStore,
    NoticeStore,
    SubscriberStore,
    OperatorStore,
    PairingStore,
    Protocol,
):
    """Everything that lobbies share; `adapters/redis` implements it. Every method may raise STORE_UNAVAILABLE."""

    @property
    def origin(self) -> bytes:
        """Return the name of this process in the store, which no other process has."""

    @property
    def clock(self) -> Callable[[], float]:
        """Return the clock for deadlines, leases and outages, in seconds since the epoch."""


class KnownSubscribers(Protocol):
    """The players with a target for notifications, as far as a process knows them; see `people/subscribers.py`."""

    def may_include(self, player_ids: Collection[PlayerId]) -> bool:
        """Return whether any of these players may be a subscriber."""

    async def catch_up(self, table_id: TableId) -> None:
        """Mark all that has happened at a table as noticed, before a subscriber sits down. Raises STORE_UNAVAILABLE."""


class KnownTables(Protocol):
    """Read access to tables; the package `tables` implements it."""

    store: Store

    def now(self) -> int:
        """Return the store's time in milliseconds since the epoch."""

    async def load(self, table_id: TableId) -> Loaded:
        """Return a table as it is now, from the store or the archive. Raises TABLE_NOT_FOUND."""

    async def seen_by(self, viewer: SeatNumber | None, loaded: Loaded) -> Loaded:
        """Return a table as a viewer may see it: as it is or, for delayed spectators, as it was some choices ago."""

    async def events(self, table: Table, first: int) -> list[StoredEvent]:
        """Return a table's events from `first` to the last one that the given state of the table has."""


class Archive(Protocol):
    """The permanent archive of finished games, and the log of operators' acts. `adapters/archive` implements it.

    Every method may raise ARCHIVE_UNAVAILABLE.
    """

    async def table_of_invitation(self, code: str) -> TableId | None:
        """Return the id of the table with this invitation code, or None."""

    async def moment(self, table_id: TableId) -> Moment | None:
        """Return a table as it was when it was archived, or None if it is not archived."""

    async def record(self, table_id: TableId) -> bytes | None:
        """Return a game's serialized record, or None if the game is not archived."""

    async def summary(self, table_id: TableId) -> ArchivedGame | None:
        """Return an archived game without its record and its table, or None if it is not archived."""

    async def history(self, query: HistoryQuery) -> list[Found]:
        """Return the finished games that match a query, latest first."""

    async def ratings(self, who: Who, *, day: int | None = None) -> list[PlayerRating]:
        """Return a player's ratings with their places, one for each pool.

        Certainty is that of a day (UTC, since the epoch); None is the day of the last game.
        """

    async def leaderboard(self, query: LeaderboardQuery) -> list[PlayerRating]:
        """Return the best players of a pool, best first."""

    async def seasons(self) -> list[int]:
        """Return the seasons whose standings are archived, latest first."""

    async def standings(self, who: Who) -> list[tuple[int, PlayerRating]]:
        """Return with which ratings a player ended seasons, latest first."""

    async def people_called(self, beginning: str, *, most: int) -> list[Person]:
        """Return up to `most` players whose names begin in a way, whatever the case, by name."""

    async def people_named(self, search: str, *, most: int) -> list[ArchivedPerson]:
        """Return people whose name contains `search` or whose id equals it."""

    async def erase(self, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str]) -> int:
        """Replace a player by a pseudonym in all archived games; `names` are all names the player has had.

        Returns how many games changed.
        """

    async def join(self, guest: PlayerId, account: PlayerId) -> int:
        """Replace a guest by an account in all archived games, and recompute the ratings that this changes.

        Returns how many games were changed.
        """

    async def account(self, player_id: PlayerId) -> Account | None:
        """Return a player's account, or None for a guest."""

    async def way_in(self, proof: Proof) -> tuple[PlayerId, WayIn] | None:
        """Return the sign-in method that a proof belongs to, and its player; None if there is none."""

    async def enter(self, entry: Entry) -> Entered:
        """Sign a player in and, if a guest must become part of the account, begin that merge: both or neither."""

    async def found_account(self, entry: Entry) -> Entered:
        """Create an account for a guest, with its first sign-in method, and begin the merge of the guest into it.

        Raises WAY_IN_TAKEN if any account has the method, and SESSION_ENDED if the guest has an account or was merged
        into one.
        """

    async def enter_again(self, entry: Entry, way_in: WayIn) -> Entered | None:
        """Sign a player in by a method whose details change with each use, and begin the merge, if there is one.

        Either both are done or neither. `way_in` is the method as it was read, and `entry.shown` has its new details.
        Returns None if the method has been changed or removed since it was read.
        """

    async def link(self, player_id: PlayerId, new: NewWayIn, now: int) -> WayIn:
        """Add a sign-in method to an account. Raises WAY_IN_TAKEN, NO_ACCOUNT, TOO_MANY_WAYS_IN."""

    async def unlink(self, player_id: PlayerId, number: int) -> None:
        """Remove a sign-in method, unless it is the last one. Raises WAY_IN_NOT_FOUND, LAST_WAY_IN."""

    async def rename(self, player_id: PlayerId, name: str, now: int, pause: int) -> str:
        """Give an account another name. That is allowed once in `pause` milliseconds. Returns the old name.

        Raises NO_ACCOUNT, RENAMED_TOO_SOON.
        """

    async def forget_account(self, player_id: PlayerId) -> None:
        """Delete a player's account, with its sign-in methods and merges."""

    async def guests_of(self, player_id: PlayerId) -> list[PlayerId]:
        """Return the guests who were merged into an account."""

    async def joinings(self, *, most: int) -> list[Joining]:
        """Return up to `most` merges of guests into accounts that are not done yet, oldest first."""

    async def note_moved(self, number: int, now: int) -> None:
        """Record that a merge has moved all of the guest's data once."""

    async def note_joined(self, number: int, now: int) -> None:
        """Record that the merge of a guest into an account is done."""

    async def add_personal_token(self, token: PersonalToken, digest: bytes, *, now: int, most: int) -> bool:
        """Store a personal token under the digest of its secret.

        Returns False if its player already has `most` valid tokens.
        """

    async def personal_token(self, digest: bytes) -> PersonalToken | None:
        """Return the personal token whose secret has this digest, or None."""

    async def personal_tokens(self, player_id: PlayerId) -> list[PersonalToken]:
        """Return all personal tokens of a player, newest first, including tokens that have ended."""

    async def end_personal_token(self, player_id: PlayerId, token_id: str, *, now: int) -> bool:
        """End a player's personal token, unless it has ended already. Returns whether the player has such a token."""

    async def use_personal_token(self, token_id: str, used: int) -> None:
        """Record that a personal token was used at the time `used`, in milliseconds since the epoch."""

    async def rename_personal_tokens(self, player_id: PlayerId, player_name: str) -> None:
        """Change a player's name in all of the player's personal tokens."""

    async def add_report(self, report: Report, evidence: Evidence | None) -> Report:
        """Store a report with its evidence. Returns it as stored, or the earlier one of a repeated request.

        Raises REQUEST_ID_REUSED, REPORTED_ALREADY, APPEALED_ALREADY, TOO_MANY_REPORTS.
        """

    async def reports(self, query: ReportQuery) -> list[Report]:
        """Return the reports that match a query, latest first, without their evidence."""

    async def report(self, report_id: str) -> tuple[Report, Evidence | None]:
        """Return a report with its evidence. Raises REPORT_NOT_FOUND."""

    async def claim_report(self, report_id: str, moderator: str, *, now: int) -> Report:
        """Give a report to a moderator. Raises REPORT_NOT_FOUND, REPORT_CLAIMED, REPORT_CLOSED."""

    async def release_report(self, report_id: str, moderator: str) -> Report:
        """Put a moderator's report back into the queue. Raises REPORT_NOT_FOUND, REPORT_NOT_CLAIMED, REPORT_CLOSED."""

    async def decide_report(
        self, report_id: str, moderator: str, state: ReportState, answer: str, *, now: int
    ) -> Report:
        """Decide or dismiss a moderator's report. Raises REPORT_NOT_FOUND, REPORT_NOT_CLAIMED, REPORT_CLOSED."""

    async def void_game(self, table_id: TableId) -> None:
        """Let a game not count for the ratings any more, and recompute the ratings that this changes.

        Raises GAME_NOT_ARCHIVED, GAME_NOT_RATED.
        """

    async def restore_game(self, table_id: TableId) -> None:
        """Let a game whose rating was voided count again, and recompute the ratings that this changes.

        Raises GAME_NOT_ARCHIVED, GAME_NOT_RATED.
        """

    async def begin_act(self, act: Act) -> Act:
        """Log an operator's act before it is done.

        Returns the act as logged; for a repeated request, the act of the first one.
        """

    async def end_act(self, number: int, outcome: str, answer: bytes | None) -> None:
        """Log the outcome of an act, and the answer that a repeated request gets."""

    async def acts(self, query: ActQuery) -> list[Act]:
        """Return the acts of operators that match a query, latest first."""


class Rules(Protocol):
    """The client for the rules of one game.

    Its methods raise the refusals of the rules service, and GAME_UNAVAILABLE.
    """

    @property
    def name(self) -> str:
        """Return the game's name."""

    @property
    def description(self) -> rules_pb2.DescribeResponse | None:
        """Return the game's description; None until its rules service has answered once."""

    @property
    def available(self) -> bool:
        """Return whether the game can be played now."""

    def position_form(self, pin: Pin) -> bytes:
        """Return the position format that the rules service reads. If it reads several, return the one in the pin.

        Returns an empty format if it is not known.
        """

    def strands(self, pin: Pin) -> bool:
        """Return whether a table with this pin is stranded: the game is served, but no pod plays the table's rules."""

    def plays(self, pin: Pin) -> bool:
        """Return whether any pod plays by the rules of this pin now, whatever position format it reads."""

    def introduction(self) -> rules_pb2.Introduction:
        """Return the game's introduction: the scripted game by which a player learns the rules.

        Raises NO_INTRODUCTION.
        """

    def script(self, seed: bytes, seat: SeatNumber) -> list[rules_pb2.IntroductionStep]:
        """Return the scripted answers that a seat gives in the game's introduction.

        `seed` is the seed with which the introduction was begun. If the introduction has another seed by now, the list
        is empty.
        """

    async def puzzle(self, puzzle_id: str) -> rules_pb2.Puzzle:
        """Return the game's puzzle with an id. Raises UNKNOWN_PUZZLE, GAME_UNAVAILABLE."""

    async def check_options(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Check a game's options, and return them with defaults for those that are not given."""

    async def option_form(self, seats: int, options: Mapping[str, str]) -> rules_pb2.CheckOptionsResponse:
        """Return all options of a game, each with the values that can be chosen now, and which options conflict."""

    async def new_game(
        self,
        table_id: TableId,
        *,
        seats: int,
        options: Mapping[str, str],
        seed: bytes,
        entropy: Sequence[bytes],
        viewers: Viewers,
        rules_version: int = 0,
        pack_digest: bytes = b"",
        span: Span | None = None,
    ) -> Started:
        """Set up a game, by the newest rules version and the default pack unless others are given."""

    async def apply(
        self,
        table_id: TableId,
        position: HeldPosition,
        choice: game_pb2.Choice,
        viewers: Viewers,
        span: Span | None = None,
    ) -> Moved:
        """Play one choice, and return the result."""

    async def undo(
        self,
        table_id: TableId,
        position: HeldPosition,
        seat: SeatNumber,
        viewers: Viewers,
        span: Span | None = None,
    ) -> Moved:
        """Take back a seat's last choice, and return the result."""

    async def close_game(
        self,
        table_id: TableId,
        position: HeldPosition,
        reason: game_pb2.EndReason.ValueType,
        viewers: Viewers,
        *,
        seats: int,
        span: Span | None = None,
    ) -> Moved:
        """End a game early, with the points as they are.

        If the rules service is too old for this call, nobody gets points.
        """

    async def view(
        self, table_id: TableId, position: HeldPosition, viewers: Iterable[Viewer], span: Span | None = None
    ) -> Views:
        """Return what each of these viewers sees of a position."""

    async def explain(
        self, table_id: TableId, position: HeldPosition, seat: SeatNumber, prompt_id: str
    ) -> rules_pb2.ExplainResponse:
        """Return, for an open prompt of a seat, why some things that a player might expect to pick are no options."""

    async def words(self, language: str, pack_digest: bytes) -> rules_pb2.WordsResponse:
        """Return the game's words in a language. Raises GAME_UNAVAILABLE if its service is too old to have words."""

    async def components(self, pack_digest: bytes) -> rules_pb2.ComponentsResponse:
        """Return the components of a pack."""

    async def replay(self, record: game_pb2.Record) -> rules_pb2.ReplayResponse:
        """Replay a finished game's record. Returns whether the record is right, or how the replay differs from it."""

    async def replay_to(self, request: rules_pb2.ReplayToRequest, pin: Pin = ANY_RULES) -> rules_pb2.ReplayToResponse:
        """Replay choices from a game's start or from a position, and return the resulting position and views."""


class Games(Protocol):
    """All games of this lobby; `adapters/rules` implements it."""

    def listen(self, listener: Callable[[str], None]) -> None:
        """Have a listener called with a game's name whenever the editions change in which the game can be played."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all configured games."""

    def rules_of(self, name: str) -> Rules:
        """Return the client for the rules of a configured game, available or not. Raises UNKNOWN_GAME."""

    def playable(self) -> tuple[str, ...]:
        """Return the names of all games that can be played now, and of all their editions."""

    @property
    def answers(self) -> bool:
        """Return whether any game's rules service is available, so that the game can be played now."""

    def plays(self, name: str) -> bool:
        """Return whether a game or an edition can be played now; `name` is that of the game or the edition."""

    def is_stranded(self, table: Table) -> bool:
        """Return whether a table is stranded: its game is served, but nobody serves its edition."""

    def position_form(self, name: str, pin: Pin) -> bytes:
        """Return the position format that a game's rules service reads; empty if it is unknown, or the game is."""

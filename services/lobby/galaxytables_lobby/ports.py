"""Ports: what the lobby needs of a store, of rules and of an archive. `adapters` implements each."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from msgspec import Struct

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain.archived import (
    Act,
    ActQuery,
    ArchivedGame,
    ArchivedPerson,
    Found,
    HistoryQuery,
    LeaderboardKey,
    Moment,
    PlayerRating,
    Who,
)
from galaxytables_lobby.domain.game import ANY_RULES, HeldPosition, Moved, Pin, Started, Viewer, Viewers, Views
from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.people import ChatMessage
from galaxytables_lobby.domain.requests import Answer
from galaxytables_lobby.domain.state import FinishedTable, Stage, Table, concerned, seating_changed
from galaxytables_lobby.domain.timing import Outage
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_serving.tracing import Span


@dataclass(slots=True, kw_only=True)
class Commit:
    """A table before (unless new) and after, and what else the change says."""

    before: Table | None
    after: Table
    # Who asks; the same identity is accepted once.
    identity: bytes
    # Digest of what is asked for (8 bytes), and what a repeat is answered with; empty where nobody will ask again.
    content: bytes = b""
    response: bytes = b""
    # Serialized `Standing` without position, and the position; None where the game did not move.
    game: tuple[bytes, bytes] | None = None
    # Serialized events, each led by GAME_EVENT or LOBBY_EVENT; the last has the number `after.events`.
    events: Sequence[bytes] = ()
    # Serialized journal entries.
    journal: Sequence[bytes] = ()
    # The seat that is answered.
    mover: SeatNumber | None = None
    # What was said.
    message: ChatMessage | None = None
    # Of the call that asks, where that is traced.
    span: Span | None = None
    # Whether seats, host, stage or terms changed.
    seating_changed: bool = field(init=False)
    # Ids of the players to whom it matters wherever they look.
    concerned: frozenset[PlayerId] = field(init=False)

    def __post_init__(self) -> None:
        self.seating_changed = seating_changed(self.before, self.after)
        self.concerned = concerned(self.before, self.after, seating=self.seating_changed)


@dataclass(frozen=True)
class News:
    """One entry of the feed."""

    origin: bytes
    version: int
    # Seats, stage or terms changed, not only the game.
    seating: bool
    table_id: TableId
    # Ids of players to whom it matters wherever they look: see `state.concerned`.
    players: frozenset[PlayerId] = frozenset()


class CommitOutcome(Enum):
    """What became of a commit."""

    DONE = "done"
    # The identity was accepted before: by this commit, whose answer was lost, or by an earlier one.
    REPEATED = "repeated"
    # The table is not what the commit built on.
    CONFLICT = "conflict"


class Committed(Struct, frozen=True):
    """What became of a commit; `answer` tells what a repeated identity had led to.

    `entry` is the last entry of the feed before that of this commit, and this one.
    """

    outcome: CommitOutcome
    answer: Answer | None = None
    entry: tuple[bytes, bytes] | None = None


@dataclass(frozen=True)
class Stored:
    """A table as the store has it; `standing` is empty and `position` too before the start."""

    table: Table
    standing: bytes
    position: bytes


@dataclass(frozen=True)
class Due:
    """A claimed table and when its deadline was, or its end."""

    table_id: TableId
    deadline: int


@dataclass(frozen=True)
class BotOffer:
    """A bot that a host offers through some lobby process."""

    game: str
    bot: str
    host: PlayerId
    # It gives hints too.
    hints: bool = field(default=False, compare=False)
    # With how many seats it says how likely a seat is to win.
    analysed_seats: tuple[int, ...] = field(default=(), compare=False)


class TableStore(Protocol):
    """Tables: one atomic commit for each change, and all that is read of them."""

    async def commit(self, commit: Commit) -> Committed:
        """Make the change, or nothing of it. May be driven; the change is made even if nobody waits for it any more."""

    async def load(self, table_id: TableId) -> Stored | None:
        """One table with all that is needed to play on, or None."""

    async def load_states(self, table_ids: Sequence[TableId]) -> list[Table | None]:
        """Tables without their games, in the order asked for; None for those that are gone."""

    async def version(self, table_id: TableId) -> int:
        """A table's version, 0 if there is none."""

    async def answered(self, table_id: TableId, identity: bytes) -> Answer | None:
        """What an earlier commit with this identity led to, if it is remembered."""

    async def table_of_request(self, identity: bytes, table_id: TableId, *, kept: int) -> TableId:
        """The table that a request opens: the one given, or that of the first such request in `kept` milliseconds."""

    async def events(self, table_id: TableId, first: int, last: int | None = None) -> list[StoredEvent]:
        """A table's history from event `first` to `last`, or to its end."""

    async def journal(self, table_id: TableId) -> list[bytes]:
        """All journal entries of a table, in order."""

    async def messages(self, table_id: TableId) -> list[ChatMessage]:
        """The last messages of a table, in order."""

    async def past(self, table_id: TableId) -> Stored | None:
        """A table as its spectators see it, where they see it with a delay; None where no such state is kept."""

    async def table_of_invitation(self, code: str) -> TableId | None:
        """The table that an invitation code leads to."""

    async def newest_public(
        self, games: Iterable[str], stages: Iterable[Stage], *, before: tuple[int, TableId] | None, most: int
    ) -> list[tuple[int, TableId]]:
        """Public tables by (created, id), newest first, those before a given one."""

    async def newest(
        self, games: Iterable[str], stages: Sequence[Stage], *, before: tuple[int, TableId] | None, most: int
    ) -> list[tuple[int, TableId]]:
        """Tables, private ones too, by (created, id), newest first, those before a given one."""

    async def newest_of_player(
        self, player_id: PlayerId, *, before: tuple[int, TableId] | None, most: int
    ) -> list[tuple[int, TableId]]:
        """Tables that a player belongs to by (created, id), newest first, those before a given one."""

    async def release(self, table_id: TableId) -> None:
        """Give a claim back."""

    async def keep_deadline(self, table_id: TableId, deadline: int) -> None:
        """Have the clock act at a table then, as the table says; 0 for never."""


class OutageStore(Protocol):
    """Games and editions that were heard of lately, and times in which they were not."""

    async def beat(
        self, games: Sequence[str], *, now: int, longest_silence: int
    ) -> tuple[dict[str, int], tuple[Outage, ...]]:
        """Note that games can be played now; a game silent for longer had an outage.

        Gives when each game was last known to be playable, and all outages, the oldest first; milliseconds.
        """

    async def retire(self, name: str, *, last: int, now: int) -> None:
        """Expect no beats of this name any more: its silence since the last is an outage."""


class BotStore(Protocol):
    """Bots on offer, and the seats that they have."""

    async def bot_seats(self, game: str, bot: str) -> list[tuple[TableId, int]]:
        """Seats that a bot has in running games: table ids and seat numbers."""

    async def refresh_offers(self, offers: Iterable[BotOffer], *, until: int) -> None:
        """Say that hosts at this process offer bots, until a time in milliseconds."""

    async def withdraw_offers(self, offers: Iterable[BotOffer]) -> None:
        """Say that hosts at this process no longer offer these."""

    async def offers(self, *, now: int) -> set[BotOffer]:
        """All bots on offer at any process."""


class HomeStore(Protocol):
    """The lobbies that live."""

    async def announce(self, address: str, *, lasting: int) -> dict[bytes, str]:
        """Say for so many milliseconds that clients reach this process there, or with 0 that it goes.

        Gives the addresses of all such lobbies by their names.
        """


class PeopleStore(Protocol):
    """Sessions, sanctions, and how much somebody has asked for."""

    async def take(self, bucket: str, taken: int, *, now: int, most: int, milliseconds: int) -> int:
        """Take from a bucket that holds `most` and fills in `milliseconds`; 0, or in how many of them it could be.

        To take 0 is to look whether one is left.
        """

    async def add_opened(self, player_id: PlayerId, table_id: TableId, *, now: int, most: int) -> list[TableId]:
        """Note that a player opens a table; gives those that are noted where they are `most` already, else none."""

    async def drop_opened(self, player_id: PlayerId, table_ids: Sequence[TableId]) -> None:
        """Do not count tables of a player any more."""

    async def sanctioned(self) -> int:
        """How often operators have changed what they keep others from."""

    async def sanctions(self) -> dict[str, bytes]:
        """What operators keep others from, by kind and subject."""

    async def sanction(self, name: str, value: bytes) -> None:
        """Keep somebody from something."""

    async def lift_sanction(self, name: str) -> bool:
        """Keep somebody from it no more; says whether that was so."""

    async def session(self, player_id: PlayerId, name: bytes) -> bytes | None:
        """A session of a player."""

    async def sessions_of(self, player_id: PlayerId) -> dict[bytes, bytes]:
        """All sessions of a player, by name."""

    async def keep_session(
        self, player_id: PlayerId, name: bytes, value: bytes, *, instead_of: bytes, lasting: int
    ) -> bool:
        """Put a session in the place of what it was, empty for nothing, for so many milliseconds at least.

        Says whether it was put there: somebody may have been faster.
        """

    async def end_session(self, player_id: PlayerId, name: bytes) -> None:
        """Forget a session."""


class ClockStore(Protocol):
    """What the clock claims: tables whose deadline has passed, and those that are over."""

    async def claim(self, *, now: int, lease: int, most: int) -> tuple[list[Due], int]:
        """Claim up to `most` tables a shard whose deadline is not after `now`, for `lease` milliseconds.

        Gives the claimed tables, the longest overdue first, and how many are due in all.
        """

    async def rest(self, table_id: TableId, *, until: int) -> None:
        """Let a claimed table wait: nobody else claims it before."""

    async def forget_deadline(self, table_id: TableId) -> None:
        """Drop the deadline of a table that does not exist."""

    async def claim_finished(self, *, now: int, lease: int, most: int) -> tuple[list[Due], int]:
        """Claim up to `most` finished tables a shard to archive them, for `lease` milliseconds.

        Gives the claimed tables with the times of their ends, the earliest first, and how many wait in all.
        """

    async def archived(self, table_id: TableId, version: int, *, until: int) -> None:
        """Note that a table is archived as it was at a version (0: that there is no such table); ends the claim.

        If it still is at that version it need not be archived any more, and may be forgotten from `until` on.
        """

    async def expired(self, *, now: int, most: int = 100) -> list[Table]:
        """Up to `most` tables a shard whose time to be kept has passed."""

    async def archive_again(self, table: FinishedTable) -> None:
        """Have a finished table archived instead of forgotten."""

    async def forget(self, table: Table) -> bool:
        """Forget a table, unless it has changed meanwhile; says whether it was forgotten."""


class OperatorStore(Protocol):
    """What operators look at and change."""

    async def share_that_answers(self) -> float:
        """How much of the store answers, from 0 to 1; of shards that share a slot one is asked."""

    async def count_tables(self, games: Iterable[str]) -> dict[tuple[str, Stage], list[int]]:
        """How many tables there are in each shard by game and stage, private ones included."""

    async def end_sessions(self, player_id: PlayerId) -> None:
        """Forget all sessions of a player."""

    async def clock_of(self, table_id: TableId) -> tuple[int, int]:
        """When the clock must act at a table, as it knows, and until when a claim to do so holds; 0 for never."""

    async def replace_messages(self, table_id: TableId, instead: Mapping[bytes, bytes]) -> None:
        """Put other messages in the place of some of a table."""

    async def forget_answers(self, table_id: TableId, words: Iterable[str]) -> bool:
        """Forget a table's remembered answers that hold one of some words; says whether anything else there does."""

    async def rewrite_past(self, table_id: TableId, rewrite: Callable[[Table], Table]) -> None:
        """Change how a table stood after its last choices."""


class Store(TableStore, OutageStore, BotStore, HomeStore, PeopleStore, ClockStore, OperatorStore, Protocol):
    """All that lobbies share: `adapters/redis`. Every method may raise STORE_UNAVAILABLE."""

    @property
    def origin(self) -> bytes:
        """A name of this process that no other has."""

    @property
    def clock(self) -> Callable[[], float]:
        """The time by which deadlines, leases and outages count, in seconds since the epoch."""


class KnownTables(Protocol):
    """The tables as those follow them who change none: `tables`."""

    store: Store

    def now(self) -> int:
        """The store's time in milliseconds since the epoch."""

    async def load(self, table_id: TableId) -> Loaded:
        """A table as store or archive have it now. Raises TABLE_NOT_FOUND."""

    async def seen_by(self, viewer: SeatNumber | None, loaded: Loaded) -> Loaded:
        """A table as a viewer may see it: as it is, or for spectators as it stood some choices ago."""

    async def events(self, table: Table, first: int) -> list[StoredEvent]:
        """A table's history from event `first` on, as far as `table` knows of it."""


class Archive(Protocol):
    """Finished games for good, and what operators have done: `adapters/archive`.

    Every method may raise ARCHIVE_UNAVAILABLE.
    """

    async def table_of_invitation(self, code: str) -> TableId | None:
        """The table that an invitation code leads to."""

    async def moment(self, table_id: TableId) -> Moment | None:
        """All that a table was when it was archived."""

    async def record(self, table_id: TableId) -> bytes | None:
        """A game's serialized record."""

    async def summary(self, table_id: TableId) -> ArchivedGame | None:
        """A game without its contents."""

    async def history(self, query: HistoryQuery) -> list[Found]:
        """A player's games, latest first."""

    async def ratings(self, who: Who) -> list[PlayerRating]:
        """A player's ratings, by game."""

    async def leaderboard(
        self, game: str, *, bots: bool, after: LeaderboardKey | None, most: int
    ) -> list[PlayerRating]:
        """The best players of a game, those behind `after`."""

    async def people_named(self, search: str, *, most: int) -> list[ArchivedPerson]:
        """People by a part of their name, or by their id."""

    async def erase(self, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str]) -> int:
        """Leave nobody in the place of a player, known by `names`; gives how many games changed."""

    async def begin_act(self, act: Act) -> Act:
        """Note what an operator is about to do; gives it as it stands in the log, perhaps since an earlier request."""

    async def end_act(self, number: int, outcome: str, answer: bytes | None) -> None:
        """Note what became of it, and what a repeat is answered."""

    async def acts(self, query: ActQuery) -> list[Act]:
        """What operators have done, latest first."""


class Rules(Protocol):
    """The rules of one game. Its methods raise what the rules refused, or GAME_UNAVAILABLE."""

    @property
    def name(self) -> str:
        """The game."""

    @property
    def description(self) -> rules_pb2.DescribeResponse | None:
        """What the game is; None until its rules were first there."""

    @property
    def available(self) -> bool:
        """Whether it can be played now."""

    def position_form(self, pin: Pin) -> bytes:
        """The form of the positions that are read where this is played, by preference that of the pin.

        Empty where it is unknown.
        """

    def strands(self, pin: Pin) -> bool:
        """Whether a table waits for rules that nobody plays now, though the game is there."""

    def plays(self, pin: Pin) -> bool:
        """Whether some pod plays by these rules now, in whatever form positions are."""

    def introduction(self) -> rules_pb2.Introduction:
        """The game that this one is learnt by. Raises NO_INTRODUCTION."""

    def script(self, seed: bytes, seat: SeatNumber) -> list[rules_pb2.IntroductionStep]:
        """What a seat answers at an introduction of this seed; nothing if the game has another one by now."""

    async def check_options(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """All options with defaults written out."""

    async def option_form(self, seats: int, options: Mapping[str, str]) -> rules_pb2.CheckOptionsResponse:
        """All options with what could be chosen instead, and what does not go together."""

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
        """Set a game up, by the newest rules and with the pack for new games unless others are named."""

    async def apply(
        self,
        table_id: TableId,
        position: HeldPosition,
        choice: game_pb2.Choice,
        viewers: Viewers,
        span: Span | None = None,
    ) -> Moved:
        """Play one choice."""

    async def undo(
        self,
        table_id: TableId,
        position: HeldPosition,
        seat: SeatNumber,
        viewers: Viewers,
        span: Span | None = None,
    ) -> Moved:
        """Take back a seat's last choice."""

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
        """End a game as it stands. Nobody has points where the service does not know the call."""

    async def view(
        self, table_id: TableId, position: HeldPosition, viewers: Iterable[Viewer], span: Span | None = None
    ) -> Views:
        """Show a position."""

    async def explain(
        self, table_id: TableId, position: HeldPosition, seat: SeatNumber, prompt_id: str
    ) -> rules_pb2.ExplainResponse:
        """Say why what a seat might expect is no option of its prompt."""

    async def words(self, language: str, pack_digest: bytes) -> rules_pb2.WordsResponse:
        """The words of the game in a language; GAME_UNAVAILABLE while its service is of before there were words."""

    async def components(self, pack_digest: bytes) -> rules_pb2.ComponentsResponse:
        """The catalogue of a pack."""

    async def replay(self, record: game_pb2.Record) -> rules_pb2.ReplayResponse:
        """Play a finished game's record again."""

    async def replay_to(self, request: rules_pb2.ReplayToRequest, pin: Pin = ANY_RULES) -> rules_pb2.ReplayToResponse:
        """Play choices from a game's start or from where it stood, and show how it stands then."""


class Games(Protocol):
    """The games of this lobby: `adapters/rules`."""

    def listen(self, listener: Callable[[str], None]) -> None:
        """Tell somebody the name of a game whenever the editions that can be played change."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all configured games."""

    def rules_of(self, name: str) -> Rules:
        """A configured game, whether it answers or not. Raises UNKNOWN_GAME."""

    def playable(self) -> tuple[str, ...]:
        """Names of all games that can be played now, and of all their editions."""

    @property
    def answers(self) -> bool:
        """Whether any game can be played now."""

    def plays(self, name: str) -> bool:
        """Whether a game, or an edition of one, can be played now."""

    def is_stranded(self, table: Table) -> bool:
        """Whether a table waits for rules that nobody serves, though the game is there."""

    def position_form(self, name: str, pin: Pin) -> bytes:
        """The form of the positions that a game's rules read; empty where they are unknown, or not configured."""

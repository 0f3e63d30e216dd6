"""The state of a table: plain data, no rules.

A `Table` is immutable and complete: its seats, clocks, terms and the commitment to its chance. Each stage has a type
with the fields of that stage. `seating` and `playing` have the functions that return a changed state. The store keeps a
table as one msgpack value, whose `stage` names the type. A table holds its seed, so it never leaves the process;
`projection` builds what a viewer may see of it.

Times are milliseconds since the epoch, durations milliseconds.
"""

import enum
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar, get_type_hints

import msgspec

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import SEAT_NUMBERS, PlayerId, SeatNumber, TableId, TournamentId


class Stage(enum.IntEnum):
    """The stage of a table; the numbers are those of `galaxytables.lobby.v1.TableState`."""

    OPEN = 1
    RUNNING = 2
    FINISHED = 3
    CLOSED = 4


PENDING, OVER = (Stage.OPEN, Stage.RUNNING), (Stage.FINISHED, Stage.CLOSED)


class RatingTerms(enum.IntEnum):
    """Whether a game should count for the ratings; the numbers are those of `galaxytables.lobby.v1.RatingTerms`."""

    RATED = 1
    STRICT = 2
    CASUAL = 3


class Use(enum.Flag):
    """What a field of a table or a seat is used for, apart from play.

    Each field declares its uses. A module that implements a use must handle every field that declares it, or the
    process does not start (`check_uses`). STARTED and TERM need no such module.

    A new term is also set by the functions of `seating` that open a table and by `edit`, checked by `api/requests.py`
    for tables that have it fixed, and copied by `create_like` of the clients. A rematch copies it by itself. Nothing
    notices a field that should declare a use and does not.
    """

    INSIDE = 0
    # Shown to everybody who may see the table (`subscriptions/projection.py`).
    SHOWN = enum.auto()
    # Shown to spectators with a delay while the game is running, as it was at the start.
    STARTED = enum.auto()
    # A term of the table: a rematch copies it, and a player who is ready agrees to it.
    TERM = enum.auto()
    # May contain a player's name, so erasing the player changes it (`domain/erasure.py`), also in the archive
    # (`adapters/archive/people.py`), and so does merging a guest into an account (`domain/merging.py`).
    NAMES = enum.auto()
    # Part of the data that a player can export (`play/people.py`).
    EXPORTED = enum.auto()


INSIDE, SHOWN, STARTED, TERM, NAMES, EXPORTED = Use.INSIDE, Use.SHOWN, Use.STARTED, Use.TERM, Use.NAMES, Use.EXPORTED


class TimeControl(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The time that players have. `per_move` and `initial` are never both set; if neither is, there is no clock."""

    per_move: int = 0
    initial: int = 0
    increment: int = 0
    # The budget never grows beyond this; 0 for no cap.
    cap: int = 0
    # With `per_move`: a reserve for the whole game, used once a choice's own time is up.
    bank: int = 0
    # How long after its deadline a choice still counts, to make up for network delay.
    grace: int = 0
    # How long each player may be on vacation during the game; 0 for no vacations.
    vacation: int = 0
    # Clock-outs in a row until the seat is handed over; 0 for never.
    misses_before_handover: int = 0
    # The bot that plays on for a player who left; empty: each prompt gets its default.
    successor: str = ""

    @property
    def ticks(self) -> bool:
        """Return whether the table has a clock."""
        return bool(self.per_move or self.initial)


class Proposal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A proposal of a takeback that waits for the answers of other players."""

    id: int
    seat: SeatNumber
    # How many of their own choices the proposer wants to take back.
    choices: int
    # The prompt that the first of them answered.
    prompt_id: str
    # Seats that must still accept.
    waiting: tuple[SeatNumber, ...]
    deadline: int


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request for a hint on an open prompt, or for the analysis of a finished game."""

    seat: SeatNumber
    # Empty for an analysis.
    prompt_id: str
    # When the hint was last asked for.
    asked: int
    # Serialized `galaxytables.lobby.v1.GivenHint` or `Analysis`; empty until a bot has given it.
    given: bytes = b""


class Spectators(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms for spectators of a running table: the delay of their view in choices, and whether they may write."""

    # How many choices their view lags behind.
    delay: int = 0
    chat: bool = False


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's clock: how much time the seat's player has left."""

    # Time left when the clock last stopped or started.
    remaining: int = 0
    # When it started to run; 0 if it stands.
    started: int = 0
    # Time left in the bank, and of the vacation.
    bank: int = 0
    vacation: int = 0
    # When the player went on vacation; 0 if they are not away.
    away: int = 0
    # Clock-outs in a row.
    misses: int = 0
    # Choices taken back; repeating them gives no fresh time.
    undone: int = 0
    # The player has given up half of the budget, and all increments (arenas).
    berserk: bool = False

    @property
    def deadline(self) -> int:
        """Return when the seat's time is up, the bank included; 0 if the clock is stopped."""
        return self.started + self.remaining + self.bank if self.started else 0

    @property
    def back(self) -> int:
        """Return when the player's vacation is used up; 0 if the player is not on vacation."""
        return self.away + self.vacation if self.away else 0


class TableSeat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat of a table. A person who leaves a running game stays its `player`, with `resigned` set."""

    player: Annotated[Person | None, SHOWN | STARTED | NAMES] = None
    # The bot that plays the seat, from the start or as successor of a player who left.
    bot: Annotated[str, SHOWN | STARTED] = ""
    ready: Annotated[bool, SHOWN] = False
    resigned: Annotated[bool, SHOWN] = False
    # A program plays the seat for the person.
    automated: Annotated[bool, SHOWN | STARTED] = False
    # The entropy that the player gave.
    entropy: Annotated[bytes, INSIDE] = b""
    clock: Annotated[SeatClock, INSIDE] = SeatClock()
    # The clock that others see while the seat chooses in secret; None if they see the real one.
    shown_clock: Annotated[SeatClock | None, INSIDE] = None
    # How many events the history had once the person had last chosen; 0 before that.
    chose: Annotated[int, INSIDE] = 0

    @property
    def free(self) -> bool:
        """Return whether nobody sits on the seat."""
        return self.player is None and not self.bot

    @property
    def forsaken(self) -> bool:
        """Return whether nobody plays the seat any more; its prompts then get their defaults at once."""
        return self.resigned and not self.bot


class _AnyTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="stage"):
    """The fields that a table has at every stage."""

    stage: ClassVar[Stage]

    id: Annotated[TableId, SHOWN | STARTED | EXPORTED]
    name: Annotated[str, SHOWN | STARTED | TERM | NAMES | EXPORTED]
    # Whether a host has given the name.
    named: Annotated[bool, SHOWN | STARTED | TERM] = False
    game: Annotated[str, SHOWN | STARTED | TERM | EXPORTED]
    options: Annotated[dict[str, str], SHOWN | STARTED | TERM]
    seats: Annotated[tuple[TableSeat, ...], SHOWN | NAMES | EXPORTED]
    private: Annotated[bool, SHOWN | STARTED | TERM]
    # Whether it is private only until its game begins.
    by_invitation: Annotated[bool, STARTED | TERM] = False
    # The code that admits players to a private table; empty for a public one.
    invitation: Annotated[str, SHOWN | STARTED] = ""
    control: Annotated[TimeControl, SHOWN | STARTED | TERM] = TimeControl()
    host: Annotated[Person, SHOWN | STARTED | NAMES | EXPORTED]
    created: Annotated[int, SHOWN | STARTED | EXPORTED]
    # Grows by one with every change.
    version: Annotated[int, SHOWN]
    # The 32 bytes that all chance comes from. Secret until the game is over, except at an introduction.
    seed: Annotated[bytes, INSIDE]
    commitment: Annotated[bytes, SHOWN | STARTED]
    # Whether this is its game's introduction; its seed, seats and options are public then.
    introduction: Annotated[bool, SHOWN | STARTED] = False
    # Whether its host chose the seed or the position that it begins from.
    sandbox: Annotated[bool, SHOWN | STARTED] = False
    # The finished table whose record a sandbox begins from, and the last event there by then.
    sandbox_of: Annotated[TableId, SHOWN | STARTED] = TableId("")
    sandbox_event: Annotated[int, SHOWN | STARTED] = 0
    # The table that this one is a rematch of.
    rematch_of: Annotated[TableId, SHOWN | STARTED] = TableId("")
    # The id of the tournament that the game belongs to; empty if there is none.
    tournament: Annotated[TournamentId, SHOWN | STARTED] = TournamentId("")
    # At a rematch the first table of all, by which bots are cast, and how many seats everybody has moved down since.
    cast_of: Annotated[TableId, STARTED] = TableId("")
    moved: Annotated[int, STARTED] = 0
    spectators: Annotated[Spectators, SHOWN | STARTED | TERM] = Spectators()
    rating: Annotated[RatingTerms, SHOWN | STARTED | TERM] = RatingTerms.RATED
    # How many chat messages there have been.
    messages: Annotated[int, INSIDE] = 0

    @property
    def events(self) -> int:
        """Return how many events the history has."""
        return 0

    @property
    def deadline(self) -> int:
        """Return when the clock must act; 0 for never."""
        return 0

    @property
    def to_move(self) -> tuple[SeatNumber, ...]:
        """Return the seats that can choose now."""
        return ()

    @property
    def delayed(self) -> bool:
        """Return whether spectators see the table with a delay."""
        return False

    def version_for(self, viewer: SeatNumber | None) -> int:  # noqa: ARG002  # before the game all count alike
        """Return the version that a viewer sees."""
        return self.version

    @property
    def numbered(self) -> Iterator[tuple[SeatNumber, TableSeat]]:
        """Return all seats with their numbers."""
        return zip(SEAT_NUMBERS, self.seats, strict=False)

    def seat_of(self, player_id: PlayerId) -> SeatNumber | None:
        """Return the number of a player's seat, or None."""
        # Does not use `numbered`, which is slower: this runs for each watcher of each change.
        for number, seat in zip(SEAT_NUMBERS, self.seats, strict=False):
            player = seat.player
            if player is not None and player.id == player_id:
                return number
        return None

    def playing_seat(self, player_id: PlayerId) -> SeatNumber | None:
        """Return the seat that a player still plays.

        Returns None if there is none, or if the player has resigned from it.
        """
        number = self.seat_of(player_id)
        return None if number is None or self.seats[number].resigned else number

    def viewing_seat(self, player_id: PlayerId) -> SeatNumber | None:
        """Return the seat whose view a player sees: the one that they play."""
        return self.playing_seat(player_id)

    @property
    def persons(self) -> tuple[SeatNumber, ...]:
        """Return the seats that people play."""
        return tuple(n for n, seat in self.numbered if seat.player is not None and not seat.resigned)

    def admits(self, player_id: PlayerId) -> bool:
        """Return whether a player belongs to the table: they sit there or are its host."""
        return self.host.id == player_id or self.seat_of(player_id) is not None

    @property
    def people(self) -> tuple[Person, ...]:
        """Return the host and the people on seats; the host may be among both."""
        return (self.host, *(seat.player for seat in self.seats if seat.player is not None))

    @property
    def members(self) -> frozenset[PlayerId]:
        """Return the ids of all players who belong to the table."""
        return frozenset(person.id for person in self.people)

    def with_seat(self, number: SeatNumber, seat: TableSeat) -> Self:
        """Return the table with one seat replaced."""
        return msgspec.structs.replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def automated_at(self, number: SeatNumber) -> Self:
        """Return the table with a seat marked as played by a program for its person."""
        seat = self.seats[number]
        if seat.automated:
            return self
        return self.with_seat(number, msgspec.structs.replace(seat, automated=True))


class OpenTable(_AnyTable, frozen=True, kw_only=True, tag=Stage.OPEN.value):
    """A table whose game has not started. It holds secrets, such as the seed, so it never leaves the process."""

    stage: ClassVar[Stage] = Stage.OPEN

    # When the table is closed unless it changes before.
    deadline: Annotated[int, INSIDE]
    # The version at which the host last changed the terms; 0 for never.
    edited: Annotated[int, INSIDE] = 0
    # Players whom the host removed. Nobody is shown them: those who are refused a seat cannot tell this from a block.
    kicked: Annotated[tuple[PlayerId, ...], NAMES] = ()


class _TableWithGame(_AnyTable, frozen=True, kw_only=True):
    """The fields that a table has once its game has started."""

    # The version at which the game started, and when; 0 for games that began before that was kept.
    begun: Annotated[int, INSIDE] = 0
    started: Annotated[int, INSIDE] = 0
    rules_version: Annotated[int, INSIDE] = 0
    pack_digest: Annotated[bytes, SHOWN | STARTED] = b""
    # How the digest of its record is computed (docs/reference/record-digest.md); empty if older than this field.
    digest_algorithm: Annotated[str, INSIDE] = ""
    # The form of the game's position, as the rules service names it (`DescribeResponse`).
    position_form: Annotated[bytes, INSIDE] = b""
    # How many events the history has.
    events: Annotated[int, INSIDE] = 0
    # How many choices each seat has made that others cannot notice yet; empty if nobody has made any.
    secret_steps: Annotated[tuple[int, ...], INSIDE] = ()
    # How many takebacks there have been.
    takebacks: Annotated[int, INSIDE] = 0
    # Seats whose players have not chosen yet; empty for games that began before this was kept.
    yet_to_choose: Annotated[tuple[SeatNumber, ...], INSIDE] = ()

    def version_for(self, viewer: SeatNumber | None) -> int:
        """Return the version that a viewer sees, which leaves out the secret choices of others."""
        if not self.secret_steps:
            return self.version
        own = self.secret_steps[viewer] if viewer is not None else 0
        return self.version - sum(self.secret_steps) + own


class RunningTable(_TableWithGame, frozen=True, kw_only=True, tag=Stage.RUNNING.value):
    """A table whose game is running."""

    stage: ClassVar[Stage] = Stage.RUNNING

    # Seats that must choose now.
    waiting: Annotated[tuple[SeatNumber, ...], SHOWN] = ()
    # When the clock must act, because a seat's time, a vacation or a pause is over; 0 for never.
    deadline: Annotated[int, INSIDE] = 0
    # When the table was paused; 0 if it is not.
    paused: Annotated[int, INSIDE] = 0
    # Seats whose players wish for a pause, or in a pause wish to resume.
    wishes: Annotated[tuple[SeatNumber, ...], INSIDE] = ()
    # The end of the last outage whose time was given back to the clocks.
    compensated: Annotated[int, INSIDE] = 0
    proposal: Annotated[Proposal | None, SHOWN] = None
    # Seats whose proposals were declined since the last visible choice.
    declined: Annotated[tuple[SeatNumber, ...], INSIDE] = ()
    # At most one for each seat.
    hints: Annotated[tuple[Hint, ...], INSIDE] = ()

    @property
    def to_move(self) -> tuple[SeatNumber, ...]:
        """Return the seats that can choose now."""
        return () if self.paused else self.waiting

    @property
    def attending(self) -> tuple[SeatNumber, ...]:
        """Return the seats whose players seem present: not on vacation, and not clocked out at their last choice."""
        clocks = {number: self.seats[number].shown_clock or self.seats[number].clock for number in self.persons}
        return tuple(number for number, clock in clocks.items() if not clock.away and not clock.misses)

    @property
    def delayed(self) -> bool:
        """Return whether spectators see the table with a delay."""
        return self.spectators.delay > 0


class FinishedTable(_TableWithGame, frozen=True, kw_only=True, tag=Stage.FINISHED.value):
    """A table whose game is over."""

    stage: ClassVar[Stage] = Stage.FINISHED

    finished: Annotated[int, INSIDE]
    # Why the game ended: a number of `galaxytables.rules.v1.EndReason`; 0 if it ended before reasons were kept.
    end_reason: Annotated[int, SHOWN] = 0
    # Serialized `galaxytables.rules.v1.SeatScore` messages with the lobby's ranks.
    scores: Annotated[tuple[bytes, ...], SHOWN] = ()
    # The table of its rematch.
    rematch: Annotated[TableId, SHOWN] = TableId("")
    # Analyses that players have asked for, at most one for each seat.
    analyses: Annotated[tuple[Hint, ...], INSIDE] = ()

    def viewing_seat(self, player_id: PlayerId) -> SeatNumber | None:
        """Return a player's seat, even if they resigned: a finished game has no secrets."""
        return self.seat_of(player_id)


class ClosedTable(_AnyTable, frozen=True, kw_only=True, tag=Stage.CLOSED.value):
    """A table that was closed before its game began."""

    stage: ClassVar[Stage] = Stage.CLOSED

    finished: Annotated[int, INSIDE]


StartedTable: TypeAlias = RunningTable | FinishedTable
Table: TypeAlias = OpenTable | StartedTable | ClosedTable
T = TypeVar("T", RunningTable, FinishedTable, ClosedTable)


def fields_with(use: Use, *kinds: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the names of the fields of these structs (table stages, seats) that declare a use, each name once.

    Raises `TypeError` for a field that declares no uses.
    """
    found: dict[str, bool] = {}
    for kind in kinds:
        hints = get_type_hints(kind, include_extras=True)
        for name in kind.__struct_fields__:
            uses = [each for each in getattr(hints[name], "__metadata__", ()) if isinstance(each, Use)]
            if not uses:
                raise TypeError(f"{kind.__name__}.{name} does not say how it is used")
            found[name] = found.get(name, False) or use in uses[0]
    return tuple(name for name, used in found.items() if used)


STAGES: tuple[type[OpenTable | RunningTable | FinishedTable | ClosedTable], ...] = (
    OpenTable,
    RunningTable,
    FinishedTable,
    ClosedTable,
)
TERMS = fields_with(TERM, *STAGES)


def check_uses(use: Use, used: Iterable[str], *kinds: type[msgspec.Struct]) -> None:
    """Raise `TypeError` unless the names `used` are exactly those of the fields that declare the use."""
    differing = set(used) ^ set(fields_with(use, *(kinds or STAGES)))
    if differing:
        raise TypeError(
            f"{use.name}: {', '.join(sorted(differing))}: declared by a field and handled nowhere, or the reverse"
        )


def at_stage(stage: type[T], table: Table, **changes: Any) -> T:  # noqa: ANN401  # fields of any type, as in `replace`
    """Return the table at another stage: shared fields keep their values, unless `changes` has a new one."""
    kept = {name: getattr(table, name) for name in table.__struct_fields__ if name in stage.__struct_fields__}
    return stage(**{**kept, **changes})


_ENCODER = msgspec.msgpack.Encoder()
_DECODER: msgspec.msgpack.Decoder[Table] = msgspec.msgpack.Decoder(Table)


def encode(table: Table) -> bytes:
    """Return the table as the bytes that the store keeps."""
    return _ENCODER.encode(table)


def decode(stored: bytes) -> Table:
    """Return the table that `encode` wrote. Raises `msgspec.DecodeError` for anything else."""
    return _DECODER.decode(stored)


def asked_of_bots(table: Table) -> frozenset[Hint]:
    """Return the requests for hints and analyses that no bot has answered yet."""
    requests = table.hints if isinstance(table, RunningTable) else ()
    requests = table.analyses if isinstance(table, FinishedTable) else requests
    return frozenset(hint for hint in requests if not hint.given)


def seating_changed(before: Table | None, after: Table) -> bool:
    """Return whether watchers of the lobby, or bot hosts, must learn of a change.

    They must if seats, host, stage, terms or rematch differ, if a choice was taken back, or if a hint is asked for.
    """
    if before is None or before.stage != after.stage or before.host != after.host:
        return True
    if isinstance(before, FinishedTable) and isinstance(after, FinishedTable) and before.rematch != after.rematch:
        return True
    hints = asked_of_bots(after)
    if hints and not hints <= asked_of_bots(before):
        return True
    if _terms(before) != _terms(after):
        return True
    return before.seats is not after.seats and any(
        old is not new and _seated(old) != _seated(new) for old, new in zip(before.seats, after.seats, strict=True)
    )


def concerned(before: Table | None, after: Table, *, seating: bool) -> frozenset[PlayerId]:
    """Return the ids of the players who must learn of a change, even if they are not watching the table.

    If the seating or the takeback proposal changed, those are all players of the table. Otherwise they are the players
    whose turn begins or ends.
    """
    if before is None:
        return after.members
    if seating:
        return before.members | after.members
    if isinstance(before, RunningTable) and isinstance(after, RunningTable) and before.proposal != after.proposal:
        return after.members
    if before.to_move == after.to_move:
        return frozenset()
    seats = [after.seats[number] for number in set(before.to_move) ^ set(after.to_move)]
    return frozenset(seat.player.id for seat in seats if seat.player is not None and not seat.resigned)


_terms_of = attrgetter(*TERMS)
_seated = attrgetter("player", "bot", "ready", "resigned", "automated")


def _terms(table: Table) -> tuple[object, ...]:
    return *_terms_of(table), len(table.seats), isinstance(table, StartedTable) and table.takebacks > 0

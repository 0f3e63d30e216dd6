"""What the lobby knows of a table: plain data, no rules.

A `Table` is immutable and complete: who sits where, how much time is left, where the game stands, what the
chance is committed to. There is one type a stage, with what there is at that stage. Changes are made by functions
elsewhere (`seating`, `playing`) that return a new state; the store keeps it as one msgpack value, whose `stage` says
which type it is. It holds the seed, so it never leaves the process; what a viewer may see of it is built in
`projection`.

Times are milliseconds since the epoch, durations milliseconds.
"""

import enum
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar, get_type_hints

import msgspec

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import SEAT_NUMBERS, PlayerId, SeatNumber, TableId


class Stage(enum.IntEnum):
    """Where a table stands; the numbers are those of `galaxytables.lobby.v1.TableState`."""

    OPEN = 1
    RUNNING = 2
    FINISHED = 3
    CLOSED = 4


class RatingTerms(enum.IntEnum):
    """Whether a game is to count for the ratings; the numbers are those of `galaxytables.lobby.v1.RatingTerms`."""

    RATED = 1
    STRICT = 2
    CASUAL = 3


class Use(enum.Flag):
    """Who else has to do with a field of a table or a seat, besides what happens at the table.

    Each field says so where it is declared, and each use of fields has something for every field that it is said to use
    (`check_uses`): a field that is forgotten somewhere is none that starts.
    """

    INSIDE = 0
    # Whoever may know of the table is told it, as `subscriptions/projection.py` says.
    SHOWN = enum.auto()
    # Spectators with a delay are told it as long as the game is played, as it was at the start.
    STARTED = enum.auto()
    # A rematch has the same; whoever is ready is so for these terms.
    TERM = enum.auto()
    # It may name a player, who can have that erased: `domain/erasure.py`.
    NAMES = enum.auto()
    # A player who asks what is known of them is given it: `admin/people.py`.
    EXPORTED = enum.auto()


INSIDE, SHOWN, STARTED, TERM, NAMES, EXPORTED = Use.INSIDE, Use.SHOWN, Use.STARTED, Use.TERM, Use.NAMES, Use.EXPORTED


class TimeControl(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How much time players have; `per_move` and `initial` are never both set, neither means no clock."""

    per_move: int = 0
    initial: int = 0
    increment: int = 0
    # The budget never grows beyond this; 0 for no cap.
    cap: int = 0
    # With `per_move`: a reserve for the whole game, used once a choice's own time is up.
    bank: int = 0
    # How much later than its deadline a choice still counts: what the network may take.
    grace: int = 0
    # How long each player may be away during the game; 0 for not at all.
    vacation: int = 0
    # Clock-outs in a row until the seat is handed over; 0 for never.
    misses_before_handover: int = 0
    # The bot that plays on for whoever left, or empty for each prompt's default.
    successor: str = ""

    @property
    def ticks(self) -> bool:
        """Whether there is a clock at all."""
        return bool(self.per_move or self.initial)


class Proposal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A proposal to take choices back that waits for answers."""

    id: int
    seat: SeatNumber
    # How many of their own choices the proposer wants back.
    choices: int
    # What the first of them answered.
    prompt_id: str
    # Seats that must still accept.
    waiting: tuple[SeatNumber, ...]
    deadline: int


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hint for an open prompt, once its seat has asked for it; or for a game that is over, its analysis."""

    seat: SeatNumber
    # Empty of an analysis.
    prompt_id: str
    # When it was asked for last.
    asked: int
    # Serialized `galaxytables.lobby.v1.GivenHint` or `Analysis`; empty until a bot has given it.
    given: bytes = b""


class Spectators(msgspec.Struct, frozen=True, omit_defaults=True):
    """What those may see and do who watch a running table."""

    # How many choices they see it behind.
    delay: int = 0
    chat: bool = False


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """Time left of a seat."""

    # What was left when the clock last stopped, or when it started to run.
    remaining: int = 0
    # When it started to run; 0 while it stands.
    started: int = 0
    # What is left of the time bank, and of the vacation.
    bank: int = 0
    vacation: int = 0
    # When the player went on vacation; 0 while there.
    away: int = 0
    # Clock-outs in a row.
    misses: int = 0
    # Choices taken back whose repetition gives no fresh time.
    undone: int = 0

    @property
    def deadline(self) -> int:
        """When time is up, the bank included; 0 while the clock stands."""
        return self.started + self.remaining + self.bank if self.started else 0

    @property
    def back(self) -> int:
        """When the vacation is used up; 0 while the player is there."""
        return self.away + self.vacation if self.away else 0


class TableSeat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat. A person who left a running game stays on it as `player`, with `resigned` set."""

    player: Annotated[Person | None, SHOWN | STARTED | NAMES] = None
    # The bot that plays the seat: from the start, or as successor of a player who resigned.
    bot: Annotated[str, SHOWN | STARTED] = ""
    ready: Annotated[bool, SHOWN] = False
    resigned: Annotated[bool, SHOWN] = False
    # What the player added to the chance.
    entropy: Annotated[bytes, INSIDE] = b""
    clock: Annotated[SeatClock, INSIDE] = SeatClock()
    # What others see of the clock while the seat chooses in secret; None where they see it as it is.
    shown_clock: Annotated[SeatClock | None, INSIDE] = None

    @property
    def free(self) -> bool:
        """Whether anybody could sit down here."""
        return self.player is None and not self.bot

    @property
    def forsaken(self) -> bool:
        """Whether nobody plays the seat any more, so that its prompts are answered by their defaults at once."""
        return self.resigned and not self.bot


class _AnyTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="stage"):
    """What a table has at every stage."""

    stage: ClassVar[Stage]

    id: Annotated[TableId, SHOWN | STARTED | EXPORTED]
    name: Annotated[str, SHOWN | STARTED | TERM | NAMES | EXPORTED]
    game: Annotated[str, SHOWN | STARTED | TERM | EXPORTED]
    options: Annotated[dict[str, str], SHOWN | STARTED | TERM]
    seats: Annotated[tuple[TableSeat, ...], SHOWN | NAMES | EXPORTED]
    private: Annotated[bool, SHOWN | STARTED | TERM]
    # The code that lets people in; empty at a public table.
    invitation: Annotated[str, SHOWN | STARTED] = ""
    control: Annotated[TimeControl, SHOWN | STARTED | TERM] = TimeControl()
    host: Annotated[Person, SHOWN | STARTED | NAMES | EXPORTED]
    created: Annotated[int, SHOWN | STARTED | EXPORTED]
    # Grows by one with every change.
    version: Annotated[int, SHOWN]
    # The 32 bytes that all chance comes from. Secret until the game is over, but at an introduction.
    seed: Annotated[bytes, INSIDE]
    commitment: Annotated[bytes, SHOWN | STARTED]
    # It is the introduction of its game: seed, seats and options are what the rules service tells everybody.
    introduction: Annotated[bool, SHOWN | STARTED] = False
    # Id of the table that this one is a rematch of.
    rematch_of: Annotated[TableId, SHOWN | STARTED] = TableId("")
    spectators: Annotated[Spectators, SHOWN | STARTED | TERM] = Spectators()
    rating: Annotated[RatingTerms, SHOWN | STARTED | TERM] = RatingTerms.RATED
    # How many messages were ever said here.
    messages: Annotated[int, INSIDE] = 0

    @property
    def events(self) -> int:
        """How many events the history holds."""
        return 0

    @property
    def deadline(self) -> int:
        """When the clock must act; 0 for never."""
        return 0

    @property
    def to_move(self) -> tuple[SeatNumber, ...]:
        """Seats that can choose now."""
        return ()

    @property
    def delayed(self) -> bool:
        """Whether spectators see it as it stood some choices ago."""
        return False

    def version_for(self, viewer: SeatNumber | None) -> int:  # noqa: ARG002  # before the game all count alike
        """The version as a viewer counts it."""
        return self.version

    @property
    def numbered(self) -> Iterator[tuple[SeatNumber, TableSeat]]:
        """All seats with their numbers."""
        return zip(SEAT_NUMBERS, self.seats, strict=False)

    def seat_of(self, player_id: PlayerId) -> SeatNumber | None:
        """The number of the seat that a player has here."""
        # Not over `numbered`: this is asked for each watcher of each change.
        for number, seat in zip(SEAT_NUMBERS, self.seats, strict=False):
            player = seat.player
            if player is not None and player.id == player_id:
                return number
        return None

    def playing_seat(self, player_id: PlayerId) -> SeatNumber | None:
        """The seat that a player plays: none after resigning."""
        number = self.seat_of(player_id)
        return None if number is None or self.seats[number].resigned else number

    def viewing_seat(self, player_id: PlayerId) -> SeatNumber | None:
        """The seat that a player sees the table from: the one they play."""
        return self.playing_seat(player_id)

    @property
    def persons(self) -> tuple[SeatNumber, ...]:
        """Seats that people play."""
        return tuple(n for n, seat in self.numbered if seat.player is not None and not seat.resigned)

    def admits(self, player_id: PlayerId) -> bool:
        """Whether a player belongs here, private or not: sits here, or is the host."""
        return self.host.id == player_id or self.seat_of(player_id) is not None

    @property
    def members(self) -> frozenset[PlayerId]:
        """Ids of all whom the table admits."""
        return frozenset({self.host.id, *(seat.player.id for seat in self.seats if seat.player is not None)})

    def with_seat(self, number: SeatNumber, seat: TableSeat) -> Self:
        """The same table with one seat replaced."""
        return msgspec.structs.replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


class OpenTable(_AnyTable, frozen=True, kw_only=True, tag=Stage.OPEN.value):
    """A table at which people sit down. Holds secrets, as all do: see the module's docstring."""

    stage: ClassVar[Stage] = Stage.OPEN

    # When it is closed, if nothing happens here until then.
    deadline: Annotated[int, INSIDE]
    # The version at which the host last changed the terms; 0 for never.
    edited: Annotated[int, INSIDE] = 0
    # Ids of players whom the host sent away.
    kicked: Annotated[tuple[PlayerId, ...], SHOWN | NAMES] = ()


class _TableWithGame(_AnyTable, frozen=True, kw_only=True):
    """What a table has once its game has begun."""

    # The version with which the game started.
    begun: Annotated[int, INSIDE] = 0
    rules_version: Annotated[int, INSIDE] = 0
    pack_digest: Annotated[bytes, SHOWN | STARTED] = b""
    # How the digest of its record is computed (docs/reference/record-digest.md); empty if older than this field.
    digest_algorithm: Annotated[str, INSIDE] = ""
    # What the game's position is made of: the rules service tells (`DescribeResponse`).
    position_form: Annotated[bytes, INSIDE] = b""
    # How many events the history holds.
    events: Annotated[int, INSIDE] = 0
    # How many choices each seat has made in secret, of which others notice nothing; empty for none at all.
    secret_steps: Annotated[tuple[int, ...], INSIDE] = ()
    # How often choices were taken back.
    takebacks: Annotated[int, INSIDE] = 0
    # Seats whose players have not chosen once themselves; none for games begun before that was kept.
    yet_to_choose: Annotated[tuple[SeatNumber, ...], INSIDE] = ()

    def version_for(self, viewer: SeatNumber | None) -> int:
        """The version as a viewer counts it: what others have done in secret is left out."""
        if not self.secret_steps:
            return self.version
        own = self.secret_steps[viewer] if viewer is not None else 0
        return self.version - sum(self.secret_steps) + own


class RunningTable(_TableWithGame, frozen=True, kw_only=True, tag=Stage.RUNNING.value):
    """A table at which a game is played."""

    stage: ClassVar[Stage] = Stage.RUNNING

    # Seats that must choose now.
    waiting: Annotated[tuple[SeatNumber, ...], SHOWN] = ()
    # When the clock must act: somebody's time is up, a vacation or a pause is over; 0 for never.
    deadline: Annotated[int, INSIDE] = 0
    # Since when the table is paused; 0 while it is played.
    paused: Annotated[int, INSIDE] = 0
    # Seats whose players wish a pause, or in a pause wish to go on.
    wishes: Annotated[tuple[SeatNumber, ...], INSIDE] = ()
    # The end of the last outage that the clocks were given back.
    compensated: Annotated[int, INSIDE] = 0
    proposal: Annotated[Proposal | None, SHOWN] = None
    # Seats whose proposals were declined since the last choice that others saw.
    declined: Annotated[tuple[SeatNumber, ...], INSIDE] = ()
    # One a seat at most.
    hints: Annotated[tuple[Hint, ...], INSIDE] = ()

    @property
    def to_move(self) -> tuple[SeatNumber, ...]:
        """Seats that can choose now."""
        return () if self.paused else self.waiting

    @property
    def attending(self) -> tuple[SeatNumber, ...]:
        """Seats of people who are there, as others may know it: not on vacation, nor clocked out at the last choice."""
        clocks = {number: self.seats[number].shown_clock or self.seats[number].clock for number in self.persons}
        return tuple(number for number, clock in clocks.items() if not clock.away and not clock.misses)

    @property
    def delayed(self) -> bool:
        """Whether spectators see it as it stood some choices ago."""
        return self.spectators.delay > 0


class FinishedTable(_TableWithGame, frozen=True, kw_only=True, tag=Stage.FINISHED.value):
    """A table whose game is over."""

    stage: ClassVar[Stage] = Stage.FINISHED

    finished: Annotated[int, INSIDE]
    # Why the game is over: a number of `galaxytables.rules.v1.EndReason`; 0 for older ends.
    end_reason: Annotated[int, SHOWN] = 0
    # Serialized `galaxytables.rules.v1.SeatScore`, ranks as the lobby gives them.
    scores: Annotated[tuple[bytes, ...], SHOWN] = ()
    # Id of its own rematch.
    rematch: Annotated[TableId, SHOWN] = TableId("")
    # Analyses that players have asked for, one a seat at most.
    analyses: Annotated[tuple[Hint, ...], INSIDE] = ()

    def viewing_seat(self, player_id: PlayerId) -> SeatNumber | None:
        """The seat that a player sees the table from: their own, also after resigning, since nothing is secret now."""
        return self.seat_of(player_id)


class ClosedTable(_AnyTable, frozen=True, kw_only=True, tag=Stage.CLOSED.value):
    """A table that was given up before its game began: it has nothing of a finished one but the time of its end."""

    stage: ClassVar[Stage] = Stage.CLOSED

    finished: Annotated[int, INSIDE]


StartedTable: TypeAlias = RunningTable | FinishedTable
Table: TypeAlias = OpenTable | StartedTable | ClosedTable
T = TypeVar("T", RunningTable, FinishedTable, ClosedTable)


def fields_with(use: Use, *kinds: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of tables at these stages, or of seats, that have a use, each once.

    Raises `TypeError` for a field that says nothing of its uses.
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
    """Raise `TypeError` unless `used` are the fields that are said to have a use."""
    differing = set(used) ^ set(fields_with(use, *(kinds or STAGES)))
    if differing:
        raise TypeError(
            f"{use.name}: {', '.join(sorted(differing))} are said to be used, or are used, and not the other"
        )


def at_stage(stage: type[T], table: Table, **changes: Any) -> T:  # noqa: ANN401  # fields of any type, as in `replace`
    """The table at another stage: it keeps what there is at both, unless that changes."""
    kept = {name: getattr(table, name) for name in table.__struct_fields__ if name in stage.__struct_fields__}
    return stage(**{**kept, **changes})


_ENCODER = msgspec.msgpack.Encoder()
_DECODER: msgspec.msgpack.Decoder[Table] = msgspec.msgpack.Decoder(Table)


def encode(table: Table) -> bytes:
    """The table as the store keeps it."""
    return _ENCODER.encode(table)


def decode(stored: bytes) -> Table:
    """The table that `encode` wrote. Raises `msgspec.DecodeError` for anything else."""
    return _DECODER.decode(stored)


def asked_of_bots(table: Table) -> frozenset[Hint]:
    """Hints and analyses that nobody has given yet."""
    wanted = table.hints if isinstance(table, RunningTable) else ()
    wanted = table.analyses if isinstance(table, FinishedTable) else wanted
    return frozenset(hint for hint in wanted if not hint.given)


def seating_changed(before: Table | None, after: Table) -> bool:
    """Whether a table's seats, host, stage, terms or rematch differ, choices were taken back, or a hint is asked for.

    That is what people who look for a table, and bot hosts, ask.
    """
    if before is None or before.stage != after.stage or before.host != after.host:
        return True
    if isinstance(before, FinishedTable) and isinstance(after, FinishedTable) and before.rematch != after.rematch:
        return True
    asked = asked_of_bots(after)
    if asked and not asked <= asked_of_bots(before):
        return True
    if before.seats is after.seats and before.options is after.options:
        return False
    if _terms(before) != _terms(after):
        return True
    return any(
        (old.player, old.bot, old.ready, old.resigned) != (new.player, new.bot, new.ready, new.resigned)
        for old, new in zip(before.seats, after.seats, strict=True)
        if old is not new
    )


def concerned(before: Table | None, after: Table, *, seating: bool) -> frozenset[PlayerId]:
    """Ids of players to whom a change matters even if they look elsewhere.

    All at the table where its `seating` or the proposal to take back changed; else those whose turn has begun or ended.
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


def _terms(table: Table) -> tuple[object, ...]:
    return *_terms_of(table), len(table.seats), isinstance(table, StartedTable) and table.takebacks > 0

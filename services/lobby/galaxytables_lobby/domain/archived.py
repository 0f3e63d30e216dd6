"""What goes into the archive and what comes out, in plain data. Times are milliseconds since the epoch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

import msgspec

from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.ids import PlayerId, TableId

BEGUN, DONE = "begun", "done"
"""What became of an operator's act: nothing yet, or it was done; else the reason of its refusal."""


class Moment(msgspec.Struct, frozen=True):
    """All that a table was when it was archived, in the store's own bytes."""

    table: bytes
    standing: bytes
    position: bytes
    events: tuple[StoredEvent, ...]
    # Empty for tables that were archived before it was kept.
    journal: tuple[bytes, ...] = ()


class Who(NamedTuple):
    """A player: a person by id, or a bot by name."""

    bot: bool
    id: str


@dataclass(frozen=True, slots=True)
class Skill:
    """Mean and standard deviation."""

    mean: float
    deviation: float

    @property
    def value(self) -> float:
        """Better than this with near certainty."""
        return self.mean - 3 * self.deviation

    @property
    def shown_value(self) -> float:
        """The value as it is shown; players of the same one share a place."""
        return shown(self.value)


def shown(value: float) -> float:
    """A value to a tenth, as everybody is shown it."""
    return round(value, 1) + 0.0  # no -0.0


@dataclass(frozen=True, kw_only=True)
class ArchivedSeat:
    """A seat of a finished game; `score` is a serialized `SeatScore`. The skills are unset where it is not rated."""

    who: Who
    name: str
    resigned: bool
    rank: int
    score: bytes
    before: Skill | None = None
    after: Skill | None = None


@dataclass(frozen=True, kw_only=True)
class ArchivedGame:
    """A finished game."""

    table_id: TableId
    version: int
    name: str
    game: str
    options: Mapping[str, str]
    host: PlayerId
    private: bool
    started: int
    finished: int
    rounds: int
    choices: int
    rules_version: int
    pack_digest: bytes
    # The code that leads to a private table; None for public ones.
    invitation: str | None = None
    # A number of `galaxytables.rules.v1.EndReason`; 0 for games that ended before reasons were told.
    end_reason: int = 0
    # Whether it counts for the ratings. Where it does not, why: a number of `galaxytables.lobby.v1.UnratedReason`, 0
    # for games that were archived before reasons were kept.
    rated: bool
    unrated: int = 0
    seats: Sequence[ArchivedSeat]


@dataclass(frozen=True)
class ArchivedContents:
    """The bytes of a game: its serialized record, and the table."""

    record: bytes
    moment: Moment


class ArchivedEntry(NamedTuple):
    """A game with its contents, as it goes into the archive."""

    game: ArchivedGame
    contents: ArchivedContents


class ArchivingOutcome(Enum):
    """What became of a game that was to be archived."""

    ADDED = "added"
    # It was there, and something has happened at its table since.
    UPDATED = "updated"
    PRESENT = "present"


class Result(Enum):
    """How a game ended for a player."""

    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, kw_only=True)
class HistoryQuery:
    """Which games of whose history, as `asker` may see them; `before` is where the page starts."""

    player: PlayerId
    asker: PlayerId
    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    others: Sequence[Who] = ()
    result: Result | None = None
    finished_from: int | None = None
    finished_before: int | None = None
    # Finished and ordinal of the last game of the page before.
    before: tuple[int, int] | None = None
    most: int = 20


class Found(NamedTuple):
    """A game of a history and its place in the archive."""

    ordinal: int
    game: ArchivedGame


@dataclass(frozen=True)
class PlayerRating:
    """How good somebody is at one game, and how often they played and won it rated."""

    game: str
    who: Who
    name: str
    skill: Skill
    games: int
    won: int


class LeaderboardKey(NamedTuple):
    """Where a player stands on a leaderboard: greater values first."""

    value: float
    who: Who


@dataclass(frozen=True)
class ArchivedPerson:
    """Somebody who has played: id, the name at their last game, how many games."""

    id: PlayerId
    name: str
    games: int


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something that an operator does; time in milliseconds since the epoch."""

    time: int
    operator: str
    act: str
    subject: str
    reason: str
    details: str
    outcome: str = BEGUN
    # Its place in the log; 0 for one that is not there yet.
    number: int = 0
    # The identity of the request and the digest of what it asks for, where it has an id; then what it was answered.
    request: bytes | None = None
    content: bytes | None = None
    answer: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class ActQuery:
    """Which acts, latest first; what is empty does not matter. `before_number` is where a page starts."""

    operator: str = ""
    act: str = ""
    subject: str = ""
    since: int | None = None
    until: int | None = None
    before_number: int | None = None
    most: int = 50

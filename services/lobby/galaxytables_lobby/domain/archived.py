"""Plain data that the archive stores and returns. Times are milliseconds since the epoch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import NamedTuple

import msgspec

from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.ids import PlayerId, TableId

BEGUN, DONE = "begun", "done"
"""Outcomes of an operator's act: not finished yet, or done. Any other outcome is the reason of its refusal."""

INTERRUPTED = "interrupted"
"""The outcome of an act that begins again and of which nobody noted whether it had been done; it is never logged."""


class Moment(msgspec.Struct, frozen=True):
    """A table as it was when it was archived; each part has the same bytes as in the store."""

    table: bytes
    standing: bytes
    position: bytes
    events: tuple[StoredEvent, ...]
    # Empty for tables archived before journals were kept.
    journal: tuple[bytes, ...] = ()


class Who(NamedTuple):
    """A player: a person by id, or a bot by name."""

    bot: bool
    id: str


HEADROOM = 6.0
"""How far a rating may be above what is vouched for."""

START_POINTS, POINTS = 1_000, 30
"""A newcomer's rating as it is shown, and how many points of what is shown make one of the model's units."""


@dataclass(frozen=True, slots=True)
class Skill:
    """An estimate of how well a player plays: its mean and its standard deviation.

    `vouched` grows with the skill of the people whom the player has beaten, and bounds `value` (`domain/ratings.py`).
    """

    mean: float
    deviation: float
    vouched: float = 0.0

    @property
    def value(self) -> float:
        """Return the lower bound of the estimate, which is the mean less three deviations.

        It is almost certain that the player is better than that. It is never more than `HEADROOM` above `vouched`.
        """
        return min(self.mean - 3 * self.deviation, self.vouched + HEADROOM)

    @property
    def shown_value(self) -> int:
        """Return the skill's value as the leaderboard shows it. Players with the same shown value share a rank."""
        return shown(self.value)


class SeatsKind(StrEnum):
    """How many seats the tables of a pool have."""

    TWO = "two"
    MORE = "more"


class Speed(StrEnum):
    """How fast the games of a pool are: played in one sitting, or over days."""

    LIVE = "live"
    SLOW = "slow"


class Pool(NamedTuple):
    """A rating pool: games whose results can be compared."""

    game: str
    seats: SeatsKind
    speed: Speed

    @property
    def part(self) -> str:
        """Return the pool's name within its game, such as `two:live`. The archive uses it."""
        return f"{self.seats}:{self.speed}"

    @property
    def key(self) -> str:
        """Return the name of the pool, such as `jump:two:live`."""
        return f"{self.game}:{self.part}"

    @classmethod
    def of(cls, game: str, part: str) -> "Pool":
        """Return the pool that is a part of a game. Raises `ValueError`."""
        seats, _, speed = part.partition(":")
        return cls(game, SeatsKind(seats), Speed(speed))


def shown(value: float) -> int:
    """Return a mean or value of a skill in points, as all players see it."""
    return START_POINTS + round(POINTS * value)


def shown_deviation(deviation: float) -> int:
    """Return a deviation of a skill in points, as all players see it."""
    return round(POINTS * deviation)


@dataclass(frozen=True, kw_only=True)
class ArchivedSeat:
    """A seat of a finished game. `score` is a serialized `SeatScore`; the skills are None if the game is unrated.

    `persona` is the character that a bot played as; empty for people and for games archived before personas were kept.
    """

    who: Who
    name: str
    persona: str = ""
    resigned: bool
    rank: int
    score: bytes
    before: Skill | None = None
    after: Skill | None = None


@dataclass(frozen=True, kw_only=True)
class ArchivedGame:
    """A finished game in the archive, without its large parts (`ArchivedContents`)."""

    table_id: TableId
    version: int
    name: str
    # Whether a host has given the name.
    named: bool = False
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
    # The code that admits players to a private table; None for public ones.
    invitation: str | None = None
    # A number of `galaxytables.rules.v1.EndReason`; 0 for games that ended before reasons were kept.
    end_reason: int = 0
    # Whether the game counts for the ratings. If not, `unrated` is a number of `galaxytables.lobby.v1.UnratedReason`,
    # or 0 for games that were archived before reasons were kept.
    rated: bool
    unrated: int = 0
    # The part of its game that its pool is; empty for games that were archived before there were pools.
    pool: str = ""
    # Whether the ratings have taken the game into account.
    settled: bool = False
    seats: Sequence[ArchivedSeat]


@dataclass(frozen=True)
class ArchivedContents:
    """The large parts of an archived game: its serialized record and its table."""

    record: bytes
    moment: Moment


class ArchivedEntry(NamedTuple):
    """A game with its contents, ready to be archived."""

    game: ArchivedGame
    contents: ArchivedContents


class ArchivingOutcome(Enum):
    """What happened to a game that was given to the archive."""

    ADDED = "added"
    # It was already there, but its table has changed since.
    UPDATED = "updated"
    PRESENT = "present"


class Result(Enum):
    """How a game ended for a player."""

    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, kw_only=True)
class HistoryQuery:
    """A query for those finished games of a player that `asker` may see.

    `before` continues a listing: it is the end time and the ordinal of the last game that was on the previous page.
    """

    player: PlayerId
    asker: PlayerId
    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    others: Sequence[Who] = ()
    result: Result | None = None
    finished_from: int | None = None
    finished_before: int | None = None
    # End time and ordinal of the last game of the previous page.
    before: tuple[int, int] | None = None
    limit: int = 20


class Found(NamedTuple):
    """A game found in the archive, with its ordinal: its place in the order in which games were archived."""

    ordinal: int
    game: ArchivedGame


@dataclass(frozen=True)
class PlayerRating:
    """A player's rating in a pool, with the number of rated games played and won.

    `place` is the place among the people or the bots of the pool; 0 where it was not asked for.
    """

    pool: Pool
    who: Who
    name: str
    skill: Skill
    games: int
    won: int
    provisional: bool
    place: int = 0


class LeaderboardKey(NamedTuple):
    """A player's sort key on a leaderboard: provisional ones come last, then greater values first."""

    provisional: bool
    value: float
    who: Who


class LeaderboardQuery(NamedTuple):
    """A query for a part of a leaderboard of people or of bots: up to `limit` places after the key `after`.

    The uncertainty of ratings is that of `day` (UTC, counted from the epoch). With a season, the query is for the
    leaderboard at the end of that season.
    """

    pool: Pool
    day: int
    bots: bool = False
    season: int | None = None
    after: LeaderboardKey | None = None
    limit: int = 20


@dataclass(frozen=True)
class ArchivedPerson:
    """A person who has played: their id, their name in their last game, and how many games they have played."""

    id: PlayerId
    name: str
    games: int


@dataclass(frozen=True, kw_only=True)
class Act:
    """An act of an operator. `time` is in milliseconds since the epoch."""

    time: int
    operator: str
    act: str
    subject: str
    reason: str
    details: str
    outcome: str = BEGUN
    # Its number in the log; 0 while it is not logged.
    number: int = 0
    # The identity and content digest of the request, if it has an id, and the answer once it is known.
    request: bytes | None = None
    content: bytes | None = None
    answer: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class ActQuery:
    """A query for operators' acts, latest first. Empty fields match every act.

    Its page has only acts before `before_number`.
    """

    operator: str = ""
    act: str = ""
    subject: str = ""
    since: int | None = None
    until: int | None = None
    before_number: int | None = None
    limit: int = 50

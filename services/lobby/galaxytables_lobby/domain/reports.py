"""Reports of players, with their evidence, and appeals: plain data. Times are milliseconds since the epoch."""

import zlib
from dataclasses import dataclass
from enum import IntEnum

import msgspec
from msgspec.structs import replace

from galaxytables_lobby.domain.history import StoredEvent
from galaxytables_lobby.domain.people import ChatMessage, Person
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import PlayerId, TableId

MAX_TEXT = 1_000
"""The longest text of a report, an appeal or an answer, in characters."""

MAX_EVENTS = 200
"""How many events the evidence of a report has at most."""

MAX_PENDING = 20
"""How many reports of one player may be undecided at once."""

CLAIM_MILLISECONDS = 24 * 3600 * 1000
"""After this long, another moderator may take a claimed report over."""


NOBODY, NO_TABLE = PlayerId(""), TableId("")


class ReportKind(IntEnum):
    """What a report is about; the numbers are those of `galaxytables.lobby.v1.ReportKind`."""

    ABUSE = 1
    CHEATING = 2
    STALLING = 3
    NAME = 4
    OTHER = 5
    APPEAL = 6


class ReportState(IntEnum):
    """The state of a report; the numbers are those of `galaxytables.lobby.v1.ReportState`."""

    OPEN = 1
    CLAIMED = 2
    DECIDED = 3
    DISMISSED = 4


PENDING = (ReportState.OPEN, ReportState.CLAIMED)


class EvidenceSeat(msgspec.Struct, frozen=True, array_like=True):
    """Who was on a seat: a person, a bot, or nobody."""

    player: Person | None = None
    bot: str = ""
    resigned: bool = False


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was when a player was reported. The events have the private parts of all seats."""

    game: str
    stage: int
    host: Person
    seats: tuple[EvidenceSeat, ...]
    events: tuple[StoredEvent, ...]
    messages: tuple[ChatMessage, ...]

    @property
    def people(self) -> frozenset[PlayerId]:
        """Return the ids of all players whom the evidence names."""
        seated = (seat.player.id for seat in self.seats if seat.player is not None)
        return frozenset((self.host.id, *seated, *(message.player.id for message in self.messages)))

    def with_person(self, player_id: PlayerId, instead: PlayerId, *, erased: bool) -> "Evidence":
        """Return the evidence with the player's id replaced by `instead`.

        If the player is `erased`, their name and their messages are removed too.
        """

        def other(person: Person) -> Person:
            return person if person.id != player_id else Person(instead, "" if erased else person.name)

        return replace(
            self,
            host=other(self.host),
            seats=tuple(
                seat if seat.player is None else replace(seat, player=other(seat.player)) for seat in self.seats
            ),
            messages=tuple(
                replace(each, player=other(each.player), text="" if erased else each.text)
                if each.player.id == player_id
                else each
                for each in self.messages
            ),
        )


def evidence_of(table: Table, events: list[StoredEvent], messages: list[ChatMessage]) -> Evidence:
    """Return a table, its events and its messages as evidence for a report."""
    return Evidence(
        game=table.game,
        stage=table.stage.value,
        host=table.host,
        seats=tuple(EvidenceSeat(seat.player, seat.bot, seat.resigned) for seat in table.seats),
        events=tuple(events),
        messages=tuple(messages),
    )


def event_window(last: int, around: int) -> tuple[int, int]:
    """Return the numbers of the first and last event that evidence has, given the table's last event.

    There are up to `MAX_EVENTS` events in it, with the event `around` in the middle, or the last ones if `around` is 0.
    """
    middle = around if 0 < around <= last else last
    end = min(last, middle + MAX_EVENTS // 2)
    return max(1, end - MAX_EVENTS + 1), end


@dataclass(frozen=True, kw_only=True)
class Report:
    """A player's report about another player, or a player's appeal against a sanction."""

    report_id: str
    kind: ReportKind
    made: int
    reporter: PlayerId
    text: str
    # Empty for appeals.
    reported: PlayerId = NOBODY
    # Under this name the reported player was at the table, or the player appealed.
    reported_name: str = ""
    # Empty for appeals, and for reports that are about no table.
    table_id: TableId = NO_TABLE
    table_name: str = ""
    # The version of the table; 0 for appeals.
    version: int = 0
    # The number of the act that an appeal is about; 0 for reports.
    act: int = 0
    state: ReportState = ReportState.OPEN
    # The operator who claimed it.
    moderator: str = ""
    claimed: int = 0
    decided: int = 0
    # What the moderator answers to the reporter.
    answer: str = ""
    # Its place in the queue; 0 while it is not stored.
    number: int = 0
    # The identity and content digest of the request, if it has an id.
    request: bytes | None = None
    content: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class ReportQuery:
    """A query for reports, latest first; empty fields match every report.

    Only reports with numbers below `before_number` are found.
    """

    states: tuple[ReportState, ...] = ()
    kind: ReportKind | None = None
    reporter: PlayerId = NOBODY
    reported: PlayerId = NOBODY
    before_number: int | None = None
    limit: int = 50


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Evidence)


def pack_evidence(evidence: Evidence) -> bytes:
    """Return evidence packed into the compressed bytes that the archive keeps."""
    return zlib.compress(_ENCODER.encode(evidence), 3)


def read_evidence(packed: bytes) -> Evidence:
    """Return the evidence that `pack_evidence` packed."""
    return _DECODER.decode(zlib.decompress(packed))

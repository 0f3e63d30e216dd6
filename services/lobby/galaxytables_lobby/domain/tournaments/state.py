"""The state of a tournament: plain data, no rules.

A `Tournament` is immutable and complete. `steps.take` returns a changed one. The store keeps it as one msgpack value.
Fields that a version does not know are skipped when it reads one, so a release can be undone.

Entrants are numbered from 0 in the order of their registration. Times are milliseconds since the epoch, durations
milliseconds.
"""

import enum
from collections.abc import Iterator
from typing import NewType, TypeAlias

import msgspec
from msgspec.structs import replace

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import RatingTerms, TimeControl
from galaxytables_lobby.domain.tournaments.refusals import UnknownEntrantError, UnknownPairingError
from galaxytables_lobby.ids import PlayerId, TableId, TournamentId

EntrantNumber = NewType("EntrantNumber", int)

NO_TABLE = TableId("")


class TournamentStage(enum.IntEnum):
    """The stage of a tournament."""

    REGISTRATION = 1
    RUNNING = 2
    FINISHED = 3
    CANCELLED = 4


class Attendance(enum.IntEnum):
    """Whether and how an entrant takes part."""

    REGISTERED = 1
    # On the waiting list, since all places are taken.
    WAITING = 2
    PLAYING = 3
    WITHDRAWN = 4
    # Did not check in, or did not come to a table.
    NO_SHOW = 5
    # Left, and a bot plays on in their place.
    REPLACED = 6


class Leavers(enum.IntEnum):
    """What happens to the seat of an entrant who leaves a running tournament."""

    EMPTY = 1
    BOT = 2


class TieBreak(enum.IntEnum):
    """The figures that can order entrants with the same match points."""

    BUCHHOLZ = 1
    BUCHHOLZ_CUT_1 = 2
    SONNEBORN_BERGER = 3
    DIRECT_ENCOUNTER = 4
    # Own score as a share of the table's best score, summed over all tables.
    GAME_POINTS = 5
    # At how many tables the entrant beat everybody.
    WINS = 6


class Swiss(msgspec.Struct, frozen=True, kw_only=True, tag="swiss"):
    """The Swiss format: a fixed number of rounds, each of which pairs entrants with similar points who have not met."""

    rounds: int


class RoundRobin(msgspec.Struct, frozen=True, kw_only=True, tag="round_robin", omit_defaults=True):
    """The round-robin format, in which everybody meets everybody.

    At two seats, all meet once in each of `cycles` cycles. At more seats there are `rounds` rounds, which spread
    meetings evenly; 0 stands for as many as are needed for everybody to meet.
    """

    cycles: int = 1
    # Of tables with more than two seats; 0 for as many as everybody needs to meet everybody once.
    rounds: int = 0


class Knockout(msgspec.Struct, frozen=True, kw_only=True, tag="knockout", omit_defaults=True):
    """The knock-out format, at two seats: the winner of each match goes on to the next round.

    A match is the best of `best_of` games.
    """

    best_of: int = 1
    third_place: bool = False


class Arena(msgspec.Struct, frozen=True, kw_only=True, tag="arena", omit_defaults=True):
    """The arena format: for a fixed time, entrants are paired again as soon as they are free."""

    duration: int
    # Whether a player may give up half of their time for a point more if they win.
    berserk: bool = False


class League(msgspec.Struct, frozen=True, kw_only=True, tag="league", omit_defaults=True):
    """The league format: seasons of slow play, in each of which everybody in a group meets everybody else."""

    seasons: int
    group_size: int
    # How many of each group go up, and how many go down, after a season.
    promoted: int = 1
    relegated: int = 1


Format: TypeAlias = Swiss | RoundRobin | Knockout | Arena | League


class EntryLimits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The conditions for entering. `None` and 0 mean no limit."""

    min_entrants: int = 2
    max_entrants: int = 0
    min_rating: float | None = None
    max_rating: float | None = None
    # For how long the account must exist.
    min_account_age: int = 0
    invited_only: bool = False
    # Until the end of which round newcomers may join; 0 for none after the start.
    last_late_round: int = 0


class Schedule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When a tournament starts, and the longest time for each of its parts."""

    starts: int
    # For how long before the start entrants can check in; 0 if they need not.
    check_in: int = 0
    # After so long, a round is decided as it stands; 0 for never.
    max_round: int = 0
    # Between the end of a round and the start of the next one.
    interval: int = 0


class Scoring(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The points for results. `places` are whole points by place; if empty, the share of opponents who were beaten."""

    places: tuple[int, ...] = ()
    # What a bye is worth, in percent of a first place.
    bye: int = 100
    ties: tuple[TieBreak, ...] = (
        TieBreak.BUCHHOLZ_CUT_1,
        TieBreak.BUCHHOLZ,
        TieBreak.SONNEBORN_BERGER,
        TieBreak.DIRECT_ENCOUNTER,
        TieBreak.WINS,
    )


class TournamentTerms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The terms of a tournament. `options` has a value for every option of the game."""

    name: str
    game: str
    options: dict[str, str]
    seats: int
    format: Format
    schedule: Schedule
    control: TimeControl = TimeControl()
    rating: RatingTerms = RatingTerms.RATED
    # Whether all tables of a round have the same deal.
    shared_deal: bool = False
    # At more than two seats: whether tables may have fewer seats. Otherwise some entrants have a bye.
    short_tables: bool = True
    leavers: Leavers = Leavers.EMPTY
    # The bot that plays on for leavers.
    bot: str = ""
    limits: EntryLimits = EntryLimits()
    scoring: Scoring = Scoring()


class Entrant(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player who has entered. `rating` is the leaderboard's number at that time."""

    player: Person
    rating: float
    attendance: Attendance
    # When they checked in; 0 if they have not.
    checked_in: int = 0
    # The first round that they play, and the last one before they left; 0 if neither is set.
    since_round: int = 0
    until_round: int = 0
    # Whether a program plays for the player.
    automated: bool = False
    # Their place in the order of ratings at the start, from 1; 0 before that.
    seed: int = 0
    # The step that gave them a place from the waiting list; 0 if none did.
    promoted: int = 0

    @property
    def playing(self) -> bool:
        """Return whether the entrant, or a bot in their place, takes part in the next pairing."""
        return self.attendance in (Attendance.PLAYING, Attendance.REPLACED)


class MatchGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game of a pairing. `ranks` and `scores` are in the order of the pairing's entrants; empty until it is over."""

    table_id: TableId = NO_TABLE
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    # Places in the pairing whose entrants did not play.
    forfeits: tuple[int, ...] = ()
    # Places in the pairing whose entrants play with half of their time (arena).
    berserk: tuple[int, ...] = ()
    # Decided as it stood when the time of the round was over, or when an entrant had left.
    adjudicated: bool = False
    begun: int = 0
    ended: int = 0

    @property
    def over(self) -> bool:
        """Return whether the game has a result."""
        return bool(self.ranks)


class Pairing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Entrants who play each other in a round, in the order of their seats in the first game."""

    entrants: tuple[EntrantNumber, ...]
    games: tuple[MatchGame, ...] = ()
    # Leagues: the place in `Round.groups`. Knock-outs: the place in the next round.
    group: int = 0

    @property
    def over(self) -> bool:
        """Return whether every game that was begun has a result, and at least one was begun."""
        return bool(self.games) and all(game.over for game in self.games)

    @property
    def running(self) -> bool:
        """Return whether a game is being played."""
        return any(not game.over for game in self.games)

    def seated(self, game: int) -> tuple[EntrantNumber, ...]:
        """Return the entrants in the order of seats in a game of the match.

        With each game everybody moves up by a seat.
        """
        moved = game % len(self.entrants)
        return self.entrants[moved:] + self.entrants[:moved]

    def with_game(self, number: int, game: MatchGame) -> "Pairing":
        """Return the pairing with one game changed."""
        return replace(self, games=(*self.games[:number], game, *self.games[number + 1 :]))


class Group(msgspec.Struct, frozen=True):
    """A group of a league's season; divisions are numbered from 0, the highest."""

    division: int
    entrants: tuple[EntrantNumber, ...]


class RoundStage(enum.IntEnum):
    """The stage of a round."""

    PAIRED = 1
    PLAYING = 2
    OVER = 3


class Round(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round, numbered from 1. An arena has a single round, to which pairings are added."""

    number: int
    pairings: tuple[Pairing, ...]
    # Entrants without an opponent, who get a bye.
    byes: tuple[EntrantNumber, ...] = ()
    groups: tuple[Group, ...] = ()
    # Knock-outs: who is on each place of the bracket; neighbours meet, and who has none has a bye.
    places: tuple[EntrantNumber | None, ...] = ()
    stage: RoundStage = RoundStage.PAIRED
    paired: int = 0
    begun: int = 0
    ended: int = 0
    # When it is decided as it stands; 0 for never.
    deadline: int = 0

    def with_pairing(self, number: int, pairing: Pairing) -> "Round":
        """Return the round with one pairing changed."""
        return replace(self, pairings=(*self.pairings[:number], pairing, *self.pairings[number + 1 :]))


class PlannedRound(msgspec.Struct, frozen=True, array_like=True):
    """The tables of a later round that do not depend on results: the entrants of each table by seat."""

    tables: tuple[tuple[EntrantNumber, ...], ...]
    byes: tuple[EntrantNumber, ...] = ()


class Repair(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an organiser changed by hand, and why."""

    at: int
    by: PlayerId
    what: str
    reason: str
    round: int = 0
    pairing: int = 0


class StepMark(msgspec.Struct, frozen=True, array_like=True):
    """The number of a step that was taken, and the digest of its act, by which a repeat is recognised."""

    number: int
    digest: bytes


class Tournament(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A tournament. It contains the secret seed of its deals and lots, so it is never sent to clients as it is."""

    id: TournamentId
    terms: TournamentTerms
    organiser: Person
    created: int
    # Secret: rounds' seeds and all lots come from it.
    seed: bytes
    # The number of the last step.
    version: int = 0
    stage: TournamentStage = TournamentStage.REGISTRATION
    helpers: tuple[Person, ...] = ()
    invited: tuple[PlayerId, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    planned: tuple[PlannedRound, ...] = ()
    repairs: tuple[Repair, ...] = ()
    # When it was paused; 0 if it is not.
    paused: int = 0
    # When the next round may start, or the tournament, at the earliest.
    next_start: int = 0
    # The step that last changed when it starts; 0 if none did.
    moved: int = 0
    started: int = 0
    ended: int = 0
    # The last steps, so that one that is taken again is recognised.
    steps: tuple[StepMark, ...] = ()

    @property
    def numbered(self) -> Iterator[tuple[EntrantNumber, Entrant]]:
        """Return all entrants with their numbers."""
        return ((EntrantNumber(number), entrant) for number, entrant in enumerate(self.entrants))

    @property
    def playing(self) -> tuple[EntrantNumber, ...]:
        """Return the entrants who take part in the next pairing."""
        return tuple(number for number, entrant in self.numbered if entrant.playing)

    @property
    def round(self) -> Round | None:
        """Return the latest round, which may be paired, being played or over; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def between_rounds(self) -> bool:
        """Return whether no round is paired or being played."""
        return not self.rounds or self.rounds[-1].stage is RoundStage.OVER

    @property
    def members(self) -> frozenset[PlayerId]:
        """Return the ids of all people who organise the tournament, have entered or are invited."""
        return frozenset((*(each.id for each in self.people), *self.invited))

    @property
    def people(self) -> tuple[Person, ...]:
        """Return all people who organise the tournament or have entered."""
        return (self.organiser, *self.helpers, *(each.player for each in self.entrants))

    def organised_by(self, player_id: PlayerId) -> bool:
        """Return whether a player is the organiser or a helper."""
        return player_id == self.organiser.id or any(helper.id == player_id for helper in self.helpers)

    def number_of(self, player_id: PlayerId) -> EntrantNumber:
        """Return the entrant number of a player. Raises `UnknownEntrantError`."""
        for number, entrant in self.numbered:
            if entrant.player.id == player_id:
                return number
        raise UnknownEntrantError(f"{player_id} has not entered")

    def round_numbered(self, number: int) -> Round:
        """Return a round. Raises `UnknownPairingError`."""
        if not 1 <= number <= len(self.rounds):
            raise UnknownPairingError(f"no round {number}; there are {len(self.rounds)}")
        return self.rounds[number - 1]

    def with_entrant(self, number: EntrantNumber, entrant: Entrant) -> "Tournament":
        """Return the tournament with one entrant changed."""
        return replace(self, entrants=(*self.entrants[:number], entrant, *self.entrants[number + 1 :]))

    def with_round(self, changed: Round) -> "Tournament":
        """Return the tournament with one round changed."""
        place = changed.number - 1
        return replace(self, rounds=(*self.rounds[:place], changed, *self.rounds[place + 1 :]))


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Tournament)


def encode_tournament(tournament: Tournament) -> bytes:
    """Return a tournament as the bytes that the store keeps."""
    return _ENCODER.encode(tournament)


def decode_tournament(stored: bytes) -> Tournament:
    """Return the tournament that `encode_tournament` wrote. Raises `msgspec.DecodeError` for anything else."""
    return _DECODER.decode(stored)

"""What can be done to a tournament, as data: an act is what a step takes.

Acts of people name who does them (`by`). Acts without `by` are those of the platform: rounds begin and end by clocks,
and results come from tables.
"""

from typing import TypeAlias

import msgspec

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.tournaments.state import EntrantNumber, Group, Pairing, PlannedRound, TournamentTerms
from galaxytables_lobby.ids import PlayerId, TableId


class Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="act"):
    """Base of all acts."""


class PairedRound(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who plays whom in a round, as `pairings.next_round` decides it."""

    pairings: tuple[Pairing, ...]
    byes: tuple[EntrantNumber, ...] = ()
    groups: tuple[Group, ...] = ()
    places: tuple[EntrantNumber | None, ...] = ()
    # The rounds after this one, where they are planned ahead.
    planned: tuple[PlannedRound, ...] = ()


class EditTerms(Act, frozen=True, kw_only=True, tag="edit_terms"):
    """The organiser changes the terms during registration."""

    by: PlayerId
    terms: TournamentTerms


class ChangeHelpers(Act, frozen=True, kw_only=True, tag="change_helpers"):
    """The organiser names the helpers."""

    by: PlayerId
    helpers: tuple[Person, ...]


class Invite(Act, frozen=True, kw_only=True, tag="invite"):
    """Players are invited."""

    by: PlayerId
    players: tuple[PlayerId, ...]


class Register(Act, frozen=True, kw_only=True, tag="register"):
    """A player enters, during registration or late."""

    player: Person
    rating: float
    # When the account was made.
    account_since: int
    # Whether a program plays for the player.
    automated: bool = False


class CheckIn(Act, frozen=True, kw_only=True, tag="check_in"):
    """An entrant says that they are there."""

    by: PlayerId


class Withdraw(Act, frozen=True, kw_only=True, tag="withdraw"):
    """An entrant leaves; an organiser may withdraw another player."""

    by: PlayerId
    player: PlayerId


class Start(Act, frozen=True, kw_only=True, tag="start"):
    """Registration ends, and the tournament starts."""


class PairRound(Act, frozen=True, kw_only=True, tag="pair_round"):
    """A round is added; in an arena, pairings are added to the round."""

    number: int
    paired: PairedRound


class ChangePairings(Act, frozen=True, kw_only=True, tag="change_pairings"):
    """An organiser changes who plays whom before the round starts."""

    by: PlayerId
    number: int
    paired: PairedRound
    reason: str


class StartRound(Act, frozen=True, kw_only=True, tag="start_round"):
    """A round starts: the ids of its tables, in the order of its pairings."""

    number: int
    tables: tuple[TableId, ...]


class StartGame(Act, frozen=True, kw_only=True, tag="start_game"):
    """The next game of a match, or the first one of an arena's pairing, starts."""

    number: int
    pairing: int
    table_id: TableId


class Report(Act, frozen=True, kw_only=True, tag="report"):
    """A table is over. `ranks` and `scores` are in the order of the pairing's entrants, not of seats."""

    number: int
    pairing: int
    table_id: TableId
    ranks: tuple[int, ...]
    scores: tuple[int, ...] = ()
    # Places in the pairing whose entrants never came to the table.
    forfeits: tuple[int, ...] = ()
    # Places in the pairing whose entrants went berserk (arena).
    berserk: tuple[int, ...] = ()


class EndRound(Act, frozen=True, kw_only=True, tag="end_round"):
    """A round ends, since all its games are over, or its time is."""

    number: int


class Finish(Act, frozen=True, kw_only=True, tag="finish"):
    """The tournament ends after its last round."""


class Cancel(Act, frozen=True, kw_only=True, tag="cancel"):
    """The organiser ends the tournament, without a winner."""

    by: PlayerId
    reason: str


class CorrectResult(Act, frozen=True, kw_only=True, tag="correct_result"):
    """An organiser corrects the result of a game."""

    by: PlayerId
    number: int
    pairing: int
    ranks: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] = ()
    forfeits: tuple[int, ...] = ()
    # The game of the match, from 0.
    game: int = 0


class Pause(Act, frozen=True, kw_only=True, tag="pause"):
    """An organiser pauses the tournament: running games go on, no other starts."""

    by: PlayerId
    reason: str


class Resume(Act, frozen=True, kw_only=True, tag="resume"):
    """An organiser resumes the tournament; its times move by the length of the pause."""

    by: PlayerId


class ReplacePerson(Act, frozen=True, kw_only=True, tag="replace_person"):
    """A person takes the place of another one: an account that of its guest, a pseudonym that of an erased player."""

    player: PlayerId
    instead: Person


AnyAct: TypeAlias = (
    EditTerms
    | ChangeHelpers
    | Invite
    | Register
    | CheckIn
    | Withdraw
    | Start
    | PairRound
    | ChangePairings
    | StartRound
    | StartGame
    | Report
    | EndRound
    | Finish
    | Cancel
    | CorrectResult
    | Pause
    | Resume
    | ReplacePerson
)

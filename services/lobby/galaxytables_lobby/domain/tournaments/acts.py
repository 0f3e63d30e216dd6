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
    """Base of all acts: what a person or the platform does to a tournament, as the content of a step."""


class PairedRound(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The tables of the next round, as `pairings.next_round` made them."""

    pairings: tuple[Pairing, ...]
    byes: tuple[EntrantNumber, ...] = ()
    groups: tuple[Group, ...] = ()
    places: tuple[EntrantNumber | None, ...] = ()
    # The rounds after this one, where they are planned ahead.
    planned: tuple[PlannedRound, ...] = ()


class EditTerms(Act, frozen=True, kw_only=True, tag="edit_terms"):
    """The act by which the organiser changes the terms during registration."""

    by: PlayerId
    terms: TournamentTerms


class ChangeHelpers(Act, frozen=True, kw_only=True, tag="change_helpers"):
    """The act by which the organiser replaces the list of helpers."""

    by: PlayerId
    helpers: tuple[Person, ...]


class Invite(Act, frozen=True, kw_only=True, tag="invite"):
    """The act by which an organiser invites players."""

    by: PlayerId
    players: tuple[PlayerId, ...]


class Register(Act, frozen=True, kw_only=True, tag="register"):
    """The act by which a player enters, during registration or late."""

    player: Person
    rating: float
    # When the account was made.
    account_since: int
    # Whether a program plays for the player.
    automated: bool = False


class CheckIn(Act, frozen=True, kw_only=True, tag="check_in"):
    """The act by which an entrant says, before the start, that they are there."""

    by: PlayerId


class Withdraw(Act, frozen=True, kw_only=True, tag="withdraw"):
    """The act by which an entrant leaves, or an organiser withdraws another player."""

    by: PlayerId
    player: PlayerId


class Start(Act, frozen=True, kw_only=True, tag="start"):
    """The act that ends registration and starts the tournament."""


class PairRound(Act, frozen=True, kw_only=True, tag="pair_round"):
    """The act that adds a round with its tables; in an arena it adds tables to the only round."""

    number: int
    paired: PairedRound


class ChangePairings(Act, frozen=True, kw_only=True, tag="change_pairings"):
    """The act by which an organiser changes who plays whom, before the round starts."""

    by: PlayerId
    number: int
    paired: PairedRound
    reason: str


class StartRound(Act, frozen=True, kw_only=True, tag="start_round"):
    """The act that starts a round; it has the ids of the round's tables, in the order of the pairings."""

    number: int
    tables: tuple[TableId, ...]


class StartGame(Act, frozen=True, kw_only=True, tag="start_game"):
    """The act that starts the next game of a match, or the only game of an arena's pairing."""

    number: int
    pairing: int
    table_id: TableId


class Report(Act, frozen=True, kw_only=True, tag="report"):
    """The act that enters the result of a table that is over.

    `ranks` and `scores` are in the order of the pairing's entrants, not of the seats.
    """

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
    """The act that ends a round, because all its games are over or its time is up."""

    number: int


class Finish(Act, frozen=True, kw_only=True, tag="finish"):
    """The act that ends the tournament after its last round."""


class Cancel(Act, frozen=True, kw_only=True, tag="cancel"):
    """The act by which the organiser ends the tournament without a winner."""

    by: PlayerId
    reason: str


class CorrectResult(Act, frozen=True, kw_only=True, tag="correct_result"):
    """The act by which an organiser corrects the result of a game."""

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
    """The act by which an organiser pauses the tournament: running games go on, and no other starts."""

    by: PlayerId
    reason: str


class Resume(Act, frozen=True, kw_only=True, tag="resume"):
    """The act that ends a pause; all times of the tournament move by the length of the pause."""

    by: PlayerId


class ReplacePerson(Act, frozen=True, kw_only=True, tag="replace_person"):
    """The act that replaces a person everywhere: a guest by their account, an erased player by a pseudonym."""

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

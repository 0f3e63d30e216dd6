"""When a game is over though its rules would go on, who then stands before whom, and whether it counts: pure functions.

A game ends once nobody is left who could choose: people have resigned, or let the clock run out until their seats were
handed over. A bot that took over plays on where the table has a successor; a left seat is played by defaults only as
long as a person is at the table. A game for two without a successor ends as soon as one leaves, who stays has won.

A game counts for the ratings if nobody could use twice what they saw, all who were to play did, and playing decided it.
What the host wanted of the table, and what has happened since, say so; nothing is kept of the answer itself.
"""

from collections.abc import Iterable
from typing import TypeAlias

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.domain.state import FinishedTable, OpenTable, RatingTerms, RunningTable, StartedTable, Table
from galaxytables_lobby.ids import SeatNumber

# A number of the contract's enum, as the table keeps it.
Reason: TypeAlias = game_pb2.EndReason.ValueType

# How many play a game in which whoever stays when the other leaves has won: it has no third to play on with.
_FOR_TWO = 2


def name_of(reason: Reason) -> str:
    """What programs call a reason: `played_out`."""
    return game_pb2.EndReason.Name(reason).removeprefix("END_REASON_").lower()


def of_resigning(table: RunningTable, seat: SeatNumber) -> Reason | None:
    """Why the game is over once the person on a seat resigns; None where it goes on."""
    return _of_leaving(table, seat, game_pb2.END_REASON_RESIGNED)


def of_clocking_out(table: RunningTable, seat: SeatNumber, *, most_silent: int) -> Reason | None:
    """Why the game is over once a seat has run out of time again; None where it goes on.

    `most_silent` is how many choices in a row all who play may let pass before nobody plays any more.
    """
    if table.seats[seat].forsaken:
        return None
    misses = {number: table.seats[number].clock.misses + (number == seat) for number in _players(table)}
    if all(count >= most_silent for count in misses.values()):
        return game_pb2.END_REASON_ABANDONED
    if not gone_too_long(table, seat, table.seats[seat].clock.misses + 1):
        return None
    if len(table.seats) == _FOR_TWO and table.seats[1 - seat].clock.misses:
        # Whoever lets time run out too has not stayed; who of both has, the next choice will tell.
        return None
    return _of_leaving(table, seat, game_pb2.END_REASON_CLOCKED_OUT)


def gone_too_long(table: RunningTable, seat: SeatNumber, misses: int) -> bool:
    """Whether a person's seat is handed over after so many clock-outs in a row."""
    return 0 < table.control.misses_before_handover <= misses and seat in table.persons


def deserted(table: RunningTable) -> bool:
    """Whether all people who began the game have left, and no bot plays on for them."""
    left = [seat for seat in table.seats if seat.player is not None]
    return bool(left) and all(seat.forsaken for seat in left)


def silent_seats(table: RunningTable) -> tuple[SeatNumber, ...]:
    """People for whom a table waits, or has gone on without; those who left it where it ends in silence."""
    return tuple(n for n in table.persons if n in table.waiting or table.seats[n].clock.misses)


def may_claim(table: RunningTable, seat: SeatNumber | None) -> bool:
    """Whether a person is the only one left, so that they may end the game: everybody else has left."""
    others_left = all(other.resigned for number, other in table.numbered if number != seat)
    return others_left and seat in table.persons


def final_scores(scores: Iterable[game_pb2.SeatScore], resigned: frozenset[SeatNumber]) -> list[game_pb2.SeatScore]:
    """Scores with the lobby's ranks: who left comes after all who did not; points stay as they are.

    Within each of the two groups the order is the rules', shared ranks included.
    """
    ranked = []
    for score in scores:
        new = game_pb2.SeatScore()
        new.CopyFrom(score)
        ranked.append(new)
    order = {score.seat: (score.seat in resigned, score.rank) for score in ranked}
    for score in ranked:
        score.rank = 1 + sum(other < order[score.seat] for other in order.values())
    return ranked


def _of_leaving(table: RunningTable, seat: SeatNumber, reason: Reason) -> Reason | None:
    if table.control.successor:
        return None
    if len(table.seats) == _FOR_TWO and not table.seats[1 - seat].forsaken:
        return reason
    return None if set(table.persons) - {seat} else game_pb2.END_REASON_ABANDONED


def _players(table: RunningTable) -> tuple[SeatNumber, ...]:
    """Seats of people; where there are none, of bots."""
    return table.persons or tuple(number for number, seat in table.numbered if not seat.forsaken)


# A number of the contract's enum; UNRATED_REASON_UNSPECIFIED of a game that counts, as far as is known.
Unrated: TypeAlias = tables_pb2.UnratedReason.ValueType

# Ends that say nothing about who played better.
_UNDECIDED = {
    game_pb2.END_REASON_STALLED: tables_pb2.UNRATED_REASON_STALLED,
    game_pb2.END_REASON_CLOSED_BY_OPERATOR: tables_pb2.UNRATED_REASON_CLOSED_BY_OPERATOR,
}


def why_unrated(table: Table) -> Unrated:
    """Why a game does not count, or will not count; UNRATED_REASON_UNSPECIFIED where it does."""
    if table.introduction:
        return tables_pb2.UNRATED_REASON_INTRODUCTION
    if table.private:
        return tables_pb2.UNRATED_REASON_PRIVATE
    if table.rating is RatingTerms.CASUAL:
        return tables_pb2.UNRATED_REASON_CASUAL
    if isinstance(table, OpenTable):
        return tables_pb2.UNRATED_REASON_UNSPECIFIED
    if not isinstance(table, StartedTable):
        return tables_pb2.UNRATED_REASON_NOT_PLAYED
    return _why_played_unrated(table)


def is_rated(table: Table) -> bool:
    """Whether a game counts, as far as is known."""
    return why_unrated(table) == tables_pb2.UNRATED_REASON_UNSPECIFIED


def _why_played_unrated(table: StartedTable) -> Unrated:
    if len({_who(table, number) for number, _ in table.numbered}) == 1:
        return tables_pb2.UNRATED_REASON_ONE_PLAYER
    if table.takebacks:
        return tables_pb2.UNRATED_REASON_TAKEN_BACK
    if _missed_out(table):
        return tables_pb2.UNRATED_REASON_NOT_PLAYED
    if isinstance(table, RunningTable):
        return tables_pb2.UNRATED_REASON_UNSPECIFIED
    reason = game_pb2.EndReason.ValueType(table.end_reason)
    if reason == game_pb2.END_REASON_ABANDONED and all(seat.resigned or seat.player is None for seat in table.seats):
        return tables_pb2.UNRATED_REASON_ABANDONED
    return _UNDECIDED.get(reason, tables_pb2.UNRATED_REASON_UNSPECIFIED)


def _who(table: StartedTable, number: SeatNumber) -> str:
    """Who began the game on a seat: a person's id, or a bot's name; no id is a name."""
    seat = table.seats[number]
    return seat.player.id if seat.player is not None else seat.bot


def _missed_out(table: StartedTable) -> bool:
    """Whether somebody has not chosen once, and never will."""
    if isinstance(table, FinishedTable):
        return bool(table.yet_to_choose)
    return any(table.seats[number].resigned for number in table.yet_to_choose)

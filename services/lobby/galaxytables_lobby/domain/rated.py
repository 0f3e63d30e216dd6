"""Whether a game counts for the ratings, and why not: the one place that decides.

A game counts if nobody could use twice what they saw, all who were to play did, and playing decided it. What the host
wanted of the table, and what has happened since, say so; nothing is kept of the answer itself.
"""

from typing import TypeAlias

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.domain.state import FinishedTable, OpenTable, RatingTerms, RunningTable, StartedTable, Table
from galaxytables_lobby.ids import SeatNumber

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

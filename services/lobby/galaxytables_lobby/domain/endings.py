"""Decides early ends of games, final ranks, and whether a game is rated: pure functions.

A game ends early once no player is left: people have resigned, or ran out of time so often that their seats were handed
over. If the table has a successor, that bot plays on for a player who left. Otherwise the seat's prompts get their
defaults, as long as a person is still at the table. A two-player game without a successor ends as soon as one player
leaves, and the other wins.

A game is rated if no choice was taken back by agreement, every player chose at least once, and play decided the result.
Whether that is so is computed from the table's terms and history each time; the table keeps no flag for it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.domain.state import FinishedTable, OpenTable, RatingTerms, RunningTable, StartedTable, Table
from galaxytables_lobby.ids import SeatNumber

# A number of the contract's enum, as the table keeps it.
Reason: TypeAlias = game_pb2.EndReason.ValueType

# The number of seats at which a game ends once one player leaves: the player who stays has won.
_FOR_TWO = 2


def name_of(reason: Reason) -> str:
    """Return the name of an end reason in facts and logs, such as `played_out`."""
    return game_pb2.EndReason.Name(reason).removeprefix("END_REASON_").lower()


def of_resigning(table: RunningTable, seat: SeatNumber) -> Reason | None:
    """Return the reason for which the game ends if the person on a seat resigns, or None if the game goes on."""
    return _of_leaving(table, seat, game_pb2.END_REASON_RESIGNED)


def of_clocking_out(table: RunningTable, seat: SeatNumber, *, max_silent: int) -> Reason | None:
    """Return the reason for which the game ends if a seat runs out of time once more, or None if the game goes on.

    The game is abandoned once every player has missed `max_silent` choices in a row.
    """
    if table.seats[seat].forsaken:
        return None
    misses = {number: table.seats[number].clock.misses + (number == seat) for number in _players(table)}
    if all(count >= max_silent for count in misses.values()):
        return game_pb2.END_REASON_ABANDONED
    if not gone_too_long(table, seat, table.seats[seat].clock.misses + 1):
        return None
    if len(table.seats) == _FOR_TWO and table.seats[1 - seat].clock.misses:
        # Both have run out of time, so neither has stayed; the next choice decides who has left.
        return None
    return _of_leaving(table, seat, game_pb2.END_REASON_CLOCKED_OUT)


def gone_too_long(table: RunningTable, seat: SeatNumber, misses: int) -> bool:
    """Return whether a person's seat is handed over after running out of time `misses` times in a row."""
    return 0 < table.control.misses_before_handover <= misses and seat in table.persons


def deserted(table: RunningTable) -> bool:
    """Return whether all people who began the game have left, and no bot plays on for them."""
    left = [seat for seat in table.seats if seat.player is not None]
    return bool(left) and all(seat.forsaken for seat in left)


def silent_seats(table: RunningTable) -> tuple[SeatNumber, ...]:
    """Return the seats whose players count as having left if the game ends because nobody plays.

    Those are all seats that must choose now, and all seats for which the clock made the last choice.
    """
    return tuple(n for n in table.persons if n in table.waiting or table.seats[n].clock.misses)


def may_claim(table: RunningTable, seat: SeatNumber | None) -> bool:
    """Return whether the person on a seat may end the game because everybody else has left."""
    others_left = all(other.resigned for number, other in table.numbered if number != seat)
    return others_left and seat in table.persons


def final_scores(scores: Iterable[game_pb2.SeatScore], resigned: frozenset[SeatNumber]) -> list[game_pb2.SeatScore]:
    """Return the scores with the lobby's ranks: players who left rank below all others. Points do not change.

    Among those who stayed, and among those who left, the ranks follow the order of the rules service, ties included.
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
    """Return the seats of people, or of bots if there are no people."""
    return table.persons or tuple(number for number, seat in table.numbered if not seat.forsaken)


MIN_CHOICES = 3
"""A game that ends because a player leaves counts only if every seat has made so many choices by then."""

# Ends that a player brought about by leaving.
_LEFT = (game_pb2.END_REASON_RESIGNED, game_pb2.END_REASON_CLOCKED_OUT)

# A number of the contract's enum; UNRATED_REASON_UNSPECIFIED for a game that counts so far.
Unrated: TypeAlias = tables_pb2.UnratedReason.ValueType

# Ends that do not show who played better.
_UNDECIDED = {
    game_pb2.END_REASON_STALLED: tables_pb2.UNRATED_REASON_STALLED,
    game_pb2.END_REASON_CLOSED_BY_OPERATOR: tables_pb2.UNRATED_REASON_CLOSED_BY_OPERATOR,
}


def why_unrated(table: Table) -> Unrated:
    """Return why a game is not rated, or UNRATED_REASON_UNSPECIFIED if it is."""
    if table.private and not table.by_invitation:
        return _why_private_unrated(table)
    if table.rating is RatingTerms.CASUAL:
        return tables_pb2.UNRATED_REASON_CASUAL
    if isinstance(table, OpenTable):
        return tables_pb2.UNRATED_REASON_UNSPECIFIED
    if not isinstance(table, StartedTable):
        return tables_pb2.UNRATED_REASON_NOT_PLAYED
    return _why_played_unrated(table)


def _why_private_unrated(table: Table) -> Unrated:
    if table.introduction:
        return tables_pb2.UNRATED_REASON_INTRODUCTION
    return tables_pb2.UNRATED_REASON_SANDBOX if table.sandbox else tables_pb2.UNRATED_REASON_PRIVATE


def is_rated(table: Table) -> bool:
    """Return whether a game is rated, judged by what has happened so far."""
    return why_unrated(table) == tables_pb2.UNRATED_REASON_UNSPECIFIED


def is_too_short(table: FinishedTable, choices: Sequence[SeatNumber]) -> bool:
    """Return whether somebody left so early that the game's end says nothing about who plays better.

    `choices` has the seat of each choice of the game.
    """
    counted = Counter(choices)
    return table.end_reason in _LEFT and any(counted[number] < MIN_CHOICES for number, _ in table.numbered)


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
    """Return who had a seat when the game began: a person's id or a bot's name. No id equals a name."""
    seat = table.seats[number]
    return seat.player.id if seat.player is not None else seat.bot


def _missed_out(table: StartedTable) -> bool:
    """Return whether a player has never chosen, and no longer can."""
    if isinstance(table, FinishedTable):
        return bool(table.yet_to_choose)
    return any(table.seats[number].resigned for number in table.yet_to_choose)

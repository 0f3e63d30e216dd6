"""Rounds and turns: whose turn it is, and which round is the last (R3, R7.3-R7.6)."""

from collections.abc import Sequence

from galaxytables_beyond.components.numbers import NO_SYSTEM
from galaxytables_beyond.state import BeyondPlay, Turn, this_turn
from galaxytables_kit import NOBODY, Seat, seats_of


def begin_round(play: BeyondPlay) -> None:
    """A round begins, in which every seat has a turn."""
    play.state.round += 1


def limit_is_reached(play: BeyondPlay) -> bool:
    """Return whether this round is the last by the round limit, and no other rule has made it so (R7.6)."""
    return play.state.round == play.options.round_limit and not play.state.last_round


def end_by_limit(play: BeyondPlay) -> None:
    """The round limit makes this round the last one (R7.6)."""
    play.state.last_round = play.state.round
    play.tell("round_limit", round=play.state.round)


def seats_clockwise(play: BeyondPlay) -> Sequence[Seat]:
    """Return all seats, the first player first (R3.1)."""
    return seats_of(play.seats, play.state.first)


def begin_turn(play: BeyondPlay, seat: Seat) -> Turn:
    """Return the state with which a seat's turn begins."""
    locations = play.state.locations
    unclaimed = [location.system for location in locations if location.system != NO_SYSTEM and location.owner == NOBODY]
    return Turn(seat, unclaimed, spent=[{} for _ in range(play.seats)], takeovers=[0] * play.seats)


def announce(play: BeyondPlay) -> None:
    """An event announces the seat whose turn begins."""
    play.tell("turn", this_turn(play).seat, round=play.state.round)


def final_round_is_over(play: BeyondPlay) -> bool:
    """Return whether the last round has been played (R7.5)."""
    return 0 < play.state.last_round <= play.state.round


def tell_end(play: BeyondPlay) -> None:
    """An event announces that the game has ended."""
    play.tell("game_ended")

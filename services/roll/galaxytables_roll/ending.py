"""Decides when the game ends (R10.1)."""

from collections.abc import Sequence

from galaxytables_roll.state import RollPlay, SeatState

VP_PER_PLAYER = 12
ENDING_TILES = 12


def chips_left(seats: Sequence[SeatState]) -> int:
    """Return how many VP are left in the original pool (R2.2); 0 once it is used up."""
    return max(0, VP_PER_PLAYER * len(seats) - sum(mine.chips for mine in seats))


def is_last_round(seats: Sequence[SeatState]) -> bool:
    """Return whether the original pool is used up or an empire has twelve tiles (R10.1)."""
    return chips_left(seats) == 0 or any(len(mine.empire) >= ENDING_TILES for mine in seats)


def last_round_is_over(play: RollPlay) -> bool:
    """Return whether the round just played was the last one."""
    return is_last_round(play.state.seats)


def tell_end(play: RollPlay) -> None:
    """Emit the event that the game ended, with the round in which it did."""
    play.tell("over", round=play.state.round)

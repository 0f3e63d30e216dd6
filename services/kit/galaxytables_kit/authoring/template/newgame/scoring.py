"""Counts the points of all seats."""

from collections.abc import Sequence

from galaxytables_kit import Score, Seat

from newgame.state import COLOURS, CardPlay, Colour

COLOUR_BONUS = 5


def scores(play: CardPlay) -> Sequence[Score]:
    """Return each seat's points for cards and for colours; the most valuable card breaks ties (3.2 to 3.4)."""
    return [_score(play, seat) for seat in play.all_seats]


def _score(play: CardPlay, seat: Seat) -> Score:
    worth = [play.pack.card(card).points for card in play.state.taken[seat]]
    won = sum(_has_most(play, seat, colour) for colour in COLOURS)
    return Score(seat, {"cards": sum(worth), "colours": COLOUR_BONUS * won}, (max(worth, default=0),))


def _has_most(play: CardPlay, seat: Seat, colour: Colour) -> bool:
    counts = [[play.pack.card(card).colour for card in cards].count(colour) for cards in play.state.taken]
    return counts[seat] > max(count for other, count in enumerate(counts) if other != seat)

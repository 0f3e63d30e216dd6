"""The view of the table for one viewer. It is built field by field, so nothing is shown by accident."""

from galaxytables.goofspiel.v1 import goofspiel_pb2
from galaxytables_kit import Seat
from goofspiel.state import GoofspielPlay, State


def view(play: GoofspielPlay, frozen: State, viewer: Seat | None) -> goofspiel_pb2.GoofspielView:
    """Return the view of a seat, or of a spectator (None).

    The viewer's own cards are shown as they are now, everything else as it was before the secret bids.
    """
    shown = goofspiel_pb2.GoofspielView(
        round=min(len(frozen.players[0].spent) + 1, play.options.prizes),
        rounds=play.options.prizes,
        prizes=frozen.prizes,
        deck=[prize.id for prize in play.pack.prizes if prize.id in frozen.deck],
        lost=frozen.lost,
    )
    for seat in play.all_seats:
        state = play.state if seat == viewer else frozen
        player = state.players[seat]
        shown.players.add(
            seat=seat,
            points=play.pack.points(player.won),
            hand=[_bid(seat, value) for value in player.hand],
            bid=_bid(seat, state.bids[seat]) if seat in state.bids else None,
            spent=[_bid(seat, value) for value in player.spent],
            won=player.won,
        )
    return shown


def bid_id(seat: Seat, value: int) -> str:
    """Return the id of a bid card, which stays the same throughout the game."""
    return f"bid:{seat}:{value}"


def _bid(seat: Seat, value: int) -> goofspiel_pb2.Bid:
    return goofspiel_pb2.Bid(id=bid_id(seat, value), value=value)

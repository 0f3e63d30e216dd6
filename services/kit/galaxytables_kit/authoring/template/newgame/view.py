"""Makes the view of one viewer. Clients receive nothing else of the state, so the order of the deck stays hidden."""

from galaxytables_kit import Seat
from google.protobuf.struct_pb2 import Struct as View

from newgame.scoring import scores
from newgame.state import CardPlay, State


def view(play: CardPlay, frozen: State, viewer: Seat | None) -> View:
    """Return the view of the table for a seat, or for a spectator (None). In this game all see the same."""
    del viewer
    shown = View()
    shown.update(
        {
            "deck": len(frozen.deck),
            "row": [*frozen.row],
            "players": [
                {"seat": score.seat, "points": score.total, "cards": [*frozen.taken[score.seat]]}
                for score in scores(play)
            ],
        }
    )
    return shown

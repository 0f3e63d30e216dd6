"""Moves discs to the automation track (R11.1-R11.3)."""

from galaxytables_beyond.components.effects import Automate
from galaxytables_beyond.operations.resolve import operation
from galaxytables_beyond.state import BeyondPlay
from galaxytables_beyond.table.discs import DISC_NAMES, TRACKS, choose_disc
from galaxytables_kit import Flow, Seat


@operation(Automate)
def automate(play: BeyondPlay, seat: Seat, op: Automate) -> Flow[None]:
    """Move discs from production tracks to the automation track (R11.1-R11.3)."""
    faction = play.state.factions[seat]
    for _ in range(op.n):
        tracks = TRACKS if op.kind == "either" else (op.kind,)
        disc = yield from choose_disc(play, seat, "automate.track", tracks)
        faction.automation.append(disc)
        play.tell("automated", seat, disc=DISC_NAMES[disc], level=len(faction.automation))

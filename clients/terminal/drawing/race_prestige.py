"""Prestige in Race for the Galaxy: chips and the tile beside a name, cards turned up, cards that are saved."""

from rich.text import Text

from clients.terminal.drawing.scene import Area, Look, Spot
from galaxy.race.v1 import race_pb2


def prestige_figures(empire: race_pb2.Empire, *, leads: bool) -> str:
    """Write the prestige of a player: chips, whether the tile lies there with chips on it, whether a boost is left."""
    if not empire.HasField("prestige"):
        return ""
    prestige = empire.prestige
    tile = f" (leads, {prestige.on_tile} on the tile)" if leads else ""
    return f"{prestige.chips} prestige{tile}{', boost used' if prestige.used else ''}"


def revealed_area(empire: race_pb2.Empire, look: Look) -> Area:
    """Draw the cards that a player has turned up, the last one last."""
    spots = [
        Spot(Text(look.catalogue.name(card.component), no_wrap=True), card.component, option=card.id)
        for card in empire.revealed
    ]
    return Area(f"Turned up by {look.people.name(empire.seat)} · {len(spots)}", spots)


def saved_marks(card: race_pb2.PlacedCard) -> str:
    """Mark a world under which cards lie face down."""
    return f" ({card.saved} saved)" if card.saved else ""

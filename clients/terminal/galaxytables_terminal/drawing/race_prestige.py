"""Draws prestige in Race for the Galaxy.

Shown are chips and the leader tile beside a player's name, revealed cards, and saved cards.
"""

from rich.text import Text

from galaxytables.race.v1 import race_pb2
from galaxytables_terminal.drawing.scene import Area, Look, Spot
from galaxytables_terminal.wording import Wording


def prestige_figures(empire: race_pb2.Empire, say: Wording, *, leads: bool) -> str:
    """Return a player's prestige as text: chips, the leader tile and the chips on it, and whether a boost is left."""
    if not empire.HasField("prestige"):
        return ""
    prestige = empire.prestige
    text = say("race-prestige", chips=prestige.chips)
    if leads:
        text = f"{text} {say('race-prestige-leads', chips=prestige.on_tile)}"
    return say("people-comma", first=text, second=say("race-boost-used")) if prestige.used else text


def revealed_area(empire: race_pb2.Empire, look: Look) -> Area:
    """Return the area of the screen that shows the cards a player has revealed, in order."""
    spots = [
        Spot(Text(look.catalogue.name(card.component), no_wrap=True), card.component, (card.id,))
        for card in empire.revealed
    ]
    return Area(look.say("race-turned-up", who=look.people.name(empire.seat), cards=len(spots)), spots)


def saved_marks(card: race_pb2.PlacedCard, say: Wording) -> str:
    """Return the mark of a world with saved cards under it."""
    return f" {say('race-saved-under', cards=card.saved)}" if card.saved else ""

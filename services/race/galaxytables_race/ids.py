"""The short ids that views and options use for the pieces and places of a table.

A thing of which there is only one, such as an action card, a goal tile or an orb card, has its component id.
"""

from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.invasion import InvaderNumber
from galaxytables_race.state.orb import Cell


def card_id(card: CardNumber) -> str:
    """Return the id of a card. It is the same wherever the card lies."""
    return str(card)


def good_id(world: CardNumber, number: int) -> str:
    """Return the id of one of the goods on a world; they are numbered from 1."""
    return f"{world}:{number}"


def team_id(number: int) -> str:
    """Return the id of a team of explorers."""
    return f"team:{number}"


def invader_id(card: InvaderNumber) -> str:
    """Return the id of an invasion card that a seat fights."""
    return f"x{card}"


def cell_id(cell: Cell) -> str:
    """Return the id of a cell of the orb, or of an empty place beside the orb."""
    return f"c:{cell[0]}:{cell[1]}"

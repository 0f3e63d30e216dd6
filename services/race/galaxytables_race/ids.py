"""By which ids views and options name the pieces and places of a table: short ones, since views are full of them.

What is there once, an action card, a goal tile or an orb card, has its component as its id.
"""

from galaxytables_race.components.cards import CardNumber
from galaxytables_race.invasion.components import InvaderNumber
from galaxytables_race.orb.state import Cell


def card_id(card: CardNumber) -> str:
    """The id of a card, wherever it lies."""
    return str(card)


def good_id(world: CardNumber, number: int) -> str:
    """The id of one of the goods on a world, from 1."""
    return f"{world}:{number}"


def team_id(number: int) -> str:
    """The id of a team of explorers."""
    return f"team:{number}"


def invader_id(card: InvaderNumber) -> str:
    """The id of an invasion card that is fought."""
    return f"x{card}"


def cell_id(cell: Cell) -> str:
    """The id of a cell of the orb, or of a place beside it."""
    return f"c:{cell[0]}:{cell[1]}"

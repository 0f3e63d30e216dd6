"""By which ids views and options name the pieces and places of a table."""

from services.race.orb.state import Cell


def card_id(card: int) -> str:
    """The id of a card, wherever it lies."""
    return str(card)


def good_id(world: int, number: int) -> str:
    """The id of one of the goods on a world, from 1."""
    return f"good:{world}:{number}"


def action_id(action: str) -> str:
    """The id of an action card of the viewer."""
    return f"action:{action}"


def orb_card_id(card: int) -> str:
    """The id of an orb card."""
    return f"orb:{card}"


def team_id(number: int) -> str:
    """The id of a team of explorers."""
    return f"team:{number}"


def invader_id(card: int) -> str:
    """The id of an invasion card that is fought."""
    return f"invader:{card}"


def admiral_id(seat: int) -> str:
    """The id of a disc on the repulse track."""
    return f"admiral:{seat}"


def order_id(seat: int) -> str:
    """The id of a disc on the track of the orb."""
    return f"order:{seat}"


def space_id(space: int) -> str:
    """The id of a space of the repulse track."""
    return f"track:{space}"


def cell_id(cell: Cell) -> str:
    """The id of a cell of the orb, or of a place beside it."""
    return f"cell:{cell[0]}:{cell[1]}"

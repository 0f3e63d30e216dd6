"""Names of pieces and places that are no components, as views and targets have them: short, views are full of them."""

from galaxytables_beyond.components.cards import Power
from galaxytables_beyond.components.effects import Track
from galaxytables_kit import Seat


def ship(seat: Seat, place: str, level: int, number: int) -> str:
    """A ship by owner, location and level, and which of those alike it is besides the first one."""
    return f"s:{seat}:{place}:{level}:{number}" if number else f"s:{seat}:{place}:{level}"


def column(seat: Seat, letter: str) -> str:
    """A supply column."""
    return f"c:{seat}:{letter}"


def track(seat: Seat, kind: Track) -> str:
    """A production track; to take a disc is to take its leftmost one."""
    return f"{kind}:{seat}"


def achievement_slot(card: str, number: int) -> str:
    """A slot of an achievement card, from 0 and from the left."""
    return f"{card}:{number}"


def power(held: Power) -> str:
    """A lasting power on its card or mat."""
    return held.id.replace(".", ":")

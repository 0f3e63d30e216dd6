"""Ids of pieces and places that are not components, for views and targets.

The ids are short, since views hold many of them.
"""

from galaxytables_beyond.components.cards import Power
from galaxytables_beyond.components.effects import Track
from galaxytables_kit import Seat


def ship(seat: Seat, place: str, level: int, number: int) -> str:
    """Return the id of a ship: its seat, location and level, and a number that tells equal ships apart."""
    return f"s:{seat}:{place}:{level}:{number}" if number else f"s:{seat}:{place}:{level}"


def column(seat: Seat, letter: str) -> str:
    """Return the id of a supply column."""
    return f"c:{seat}:{letter}"


def track(seat: Seat, kind: Track) -> str:
    """Return the id of a production track. As a target it stands for the leftmost disc of the track."""
    return f"{kind}:{seat}"


def achievement_slot(card: str, number: int) -> str:
    """Return the id of a slot of an achievement card; slots are numbered from 0, from left to right."""
    return f"{card}:{number}"


def power(held: Power) -> str:
    """Return the id of a lasting power, as it stands on its card or mat."""
    return held.id.replace(".", ":")

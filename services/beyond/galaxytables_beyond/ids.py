"""Ids of pieces and places that are not components, in views and targets. They are short: views hold many."""

from galaxytables_beyond.components.cards import Power
from galaxytables_beyond.components.effects import Track
from galaxytables_kit import Seat


def ship(seat: Seat, place: str, level: int, number: int) -> str:
    """Return the id of a ship: its owner, location and level, and a number if several ships have the same."""
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
    """Return the id of a lasting power on its card or mat."""
    return held.id.replace(".", ":")

"""Ships on the exploration board, by location and level (R12)."""

from galaxytables_beyond.state import BeyondPlay
from galaxytables_kit import Seat

HIGHEST_LEVEL = 4


def put_ship(play: BeyondPlay, seat: Seat, place: int, level: int) -> None:
    """Put a ship of a seat on a location. The fleet there stays sorted by level, highest first."""
    fleet = play.state.locations[place].fleets[seat]
    fleet.append(level)
    fleet.sort(reverse=True)


def ship_groups(play: BeyondPlay, seat: Seat) -> list[tuple[int, int]]:
    """Return the pairs of location and level at which a seat has ships, each pair once."""
    return [
        (place, level)
        for place, location in enumerate(play.state.locations)
        if (fleet := location.fleets[seat])
        for level in (fleet if len(fleet) == 1 else dict.fromkeys(fleet))
    ]


def can_upgrade(play: BeyondPlay, seat: Seat) -> bool:
    """Return whether a seat has a ship below level 4."""
    return any(level < HIGHEST_LEVEL for _, level in ship_groups(play, seat))

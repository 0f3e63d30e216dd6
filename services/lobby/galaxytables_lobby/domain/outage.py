"""Times in which nobody could play a game, one edition of it, or anything from a browser."""

from dataclasses import dataclass

# What beats and outages call the gateways together; no game has such a name.
GATEWAYS = "*gateways"


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody could play, from the last moment it was seen to work; milliseconds."""

    # The game, the edition (`galaxytables_lobby.domain.pin.edition`), or GATEWAYS.
    game: str
    start: int
    end: int

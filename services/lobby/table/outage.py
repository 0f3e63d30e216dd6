"""Times in which nobody could play."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody could play a game, from the last moment it was seen to work; milliseconds."""

    game: str
    start: int
    end: int

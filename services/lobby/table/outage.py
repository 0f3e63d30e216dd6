"""Times in which nobody could play a game, or one edition of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody could play, from the last moment it was seen to work; milliseconds."""

    # The game, or the edition (`services.lobby.rules.edition`).
    game: str
    start: int
    end: int

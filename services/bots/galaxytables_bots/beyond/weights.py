"""What the bot believes things to be worth, in victory points."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """Changed one at a time, games of the bot against itself tell whether a figure is better."""

    ore: float = 0.45
    population: float = 1.2
    strength: float = 0.5
    jump: float = 0.1
    automation: float = 2.0
    technology: tuple[float, float, float, float, float] = (0.0, 2.0, 3.8, 7.5, 13.0)
    """A technology of a level, beyond the cards' own bonus; level 0 is none."""
    follow_up: float = 0.6
    """Each slot for which a researcher completes what is asked."""
    unknown_card: float = 1.5
    """The bonus of a card that is still to be found."""
    action: float = 0.6
    """The part of an action's gain that having it is worth."""
    power: float = 2.0
    """A lasting power."""
    colony: float = 3.0
    """A colony beyond its points: the disc, and the cubes that return."""
    outpost: float = 1.5
    progress: float = 0.5
    distance: float = 0.12
    idle_population: float = 0.35
    """Population beyond what the next turns can use."""
    achievement: float = 1.0
    """A point of an achievement, shared among the steps that are missing."""
    long_game: int = 15
    """Rounds after which achievements, which end the game, draw more and more."""
    impatience: float = 0.2
    """By how much more, each round."""
    fleet: int = 12
    """So much strength is enough."""
    cubes: int = 9
    """So many cubes should be left for ships: researchers never come back."""
    scarcity: float = 1.5
    """A researcher that is missing from them."""
    plenty: int = 4
    """So much population, or twice so much ore, is enough for the next turns."""


USUAL = Weights()

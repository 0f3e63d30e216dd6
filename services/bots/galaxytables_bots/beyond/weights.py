"""The weights with which the heuristic of Beyond the Sun values options, in victory points."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """The weights of the heuristic.

    To find out whether a changed weight is better, let the bot play against itself with both.
    """

    ore: float = 0.45
    population: float = 1.2
    strength: float = 0.5
    jump: float = 0.1
    automation: float = 2.0
    technology: tuple[float, float, float, float, float] = (0.0, 2.0, 3.8, 7.5, 13.0)
    """A technology by level, beyond its card's own bonus; level 0 is none."""
    follow_up: float = 0.6
    """Each slot for which a researcher completes the prerequisites."""
    unknown_card: float = 1.5
    """The bonus of a card that is not known yet."""
    action: float = 0.6
    """The part of an action's gain that counts for having the action."""
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
    """A point of an achievement, divided among the missing steps."""
    long_game: int = 15
    """The round after which achievements, which end the game, become more attractive."""
    impatience: float = 0.2
    """By how much more, per round."""
    fleet: int = 12
    """The strength that is enough."""
    cubes: int = 9
    """The cubes to keep for ships, since researchers never return."""
    scarcity: float = 1.5
    """Each researcher taken from those."""
    plenty: int = 4
    """The population, or half the ore, that is enough for the next turns."""


USUAL = Weights()

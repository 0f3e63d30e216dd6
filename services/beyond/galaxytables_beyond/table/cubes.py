"""Supply columns: cubes are taken from the left and put back from the right (R9.4-R9.7)."""

from galaxytables_beyond.components.cards import COLUMNS
from galaxytables_beyond.state import BeyondPlay, Faction
from galaxytables_kit import Seat


def supply_left(faction: Faction) -> int:
    """Return the number of supply cubes in all columns of a faction."""
    return sum(faction.supply)


def take_leftmost(faction: Faction) -> None:
    """Remove one supply cube from the leftmost non-empty column (R9.4). The caller ensures that there is one."""
    supply = faction.supply
    for column, cubes in enumerate(supply):
        if cubes:
            supply[column] = cubes - 1
            return
    raise LookupError("no supply cube is left")


def return_cube(play: BeyondPlay, seat: Seat) -> None:
    """Put one cube back into the rightmost column with room, or into column A if all are full (R9.7)."""
    faction = play.state.factions[seat]
    sizes = play.pack.mats[faction.mat].supply_columns
    supply = faction.supply
    for column in range(len(COLUMNS) - 1, -1, -1):
        if supply[column] < sizes[column]:
            supply[column] += 1
            return
    supply[0] += 1


def return_population(play: BeyondPlay, seat: Seat, count: int) -> None:
    """Put population back into the supply columns (R9.7). The caller ensures that there is enough."""
    faction = play.state.factions[seat]
    faction.population -= count
    for _ in range(count):
        return_cube(play, seat)


def settle_population(faction: Faction, count: int) -> int:
    """Turn up to `count` supply cubes into population, leftmost column first. Returns how many (R9.4)."""
    turned = min(count, supply_left(faction))
    for _ in range(turned):
        take_leftmost(faction)
    faction.population += turned
    return turned

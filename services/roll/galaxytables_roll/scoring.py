"""Counts the points of all seats (R10.2-R10.8)."""

from collections.abc import Callable, Iterable, Mapping

from galaxytables_kit import Dispatched
from galaxytables_roll.components.kinds import (
    Bonus,
    VpChipTriangle,
    VpFractionOfCost,
    VpPerDevelopment,
    VpPerDieColour,
    VpPerDieGroup,
    VpPerGood,
    VpPerWorld,
)
from galaxytables_roll.components.tiles import Face, Pack
from galaxytables_roll.dice import DIE, colour_of, count_colour
from galaxytables_roll.powers import world_count
from galaxytables_roll.state import SeatState, dice_of


def score_parts(pack: Pack, mine: SeatState) -> dict[str, int]:
    """Return a player's points by source: chips, printed costs, and the bonuses of 6-cost developments."""
    empire = [pack.faces[face] for face in mine.empire]
    return {
        "chips": mine.chips,
        "developments": sum(face.cost for face in empire if not face.world),
        "worlds": sum(face.cost for face in empire if face.world),
        "bonuses": sum(bonuses(pack, mine).values()),
    }


def bonuses(pack: Pack, mine: SeatState) -> Mapping[str, int]:
    """Return the points of each of a player's tiles that has an end bonus, by component id (R10.3)."""
    faces = (pack.faces[face] for face in mine.empire)
    return {face.id: bonus_points(pack, mine, face.bonus) for face in faces if face.bonus is not None}


def tie_break(mine: SeatState) -> int:
    """Return the number that breaks ties: dice in the cup plus credits (R10.7)."""
    return len(mine.cup) + mine.credits


def bonus_points(pack: Pack, mine: SeatState, bonus: Bonus) -> int:
    """Return the points of one end bonus; an incomplete group counts as a whole one (R10.4)."""
    return _POINTS[type(bonus)](pack, mine, bonus)


def triangle_root(chips: int) -> int:
    """Return the greatest k for which 1 + 2 + ... + k does not exceed the VP in chips (R13.23)."""
    root = 0
    while (root + 1) * (root + 2) // 2 <= chips:
        root += 1
    return root


def _developments(pack: Pack, mine: SeatState, bonus: VpPerDevelopment) -> int:
    faces = (pack.faces[face] for face in mine.empire)
    return sum(not face.world and not (bonus.exclude_reassign and face.reassign) for face in faces)


def _counted(pack: Pack, mine: SeatState, bonus: VpFractionOfCost) -> Iterable[Face]:
    for number in mine.empire:
        face = pack.faces[number]
        if bonus.of == "worlds":
            if face.world and bonus.world_colour in (None, face.colour):
                yield face
        elif not face.world and (face.reassign or not bonus.reassign_only):
            yield face


def _per_development(pack: Pack, mine: SeatState, bonus: VpPerDevelopment) -> int:
    return bonus.amount * _developments(pack, mine, bonus)


def _fraction(pack: Pack, mine: SeatState, bonus: VpFractionOfCost) -> int:
    return -(-sum(face.cost for face in _counted(pack, mine, bonus)) // bonus.divisor)


def _per_world(pack: Pack, mine: SeatState, bonus: VpPerWorld) -> int:
    return bonus.amount * world_count(pack, mine, bonus.world_colour)


def _per_die_colour(_: Pack, mine: SeatState, bonus: VpPerDieColour) -> int:
    return bonus.amount * len(set(map(colour_of, dice_of(mine))))


def _per_die_group(_: Pack, mine: SeatState, bonus: VpPerDieGroup) -> int:
    return bonus.amount * -(-count_colour(dice_of(mine), DIE[bonus.die_colour]) // bonus.group)


def _triangle(_: Pack, mine: SeatState, __: VpChipTriangle) -> int:
    return triangle_root(mine.chips)


def _per_good(_: Pack, mine: SeatState, bonus: VpPerGood) -> int:
    return bonus.amount * sum(map(len, mine.goods.values()))


_POINTS: dict[type[Bonus], Callable[[Pack, SeatState, Dispatched], int]] = {
    VpPerDevelopment: _per_development,
    VpFractionOfCost: _fraction,
    VpPerWorld: _per_world,
    VpPerDieColour: _per_die_colour,
    VpPerDieGroup: _per_die_group,
    VpChipTriangle: _triangle,
    VpPerGood: _per_good,
}

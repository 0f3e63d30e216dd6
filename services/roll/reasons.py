"""What reasons are about: dice, and tiles, that are no options though a player might expect them.

Among what is barred, a number names a piece: a die by its own number, a face of a tile by a number below 0. Words stand
for what they do among options.
"""

from collections.abc import Collection, Hashable, Iterable

from services.kit.event import Piece
from services.kit.reason import Reason
from services.roll.dice import colour_of
from services.roll.pieces import die_id
from services.roll.telling import die_fact


def as_tile(face: int) -> int:
    """A tile that is barred, by the face that is up."""
    return -1 - face


def face_of(barred: int) -> int | None:
    """The face of a tile that is barred, None for a die."""
    return -1 - barred if barred < 0 else None


def like_others(
    seat: int, paragraph: str, candidates: Iterable[tuple[Hashable, int]], offered: Collection[int]
) -> dict[int, Reason]:
    """Dice that are not offered since one alike is; candidates come with what dice alike have in common."""
    candidates = list(candidates)
    first: dict[Hashable, int] = {}
    for alike, die in candidates:
        if die in offered:
            first.setdefault(alike, die)
    return {
        die: Reason("like_another", paragraph, {"like": Piece(die_id(seat, first[alike])), "die": die_fact(die)})
        for alike, die in candidates
        if die not in offered and alike in first
    }


def of_one_colour(seat: int, paragraph: str, dice: Iterable[int], offered: Collection[int]) -> dict[int, Reason]:
    """Dice of one place that are not offered since one of their colour is."""
    return like_others(seat, paragraph, [(colour_of(die), die) for die in dice], offered)

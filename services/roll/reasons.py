"""What reasons are about: dice, and tiles, that are no options though a player might expect them.

Among what is barred, a number names a piece: a die by its own number, a face of a tile by a number below 0. Words stand
for what they do among options.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any

from services.kit import Piece, Reason, Seat
from services.roll.dice import FACES, colour_of, first_of_each_colour, worker_name
from services.roll.pieces import die_id
from services.roll.telling import die_fact


def as_tile(face: int) -> int:
    """A tile that is barred, by the face that is up."""
    return -1 - face


def face_of(barred: int) -> int | None:
    """The face of a tile that is barred, None for a die."""
    return -1 - barred if barred < 0 else None


def like_others(
    seat: Seat, paragraph: str, candidates: Iterable[tuple[Hashable, int]], offered: Mapping[Any, int]
) -> dict[int, Reason]:
    """Dice that are not offered since one alike is: candidates come under what options would name them by."""
    dice = set(offered.values())
    return {
        die: Reason("like_another", paragraph, {"like": Piece(die_id(seat, offered[name])), "die": die_fact(die)})
        for name, die in candidates
        if die not in dice and name in offered
    }


def of_one_colour(seat: Seat, paragraph: str, dice: Collection[int]) -> dict[int, Reason]:
    """Dice of one place for which the first of their colour is offered."""
    return like_others(seat, paragraph, [(colour_of(die), die) for die in dice], first_of_each_colour(dice))


def like_workers(
    seat: Seat, paragraph: str, workers: Iterable[tuple[int, int]], offered: Mapping[str, int]
) -> dict[int, Reason]:
    """Workers, given as (phase, rolled die), that are not offered since one alike is."""
    candidates = [(worker_name(phase, die), die // FACES) for phase, die in workers]
    return like_others(seat, paragraph, candidates, {name: die // FACES for name, die in offered.items()})

"""Gives the reasons why certain dice and tiles cannot be picked, though a player might expect them to be options.

In these reasons a number names a piece: a die by its own number, the face of a tile by a number below 0. A word names
the same thing as an option with this word as its id.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping

from galaxytables_kit import AnyPick, Piece, Reason, Seat
from galaxytables_roll.components.numbers import FaceNumber
from galaxytables_roll.dice import DIE_OF, OwnedDie, RolledDie, colour_of, first_of_each_colour, worker_name
from galaxytables_roll.pieces import die_id
from galaxytables_roll.telling import die_fact


def as_tile(face: FaceNumber) -> int:
    """Return the number below 0 that names a tile that cannot be picked; `face` is the face of it that is up."""
    return -1 - face


def face_of(barred: int) -> FaceNumber | None:
    """Return the face of the tile that such a number names; None if the number names a die."""
    return FaceNumber(-1 - barred) if barred < 0 else None


def like_others(
    seat: Seat, paragraph: str, candidates: Iterable[tuple[Hashable, OwnedDie]], offered: Mapping[AnyPick, OwnedDie]
) -> dict[OwnedDie, Reason]:
    """Return the reasons against dice that are not offered because an equal die is.

    `candidates` are dice, each with the name that its option would have.
    """
    dice = set(offered.values())
    return {
        die: Reason("like_another", paragraph, {"like": Piece(die_id(seat, offered[name])), "die": die_fact(die)})
        for name, die in candidates
        if die not in dice and name in offered
    }


def of_one_colour(seat: Seat, paragraph: str, dice: Collection[OwnedDie]) -> dict[OwnedDie, Reason]:
    """Return the reasons against dice that lie in one place and are not offered.

    Only the first die of each colour is offered, so there is a reason against each of the others.
    """
    return like_others(seat, paragraph, [(colour_of(die), die) for die in dice], first_of_each_colour(dice))


def like_workers(
    seat: Seat, paragraph: str, workers: Iterable[tuple[int, RolledDie]], offered: Mapping[str, RolledDie]
) -> dict[OwnedDie, Reason]:
    """Return the reasons against workers that are not offered because an equal worker is.

    `workers` are pairs of phase and rolled die.
    """
    candidates = [(worker_name(phase, die), DIE_OF[die]) for phase, die in workers]
    return like_others(seat, paragraph, candidates, {name: DIE_OF[die] for name, die in offered.items()})

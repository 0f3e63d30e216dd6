"""Dice, their faces, and the words by which options name them.

A die at rest is its colour, 0 to 6 (`Colour`); dice of one colour are alike. A rolled die also shows a face: it is
`colour * 6 + face`, the face a phase or `WILD`. A worker is a rolled die and the phase at which it stands.
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Literal, TypeAlias

DieWord: TypeAlias = Literal["home", "military", "consumption", "novelty", "rare", "genes", "alien"]
PhaseWord: TypeAlias = Literal["explore", "develop", "settle", "produce", "ship"]
FaceWord: TypeAlias = Literal["explore", "develop", "settle", "produce", "ship", "wild"]
WorldWord: TypeAlias = Literal["novelty", "rare", "genes", "alien", "grey"]


class Colour(IntEnum):
    """Die colours, in the order of the rulebook (R1.2)."""

    HOME = 0
    MILITARY = 1
    CONSUMPTION = 2
    NOVELTY = 3
    RARE = 4
    GENES = 5
    ALIEN = 6


class Phase(IntEnum):
    """The five phases in the order in which they are executed (R4.4)."""

    EXPLORE = 0
    DEVELOP = 1
    SETTLE = 2
    PRODUCE = 3
    SHIP = 4


DIE_WORDS: tuple[DieWord, ...] = ("home", "military", "consumption", "novelty", "rare", "genes", "alien")
PHASE_WORDS: tuple[PhaseWord, ...] = ("explore", "develop", "settle", "produce", "ship")
FACE_WORDS: tuple[FaceWord, ...] = ("explore", "develop", "settle", "produce", "ship", "wild")
COLOURS = len(DIE_WORDS)
PHASES = len(PHASE_WORDS)
FACES = 6
WILD = 5
MOST_OF_A_COLOUR = 99
"""No component pack may hold more dice of one colour: options are named beforehand."""

DIE: Mapping[str, int] = {word: number for number, word in enumerate(DIE_WORDS)}
PHASE: Mapping[str, int] = {word: number for number, word in enumerate(PHASE_WORDS)}
FACE: Mapping[str, int] = {word: number for number, word in enumerate(FACE_WORDS)}


def rolled(colour: int, face: int) -> int:
    """A die that shows a face."""
    return colour * FACES + face


def colour_of(die: int) -> int:
    """The colour of a rolled die."""
    return die // FACES


def _copies(name: str, count: int) -> tuple[str, ...]:
    return (name, *(f"{name}#{copy}" for copy in range(2, count + 1)))


_DIE_IDS = tuple(_copies(word, MOST_OF_A_COLOUR) for word in DIE_WORDS)
_MOST_MOVED_ALIKE = 12
_WORKER_IDS = tuple(
    tuple(_copies(f"{die}:{face}@{phase}", _MOST_MOVED_ALIKE) for die in DIE_WORDS for face in FACE_WORDS)
    for phase in PHASE_WORDS
)


def kind_of(option: str) -> str:
    """An option's name without the number that tells it from its like: `genes` of `genes#2`."""
    return option.partition("#")[0]


def die_options(colours: Iterable[int]) -> tuple[str, ...]:
    """Name each of some dice: `home`, `home#2`, `genes`."""
    seen = [0] * COLOURS
    names = []
    for colour in colours:
        names.append(_DIE_IDS[colour][seen[colour]])
        seen[colour] += 1
    return tuple(names)


def picked_colour(option: str) -> int:
    """The colour of a die named by `die_options`."""
    return DIE[kind_of(option)]


def worker_options(workers: Iterable[tuple[int, int]], most: int) -> tuple[str, ...]:
    """Name workers, given as (phase, rolled die): `home:explore@settle` shows Explore and stands at Settle.

    Of equal workers at most `most` are named: nobody needs more to pick from.
    """
    if most == 1:
        return tuple([_WORKER_IDS[phase][die][0] for phase, die in dict.fromkeys(workers)])
    seen: dict[tuple[int, int], int] = {}
    names = []
    for worker in workers:
        copy = seen.get(worker, 0)
        if copy < most and copy < _MOST_MOVED_ALIKE:
            names.append(_WORKER_IDS[worker[0]][worker[1]][copy])
            seen[worker] = copy + 1
    return tuple(names)


def picked_worker(option: str) -> tuple[int, int]:
    """The (phase, rolled die) of a worker named by `worker_options`."""
    die, _, phase = kind_of(option).partition("@")
    colour, _, face = die.partition(":")
    return PHASE[phase], rolled(DIE[colour], FACE[face])

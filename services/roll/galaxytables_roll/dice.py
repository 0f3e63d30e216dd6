"""Dice, their faces, and the names that options use for them.

A die is `colour * 100 + number`, where `number` (from 1) distinguishes the dice of one colour and owner. A rolled die
also shows a face: it is `die * 6 + face`, where the face is a phase or `WILD`. A worker is a rolled die and the phase
at which it stands. A virtual worker, which has no die (R13.19), has the number 0.

Options do not use the numbers of dice: they name a die by its colour, and equal dice by their order.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Literal, NewType, TypeAlias

OwnedDie = NewType("OwnedDie", int)
"""A die of a player."""
RolledDie = NewType("RolledDie", int)
"""A die that shows a face."""

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
    """The five phases, in the order in which they are executed (R4.4)."""

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
MAX_OF_A_COLOUR = 99
"""The most dice of one colour in a component pack, since option names are created in advance."""
OF_A_COLOUR = MAX_OF_A_COLOUR + 1
"""A die divided by this gives its colour; a rolled die by `ROLLED_OF_A_COLOUR`. No call, since speed matters."""
ROLLED_OF_A_COLOUR = OF_A_COLOUR * FACES

DIE: Mapping[str, int] = {word: number for number, word in enumerate(DIE_WORDS)}
PHASE: Mapping[str, int] = {word: number for number, word in enumerate(PHASE_WORDS)}
FACE: Mapping[str, int] = {word: number for number, word in enumerate(FACE_WORDS)}


def numbered(colour: int, number: int) -> OwnedDie:
    """Return the die that has this colour and number."""
    return OwnedDie(colour * OF_A_COLOUR + number)


def number_of(die: OwnedDie) -> int:
    """Return the number of a die, which distinguishes it from others of its colour and owner."""
    return die % OF_A_COLOUR


def colour_of(die: OwnedDie) -> int:
    """Return the colour of a die, given by its number."""
    return die // OF_A_COLOUR


_ALL_ROLLED = tuple(map(RolledDie, range(COLOURS * ROLLED_OF_A_COLOUR)))

# Both by number instead of a call, since speed matters.
DIE_OF: Sequence[OwnedDie] = tuple([OwnedDie(die // FACES) for die in _ALL_ROLLED])
"""The die of a rolled die."""
SHOWING: Sequence[Sequence[RolledDie]] = tuple(
    [_ALL_ROLLED[first : first + FACES] for first in range(0, len(_ALL_ROLLED), FACES)]
)
"""The rolled die, by die and face."""


def colour_shown(die: RolledDie) -> int:
    """Return the colour of a die, given as a rolled die."""
    return die // ROLLED_OF_A_COLOUR


def sort_of(die: RolledDie) -> int:
    """Return one number for the colour and face of a rolled die; equal dice have equal numbers."""
    return die // ROLLED_OF_A_COLOUR * FACES + die % FACES


def count_colour(dice: Iterable[OwnedDie], colour: int) -> int:
    """Return how many of the dice have a colour."""
    return sum(die // OF_A_COLOUR == colour for die in dice)


def first_of_each_colour(dice: Iterable[OwnedDie]) -> dict[int, OwnedDie]:
    """Return the first die of each colour."""
    first: dict[int, OwnedDie] = {}
    for die in dice:
        first.setdefault(die // OF_A_COLOUR, die)
    return first


def _copies(name: str, count: int) -> tuple[str, ...]:
    return (name, *(f"{name}#{copy}" for copy in range(2, count + 1)))


_DIE_IDS = tuple(_copies(word, MAX_OF_A_COLOUR) for word in DIE_WORDS)
_MAX_MOVED_ALIKE = 12


def _worker_ids(phase: str) -> tuple[tuple[str, ...], ...]:
    sorts = [_copies(f"{die}:{face}@{phase}", _MAX_MOVED_ALIKE) for die in DIE_WORDS for face in FACE_WORDS]
    return tuple([sorts[sort_of(die)] for die in _ALL_ROLLED])


_WORKER_IDS = tuple(map(_worker_ids, PHASE_WORDS))
"""The names of equal workers, by phase and rolled die."""


def kind_of(option: str) -> str:
    """Return an option's name without the suffix that distinguishes equal ones: `genes` for `genes#2`."""
    return option.partition("#")[0]


def name_dice(dice: Iterable[OwnedDie]) -> dict[str, OwnedDie]:
    """Return the dice by the names that options use: `home`, `home#2`, `genes`."""
    seen = [0] * COLOURS
    named = {}
    for die in dice:
        colour = die // OF_A_COLOUR
        named[_DIE_IDS[colour][seen[colour]]] = die
        seen[colour] += 1
    return named


def worker_name(phase: int, die: RolledDie) -> str:
    """Return the name that `name_workers` gives to the first of several equal workers."""
    return _WORKER_IDS[phase][die][0]


def name_workers(workers: Iterable[tuple[int, RolledDie]], most: int) -> dict[str, RolledDie]:
    """Return workers by name, each as a rolled die: `home:explore@settle` shows Explore and is at Settle.

    `workers` are pairs of phase and rolled die. Of equal workers at most `most` get a name, since further ones make no
    difference.
    """
    named: dict[str, RolledDie] = {}
    if most == 1:
        for phase, die in workers:
            named.setdefault(_WORKER_IDS[phase][die][0], die)
        return named
    seen: dict[str, int] = {}
    for phase, die in workers:
        names = _WORKER_IDS[phase][die]
        copy = seen.get(names[0], 0)
        if copy < most and copy < _MAX_MOVED_ALIKE:
            named[names[copy]] = die
            seen[names[0]] = copy + 1
    return named


def phase_in(option: str) -> int:
    """Return the phase at which a worker stands, given the name that `name_workers` gave the worker."""
    return PHASE[kind_of(option).rpartition("@")[2]]

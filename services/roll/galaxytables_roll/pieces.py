"""Ids of pieces and places in views and targets. They are short, since views hold many."""

from functools import cache

from galaxytables_kit import Seat
from galaxytables_roll.components.numbers import TileNumber
from galaxytables_roll.components.tiles import DEVELOPMENTS
from galaxytables_roll.dice import DIE_WORDS, PHASE_WORDS, OwnedDie, colour_of, number_of

DIE_COMPONENTS = tuple(f"{word}_die" for word in DIE_WORDS)
_LETTERS = tuple(word[0] for word in DIE_WORDS)
_NUMBERS = ("I", "II", "III", "IV", "V")
PHASE_COMPONENTS = tuple(f"{word}_phase" for word in PHASE_WORDS)


@cache
def die_id(seat: Seat, die: OwnedDie) -> str:
    """Return the id of a die of a player: `0h3` is the third home die of seat 0."""
    return f"{seat}{_LETTERS[colour_of(die)]}{number_of(die)}"


def extra_id(seat: Seat, die: OwnedDie, place: int) -> str:
    """Return the id of an extra worker (R13.19); `place` counts those of its colour, from 1."""
    return f"{seat}{_LETTERS[colour_of(die)]}+{place}"


@cache
def tile_id(tile: TileNumber) -> str:
    """Return the id of a tile: both sides of a game tile are one piece, halves of a faction tile are two."""
    return f"t{tile}"


def phase_id(phase: int) -> str:
    """Return the id of a phase tile, by its printed number."""
    return _NUMBERS[phase]


def cup_id(seat: Seat) -> str:
    """Return the id of a player's cup."""
    return f"cup:{seat}"


def citizenry_id(seat: Seat) -> str:
    """Return the id of a player's citizenry."""
    return f"cit:{seat}"


def screen_id(seat: Seat) -> str:
    """Return the id of the place behind a player's screen."""
    return f"screen:{seat}"


def dictate_id(seat: Seat) -> str:
    """Return the id of a player's Dictate area."""
    return f"dictate:{seat}"


def column_id(seat: Seat, phase: int) -> str:
    """Return the id of a column of a player's phase strip, by the printed number of its phase."""
    return f"{_NUMBERS[phase]}:{seat}"


def stack_id(seat: Seat, side: int) -> str:
    """Return the id of a stack of a player's construction zone."""
    return f"{'dev' if side == DEVELOPMENTS else 'world'}:{seat}"

"""Ids of pieces and places: what views call them, and targets of options. They are short: views are full of them."""

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
    """A die of a player: `0h3`, the third home die of seat 0."""
    return f"{seat}{_LETTERS[colour_of(die)]}{number_of(die)}"


def extra_id(seat: Seat, die: OwnedDie, place: int) -> str:
    """An extra worker (R13.19): which of those of its colour, from 1."""
    return f"{seat}{_LETTERS[colour_of(die)]}+{place}"


@cache
def tile_id(tile: TileNumber) -> str:
    """A tile: both sides of a game tile are one piece, halves of a faction tile are two."""
    return f"t{tile}"


def phase_id(phase: int) -> str:
    """A phase tile, by its printed number."""
    return _NUMBERS[phase]


def cup_id(seat: Seat) -> str:
    """The cup of a player."""
    return f"cup:{seat}"


def citizenry_id(seat: Seat) -> str:
    """The citizenry of a player."""
    return f"cit:{seat}"


def screen_id(seat: Seat) -> str:
    """Behind the screen of a player."""
    return f"screen:{seat}"


def dictate_id(seat: Seat) -> str:
    """The Dictate area of a player."""
    return f"dictate:{seat}"


def column_id(seat: Seat, phase: int) -> str:
    """A column of the phase strip of a player, by the printed number of its phase."""
    return f"{_NUMBERS[phase]}:{seat}"


def stack_id(seat: Seat, side: int) -> str:
    """A stack of the construction zone of a player."""
    return f"{'dev' if side == DEVELOPMENTS else 'world'}:{seat}"

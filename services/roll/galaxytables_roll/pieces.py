"""The ids of pieces and places in views and targets. They are short, since views hold many of them."""

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
    """Return the id of a virtual worker, which has no die (R13.19); `place` numbers those of one colour, from 1."""
    return f"{seat}{_LETTERS[colour_of(die)]}+{place}"


@cache
def tile_id(tile: TileNumber) -> str:
    """Return the id of a tile. The two sides of a game tile are one piece; the halves of a faction tile are two."""
    return f"t{tile}"


def phase_id(phase: int) -> str:
    """Return the id of a phase tile; `phase` is its printed number."""
    return _NUMBERS[phase]


def cup_id(seat: Seat) -> str:
    """Return the id of a player's cup, the place of dice that are rolled each round."""
    return f"cup:{seat}"


def citizenry_id(seat: Seat) -> str:
    """Return the id of a player's citizenry, the place of dice that can be recruited."""
    return f"cit:{seat}"


def screen_id(seat: Seat) -> str:
    """Return the id of the place behind a player's screen."""
    return f"screen:{seat}"


def dictate_id(seat: Seat) -> str:
    """Return the id of the place where a player puts dice used to Dictate."""
    return f"dictate:{seat}"


def column_id(seat: Seat, phase: int) -> str:
    """Return the id of a phase's column on a player's phase strip; `phase` is the printed number of the phase."""
    return f"{_NUMBERS[phase]}:{seat}"


def stack_id(seat: Seat, side: int) -> str:
    """Return the id of a stack of a player's construction zone: `side` 0 for developments, 1 for worlds."""
    return f"{'dev' if side == DEVELOPMENTS else 'world'}:{seat}"

"""Ids of pieces and places: what views call them, and targets of options."""

from services.roll.dice import DIE_WORDS, PHASE_WORDS, colour_of, number_of
from services.roll.tiles import DEVELOPMENTS, Pack

DIE_COMPONENTS = tuple(f"{word}_die" for word in DIE_WORDS)
PHASE_COMPONENTS = tuple(f"{word}_phase" for word in PHASE_WORDS)


def die_id(seat: int, die: int) -> str:
    """A die of a player."""
    return f"{DIE_COMPONENTS[colour_of(die)]}:{seat}:{number_of(die)}"


def extra_id(seat: int, die: int, place: int) -> str:
    """An extra worker (R13.19): which of those of its colour, from 1."""
    return f"extra:{seat}:{DIE_WORDS[colour_of(die)]}:{place}"


def tile_id(pack: Pack, face: int) -> str:
    """A tile by one of its faces: both sides of a game tile are one piece, halves of a faction tile are two."""
    sides = 2 * pack.tiles
    return f"tile:{face // 2 if face < sides else pack.tiles + face - sides}"


def phase_id(phase: int) -> str:
    """A phase tile."""
    return f"phase:{PHASE_WORDS[phase]}"


def cup_id(seat: int) -> str:
    """The cup of a player."""
    return f"cup:{seat}"


def citizenry_id(seat: int) -> str:
    """The citizenry of a player."""
    return f"citizenry:{seat}"


def screen_id(seat: int) -> str:
    """Behind the screen of a player."""
    return f"screen:{seat}"


def dictate_id(seat: int) -> str:
    """The Dictate area of a player."""
    return f"dictate:{seat}"


def column_id(seat: int, phase: int) -> str:
    """A column of the phase strip of a player."""
    return f"strip:{seat}:{PHASE_WORDS[phase]}"


def stack_id(seat: int, side: int) -> str:
    """A stack of the construction zone of a player."""
    return f"{'developments' if side == DEVELOPMENTS else 'worlds'}:{seat}"

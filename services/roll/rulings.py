"""What older versions of the rules decided otherwise: tables that began under them go on so."""

from collections.abc import Mapping

from msgspec import Struct

from services.roll.state import RollPlay


class Rulings(Struct, frozen=True):
    """How a table reads what versions of the rules read differently."""

    scout_gives_freely: bool = True
    """Whether the scouting player may, but need not, give a tile to a bag that stays short (R5.13)."""


_NEWEST = Rulings()
_OLDER: Mapping[int, Rulings] = {1: Rulings(scout_gives_freely=False)}


def rulings(play: RollPlay) -> Rulings:
    """The rulings of a table."""
    return _OLDER.get(play.rules_version, _NEWEST)

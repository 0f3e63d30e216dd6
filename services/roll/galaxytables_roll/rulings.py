"""Rulings (readings of unclear rules) that changed with the rules version. A table keeps the rulings it began with."""

from msgspec import Struct

from galaxytables_kit import rulings_by_version


class Rulings(Struct, frozen=True):
    """How a table reads unclear rules. The defaults are the current rulings.

    `scout_gives_freely`: the scouting player may, but need not, give a tile to a bag that stays short (R5.13).
    """

    scout_gives_freely: bool = True


rulings = rulings_by_version(Rulings(), {1: Rulings(scout_gives_freely=False)})

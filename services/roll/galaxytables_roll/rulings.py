"""Rulings that changed with the version of the rules: a table keeps those with which it began."""

from msgspec import Struct

from galaxytables_kit import rulings_by_version


class Rulings(Struct, frozen=True):
    """How a table reads the rules; the defaults are the current rulings.

    `scout_gives_freely`: the scouting player may, but need not, give a tile to a bag that stays short (R5.13).
    """

    scout_gives_freely: bool = True


rulings = rulings_by_version(Rulings(), {1: Rulings(scout_gives_freely=False)})

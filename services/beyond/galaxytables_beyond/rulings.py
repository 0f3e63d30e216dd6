"""Rulings that changed with the version of the rules: a table keeps those with which it began."""

from msgspec import Struct

from galaxytables_kit import rulings_by_version


class Rulings(Struct, frozen=True):
    """How a table reads the rules; the defaults are the current rulings.

    `whole_actions`: an action may be chosen only if every mandatory part of it can be carried out, not just the first
    (R4.6).
    """

    whole_actions: bool = True


rulings = rulings_by_version(Rulings(), {2: Rulings(whole_actions=False)})

"""Rulings (readings of unclear rules) that changed with the rules version. A table keeps the rulings it began with."""

from msgspec import Struct

from galaxytables_kit import rulings_by_version


class Rulings(Struct, frozen=True):
    """How a table reads unclear rules. The defaults are the current rulings.

    `whole_actions`: an action may be chosen only if every mandatory part of it can be carried out, not just the first
    (R4.6).
    """

    whole_actions: bool = True


rulings = rulings_by_version(Rulings(), {2: Rulings(whole_actions=False)})

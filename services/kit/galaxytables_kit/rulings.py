"""Rulings (readings of unclear rules) that depend on the rules version: a table keeps those it began with."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct

from galaxytables_kit.play import AnyPlay

R = TypeVar("R", bound=Struct)


def rulings_by_version(newest: R, older: Mapping[int, R]) -> Callable[[AnyPlay], R]:
    """Return a function that, given a table, returns the rulings by which the table is played.

    These are the rulings in `older` for the table's rules version or, if that version is not listed, the newest.
    """

    def rulings(play: AnyPlay) -> R:
        return older.get(play.rules_version, newest)

    return rulings

"""Readings of the rules that changed with their version: a table is played on as it began."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct

from galaxytables_kit.play import AnyPlay

R = TypeVar("R", bound=Struct)


def rulings_by_version(newest: R, older: Mapping[int, R]) -> Callable[[AnyPlay], R]:
    """Make the function that gives a table's rulings: those of `older` for its version of the rules, if it has any."""

    def rulings(play: AnyPlay) -> R:
        return older.get(play.rules_version, newest)

    return rulings

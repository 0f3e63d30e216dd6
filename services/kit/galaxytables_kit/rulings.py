"""Rulings that changed with the version of the rules: a table keeps those with which it began."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct

from galaxytables_kit.play import AnyPlay

R = TypeVar("R", bound=Struct)


def rulings_by_version(newest: R, older: Mapping[int, R]) -> Callable[[AnyPlay], R]:
    """Return a function from a table to its rulings: those of `older` for its version, or else the newest."""

    def rulings(play: AnyPlay) -> R:
        return older.get(play.rules_version, newest)

    return rulings

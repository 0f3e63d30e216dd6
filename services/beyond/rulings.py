"""Readings of the rules that changed with their version: a table is played on as it began."""

from collections.abc import Mapping

from msgspec import Struct

from services.beyond.state import BeyondPlay


class Rulings(Struct, frozen=True):
    """How a table reads the rules; the defaults are today's readings.

    `whole_actions`: an action may be chosen only if every mandatory part of it can be carried out, not just the first
    (R4.6).
    """

    whole_actions: bool = True


_TODAY = Rulings()
_BEFORE: Mapping[int, Rulings] = {2: Rulings(whole_actions=False)}


def rulings(play: BeyondPlay) -> Rulings:
    """The readings by which a table is played."""
    return _BEFORE.get(play.rules_version, _TODAY)

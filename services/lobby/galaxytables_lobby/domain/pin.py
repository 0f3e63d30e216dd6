"""By which rules something is played: what a table is pinned to from its start to its end."""

from functools import lru_cache
from typing import NamedTuple

from galaxytables_lobby.domain.state import StartedTable


class Pin(NamedTuple):
    """A rules version, a component pack, a form of positions; 0, empty and None where any will do.

    An empty form is that of positions whose service told none.
    """

    rules_version: int = 0
    pack_digest: bytes = b""
    position_form: bytes | None = None


ANY_RULES = Pin()
_BETWEEN = "@"


def pin_of(table: StartedTable, form: bytes | None = None) -> Pin:
    """By which rules a table is played, and a position of it is read."""
    return Pin(table.rules_version, table.pack_digest, form)


@lru_cache(1024)
def edition(game: str, rules_version: int, pack_digest: bytes) -> str:
    """A game by one version of its rules and one pack, by name: `race@3/0123456789abcdef`."""
    return f"{game}{_BETWEEN}{rules_version}/{pack_digest.hex()[:16]}"


def is_edition(name: str) -> bool:
    """Whether a name is that of an edition, and not of a whole game."""
    return _BETWEEN in name

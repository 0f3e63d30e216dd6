"""Gives bots personas: each bot at a table appears under another name of an invented cast.

The cast is the messages `persona-...` of `words/`, in the order of the English file. No person may have one of these
names, in any language (`reserved`). A bot's persona is computed from the table and the seat alone. So personas are not
stored, and stay the same after a restart and in a replay. In a rematch, bots keep the personas of the first table.
"""

import re
from functools import cache, lru_cache
from importlib import resources
from zlib import crc32

from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.domain.wording import alike
from galaxytables_lobby.ids import SeatNumber, TableId

_NAMED = re.compile(r"^persona-([a-z-]+) = (.+)$", re.MULTILINE)
_CATALOGUE = "personas.ftl"


@cache
def personas() -> tuple[str, ...]:
    """Return the ids of all personas, for example `tin_otter`."""
    english = resources.files("galaxytables_lobby") / "words" / "en" / _CATALOGUE
    return tuple(persona.replace("-", "_") for persona, _ in _NAMED.findall(english.read_text("utf-8")))


@cache
def names() -> tuple[str, ...]:
    """Return the names of all personas, in all languages."""
    languages = (resources.files("galaxytables_lobby") / "words").iterdir()
    return tuple(
        name for language in languages for _, name in _NAMED.findall((language / _CATALOGUE).read_text("utf-8"))
    )


def persona_at(table: Table, seat: SeatNumber) -> str:
    """Return the persona of the bot on a seat.

    Each seat has a different one, unless there are more seats than personas.
    """
    return persona_of(table.cast_of or table.id, SeatNumber((seat + table.moved) % len(table.seats)))


def persona_of(cast_of: TableId, seat: SeatNumber) -> str:
    """Return the persona of the bot on a seat.

    `cast_of` is the seat's table or, for a rematch, the original table of the series.
    """
    order = _order(cast_of)
    return order[seat % len(order)]


def reserved(name: str) -> bool:
    """Return whether a person's name could be taken for that of a bot."""
    return any(alike(name, each) for each in names())


@lru_cache(4_096)
def _order(table_id: TableId) -> tuple[str, ...]:
    return tuple(sorted(personas(), key=lambda persona: crc32(f"{table_id}/{persona}".encode())))

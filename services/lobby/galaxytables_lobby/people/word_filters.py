"""Word filters: functions of installed packages that refuse words in messages and names.

A package brings one by the entry point `galaxytables.word_filters`. It is called with the text and with what the text
is, and returns whether the text may be shown. It runs at each message, so it must be quick and wait for nothing.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from importlib.metadata import entry_points
from typing import TypeAlias

import structlog

from galaxytables_lobby import errors

GROUP = "galaxytables.word_filters"

_log = structlog.get_logger(__name__)


class TextKind(StrEnum):
    """The kinds of texts that filters check. A filter gets the kind as a string."""

    MESSAGE = "message"
    PLAYER_NAME = "player_name"
    TABLE_NAME = "table_name"


WordFilter: TypeAlias = Callable[[str, str], bool]


class WordFilters:
    """The word filters that are installed here."""

    def __init__(self, filters: Mapping[str, WordFilter]) -> None:
        """`filters` has each filter by its name."""
        self._filters = dict(filters)

    @classmethod
    def installed(cls) -> "WordFilters":
        """Load the filters of all installed packages. If one cannot be loaded, its error is raised."""
        filters = cls({found.name: found.load() for found in entry_points(group=GROUP)})
        if filters._filters:
            _log.info("word_filters_loaded", filters=sorted(filters._filters))
        return filters

    def check(self, text: str, place: TextKind) -> str:
        """Return a text that all filters let pass; a filter that fails lets every text pass. Raises WORDS_REFUSED."""
        for name, allows in self._filters.items() if text else ():
            try:
                allowed = allows(text, place.value)
            except Exception as error:  # noqa: BLE001  # whatever a foreign filter raises, people go on talking
                _log.warning("word_filter_failed", filter=name, error=type(error).__name__)
                continue
            if not allowed:
                raise errors.words_refused()
        return text

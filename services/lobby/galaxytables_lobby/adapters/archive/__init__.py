"""The archive: finished games, kept permanently, and the ratings computed from them. Only this package knows SQL.

    python -m galaxytables_lobby.archive migrate      # also done by every process that opens the archive
    python -m galaxytables_lobby.archive recompute    # all ratings, from the games

`schema.py` defines the tables and `games.py` adds games. `histories.py`, `people.py` and `ratings.py` answer queries,
and `acts.py` logs operators' acts. Other packages use `archive.py`.
"""

from galaxytables_lobby.adapters.archive.archive import Archive
from galaxytables_lobby.adapters.archive.engine import checked_url
from galaxytables_lobby.adapters.archive.migration import look_after, reach

__all__ = ["Archive", "checked_url", "look_after", "reach"]

"""The archive: finished games for good, and what follows from them. The only package that knows the database.

    python -m galaxytables_lobby.archive migrate      # also done by every process that opens the archive
    python -m galaxytables_lobby.archive recompute    # all ratings, from the games

`schema.py` says what lies where, `games.py` puts games in, `histories.py`, `people.py` and `ratings.py` answer
questions, `acts.py` keeps what operators do; `archive.py` is what others call.
"""

from galaxytables_lobby.adapters.archive.archive import Archive
from galaxytables_lobby.adapters.archive.engine import checked_url
from galaxytables_lobby.adapters.archive.migration import look_after

__all__ = ["Archive", "checked_url", "look_after"]

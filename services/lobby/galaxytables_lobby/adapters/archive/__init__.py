"""The archive: finished games for good, and what follows from them. The only package that knows the database.

    python -m galaxytables_lobby.archive migrate      # also done by every process that opens the archive
    python -m galaxytables_lobby.archive recompute    # all ratings, from the games

`schema.py` says what lies where, `games.py` puts games in, `histories.py`, `people.py` and `ratings.py` answer
questions, `skill.py` is the model behind the ratings, `acts.py` keeps what operators do; `archive.py` is what others
call.
"""

from galaxytables_lobby.adapters.archive.acts import DONE, Act, ActQuery
from galaxytables_lobby.adapters.archive.archive import Archive
from galaxytables_lobby.adapters.archive.engine import checked_url
from galaxytables_lobby.adapters.archive.entries import (
    ArchivedContents,
    ArchivedEntry,
    ArchivedGame,
    ArchivedSeat,
    ArchivingOutcome,
    Found,
    HistoryQuery,
    PlayerRating,
    Result,
    Who,
)
from galaxytables_lobby.adapters.archive.people import ArchivedPerson
from galaxytables_lobby.adapters.archive.ratings import LeaderboardKey
from galaxytables_lobby.adapters.archive.skill import Skill
from galaxytables_lobby.adapters.archive.upkeep import look_after

__all__ = [
    "DONE",
    "Act",
    "ActQuery",
    "Archive",
    "ArchivedContents",
    "ArchivedEntry",
    "ArchivedGame",
    "ArchivedPerson",
    "ArchivedSeat",
    "ArchivingOutcome",
    "Found",
    "HistoryQuery",
    "LeaderboardKey",
    "PlayerRating",
    "Result",
    "Skill",
    "Who",
    "checked_url",
    "look_after",
]

"""The store: the only package of the lobby that knows Redis."""

from galaxytables_lobby.adapters.redis.commit import Commit, News
from galaxytables_lobby.adapters.redis.feed import Feed
from galaxytables_lobby.adapters.redis.store import BotOffer, CommitOutcome, Committed, Due, Store, Stored, new_origin

__all__ = [
    "BotOffer",
    "Commit",
    "CommitOutcome",
    "Committed",
    "Due",
    "Feed",
    "News",
    "Store",
    "Stored",
    "new_origin",
]

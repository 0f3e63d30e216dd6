"""The store: the only package of the lobby that knows Redis."""

from galaxytables_lobby.store.commit import Answer, Commit, News, fresh_identity, request_identity
from galaxytables_lobby.store.feed import Feed
from galaxytables_lobby.store.store import BotOffer, CommitOutcome, Committed, Due, Store, Stored

__all__ = [
    "Answer",
    "BotOffer",
    "Commit",
    "CommitOutcome",
    "Committed",
    "Due",
    "Feed",
    "News",
    "Store",
    "Stored",
    "fresh_identity",
    "request_identity",
]

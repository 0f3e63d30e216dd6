"""The store: the only package of the lobby that knows Redis."""

from services.lobby.store.commit import Answer, Commit, News, fresh_identity, request_identity
from services.lobby.store.feed import Feed
from services.lobby.store.store import BotOffer, CommitOutcome, Committed, Due, Store, Stored

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

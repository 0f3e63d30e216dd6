"""The store: the only package of the lobby that knows Redis."""

from services.lobby.store.commit import Answer, Commit, News, fresh_identity, request_identity
from services.lobby.store.feed import Feed
from services.lobby.store.store import BotOffer, CommitOutcome, Committed, Due, Store, Stored
from services.lobby.table.events import GAME_EVENT, LOBBY_EVENT, StoredEvent
from services.lobby.table.ids import shard_of

__all__ = [
    "GAME_EVENT",
    "LOBBY_EVENT",
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
    "StoredEvent",
    "fresh_identity",
    "request_identity",
    "shard_of",
]

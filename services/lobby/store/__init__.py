"""The store: the only package of the lobby that knows Redis."""

from services.lobby.store.commit import (
    GAME_EVENT,
    LOBBY_EVENT,
    Answer,
    Commit,
    News,
    fresh_identity,
    request_identity,
)
from services.lobby.store.feed import Feed
from services.lobby.store.keys import shard_of
from services.lobby.store.store import Committed, Due, Offer, Outcome, Store, Stored, StoredEvent

__all__ = [
    "GAME_EVENT",
    "LOBBY_EVENT",
    "Answer",
    "Commit",
    "Committed",
    "Due",
    "Feed",
    "News",
    "Offer",
    "Outcome",
    "Store",
    "Stored",
    "StoredEvent",
    "fresh_identity",
    "request_identity",
    "shard_of",
]

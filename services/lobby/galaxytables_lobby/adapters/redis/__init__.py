"""The store in Redis. No other package of the lobby knows Redis."""

from galaxytables_lobby.adapters.redis.feed import Feed
from galaxytables_lobby.adapters.redis.store import Store, new_origin

__all__ = ["Feed", "Store", "new_origin"]

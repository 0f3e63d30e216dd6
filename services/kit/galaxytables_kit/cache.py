"""Caches live games by position, so that the next choice needs neither decoding nor a replay.

A game that is not cached is restored from the position that the caller sends.
"""

from collections import OrderedDict
from hashlib import sha256

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.errors import InvalidPosition, PositionNotCached
from galaxytables_kit.game import AnyGame
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.pack import AnyPacks

DIGEST_BYTES = 16


def position_digest(position: bytes) -> bytes:
    """Return the first 16 bytes of the SHA-256 of a position."""
    return sha256(position).digest()[:DIGEST_BYTES]


class LiveCache:
    """A cache of live games by the digest of their position; it keeps the `capacity` games that were used last."""

    def __init__(self, game: AnyGame, packs: AnyPacks, capacity: int) -> None:
        self._game = game
        self._packs = packs
        self._capacity = capacity
        self._games: OrderedDict[bytes, AnyLive] = OrderedDict()
        self.hits = 0
        self.misses = 0

    def take(self, ref: rules_pb2.PositionRef) -> AnyLive:
        """Return the game of a position: remove it from the cache or, if it is not there, restore it from the position.

        Raises `PositionNotCached` if only a digest is given and no game is cached under it, `InvalidPosition` if the
        digest does not belong to the position, and the errors of `LiveGame.restore`.
        """
        digest = ref.digest or position_digest(ref.position)
        live = self._games.pop(digest, None)
        if live is not None:
            self.hits += 1
            return live
        self.misses += 1
        if not ref.HasField("position"):
            raise PositionNotCached
        if ref.digest and digest != position_digest(ref.position):
            raise InvalidPosition
        return LiveGame.restore(self._game, self._packs, ref.position)

    def put(self, digest: bytes, live: AnyLive) -> None:
        """Cache a game under its position's digest; a full cache drops the least recently used game."""
        self._games[digest] = live
        self._games.move_to_end(digest)
        if len(self._games) > self._capacity:
            self._games.popitem(last=False)

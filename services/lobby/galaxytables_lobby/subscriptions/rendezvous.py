"""Which lobby is the home of which shard: rendezvous hashing, each lobby with its share and no more.

Every lobby that knows the same lobbies comes to the same homes without asking anybody. Each shard and lobby have a
weight by their names, and the heaviest pairs find each other first, until a lobby has its share: 64 shards are few, so
that without a bound some lobbies would have twice as many as others. When a lobby goes, its shards spread over all
others; more lobbies than shards are of use for their clients, but not all of them are homes.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from hashlib import blake2b

from galaxytables_lobby.ids import SHARDS


def homes(lobbies: Collection[bytes]) -> Mapping[int, bytes]:
    """The home of each shard, by the names of the lobbies that live; empty where there is none."""
    share = -(-SHARDS // max(len(lobbies), 1))
    weighed = ((_weight(lobby, shard), shard, lobby) for lobby in lobbies for shard in range(SHARDS))
    found: dict[int, bytes] = {}
    shares = Counter[bytes]()
    for _, shard, lobby in sorted(weighed, reverse=True):
        if shard not in found and shares[lobby] < share:
            found[shard] = lobby
            shares[lobby] += 1
    return found


def _weight(lobby: bytes, shard: int) -> bytes:
    return blake2b(b"%s %d" % (lobby, shard), digest_size=8).digest()

"""How two lobbies show each other that they belong together: both know the keys that sign players' tokens.

Neither says a key. Each proves, by HMAC over both names and both challenges, that it has the key which was named; so a
proof is of use for this one link alone, and whoever only listens learns none. Keys change as those of tokens do: the
first signs, all are accepted.
"""

import hmac
import secrets
from collections.abc import Mapping
from hashlib import sha256

_PURPOSE = b"galaxy lobbies among themselves"
_CHALLENGE_BYTES = 16
ASKS, ANSWERS = b"asks", b"answers"


def new_challenge() -> bytes:
    """What nobody has been asked before."""
    return secrets.token_bytes(_CHALLENGE_BYTES)


class PeerKeys:
    """The keys of lobbies among themselves."""

    def __init__(self, token_keys: Mapping[str, bytes]) -> None:
        """Derive them from those of the tokens, so that neither can be used for the other."""
        self._keys = {name: hmac.digest(key, _PURPOSE, sha256) for name, key in token_keys.items()}
        self.own = next(iter(self._keys))

    def proof(self, key: str, who: bytes, *said: bytes) -> bytes:
        """That who asks, or answers, has a key; `said` are the names and challenges. Raises `KeyError`."""
        parts = b"".join(len(part).to_bytes(2, "big") + part for part in (who, *said))
        return hmac.digest(self._keys[key], parts, sha256)

    def proves(self, proof: bytes, key: str, who: bytes, *said: bytes) -> bool:
        """Whether it is that proof."""
        return key in self._keys and hmac.compare_digest(proof, self.proof(key, who, *said))

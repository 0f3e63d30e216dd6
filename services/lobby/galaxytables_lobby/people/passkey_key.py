"""What the archive keeps of a passkey."""

import msgspec

from galaxytables_lobby.domain.accounts import WayIn


class Key(msgspec.Struct, frozen=True, array_like=True):
    """A passkey: its public key (COSE), its count of uses, and whether its maker keeps a copy of it."""

    public_key: bytes
    count: int
    synced: bool = False


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Key)


def encode(key: Key) -> bytes:
    """Return the passkey as the archive keeps it."""
    return _ENCODER.encode(key)


def key_of(way_in: WayIn) -> Key:
    """Return the passkey of a way in of that kind."""
    return _DECODER.decode(way_in.details or b"")

"""The key of a passkey, as the archive keeps it."""

import msgspec

from galaxytables_lobby.domain.accounts import WayIn


class Key(msgspec.Struct, frozen=True, array_like=True):
    """A passkey's public key (COSE) and use count, and whether the passkey is synced to other devices."""

    public_key: bytes
    count: int
    synced: bool = False


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Key)


def encode(key: Key) -> bytes:
    """Return a passkey's key as the bytes that the archive keeps."""
    return _ENCODER.encode(key)


def key_of(way_in: WayIn) -> Key:
    """Return the key of a sign-in method that is a passkey."""
    return _DECODER.decode(way_in.details or b"")

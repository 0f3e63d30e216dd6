"""Plain data about people at tables and their chat messages, and its encoding for the store."""

import msgspec

from galaxytables_lobby.ids import PlayerId, SeatNumber


class Person(msgspec.Struct, frozen=True):
    """A player: id and name."""

    id: PlayerId
    name: str


class ChatMessage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A chat message; `time` is in milliseconds since the epoch, `seat` is None for a spectator."""

    number: int
    time: int
    player: Person
    seat: SeatNumber | None = None
    text: str


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(ChatMessage)


def encode_message(message: ChatMessage) -> bytes:
    """Return a message as the bytes that the store keeps."""
    return _ENCODER.encode(message)


def decode_message(stored: bytes) -> ChatMessage:
    """Return the message that `encode_message` wrote."""
    return _DECODER.decode(stored)

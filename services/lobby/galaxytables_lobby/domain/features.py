"""Features of the platform that operators can switch off while it runs: plain data."""

from enum import IntEnum

import msgspec


class Feature(IntEnum):
    """What can be switched off; the numbers are those of `galaxytables.lobby.v1.Feature`."""

    GUESTS = 1
    TABLES = 2
    PAIRING = 3
    RATED_GAMES = 4
    CHAT = 5
    HINTS = 6
    INVITATIONS = 7
    REPORTS = 8
    TOURNAMENTS = 9


class SwitchedOff(msgspec.Struct, frozen=True, kw_only=True):
    """Records which operator switched a feature off, and when, in milliseconds since the epoch."""

    operator: str
    since: int


_DECODER = msgspec.msgpack.Decoder(SwitchedOff)


def encode_switch(switch: SwitchedOff) -> bytes:
    """Return a switch as the bytes that the store keeps."""
    return msgspec.msgpack.encode(switch)


def decode_switch(stored: bytes) -> SwitchedOff:
    """Return the switch that `encode_switch` wrote."""
    return _DECODER.decode(stored)

"""A sanction: somebody is kept from something until a time, by an operator who says why."""

from datetime import UTC, datetime
from enum import Enum, IntEnum
from ipaddress import ip_network
from typing import NamedTuple

import msgspec

from galaxytables_lobby.ids import PlayerId

_OWN_BITS = 64
_LONGEST = 200


class Kind(IntEnum):
    """What somebody is kept from; the numbers are those of `galaxytables.lobby.v1.SanctionKind`."""

    BAN = 1
    MUTE = 2
    REVOCATION = 3
    DRAIN = 4


class About(Enum):
    """What a sanction is about."""

    PLAYER = "player"
    ADDRESS = "address"
    GAME = "game"


class Subject(NamedTuple):
    """Whom or what a sanction is about: a player's id, a network, a game's name."""

    about: About
    name: str

    def __str__(self) -> str:
        """As `parse` reads it."""
        return f"{self.about.value}:{self.name}"

    @classmethod
    def player(cls, player_id: PlayerId) -> "Subject":
        """A player."""
        return cls(About.PLAYER, player_id)

    @classmethod
    def game(cls, name: str) -> "Subject":
        """A game."""
        return cls(About.GAME, name)

    @classmethod
    def parse(cls, text: str) -> "Subject":
        """Read `player:<id>`, `address:<address or network>`, `game:<name>`. Raises `ValueError`."""
        about, _, name = text.partition(":")
        subject = cls(About(about), name.strip())
        if not 0 < len(subject.name) <= _LONGEST:
            raise ValueError
        if subject.about is About.ADDRESS:
            network = ip_network(subject.name, strict=False)
            if network.version == 6 and network.prefixlen > _OWN_BITS:  # noqa: PLR2004  # IPv6
                # All of it is one caller's (`serving.sources`).
                network = ip_network((network.network_address, _OWN_BITS), strict=False)
            return cls(About.ADDRESS, str(network))
        return subject


class Sanction(msgspec.Struct, frozen=True, kw_only=True):
    """What holds for a subject; times in milliseconds since the epoch, `until` 0 for good."""

    kind: Kind
    subject: str
    reason: str
    operator: str
    since: int
    until: int = 0

    @property
    def name(self) -> str:
        """What it is kept under: a subject has one of each kind."""
        return f"{self.kind.name.lower()} {self.subject}"

    @property
    def end(self) -> str:
        """Its end for people; empty for good."""
        return datetime.fromtimestamp(self.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC") if self.until else ""

    def holds(self, now: int) -> bool:
        """Whether it holds now."""
        return not self.until or now < self.until


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Sanction)


def encode(sanction: Sanction) -> bytes:
    """The sanction as the store keeps it."""
    return _ENCODER.encode(sanction)


def decode(stored: bytes) -> Sanction:
    """The sanction that `encode` wrote."""
    return _DECODER.decode(stored)

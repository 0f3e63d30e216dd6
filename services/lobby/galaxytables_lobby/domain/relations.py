"""Relations of a player to others: follows, blocks, mutes and private notes."""

from collections.abc import Iterable, Mapping
from enum import IntEnum, StrEnum
from hashlib import sha256
from typing import NamedTuple

import msgspec

from galaxytables_lobby.ids import PlayerId

FOR_GOOD, AS_BEFORE = 0, -1
"""For how long relations are kept, if not for a number of milliseconds."""


class RelationKind(StrEnum):
    """The kinds of relations."""

    FOLLOW = "follow"
    BLOCK = "block"
    MUTE = "mute"
    NOTE = "note"


MAX_RELATIONS: Mapping[RelationKind, int] = {
    RelationKind.FOLLOW: 500,
    RelationKind.BLOCK: 500,
    RelationKind.MUTE: 500,
    RelationKind.NOTE: 200,
}
"""How many relations of each kind a player may have."""

SILENCING = (RelationKind.BLOCK, RelationKind.MUTE)
"""The kinds of relations to players whose messages are not shown."""


class Relation(msgspec.Struct, frozen=True, array_like=True):
    """A relation of one kind: when it began, in milliseconds since the epoch, and the text if it is a note."""

    since: int
    note: str = ""


class Invitation(msgspec.Struct, frozen=True, array_like=True):
    """An invitation to a table: a digest of its sender's id, and when it was sent, in milliseconds since the epoch."""

    by: bytes
    time: int


class Answered(IntEnum):
    """The state of a challenge; the numbers are those of `galaxytables.lobby.v1.InvitedState`."""

    SENT = 1
    SEEN = 2
    DECLINED = 3


class Challenged(msgspec.Struct, frozen=True, array_like=True):
    """A player who was challenged to a table: the name, the time in milliseconds since the epoch, and the answer."""

    name: str
    time: int
    answered: Answered = Answered.SENT


class Presence(IntEnum):
    """Whether a player is away, online or at a table.

    The numbers are those of `galaxytables.lobby.v1.PresenceState`.
    """

    AWAY = 1
    ONLINE = 2
    AT_TABLE = 3


class RelationChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change that a player makes to their relations to another. A field that is None changes nothing.

    An empty note removes the note.
    """

    follow: bool | None = None
    block: bool | None = None
    mute: bool | None = None
    note: str | None = None

    @property
    def ended(self) -> frozenset[RelationKind]:
        """Return the kinds of relations that the change ends. A block ends a follow."""
        ended = {kind for kind, requested in self._requested if requested is not None and not requested}
        return frozenset({*ended, RelationKind.FOLLOW} if self.block else ended)

    @property
    def begun(self) -> frozenset[RelationKind]:
        """Return the kinds of relations that the change begins or updates."""
        return frozenset(kind for kind, requested in self._requested if requested) - self.ended

    @property
    def _requested(self) -> Iterable[tuple[RelationKind, bool | str | None]]:
        return (
            (RelationKind.FOLLOW, self.follow),
            (RelationKind.BLOCK, self.block),
            (RelationKind.MUTE, self.mute),
            (RelationKind.NOTE, self.note),
        )


class Apart(NamedTuple):
    """The players whom a player cannot meet, since one of the two has blocked the other.

    A player knows whom they have blocked. They do not learn who has blocked them.
    """

    blocked: frozenset[PlayerId] = frozenset()
    blocking: frozenset[PlayerId] = frozenset()

    @property
    def all(self) -> frozenset[PlayerId]:
        """Return both those whom the player has blocked and those who have blocked the player."""
        return self.blocked | self.blocking


NOBODY = Apart()
"""No block keeps the player apart from anybody."""


class Hearing:
    """The players whose messages one player does not get. It is updated in place, so a stream can keep it."""

    __slots__ = ("__weakref__", "read", "silenced")

    def __init__(self) -> None:
        """Nobody is silenced until the store has been read."""
        self.silenced: frozenset[PlayerId] = frozenset()
        self.read = False


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Relation)
_INVITATIONS = msgspec.msgpack.Decoder(Invitation)
_CHALLENGED = msgspec.msgpack.Decoder(Challenged)


def encode_relation(relation: Relation) -> bytes:
    """Return a relation as the bytes that the store keeps."""
    return _ENCODER.encode(relation)


def decode_relation(stored: bytes) -> Relation:
    """Return the relation that `encode_relation` wrote."""
    return _DECODER.decode(stored)


def digest_of(player_id: PlayerId) -> bytes:
    """Return a digest that stands for a player in invitations, so that an erasure finds no name there."""
    return sha256(player_id.encode()).digest()[:16]


def encode_invitation(invitation: Invitation) -> bytes:
    """Return an invitation as the bytes that the store keeps."""
    return _ENCODER.encode(invitation)


def encode_challenged(challenged: Challenged) -> bytes:
    """Return a challenged player as the bytes that the store keeps."""
    return _ENCODER.encode(challenged)


def decode_challenged(stored: bytes) -> Challenged:
    """Return the challenged player that `encode_challenged` wrote."""
    return _CHALLENGED.decode(stored)


def decode_invitation(stored: bytes) -> Invitation:
    """Return the invitation that `encode_invitation` wrote."""
    return _INVITATIONS.decode(stored)

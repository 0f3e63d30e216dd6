"""What lobbies say to each other: small frames, each led by its length.

One lobby, which knows a home elsewhere, asks; the other, whose visitor it is, answers. A frame is an array in
MessagePack, its kind first. Lobbies of different age may meet: whoever gets what it cannot read ends the link, and both
do their own work until they understand each other again.
"""

from typing import TypeAlias

import msgspec

from services.lobby.ids import PlayerId, SeatNumber, TableId
from services.serving.tracing import rpc

LENGTH_BYTES = 4
CHOOSE = "galaxy.lobby.homes/Choose"
"""What asking for a choice is called in traces."""
CHOOSE_TOLD = rpc(CHOOSE, "galaxy.peers")
"""What its spans tell."""


class Frame(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Anything said."""


class Greeting(Frame, frozen=True):
    """First word of the lobby that was called: its name, and what the other is to show that it knows the secret by."""

    origin: bytes
    challenge: bytes


class Hello(Frame, frozen=True):
    """The caller's name, which key it uses, what the other is to show in turn, and its own proof."""

    origin: bytes
    key: str
    challenge: bytes
    proof: bytes


class Welcome(Frame, frozen=True):
    """The proof of the lobby that was called, and where clients reach it, if they may know."""

    proof: bytes
    clients: str = ""


class Choose(Frame, frozen=True):
    """Somebody, whose token the asking lobby has checked, answers a prompt."""

    number: int
    table_id: TableId
    prompt_id: str
    picks: list[str]
    seat: SeatNumber | None
    player_id: PlayerId
    player_name: str
    role: str
    expires: int
    identity: bytes
    request_id: str
    content: bytes
    # W3C's, where the choice is traced; older lobbies know it not.
    traceparent: str = ""


class Accepted(Frame, frozen=True):
    """A choice was accepted."""

    number: int
    game: str
    version: int
    last_event: int
    repeated: bool


class Refused(Frame, frozen=True):
    """A choice was not; the error as callers are told it."""

    number: int
    game: str
    code: int
    reason: str
    message: str
    metadata: dict[str, str]
    retry_after: float | None


class Watch(Frame, frozen=True):
    """Whoever asks has watchers of a table, and wants these seats' views with each change; None for spectators'."""

    table_id: TableId
    always: list[SeatNumber | None]
    if_asked: list[SeatNumber]


class Unwatch(Frame, frozen=True):
    """It has none any more."""

    table_id: TableId


class FollowPlayers(Frame, frozen=True, tag="Read"):  # as older lobbies call it
    """It has readers of all that concerns these players, and no more of those."""

    more: list[PlayerId]
    less: list[PlayerId]


class FollowLists(Frame, frozen=True, tag="List"):  # as older lobbies call it
    """It has somebody who follows all tables, or nobody any more."""

    wanted: bool


class Sync(Frame, frozen=True):
    """A question whose answer comes after all that was said before was heard."""

    number: int


class Synced(Frame, frozen=True):
    """The answer."""

    number: int


class Follows(Frame, frozen=True):
    """Shards that are at home at the lobby that was called, and of which it hears all that is done elsewhere."""

    shards: list[int]


class Missed(Frame, frozen=True):
    """News of these shards may have been missed: look for yourselves."""

    shards: list[int]


class Heard(Frame, frozen=True):
    """A table was changed by somebody else: `News`."""

    origin: bytes
    version: int
    seating: bool
    table_id: TableId
    players: list[PlayerId]


class Changed(Frame, frozen=True):
    """A table was changed here; of those that are not `whole` the table alone is told."""

    before: int
    table: bytes
    seating: bool
    concerned: list[PlayerId]
    whole: bool
    # Serialized `Standing`, empty before the start; events and message as the store keeps them; views as `Any`s.
    standing: bytes = b""
    events: list[bytes] = []
    message: bytes = b""
    moved: bool = False
    views: list[tuple[SeatNumber | None, bytes]] = []


class Ping(Frame, frozen=True):
    """A question whether the other lives."""


class Pong(Frame, frozen=True):
    """The answer."""


class Bye(Frame, frozen=True):
    """The lobby that was called stops: it answers what it was asked, and is to be asked no more."""


AnyFrame: TypeAlias = (
    Greeting
    | Hello
    | Welcome
    | Choose
    | Accepted
    | Refused
    | Watch
    | Unwatch
    | FollowPlayers
    | FollowLists
    | Sync
    | Synced
    | Follows
    | Missed
    | Heard
    | Changed
    | Ping
    | Pong
    | Bye
)

_ENCODER = msgspec.msgpack.Encoder()
_DECODER: msgspec.msgpack.Decoder[AnyFrame] = msgspec.msgpack.Decoder(AnyFrame)


def pack(frame: Frame) -> bytes:
    """A frame as it travels."""
    content = _ENCODER.encode(frame)
    return len(content).to_bytes(LENGTH_BYTES, "big") + content


def unpack(content: bytes | bytearray | memoryview) -> AnyFrame:
    """A frame without its length. Raises `msgspec.DecodeError`."""
    return _DECODER.decode(content)

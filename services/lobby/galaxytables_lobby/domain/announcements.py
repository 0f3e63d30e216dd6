"""Announcements of the operators to all players: plain data. Times are milliseconds since the epoch."""

from collections.abc import Iterable
from enum import IntEnum

import msgspec

MAX_TEXT = 500
"""The longest text, in characters."""

MAX_ANNOUNCEMENTS = 20
"""How many may be shown or planned at once."""


class Severity(IntEnum):
    """How important an announcement is; the numbers are those of `galaxytables.lobby.v1.AnnouncementSeverity`."""

    INFO = 1
    WARNING = 2
    CRITICAL = 3


class Announcement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An announcement, shown from `begins` until `ends` (0: until it is withdrawn), with its text by language."""

    id: str
    texts: dict[str, str]
    severity: Severity
    # Empty if it is about the platform.
    games: tuple[str, ...] = ()
    begins: int
    ends: int = 0
    operator: str

    def has_ended(self, now: int) -> bool:
        """Return whether the announcement has ended at the time `now`."""
        return bool(self.ends) and self.ends <= now

    def is_shown(self, now: int) -> bool:
        """Return whether players see the announcement at the time `now`."""
        return self.begins <= now and not self.has_ended(now)


def in_order(announcements: Iterable[Announcement]) -> tuple[Announcement, ...]:
    """Return announcements in the order in which players are shown them: the most severe first, then the latest."""
    return tuple(sorted(announcements, key=lambda each: (-each.severity, -each.begins, each.id)))


_DECODER = msgspec.msgpack.Decoder(Announcement)


def encode_announcement(announcement: Announcement) -> bytes:
    """Return an announcement as the bytes that the store keeps."""
    return msgspec.msgpack.encode(announcement)


def decode_announcement(stored: bytes) -> Announcement:
    """Return the announcement that `encode_announcement` wrote."""
    return _DECODER.decode(stored)

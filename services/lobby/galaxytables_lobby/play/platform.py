"""Tells players how the platform is: one message, made once and sent on all their streams when it changes."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from galaxytables.lobby.v1 import platform_pb2
from galaxytables_lobby.concurrency import end_tasks
from galaxytables_lobby.domain.announcements import Announcement
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.sanctions import Sanctions

# Readers are woken in groups within this time, so that many of them do not hold the event loop.
SPREAD_SECONDS = 0.5
_GROUP = 64


@dataclass(eq=False, slots=True)
class StatusReader:
    """A stream that also carries the platform's status. `on_ready` is called when the status has changed."""

    on_ready: Callable[[], None]
    number: int = -1


class PlatformWatching:
    """All streams of this process that carry the platform's status. Call `close` after use."""

    def __init__(self, directives: Directives, sanctions: Sanctions) -> None:
        self._directives = directives
        self._sanctions = sanctions
        self._readers: set[StatusReader] = set()
        self._number = 0
        self._waking: asyncio.Task[None] | None = None
        self.status = status_of(directives, sanctions)
        """How the platform is now."""
        directives.listen(self._changed)
        sanctions.listen(self._changed)

    async def close(self) -> None:
        """Stop waking readers."""
        await end_tasks([self._waking])

    @contextmanager
    def reading(self, on_ready: Callable[[], None]) -> Iterator[StatusReader]:
        """Notify a stream of changes of the status while the `with` block runs."""
        reader = StatusReader(on_ready)
        self._readers.add(reader)
        try:
            yield reader
        finally:
            self._readers.discard(reader)

    def news(self, reader: StatusReader) -> platform_pb2.PlatformStatus | None:
        """Return the platform's status, or None if the reader has it already."""
        if reader.number == self._number:
            return None
        reader.number = self._number
        return self.status

    def _changed(self) -> None:
        status = status_of(self._directives, self._sanctions)
        if status == self.status:
            return
        self.status = status
        self._number += 1
        if self._waking is None or self._waking.done():
            self._waking = asyncio.create_task(self._wake(), name="wake-platform-readers")

    async def _wake(self) -> None:
        number = -1
        while number != self._number:
            number, readers = self._number, list(self._readers)
            for first in range(0, len(readers), _GROUP):
                if first:
                    await asyncio.sleep(SPREAD_SECONDS * _GROUP / len(readers))
                for reader in readers[first : first + _GROUP]:
                    reader.on_ready()


def status_of(directives: Directives, sanctions: Sanctions) -> platform_pb2.PlatformStatus:
    """Return the platform's status as players see it.

    It has the announcements, the features that are switched off, and the games that get no new tables.
    """
    return platform_pb2.PlatformStatus(
        announcements=map(announcement_for, directives.shown),
        off=[platform_pb2.Feature.ValueType(feature) for feature in sorted(directives.off)],
        drained_games=sanctions.drained,
    )


def announcement_for(announcement: Announcement) -> platform_pb2.Announcement:
    """Return an announcement as a protobuf message for players."""
    message = platform_pb2.Announcement(
        announcement_id=announcement.id,
        texts=announcement.texts,
        severity=platform_pb2.AnnouncementSeverity.ValueType(announcement.severity),
        games=announcement.games,
        begins=timestamp(announcement.begins),
    )
    if announcement.ends:
        message.ends.CopyFrom(timestamp(announcement.ends))
    return message

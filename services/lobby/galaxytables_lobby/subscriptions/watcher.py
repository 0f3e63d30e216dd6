"""One watch of a table: its viewer, its progress, its queue, and how its views are sent.

A choice changes little of a view. If the client asks for patches, the first view is sent whole, and later ones without
the bytes at their start and end that have not changed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from google.protobuf import any_pb2

from galaxytables.lobby.v1 import play_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.game import Viewer
from galaxytables_lobby.domain.relations import Hearing
from galaxytables_lobby.domain.state import OVER, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.metrics import RESYNCS
from galaxytables_lobby.subscriptions.sentences import Sentences
from galaxytables_lobby.subscriptions.subscription import Subscription
from galaxytables_lobby.subscriptions.updates import Update
from galaxytables_serving import GalaxyError
from galaxytables_serving.framing import framed, tag

_VIEW = tag(play_pb2.TableUpdate, "view")
_PATCH = tag(play_pb2.TableUpdate, "view_patch")


def whole(view: any_pb2.Any) -> bytes:
    """Return a view, sent whole, as a field of a serialized `TableUpdate`."""
    return framed(_VIEW, view.SerializeToString())


class ViewPatches:
    """Turns the successive views of one watch into patches."""

    def __init__(self) -> None:
        self._last: any_pb2.Any | None = None

    def field(self, view: any_pb2.Any) -> bytes:
        """Return the next view as a field of a serialized `TableUpdate`: as a patch if that is shorter, else whole."""
        last, self._last = self._last, view
        if last is None or last.type_url != view.type_url:
            return whole(view)
        patch = framed(_PATCH, patch_between(last.value, view.value).SerializeToString())
        return patch if len(patch) < len(view.value) else whole(view)


def patch_between(before: bytes, after: bytes) -> play_pb2.ViewPatch:
    """Return the patch from one serialized view to another."""
    length = min(len(before), len(after))
    head = _alike(before[:length], after[:length], "little")
    length -= head
    tail = _alike(before[len(before) - length :], after[len(after) - length :], "big")
    return play_pb2.ViewPatch(head=head, middle=after[head : len(after) - tail], tail=tail)


def _alike(one: bytes, other: bytes, order: Literal["little", "big"]) -> int:
    """Return how many bytes two equally long texts share at their start (`little`) or their end (`big`).

    They are compared as integers in that byte order: the lowest bit that differs gives the answer, without a loop.
    """
    differing = int.from_bytes(one, order) ^ int.from_bytes(other, order)
    return ((differing & -differing).bit_length() - 1) // 8 if differing else len(one)


# How many updates may wait for a slow reader before one resync replaces them.
QUEUE_LENGTH = 64

# Ids of one viewer's open prompts.
Prompts: TypeAlias = frozenset[str]
NO_PROMPTS: Prompts = frozenset()


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Somebody who watches a table: a player, or a bot host for one of its bots' seats."""

    player_id: PlayerId
    bot_seat: SeatNumber | None = None
    # May see the table even if it is private and they do not belong to it.
    invited: bool = False

    def viewer(self, table: Table) -> Viewer | GalaxyError:
        """Return the seat from which the onlooker sees the table, None for a spectator; or the error to refuse with.

        The error is NOT_SEATED, or TABLE_NOT_FOUND if the onlooker may not know of the table.
        """
        if self.bot_seat is None:
            seat = table.viewing_seat(self.player_id)
            if seat is None and table.private and not self.invited and not table.admits(self.player_id):
                return errors.table_not_found(table.id)
            return seat
        if self.bot_seat >= len(table.seats) or not table.seats[self.bot_seat].bot:
            return errors.not_seated()
        return self.bot_seat


class SentUpdate(NamedTuple):
    """An update as its reader gets it: a serialized `TableUpdate`, and its number of events."""

    content: bytes
    events: int


class Watcher(Subscription[Update]):
    """One watch of a table. After its queue has overflowed, it gets nothing until the client reads again."""

    def __init__(
        self,
        table_id: TableId,
        onlooker: Onlooker,
        *,
        views: bool,
        from_event: int,
        from_message: int,
        prompts_only: bool,
        on_ready: Callable[[], None],
        sentences: Sentences | None = None,
        view_patches: bool = False,
        hearing: Hearing | None = None,
    ) -> None:
        super().__init__(on_ready, capacity=QUEUE_LENGTH)
        # Whom it does not hear, also once that changes.
        self.hearing = hearing or Hearing()
        self.table_id = table_id
        self.onlooker = onlooker
        self.views = views
        self._patches = ViewPatches() if view_patches else None
        self.prompts_only = prompts_only
        # Adds sentences to its updates, if it wants any.
        self.sentences = sentences
        # The last version and the next event of this watcher; version 0 before its first update. Event 0: no history.
        self.version = 0
        # The last version as the viewer saw it: without other seats' secret steps.
        self.shown = 0
        self.next_event = 0 if prompts_only else from_event
        self.next_message = 0 if prompts_only else from_message
        # The seat of its last update, and whether that showed the table as it was, without a delay.
        self.viewer: Viewer = None
        self.present = True
        # For prompts only: ids of the open prompts that it knows.
        self.prompts: Prompts = NO_PROMPTS
        # Its next update is a resync.
        self.resync = False

    @property
    def new(self) -> bool:
        """Return whether nothing was sent to this watcher yet.

        If the table cannot be shown, a new watcher gets an error; other watchers wait.
        """
        return not self.shown and not self.resync

    def concerned(self, table: Table, viewer: Viewer, prompts: Prompts) -> bool:
        """Return whether the watcher must get an update of a new state of the table.

        `prompts` are those open to its seat. Secret choices of other seats are not sent, not even as an empty update.
        """
        if not self.version or self.resync or table.stage in OVER:
            return True
        if table.version_for(viewer) == self.shown:
            return False
        if not self.prompts_only:
            return True
        # The same prompt may be a new one, unless exactly one version has passed.
        return bool(prompts) and (prompts != self.prompts or table.version > self.version + 1)

    def pass_over(self, table: Table, prompts: Prompts) -> None:
        """Record that the watcher is up to date although no update was sent."""
        self.version = table.version
        self.prompts = prompts

    def put(self, update: Update, version: int, *, present: bool = True) -> None:
        """Queue the update for a version of the table. If the queue overflows, it is emptied, and a resync follows.

        `present` says that the update shows the table without a delay.
        """
        self.version = version
        self.shown = update.version
        self.viewer = update.viewer
        self.present = present
        if self.prompts_only:
            self.prompts = update.prompts
        else:
            self.next_event = update.last_event + 1
            self.next_message = update.last_message + 1
        self.ended = self.ended or (update.stage in OVER and self.has_room)
        # Each update has a key of its own, because none replaces the one before.
        if not self.keep(object(), update):
            RESYNCS.inc()

    def sent(self, update: Update) -> SentUpdate:
        """Convert an update from the queue to what is sent to the client, with its view.

        Call it for every update from the queue, in order, since a view may be sent as a patch of the one before.
        """
        content, view = update.content, update.view
        if view is not None:
            content += whole(view) if self._patches is None else self._patches.field(view)
        return SentUpdate(content, update.events)

    def start_over(self) -> None:
        """Make the watcher's next update a resync, which replaces everything the client knew."""
        self.overflowed = False
        self.resync = True
        self.version = 0
        self.shown = 0
        self.next_event = self.next_message = 0 if self.prompts_only else 1

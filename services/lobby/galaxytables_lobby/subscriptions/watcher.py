"""One reader of one table: who it is, where it stands, what waits for it, and how its views are sent.

A choice changes little of a table: of a view that a watch is told after the first, what is the same at its start and at
its end is not sent again, if the watch wants it so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from google.protobuf import any_pb2

from galaxytables.lobby.v1 import play_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.game import Viewer
from galaxytables_lobby.domain.state import Stage, Table
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
    """A view as a field of a serialized `TableUpdate`."""
    return framed(_VIEW, view.SerializeToString())


class ViewPatches:
    """The views of one watch."""

    def __init__(self) -> None:
        """Begin with a watch that was told of no view."""
        self._last: any_pb2.Any | None = None

    def field(self, view: any_pb2.Any) -> bytes:
        """The next view as a field of a serialized `TableUpdate`, whichever is shorter."""
        last, self._last = self._last, view
        if last is None or last.type_url != view.type_url:
            return whole(view)
        patch = framed(_PATCH, patch_between(last.value, view.value).SerializeToString())
        return patch if len(patch) < len(view.value) else whole(view)


def patch_between(before: bytes, after: bytes) -> play_pb2.ViewPatch:
    """What makes one serialized view of another."""
    most = min(len(before), len(after))
    head = _alike(before[:most], after[:most], "little")
    most -= head
    tail = _alike(before[len(before) - most :], after[len(after) - most :], "big")
    return play_pb2.ViewPatch(head=head, middle=after[head : len(after) - tail], tail=tail)


def _alike(one: bytes, other: bytes, order: Literal["little", "big"]) -> int:
    """How many bytes two of one length have in common at their start (`little`) or their end (`big`).

    Read as numbers in that order, the lowest bit in which they differ says it; no byte is looked at by itself.
    """
    differing = int.from_bytes(one, order) ^ int.from_bytes(other, order)
    return ((differing & -differing).bit_length() - 1) // 8 if differing else len(one)


# Updates that wait for a slow reader before they are replaced by one resync.
QUEUE_LENGTH = 64
_OVER = (Stage.FINISHED, Stage.CLOSED)

# Ids of the open prompts of one viewer.
Prompts: TypeAlias = frozenset[str]
NO_PROMPTS: Prompts = frozenset()


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Who watches: a player, or a bot host that looks from one seat."""

    player_id: PlayerId
    bot_seat: SeatNumber | None = None
    # May look at the table though it is private and they do not belong to it.
    invited: bool = False

    def viewer(self, table: Table) -> Viewer | GalaxyError:
        """The seat that they see the table from as it stands, None for a spectator; or why they may not see it.

        That is NOT_SEATED, and TABLE_NOT_FOUND for whoever may not know of the table any more.
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
    """An update as its reader gets it: a serialized `TableUpdate`, and how many events it tells."""

    content: bytes
    events: int


class Watcher(Subscription[Update]):
    """One reader of one table. One whose queue was full is left alone until it reads again."""

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
    ) -> None:
        super().__init__(on_ready, most=QUEUE_LENGTH)
        self.table_id = table_id
        self.onlooker = onlooker
        self.views = views
        self._patches = ViewPatches() if view_patches else None
        self.prompts_only = prompts_only
        # What puts its updates into words, if it wants any.
        self.sentences = sentences
        # Where this watcher stands; version 0 before its first update. No history (event 0) without events.
        self.version = 0
        # The version as it was told: others' secret steps do not count.
        self.shown = 0
        self.next_event = 0 if prompts_only else from_event
        self.next_message = 0 if prompts_only else from_message
        # The seat that it was told from last, and whether that was the table as it is, not as it stood earlier.
        self.viewer: Viewer = None
        self.present = True
        # For prompts only: ids of the open prompts that it knows.
        self.prompts: Prompts = NO_PROMPTS
        # Its next update tells everything.
        self.resync = False

    @property
    def new(self) -> bool:
        """Whether it was never told anything: whoever was is patient with a table that cannot be shown now."""
        return not self.shown and not self.resync

    def concerned(self, table: Table, viewer: Viewer, prompts: Prompts) -> bool:
        """Whether to tell it, who sees it from a seat, of the table as it stands, with these prompts open to it.

        What other seats do in secret is told to nobody else, not even that it was done.
        """
        if not self.version or self.resync or table.stage in _OVER:
            return True
        if table.version_for(viewer) == self.shown:
            return False
        if not self.prompts_only:
            return True
        # Of a prompt that is open still, or again, only the very next version says which.
        return bool(prompts) and (prompts != self.prompts or table.version > self.version + 1)

    def pass_over(self, table: Table, prompts: Prompts) -> None:
        """It knows the table as it stands without being told."""
        self.version = table.version
        self.prompts = prompts

    def put(self, update: Update, version: int, *, present: bool = True) -> None:
        """Tell the watcher of a version; when its reader is too slow, keep nothing but the need for a resync.

        `present` says that it is told of that version as it is.
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
        self.ended = self.ended or (update.stage in _OVER and self.has_room)
        # Each by itself: none says all that one before it did.
        if not self.keep(object(), update):
            RESYNCS.inc()

    def sent(self, update: Update) -> SentUpdate:
        """An update that was taken, with its view. Every update that is taken goes through here, in order."""
        content, view = update.content, update.view
        if view is not None:
            content += whole(view) if self._patches is None else self._patches.field(view)
        return SentUpdate(content, update.events)

    def start_over(self) -> None:
        """The next update is to tell everything."""
        self.overflowed = False
        self.resync = True
        self.version = 0
        self.shown = 0
        self.next_event = self.next_message = 0 if self.prompts_only else 1

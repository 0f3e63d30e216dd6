"""Builds all updates, which show a viewer a table and what has changed there.

This is an allow-list, like `projection.py`. A change of a table goes to many viewers, and most of it is the same for
all. So each event and prompt is serialized once, the part that all see is serialized once, and the viewer's own part is
added to that. Concatenated serialized messages merge into one.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from google.protobuf import any_pb2

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain.endings import may_claim, why_unrated
from galaxytables_lobby.domain.game import Viewer
from galaxytables_lobby.domain.history import HistoryEvent, timestamp
from galaxytables_lobby.domain.people import ChatMessage
from galaxytables_lobby.domain.state import FinishedTable, RunningTable, SeatClock, Stage, StartedTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber
from galaxytables_lobby.subscriptions.homes import HERE, ClientsHome
from galaxytables_lobby.subscriptions.projection import (
    duration,
    end_reason_of,
    event_for,
    message_for,
    scores_of,
    state_of,
    takeback_for,
)
from galaxytables_lobby.subscriptions.sentences import Sentences
from galaxytables_serving.framing import framed, tag

_EVENT = tag(play_pb2.TableUpdate, "events")
_PROMPT = tag(play_pb2.TableUpdate, "prompts")
_MESSAGE = tag(play_pb2.TableUpdate, "messages")


class Update(NamedTuple):
    """A serialized update for one viewer.

    The view and some facts are kept apart, for the code that sends the update.
    """

    # A serialized `TableUpdate` without its view, which is separate.
    content: bytes
    view: any_pb2.Any | None
    viewer: Viewer
    # The version as the viewer sees it: without other seats' secret steps.
    version: int
    stage: Stage
    last_event: int
    last_message: int
    # Ids of the prompts in it, and its number of events.
    prompts: frozenset[str]
    events: int

    def message(self) -> play_pb2.TableUpdate:
        """Return the update as a protobuf message, with its view."""
        message = play_pb2.TableUpdate.FromString(self.content)
        if self.view is not None:
            message.view.CopyFrom(self.view)
        return message


async def put_into_words(update: Update, sentences: Sentences) -> Update:
    """Return an update with sentences for its events and prompts."""
    said = await sentences.update(play_pb2.TableUpdate.FromString(update.content))
    return update._replace(content=said.SerializeToString())


class Events:
    """Events of a table as fields of an update. A part that several viewers see is serialized once."""

    def __init__(self, whole: Iterable[HistoryEvent] = ()) -> None:
        """`whole` has the events, each with the private parts of all seats."""
        self._whole = list(whole)
        # By number: the event without private parts, and the seats that have one.
        self._public: dict[int, tuple[bytes, Collection[int]]] = {}

    def seen_by(self, viewer: Viewer, first: int, last: int) -> list[bytes]:
        """Return the events `first` to `last` as a viewer may see them, each as a serialized field of an update."""
        return [self._seen(viewer, event) for event in self._whole if first <= event.number <= last]

    def _seen(self, viewer: Viewer, event: HistoryEvent) -> bytes:
        found = self._public.get(event.number)
        if found is None:
            found = self._public[event.number] = _public(event)
        public, seats = found
        return framed(_EVENT, event_for(viewer, event.event).SerializeToString()) if viewer in seats else public


def _public(event: HistoryEvent) -> tuple[bytes, Collection[int]]:
    """Return an event without private parts, and the seats that have one."""
    inner = event.event.event
    if not inner.private_parts and not inner.text:
        return framed(_EVENT, event.payload), ()
    public = framed(_EVENT, event_for(None, event.event).SerializeToString())
    return public, frozenset([part.seat for part in inner.private_parts])


_NO_EVENTS = Events()


class Updates:
    """Makes the updates of one state of a table, for all of its viewers."""

    def __init__(
        self,
        table: Table,
        standing: rules_pb2.Standing | None,
        *,
        now: int,
        events: Events = _NO_EVENTS,
        messages: Sequence[ChatMessage] = (),
        stranded: bool = False,
        home: ClientsHome = HERE,
    ) -> None:
        """`now` is in milliseconds. `stranded` says whether nobody serves the table's rules.

        `home` is the table's home if that is another lobby.
        """
        self._table = table
        self._standing = standing
        self._now = now
        self._events = events
        self._messages = messages
        self._stranded = stranded
        self._home = home
        self._shared = b""
        self._built: dict[tuple[Viewer, bool, int, int, bool, frozenset[PlayerId]], Update] = {}

    def of(
        self,
        viewer: Viewer,
        *,
        view: any_pb2.Any | None = None,
        first_event: int = 0,
        first_message: int = 0,
        resync: bool = False,
        silenced: frozenset[PlayerId] = frozenset(),
    ) -> Update:
        """Return a viewer's update, with `view`, and with events and messages from these numbers on (0: none).

        It has no messages of the players in `silenced`.
        """
        if not self._messages:
            silenced = frozenset()
        key = viewer, view is not None, first_event, first_message, resync, silenced
        built = self._built.get(key)
        if built is None:
            update = self._update(viewer, view, first_event, first_message, resync=resync, silenced=silenced)
            built = self._built[key] = update
        return built

    def _update(
        self,
        viewer: Viewer,
        view: any_pb2.Any | None,
        first_event: int,
        first_message: int,
        *,
        resync: bool,
        silenced: frozenset[PlayerId],
    ) -> Update:
        table = self._table
        version = table.version_for(viewer)
        own = play_pb2.TableUpdate(version=version)
        if resync:
            own.resync = True
        if viewer is not None:
            own.viewer = viewer
        if isinstance(table, StartedTable) and table.control.ticks:
            own.clocks.extend(_clocks(table, viewer))
        prompts = self._ask(viewer, table, own) if viewer is not None and isinstance(table, RunningTable) else []
        parts = [self._for_all(), own.SerializeToString()]
        before = len(parts)
        if first_event:
            parts += self._events.seen_by(viewer, first_event, table.events)
        events = len(parts) - before
        parts += [framed(_PROMPT, prompt.SerializeToString()) for prompt in prompts]
        if first_message:
            said = [each for each in self._messages if first_message <= each.number <= table.messages]
            heard = [each for each in said if each.player.id not in silenced]
            parts += [framed(_MESSAGE, message_for(each).SerializeToString()) for each in heard]
        return Update(
            content=b"".join(parts),
            view=view,
            viewer=viewer,
            version=version,
            stage=table.stage,
            last_event=table.events,
            last_message=table.messages,
            prompts=frozenset([prompt.id for prompt in prompts]),
            events=events,
        )

    def _ask(self, viewer: SeatNumber, table: RunningTable, own: play_pb2.TableUpdate) -> list[game_pb2.Prompt]:
        """Set the fields of an update that only the viewing seat gets. Returns the prompts that are open to it."""
        own.may_claim_end = may_claim(table, viewer)
        if table.seats[viewer].chose:
            own.chose_at_event = table.seats[viewer].chose
        if table.seats[viewer].bot:
            own.attending.extend(table.attending)
            own.home = self._home.address
        standing = self._standing
        if standing is None or table.paused:
            return []
        own.undoable = viewer in standing.undoable_seats
        for hint in table.hints:
            if hint.given and hint.seat == viewer and not table.seats[viewer].resigned:
                own.hint.MergeFromString(hint.given)
        return [prompt for prompt in standing.prompts if prompt.seat == viewer]

    def _for_all(self) -> bytes:
        """Return the part of the update that everybody sees, serialized."""
        if not self._shared:
            table = self._table
            message = play_pb2.TableUpdate(
                table_id=table.id,
                now=timestamp(self._now),
                last_event=table.events,
                waiting_for=table.to_move,
                state=state_of(table),
                last_message=table.messages,
                stranded=self._stranded,
                home=self._home.address if self._home.for_all else "",
                unrated=why_unrated(table),
            )
            if isinstance(table, StartedTable):
                message.takebacks = table.takebacks
            if isinstance(table, RunningTable):
                message.wishes.extend(table.wishes)
                if table.proposal is not None:
                    message.takeback.CopyFrom(takeback_for(table, table.proposal))
                if table.paused:
                    message.paused.CopyFrom(timestamp(table.paused))
            elif isinstance(table, FinishedTable):
                message.scores.extend(scores_of(table))
                message.end_reason = end_reason_of(table)
            self._shared = message.SerializeToString()
        return self._shared


def past_update_for(
    viewer: Viewer,
    table: StartedTable,
    standing: rules_pb2.Standing,
    *,
    now: int,
    last_event: int,
    paused: bool,
    view: any_pb2.Any | None,
) -> play_pb2.TableUpdate:
    """Return the update that shows a table as a viewer saw it at an earlier event.

    `standing` and `view` are those of that moment, which a replay gave.
    """
    waiting = () if paused else sorted({prompt.seat for prompt in standing.prompts})
    update = play_pb2.TableUpdate(
        table_id=table.id,
        now=timestamp(now),
        viewer=viewer,
        last_event=last_event,
        prompts=[prompt for prompt in standing.prompts if prompt.seat == viewer and not paused],
        view=view,
        waiting_for=waiting,
        state=tables_pb2.TABLE_STATE_RUNNING,
        undoable=viewer is not None and not paused and viewer in standing.undoable_seats,
    )
    if standing.over and isinstance(table, FinishedTable):
        update.state = tables_pb2.TABLE_STATE_FINISHED
        update.scores.extend(scores_of(table))
        update.end_reason = end_reason_of(table)
    return update


def _clocks(table: StartedTable, viewer: Viewer) -> list[play_pb2.SeatClock]:
    """Return all clocks; for another seat that chooses in secret, the clock before its first secret step."""
    return [
        _clock(number, seat.clock if number == viewer else seat.shown_clock or seat.clock)
        for number, seat in table.numbered
    ]


def _clock(number: SeatNumber, clock: SeatClock) -> play_pb2.SeatClock:
    return play_pb2.SeatClock(
        seat=number,
        remaining=duration(clock.remaining),
        deadline=timestamp(clock.deadline) if clock.deadline else None,
        misses=clock.misses,
        bank=duration(clock.bank) if clock.bank else None,
        vacation=duration(clock.vacation) if clock.vacation else None,
        away_until=timestamp(clock.back) if clock.away else None,
    )

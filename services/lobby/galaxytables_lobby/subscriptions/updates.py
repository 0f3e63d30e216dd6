"""What a viewer is told of a running table: the one place where updates of streams and views are made.

An allow-list, like its neighbours. A change of a table is told to many, most of it alike: so each event and prompt is
serialized once, by itself, what all see of the table once, and what is the viewer's own is added to that. Serialized
messages one after the other read as one.
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
from galaxytables_lobby.ids import SeatNumber
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
    """What a viewer is told, serialized, and what whoever passes it on must know of it."""

    # A serialized `TableUpdate` but for its view, which comes by itself.
    content: bytes
    view: any_pb2.Any | None
    viewer: Viewer
    # As it is told: others' secret steps do not count.
    version: int
    stage: Stage
    last_event: int
    last_message: int
    # Ids of the prompts in it, and the number of events.
    prompts: frozenset[str]
    events: int

    def message(self) -> play_pb2.TableUpdate:
        """The update itself."""
        message = play_pb2.TableUpdate.FromString(self.content)
        if self.view is not None:
            message.view.CopyFrom(self.view)
        return message


async def put_into_words(update: Update, sentences: Sentences) -> Update:
    """An update with the sentences of its events and prompts."""
    said = await sentences.update(play_pb2.TableUpdate.FromString(update.content))
    return update._replace(content=said.SerializeToString())


class Events:
    """Events of a table, given whole, as fields of an update; what several see alike is serialized once."""

    def __init__(self, whole: Iterable[HistoryEvent] = ()) -> None:
        """Take the events, all private parts included."""
        self._whole = list(whole)
        # By number: what whoever has no part of it sees, and the seats that have one.
        self._public: dict[int, tuple[bytes, Collection[int]]] = {}

    def seen_by(self, viewer: Viewer, first: int, last: int) -> list[bytes]:
        """What a viewer may see of them, from an event number to another."""
        return [self._seen(viewer, told) for told in self._whole if first <= told.number <= last]

    def _seen(self, viewer: Viewer, told: HistoryEvent) -> bytes:
        found = self._public.get(told.number)
        if found is None:
            found = self._public[told.number] = _public(told)
        public, seats = found
        return framed(_EVENT, event_for(viewer, told.event).SerializeToString()) if viewer in seats else public


def _public(told: HistoryEvent) -> tuple[bytes, Collection[int]]:
    """An event as whoever has no part of it sees it, and the seats that have one."""
    event = told.event.event
    if not event.private_parts and not event.text:
        return framed(_EVENT, told.payload), ()
    public = framed(_EVENT, event_for(None, told.event).SerializeToString())
    return public, frozenset([part.seat for part in event.private_parts])


_NO_EVENTS = Events()


class Updates:
    """What its viewers are told of a table as it stands at one time."""

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
        """Take the table, how its game stands, the time in milliseconds, and what may be told of events and talk.

        Also whether nobody serves its rules, and where clients reach its home if that is another lobby.
        """
        self._table = table
        self._standing = standing
        self._now = now
        self._events = events
        self._messages = messages
        self._stranded = stranded
        self._home = home
        self._shared = b""
        self._built: dict[tuple[Viewer, bool, int, int, bool], Update] = {}

    def of(
        self,
        viewer: Viewer,
        *,
        view: any_pb2.Any | None = None,
        first_event: int = 0,
        first_message: int = 0,
        resync: bool = False,
    ) -> Update:
        """What a viewer is told, with its view if that is given, and events and messages from a number on (0: none)."""
        key = viewer, view is not None, first_event, first_message, resync
        built = self._built.get(key)
        if built is None:
            built = self._built[key] = self._update(viewer, view, first_event, first_message, resync=resync)
        return built

    def _update(
        self, viewer: Viewer, view: any_pb2.Any | None, first_event: int, first_message: int, *, resync: bool
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
            parts += [framed(_MESSAGE, message_for(each).SerializeToString()) for each in said]
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
        """Tell a seat what it may do besides choosing, and give its prompts."""
        own.may_claim_end = may_claim(table, viewer)
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
        """What everybody sees."""
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
    """What a viewer learned of a table when an event had been told; what the rules made of it is given."""
    asked = () if paused else sorted({prompt.seat for prompt in standing.prompts})
    update = play_pb2.TableUpdate(
        table_id=table.id,
        now=timestamp(now),
        viewer=viewer,
        last_event=last_event,
        prompts=[prompt for prompt in standing.prompts if prompt.seat == viewer and not paused],
        view=view,
        waiting_for=asked,
        state=tables_pb2.TABLE_STATE_RUNNING,
        undoable=viewer is not None and not paused and viewer in standing.undoable_seats,
    )
    if standing.over and isinstance(table, FinishedTable):
        update.state = tables_pb2.TABLE_STATE_FINISHED
        update.scores.extend(scores_of(table))
        update.end_reason = end_reason_of(table)
    return update


def _clocks(table: StartedTable, viewer: Viewer) -> list[play_pb2.SeatClock]:
    """All clocks; that of another seat that chooses in secret as it was before its first secret step."""
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

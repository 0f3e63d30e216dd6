"""What the client knows of a table, updated from the server's messages. It uses no widget and no network."""

from collections.abc import Sequence
from dataclasses import dataclass

from google.protobuf.any_pb2 import Any as AnyMessage

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.catalogue import Catalogue, fact_words, in_words
from galaxytables_terminal.clock import ClockFace
from galaxytables_terminal.people import People
from galaxytables_terminal.vocabulary import Vocabulary
from galaxytables_terminal.wording import Wording

# Events after which the players or their seats have changed.
_SEATING = frozenset({"started", "resigned", "removed", "handed_over", "finished"})
# Events of the lobby, not of the game: an undo withdraws none of them.
_OF_THE_LOBBY = frozenset(
    {
        *("started", "clocked_out", "resigned", "removed", "handed_over", "end_claimed", "finished"),
        *("pause_wished", "resume_wished", "wish_withdrawn", "paused", "resumed"),
        *("vacation_began", "vacation_ended", "compensated", "clocks_extended", "went_berserk"),
        *("undone", "taken_back", "takeback_proposed", "takeback_declined", "takeback_expired"),
        "hint_asked",
    }
)
# The fact of an event that holds the number of the round.
_ROUND = "round"
_WITHDRAWING = frozenset({"undone", "taken_back"})


@dataclass(slots=True)
class LogLine:
    """A line of the log: an event as a sentence; `withdrawn` if the event was undone."""

    number: int
    kind: str
    text: str
    withdrawn: bool = False
    # The round that the event began; else 0.
    round: int = 0
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """The parts that an update has changed, so that only these are drawn again."""

    log: bool
    seating: bool
    state: bool
    finished: bool
    # Messages written since the table was first seen.
    said: Sequence[play_pb2.ChatMessage] = ()
    chat: bool = False


class KnownTable:
    """Everything that a viewer knows about a table."""

    def __init__(
        self,
        table: tables_pb2.Table,
        people: People,
        catalogue: Catalogue | None = None,
        vocabulary: Vocabulary | None = None,
    ) -> None:
        self.table = table
        self.people = people
        self.catalogue = catalogue or Catalogue()
        self.vocabulary = vocabulary or Vocabulary(people.say.language)
        self.clocks = ClockFace()
        self.version = 0
        self.last_event = 0
        self.log: list[LogLine] = []
        self.messages: list[play_pb2.ChatMessage] = []
        # A proposal to take back that waits for answers.
        self.takeback: tables_pb2.Takeback | None = None
        self.prompts: Sequence[game_pb2.Prompt] = ()
        self.view: AnyMessage | None = None
        self.waiting_for: tuple[int, ...] = ()
        # Since when the table waits for these seats, in local time, as far as this client has seen.
        self._asked: dict[int, float] = {}
        self.scores: Sequence[game_pb2.SeatScore] = table.scores
        self.undoable = False
        self.paused = False
        # No rules service serves the version of the rules of this game.
        self.stranded = False
        # Seats whose players want a pause, or during a pause want to continue.
        self.wishes: tuple[int, ...] = ()
        self.finished = False
        self.end_reason = game_pb2.END_REASON_UNSPECIFIED
        # Why the game is not rated; unspecified if it is.
        self.unrated = table.unrated
        # All other players have left, so that the viewer may end the game.
        self.may_claim_end = False
        # The last event once the viewer had last chosen; 0 before that.
        self.chose_at = 0
        self.viewer: int | None = people.own_seat
        self._began = False
        self._answered = ""
        self._answered_version = 0

    def take(self, update: play_pb2.TableUpdate, now: float) -> Changes:
        """Add an update that arrived at the local time `now` (see `ClockFace`). Returns the parts that it has changed.

        Events are compared by their numbers, everything else by the table's version; older values are ignored.
        """
        if update.resync:
            self.log.clear()
            self.messages.clear()
            self.last_event = 0
        fresh = [event for event in update.events if event.number > self.last_event]
        for event in fresh:
            self._tell(event)
        self.last_event = max(self.last_event, update.last_event)
        if update.HasField("now"):
            self.clocks.learn(update.now.ToMilliseconds() / 1000, now)
        heard = self.messages[-1].number if self.messages else 0
        said = [message for message in update.messages if message.number > heard]
        self.messages.extend(said)
        old_talk = update.resync or not self._began
        was_finished = self.finished
        newer = update.version >= self.version or update.resync or not self._began
        self._began = True
        if newer:
            self._stand(update, now)
        return Changes(
            log=bool(fresh) or update.resync,
            seating=any(event.event.kind in _SEATING for event in fresh),
            state=newer,
            finished=self.finished and not was_finished,
            said=() if old_talk else said,
            chat=bool(said) or update.resync,
        )

    @property
    def say(self) -> Wording:
        """Return the terminal's texts."""
        return self.people.say

    def missed(self, seen: int) -> list[LogLine]:
        """Return the events since event `seen` and since the viewer last chose, without the viewer's own moves.

        Choices that the clock made for the viewer are included. The list is empty if nobody else did anything that
        still holds, or if the viewer's last visit is unknown.
        """
        since = max(seen, self.chose_at)
        if not since or self.viewer is None or self.finished:
            return []
        lines = [line for line in self.log if line.number > since and not line.withdrawn and line.kind != "undone"]
        others = [line for line in lines if line.seat not in {None, self.viewer} or line.kind == "clocked_out"]
        if not others:
            return []
        clock = (line.number for line in lines if line.seat == self.viewer and line.kind == "clocked_out")
        clocked_out = next(clock, float("inf"))
        return [line for line in lines if line.seat != self.viewer or line.number >= clocked_out]

    @property
    def gives_hints(self) -> bool:
        """Return whether the viewer may ask a bot for a hint now.

        They may if a question is open, and the table is private or casual.
        """
        private = self.table.visibility == tables_pb2.VISIBILITY_PRIVATE
        casual = self.table.rating == tables_pb2.RATING_TERMS_CASUAL
        return (private or casual) and bool(self.open_prompts())

    @property
    def rating(self) -> str:
        """Return a text that says whether the game is rated and, if not, why."""
        rating = self.vocabulary.end_rating if self.finished else self.vocabulary.rating
        return rating(self.unrated, self.table.rating)

    def open_prompts(self) -> tuple[game_pb2.Prompt, ...]:
        """Return the viewer's prompts that are not answered yet."""
        stale = self.version < self._answered_version
        return tuple(prompt for prompt in self.prompts if not (stale and prompt.id == self._answered))

    def answered(self, prompt: str, version: int) -> None:
        """Record that a prompt was answered.

        It stays hidden from then on, until an update without this prompt arrives.
        """
        self._answered, self._answered_version = prompt, version

    def seat_clock(self, seat: int, now: float) -> float | None:
        """Return how many seconds a seat has left; None if the seat has no clock."""
        return self.clocks.left(seat, now)

    @property
    def asked_to_take_back(self) -> bool:
        """Return whether the viewer has to accept or decline a proposal to take back."""
        return self.takeback is not None and self.viewer in self.takeback.waiting_for

    @property
    def proposes_to_take_back(self) -> bool:
        """Return whether the viewer's own proposal to take back waits for answers."""
        return self.takeback is not None and self.viewer == self.takeback.seat

    def waiting(self) -> str:
        """Return a sentence that says who has to choose now; empty if nobody has to."""
        return self.people.named(self.waiting_for)

    def thinking(self, now: float) -> float | None:
        """Return how many seconds the table has waited for bots; None if it waits for a person or for nobody."""
        idle = self.finished or self.paused or self.stranded or not self.waiting_for
        if idle or not all(self.people.is_bot(seat) for seat in self.waiting_for):
            return None
        return max(0.0, now - min(self._asked.values()))

    def _stand(self, update: play_pb2.TableUpdate, now: float) -> None:
        self.version = update.version
        self.viewer = update.viewer if update.HasField("viewer") else None
        self.prompts = tuple(update.prompts)
        self.waiting_for = tuple(update.waiting_for)
        self._asked = {seat: self._asked.get(seat, now) for seat in self.waiting_for}
        self.undoable = update.undoable
        self.paused = update.HasField("paused")
        self.stranded = update.stranded
        self.wishes = tuple(update.wishes)
        self.takeback = update.takeback if update.HasField("takeback") else None
        self.clocks.take(update.clocks)
        if update.HasField("view"):
            self.view = update.view
        if update.scores:
            self.scores = tuple(update.scores)
        self.end_reason = update.end_reason
        self.unrated = update.unrated
        self.may_claim_end = update.may_claim_end
        self.chose_at = update.chose_at_event
        self.finished = update.state == tables_pb2.TABLE_STATE_FINISHED

    def _tell(self, numbered: play_pb2.TableEvent) -> None:
        event = numbered.event
        if event.kind in _WITHDRAWING:
            self._withdraw(next((fact.number for fact in event.facts if fact.name == "withdrawn"), 0))
        begun = next((fact.number for fact in event.facts if fact.name == _ROUND), 0)
        seat = event.seat if event.HasField("seat") else None
        text = self.people.tell(sentence(event))
        self.log.append(LogLine(numbered.number, event.kind, text, round=begun, seat=seat))

    def _withdraw(self, count: int) -> None:
        """Mark the game's last `count` events as withdrawn, skipping those withdrawn already."""
        for line in reversed(self.log):
            if count <= 0:
                return
            if not line.withdrawn and line.kind not in _OF_THE_LOBBY:
                line.withdrawn = True
                count -= 1


def sentence(event: game_pb2.Event) -> str:
    """Return a sentence for an event: the private one, else the public one, else one made of its kind and facts."""
    for part in event.private_parts:
        if part.text:
            return part.text
    if event.text:
        return event.text
    who = f"{{seat {event.seat}}}: " if event.HasField("seat") else ""
    facts = ", ".join(fact_words(fact) for fact in event.facts)
    return f"{who}{in_words(event.kind)}{f' ({facts})' if facts else ''}"

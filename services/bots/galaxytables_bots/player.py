"""Plays one seat for a bot: turns updates of the table into answers, without a connection of its own.

The seat answers a prompt once, and once more if its answer was taken back. A lost answer is sent again unchanged, under
a request id that follows from table, seat, prompt and the number of takebacks. For a repeated request id the lobby
returns its first response, so even a process that has restarted does not answer a prompt twice.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID, uuid5

import structlog
from google.protobuf import symbol_database
from google.protobuf.any_pb2 import Any
from google.protobuf.message import Message

from galaxytables.lobby.v1 import bots_pb2, play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.metrics import CHOICES, CHOOSE_SECONDS, DEFAULTS, HURRIED, STRATEGY_ERRORS
from galaxytables_bots.pace import AT_ONCE, Pace
from galaxytables_bots.strategy import Catalogue, Hurrying, Pondering, Strategy
from galaxytables_client import Backoff, ClientError, TableId

MAX_TRIES = 4
"""How many answers of a strategy may be refused before the default is played."""

_REQUESTS = UUID("5f1c7c56-4a0e-4d0c-9a54-5f2f6a1b7c11")
_CLOSED = frozenset({"PROMPT_CLOSED", "GAME_OVER"})
_REFUSED = frozenset({"CHOICE_REFUSED", "OUT_OF_BOUNDS", "UNKNOWN_OPTION"})
_GONE = frozenset({"TABLE_NOT_FOUND", "TABLE_NOT_STARTED", "TABLE_CLOSED"})
_NOT_OURS = "NOT_SEATED"
"""This also occurs briefly while the lobby withdraws the offer of a host that lost its connection."""

_MAX_NOT_OURS = 12

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, eq=False)
class Answer:
    """A seat's answer to one prompt, with the only request id that the seat uses for this prompt.

    `picks` is None until the strategy has computed the answer.
    """

    prompt_id: str
    picks: tuple[str, ...] | None
    request_id: str


class SeatPlayer:
    """Turns updates of a table into answers for one of its seats.

    `current` is the answer to the open prompt, sent or not; None while there is nothing to answer. It is `due` when a
    person might have found the answer, by the clock of the seat's pace. `left` becomes true when there is nothing more
    to play at this table.
    """

    def __init__(self, seat: bots_pb2.BotSeat, strategy: Strategy, catalogue: Catalogue, pace: Pace = AT_ONCE) -> None:
        """`seat` is as the lobby assigned it; `catalogue` is that of the table's pack."""
        self.table_id = TableId(seat.table_id)
        self.seat = seat.seat
        self.game = seat.game
        self.bot = seat.bot
        self.strategy = strategy
        self.current: Answer | None = None
        self.due = 0.0
        self.left = False
        self.backoff = Backoff(0.2, 5.0)
        self._catalogue = catalogue
        self._pace = pace
        self._ponders = isinstance(strategy, Pondering)
        self._prompt: game_pb2.Prompt | None = None
        self._view: Message | None = None
        self._version = 0
        self._takebacks = 0
        self._request_id = ""
        self._due_in_a_row = 0.0
        # The version that opened the current prompt, and the one that the last accepted answer made.
        self._asked_at = 0
        self._answered_at = 0
        self._sent = False
        self._accepted_at: int | None = None
        self._tries = 0
        self._not_ours = 0

    def hear(self, update: play_pb2.TableUpdate) -> Answer | None:
        """Process an update of the table. Returns the answer to send, if there is one."""
        if update.version < self._version:
            return None
        self._not_ours = 0
        self._version = update.version
        if update.state in (tables_pb2.TABLE_STATE_FINISHED, tables_pb2.TABLE_STATE_CLOSED):
            self.left = True
        taken_back = update.takebacks != self._takebacks
        self._takebacks = update.takebacks
        prompt = update.prompts[0] if update.prompts and not self.left else None
        if prompt is None:
            self.current = self._prompt = self._view = None
            return None
        if self.current is None or self.current.prompt_id != prompt.id or taken_back:
            return self._begin(prompt, update)
        if self._accepted_at is not None and update.version >= self._accepted_at:
            # The store lost the choice, or it was undone: the prompt is open again.
            self._accepted_at = None
            self._sent = False
        return None if self._sent else self.current

    def take(self, answer: Answer) -> bool:
        """Return whether to send this answer now. If so, it is recorded as sent."""
        if self.current is not answer or self._sent or answer.picks is None:
            return False
        self._sent = True
        return True

    def thinking(self) -> Callable[[], tuple[str, ...]]:
        """Return a function that computes the picks for the current prompt. It may be called in another thread."""
        assert self._prompt is not None  # noqa: S101  # callers have a prompt
        return partial(self._think, self._prompt, self._view, self._pace.clock())

    def thought(self, answer: Answer, picks: tuple[str, ...]) -> Answer | None:
        """Set the computed picks of an answer. Returns the answer to send, or None if it is no longer needed."""
        return self._answer(picks) if self.current is answer else None

    def disconnected(self) -> None:
        """Prepare for a new connection.

        The first update of the new connection may come from a store that has lost its last writes, and with them an
        answer that it had accepted. Answers that got no response are not sent again here: the stream itself does that.
        """
        self._version = 0
        if self._accepted_at is not None:
            self._sent = False
            self._accepted_at = None

    def accepted(self, answer: Answer, version: int) -> Answer | None:
        """Record that the lobby accepted the answer, which led to this version of the table.

        Returns the next answer to send, if this version opened the prompt for it and the prompt arrived before the
        response; otherwise None.
        """
        self._count("accepted")
        self.backoff.reset()
        self._answered_at = version
        if self.current is answer:
            self._accepted_at = version
            return None
        if self.current is None or self._asked_at != version:
            return None
        self.due = self._due_in_a_row
        return None if self._sent or self.current.picks is None else self.current

    def failed(self, answer: Answer, error: ClientError) -> Answer | None:
        """Return the answer to send after the lobby has refused `answer`, or None to wait for the next update.

        If it is the same answer, send it after `backoff.next()` seconds.
        """
        reason = error.reason
        if reason in _GONE:
            self.left = True
        if self.current is not answer or reason in _CLOSED or self.left:
            self._count("closed")
            return None
        log = _log.bind(table=self.table_id, seat=self.seat, request_id=answer.request_id, bot=self.bot, reason=reason)
        if reason not in _REFUSED:
            self._count("unavailable")
            log.info("answer to be sent again", error=error.line)
            self._sent = False
            return answer
        self._count("refused")
        self._tries += 1
        following = self._next_picks(answer)
        if following is None:
            log.error("the prompt's own default was refused", prompt_kind=self._prompt and self._prompt.kind)
            return None
        log.debug("answer refused", prompt_kind=self._prompt and self._prompt.kind)
        return self._answer(following)

    def watch_failed(self, error: ClientError) -> None:
        """Record that the lobby refuses to show the table to this seat."""
        self._not_ours = self._not_ours + 1 if error.reason == _NOT_OURS else 0
        self.left = error.reason in _GONE or self._not_ours >= _MAX_NOT_OURS
        log = _log.bind(table=self.table_id, seat=self.seat, bot=self.bot, error=error.line)
        log.info("seat is gone" if self.left else "table cannot be watched now")

    def _begin(self, prompt: game_pb2.Prompt, update: play_pb2.TableUpdate) -> Answer:
        self._prompt = prompt
        self._view = unpacked(update.view) if self.strategy.needs_view and update.HasField("view") else None
        self._tries = 0
        name = f"{self.table_id}/{self.seat}/{prompt.id}"
        if self._takebacks:
            name += f"/{self._takebacks}"
        self._request_id = str(uuid5(_REQUESTS, name))
        self._asked_at = update.version
        self._due_in_a_row = self._pace.due_in_a_row()
        in_a_row = update.version == self._answered_at
        self.due = self._due_in_a_row if in_a_row else self._pace.due(prompt, update, self._request_id)
        return self._answer(None if self._ponders else self._choose(prompt, self._view))

    def _answer(self, picks: tuple[str, ...] | None) -> Answer:
        assert self._prompt is not None  # noqa: S101  # callers have a prompt
        self._sent = False
        self._accepted_at = None
        self.current = Answer(self._prompt.id, picks, self._request_id)
        return self.current

    def _next_picks(self, refused: Answer) -> tuple[str, ...] | None:
        """Return other picks than the refused ones: the strategy's, then the default.

        None if the default was refused.
        """
        assert self._prompt is not None  # noqa: S101  # callers have a prompt
        default = tuple(self._prompt.default_picks)
        if refused.picks == default:
            return None
        if self._tries < MAX_TRIES and not self._ponders:
            picks = self._choose(self._prompt, self._view)
            if picks != refused.picks:
                return picks
        DEFAULTS.labels(self.game, self.bot).inc()
        return default

    def _think(self, prompt: game_pb2.Prompt, view: Message | None, since: float) -> tuple[str, ...]:
        """Return the strategy's picks; without pondering, if it can, when the prompt has waited too long."""
        if not self._pace.hurries(since) or not isinstance(self.strategy, Hurrying):
            return self._choose(prompt, view)
        HURRIED.labels(self.game, self.bot).inc()
        return self._picked(self.strategy.choose_at_once, prompt, view)

    def _choose(self, prompt: game_pb2.Prompt, view: Message | None) -> tuple[str, ...]:
        return self._picked(self.strategy.choose, prompt, view)

    def _picked(
        self,
        choose: Callable[[game_pb2.Prompt, Message | None, Catalogue], Sequence[str]],
        prompt: game_pb2.Prompt,
        view: Message | None,
    ) -> tuple[str, ...]:
        """Return the strategy's picks; the default if it fails, so that its error stops no table."""
        began = time.perf_counter()
        try:
            return tuple(choose(prompt, view, self._catalogue))
        except Exception as error:  # noqa: BLE001  # a strategy may fail in any way
            STRATEGY_ERRORS.labels(self.game, self.bot).inc()
            DEFAULTS.labels(self.game, self.bot).inc()
            _log.error(
                "strategy failed", table=self.table_id, seat=self.seat, bot=self.bot, kind=prompt.kind, exc_info=error
            )
            return tuple(prompt.default_picks)
        finally:
            CHOOSE_SECONDS.labels(self.game, self.bot).observe(time.perf_counter() - began)

    def _count(self, outcome: str) -> None:
        CHOICES.labels(self.game, self.bot, outcome).inc()


def unpacked(packed: Any) -> Message | None:
    """Return the message inside a view of type `Any`; None if no loaded module knows its type."""
    try:
        message: Message = symbol_database.Default().GetSymbol(packed.TypeName())()
    except KeyError:
        return None
    return message if packed.Unpack(message) else None

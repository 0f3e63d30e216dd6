"""The client of one game's rules service: turns method calls into messages, and refusals into the lobby's errors."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from time import perf_counter
from typing import TypeVar

import grpc
import grpc.aio
import structlog

from galaxytables.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.rules.pods import Pods
from galaxytables_lobby.adapters.rules.refusals import (
    AWAY,
    POSITION_NOT_CACHED,
    UNKNOWN_CALL,
    UNKNOWN_PACK,
    UNKNOWN_RULES_VERSION,
    translated,
)
from galaxytables_lobby.adapters.rules.rotation import chosen
from galaxytables_lobby.adapters.rules.stream import Call
from galaxytables_lobby.domain.game import (
    ANY_RULES,
    HeldPosition,
    Moved,
    Pin,
    Started,
    Viewer,
    Viewers,
    Views,
    ended_without_rules,
    viewers_of,
    views_of,
)
from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_lobby.metrics import POSITIONS_RESENT, RULES_AVAILABLE, rules_seconds
from galaxytables_serving import GalaxyError, read_error, tracing
from galaxytables_serving.caller_keys import Metadata
from galaxytables_serving.tls import Credentials
from galaxytables_serving.tracing import NOT_TRACED, TRACEPARENT, Span, exemplar, method_of, rpc

_log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")

# A whole game is replayed.
REPLAY_SECONDS = 60.0
_SERVICE = "galaxytables.rules.v1.RulesService"
# The full method names of a session's calls.
_METHODS = {
    field.name: method_of(_SERVICE, field.name)
    for field in rules_pb2.SessionCall.DESCRIPTOR.oneofs_by_name["call"].fields
}
# How many pods a call outside the streams tries, one after the other.
_MAX_PODS = 3


class RulesClient:
    """The client of one game's rules service. Its methods raise the refusals of the service, and GAME_UNAVAILABLE."""

    def __init__(
        self,
        name: str,
        targets: Sequence[str],
        *,
        seconds: float,
        tls: Credentials | None = None,
        shown: Metadata = (),
        on_editions: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`seconds` is the timeout of a call, and `shown` is gRPC metadata that each call carries.

        `on_editions` is called with the game's name when its playable editions change.
        """
        self.name = name
        # Kept while the service is away, so that the lobby can still describe the game.
        self.description: rules_pb2.DescribeResponse | None = None
        self.available = False
        self._seconds = seconds
        self._shown = shown
        self._on_editions = on_editions
        self._pods = Pods(name, targets, seconds=seconds, tls=tls, shown=shown, on_change=self._changed)
        self._asked = 0
        self._forms: dict[Pin, bytes] = {}
        self._editions: frozenset[str] = frozenset()

    def start(self) -> None:
        """Start to look up the game's pods and to probe them."""
        self._pods.start()

    async def probed(self) -> None:
        """Wait until every pod that was found has been probed once."""
        await self._pods.probed()

    async def close(self) -> None:
        """Close all connections."""
        await self._pods.close()

    def position_form(self, pin: Pin) -> bytes:
        """Return the position format that the rules service reads for tables with this pin; empty if it is not known.

        If the service reads the format that the pin names, that is the one.
        """
        form = self._forms.get(pin)
        if form is None:
            form = self._forms[pin] = self._form_read(pin)
        return form

    def strands(self, pin: Pin) -> bool:
        """Return whether a table with this pin is stranded: the game is served, but no pod has the table's rules."""
        return self.available and not self.plays(pin)

    def plays(self, pin: Pin) -> bool:
        """Return whether any pod has the rules version and the pack of this pin now.

        Its position format does not matter.
        """
        return bool(self._pods.ranked(pin._replace(position_form=None), ""))

    @property
    def editions(self) -> frozenset[str]:
        """Return the editions that can be played now: the game's name with a rules version and a pack.

        Empty if unavailable.
        """
        return self._editions if self.available else frozenset()

    def reads(self, pin: Pin) -> bool:
        """Return whether a pod has the rules version and the pack of this pin, and reads its position format."""
        return any(pod.reads(pin) for pod in self._pods.ready)

    def introduction(self) -> rules_pb2.Introduction:
        """Return the game's introduction: the scripted game by which a player learns the rules.

        Raises NO_INTRODUCTION.
        """
        if self.description is None or not self.description.HasField("introduction"):
            raise errors.no_introduction(self.name)
        return self.description.introduction

    def script(self, seed: bytes, seat: SeatNumber) -> list[rules_pb2.IntroductionStep]:
        """Return the scripted answers that a seat gives in the game's introduction.

        `seed` is the seed with which the introduction was begun. If the introduction has another seed by now, the list
        is empty.
        """
        introduction = self.description.introduction if self.description is not None else rules_pb2.Introduction()
        return [step for step in introduction.steps if step.seat == seat] if introduction.seed == seed else []

    async def check_options(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Check a game's options, and return them with defaults for those that are not given."""
        call = _options_call(seats, options)
        return dict(self._answered(call, await self._ask_anywhere(call)).check_options.options)

    async def option_form(self, seats: int, options: Mapping[str, str]) -> rules_pb2.CheckOptionsResponse:
        """Return all options of a game, each with the values that can be chosen now, and which options conflict."""
        call = _options_call(seats, options)
        call.check_options.form = True
        return self._answered(call, await self._ask_anywhere(call)).check_options

    async def new_game(
        self,
        table_id: TableId,
        *,
        seats: int,
        options: Mapping[str, str],
        seed: bytes,
        entropy: Sequence[bytes],
        viewers: Viewers,
        rules_version: int = 0,
        pack_digest: bytes = b"",
        span: Span | None = None,
    ) -> Started:
        """Set up a game, and return how it starts. By default it has the newest rules version and the default pack."""
        call = rules_pb2.SessionCall()
        # Filled in place, which avoids a copy.
        request = call.new_game
        request.seats, request.seed = seats, seed
        request.options.update(options)
        request.entropy.extend(entropy)
        request.viewers.extend(viewers_of(viewers.always))
        request.viewers_if_asked.extend(viewers_of(viewers.if_asked))
        request.rules_version, request.pack_digest = rules_version, pack_digest
        exchange = await self._ask(table_id, Pin(rules_version, pack_digest), call, span=span)
        answer = self._answered(call, exchange.answer.result()).new_game
        pin = Pin(answer.rules_version, answer.pack_digest, answer.standing.position_form)
        return Started(
            _moved(answer.standing, answer.events, answer.views, pin, exchange.answered_by),
            answer.pack_digest,
            answer.rules_version,
            dict(answer.options),
        )

    async def apply(
        self,
        table_id: TableId,
        position: HeldPosition,
        choice: game_pb2.Choice,
        viewers: Viewers,
        span: Span | None = None,
    ) -> Moved:
        """Play one choice. Returns what follows: the new position, the events, and what each viewer sees."""
        call = rules_pb2.SessionCall()
        # Filled in place, which avoids a copy.
        request = call.apply
        request.choice.CopyFrom(choice)
        request.viewers.extend(viewers_of(viewers.always))
        request.viewers_if_asked.extend(viewers_of(viewers.if_asked))
        answer = self._answered(call, await self._ask_about(position, request.position, table_id, call, span)).apply
        return _moved(
            answer.standing, answer.events, answer.views, position.pin, position.held_by, hidden=answer.hidden
        )

    async def undo(
        self,
        table_id: TableId,
        position: HeldPosition,
        seat: SeatNumber,
        viewers: Viewers,
        span: Span | None = None,
    ) -> Moved:
        """Take back a seat's last choice.

        Returns what follows: the earlier position, and how many events are withdrawn.
        """
        request = rules_pb2.UndoRequest(
            seat=seat,
            viewers=viewers_of(viewers.always),
            viewers_if_asked=viewers_of(viewers.if_asked),
        )
        call = rules_pb2.SessionCall(undo=request)
        answer = self._answered(call, await self._ask_about(position, call.undo.position, table_id, call, span)).undo
        return _moved(
            answer.standing,
            (),
            answer.views,
            position.pin,
            position.held_by,
            withdrawn=answer.withdrawn_events,
            prompt_id=answer.prompt_id,
            hidden=answer.hidden,
        )

    async def close_game(
        self,
        table_id: TableId,
        position: HeldPosition,
        reason: game_pb2.EndReason.ValueType,
        viewers: Viewers,
        *,
        seats: int,
        span: Span | None = None,
    ) -> Moved:
        """End a game early, with the points that each seat has now.

        Returns the final position, the events and the views. If the rules service is too old for this call, nobody gets
        points.
        """
        request = rules_pb2.CloseRequest(reason=reason, viewers=viewers_of([*viewers.always, *viewers.if_asked]))
        call = rules_pb2.SessionCall(close=request)
        answer = await self._ask_about(position, call.close.position, table_id, call, span)
        if _reason(answer) == UNKNOWN_CALL:
            return ended_without_rules(position, reason, seats=seats)
        closed = self._answered(call, answer).close
        return _moved(closed.standing, (), closed.views, position.pin, position.held_by)

    async def view(
        self, table_id: TableId, position: HeldPosition, viewers: Iterable[Viewer], span: Span | None = None
    ) -> Views:
        """Return what each of these viewers sees of a position."""
        request = rules_pb2.ViewRequest(viewers=viewers_of(viewers))
        call = rules_pb2.SessionCall(view=request)
        answer = self._answered(call, await self._ask_about(position, call.view.position, table_id, call, span))
        return views_of(answer.view.views)

    async def explain(
        self, table_id: TableId, position: HeldPosition, seat: SeatNumber, prompt_id: str
    ) -> rules_pb2.ExplainResponse:
        """Return why things that a player might expect are not among the options of an open prompt."""
        request = rules_pb2.ExplainRequest(seat=seat, prompt_id=prompt_id)
        call = rules_pb2.SessionCall(explain=request)
        answer = await self._ask_about(position, call.explain.position, table_id, call)
        if _reason(answer) == UNKNOWN_CALL:
            raise errors.game_unavailable(self.name)
        return self._answered(call, answer).explain

    async def words(self, language: str, pack_digest: bytes) -> rules_pb2.WordsResponse:
        """Return the game's words in a language, as Fluent messages.

        Raises GAME_UNAVAILABLE if the rules service is too old to have words.
        """
        request, seconds = rules_pb2.WordsRequest(language=language, pack_digest=pack_digest), self._seconds
        return await self._beside(
            Pin(pack_digest=pack_digest),
            "words",
            lambda stub, shown: stub.Words(request, timeout=seconds, metadata=shown),
        )

    async def components(self, pack_digest: bytes) -> rules_pb2.ComponentsResponse:
        """Return the components of a component pack, such as its cards."""
        request, seconds = rules_pb2.ComponentsRequest(pack_digest=pack_digest), self._seconds
        return await self._beside(
            Pin(pack_digest=pack_digest),
            "components",
            lambda stub, shown: stub.Components(request, timeout=seconds, metadata=shown),
        )

    async def puzzle(self, puzzle_id: str) -> rules_pb2.Puzzle:
        """Return the game's puzzle with this id. Raises UNKNOWN_PUZZLE, GAME_UNAVAILABLE."""
        # Services without puzzles need not know the call.
        if self.description is not None and puzzle_id not in self.description.puzzles:
            raise errors.unknown_puzzle(puzzle_id)
        request = rules_pb2.PuzzleRequest(id=puzzle_id)
        answer = await self._beside(
            ANY_RULES, "puzzle", lambda stub, shown: stub.Puzzle(request, timeout=REPLAY_SECONDS, metadata=shown)
        )
        return answer.puzzle

    async def replay(self, record: game_pb2.Record) -> rules_pb2.ReplayResponse:
        """Replay a finished game's record.

        The response says whether the record is right or, if not, where the replay differs.
        """
        request, pin = rules_pb2.ReplayRequest(record=record), Pin(record.rules_version, record.pack_digest)
        return await self._beside(
            pin, "replay", lambda stub, shown: stub.Replay(request, timeout=REPLAY_SECONDS, metadata=shown)
        )

    async def replay_to(self, request: rules_pb2.ReplayToRequest, pin: Pin = ANY_RULES) -> rules_pb2.ReplayToResponse:
        """Replay choices from a game's start or from a position, and return the resulting position and views."""
        return await self._beside(
            pin, "replay_to", lambda stub, shown: stub.ReplayTo(request, timeout=REPLAY_SECONDS, metadata=shown)
        )

    async def _beside(
        self, pin: Pin, name: str, ask: Callable[["rules_pb2_grpc.RulesServiceAsyncStub", Metadata], Awaitable[Answer]]
    ) -> Answer:
        """Call a pod outside its stream, and return the answer. `ask` makes the call with the given metadata.

        If the current call is traced, so is this one.
        """
        span = tracing.current()
        method = method_of(_SERVICE, name)
        attributes = {**rpc(method), "galaxytables.game": self.name}
        with NOT_TRACED if span is None else span.child(method, attributes) as call:
            shown = self._shown if call is None else (*self._shown, (TRACEPARENT, call.traceparent))
            return await self._asked_beside(pin, lambda stub: ask(stub, shown))

    async def _asked_beside(
        self, pin: Pin, ask: Callable[["rules_pb2_grpc.RulesServiceAsyncStub"], Awaitable[Answer]]
    ) -> Answer:
        """Ask pods one after the other, outside their streams, until one answers, and return the answer."""
        refused: GalaxyError = errors.game_unavailable(self.name)
        key = self._anywhere()
        # If no pod plays by these rules, any pod can say so.
        for pod in (self._pods.ranked(pin, key) or self._pods.ranked(ANY_RULES, key))[:_MAX_PODS]:
            try:
                return await ask(pod.stub)
            except grpc.aio.AioRpcError as error:
                if error.code() is grpc.StatusCode.UNIMPLEMENTED:
                    # The service is too old for this call; a newer one replaces it.
                    raise errors.game_unavailable(self.name) from None
                refused = self._refused(error)
                if error.code() not in AWAY:
                    raise refused from None
                self._pods.suspect(pod)
        raise refused

    def _changed(self) -> None:
        """Update what is known of the game after a change of its pods.

        A pod with the newest rules describes the game.
        """
        before = self.editions
        self._forms.clear()
        self._editions = frozenset().union(*(pod.editions for pod in self._pods.ready))
        ready = self._pods.ranked(ANY_RULES, "")
        if ready:
            self.description = ready[0].description
        if self.available != bool(ready):
            self.available = bool(ready)
            _log.info("rules_service_changed", game=self.name, available=self.available)
        RULES_AVAILABLE.labels(self.name).set(self.available)
        if self.editions != before:
            self._on_editions(self.name)

    def _form_read(self, pin: Pin) -> bytes:
        if pin.position_form is not None and self.reads(pin):
            return pin.position_form
        able = [pod for pod in self._pods.ready if pod.reads(pin._replace(position_form=None))]
        newest = max(able, key=lambda pod: pod.rules_version, default=None)
        return b"" if newest is None or newest.description is None else newest.description.position_form

    def _anywhere(self) -> str:
        """Return a new key at each call, so that calls that are not about a table spread over all pods."""
        self._asked += 1
        return str(self._asked)

    async def _ask_anywhere(self, call: rules_pb2.SessionCall) -> rules_pb2.SessionAnswer:
        """Return a pod's answer to a call that is not about a table, so that any pod can take it."""
        return (await self._ask(self._anywhere(), ANY_RULES, call)).answer.result()

    async def _ask_about(
        self,
        position: HeldPosition,
        sent: rules_pb2.PositionRef,
        table_id: TableId,
        call: rules_pb2.SessionCall,
        span: Span | None = None,
    ) -> rules_pb2.SessionAnswer:
        """Return a pod's answer to a call about a position. `sent` is the field of `call` that names the position.

        The whole position is sent only to a pod that does not have it in memory.
        """
        sent.digest = position.digest
        exchange = await self._ask(table_id, position.pin, call, sent, position, span=span)
        answer = exchange.answer.result()
        reason = _reason(answer)
        if reason == POSITION_NOT_CACHED:
            POSITIONS_RESENT.labels(self.name).inc()
            position.held_by = ""
            exchange = await self._ask(table_id, position.pin, call, sent, position, span=span)
            answer = exchange.answer.result()
            reason = _reason(answer)
        if not reason:
            position.held_by = exchange.answered_by
        elif reason in (UNKNOWN_RULES_VERSION, UNKNOWN_PACK):
            # The service was just replaced; the next probe will show it.
            raise errors.table_stranded(self.name, position.pin.rules_version)
        return answer

    async def _ask(
        self,
        key: str,
        pin: Pin,
        request: rules_pb2.SessionCall,
        sent: rules_pb2.PositionRef | None = None,
        position: HeldPosition | None = None,
        *,
        span: Span | None = None,
    ) -> Call:
        """Make a call over a pod's stream, and return the call once the pod has answered or refused it."""
        if not self.available:
            raise errors.game_unavailable(self.name)
        ranked = self._pods.ranked(pin, key)
        if not ranked:
            raise errors.table_stranded(self.name, pin.rules_version)
        pod = chosen(ranked)
        if sent is None or position is None:
            call = Call(request, pin, key)
        else:
            if position.held_by != pod.address:
                sent.position = position.content
            call = Call(request, pin, key, sent, position.content)
        kind = request.WhichOneof("call") or ""
        with NOT_TRACED if span is None else self._traced(span, request, kind):
            self._pods.give(call, pod)
            await call.answer
        took = perf_counter() - call.begun
        self._pods.answered()
        rules_seconds(self.name, kind).observe(took, exemplar(span))
        return call

    def _traced(self, span: Span, request: rules_pb2.SessionCall, kind: str) -> Span:
        """Begin the span of a call, and pass it to the service."""
        method = _METHODS[kind]
        call = span.child(method, {**rpc(method), "galaxytables.game": self.name})
        request.traceparent = call.traceparent
        return call

    def _answered(self, call: rules_pb2.SessionCall, answer: rules_pb2.SessionAnswer) -> rules_pb2.SessionAnswer:
        """Return the answer to a call. Raises the refusal."""
        kind, got = call.WhichOneof("call"), answer.WhichOneof("answer")
        if got == kind:
            return answer
        if got != "refusal":
            raise translated(self.name, code=13, reason=f"answered {kind} with {got}", message="", metadata={})
        refusal = answer.refusal
        raise translated(
            self.name,
            code=refusal.code,
            reason=refusal.reason,
            message=refusal.message,
            metadata=refusal.metadata,
        )

    def _refused(self, error: grpc.aio.AioRpcError) -> GalaxyError:
        known = read_error(error)
        return translated(
            self.name, code=known.code, reason=known.reason, message=known.message, metadata=known.metadata
        )


def _reason(answer: rules_pb2.SessionAnswer) -> str:
    """Return the reason of a refusal; empty for an answer."""
    return answer.refusal.reason if answer.HasField("refusal") else ""


def _options_call(seats: int, options: Mapping[str, str]) -> rules_pb2.SessionCall:
    """Return a call that checks options. It copies them only once, since copying a protobuf map is slow."""
    call = rules_pb2.SessionCall()
    call.check_options.seats = seats
    call.check_options.options.update(options)
    return call


def _moved(
    standing: rules_pb2.Standing,
    events: Sequence[game_pb2.Event],
    views: Iterable[rules_pb2.View],
    pin: Pin,
    held_by: str,
    *,
    withdrawn: int = 0,
    prompt_id: str = "",
    hidden: bool = False,
) -> Moved:
    if standing.position_form != pin.position_form:
        pin = pin._replace(position_form=standing.position_form)
    position = HeldPosition(standing.position, standing.position_digest, pin, held_by)
    standing.ClearField("position")
    return Moved(standing, position, events, views_of(views), withdrawn, prompt_id, hidden)

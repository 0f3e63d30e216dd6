"""Serves any game as `galaxytables.rules.v1.RulesService`: single calls, and sessions of many calls."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

import grpc
import structlog
from google.protobuf.message import Message

from galaxytables.rules.v1 import rules_pb2, rules_pb2_grpc
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.metrics import cache_lookups, call_seconds, calls
from galaxytables_serving import tracing
from galaxytables_serving.calls import Context
from galaxytables_serving.errors import GalaxyError, InternalError
from galaxytables_serving.framing import framed, tag
from galaxytables_serving.tracing import NOT_TRACED, Span, exemplar, method_of, rpc

Request = TypeVar("Request")
Response = TypeVar("Response")

Serialized: TypeAlias = Any  # the contract's class promises messages
"""A response as bytes, sent on unchanged."""

_METHODS = {
    field.name: method_of("galaxytables.rules.v1.RulesService", field.name)
    for field in rules_pb2.SessionCall.DESCRIPTOR.oneofs_by_name["call"].fields
}
_ANSWERS = tag(rules_pb2.SessionResponse, "answers")
_ANSWER = {
    field.name: tag(rules_pb2.SessionAnswer, field.name)
    for field in rules_pb2.SessionAnswer.DESCRIPTOR.oneofs_by_name["answer"].fields
}

_log = structlog.get_logger(__name__)


class RulesServicer(rules_pb2_grpc.RulesServiceServicer):
    """Serves one game. Calls run on the event loop, since most take far less time than a switch to a thread."""

    def __init__(self, calls: RulesCalls) -> None:
        self._calls = calls
        self._game = calls.game.name
        self._session_calls: dict[str, Callable[[Any], Message]] = {  # each takes its own type of request
            "apply": calls.apply,
            "view": calls.view,
            "new_game": calls.new_game,
            "undo": calls.undo,
            "check_options": calls.check_options,
            "close": calls.close,
            "explain": calls.explain,
        }

    async def Describe(self, request: rules_pb2.DescribeRequest, _: Context) -> rules_pb2.DescribeResponse:
        """Return the game's name, title, versions, seats, options and packs."""
        return self._measured("describe", self._calls.describe, request)

    async def CheckOptions(self, request: rules_pb2.CheckOptionsRequest, _: Context) -> rules_pb2.CheckOptionsResponse:
        """Check options for a number of seats, and return all options with defaults filled in."""
        return self._measured("check_options", self._calls.check_options, request)

    async def NewGame(self, request: rules_pb2.NewGameRequest, _: Context) -> rules_pb2.NewGameResponse:
        """Set up a new game and return its position, events and views."""
        return self._measured("new_game", self._calls.new_game, request)

    async def Apply(self, request: rules_pb2.ApplyRequest, _: Context) -> rules_pb2.ApplyResponse:
        """Play one choice and return the new position, events and views."""
        return self._measured("apply", self._calls.apply, request)

    async def Undo(self, request: rules_pb2.UndoRequest, _: Context) -> rules_pb2.UndoResponse:
        """Take back a seat's last choice and return the position before it."""
        return self._measured("undo", self._calls.undo, request)

    async def Close(self, request: rules_pb2.CloseRequest, _: Context) -> rules_pb2.CloseResponse:
        """End a game before its rules do, and return the scores as they are."""
        return self._measured("close", self._calls.close, request)

    async def View(self, request: rules_pb2.ViewRequest, _: Context) -> rules_pb2.ViewResponse:
        """Return the view of a position for each viewer."""
        return self._measured("view", self._calls.view, request)

    async def Explain(self, request: rules_pb2.ExplainRequest, _: Context) -> rules_pb2.ExplainResponse:
        """Return why certain things that a player might expect are not among the options of a prompt."""
        return self._measured("explain", self._calls.explain, request)

    async def Words(self, request: rules_pb2.WordsRequest, _: Context) -> rules_pb2.WordsResponse:
        """Return all words of the game in one language."""
        return self._measured("words", self._calls.words, request)

    async def Replay(self, request: rules_pb2.ReplayRequest, _: Context) -> rules_pb2.ReplayResponse:
        """Replay the record of a finished game on a thread, and return whether the replay equals the record."""
        return await asyncio.to_thread(self._measured, "replay", self._calls.replay, request)

    async def ReplayTo(self, request: rules_pb2.ReplayToRequest, _: Context) -> rules_pb2.ReplayToResponse:
        """Play choices from the start of a game or from a position, on a thread, and return the position reached."""
        return await asyncio.to_thread(self._measured, "replay_to", self._calls.replay_to, request)

    async def Components(self, request: rules_pb2.ComponentsRequest, _: Context) -> rules_pb2.ComponentsResponse:
        """Return the catalogue of a pack: all its components."""
        return self._measured("components", self._calls.components, request)

    async def Puzzle(self, request: rules_pb2.PuzzleRequest, _: Context) -> rules_pb2.PuzzleResponse:
        """Return a puzzle. Its game is replayed on a thread."""
        return await asyncio.to_thread(self._measured, "puzzle", self._calls.puzzle, request)

    async def Session(
        self, request_iterator: AsyncIterator[rules_pb2.SessionRequest], _: Context
    ) -> AsyncIterator[Serialized]:
        """Answer the calls of a session, which sends many calls over one stream. Yields serialized responses."""
        async for request in request_iterator:
            yield b"".join([framed(_ANSWERS, self._answer(call)) for call in request.calls])

    def _answer(self, call: rules_pb2.SessionCall) -> bytes:
        """Return a serialized `SessionAnswer`; the response in it is serialized once and not copied."""
        head = rules_pb2.SessionAnswer(id=call.id).SerializeToString()
        name = call.WhichOneof("call")
        if name is None:
            return head + _refused(UnknownCall())
        try:
            with self._traced(name, call.traceparent) if call.traceparent else NOT_TRACED as span:
                response = self._measured(name, self._session_calls[name], getattr(call, name), span)
            return head + framed(_ANSWER[name], response.SerializeToString())
        except GalaxyError as error:
            return head + _refused(error)
        except Exception:  # noqa: BLE001 - the stream goes on for all other tables
            _log.exception("call_failed", game=self._game, call=name)
            return head + _refused(InternalError("The rules failed; the log says how."))

    def _traced(self, name: str, traceparent: str) -> AbstractContextManager[Span | None]:
        """Return the span of a call in a session, a child of the caller's span."""
        tracer, method = tracing.tracer(), _METHODS[name]
        span = None if tracer is None else tracer.following(method, traceparent, rpc(method))
        return NOT_TRACED if span is None else span

    def _measured(
        self, name: str, call: Callable[[Request], Response], request: Request, span: Span | None = None
    ) -> Response:
        cache = self._calls.cache
        hits, misses = cache.hits, cache.misses
        outcome = InternalError.reason
        begun = perf_counter()
        try:
            response = call(request)
            outcome = "ok"
        except GalaxyError as error:
            outcome = error.reason
            raise
        finally:
            call_seconds(self._game, name).observe(perf_counter() - begun, exemplar(span))
            calls(self._game, name, outcome).inc()
            if cache.hits != hits:
                cache_lookups(self._game, "hit").inc(cache.hits - hits)
            if cache.misses != misses:
                cache_lookups(self._game, "miss").inc(cache.misses - misses)
        return response


class UnknownCall(GalaxyError):
    """A session's request contains no call that this service knows."""

    reason = "UNKNOWN_CALL"
    code = grpc.StatusCode.UNIMPLEMENTED

    def __init__(self) -> None:
        super().__init__("This request holds no call that is known here.")


def _refused(error: GalaxyError) -> bytes:
    """Return a refusal as a field of a serialized `SessionAnswer`."""
    refusal = rules_pb2.Refusal(code=error.number, reason=error.reason, message=error.message, metadata=error.metadata)
    return framed(_ANSWER["refusal"], refusal.SerializeToString())

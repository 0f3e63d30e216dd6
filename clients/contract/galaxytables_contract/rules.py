"""The client through which laws call a rules service."""

from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message
from google.rpc import error_details_pb2, status_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc

from galaxytables.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from galaxytables_contract.errors import CallRefusedError, LawBrokenError, UnreachableError, hold

Answer = TypeVar("Answer", bound=Message)

DOMAIN = "galaxytables.rules"
CALL_SECONDS = 30.0
MAX_BYTES = 64 * 1024 * 1024
_DETAILS = "grpc-status-details-bin"
_REFUSING = frozenset({3, 5, 7, 9, 11, 12})
"""gRPC codes that report an error of the call; all other codes report an error of the service."""


class RulesAt:
    """A client for the rules service at an address.

    Its calls raise `CallRefusedError`, or `LawBrokenError` for an error that the contract does not allow.
    """

    def __init__(self, target: str) -> None:
        options = [("grpc.max_receive_message_length", MAX_BYTES), ("grpc.max_send_message_length", MAX_BYTES)]
        self.target = target
        self._channel = grpc.insecure_channel(target, options=options)
        self._stub = rules_pb2_grpc.RulesServiceStub(self._channel)
        self._health: Any = health_pb2_grpc.HealthStub(self._channel)  # the generated stub has no types

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._channel.close()

    def reach(self, seconds: float) -> None:
        """Wait until the service responds. Raises `UnreachableError` after this many seconds."""
        try:
            grpc.channel_ready_future(self._channel).result(timeout=seconds)
        except grpc.FutureTimeoutError:
            raise UnreachableError(f"nobody answers at {self.target}") from None

    def serves(self) -> bool:
        """Return whether the service's health status is SERVING."""
        try:
            answer = self._health.Check(health_pb2.HealthCheckRequest(), timeout=CALL_SECONDS)
        except grpc.RpcError as error:
            raise LawBrokenError(f"grpc.health.v1.Health.Check is answered with {_status(error)[0].name}") from None
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    def describe(self) -> rules_pb2.DescribeResponse:
        """Call Describe and return its response."""
        return self._call("Describe", rules_pb2.DescribeRequest(), rules_pb2.DescribeResponse)

    def check_options(self, request: rules_pb2.CheckOptionsRequest) -> rules_pb2.CheckOptionsResponse:
        """Call CheckOptions and return its response."""
        return self._call("CheckOptions", request, rules_pb2.CheckOptionsResponse)

    def new_game(self, request: rules_pb2.NewGameRequest) -> rules_pb2.NewGameResponse:
        """Call NewGame and return its response."""
        return self._call("NewGame", request, rules_pb2.NewGameResponse)

    def apply(self, request: rules_pb2.ApplyRequest) -> rules_pb2.ApplyResponse:
        """Call Apply and return its response."""
        return self._call("Apply", request, rules_pb2.ApplyResponse)

    def undo(self, request: rules_pb2.UndoRequest) -> rules_pb2.UndoResponse:
        """Call Undo and return its response."""
        return self._call("Undo", request, rules_pb2.UndoResponse)

    def close(self, request: rules_pb2.CloseRequest) -> rules_pb2.CloseResponse:
        """Call Close and return its response."""
        return self._call("Close", request, rules_pb2.CloseResponse)

    def view(self, request: rules_pb2.ViewRequest) -> rules_pb2.ViewResponse:
        """Call View and return its response."""
        return self._call("View", request, rules_pb2.ViewResponse)

    def explain(self, request: rules_pb2.ExplainRequest) -> rules_pb2.ExplainResponse:
        """Call Explain and return its response."""
        return self._call("Explain", request, rules_pb2.ExplainResponse)

    def words(self, request: rules_pb2.WordsRequest) -> rules_pb2.WordsResponse:
        """Call Words and return its response."""
        return self._call("Words", request, rules_pb2.WordsResponse)

    def components(self, request: rules_pb2.ComponentsRequest) -> rules_pb2.ComponentsResponse:
        """Call Components and return its response."""
        return self._call("Components", request, rules_pb2.ComponentsResponse)

    def puzzle(self, request: rules_pb2.PuzzleRequest) -> rules_pb2.Puzzle:
        """Call Puzzle and return the puzzle."""
        return self._call("Puzzle", request, rules_pb2.PuzzleResponse).puzzle

    def replay(self, record: game_pb2.Record) -> rules_pb2.ReplayResponse:
        """Call Replay for a record and return its response."""
        return self._call("Replay", rules_pb2.ReplayRequest(record=record), rules_pb2.ReplayResponse)

    def replay_to(self, request: rules_pb2.ReplayToRequest) -> rules_pb2.ReplayToResponse:
        """Call ReplayTo and return its response."""
        return self._call("ReplayTo", request, rules_pb2.ReplayToResponse)

    def session(self, requests: Iterable[rules_pb2.SessionRequest]) -> Iterator[rules_pb2.SessionAnswer]:
        """Send these requests in one session, and yield the responses."""
        try:
            for response in self._stub.Session(iter(requests), timeout=CALL_SECONDS):
                yield from response.answers
        except grpc.RpcError as error:
            code, details = _status(error)
            raise LawBrokenError(f"a session ended with {code.name}: {details}") from None

    def _call(self, name: str, request: Message, kind: type[Answer]) -> Answer:
        try:
            answer = getattr(self._stub, name)(request, timeout=CALL_SECONDS)
        except grpc.RpcError as error:
            raise _refusal(name, error) from None
        assert isinstance(answer, kind)  # noqa: S101 - the stub's type
        return answer


def _status(error: Any) -> tuple[grpc.StatusCode, str]:  # noqa: ANN401 - an RpcError that is a Call, as all are
    return error.code(), error.details() or ""


def _refusal(call: str, error: Any) -> CallRefusedError:  # noqa: ANN401 - as above
    """Return the refusal for a gRPC error. Raises `LawBrokenError` if the contract does not allow the error."""
    code, details = _status(error)
    number: int = code.value[0]
    hold(number in _REFUSING, f"{call} failed with {code.name}: {details}")
    trailers = [value for key, value in error.trailing_metadata() or () if key == _DETAILS]
    info = error_details_pb2.ErrorInfo()
    try:
        status = status_pb2.Status.FromString(trailers[0] if trailers else b"")
        infos = [detail for detail in status.details if detail.Unpack(info)]
    except DecodeError:
        infos = []
    hold(len(infos) == 1, f"{call} failed with {code.name} and without one google.rpc.ErrorInfo: {details}")
    hold(info.domain == DOMAIN, f"{call}: the domain of {info.reason} is {info.domain!r}, not {DOMAIN}")
    return CallRefusedError(call, number, info.reason, details, info.metadata)

"""One game's rules service, as the rest of the lobby uses it: typed calls, typed errors."""

import time
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import grpc
import grpc.aio
from google.protobuf import any_pb2

from galaxy.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from services.lobby import errors
from services.lobby.ids import SeatNumber, TableId
from services.lobby.metrics import POSITIONS_RESENT, rules_seconds
from services.lobby.rules.refusals import POSITION_NOT_CACHED, UNKNOWN_CALL, translated
from services.lobby.rules.stream import RulesStream
from services.serving import GalaxyError, read_error

# A seat that looks, or None for a spectator.
Viewer: TypeAlias = SeatNumber | None
Views: TypeAlias = dict[Viewer, any_pb2.Any]
# Ids of the open prompts of each seat that has any.
Asked: TypeAlias = Mapping[SeatNumber, frozenset[str]]

CALL_SECONDS = 5.0
# A whole game is played.
REPLAY_SECONDS = 60.0
# What a call is about that is about no table.
_NO_TABLE = TableId("")


@dataclass(frozen=True, slots=True)
class Viewers:
    """Whose views a call is to return: of some always, of others only where they have an open prompt afterwards."""

    always: Collection[Viewer] = ()
    if_asked: Collection[Viewer] = ()


@dataclass(slots=True)
class HeldPosition:
    """A game's position, and whether the rules service probably still has it at hand."""

    content: bytes
    digest: bytes
    cached: bool = False


@dataclass(slots=True)
class Moved:
    """What a choice or an undo led to; `standing` is without the position."""

    standing: rules_pb2.Standing
    position: HeldPosition
    events: Sequence[game_pb2.Event]
    views: Views
    # Of an undo: how many of the last events did not happen, and whose answer was taken back.
    withdrawn: int = 0
    prompt_id: str = ""
    # Nobody but the seat itself may notice.
    hidden: bool = False
    # Who must choose now.
    asked: Asked = field(init=False)

    def __post_init__(self) -> None:
        self.asked = prompts_by_seat(self.standing)


@dataclass(frozen=True, slots=True)
class Started:
    """A new game."""

    moved: Moved
    pack_digest: bytes
    rules_version: int
    options: dict[str, str]


def prompts_by_seat(standing: rules_pb2.Standing) -> Asked:
    """Ids of the open prompts of each seat that has any."""
    found: dict[SeatNumber, set[str]] = {}
    for prompt in standing.prompts:
        found.setdefault(SeatNumber(prompt.seat), set()).add(prompt.id)
    return {seat: frozenset(prompts) for seat, prompts in found.items()}


class RulesClient:
    """The rules service of one game. Its methods raise what the service refused, or GAME_UNAVAILABLE."""

    def __init__(self, name: str, channel: grpc.aio.Channel, *, streams: int = 1) -> None:
        """Take the name, a channel to own, and over how many streams (replicas) to spread the tables."""
        self.name = name
        # Kept while the service is away, so that the lobby can still tell what the game is.
        self.description: rules_pb2.DescribeResponse | None = None
        self.available = False
        self._channel = channel
        self._stub = rules_pb2_grpc.RulesServiceStub(channel)
        self._streams = [RulesStream(channel, name) for _ in range(streams)]

    def start(self) -> None:
        """Open the streams."""
        for stream in self._streams:
            stream.start()

    async def close(self) -> None:
        """Close streams and channel."""
        for stream in self._streams:
            await stream.close()
        await self._channel.close()

    async def check_options(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """All options with defaults written out."""
        request = rules_pb2.CheckOptionsRequest(seats=seats, options=options)
        call = rules_pb2.SessionCall(check_options=request)
        return dict(self._answered(call, await self._ask(_NO_TABLE, call)).check_options.options)

    async def option_form(self, seats: int, options: Mapping[str, str]) -> rules_pb2.CheckOptionsResponse:
        """All options with what could be chosen instead, and what does not go together."""
        request = rules_pb2.CheckOptionsRequest(seats=seats, options=options, form=True)
        call = rules_pb2.SessionCall(check_options=request)
        return self._answered(call, await self._ask(_NO_TABLE, call)).check_options

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
    ) -> Started:
        """Set a game up, by the newest rules and with the pack for new games unless others are named."""
        request = rules_pb2.NewGameRequest(
            seats=seats,
            options=options,
            seed=seed,
            entropy=entropy,
            viewers=viewers_of(viewers.always),
            viewers_if_asked=viewers_of(viewers.if_asked),
            rules_version=rules_version,
            pack_digest=pack_digest,
        )
        call = rules_pb2.SessionCall(new_game=request)
        answer = self._answered(call, await self._ask(table_id, call)).new_game
        return Started(
            _moved(answer.standing, answer.events, answer.views),
            answer.pack_digest,
            answer.rules_version,
            dict(answer.options),
        )

    async def apply(
        self, table_id: TableId, position: HeldPosition, choice: game_pb2.Choice, viewers: Viewers
    ) -> Moved:
        """Play one choice."""
        request = rules_pb2.ApplyRequest(
            position=_reference(position),
            choice=choice,
            viewers=viewers_of(viewers.always),
            viewers_if_asked=viewers_of(viewers.if_asked),
        )
        call = rules_pb2.SessionCall(apply=request)
        answer = self._answered(call, await self._ask_about(position, call.apply.position, table_id, call)).apply
        return _moved(answer.standing, answer.events, answer.views, hidden=answer.hidden)

    async def undo(self, table_id: TableId, position: HeldPosition, seat: SeatNumber, viewers: Viewers) -> Moved:
        """Take back a seat's last choice."""
        request = rules_pb2.UndoRequest(
            position=_reference(position),
            seat=seat,
            viewers=viewers_of(viewers.always),
            viewers_if_asked=viewers_of(viewers.if_asked),
        )
        call = rules_pb2.SessionCall(undo=request)
        answer = self._answered(call, await self._ask_about(position, call.undo.position, table_id, call)).undo
        return _moved(
            answer.standing,
            (),
            answer.views,
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
    ) -> Moved:
        """End a game as it stands. Nobody has points where the service does not know the call."""
        request = rules_pb2.CloseRequest(
            position=_reference(position), reason=reason, viewers=viewers_of([*viewers.always, *viewers.if_asked])
        )
        call = rules_pb2.SessionCall(close=request)
        answer = await self._ask_about(position, call.close.position, table_id, call)
        if _reason(answer) == UNKNOWN_CALL:
            scores = [game_pb2.SeatScore(seat=seat, rank=1) for seat in range(seats)]
            return Moved(rules_pb2.Standing(over=True, end_reason=reason, scores=scores), position, (), {})
        closed = self._answered(call, answer).close
        return _moved(closed.standing, (), closed.views)

    async def view(self, table_id: TableId, position: HeldPosition, viewers: Iterable[Viewer]) -> Views:
        """Show a position."""
        request = rules_pb2.ViewRequest(position=_reference(position), viewers=viewers_of(viewers))
        call = rules_pb2.SessionCall(view=request)
        answer = self._answered(call, await self._ask_about(position, call.view.position, table_id, call))
        return views_of(answer.view.views)

    async def explain(
        self, table_id: TableId, position: HeldPosition, seat: SeatNumber, prompt_id: str
    ) -> rules_pb2.ExplainResponse:
        """Say why what a seat might expect is no option of its prompt."""
        request = rules_pb2.ExplainRequest(position=_reference(position), seat=seat, prompt_id=prompt_id)
        call = rules_pb2.SessionCall(explain=request)
        answer = await self._ask_about(position, call.explain.position, table_id, call)
        if _reason(answer) == UNKNOWN_CALL:
            raise errors.game_unavailable(self.name)
        return self._answered(call, answer).explain

    async def words(self, language: str, pack_digest: bytes) -> rules_pb2.WordsResponse:
        """The words of the game in a language; GAME_UNAVAILABLE while its service is of before there were words."""
        request = rules_pb2.WordsRequest(language=language, pack_digest=pack_digest)
        try:
            return await self._stub.Words(request, timeout=CALL_SECONDS)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNIMPLEMENTED:
                raise errors.game_unavailable(self.name) from None
            raise self._refused(error) from None

    async def components(self, pack_digest: bytes) -> rules_pb2.ComponentsResponse:
        """The catalogue of a pack."""
        try:
            return await self._stub.Components(
                rules_pb2.ComponentsRequest(pack_digest=pack_digest), timeout=CALL_SECONDS
            )
        except grpc.aio.AioRpcError as error:
            raise self._refused(error) from None

    async def replay(self, record: game_pb2.Record) -> rules_pb2.ReplayResponse:
        """Play a finished game's record again."""
        if not self.available:
            raise errors.game_unavailable(self.name)
        try:
            return await self._stub.Replay(rules_pb2.ReplayRequest(record=record), timeout=REPLAY_SECONDS)
        except grpc.aio.AioRpcError as error:
            raise self._refused(error) from None

    async def replay_to(self, request: rules_pb2.ReplayToRequest) -> rules_pb2.ReplayToResponse:
        """Play choices from a game's start or from where it stood, and show how it stands then."""
        if not self.available:
            raise errors.game_unavailable(self.name)
        try:
            return await self._stub.ReplayTo(request, timeout=REPLAY_SECONDS)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNIMPLEMENTED:
                # A service of an older contract: it makes way for a newer one, or has done so for the next call.
                raise errors.game_unavailable(self.name) from None
            raise self._refused(error) from None

    async def describe(self) -> rules_pb2.DescribeResponse:
        """Ask the service what it is. Raises `grpc.aio.AioRpcError`."""
        return await self._stub.Describe(rules_pb2.DescribeRequest(), timeout=CALL_SECONDS)

    async def _ask_about(
        self, position: HeldPosition, sent: rules_pb2.PositionRef, table_id: TableId, call: rules_pb2.SessionCall
    ) -> rules_pb2.SessionAnswer:
        """The answer to a call about a position, or its refusal; `sent` is the position in the call.

        The position goes whole only where the service needs it.
        """
        answer = await self._ask(table_id, call)
        if _reason(answer) == POSITION_NOT_CACHED:
            POSITIONS_RESENT.labels(self.name).inc()
            sent.position = position.content
            answer = await self._ask(table_id, call)
        if not _reason(answer):
            position.cached = True
        return answer

    async def _ask(self, table_id: TableId, call: rules_pb2.SessionCall) -> rules_pb2.SessionAnswer:
        """The answer to a call, or its refusal."""
        if not self.available:
            raise errors.game_unavailable(self.name)
        # A table keeps to its stream, so that a replica finds the position in its cache.
        stream = self._streams[zlib.crc32(table_id.encode()) % len(self._streams)]
        started = time.perf_counter()
        answer = await stream.call(call, within=CALL_SECONDS)
        rules_seconds(self.name, call.WhichOneof("call")).observe(time.perf_counter() - started)
        return answer

    def _answered(self, call: rules_pb2.SessionCall, answer: rules_pb2.SessionAnswer) -> rules_pb2.SessionAnswer:
        """The answer to the call. Raises what was refused."""
        asked, got = call.WhichOneof("call"), answer.WhichOneof("answer")
        if got == asked:
            return answer
        if got != "refusal":
            raise translated(self.name, code=13, reason=f"answered {asked} with {got}", message="", metadata={})
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
    """Why a call was refused; empty where it was not."""
    return answer.refusal.reason if answer.HasField("refusal") else ""


def _reference(position: HeldPosition) -> rules_pb2.PositionRef:
    if position.cached:
        return rules_pb2.PositionRef(digest=position.digest)
    return rules_pb2.PositionRef(digest=position.digest, position=position.content)


def viewers_of(viewers: Iterable[Viewer]) -> list[rules_pb2.Viewer]:
    """Viewers as messages name them."""
    return [rules_pb2.Viewer() if seat is None else rules_pb2.Viewer(seat=seat) for seat in viewers]


def views_of(views: Iterable[rules_pb2.View]) -> Views:
    """Views by viewer."""
    return {SeatNumber(view.viewer.seat) if view.viewer.HasField("seat") else None: view.view for view in views}


def _moved(
    standing: rules_pb2.Standing,
    events: Sequence[game_pb2.Event],
    views: Iterable[rules_pb2.View],
    *,
    withdrawn: int = 0,
    prompt_id: str = "",
    hidden: bool = False,
) -> Moved:
    position = HeldPosition(standing.position, standing.position_digest, cached=True)
    standing.ClearField("position")
    return Moved(standing, position, events, views_of(views), withdrawn, prompt_id, hidden)

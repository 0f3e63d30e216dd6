"""Makes calls with a deadline and a token, and repeats them if that is safe."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from secrets import token_hex
from time import monotonic
from typing import TypeVar

import grpc
import grpc.aio
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import Message

from galaxytables.lobby.v1 import (
    accounts_pb2,
    archive_pb2,
    bots_pb2,
    notifications_pb2,
    passkeys_pb2,
    personal_tokens_pb2,
    platform_pb2,
    play_pb2,
    players_pb2,
    reports_pb2,
    tables_pb2,
)
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client.backoff import Backoff
from galaxytables_client.credentials import Credentials, Metadata
from galaxytables_client.errors import (
    ClientError,
    LimitExceededError,
    UnauthenticatedError,
    UnavailableError,
    read_error,
)
from galaxytables_client.pulse import Pulse
from galaxytables_client.resuming import OnLost, Resuming
from galaxytables_client.uncopied import Uncopied

CALL_SECONDS = 15.0
"""The deadline of an attempt."""

PATIENCE_SECONDS = 60.0
"""How long a call is repeated while nobody answers: longer than it takes to notice a dead connection."""

Q = TypeVar("Q", bound=Message)
R = TypeVar("R", bound=Message)

_REQUEST_ID = "request_id"
# An extra guest or token does no harm.
_HARMLESS = frozenset({players_pb2.CreateGuestRequest.DESCRIPTOR, players_pb2.RenewTokenRequest.DESCRIPTOR})


class Calls(Uncopied):
    """Makes calls over one channel.

    Each attempt has a deadline. A call that only reads, or that changes something under a request id, is repeated with
    growing pauses while the server is unavailable or asks for a retry. If the caller gives no request id, one is
    created here. The id stays the same for all attempts, so the change is made only once. Calls that may not be
    repeated are attempted once.
    """

    def __init__(
        self, address: str, *, credentials: Credentials | None = None, patience: float, silence: float
    ) -> None:
        """`address` is shown in errors; `patience` is how many seconds a call is repeated.

        A stream that is silent for more than `silence` seconds ends with `UnavailableError`.
        """
        self.address = address
        self.credentials = credentials
        self._patience = patience
        self.silence = silence

    def at(self, address: str) -> "Calls":
        """Return an object that makes calls of the same player to another server."""
        return Calls(address, credentials=self.credentials, patience=self._patience, silence=self.silence)

    async def call(
        self,
        method: "grpc.aio.UnaryUnaryMultiCallable[Q, R]",
        request: Q,
        *,
        seconds: float = CALL_SECONDS,
        patience: float | None = None,
        open_to_all: bool = False,
        metadata: Metadata = (),
    ) -> R:
        """Make a call and return its response. Raises `ClientError`.

        `seconds` limits each attempt. `patience` is the time in seconds within which another attempt may begin. A call
        with `open_to_all` needs no token, so no guest is created for it. `metadata` is sent in place of a token if the
        connection has no credentials.
        """
        again = name_change(request)
        end = monotonic() + (self._patience if patience is None else patience)
        backoff: Backoff | None = None
        while True:
            if self.credentials is not None:
                metadata = self.credentials.present if open_to_all else await self.credentials.metadata()
            try:
                return await method(request, timeout=seconds, metadata=metadata)
            except grpc.aio.AioRpcError as error:
                failure = read_error(error, self.address)
            if isinstance(failure, UnauthenticatedError) and await self._replaced(metadata):
                continue
            backoff = backoff or Backoff()
            wait = max(backoff.next(), failure.retry_after or 0.0)
            if not again or not _passes(failure) or monotonic() + wait > end:
                raise failure
            await asyncio.sleep(wait)

    async def stream(self, method: "grpc.aio.UnaryStreamMultiCallable[Q, R]", request: Q) -> AsyncGenerator[R, None]:
        """Make a streaming call once and yield its responses. Leaving the iteration cancels the call.

        Raises `ClientError`.
        """
        metadata = await self.metadata()
        call = method(request, metadata=metadata)
        try:
            with Pulse(call, self.address, self.silence) as pulse:
                async for response in call:
                    pulse.heard()
                    yield response
        except grpc.aio.AioRpcError as error:
            raise await self.translated(error, metadata) from None
        finally:
            call.cancel()

    async def resumed(
        self, method: "grpc.aio.UnaryStreamMultiCallable[Q, R]", request: Q, on_lost: OnLost | None = None
    ) -> AsyncGenerator[R, None]:
        """Make a streaming call and yield its responses; whenever it ends, make it again.

        Each attempt sends `request` as it is at that moment, so the caller may change it in between. Raises errors that
        are not temporary: see `Resuming`.
        """
        resuming = Resuming(self.address, on_lost)
        while True:
            failure: ClientError | None = None
            try:
                async with aclosing(self.stream(method, request)) as responses:
                    async for response in responses:
                        resuming.heard()
                        yield response
            except ClientError as error:
                failure = error
            await resuming.wait(failure)

    async def metadata(self) -> Metadata:
        """Return the metadata to send with a streaming call. Raises `ClientError`."""
        return await self.credentials.metadata() if self.credentials is not None else ()

    async def translated(self, error: grpc.aio.AioRpcError, metadata: Metadata) -> ClientError:
        """Return the `ClientError` for an error that ended a stream.

        It is `UnavailableError` if the stream's token had expired and was replaced, so that the stream can be reopened.
        """
        failure = read_error(error, self.address)
        if isinstance(failure, UnauthenticatedError) and await self._replaced(metadata):
            return UnavailableError(failure.code, failure.message, reason=failure.reason, address=self.address)
        return failure

    async def _replaced(self, refused: Metadata) -> bool:
        return bool(refused) and self.credentials is not None and await self.credentials.replace(refused)


def _passes(failure: ClientError) -> bool:
    """Return whether the same request may succeed later."""
    return isinstance(failure, UnavailableError) or (
        isinstance(failure, LimitExceededError) and failure.retry_after is not None
    )


def name_change(request: Message) -> bool:
    """Give a request an id if it needs one, and return whether the request can be repeated safely.

    It can if it only reads, if repeating it does no harm, or if it carries a request id. If the field for the id is
    empty, a new id is written into `request`.
    """
    if request.DESCRIPTOR in _READS or request.DESCRIPTOR in _HARMLESS:
        return True
    if _REQUEST_ID not in request.DESCRIPTOR.fields_by_name:
        return False
    if not getattr(request, _REQUEST_ID):
        setattr(request, _REQUEST_ID, token_hex(16))
    return True


def _reads(services: Iterable[ServiceDescriptor]) -> frozenset[object]:
    """Return the descriptors of the request messages of all methods that only read."""
    return frozenset(
        method.input_type
        for service in services
        for method in service.methods
        if method.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS
    )


_READS = _reads(
    service
    for file in (
        accounts_pb2,
        players_pb2,
        personal_tokens_pb2,
        tables_pb2,
        play_pb2,
        archive_pb2,
        notifications_pb2,
        passkeys_pb2,
        reports_pb2,
        platform_pb2,
        bots_pb2,
        rules_pb2,
    )
    for service in file.DESCRIPTOR.services_by_name.values()
)

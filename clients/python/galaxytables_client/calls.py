"""Calls with a deadline and a token, repeated where that can do no harm."""

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

from galaxytables.lobby.v1 import archive_pb2, bots_pb2, play_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client.backoff import Backoff
from galaxytables_client.credentials import Credentials, Metadata
from galaxytables_client.errors import ClientError, TooMany, Unauthenticated, Unavailable, read_error
from galaxytables_client.pulse import Pulse
from galaxytables_client.resuming import OnLost, Resuming
from galaxytables_client.uncopied import Uncopied

CALL_SECONDS = 15.0
"""An attempt that takes longer counts as unanswered."""

PATIENCE_SECONDS = 60.0
"""A call is repeated for so long while nobody answers: longer than it takes to notice a dead connection."""

Q = TypeVar("Q", bound=Message)
R = TypeVar("R", bound=Message)

_REQUEST_ID = "request_id"
# A stray guest, or a token more, harms nobody.
_HARMLESS = frozenset({players_pb2.CreateGuestRequest.DESCRIPTOR, players_pb2.RenewTokenRequest.DESCRIPTOR})


class Calls(Uncopied):
    """Calls over one channel.

    An attempt has a deadline. A call that only looks, or changes something under a request id, is repeated with growing
    pauses while the server is away or asks for it. The request id is made here where the caller gave none, and stays
    the same, so that the change is made once. Other calls are made once.
    """

    def __init__(
        self, address: str, *, credentials: Credentials | None = None, patience: float, silence: float
    ) -> None:
        """Take an address for people, whose token to send, and for how many seconds a call is repeated.

        A stream that is silent for more than `silence` seconds ends as `Unavailable`.
        """
        self.address = address
        self.credentials = credentials
        self._patience = patience
        self.silence = silence

    def at(self, address: str) -> "Calls":
        """Calls to another server, of the same player."""
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
        """Make a call. Raises `ClientError`.

        `seconds` bound an attempt, `patience` the time in which another one may begin. A call that is `open_to_all`
        makes nobody a guest who is none yet. `metadata` goes with the calls of whoever has no credentials.
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
            if isinstance(failure, Unauthenticated) and await self._replaced(metadata):
                continue
            backoff = backoff or Backoff()
            wait = max(backoff.next(), failure.retry_after or 0.0)
            if not again or not _passes(failure) or monotonic() + wait > end:
                raise failure
            await asyncio.sleep(wait)

    async def stream(self, method: "grpc.aio.UnaryStreamMultiCallable[Q, R]", request: Q) -> AsyncGenerator[R, None]:
        """Make a call that is answered by a stream, once, and end it with the iteration. Raises `ClientError`."""
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
        """Make a call that is answered by a stream, and again, with the request as it is then, whenever that ends.

        Raises what will not pass: see `Resuming`.
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
        """What goes with a stream. Raises `ClientError`."""
        return await self.credentials.metadata() if self.credentials is not None else ()

    async def translated(self, error: grpc.aio.AioRpcError, metadata: Metadata) -> ClientError:
        """Read what ended a stream; one whose token was too old, and is replaced, is only to be opened again."""
        failure = read_error(error, self.address)
        if isinstance(failure, Unauthenticated) and await self._replaced(metadata):
            return Unavailable(failure.code, failure.message, reason=failure.reason, address=self.address)
        return failure

    async def _replaced(self, refused: Metadata) -> bool:
        return bool(refused) and self.credentials is not None and await self.credentials.replace(refused)


def _passes(failure: ClientError) -> bool:
    """Whether the same request may succeed later."""
    return isinstance(failure, Unavailable) or (isinstance(failure, TooMany) and failure.retry_after is not None)


def name_change(request: Message) -> bool:
    """Whether a request may be sent twice; one that changes something gets a request id if it can have one."""
    if request.DESCRIPTOR in _READS or request.DESCRIPTOR in _HARMLESS:
        return True
    if _REQUEST_ID not in request.DESCRIPTOR.fields_by_name:
        return False
    if not getattr(request, _REQUEST_ID):
        setattr(request, _REQUEST_ID, token_hex(16))
    return True


def _reads(services: Iterable[ServiceDescriptor]) -> frozenset[object]:
    """The requests of all methods that only look."""
    return frozenset(
        method.input_type
        for service in services
        for method in service.methods
        if method.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS
    )


_READS = _reads(
    service
    for file in (players_pb2, tables_pb2, play_pb2, archive_pb2, bots_pb2, rules_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
)

"""Requests that take effect once, however often they are sent.

A change is committed together with the identity of its request, a digest of its content, and the answer. A repeat gets
the first answer, from any process, even if the first answer was lost. A table remembers this for its last `REMEMBERED`
changes.
"""

import secrets
from collections.abc import Callable
from functools import cache
from hashlib import blake2b

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from msgspec import Struct

from galaxytables_lobby import errors
from galaxytables_lobby.domain.playing import Change
from galaxytables_serving.tracing import Span

IDENTITY_LENGTH = 12


class Answer(Struct, frozen=True):
    """The stored answer to a request, and the start of the digest of the request's content."""

    version: int
    last_event: int
    content: bytes = b""
    # The serialized answer, unless version and event say it all.
    response: bytes = b""


class IdempotentRequest(Struct, frozen=True):
    """A request that takes effect once: its identity, the digest of its content, and the function that answers it.

    Without a request id nobody can tell that a request is repeated, so its answer is not kept. Without `respond`, the
    answer consists of the change's version and last event.
    """

    identity: bytes
    request_id: str = ""
    content: bytes = b""
    respond: Callable[[Change], Message | None] | None = None
    # The span of the call, if it is traced.
    span: Span | None = None

    def answered_by(self, change: Change) -> Message | None:
        """Return the answer to the request, given the change that it made."""
        return None if self.respond is None else self.respond(change)

    def check(self, earlier: Answer) -> Answer:
        """Return the stored answer `earlier`.

        Raises REQUEST_ID_REUSED if its request had other content than this one.
        """
        if self.content and not self.content.startswith(earlier.content):
            raise errors.request_id_reused(self.request_id)
        return earlier


def idempotent_request(
    who: str,
    request_id: str,
    request: Message,
    respond: Callable[[Change], Message] | None = None,
    span: Span | None = None,
) -> IdempotentRequest:
    """Return a caller's request as an `IdempotentRequest`. An empty `request_id` means that the request has none."""
    if not request_id:
        return IdempotentRequest(fresh_identity(), respond=respond, span=span)
    digest = _begun(request.DESCRIPTOR).copy()
    digest.update(request.SerializeToString(deterministic=True))
    return IdempotentRequest(request_identity(who, request_id), request_id, digest.digest(), respond, span)


@cache
def _begun(kind: Descriptor) -> blake2b:
    """Return the start of a content digest: it covers the kind of request."""
    return blake2b(kind.full_name.encode(), digest_size=8)


def request_identity(who: str, request_id: str) -> bytes:
    """Return the identity of a request: a digest of caller and request id. So no caller can use another's ids."""
    return blake2b(f"{who}\0{request_id}".encode(), digest_size=IDENTITY_LENGTH).digest()


def fresh_identity() -> bytes:
    """Return a random identity for a change without a request id.

    By this identity the store recognises its own retries. The caller cannot repeat the change.
    """
    return secrets.token_bytes(IDENTITY_LENGTH)

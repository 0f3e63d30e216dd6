"""Requests that count once, however often they are sent.

A change is committed together with the identity of its request, a digest of what was asked for, and the answer. So a
repeat is answered with the first answer, by whichever process gets it and whatever happened between the commit and
the answer, as long as the table remembers it: for its last `REMEMBERED` changes.
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
    """What a repeat of a request is answered with, and how the digest of what the first one asked for begins."""

    version: int
    last_event: int
    content: bytes = b""
    # The answer itself, where version and event do not say it all.
    response: bytes = b""


class IdempotentRequest(Struct, frozen=True):
    """A request: whose and under which id, what it asks for, and how it is answered once the change is known.

    Without an id nothing tells a repeat from another request, and nothing of it is kept. Without `respond`, version
    and last event of the change are the whole answer.
    """

    identity: bytes
    request_id: str = ""
    content: bytes = b""
    respond: Callable[[Change], Message | None] | None = None
    # Of the call that asks, where that is traced.
    span: Span | None = None

    def answered_by(self, change: Change) -> Message | None:
        """The answer, now that the change is known."""
        return None if self.respond is None else self.respond(change)

    def check(self, earlier: Answer) -> Answer:
        """The answer that an earlier request under this id got. Raises REQUEST_ID_REUSED if that was another one."""
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
    """A request of somebody under an id of theirs, empty for none."""
    if not request_id:
        return IdempotentRequest(fresh_identity(), respond=respond, span=span)
    digest = _begun(request.DESCRIPTOR).copy()
    digest.update(request.SerializeToString(deterministic=True))
    return IdempotentRequest(request_identity(who, request_id), request_id, digest.digest(), respond, span)


@cache
def _begun(kind: Descriptor) -> blake2b:
    """The digest of what is asked for, as it begins: with the kind of request."""
    return blake2b(kind.full_name.encode(), digest_size=8)


def request_identity(who: str, request_id: str) -> bytes:
    """The identity of somebody's request; other people's requests with the same id are others."""
    return blake2b(f"{who}\0{request_id}".encode(), digest_size=IDENTITY_LENGTH).digest()


def fresh_identity() -> bytes:
    """An identity for a change that nobody repeats but the store's own retries."""
    return secrets.token_bytes(IDENTITY_LENGTH)

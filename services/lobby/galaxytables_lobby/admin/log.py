"""The log of what operators do: each act is noted before it is done, and then what became of it.

An act under a request id is one act however often it is asked for: once it was done a repeat is answered as the first
was, and as long as it was not, because it was refused or somebody died over it, it is done under the same number.
"""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

import structlog
from google.protobuf.message import Message

from galaxytables_lobby import errors
from galaxytables_lobby.domain.archived import DONE, Act
from galaxytables_lobby.domain.requests import IdempotentRequest
from galaxytables_lobby.metrics import ACTS
from galaxytables_lobby.ports import Archive
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

_LONGEST_REASON = 500


class Log:
    """Notes acts, in the archive's database and among the process's own lines."""

    def __init__(self, archive: Archive, clock: Callable[[], float]) -> None:
        """Take where acts are kept, and the clock, in seconds since the epoch."""
        self._archive = archive
        self._clock = clock

    @asynccontextmanager
    async def act(self, operator: str, act: str, subject: str, reason: str) -> AsyncIterator[None]:
        """Note an act that the block does. Raises INVALID_REQUEST, ARCHIVE_UNAVAILABLE; then nothing is done."""
        noted = await self._archive.begin_act(self.begun(operator, act, subject, reason, {}))
        async with self.ended(noted):
            yield

    async def begin(self, begun: Act, this: IdempotentRequest) -> Act:
        """Note an act; gives it as it was noted before, if its request was.

        Raises REQUEST_ID_REUSED, ARCHIVE_UNAVAILABLE.
        """
        if this.content:
            begun = replace(begun, request=this.identity, content=this.content)
        noted = await self._archive.begin_act(begun)
        if noted.content != begun.content:
            raise errors.request_id_reused(this.request_id)
        return noted

    def begun(self, operator: str, act: str, subject: str, reason: str, details: Mapping[str, object]) -> Act:
        """An act as it begins. Raises INVALID_REQUEST without a reason."""
        reason = reason.strip()
        if not 0 < len(reason) <= _LONGEST_REASON:
            raise errors.invalid_request(f"Say why, in 1 to {_LONGEST_REASON} characters.")
        return Act(
            time=int(self._clock() * 1000),
            operator=operator,
            act=act,
            subject=subject,
            reason=reason,
            details=json.dumps(dict(details), sort_keys=True),
        )

    @asynccontextmanager
    async def ended(self, noted: Act) -> AsyncIterator[Callable[[Message | None], None]]:
        """Note what becomes of an act that the block does, and the answer that it gives to keep.

        Raises ARCHIVE_UNAVAILABLE; then the act may have been done: ask again under the same id.
        """
        outcome = "failed"
        kept: list[Message | None] = [None]
        try:
            yield kept.append
            outcome = DONE
        except GalaxyError as error:
            outcome = error.reason
            raise
        finally:
            ACTS.labels(noted.act, DONE if outcome == DONE else "refused").inc()
            _log.warning(
                "operator_acted",
                number=noted.number,
                operator=noted.operator,
                act=noted.act,
                subject=noted.subject,
                outcome=outcome,
            )
            answer = kept[-1]
            await self._archive.end_act(noted.number, outcome, None if answer is None else answer.SerializeToString())

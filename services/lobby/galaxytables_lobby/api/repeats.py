"""Answering requests that may be repeats: the first answer again, or one for what is done now."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from google.protobuf.message import Message

from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.requests import checked_request_id
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest, idempotent_request
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.tables import TableRepository
from galaxytables_serving import GalaxyError, tracing

R = TypeVar("R", bound=Message)


class Repeats:
    """Does what requests ask for, each once."""

    def __init__(self, access: Access, repository: TableRepository) -> None:
        """Take what finds tables, and the tables."""
        self._access = access
        self._repository = repository

    async def answer(
        self,
        caller: Asker,
        request: Message,
        kind: type[R],
        respond: Callable[[Change], R],
        work: Callable[[IdempotentRequest], Awaitable[Loaded | Answer]],
        *,
        who: str = "",
    ) -> R:
        """Do a caller's work and answer by what changed, or as the first request under this id was answered.

        The id is the caller's own, or that of `who` they act as.

        Raises what the work raises, INVALID_REQUEST_ID, REQUEST_ID_REUSED.
        """
        made: list[R] = []

        def keep(change: Change) -> R:
            made.append(respond(change))
            return made[-1]

        request_id = getattr(request, "request_id")  # noqa: B009  # any request that changes something
        if request_id:
            structlog.contextvars.bind_contextvars(request=checked_request_id(request_id))
        this = idempotent_request(who or caller.player.id, request_id, request, keep, tracing.current())
        try:
            result = await work(this)
        except errors.Unavailable:
            raise
        except GalaxyError:
            # Perhaps refused only because it was done before: whoever has left cannot leave.
            earlier = await self._earlier(caller, request, this)
            if earlier is None:
                raise
            result = earlier
        return kind.FromString(result.response) if isinstance(result, Answer) else made[-1]

    async def _earlier(self, caller: Asker, request: Message, this: IdempotentRequest) -> Answer | None:
        if not this.content or "table_id" not in request.DESCRIPTOR.fields_by_name:
            return None
        table_id = await self._access.named(caller, getattr(request, "table_id"))  # noqa: B009  # as above
        return None if table_id is None else await self._repository.answered(table_id, this)

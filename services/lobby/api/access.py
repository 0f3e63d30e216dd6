"""Who calls, and which tables they may know of."""

from typing import TypeAlias

import grpc.aio
import structlog
from google.protobuf.message import Message

from services.lobby import errors
from services.lobby.commands.actors import Actor, may_know
from services.lobby.identity.tokens import Caller, Tokens
from services.lobby.ids import SeatNumber, TableId, is_invitation, is_table_id
from services.lobby.repository.tables import Loaded, TableRepository
from services.lobby.rules import Viewer
from services.lobby.table.state import Table
from services.lobby.watching.bots import BotDesk
from services.lobby.watching.watcher import Onlooker
from services.serving import GalaxyError

Context: TypeAlias = grpc.aio.ServicerContext[Message, Message]

_SCHEME = "bearer "


class Access:
    """Finds out who calls, and opens tables to them or not."""

    def __init__(self, tokens: Tokens, repository: TableRepository, bots: BotDesk) -> None:
        """Take what tells callers, tables and bots' hosts."""
        self._tokens = tokens
        self._repository = repository
        self._bots = bots

    def caller(self, context: Context) -> Caller:
        """Whose token came with the call. Raises TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED."""
        for key, value in context.invocation_metadata() or ():
            if key == "authorization":
                text = value if isinstance(value, str) else value.decode("ascii", "replace")
                if text.lower().startswith(_SCHEME):
                    return self._tokens.read(text[len(_SCHEME) :].strip())
        raise errors.token_missing()

    async def find(self, text: str) -> tuple[TableId, bool]:
        """The table that an id or invitation code names, and whether it was the code. Raises TABLE_NOT_FOUND."""
        table_id = await self.named(text)
        if table_id is None:
            raise errors.table_not_found(text)
        structlog.contextvars.bind_contextvars(table=table_id)
        return table_id, table_id != text

    async def named(self, text: str) -> TableId | None:
        """The id that a table id or an invitation code stands for, as far as anybody can tell."""
        if is_table_id(text):
            return TableId(text)
        return await self._repository.table_of_invitation(text) if is_invitation(text) else None

    async def load(self, caller: Caller, text: str) -> tuple[Loaded, bool]:
        """A table that the caller may know of, and whether they gave its code. Raises TABLE_NOT_FOUND."""
        table_id, invited = await self.find(text)
        loaded = await self._repository.load(table_id)
        if not invited and not may_know(caller, loaded.table):
            raise errors.table_not_found(text)
        return loaded, invited

    def actor(self, caller: Caller, seat: SeatNumber | None) -> Actor:
        """The caller as somebody who acts for a seat: their own, or the one that a bot host names."""
        return Actor(caller, seat, self._bots)

    async def onlooker(self, caller: Caller, table: Table, seat: SeatNumber | None, *, invited: bool) -> Onlooker:
        """The caller as somebody who looks at a table, `invited` if they gave its code.

        Raises NOT_SEATED for a seat that is not theirs to look from.
        """
        if caller.hosts_bots and seat is not None:
            await self._bots.check_plays(caller.player.id, table, seat)
            return Onlooker(caller.player.id, seat)
        if seat is None or seat == table.playing_seat(caller.player.id):
            return Onlooker(caller.player.id, invited=invited or caller.hosts_bots)
        raise errors.not_seated()

    async def viewer(self, caller: Caller, table: Table, seat: SeatNumber | None, *, invited: bool) -> Viewer:
        """The seat that the caller sees a table from. Raises NOT_SEATED, TABLE_NOT_FOUND."""
        viewer = (await self.onlooker(caller, table, seat, invited=invited)).viewer(table)
        if isinstance(viewer, GalaxyError):
            raise viewer
        return viewer


def optional_seat(request: Message) -> SeatNumber | None:
    """The `seat` of a request, None if unset."""
    return SeatNumber(getattr(request, "seat")) if request.HasField("seat") else None  # noqa: B009  # any request with a seat

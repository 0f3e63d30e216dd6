"""Who calls, and which tables they may know of."""

from typing import TypeAlias

import grpc.aio
import structlog
from google.protobuf.message import Message

from services.lobby import errors
from services.lobby.commands.moves import SeatFinder
from services.lobby.identity.tokens import Caller, Tokens
from services.lobby.repository.tables import Loaded, TableRepository
from services.lobby.table.ids import is_invitation, is_table_id
from services.lobby.table.state import Table
from services.lobby.watching.bots import BotDesk
from services.lobby.watching.watcher import Onlooker

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

    async def find(self, text: str) -> tuple[str, bool]:
        """The table that an id or invitation code names, and whether it was the code. Raises TABLE_NOT_FOUND."""
        if is_table_id(text):
            structlog.contextvars.bind_contextvars(table=text)
            return text, False
        if is_invitation(text):
            table_id = await self._repository.table_of_invitation(text)
            if table_id is not None:
                structlog.contextvars.bind_contextvars(table=table_id)
                return table_id, True
        raise errors.table_not_found(text)

    async def load(self, caller: Caller, text: str) -> tuple[Loaded, bool]:
        """A table that the caller may know of, and whether they gave its code. Raises TABLE_NOT_FOUND."""
        table_id, invited = await self.find(text)
        loaded = await self._repository.load(table_id)
        if not invited and not _may_know(caller, loaded.table):
            raise errors.table_not_found(text)
        return loaded, invited

    async def check_bot_seat(self, caller: Caller, table_id: str, seat: int | None) -> None:
        """Raise NOT_SEATED if a bot host names a seat whose bot it does not offer."""
        if seat is None or not caller.hosts_bots:
            return
        table = (await self._repository.recall(table_id)).table
        if seat >= len(table.seats) or not table.seats[seat].bot:
            table = (await self._repository.load(table_id)).table
        await self._bots.check_plays(caller.player.id, table, seat)

    def who(self, caller: Caller, seat: int | None) -> str:
        """Whose request ids a caller's are; those that a bot host sends for different seats have nothing in common."""
        return f"{caller.player.id}/{seat}" if caller.hosts_bots and seat is not None else caller.player.id

    def seat_finder(self, caller: Caller, seat: int | None) -> SeatFinder:
        """Finds the seat that the caller acts for: their own, or the one that a bot host names."""

        def find(table: Table) -> int:
            own = table.seat_of(caller.player.id)
            if seat is None or seat == own:
                if own is not None:
                    if table.seats[own].resigned:
                        raise errors.not_seated()
                    return own
            elif caller.hosts_bots and seat < len(table.seats) and table.seats[seat].bot:
                return seat
            if not _may_know(caller, table):
                raise errors.table_not_found(table.id)
            raise errors.not_seated()

        return find

    def onlooker(self, caller: Caller, table: Table, seat: int | None, *, invited: bool) -> Onlooker:
        """The caller as somebody who looks at a table, `invited` if they gave its code.

        Raises NOT_SEATED for a seat that is not theirs to look from.
        """
        if seat is None or seat == table.playing_seat(caller.player.id):
            return Onlooker(caller.player.id, invited=invited or caller.hosts_bots)
        if not caller.hosts_bots:
            raise errors.not_seated()
        onlooker = Onlooker(caller.player.id, seat)
        onlooker.viewer(table)
        return onlooker


def optional_seat(request: Message) -> int | None:
    """The `seat` of a request, None if unset."""
    return int(getattr(request, "seat")) if request.HasField("seat") else None  # noqa: B009  # any request with a seat


def _may_know(caller: Caller, table: Table) -> bool:
    if not table.private or caller.hosts_bots:
        return True
    return table.admits(caller.player.id)

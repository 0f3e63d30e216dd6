"""Authenticates callers, and decides which tables they may see."""

from collections.abc import Callable
from typing import TypeAlias

import grpc.aio
import structlog
from google.protobuf.message import Message

from galaxytables_lobby import errors
from galaxytables_lobby.domain.game import Viewer
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import FinishedTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId, is_invitation, is_table_id
from galaxytables_lobby.people.personal_tokens import PersonalTokens
from galaxytables_lobby.people.quotas import Quotas
from galaxytables_lobby.people.revocations import Revocations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.token_form import PREFIX
from galaxytables_lobby.people.tokens import Asker, Caller, Tokens
from galaxytables_lobby.play.steps import Actor, may_know
from galaxytables_lobby.subscriptions.bots import BotDesk
from galaxytables_lobby.subscriptions.watcher import Onlooker
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError
from galaxytables_serving.sources import Source, forwarded_by

Context: TypeAlias = grpc.aio.ServicerContext[Message, Message]

_SCHEME = "bearer "

_NEVER = 2**62
"""When a visitor's access ends, in seconds since the epoch: never."""


class Access:
    """Authenticates callers, and grants or refuses access to tables."""

    def __init__(
        self,
        tokens: Tokens,
        tables: Tables,
        bots: BotDesk,
        quotas: Quotas,
        *,
        sanctions: Sanctions,
        revocations: Revocations,
        personal_tokens: PersonalTokens,
    ) -> None:
        self._tokens = tokens
        self._personal_tokens = personal_tokens
        self.sanctions = sanctions
        self.revocations = revocations
        self._quotas = quotas
        self._tables = tables
        self._bots = bots

    def caller(self, context: Context) -> Asker:
        """Return the caller whose token came with the call.

        Raises RATE_LIMITED, TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_REVOKED, SESSION_ENDED, TOKEN_ENDED,
        BANNED. For a personal token that is not in memory it raises `UnreadTokenError`: call `learn`, then try again.
        """
        return self._admitted(context, self.let_in)

    def caller_though_banned(self, context: Context) -> Asker:
        """Return the caller whose token came with the call, as `caller` does, even while they are banned."""
        return self._admitted(context, self.let_in_though_banned)

    def _admitted(self, context: Context, let_in: Callable[[Caller, Source], None]) -> Asker:
        token = bearer(context)
        source = self._quotas.sources.of(context.peer(), forwarded_by(context.invocation_metadata()))
        try:
            if token is None:
                raise errors.token_missing()
            caller = (self._personal_tokens if token.startswith(PREFIX) else self._tokens).read(token)
        except GalaxyError:
            self._quotas.calls.take(source)
            raise
        if caller.hosts_bots:
            source = Source(source.address, exempt=True)
        self._quotas.calls.take(source, caller.player.id)
        let_in(caller, source)
        return Asker(
            caller.player,
            caller.role,
            caller.expires,
            source,
            issued=caller.issued,
            refreshable=caller.refreshable,
            session=caller.session,
            account=caller.account,
            scopes=caller.scopes,
            token_id=caller.token_id,
            bots=caller.bots,
        )

    async def learn(self, token: str, context: Context) -> None:
        """Read a personal token that is not in this process's memory from the archive.

        Raises RATE_LIMITED, TOKEN_INVALID, ARCHIVE_UNAVAILABLE.
        """
        # Before the archive is asked, since anybody can make up a token with a right checksum.
        self._quotas.calls.take(self._quotas.sources.of(context.peer(), forwarded_by(context.invocation_metadata())))
        await self._personal_tokens.learn(token)

    def let_in(self, caller: Caller, source: Source) -> None:
        """Raise BANNED, TOKEN_REVOKED, SESSION_ENDED or TOKEN_ENDED if this caller may no longer make calls."""
        self.sanctions.check(caller, source.address)
        self.revocations.check(caller)

    def let_in_though_banned(self, caller: Caller, _: Source) -> None:
        """Raise TOKEN_REVOKED, SESSION_ENDED or TOKEN_ENDED if this caller's token is no longer valid.

        Bans are ignored.
        """
        self.sanctions.check_revoked(caller)
        self.revocations.check(caller)

    def onlooker_or_visitor(self, context: Context) -> Asker:
        """Return the caller whose token came with the call.

        If there is no token, return a visitor, who may see finished public tables.
        """
        if bearer(context) is not None:
            return self.caller(context)
        source = self.source(context)
        # Visitors from one address share the limits of one player.
        nobody = Person(id=PlayerId(f"visitor:{source.address}"), name="")
        return Asker(nobody, "", _NEVER, source, visits=True)

    def anybody(self, context: Context) -> Asker:
        """Return the caller, or a visitor if there is no token: for calls in which a token is optional."""
        return self.onlooker_or_visitor(context)

    def source(self, context: Context) -> Source:
        """Return the address from which a call without a token comes. Raises RATE_LIMITED, BANNED."""
        source = self._quotas.sources.of(context.peer(), forwarded_by(context.invocation_metadata()))
        self._quotas.calls.take(source)
        self.sanctions.check_address(source.address)
        return source

    def bot_host(self, context: Context) -> Asker:
        """Return the caller, if it is a bot host. Raises NOT_A_BOT_HOST, and the errors of `caller`."""
        caller = self.caller(context)
        if not caller.hosts_bots:
            raise errors.not_a_bot_host()
        return caller

    def proxy(self, context: Context) -> None:
        """Raise NOT_A_PROXY unless the call comes from a trusted proxy itself, not from a client behind one."""
        if not self._quotas.sources.is_proxy(context.peer(), forwarded_by(context.invocation_metadata())):
            raise errors.not_a_proxy()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` from now on whenever a new ban or revocation may end callers' access."""
        self.sanctions.listen(listener)
        self.revocations.listen(listener)

    def refusal(self, caller: Caller) -> GalaxyError | None:
        """Return the error with which a caller's stream must end, or None if the stream may go on."""
        address = caller.source.address if isinstance(caller, Asker) else ""
        return self.sanctions.refusal(caller, address) or self.revocations.refusal(caller)

    async def find(self, caller: Asker, text: str) -> tuple[TableId, bool]:
        """Return the id of the table that `text` names, and whether `text` was the table's invitation code, not its id.

        Raises TABLE_NOT_FOUND, RATE_LIMITED.
        """
        table_id = await self.named(caller, text)
        if table_id is None:
            raise errors.table_not_found(text)
        structlog.contextvars.bind_contextvars(table=table_id)
        return table_id, table_id != text

    async def named(self, caller: Asker, text: str) -> TableId | None:
        """Return the id of the table that `text` names, by its id or its invitation code; None if there is none.

        Raises RATE_LIMITED.
        """
        if is_table_id(text):
            return TableId(text)
        if not is_invitation(text):
            return None
        # A caller who has guessed too often learns nothing more, not even whether this guess is right.
        await self._quotas.guesses.require(caller.source, caller.player.id)
        table_id = await self._tables.table_of_invitation(text)
        if table_id is None:
            await self._quotas.guesses.take(caller.source, caller.player.id)
        return table_id

    async def load(self, caller: Asker, text: str) -> tuple[Loaded, bool]:
        """Return a table that the caller may see, and whether `text` was its invitation code.

        Raises TABLE_NOT_FOUND. For callers without a token it raises TOKEN_MISSING instead, which does not reveal
        whether there is such a table.
        """
        if caller.visits:
            return await self._public_end(caller, text), False
        table_id, invited = await self.find(caller, text)
        loaded = await self._tables.load(table_id)
        if not invited and not may_know(caller, loaded.table):
            raise errors.table_not_found(text)
        return loaded, invited

    async def _public_end(self, caller: Asker, text: str) -> Loaded:
        """Return a finished public table. Raises TOKEN_MISSING, RATE_LIMITED."""
        table_id = await self.named(caller, text)
        loaded = None if table_id is None else await self._tables.find(table_id)
        if loaded is None or loaded.table.private or not isinstance(loaded.table, FinishedTable):
            raise errors.token_missing()
        return loaded

    def actor(self, caller: Caller, seat: SeatNumber | None) -> Actor:
        """Return the caller as the player of a seat. If `seat` is None, that is the caller's own seat.

        A bot host names the seat of its bot.
        """
        return Actor(caller, seat, self._bots)

    async def onlooker(self, caller: Caller, table: Table, seat: SeatNumber | None, *, invited: bool) -> Onlooker:
        """Return the caller as somebody who watches a table; `invited` says whether they used its invitation code.

        Raises NOT_SEATED for a seat whose view the caller may not see.
        """
        if caller.hosts_bots and seat is not None:
            await self._bots.check_plays(caller.player.id, table, seat)
            return Onlooker(caller.player.id, seat)
        if seat is None or seat == table.viewing_seat(caller.player.id):
            return Onlooker(caller.player.id, invited=invited or caller.hosts_bots)
        raise errors.not_seated()

    async def viewer(self, caller: Caller, table: Table, seat: SeatNumber | None, *, invited: bool) -> Viewer:
        """Return whose view of a table the caller sees: a seat's or a spectator's.

        Raises NOT_SEATED, TABLE_NOT_FOUND.
        """
        viewer = (await self.onlooker(caller, table, seat, invited=invited)).viewer(table)
        if isinstance(viewer, GalaxyError):
            raise viewer
        return viewer


def bearer(context: Context) -> str | None:
    """Return the token or secret that came with a call, or None."""
    for key, value in context.invocation_metadata() or ():
        if key == "authorization" and _text(value).lower().startswith(_SCHEME):
            return _text(value)[len(_SCHEME) :].strip()
    return None


def _text(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("ascii", "replace")


def optional_seat(request: Message) -> SeatNumber | None:
    """Return the `seat` of a request, None if unset."""
    return SeatNumber(getattr(request, "seat")) if request.HasField("seat") else None  # noqa: B009  # any request with a seat

"""`AdminService`: who calls, what is asked for, and the log around it."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TypeAlias

import grpc.aio
from google.protobuf.message import Message
from msgspec.structs import replace

from galaxytables.admin.v1 import admin_pb2, admin_pb2_grpc
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive import ActQuery, Archive
from galaxytables_lobby.adapters.rules import Directory
from galaxytables_lobby.admin.acts import Asked, Log
from galaxytables_lobby.admin.hand import Hand
from galaxytables_lobby.admin.looking import LEAST_SEARCH, Looking, Search, entry_for
from galaxytables_lobby.admin.people import People
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api import requests
from galaxytables_lobby.domain.events import timestamp
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.state import Stage, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId, is_table_id
from galaxytables_lobby.people.sanction import About, Kind, Sanction, Subject
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.play.listing import PENDING
from galaxytables_lobby.tables import TableRepository

Context: TypeAlias = grpc.aio.ServicerContext[Message, Message]

_SCHEME = "bearer "
_PAGE, _MOST_PAGE = 50, 200
_LONGEST_ID = 128


class AdminServicer(admin_pb2_grpc.AdminServiceServicer):
    """Answers operators."""

    def __init__(
        self,
        *,
        operators: Operators,
        log: Log,
        hand: Hand,
        looking: Looking,
        people: People,
        repository: TableRepository,
        games: Directory,
        archive: Archive,
        sanctions: Sanctions,
    ) -> None:
        """Take everything that an operator reaches."""
        self._operators = operators
        self._log = log
        self._hand = hand
        self._looking = looking
        self._people = people
        self._repository = repository
        self._games = games
        self._archive = archive
        self._sanctions = sanctions

    async def ListTables(  # named by the contract, as are all below
        self, request: admin_pb2.ListTablesRequest, context: Context
    ) -> admin_pb2.ListTablesResponse:
        """List tables."""
        self._operator(context)
        wanted = requests.states(request.states)
        search = Search(
            games=(self._games.rules_of(request.game).name,) if request.game else self._games.names,
            stages=[stage for stage in Stage if stage.value in wanted] or PENDING,
            text=request.search.strip(),
            overdue=self._repository.now() if request.overdue else 0,
        )
        before = requests.read_page_token(request.page_token)
        tables, more = await self._looking.tables(search, before=before, size=_size(request.page_size))
        answer = admin_pb2.ListTablesResponse(tables=[self._looking.told(table) for table in tables])
        if more is not None:
            answer.next_page_token = requests.page_token(more)
        return answer

    async def InspectTable(
        self, request: admin_pb2.InspectTableRequest, context: Context
    ) -> admin_pb2.InspectTableResponse:
        """Show a table."""
        operator, table_id = self._operator(context), _table_id(request.table_id)
        if not request.hidden:
            return await self._inspected(table_id, hidden=False)
        async with self._log.act(operator, "inspect_hidden", f"table:{table_id}", request.reason):
            return await self._inspected(table_id, hidden=True)

    async def ListPlayers(
        self, request: admin_pb2.ListPlayersRequest, context: Context
    ) -> admin_pb2.ListPlayersResponse:
        """Find players."""
        self._operator(context)
        text = request.search.strip()
        if len(text) < LEAST_SEARCH:
            raise errors.invalid_request(f"Search for {LEAST_SEARCH} characters or more.")
        players, more = await self._looking.players(text, size=_size(request.page_size))
        return admin_pb2.ListPlayersResponse(players=players, more=more)

    async def CloseTable(self, request: admin_pb2.CloseTableRequest, context: Context) -> admin_pb2.CloseTableResponse:
        """End a table."""
        operator, table_id = self._operator(context), _table_id(request.table_id)
        table = await self._at_table(
            table_id,
            Asked(operator, "close_table", f"table:{table_id}", request, {"without_rules": request.without_rules}),
            lambda this: self._hand.close(table_id, this, without_rules=request.without_rules),
        )
        return admin_pb2.CloseTableResponse(table=table)

    async def UnstickTable(
        self, request: admin_pb2.UnstickTableRequest, context: Context
    ) -> admin_pb2.UnstickTableResponse:
        """Have the clock look at a table anew."""
        operator, table_id = self._operator(context), _table_id(request.table_id)
        table = await self._at_table(
            table_id,
            Asked(operator, "unstick_table", f"table:{table_id}", request),
            lambda this: self._hand.unstick(table_id, this),
        )
        return admin_pb2.UnstickTableResponse(table=table)

    async def ExtendClocks(
        self, request: admin_pb2.ExtendClocksRequest, context: Context
    ) -> admin_pb2.ExtendClocksResponse:
        """Give more time."""
        operator, table_id = self._operator(context), _table_id(request.table_id)
        seat = SeatNumber(request.seat) if request.HasField("seat") else None
        more = request.more.ToMilliseconds()
        table = await self._at_table(
            table_id,
            Asked(operator, "extend_clocks", f"table:{table_id}", request, {"seat": seat, "milliseconds": more}),
            lambda this: self._hand.extend(table_id, seat, more, this),
        )
        return admin_pb2.ExtendClocksResponse(table=table)

    async def RemovePlayer(
        self, request: admin_pb2.RemovePlayerRequest, context: Context
    ) -> admin_pb2.RemovePlayerResponse:
        """Send a player away from a table."""
        operator, table_id = self._operator(context), _table_id(request.table_id)
        player_id = _player_id(request.player_id)
        table = await self._at_table(
            table_id,
            Asked(operator, "remove_player", f"player:{player_id}", request, {"table": table_id}),
            lambda this: self._hand.remove(table_id, player_id, this),
        )
        return admin_pb2.RemovePlayerResponse(table=table)

    async def Sanction(self, request: admin_pb2.SanctionRequest, context: Context) -> admin_pb2.SanctionResponse:
        """Keep a player or an address from something."""
        operator, subject = self._operator(context), _subject(request.subject)
        kind = _kind(request.kind)
        if (kind, subject.about) not in _SANCTIONED:
            raise errors.invalid_request("Ban a player or an address, or mute a player.")
        lasting = request.lasting.ToMilliseconds() if request.HasField("lasting") else 0
        if request.HasField("lasting") and lasting <= 0:
            raise errors.invalid_request("A ban or a mute lasts some time, or for good.")
        until = self._repository.now() + lasting if lasting else 0

        async def impose(_: IdempotentRequest) -> admin_pb2.SanctionResponse:
            entry = await self._imposed(operator, kind, subject, request.reason, until=until)
            return admin_pb2.SanctionResponse(sanction=entry)

        return await self._log.once(
            Asked(operator, kind.name.lower(), str(subject), request, {"until": _day(until)}),
            admin_pb2.SanctionResponse,
            impose,
        )

    async def LiftSanction(
        self, request: admin_pb2.LiftSanctionRequest, context: Context
    ) -> admin_pb2.LiftSanctionResponse:
        """Take something back."""
        operator, subject = self._operator(context), _subject(request.subject)
        kind = _kind(request.kind)

        async def lift(_: IdempotentRequest) -> admin_pb2.LiftSanctionResponse:
            await self._sanctions.lift(kind, subject)
            return admin_pb2.LiftSanctionResponse()

        return await self._log.once(
            Asked(operator, "lift_sanction", str(subject), request, {"kind": kind.name.lower()}),
            admin_pb2.LiftSanctionResponse,
            lift,
        )

    async def ListSanctions(
        self, request: admin_pb2.ListSanctionsRequest, context: Context
    ) -> admin_pb2.ListSanctionsResponse:
        """List all that holds."""
        del request
        self._operator(context)
        return admin_pb2.ListSanctionsResponse(sanctions=map(entry_for, await self._sanctions.all()))

    async def RevokeTokens(
        self, request: admin_pb2.RevokeTokensRequest, context: Context
    ) -> admin_pb2.RevokeTokensResponse:
        """Make a player's tokens worthless."""
        operator, subject = self._operator(context), Subject.player(_player_id(request.player_id))

        async def revoke(_: IdempotentRequest) -> admin_pb2.RevokeTokensResponse:
            entry = await self._imposed(operator, Kind.REVOCATION, subject, request.reason)
            return admin_pb2.RevokeTokensResponse(sanction=entry)

        return await self._log.once(
            Asked(operator, "revoke_tokens", str(subject), request, {"until": ""}),
            admin_pb2.RevokeTokensResponse,
            revoke,
        )

    async def DrainGame(self, request: admin_pb2.DrainGameRequest, context: Context) -> admin_pb2.DrainGameResponse:
        """Open no more tables of a game."""
        operator, game = self._operator(context), self._games.rules_of(request.game).name
        subject = Subject.game(game)

        async def drain(_: IdempotentRequest) -> admin_pb2.DrainGameResponse:
            entry = await self._imposed(operator, Kind.DRAIN, subject, request.reason)
            counts = await self._repository.store.count_tables((game,))
            tables = sum(sum(shards) for (_, stage), shards in counts.items() if stage in PENDING)
            return admin_pb2.DrainGameResponse(sanction=entry, tables=tables)

        return await self._log.once(
            Asked(operator, "drain_game", str(subject), request, {"until": ""}), admin_pb2.DrainGameResponse, drain
        )

    async def ExportPlayer(
        self, request: admin_pb2.ExportPlayerRequest, context: Context
    ) -> admin_pb2.ExportPlayerResponse:
        """Give all that is known of a player."""
        operator, player_id = self._operator(context), _player_id(request.player_id)
        async with self._log.act(operator, "export_player", f"player:{player_id}", request.reason):
            return admin_pb2.ExportPlayerResponse(json=await self._people.export(player_id))

    async def ErasePlayer(
        self, request: admin_pb2.ErasePlayerRequest, context: Context
    ) -> admin_pb2.ErasePlayerResponse:
        """Erase a player."""
        operator, player_id = self._operator(context), _player_id(request.player_id)

        async def erase(_: IdempotentRequest) -> admin_pb2.ErasePlayerResponse:
            erased = await self._people.erase(player_id, operator=operator, reason=request.reason.strip())
            return admin_pb2.ErasePlayerResponse(pseudonym=erased.pseudonym, tables=erased.tables, games=erased.games)

        return await self._log.once(
            Asked(operator, "erase_player", f"player:{player_id}", request),
            admin_pb2.ErasePlayerResponse,
            erase,
            # The log would lead from the player to whom they became.
            kept=lambda told: admin_pb2.ErasePlayerResponse(tables=told.tables, games=told.games),
        )

    async def ListActs(self, request: admin_pb2.ListActsRequest, context: Context) -> admin_pb2.ListActsResponse:
        """List acts."""
        self._operator(context)
        size = _size(request.page_size)
        query = ActQuery(
            operator=request.operator,
            act=request.act,
            subject=request.subject,
            since=getattr(request, "from").ToMilliseconds() if request.HasField("from") else None,
            until=request.before.ToMilliseconds() if request.HasField("before") else None,
            before_number=_number(request.page_token),
            most=size + 1,
        )
        found = await self._archive.acts(query)
        answer = admin_pb2.ListActsResponse(
            acts=[
                admin_pb2.Act(
                    number=act.number,
                    time=timestamp(act.time),
                    operator=act.operator,
                    act=act.act,
                    subject=act.subject,
                    reason=act.reason,
                    outcome=act.outcome,
                    details=act.details,
                )
                for act in found[:size]
            ]
        )
        if len(found) > size:
            answer.next_page_token = str(answer.acts[-1].number)
        return answer

    def _operator(self, context: Context) -> str:
        """Whose secret came with the call. Raises OPERATOR_UNKNOWN."""
        for key, value in context.invocation_metadata() or ():
            text = value if isinstance(value, str) else value.decode("ascii", "replace")
            if key == "authorization" and text.lower().startswith(_SCHEME):
                return self._operators.named(text[len(_SCHEME) :].strip().encode())
        raise errors.operator_unknown()

    async def _inspected(self, table_id: TableId, *, hidden: bool) -> admin_pb2.InspectTableResponse:
        loaded = await self._repository.load(table_id)
        answer = admin_pb2.InspectTableResponse(
            table=self._looking.told(loaded.table),
            standing=await self._looking.standing(loaded.table, archived=loaded.archived),
            options=loaded.table.options,
        )
        if hidden:
            answer.hidden.CopyFrom(self._looking.hidden(loaded))
        return answer

    async def _at_table(
        self,
        table_id: TableId,
        asked: Asked,
        change: Callable[[IdempotentRequest], Awaitable[Table | Answer]],
    ) -> admin_pb2.AdminTable:
        """An act at a table, which keeps the answer as those to players: names stand in it, and the log is for ever."""

        async def work(this: IdempotentRequest) -> admin_pb2.AdminTable:
            changed = await change(replace(this, respond=lambda made: self._looking.told(made.table)))
            return _answered(changed) if isinstance(changed, Answer) else self._looking.told(changed)

        async def again(this: IdempotentRequest) -> admin_pb2.AdminTable:
            answer = await self._repository.answered(table_id, this)
            if answer is not None:
                return _answered(answer)
            # So much has happened since that the table does not remember.
            return self._looking.told((await self._repository.load(table_id)).table)

        return await self._log.once(asked, admin_pb2.AdminTable, work, again=again)

    async def _imposed(
        self, operator: str, kind: Kind, subject: Subject, reason: str, *, until: int = 0
    ) -> admin_pb2.SanctionEntry:
        sanction = Sanction(
            kind=kind,
            subject=str(subject),
            reason=reason.strip(),
            operator=operator,
            since=self._repository.now(),
            until=until,
        )
        await self._sanctions.impose(sanction)
        return entry_for(sanction)


_SANCTIONED = {(Kind.BAN, About.PLAYER), (Kind.BAN, About.ADDRESS), (Kind.MUTE, About.PLAYER)}


def _answered(answer: Answer) -> admin_pb2.AdminTable:
    return admin_pb2.AdminTable.FromString(answer.response)


def _table_id(text: str) -> TableId:
    """The id of a table, never an invitation code. Raises TABLE_NOT_FOUND."""
    if not is_table_id(text):
        raise errors.table_not_found(text)
    return TableId(text)


def _player_id(text: str) -> PlayerId:
    if not 0 < len(text) <= _LONGEST_ID:
        raise errors.invalid_request("Name a player by their id.")
    return PlayerId(text)


def _kind(number: int) -> Kind:
    try:
        return Kind(number)
    except ValueError:
        raise errors.unknown_value("kind", number) from None


def _subject(text: str) -> Subject:
    try:
        return Subject.parse(text)
    except ValueError:
        raise errors.invalid_request(
            "A subject is `player:<id>`, `address:<address or network>` or `game:<name>`."
        ) from None


def _number(page_token: str) -> int | None:
    if not page_token:
        return None
    if not (page_token.isascii() and page_token.isdigit() and len(page_token) < 19):  # noqa: PLR2004  # 64 bits
        raise errors.invalid_page_token()
    return int(page_token)


def _size(wanted: int) -> int:
    return min(wanted or _PAGE, _MOST_PAGE)


def _day(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat() if milliseconds else ""

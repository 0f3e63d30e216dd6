"""The calls of `AdminService`, one entry each. Calls that change something are acts, and are logged."""

from contextlib import nullcontext, suppress
from datetime import UTC, datetime

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.admin.acts import Desk, Details, OperatorRequest, OtherAct, TableAct
from galaxytables_lobby.admin.announcements import ANNOUNCEMENT_CALLS
from galaxytables_lobby.admin.features import FEATURE_CALLS
from galaxytables_lobby.admin.inspector import MIN_SEARCH, Search, dead_letter_for, entry_for
from galaxytables_lobby.admin.limits import LIMIT_CALLS
from galaxytables_lobby.admin.reports import REPORT_CALLS, tell_sanctioned
from galaxytables_lobby.admin.requests import checked_player_id, checked_table_id, page_size, read_number
from galaxytables_lobby.admin.roles import Operator, Role
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.admin.sign_in import SIGN_IN_CALLS
from galaxytables_lobby.admin.viewing import VIEW_CALLS
from galaxytables_lobby.api import requests
from galaxytables_lobby.api.access import optional_seat
from galaxytables_lobby.api.calls import Call
from galaxytables_lobby.domain.archived import ActQuery
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.player_sanctions import SanctionKind
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.state import PENDING, RunningTable, Stage, Table
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.people.sanctions import About, Kind, Sanction, Subject
from galaxytables_lobby.play.people import tables_of
from galaxytables_serving import GalaxyError

_DAY = 86_400_000


async def _get_overview(desk: Desk, _: Operator, __: admin_pb2.GetOverviewRequest) -> admin_pb2.GetOverviewResponse:
    return await desk.overview.get()


async def _list_tables(desk: Desk, _: Operator, request: admin_pb2.ListTablesRequest) -> admin_pb2.ListTablesResponse:
    states = requests.states(request.states)
    search = Search(
        games=(desk.games.rules_of(request.game).name,) if request.game else desk.games.names,
        stages=[stage for stage in Stage if stage.value in states] or PENDING,
        text=request.search.strip(),
        overdue=desk.tables.now() if request.overdue else 0,
    )
    before = requests.read_page_token(request.page_token)
    tables, more = await desk.inspector.tables(search, before=before, size=page_size(request.page_size))
    answer = admin_pb2.ListTablesResponse(tables=[desk.inspector.admin_table(table) for table in tables])
    if more is not None:
        answer.next_page_token = requests.page_token(more)
    return answer


async def _inspect_table(
    desk: Desk, operator: Operator, request: admin_pb2.InspectTableRequest
) -> admin_pb2.InspectTableResponse:
    table_id = checked_table_id(request.table_id)
    if not request.hidden:
        return await _inspected(desk, table_id, hidden=False)
    async with desk.log.act(operator.name, "inspect_hidden", f"table:{table_id}", request.reason):
        return await _inspected(desk, table_id, hidden=True)


async def _inspected(desk: Desk, table_id: TableId, *, hidden: bool) -> admin_pb2.InspectTableResponse:
    loaded = await desk.tables.load(table_id)
    answer = admin_pb2.InspectTableResponse(
        table=desk.inspector.admin_table(loaded.table),
        standing=await desk.inspector.standing(loaded.table, archived=loaded.archived),
        options=loaded.table.options,
    )
    if hidden:
        answer.hidden.CopyFrom(desk.inspector.hidden(loaded))
    return answer


async def _list_players(
    desk: Desk, _: Operator, request: admin_pb2.ListPlayersRequest
) -> admin_pb2.ListPlayersResponse:
    text = request.search.strip()
    if len(text) < MIN_SEARCH:
        raise errors.invalid_request(f"Search for {MIN_SEARCH} characters or more.")
    players, more = await desk.inspector.players(text, size=page_size(request.page_size))
    return admin_pb2.ListPlayersResponse(players=players, more=more)


async def _close(
    desk: Desk, call: OperatorRequest[admin_pb2.CloseTableRequest], this: IdempotentRequest
) -> Table | Answer:
    request = call.request
    return await desk.table_admin.close(checked_table_id(request.table_id), this, without_rules=request.without_rules)


def _how_closed(_: Desk, call: OperatorRequest[admin_pb2.CloseTableRequest]) -> Details:
    return {"without_rules": call.request.without_rules}


async def _unstick(
    desk: Desk, call: OperatorRequest[admin_pb2.UnstickTableRequest], this: IdempotentRequest
) -> Table | Answer:
    return await desk.table_admin.unstick(checked_table_id(call.request.table_id), this)


async def _extend(
    desk: Desk, call: OperatorRequest[admin_pb2.ExtendClocksRequest], this: IdempotentRequest
) -> Table | Answer:
    request = call.request
    more = request.more.ToMilliseconds()
    return await desk.table_admin.extend(checked_table_id(request.table_id), optional_seat(request), more, this)


def _how_extended(_: Desk, call: OperatorRequest[admin_pb2.ExtendClocksRequest]) -> Details:
    return {"seat": optional_seat(call.request), "milliseconds": call.request.more.ToMilliseconds()}


async def _remove(
    desk: Desk, call: OperatorRequest[admin_pb2.RemovePlayerRequest], this: IdempotentRequest
) -> Table | Answer:
    request = call.request
    return await desk.table_admin.remove(checked_table_id(request.table_id), checked_player_id(request.player_id), this)


def _where_removed(_: Desk, call: OperatorRequest[admin_pb2.RemovePlayerRequest]) -> Details:
    return {"table": checked_table_id(call.request.table_id)}


async def _sanction(desk: Desk, call: OperatorRequest[admin_pb2.SanctionRequest]) -> admin_pb2.SanctionResponse:
    kind, subject = _kind(call.request.kind), _subject(call.request.subject)
    unknown = subject.about is About.PLAYER and not await desk.people.knows(PlayerId(subject.name))
    if kind is Kind.WARNING:
        entry = entry_for(_sanction_of(call, kind, subject))
    else:
        entry = await _imposed(desk, call, kind, subject, until=_until(call))
    if subject.about is About.PLAYER:
        account = await desk.archive.account_of(PlayerId(subject.name))
        if account != subject.name and kind is not Kind.WARNING:
            # Nobody gets rid of a sanction by signing in at this moment.
            await _imposed(desk, call, kind, Subject.player(account), until=_until(call))
        await tell_sanctioned(desk, account, SanctionKind[kind.name], now=call.now)
        until = _until(call)
        if kind is Kind.BAN and (not until or until - call.now >= _DAY):
            for player_id in {PlayerId(subject.name), account}:
                await _vacate(desk, player_id)
    return admin_pb2.SanctionResponse(sanction=entry, unknown_player=unknown)


async def _vacate(desk: Desk, player_id: PlayerId) -> None:
    """Remove a banned player from games without a clock: the others would wait there until the ban ends."""
    async for table in tables_of(desk.tables.store, player_id):
        if isinstance(table, RunningTable) and not table.control.ticks:
            # They have left already, or the rules do not answer; the ban holds in any case.
            with suppress(GalaxyError):
                await desk.table_admin.remove(table.id, player_id)


def _banned_or_muted(_: Desk, call: OperatorRequest[admin_pb2.SanctionRequest]) -> str:
    """Return the player or address that a ban, mute or warning is against, as it is logged.

    Raises ROLE_NEEDED, INVALID_REQUEST, UNKNOWN_VALUE.
    """
    subject = _subject(call.request.subject)
    if (_kind(call.request.kind), subject.about) not in _SANCTIONED:
        raise errors.invalid_request("Ban a player or an address, or mute or warn a player.")
    if subject.is_wide:
        call.caller.require(Role.OPERATOR)
    return str(subject)


def _until_when(_: Desk, call: OperatorRequest[admin_pb2.SanctionRequest]) -> Details:
    until = _until(call)
    return {"until": datetime.fromtimestamp(until / 1000, UTC).isoformat() if until else ""}


def _until(call: OperatorRequest[admin_pb2.SanctionRequest]) -> int:
    """Return when a ban or a mute ends, 0 for never. Raises INVALID_REQUEST."""
    if not call.request.HasField("lasting"):
        return 0
    lasting = call.request.lasting.ToMilliseconds()
    if call.request.kind == admin_pb2.SANCTION_KIND_WARNING:
        raise errors.invalid_request("A warning does not last.")
    if lasting <= 0:
        raise errors.invalid_request("A ban or a mute lasts some time, or for good.")
    return call.now + lasting


def _for_good(*_: object) -> Details:
    return {"until": ""}


async def _lift(desk: Desk, call: OperatorRequest[admin_pb2.LiftSanctionRequest]) -> admin_pb2.LiftSanctionResponse:
    kind, subject = _kind(call.request.kind), _subject(call.request.subject)
    with suppress(errors.NotFoundError) if call.interrupted else nullcontext():
        await desk.sanctions.lift(kind, subject)
    if subject.about is About.PLAYER:
        # Else a merge that is under way would carry it to the account again.
        for guest in await desk.archive.guests_of(PlayerId(subject.name)):
            with suppress(errors.NotFoundError):
                await desk.sanctions.lift(kind, Subject.player(guest))
    return admin_pb2.LiftSanctionResponse()


def _lifted_from(_: Desk, call: OperatorRequest[admin_pb2.LiftSanctionRequest]) -> str:
    """Return the player or address whose sanction a request lifts, as it is logged.

    Raises ROLE_NEEDED, INVALID_REQUEST, UNKNOWN_VALUE.
    """
    subject = _subject(call.request.subject)
    if _kind(call.request.kind) in _OF_OPERATORS or subject.is_wide:
        call.caller.require(Role.OPERATOR)
    return str(subject)


def _what_lifted(_: Desk, call: OperatorRequest[admin_pb2.LiftSanctionRequest]) -> Details:
    return {"kind": _kind(call.request.kind).name.lower()}


async def _list_dead_letters(
    desk: Desk, _: Operator, request: admin_pb2.ListDeadLettersRequest
) -> admin_pb2.ListDeadLettersResponse:
    letters = await desk.tables.store.dead_letters(limit=page_size(request.page_size))
    return admin_pb2.ListDeadLettersResponse(dead_letters=map(dead_letter_for, letters))


async def _list_sanctions(
    desk: Desk, _: Operator, __: admin_pb2.ListSanctionsRequest
) -> admin_pb2.ListSanctionsResponse:
    return admin_pb2.ListSanctionsResponse(sanctions=map(entry_for, await desk.sanctions.all()))


async def _revoke(desk: Desk, call: OperatorRequest[admin_pb2.RevokeTokensRequest]) -> admin_pb2.RevokeTokensResponse:
    player_id = checked_player_id(call.request.player_id)
    unknown = not await desk.people.knows(player_id)
    entry = await _imposed(desk, call, Kind.REVOCATION, Subject.player(player_id))
    return admin_pb2.RevokeTokensResponse(sanction=entry, unknown_player=unknown)


async def _drain(desk: Desk, call: OperatorRequest[admin_pb2.DrainGameRequest]) -> admin_pb2.DrainGameResponse:
    game = call.request.game
    entry = await _imposed(desk, call, Kind.DRAIN, Subject.game(game))
    counts = await desk.tables.store.count_tables((game,))
    tables = sum(sum(shards) for (_, stage), shards in counts.items() if stage in PENDING)
    return admin_pb2.DrainGameResponse(sanction=entry, tables=tables)


def _drained(desk: Desk, call: OperatorRequest[admin_pb2.DrainGameRequest]) -> str:
    return str(Subject.game(desk.games.rules_of(call.request.game).name))


async def _export(
    desk: Desk, operator: Operator, request: admin_pb2.ExportPlayerRequest
) -> admin_pb2.ExportPlayerResponse:
    player_id = checked_player_id(request.player_id)
    async with desk.log.act(operator.name, "export_player", f"player:{player_id}", request.reason):
        return admin_pb2.ExportPlayerResponse(json=await desk.people.export(player_id))


async def _erase(desk: Desk, call: OperatorRequest[admin_pb2.ErasePlayerRequest]) -> admin_pb2.ErasePlayerResponse:
    player_id, reason = checked_player_id(call.request.player_id), call.request.reason.strip()
    unknown = not await desk.people.knows(player_id)
    erased = await desk.people.erase(player_id, operator=call.operator, reason=reason)
    return admin_pb2.ErasePlayerResponse(
        pseudonym=erased.pseudonym, tables=erased.tables, games=erased.games, unknown_player=unknown
    )


def _without_pseudonym(answer: admin_pb2.ErasePlayerResponse) -> admin_pb2.ErasePlayerResponse:
    """Return the answer without the pseudonym, for the log: there it would reveal whose pseudonym it is."""
    return admin_pb2.ErasePlayerResponse(tables=answer.tables, games=answer.games, unknown_player=answer.unknown_player)


async def _list_acts(desk: Desk, _: Operator, request: admin_pb2.ListActsRequest) -> admin_pb2.ListActsResponse:
    size = page_size(request.page_size)
    query = ActQuery(
        operator=request.operator,
        act=request.act,
        subject=request.subject,
        since=getattr(request, "from").ToMilliseconds() if request.HasField("from") else None,
        until=request.before.ToMilliseconds() if request.HasField("before") else None,
        before_number=read_number(request.page_token),
        limit=size + 1,
    )
    found = await desk.archive.acts(query)
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


async def _imposed(
    desk: Desk,
    call: OperatorRequest[admin_pb2.SanctionRequest]
    | OperatorRequest[admin_pb2.RevokeTokensRequest]
    | OperatorRequest[admin_pb2.DrainGameRequest],
    kind: Kind,
    subject: Subject,
    *,
    until: int = 0,
) -> admin_pb2.SanctionEntry:
    sanction = _sanction_of(call, kind, subject, until=until)
    await desk.sanctions.impose(sanction)
    return entry_for(sanction)


def _sanction_of(
    call: OperatorRequest[admin_pb2.SanctionRequest]
    | OperatorRequest[admin_pb2.RevokeTokensRequest]
    | OperatorRequest[admin_pb2.DrainGameRequest],
    kind: Kind,
    subject: Subject,
    *,
    until: int = 0,
) -> Sanction:
    return Sanction(
        kind=kind,
        subject=str(subject),
        reason=call.request.reason.strip(),
        operator=call.operator,
        since=call.now,
        until=until,
    )


_SANCTIONED = {
    (Kind.BAN, About.PLAYER),
    (Kind.BAN, About.ADDRESS),
    (Kind.MUTE, About.PLAYER),
    (Kind.WARNING, About.PLAYER),
}


# What the calls that impose these need, those that take them back need too.
_OF_OPERATORS = {Kind.REVOCATION, Kind.DRAIN}


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


def _at(
    _: Desk,
    call: OperatorRequest[admin_pb2.CloseTableRequest]
    | OperatorRequest[admin_pb2.UnstickTableRequest]
    | OperatorRequest[admin_pb2.ExtendClocksRequest],
) -> str:
    return f"table:{checked_table_id(call.request.table_id)}"


def _upon(
    _: Desk,
    call: OperatorRequest[admin_pb2.RemovePlayerRequest]
    | OperatorRequest[admin_pb2.RevokeTokensRequest]
    | OperatorRequest[admin_pb2.ErasePlayerRequest],
) -> str:
    return str(Subject.player(checked_player_id(call.request.player_id)))


CALLS = (
    Call(admin_pb2.GetOverviewRequest, Operators.caller, CallScope.NONE, _get_overview),
    Call(admin_pb2.ListTablesRequest, Operators.caller, CallScope.NONE, _list_tables),
    Call(admin_pb2.InspectTableRequest, Operators.caller, CallScope.NONE, _inspect_table),
    Call(admin_pb2.ListPlayersRequest, Operators.caller, CallScope.NONE, _list_players),
    TableAct(admin_pb2.CloseTableRequest, _at, _close, _how_closed),
    TableAct(admin_pb2.UnstickTableRequest, _at, _unstick),
    TableAct(admin_pb2.ExtendClocksRequest, _at, _extend, _how_extended),
    TableAct(admin_pb2.RemovePlayerRequest, _upon, _remove, _where_removed),
    OtherAct(
        admin_pb2.SanctionRequest,
        _banned_or_muted,
        _sanction,
        _until_when,
        act=lambda request: _kind(request.kind).name.lower(),
    ),
    OtherAct(admin_pb2.LiftSanctionRequest, _lifted_from, _lift, _what_lifted),
    Call(admin_pb2.ListSanctionsRequest, Operators.caller, CallScope.NONE, _list_sanctions),
    *REPORT_CALLS,
    *SIGN_IN_CALLS,
    *VIEW_CALLS,
    *ANNOUNCEMENT_CALLS,
    *FEATURE_CALLS,
    *LIMIT_CALLS,
    Call(admin_pb2.ListDeadLettersRequest, Operators.caller, CallScope.NONE, _list_dead_letters),
    OtherAct(admin_pb2.RevokeTokensRequest, _upon, _revoke, _for_good),
    OtherAct(admin_pb2.DrainGameRequest, _drained, _drain, _for_good),
    Call(admin_pb2.ExportPlayerRequest, Operators.caller, CallScope.NONE, _export),
    OtherAct(admin_pb2.ErasePlayerRequest, _upon, _erase, kept=_without_pseudonym),
    Call(admin_pb2.ListActsRequest, Operators.caller, CallScope.NONE, _list_acts),
)

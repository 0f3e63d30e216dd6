"""Shows a table as one of its seats sees it, or as a spectator does. Each look is an act."""

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.admin.acts import Desk
from galaxytables_lobby.admin.requests import checked_table_id
from galaxytables_lobby.admin.roles import Operator
from galaxytables_lobby.admin.settings import Operators
from galaxytables_lobby.api.access import optional_seat
from galaxytables_lobby.api.calls import Call
from galaxytables_lobby.domain.game import Viewer, Views
from galaxytables_lobby.domain.history import HistoryEvent, table_event
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.stages import started
from galaxytables_lobby.subscriptions.updates import Events, Updates

# How many of the latest events and messages are shown.
MAX_EVENTS = 200


async def _view_table(
    desk: Desk, operator: Operator, request: admin_pb2.ViewTableRequest
) -> admin_pb2.ViewTableResponse:
    table_id, seat = checked_table_id(request.table_id), optional_seat(request)
    async with desk.log.act(operator.name, "view_table", f"table:{table_id}", request.reason, {"seat": seat}):
        loaded = await desk.tables.load(table_id)
        if seat is not None and seat >= len(started(loaded.table).seats):
            raise errors.not_seated()
        return await _seen(desk, loaded, seat, request.language)


async def _seen(desk: Desk, loaded: Loaded, viewer: Viewer, language: str) -> admin_pb2.ViewTableResponse:
    seen = await desk.tables.seen_by(viewer, loaded)
    table, stranded = started(seen.table), desk.games.is_stranded(seen.table)
    views: Views = {}
    if seen.position is not None and not stranded:
        views = await desk.games.rules_of(table.game).view(table.id, seen.position, {viewer})
    first = max(1, table.events - MAX_EVENTS + 1)
    stored = await desk.tables.events(table, first)
    messages = await desk.tables.store.messages(table.id)
    update = (
        Updates(
            table,
            seen.standing,
            now=desk.tables.now(),
            events=Events(HistoryEvent(each.source, table_event(each)) for each in stored),
            messages=messages[-MAX_EVENTS:],
            stranded=stranded,
        )
        .of(viewer, view=views.get(viewer), first_event=first, first_message=1, resync=True)
        .message()
    )
    answer = admin_pb2.ViewTableResponse(table=desk.inspector.admin_table(loaded.table), update=update)
    if language and not stranded:
        sentences = await desk.phrasebooks.of(table.game, table.pack_digest, language)
        answer.update.CopyFrom(await sentences.update(update))
        answer.words.CopyFrom(await desk.phrasebooks.words(table.game, table.pack_digest, language))
        answer.catalogue.CopyFrom(await desk.games.rules_of(table.game).components(table.pack_digest))
    return answer


VIEW_CALLS = (Call(admin_pb2.ViewTableRequest, Operators.caller, CallScope.NONE, _view_table),)

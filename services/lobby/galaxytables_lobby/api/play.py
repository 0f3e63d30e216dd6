"""`PlayService`: the calls by which games are watched and played."""

import asyncio
import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import aclosing
from functools import partial
from typing import Any, TypeAlias

import structlog
from google.protobuf.message import Message

from galaxytables.lobby.v1 import play_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access, optional_seat
from galaxytables_lobby.api.calls import Call, Command, Lobby, Stream
from galaxytables_lobby.api.requests import checked_request_id
from galaxytables_lobby.api.stream import PlayStream, WakeUp
from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.game import Viewer, Views
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest, idempotent_request
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.stages import finished, running, started
from galaxytables_lobby.domain.state import RunningTable, StartedTable
from galaxytables_lobby.domain.wording import checked_message
from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_lobby.metrics import choices, submit_seconds
from galaxytables_lobby.people.limit_settings import Activity
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.people.word_filters import TextKind
from galaxytables_lobby.play import chat, takebacks
from galaxytables_lobby.play.choose import ChosenOptions, choose
from galaxytables_lobby.play.pause import set_pause, set_vacation
from galaxytables_lobby.play.resign import claim_end, resign
from galaxytables_lobby.play.steps import unpaused
from galaxytables_lobby.play.undo import undo
from galaxytables_lobby.subscriptions.projection import hands_for, message_for, takeback_for
from galaxytables_lobby.subscriptions.updates import Updates, past_update_for
from galaxytables_lobby.subscriptions.watcher import Watcher
from galaxytables_serving import GalaxyError, tracing
from galaxytables_serving.framing import framed, tag
from galaxytables_serving.tracing import NOT_TRACED, Side, Span, exemplar, rpc

_log = structlog.get_logger(__name__)

_UPDATE = tag(play_pb2.WatchTableResponse, "update")
_SUBMIT = "galaxytables.lobby.v1.PlayService/SubmitChoice"
_RESPONSE = tag(play_pb2.PlayManyResponse, "responses")

Fields: TypeAlias = Mapping[str, Any]  # values of any field of a message


async def _get_view(lobby: Lobby, caller: Asker, request: play_pb2.GetViewRequest) -> play_pb2.GetViewResponse:
    loaded, invited = await lobby.access.load(caller, request.table_id)
    seat = optional_seat(request)
    viewer = await lobby.access.viewer(caller, loaded.table, seat, invited=invited)
    table = started(loaded.table)
    seen = await lobby.tables.seen_by(viewer, loaded)
    if request.open_hands:
        finished(table)
    seats = [number for number, _ in table.numbered] if request.open_hands else []
    if request.at_event > seen.table.events:
        raise errors.unknown_event(request.at_event, seen.table.events)
    if request.at_event:
        response = await _past_view(lobby, caller, loaded, viewer, seats, event=request.at_event)
    else:
        response = await _present_view(lobby, seen, viewer, seats)
    if request.language:
        sentences = await lobby.phrasebooks.of(table.game, table.pack_digest, request.language)
        response.update.CopyFrom(await sentences.update(response.update))
    return response


async def _present_view(
    lobby: Lobby, seen: Loaded, viewer: Viewer, seats: Collection[SeatNumber]
) -> play_pb2.GetViewResponse:
    """Return a table as it stands, as `viewer` sees it."""
    views: Views = {}
    if seen.position is not None:
        rules, span = lobby.games.rules_of(seen.table.game), tracing.current()
        views = await rules.view(seen.table.id, seen.position, {viewer, *seats}, span)
    updates = Updates(seen.table, seen.standing, now=lobby.tables.now())
    update = updates.of(viewer, view=views.get(viewer)).message()
    return play_pb2.GetViewResponse(update=update, hands=hands_for(seats, views))


async def _past_view(
    lobby: Lobby, caller: Asker, loaded: Loaded, viewer: Viewer, seats: Collection[SeatNumber], *, event: int
) -> play_pb2.GetViewResponse:
    """Return a table as it stood at an event, as `viewer` sees it."""
    viewer = await lobby.looking_back.viewer_then(loaded, viewer, caller.player.id, event)
    then = await lobby.looking_back.at(loaded, event, {viewer, *seats})
    update = past_update_for(
        viewer,
        started(loaded.table),
        then.standing,
        now=lobby.tables.now(),
        last_event=then.last_event,
        paused=then.paused,
        view=then.views[viewer],
    )
    return play_pb2.GetViewResponse(update=update, hands=hands_for(seats, then.views))


async def _submit_choice(
    lobby: Lobby, caller: Asker, request: play_pb2.SubmitChoiceRequest
) -> play_pb2.SubmitChoiceResponse:
    return await submit(lobby, caller, request, tracing.current())


async def _explain_prompt(
    lobby: Lobby, caller: Asker, request: play_pb2.ExplainPromptRequest
) -> play_pb2.ExplainPromptResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    table, _, position = unpaused(loaded)
    seat = await lobby.access.actor(caller, optional_seat(request)).seat_at(table)
    if request.prompt_id not in loaded.open_prompts.get(seat, ()):
        raise errors.prompt_closed(request.prompt_id[:40])
    answer = await lobby.games.rules_of(table.game).explain(table.id, position, seat, request.prompt_id)
    if request.language:
        sentences = await lobby.phrasebooks.of(table.game, table.pack_digest, request.language)
        await sentences.reasons([*(bar.reason for bar in answer.bars), answer.otherwise])
    return play_pb2.ExplainPromptResponse(bars=answer.bars, otherwise=answer.otherwise)


async def _hint(lobby: Lobby, caller: Asker, request: play_pb2.HintRequest) -> play_pb2.HintResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    table = running(loaded.table)
    lobby.directives.check(Feature.HINTS)
    lobby.quotas.hints.take(caller.source, caller.player.id)
    return play_pb2.HintResponse(hint=await lobby.hints.ask(table, caller.player.id, request.prompt_id))


async def _analyse(lobby: Lobby, caller: Asker, request: play_pb2.AnalyseRequest) -> play_pb2.AnalyseResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    table = finished(loaded.table)
    lobby.directives.check(Feature.HINTS)
    lobby.quotas.hints.take(caller.source, caller.player.id)
    analysis = await lobby.analyses.ask(table, caller.player.id)
    if analysis is None and not request.accept_pending:
        raise errors.hint_unavailable(table.game)
    return play_pb2.AnalyseResponse(analysis=analysis, pending=analysis is None)


async def _undo(lobby: Lobby, caller: Asker, request: play_pb2.UndoRequest, this: IdempotentRequest) -> Loaded | Answer:
    lobby.quotas.undos.take(caller.source, caller.player.id)
    table_id, _ = await lobby.access.find(caller, request.table_id)
    return await undo(lobby.play, table_id, lobby.access.actor(caller, optional_seat(request)), this)


def _actor_name(lobby: Lobby, caller: Asker, request: play_pb2.UndoRequest) -> str:
    return lobby.access.actor(caller, optional_seat(request)).name


async def _propose_takeback(
    lobby: Lobby, caller: Asker, request: play_pb2.ProposeTakebackRequest, this: IdempotentRequest
) -> Loaded | Answer:
    lobby.quotas.undos.take(caller.source, caller.player.id)
    table_id, count, unrated = await _in_game(lobby, caller, request), request.choices or 1, request.accept_unrated
    return await takebacks.propose(lobby.play, table_id, caller.player.id, count, this, accept_unrated=unrated)


async def _answer_takeback(
    lobby: Lobby, caller: Asker, request: play_pb2.AnswerTakebackRequest, this: IdempotentRequest
) -> Loaded | Answer:
    return await takebacks.answer(
        lobby.play,
        await _in_game(lobby, caller, request),
        caller.player.id,
        request.takeback,
        this,
        accept=request.accept,
        accept_unrated=request.accept_unrated,
    )


async def _set_pause(
    lobby: Lobby, caller: Asker, request: play_pb2.SetPauseRequest, this: IdempotentRequest
) -> Loaded | Answer:
    table_id = await _in_game(lobby, caller, request)
    return await set_pause(lobby.play, table_id, caller.player.id, this, paused=request.paused)


async def _set_vacation(
    lobby: Lobby, caller: Asker, request: play_pb2.SetVacationRequest, this: IdempotentRequest
) -> Loaded | Answer:
    table_id = await _in_game(lobby, caller, request)
    return await set_vacation(lobby.play, table_id, caller.player.id, this, away=request.away)


async def _resign(
    lobby: Lobby, caller: Asker, request: play_pb2.ResignRequest, this: IdempotentRequest
) -> Loaded | Answer:
    return await resign(lobby.play, await _in_game(lobby, caller, request), caller.player.id, this)


async def _claim_end(
    lobby: Lobby, caller: Asker, request: play_pb2.ClaimEndRequest, this: IdempotentRequest
) -> Loaded | Answer:
    return await claim_end(lobby.play, await _in_game(lobby, caller, request), caller.player.id, this)


async def _in_game(lobby: Lobby, caller: Asker, request: Message) -> TableId:
    """Return the started table that a request names. Raises TABLE_NOT_FOUND, TABLE_NOT_STARTED, TABLE_CLOSED."""
    found, _ = await lobby.access.load(caller, getattr(request, "table_id"))  # noqa: B009  # every such request has one
    return started(found.table).id


def _check_message(request: play_pb2.SendMessageRequest) -> None:
    checked_message(request.text)
    checked_request_id(request.request_id)


async def _send_message(
    lobby: Lobby, caller: Asker, request: play_pb2.SendMessageRequest, this: IdempotentRequest
) -> Loaded | Answer:
    lobby.directives.check(Feature.CHAT)
    lobby.access.sanctions.check_talk(caller.player.id)
    await lobby.new_players.take(Activity.MESSAGES, caller)
    await lobby.quotas.messages.take(caller.source, caller.player.id)
    found, _ = await lobby.access.load(caller, request.table_id)
    text = lobby.word_filters.check(checked_message(request.text), TextKind.MESSAGE)
    return await chat.say(lobby.tables, found.table.id, caller.player, text, this)


async def _list_messages(
    lobby: Lobby, caller: Asker, request: play_pb2.ListMessagesRequest
) -> play_pb2.ListMessagesResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    seen = await lobby.tables.seen_by(loaded.table.viewing_seat(caller.player.id), loaded)
    silenced = await lobby.relations.silenced_by(caller.player.id)
    messages = [each for each in await chat.seen(lobby.tables, seen.table) if each.player.id not in silenced]
    return play_pb2.ListMessagesResponse(messages=map(message_for, messages))


async def _get_record(lobby: Lobby, caller: Asker, request: play_pb2.GetRecordRequest) -> play_pb2.GetRecordResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    viewer = loaded.table.viewing_seat(caller.player.id)
    seen = await lobby.tables.seen_by(viewer, loaded)
    return play_pb2.GetRecordResponse(record=await lobby.records.record(viewer, seen))


async def _verify_record(
    lobby: Lobby, caller: Asker, request: play_pb2.VerifyRecordRequest
) -> play_pb2.VerifyRecordResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    started(loaded.table)
    answer = await lobby.verifying.verify(loaded)
    return play_pb2.VerifyRecordResponse(verified=answer.verified, difference=answer.difference, digest=answer.digest)


def _version(caller: Asker, change: Change) -> Fields:
    return {"version": change.table.version_for(change.table.viewing_seat(caller.player.id))}


def _version_of_mover(_: Asker, change: Change) -> Fields:
    return {"version": change.table.version_for(change.mover)}


def _version_and_takeback(caller: Asker, change: Change) -> Fields:
    table = change.table
    proposal = table.proposal if isinstance(table, RunningTable) else None
    takeback = None if proposal is None else takeback_for(table, proposal)
    return {**_version(caller, change), "takeback": takeback}


def _version_and_pause(caller: Asker, change: Change) -> Fields:
    return {**_version(caller, change), "paused": running(change.table).paused > 0}


def _message(caller: Asker, change: Change) -> Fields:
    # Delayed spectators must not get the message's number: it would show how much was said since.
    hidden = change.table.delayed and change.table.playing_seat(caller.player.id) is None
    said = change.message
    return {"message": None if hidden or said is None else message_for(said)}


async def _watch_table(lobby: Lobby, caller: Asker, request: play_pb2.WatchTableRequest) -> AsyncIterator[object]:
    ready = asyncio.Event()
    with lobby.quotas.streams.one(caller), lobby.quotas.watches.one(caller):
        watcher = await watch(lobby, caller, request, ready.set)
        try:
            async with aclosing(lobby.heartbeat.wakes(caller, ready)) as wakes:
                async for pulse in wakes:
                    updates = await lobby.watching.drain(watcher)
                    for update in updates:
                        yield framed(_UPDATE, update.content)
                    if pulse.beats(updates):
                        yield play_pb2.WatchTableResponse(now=lobby.heartbeat.now())
                    if watcher.finished:
                        break
            if watcher.error is not None:
                raise watcher.error
        finally:
            lobby.watching.leave(watcher)


async def _play(lobby: Lobby, caller: Asker, requests: AsyncIterator[play_pb2.PlayRequest]) -> AsyncIterator[bytes]:
    stream = _stream(lobby, caller)
    with lobby.quotas.streams.one(caller):
        async with aclosing(stream.serve((request,) async for request in requests)) as bundles:
            async for responses in bundles:
                for response in responses:
                    yield response


async def _play_many(
    lobby: Lobby, caller: Asker, requests: AsyncIterator[play_pb2.PlayManyRequest]
) -> AsyncIterator[bytes]:
    stream = _stream(lobby, caller)
    with lobby.quotas.streams.one(caller):
        async with aclosing(stream.serve(each.requests async for each in requests)) as bundles:
            async for responses in bundles:
                yield b"".join([framed(_RESPONSE, response) for response in responses])


def _stream(lobby: Lobby, caller: Asker) -> PlayStream:
    return PlayStream(
        caller,
        partial(submit if tracing.tracer() is None else _submit_traced, lobby),
        partial(watch, lobby),
        lobby.watching,
        heartbeat=lobby.heartbeat,
        watches=lobby.quotas.watches,
    )


async def _submit_traced(
    lobby: Lobby, caller: Asker, request: play_pb2.SubmitChoiceRequest
) -> play_pb2.SubmitChoiceResponse:
    """Submit a choice that came on a stream, as `submit` does. A new trace may begin here."""
    tracer = tracing.tracer()
    span = None if tracer is None else tracer.beginning(_SUBMIT, Side.SERVER, rpc(_SUBMIT))
    with NOT_TRACED if span is None else span:
        return await submit(lobby, caller, request, span)


async def submit(
    lobby: Lobby, caller: Asker, request: play_pb2.SubmitChoiceRequest, span: Span | None = None
) -> play_pb2.SubmitChoiceResponse:
    """Submit a caller's answer to a prompt, and return the response once the choice is stored."""
    began, outcome, table_id = time.perf_counter(), "failed", None
    actor = lobby.access.actor(caller, optional_seat(request))
    choice = ChosenOptions(actor, request.prompt_id, request.picks)
    try:
        lobby.quotas.choices.take(caller.source, caller.player.id)
        checked_request_id(request.request_id)
        table_id = await lobby.access.named(caller, request.table_id)
        if table_id is None:
            raise errors.table_not_found(request.table_id)
        this = idempotent_request(actor.name, request.request_id, request, span=span)
        accepted = await choose(lobby.play, table_id, choice, this)
        outcome = "repeated" if accepted.repeated else "accepted"
        return play_pb2.SubmitChoiceResponse(version=accepted.version, last_event=accepted.last_event)
    except GalaxyError as error:
        outcome = error.reason.lower()
        raise
    finally:
        game = lobby.play.tables.memory.game_of(table_id) or "unknown"
        choices(game, outcome).inc()
        if outcome == "accepted":
            submit_seconds(game).observe(time.perf_counter() - began, exemplar(span))
        else:
            seat, number = actor.named, request.request_id
            _log.debug("choice_not_accepted", outcome=outcome, table=table_id, seat=seat, request=number)
        if span is not None:
            span.note("galaxytables.game", game)
            span.note("galaxytables.table", table_id or "")
            span.note("galaxytables.outcome", outcome)


async def watch(lobby: Lobby, caller: Asker, request: play_pb2.WatchTableRequest, on_ready: WakeUp) -> Watcher:
    """Start to watch a table for a caller, and return the watcher. Pass it to `Watching.leave` when done."""
    loaded, invited = await lobby.access.load(caller, request.table_id)
    seat = optional_seat(request)
    onlooker = await lobby.access.onlooker(caller, loaded.table, seat, invited=invited)
    if seat is None and loaded.table.playing_seat(caller.player.id) is not None:
        await lobby.presence.opened((caller.player.id, loaded.table.id))
    # A bot's host writes and reads nothing, and a visitor has no relations.
    hearing = None if caller.hosts_bots or caller.visits else await lobby.relations.hearing(caller.player.id)
    sentences = None
    if request.language:
        table = loaded.table
        pack_digest = table.pack_digest if isinstance(table, StartedTable) else b""
        sentences = await lobby.phrasebooks.of(table.game, pack_digest, request.language)
    return lobby.watching.watch(
        loaded.table.id,
        onlooker,
        views=request.views,
        from_event=request.from_event,
        from_message=request.from_message,
        prompts_only=request.prompts_only,
        on_ready=on_ready,
        sentences=sentences,
        view_patches=request.view_patches,
        hearing=hearing,
    )


CALLS = (
    Call(play_pb2.GetViewRequest, Access.onlooker_or_visitor, CallScope.READ, _get_view),
    Call(play_pb2.SubmitChoiceRequest, Access.caller, CallScope.PLAY, _submit_choice),
    Call(play_pb2.ExplainPromptRequest, Access.caller, CallScope.PLAY, _explain_prompt),
    Call(play_pb2.HintRequest, Access.caller, CallScope.PLAY, _hint),
    Call(play_pb2.AnalyseRequest, Access.caller, CallScope.PLAY, _analyse),
    Command(play_pb2.UndoRequest, CallScope.PLAY, _undo, _version_of_mover, name=_actor_name),
    Command(play_pb2.ProposeTakebackRequest, CallScope.PLAY, _propose_takeback, _version_and_takeback),
    Command(play_pb2.AnswerTakebackRequest, CallScope.PLAY, _answer_takeback, _version),
    Command(play_pb2.SetPauseRequest, CallScope.PLAY, _set_pause, _version_and_pause),
    Command(play_pb2.SetVacationRequest, CallScope.PLAY, _set_vacation, _version),
    Command(play_pb2.ResignRequest, CallScope.PLAY, _resign, _version),
    Command(play_pb2.ClaimEndRequest, CallScope.PLAY, _claim_end, _version),
    Command(play_pb2.SendMessageRequest, CallScope.PLAY, _send_message, _message, check=_check_message),
    Call(play_pb2.ListMessagesRequest, Access.caller, CallScope.READ, _list_messages),
    Call(play_pb2.GetRecordRequest, Access.caller, CallScope.READ, _get_record),
    Call(play_pb2.VerifyRecordRequest, Access.caller, CallScope.READ, _verify_record),
    Stream(play_pb2.WatchTableRequest, Access.onlooker_or_visitor, CallScope.READ, _watch_table),
    Stream(play_pb2.PlayRequest, Access.caller, CallScope.PLAY, _play),
    Stream(play_pb2.PlayManyRequest, Access.caller, CallScope.PLAY, _play_many),
)

"""`PlayService`: a game in play."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import aclosing
from functools import partial
from typing import Any, TypeAlias, TypeVar

import structlog
from google.protobuf.message import Message

from galaxytables.lobby.v1 import play_pb2, play_pb2_grpc
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Access, Context, optional_seat
from galaxytables_lobby.api.heartbeat import Heartbeat
from galaxytables_lobby.api.repeats import Repeats
from galaxytables_lobby.api.requests import checked_request_id
from galaxytables_lobby.api.stream import PlayStream, WakeUp
from galaxytables_lobby.api.wording import checked_message
from galaxytables_lobby.domain.game import Viewer, Views
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest, idempotent_request
from galaxytables_lobby.domain.stages import finished, running, started
from galaxytables_lobby.domain.state import RunningTable, StartedTable, Table
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.metrics import choices, submit_seconds
from galaxytables_lobby.people.quotas import LocalBuckets, Quotas
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.play.analyses import Analyses
from galaxytables_lobby.play.chat import Chat
from galaxytables_lobby.play.choose import Choosing, choose
from galaxytables_lobby.play.hints import Hints
from galaxytables_lobby.play.looking_back import LookingBack
from galaxytables_lobby.play.pause import set_pause, set_vacation
from galaxytables_lobby.play.records import Records
from galaxytables_lobby.play.resign import claim_end, resign
from galaxytables_lobby.play.steps import Play, unpaused
from galaxytables_lobby.play.takebacks import Takebacks
from galaxytables_lobby.play.undo import undo
from galaxytables_lobby.play.verifying import Verifying
from galaxytables_lobby.subscriptions.projection import hands_for, message_for, takeback_for
from galaxytables_lobby.subscriptions.sentences import Phrasebooks
from galaxytables_lobby.subscriptions.tables import Watching
from galaxytables_lobby.subscriptions.updates import Updates, past_update_for
from galaxytables_lobby.subscriptions.watcher import Watcher
from galaxytables_serving import GalaxyError, tracing
from galaxytables_serving.framing import framed, tag
from galaxytables_serving.tracing import NOT_TRACED, Side, Span, exemplar, rpc

_log = structlog.get_logger(__name__)

_UPDATE = tag(play_pb2.WatchTableResponse, "update")
_SUBMIT = "galaxytables.lobby.v1.PlayService/SubmitChoice"
_RESPONSE = tag(play_pb2.PlayManyResponse, "responses")

Serialized: TypeAlias = Any  # the contract's class says that there are messages
"""A response as bytes, which are handed on as they are."""
R = TypeVar("R", bound=Message)


class PlayServicer(play_pb2_grpc.PlayServiceServicer):
    """Answers for games in play."""

    def __init__(
        self,
        *,
        access: Access,
        play: Play,
        watching: Watching,
        records: Records,
        phrasebooks: Phrasebooks,
        looking_back: LookingBack,
        heartbeat: Heartbeat,
        quotas: Quotas,
        hints: Hints,
        analyses: Analyses,
    ) -> None:
        """Take everything that there is to do with games in play."""
        self._quotas = quotas
        self._access = access
        self._play = play
        self._watching = watching
        self._heartbeat = heartbeat
        self._records = records
        self._phrasebooks = phrasebooks
        self._verifying = Verifying(records, play.games)
        self._looking_back = looking_back
        self._repeats = Repeats(access, play.tables)
        self._chat = Chat(play.tables)
        self._hints = hints
        self._analyses = analyses
        self._takebacks = Takebacks(play)

    async def GetView(  # named by the contract, as are all below
        self, request: play_pb2.GetViewRequest, context: Context
    ) -> play_pb2.GetViewResponse:
        """Show the table as it is now, or as it stood."""
        caller = self._access.caller(context)
        loaded, invited = await self._access.load(caller, request.table_id)
        seat = optional_seat(request)
        viewer = await self._access.viewer(caller, loaded.table, seat, invited=invited)
        table = started(loaded.table)
        seen = await self._play.tables.seen_by(viewer, loaded)
        if request.open_hands:
            finished(table)
        seats = [number for number, _ in table.numbered] if request.open_hands else []
        if request.at_event > seen.table.events:
            raise errors.unknown_event(request.at_event, seen.table.events)
        if request.at_event:
            response = await self._past_view(request.at_event, caller, loaded, viewer, seats)
        else:
            response = await self._present_view(seen, viewer, seats)
        if request.language:
            sentences = await self._phrasebooks.of(table.game, table.pack_digest, request.language)
            response.update.CopyFrom(await sentences.update(response.update))
        return response

    async def _present_view(
        self, seen: Loaded, viewer: Viewer, seats: Collection[SeatNumber]
    ) -> play_pb2.GetViewResponse:
        """A table as it stands, for somebody who sees it from `viewer`."""
        views: Views = {}
        if seen.position is not None:
            rules, span = self._play.games.rules_of(seen.table.game), tracing.current()
            views = await rules.view(seen.table.id, seen.position, {viewer, *seats}, span)
        updates = Updates(seen.table, seen.standing, now=self._play.tables.now())
        update = updates.of(viewer, view=views.get(viewer)).message()
        return play_pb2.GetViewResponse(update=update, hands=hands_for(seats, views))

    async def _past_view(
        self, event: int, caller: Asker, loaded: Loaded, viewer: Viewer, seats: Collection[SeatNumber]
    ) -> play_pb2.GetViewResponse:
        """A table as somebody who sees it from `viewer` now saw it when an event was told."""
        viewer = await self._looking_back.viewer_then(loaded, viewer, caller.player.id, event)
        then = await self._looking_back.at(loaded, event, {viewer, *seats})
        update = past_update_for(
            viewer,
            started(loaded.table),
            then.standing,
            now=self._play.tables.now(),
            last_event=then.last_event,
            paused=then.paused,
            view=then.views[viewer],
        )
        return play_pb2.GetViewResponse(update=update, hands=hands_for(seats, then.views))

    async def SubmitChoice(
        self, request: play_pb2.SubmitChoiceRequest, context: Context
    ) -> play_pb2.SubmitChoiceResponse:
        """Answer a prompt."""
        return await self.submit(self._access.caller(context), request, tracing.current())

    async def ExplainPrompt(
        self, request: play_pb2.ExplainPromptRequest, context: Context
    ) -> play_pb2.ExplainPromptResponse:
        """Say why not."""
        caller = self._access.caller(context)
        loaded, _ = await self._access.load(caller, request.table_id)
        table, _, position = unpaused(loaded)
        asked = await self._access.actor(caller, optional_seat(request)).seat_at(table)
        if request.prompt_id not in loaded.asked.get(asked, ()):
            raise errors.prompt_closed(request.prompt_id[:40])
        answer = await self._play.games.rules_of(table.game).explain(table.id, position, asked, request.prompt_id)
        if request.language:
            sentences = await self._phrasebooks.of(table.game, table.pack_digest, request.language)
            await sentences.reasons([*(bar.reason for bar in answer.bars), answer.otherwise])
        return play_pb2.ExplainPromptResponse(bars=answer.bars, otherwise=answer.otherwise)

    async def Hint(self, request: play_pb2.HintRequest, context: Context) -> play_pb2.HintResponse:
        """Say what a bot would do."""
        caller = self._access.caller(context)
        loaded, _ = await self._access.load(caller, request.table_id)
        table = running(loaded.table)
        self._quotas.hints.take(caller.source, caller.player.id)
        return play_pb2.HintResponse(hint=await self._hints.ask(table, caller.player.id, request.prompt_id))

    async def Analyse(self, request: play_pb2.AnalyseRequest, context: Context) -> play_pb2.AnalyseResponse:
        """Say where the game turned."""
        caller = self._access.caller(context)
        loaded, _ = await self._access.load(caller, request.table_id)
        table = finished(loaded.table)
        self._quotas.hints.take(caller.source, caller.player.id)
        analysis = await self._analyses.ask(table, caller.player.id)
        if analysis is None and not request.accept_pending:
            raise errors.hint_unavailable(table.game)
        return play_pb2.AnalyseResponse(analysis=analysis, pending=analysis is None)

    async def Undo(self, request: play_pb2.UndoRequest, context: Context) -> play_pb2.UndoResponse:
        """Take the last choice back."""
        caller = self._access.caller(context)
        actor = self._access.actor(caller, optional_seat(request))

        async def work(this: IdempotentRequest) -> Loaded | Answer:
            self._quotas.undos.take(caller.source, caller.player.id)
            table_id, _ = await self._access.find(caller, request.table_id)
            return await undo(self._play, table_id, actor, this)

        def respond(change: Change) -> play_pb2.UndoResponse:
            return play_pb2.UndoResponse(version=change.table.version_for(change.mover))

        return await self._repeats.answer(caller, request, play_pb2.UndoResponse, respond, work, who=actor.name)

    async def ProposeTakeback(
        self, request: play_pb2.ProposeTakebackRequest, context: Context
    ) -> play_pb2.ProposeTakebackResponse:
        """Propose to take back."""

        def respond(table: Table, version: int) -> play_pb2.ProposeTakebackResponse:
            proposal = table.proposal if isinstance(table, RunningTable) else None
            takeback = None if proposal is None else takeback_for(table, proposal)
            return play_pb2.ProposeTakebackResponse(version=version, takeback=takeback)

        async def propose(table_id: TableId, player_id: PlayerId, this: IdempotentRequest) -> Loaded | Answer:
            return await self._takebacks.propose(
                table_id, player_id, request.choices or 1, this, accept_unrated=request.accept_unrated
            )

        return await self._do(
            request, context, play_pb2.ProposeTakebackResponse, respond, propose, limit=self._quotas.undos
        )

    async def AnswerTakeback(
        self, request: play_pb2.AnswerTakebackRequest, context: Context
    ) -> play_pb2.AnswerTakebackResponse:
        """Accept or decline."""

        def respond(_: Table, version: int) -> play_pb2.AnswerTakebackResponse:
            return play_pb2.AnswerTakebackResponse(version=version)

        async def answer(table_id: TableId, player_id: PlayerId, this: IdempotentRequest) -> Loaded | Answer:
            return await self._takebacks.answer(
                table_id,
                player_id,
                request.takeback,
                this,
                accept=request.accept,
                accept_unrated=request.accept_unrated,
            )

        return await self._do(request, context, play_pb2.AnswerTakebackResponse, respond, answer)

    async def SetPause(self, request: play_pb2.SetPauseRequest, context: Context) -> play_pb2.SetPauseResponse:
        """Wish a pause, or to go on."""

        def respond(table: Table, version: int) -> play_pb2.SetPauseResponse:
            return play_pb2.SetPauseResponse(version=version, paused=running(table).paused > 0)

        async def wish(table_id: TableId, player_id: PlayerId, this: IdempotentRequest) -> Loaded | Answer:
            return await set_pause(self._play, table_id, player_id, this, paused=request.paused)

        return await self._do(request, context, play_pb2.SetPauseResponse, respond, wish)

    async def SetVacation(self, request: play_pb2.SetVacationRequest, context: Context) -> play_pb2.SetVacationResponse:
        """Go away, or come back."""

        def respond(_: Table, version: int) -> play_pb2.SetVacationResponse:
            return play_pb2.SetVacationResponse(version=version)

        async def go(table_id: TableId, player_id: PlayerId, this: IdempotentRequest) -> Loaded | Answer:
            return await set_vacation(self._play, table_id, player_id, this, away=request.away)

        return await self._do(request, context, play_pb2.SetVacationResponse, respond, go)

    async def Resign(self, request: play_pb2.ResignRequest, context: Context) -> play_pb2.ResignResponse:
        """Give up the seat."""

        def respond(_: Table, version: int) -> play_pb2.ResignResponse:
            return play_pb2.ResignResponse(version=version)

        return await self._do(request, context, play_pb2.ResignResponse, respond, partial(resign, self._play))

    async def ClaimEnd(self, request: play_pb2.ClaimEndRequest, context: Context) -> play_pb2.ClaimEndResponse:
        """End the game that everybody else has left."""

        def respond(_: Table, version: int) -> play_pb2.ClaimEndResponse:
            return play_pb2.ClaimEndResponse(version=version)

        return await self._do(request, context, play_pb2.ClaimEndResponse, respond, partial(claim_end, self._play))

    async def _do(
        self,
        request: Message,
        context: Context,
        kind: type[R],
        respond: Callable[[Table, int], R],
        work: Callable[[TableId, PlayerId, IdempotentRequest], Awaitable[Loaded | Answer]],
        *,
        limit: LocalBuckets | None = None,
    ) -> R:
        """Have a player do something at a table that has started; the answer is made of it and the player's version.

        Where there is a `limit`, it counts against that.
        """
        caller = self._access.caller(context)
        player_id = caller.player.id

        async def do(this: IdempotentRequest) -> Loaded | Answer:
            if limit is not None:
                limit.take(caller.source, player_id)
            found, _ = await self._access.load(caller, getattr(request, "table_id"))  # noqa: B009  # every such request has one
            return await work(started(found.table).id, player_id, this)

        def answered(change: Change) -> R:
            return respond(change.table, change.table.version_for(change.table.viewing_seat(player_id)))

        return await self._repeats.answer(caller, request, kind, answered, do)

    async def WatchTable(self, request: play_pb2.WatchTableRequest, context: Context) -> AsyncIterator[Serialized]:
        """Tell what happened and what happens; the responses are serialized."""
        caller = self._access.caller(context)
        ready = asyncio.Event()

        def wake(_: Watcher) -> None:
            ready.set()

        with self._quotas.streams.one(caller), self._quotas.watches.one(caller):
            watcher = await self.watch(caller, request, wake)
            try:
                async with aclosing(self._heartbeat.wakes(caller, ready)) as wakes:
                    async for pulse in wakes:
                        updates = await self._watching.told(watcher)
                        for update in updates:
                            yield framed(_UPDATE, update.content)
                        if pulse.beats(updates):
                            yield play_pb2.WatchTableResponse(now=self._heartbeat.now())
                        if watcher.finished:
                            break
                if watcher.error is not None:
                    raise watcher.error
            finally:
                self._watching.leave(watcher)

    async def GetRecord(self, request: play_pb2.GetRecordRequest, context: Context) -> play_pb2.GetRecordResponse:
        """Give the record."""
        caller = self._access.caller(context)
        loaded, _ = await self._access.load(caller, request.table_id)
        viewer = loaded.table.viewing_seat(caller.player.id)
        seen = await self._play.tables.seen_by(viewer, loaded)
        return play_pb2.GetRecordResponse(record=await self._records.record(viewer, seen))

    async def SendMessage(self, request: play_pb2.SendMessageRequest, context: Context) -> play_pb2.SendMessageResponse:
        """Say something."""
        caller = self._access.caller(context)
        player = caller.player
        text = checked_message(request.text)
        checked_request_id(request.request_id)

        async def say(this: IdempotentRequest) -> Loaded | Answer:
            self._access.sanctions.check_talk(player.id)
            await self._quotas.messages.take(caller.source, player.id)
            found, _ = await self._access.load(caller, request.table_id)
            return await self._chat.say(found.table.id, player, text, this)

        def respond(change: Change) -> play_pb2.SendMessageResponse:
            # To those who see the table as it stood its number would tell how much was said since.
            hidden = change.table.delayed and change.table.playing_seat(player.id) is None
            said = change.message
            return play_pb2.SendMessageResponse(message=None if hidden or said is None else message_for(said))

        return await self._repeats.answer(caller, request, play_pb2.SendMessageResponse, respond, say)

    async def ListMessages(
        self, request: play_pb2.ListMessagesRequest, context: Context
    ) -> play_pb2.ListMessagesResponse:
        """Give what was said."""
        caller = self._access.caller(context)
        loaded, _ = await self._access.load(caller, request.table_id)
        seen = await self._play.tables.seen_by(loaded.table.viewing_seat(caller.player.id), loaded)
        messages = await self._chat.seen(seen.table)
        return play_pb2.ListMessagesResponse(messages=map(message_for, messages))

    async def VerifyRecord(
        self, request: play_pb2.VerifyRecordRequest, context: Context
    ) -> play_pb2.VerifyRecordResponse:
        """Have the record played again."""
        loaded, _ = await self._access.load(self._access.caller(context), request.table_id)
        started(loaded.table)
        answer = await self._verifying.verify(loaded)
        return play_pb2.VerifyRecordResponse(
            verified=answer.verified, difference=answer.difference, digest=answer.digest
        )

    async def Play(
        self, request_iterator: AsyncIterator[play_pb2.PlayRequest], context: Context
    ) -> AsyncIterator[Serialized]:
        """Serve one stream of watches and choices; the responses are serialized."""
        caller = self._access.caller(context)
        stream = self._play_stream(caller)
        requests = ((request,) async for request in request_iterator)
        with self._quotas.streams.one(caller):
            async with aclosing(stream.serve(requests)) as bundles:
                async for responses in bundles:
                    for response in responses:
                        yield response

    async def PlayMany(
        self, request_iterator: AsyncIterator[play_pb2.PlayManyRequest], context: Context
    ) -> AsyncIterator[Serialized]:
        """Serve one stream of watches and choices, several in a message; the responses are serialized."""
        caller = self._access.caller(context)
        stream = self._play_stream(caller)
        with self._quotas.streams.one(caller):
            async with aclosing(stream.serve(each.requests async for each in request_iterator)) as bundles:
                async for responses in bundles:
                    yield b"".join([framed(_RESPONSE, response) for response in responses])

    def _play_stream(self, caller: Asker) -> PlayStream:
        return PlayStream(
            caller,
            self.submit if tracing.tracer() is None else self._submit_traced,
            self.watch,
            self._watching,
            heartbeat=self._heartbeat,
            watches=self._quotas.watches,
        )

    async def _submit_traced(
        self, caller: Asker, request: play_pb2.SubmitChoiceRequest
    ) -> play_pb2.SubmitChoiceResponse:
        """As `submit`, for a choice on a stream, which may begin a trace. May be driven."""
        tracer = tracing.tracer()
        span = None if tracer is None else tracer.beginning(_SUBMIT, Side.SERVER, rpc(_SUBMIT))
        with NOT_TRACED if span is None else span:
            return await self.submit(caller, request, span)

    async def submit(
        self, caller: Asker, request: play_pb2.SubmitChoiceRequest, span: Span | None = None
    ) -> play_pb2.SubmitChoiceResponse:
        """Answer a prompt for a caller. May be driven."""
        started, outcome, table_id = time.perf_counter(), "failed", None
        actor = self._access.actor(caller, optional_seat(request))
        choice = Choosing(actor, request.prompt_id, request.picks)
        try:
            self._quotas.choices.take(caller.source, caller.player.id)
            checked_request_id(request.request_id)
            table_id = await self._access.named(caller, request.table_id)
            if table_id is None:
                raise errors.table_not_found(request.table_id)
            this = idempotent_request(actor.name, request.request_id, request, span=span)
            accepted = await choose(self._play, table_id, choice, this)
            outcome = "repeated" if accepted.repeated else "accepted"
            return play_pb2.SubmitChoiceResponse(version=accepted.version, last_event=accepted.last_event)
        except GalaxyError as error:
            outcome = error.reason.lower()
            raise
        finally:
            choices(choice.game, outcome).inc()
            if outcome == "accepted":
                submit_seconds(choice.game).observe(time.perf_counter() - started, exemplar(span))
            else:
                seat, number = actor.named, request.request_id
                _log.debug("choice_not_accepted", outcome=outcome, table=table_id, seat=seat, request=number)
            if span is not None:
                span.note("galaxytables.game", choice.game)
                span.note("galaxytables.table", table_id or "")
                span.note("galaxytables.outcome", outcome)

    async def watch(self, caller: Asker, request: play_pb2.WatchTableRequest, on_ready: WakeUp) -> Watcher:
        """Begin to watch for a caller; `Watching.leave` must follow."""
        loaded, invited = await self._access.load(caller, request.table_id)
        seat = optional_seat(request)
        onlooker = await self._access.onlooker(caller, loaded.table, seat, invited=invited)
        sentences = None
        if request.language:
            table = loaded.table
            pack_digest = table.pack_digest if isinstance(table, StartedTable) else b""
            sentences = await self._phrasebooks.of(table.game, pack_digest, request.language)
        return self._watching.watch(
            loaded.table.id,
            onlooker,
            views=request.views,
            from_event=request.from_event,
            from_message=request.from_message,
            prompts_only=request.prompts_only,
            on_ready=on_ready,
            sentences=sentences,
            view_patches=request.view_patches,
        )

"""The calls of `PlayService`: watching and playing games."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from time import monotonic
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client.building import Picks, build, option_ids
from galaxytables_client.calls import Calls
from galaxytables_client.errors import UnavailableError
from galaxytables_client.ids import TableId
from galaxytables_client.resuming import OnLost
from galaxytables_client.seat import Seat
from galaxytables_client.table_list import OVER
from galaxytables_client.uncopied import Uncopied
from galaxytables_client.views import Views

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import play_pb2_grpc

REPLAY_SECONDS = 120.0
HINT_SECONDS = 20.0
ANALYSIS_SECONDS = 90.0
_LET_WAIT_SECONDS = 5.0


class Play(Uncopied):
    """Watches and plays games. Every call raises `ClientError`; `play.proto` lists the reasons.

    Only bot hosts give `seat`: it is the seat whose view they want, or for which they answer.
    """

    def __init__(self, calls: Calls, stub: "play_pb2_grpc.PlayServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def view(
        self, table_id: str, *, seat: int | None = None, at_event: int = 0, language: str = ""
    ) -> play_pb2.TableUpdate:
        """Return the table as the player may see it now or, with `at_event`, as the player saw it after that event.

        The update has no events. With a `language` (such as `ja`) it includes sentences; the module `words` can make
        them in the client instead.
        """
        request = build(play_pb2.GetViewRequest, table_id=table_id, seat=seat, at_event=at_event, language=language)
        return (await self._calls.call(self.stub.GetView, request)).update

    async def look_back(
        self, table_id: str, at_event: int, *, open_hands: bool = False, language: str = ""
    ) -> play_pb2.GetViewResponse:
        """Return the table as the player saw it after event `at_event`.

        With `open_hands`, which is allowed once the game is over, the response also has the table as every seat saw it.
        The server replays the game for this, so ask for one event at a time, and cache the results.
        """
        request = build(
            play_pb2.GetViewRequest, table_id=table_id, at_event=at_event, open_hands=open_hands, language=language
        )
        return await self._calls.call(self.stub.GetView, request)

    async def explain(
        self, table_id: str, prompt_id: str, *, seat: int | None = None, language: str = ""
    ) -> play_pb2.ExplainPromptResponse:
        """Return the reasons why pieces and places are not options of an open prompt.

        With a `language`, each reason also comes as a sentence.
        """
        request = build(
            play_pb2.ExplainPromptRequest, table_id=table_id, prompt_id=prompt_id, seat=seat, language=language
        )
        return await self._calls.call(self.stub.ExplainPrompt, request)

    async def hint(self, table_id: str, prompt_id: str) -> play_pb2.GivenHint:
        """Ask a bot for its answer to an open prompt, at a private table. This may take some seconds."""
        request = build(play_pb2.HintRequest, table_id=table_id, prompt_id=prompt_id)
        return (await self._calls.call(self.stub.Hint, request, seconds=HINT_SECONDS, patience=0.0)).hint

    async def analyse(self, table_id: str) -> play_pb2.Analysis:
        """Ask a bot which of the player's choices in a finished game decided the game. This may take a minute."""
        request, began = build(play_pb2.AnalyseRequest, table_id=table_id), monotonic()
        while True:
            asked_at = monotonic()
            try:
                return (await self._calls.call(self.stub.Analyse, request, patience=0.0)).analysis
            except UnavailableError:
                # A request that the server held this long may be answered later; one refused at once has no bot.
                if monotonic() - asked_at < _LET_WAIT_SECONDS or monotonic() - began > ANALYSIS_SECONDS:
                    raise

    def seat(self, table_id: str) -> Seat:
        """Return the player's seat at a table, for code that only answers prompts."""
        return Seat(self, TableId(table_id))

    async def submit(
        self,
        table_id: str,
        prompt_id: str,
        picks: Picks,
        *,
        seat: int | None = None,
        request_id: str = "",
    ) -> play_pb2.SubmitChoiceResponse:
        """Answer a prompt with one or several of its options, given as options or ids.

        If the response is lost, the request is sent again and counts once. To repeat the call after
        `UnavailableError`, pass the same `request_id`, 8 to 64 characters.

        Raises `TypeError` for picks that are neither options nor ids.
        """
        request = build(
            play_pb2.SubmitChoiceRequest,
            table_id=table_id,
            prompt_id=prompt_id,
            picks=option_ids(picks),
            seat=seat,
            request_id=request_id,
        )
        return await self._calls.call(self.stub.SubmitChoice, request)

    async def undo(self, table_id: str) -> int:
        """Take back the player's last choice. Returns the version of the table without it."""
        return (await self._calls.call(self.stub.Undo, build(play_pb2.UndoRequest, table_id=table_id))).version

    async def propose_takeback(
        self, table_id: str, choices: int = 1, *, accept_unrated: bool = False
    ) -> play_pb2.ProposeTakebackResponse:
        """Propose to take back the player's last choices. If nobody has to agree, they are taken back at once.

        A takeback makes a rated game unrated. So the lobby refuses the proposal (WOULD_BE_UNRATED) unless
        `accept_unrated` is set.
        """
        request = build(
            play_pb2.ProposeTakebackRequest, table_id=table_id, choices=choices, accept_unrated=accept_unrated
        )
        return await self._calls.call(self.stub.ProposeTakeback, request)

    async def answer_takeback(self, table_id: str, takeback: int, *, accept: bool, accept_unrated: bool = False) -> int:
        """Accept or decline the takeback that somebody proposed, or withdraw the player's own proposal.

        Returns the version of the table after that. To accept a proposal that `unrates` the game, set `accept_unrated`.
        """
        request = build(
            play_pb2.AnswerTakebackRequest,
            table_id=table_id,
            takeback=takeback,
            accept=accept,
            accept_unrated=accept_unrated,
        )
        return (await self._calls.call(self.stub.AnswerTakeback, request)).version

    async def set_pause(self, table_id: str, *, paused: bool) -> bool:
        """Ask to pause the table (`paused`), or to resume it. Returns whether it is paused now."""
        request = build(play_pb2.SetPauseRequest, table_id=table_id, paused=paused)
        return (await self._calls.call(self.stub.SetPause, request)).paused

    async def set_vacation(self, table_id: str, *, away: bool) -> None:
        """Start the player's vacation (`away`), or end it."""
        await self._calls.call(self.stub.SetVacation, build(play_pb2.SetVacationRequest, table_id=table_id, away=away))

    async def resign(self, table_id: str) -> None:
        """Resign: give up the seat for good."""
        await self._calls.call(self.stub.Resign, build(play_pb2.ResignRequest, table_id=table_id))

    async def claim_end(self, table_id: str) -> None:
        """End a game that everybody else has left; the player wins."""
        await self._calls.call(self.stub.ClaimEnd, build(play_pb2.ClaimEndRequest, table_id=table_id))

    async def watch(
        self,
        table_id: str,
        *,
        from_event: int = 1,
        from_message: int = 0,
        views: bool = False,
        seat: int | None = None,
        prompts_only: bool = False,
        language: str = "",
        on_lost: OnLost | None = None,
    ) -> AsyncGenerator[play_pb2.TableUpdate, None]:
        """Yield the updates of a table until it is finished or closed.

        With a `language` (such as `ja`) they include sentences. Every event from `from_event` on arrives once and in
        order; 1 means all events, 0 only new ones. Chat messages, from `from_message` on, do the same. A broken stream
        is reopened and continues after the last event and message. Only an update marked `resync` repeats earlier
        events, and its events replace all that came before. Raises errors that are not temporary, such as
        TABLE_NOT_FOUND.
        """
        request = build(
            play_pb2.WatchTableRequest,
            table_id=table_id,
            from_event=from_event,
            from_message=from_message,
            views=views,
            view_patches=views,
            seat=seat,
            prompts_only=prompts_only,
            language=language,
        )
        seen = Views()
        async with aclosing(self._calls.resumed(self.stub.WatchTable, request, on_lost)) as responses:
            async for response in responses:
                if not response.HasField("update"):
                    continue  # a heartbeat
                update = response.update
                seen.complete(update)
                request.from_event, request.from_message = update.last_event + 1, update.last_message + 1
                yield update
                if update.state in OVER:
                    return

    async def history(self, table_id: str) -> list[play_pb2.TableEvent]:
        """Return all events of a finished table that the player may see."""
        events: list[play_pb2.TableEvent] = []
        async with aclosing(self.watch(table_id)) as updates:
            async for update in updates:
                if update.resync:
                    events.clear()
                events += update.events
        return events

    async def say(self, table_id: str, text: str) -> play_pb2.ChatMessage:
        """Send a chat message, of 1 to 500 characters, to everybody at a table."""
        request = build(play_pb2.SendMessageRequest, table_id=table_id, text=text)
        return (await self._calls.call(self.stub.SendMessage, request)).message

    async def messages(self, table_id: str) -> Sequence[play_pb2.ChatMessage]:
        """Return the latest chat messages of a table, at most 100."""
        request = build(play_pb2.ListMessagesRequest, table_id=table_id)
        return (await self._calls.call(self.stub.ListMessages, request)).messages

    async def record(self, table_id: str) -> game_pb2.Record:
        """Return the record of a table's game, which is complete once the game is over."""
        return (await self._calls.call(self.stub.GetRecord, build(play_pb2.GetRecordRequest, table_id=table_id))).record

    async def verify(self, table_id: str) -> play_pb2.VerifyRecordResponse:
        """Let the platform replay the record of a finished game, and return whether it is right.

        This may take some seconds.
        """
        request = build(play_pb2.VerifyRecordRequest, table_id=table_id)
        return await self._calls.call(self.stub.VerifyRecord, request, seconds=REPLAY_SECONDS)

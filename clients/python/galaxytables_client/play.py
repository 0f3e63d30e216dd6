"""`PlayService`: a game in play."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from time import monotonic
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client.building import Picks, build, option_ids
from galaxytables_client.calls import Calls
from galaxytables_client.errors import Unavailable
from galaxytables_client.ids import TableId
from galaxytables_client.resuming import OnLost
from galaxytables_client.seat import Seat
from galaxytables_client.tables import OVER
from galaxytables_client.uncopied import Uncopied
from galaxytables_client.views import Views

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import play_pb2_grpc

REPLAY_SECONDS = 120.0
HINT_SECONDS = 20.0
ANALYSIS_SECONDS = 90.0
_LET_WAIT_SECONDS = 5.0


class Play(Uncopied):
    """Plays and watches. Every call raises `ClientError`; the reasons stand in `play.proto`.

    `seat` is for bot hosts alone, which say from which seat they look or answer.
    """

    def __init__(self, calls: Calls, stub: "play_pb2_grpc.PlayServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def view(
        self, table_id: str, *, seat: int | None = None, at_event: int = 0, language: str = ""
    ) -> play_pb2.TableUpdate:
        """Give the table as the player may see it now, or saw it once an event had been told; without events.

        With a `language` (`ja`) it comes with sentences; see `words` for making them oneself.
        """
        request = build(play_pb2.GetViewRequest, table_id=table_id, seat=seat, at_event=at_event, language=language)
        return (await self._calls.call(self.stub.GetView, request)).update

    async def look_back(
        self, table_id: str, at_event: int, *, open_hands: bool = False, language: str = ""
    ) -> play_pb2.GetViewResponse:
        """Give the table as it was once an event had been told; with `open_hands`, after the end, what every seat saw.

        The game is played again for it: ask for one event after the other, and keep what came.
        """
        request = build(
            play_pb2.GetViewRequest, table_id=table_id, at_event=at_event, open_hands=open_hands, language=language
        )
        return await self._calls.call(self.stub.GetView, request)

    async def explain(
        self, table_id: str, prompt_id: str, *, seat: int | None = None, language: str = ""
    ) -> play_pb2.ExplainPromptResponse:
        """Say why pieces and places are no options of an open prompt; with a `language` in words too."""
        request = build(
            play_pb2.ExplainPromptRequest, table_id=table_id, prompt_id=prompt_id, seat=seat, language=language
        )
        return await self._calls.call(self.stub.ExplainPrompt, request)

    async def hint(self, table_id: str, prompt_id: str) -> play_pb2.GivenHint:
        """Ask a bot what it would answer to an open prompt, at a private table; may take some seconds."""
        request = build(play_pb2.HintRequest, table_id=table_id, prompt_id=prompt_id)
        return (await self._calls.call(self.stub.Hint, request, seconds=HINT_SECONDS, patience=0.0)).hint

    async def analyse(self, table_id: str) -> play_pb2.Analysis:
        """Ask a bot where the player's game turned, once it is over; may take a minute."""
        request, began = build(play_pb2.AnalyseRequest, table_id=table_id), monotonic()
        while True:
            asked = monotonic()
            try:
                return (await self._calls.call(self.stub.Analyse, request, patience=0.0)).analysis
            except Unavailable:
                # Who was let wait is answered by and by; who was not has nobody to answer them.
                if monotonic() - asked < _LET_WAIT_SECONDS or monotonic() - began > ANALYSIS_SECONDS:
                    raise

    def seat(self, table_id: str) -> Seat:
        """Give the player's seat at a table, for whoever wants to answer prompts and nothing else."""
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
        """Answer a prompt with one or several of its options, or their ids.

        A lost answer is asked for again, and counts once.
        Whoever calls again after `Unavailable` passes the same `request_id` as before, 8 to 64 characters.
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
        """Take back the last choice; give the version of the table without it."""
        return (await self._calls.call(self.stub.Undo, build(play_pb2.UndoRequest, table_id=table_id))).version

    async def propose_takeback(
        self, table_id: str, choices: int = 1, *, accept_unrated: bool = False
    ) -> play_pb2.ProposeTakebackResponse:
        """Propose to take back the player's last choices; where nobody has to be asked, they are taken back.

        A rated game is not rated from then on: the lobby refuses (WOULD_BE_UNRATED) unless that is accepted here.
        """
        request = build(
            play_pb2.ProposeTakebackRequest, table_id=table_id, choices=choices, accept_unrated=accept_unrated
        )
        return await self._calls.call(self.stub.ProposeTakeback, request)

    async def answer_takeback(self, table_id: str, takeback: int, *, accept: bool, accept_unrated: bool = False) -> int:
        """Accept or decline a proposal, one's own to withdraw it; give the table's version after it.

        One that `unrates` the game wants `accept_unrated` with `accept`.
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
        """Wish that the table is paused, or that it goes on; say whether it is paused now."""
        request = build(play_pb2.SetPauseRequest, table_id=table_id, paused=paused)
        return (await self._calls.call(self.stub.SetPause, request)).paused

    async def set_vacation(self, table_id: str, *, away: bool) -> None:
        """Go on vacation, or come back."""
        await self._calls.call(self.stub.SetVacation, build(play_pb2.SetVacationRequest, table_id=table_id, away=away))

    async def resign(self, table_id: str) -> None:
        """Give up the seat."""
        await self._calls.call(self.stub.Resign, build(play_pb2.ResignRequest, table_id=table_id))

    async def claim_end(self, table_id: str) -> None:
        """End a game that everybody else has left."""
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
        """Follow a table until it is finished or closed; with a `language` (`ja`) in sentences, else in facts alone.

        Every event from `from_event` on comes once and in order (1: all of them, 0: only new ones), and so do messages.
        A stream that breaks is opened again after the last of them; only an update marked `resync` carries again what
        came before, and replaces it. Raises what will not pass, such as TABLE_NOT_FOUND.
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
                    continue  # a sign of life
                update = response.update
                seen.complete(update)
                request.from_event, request.from_message = update.last_event + 1, update.last_message + 1
                yield update
                if update.state in OVER:
                    return

    async def history(self, table_id: str) -> list[play_pb2.TableEvent]:
        """Give every event of a table that the player may know, once the table is over."""
        events: list[play_pb2.TableEvent] = []
        async with aclosing(self.watch(table_id)) as updates:
            async for update in updates:
                if update.resync:
                    events.clear()
                events += update.events
        return events

    async def say(self, table_id: str, text: str) -> play_pb2.ChatMessage:
        """Say something to everybody at a table; 1 to 500 characters."""
        request = build(play_pb2.SendMessageRequest, table_id=table_id, text=text)
        return (await self._calls.call(self.stub.SendMessage, request)).message

    async def messages(self, table_id: str) -> Sequence[play_pb2.ChatMessage]:
        """List what was said last, at most 100 messages."""
        request = build(play_pb2.ListMessagesRequest, table_id=table_id)
        return (await self._calls.call(self.stub.ListMessages, request)).messages

    async def record(self, table_id: str) -> game_pb2.Record:
        """Give the record, complete once the game is over."""
        return (await self._calls.call(self.stub.GetRecord, build(play_pb2.GetRecordRequest, table_id=table_id))).record

    async def verify(self, table_id: str) -> play_pb2.VerifyRecordResponse:
        """Have the platform play the record of a finished game again; may take some seconds."""
        request = build(play_pb2.VerifyRecordRequest, table_id=table_id)
        return await self._calls.call(self.stub.VerifyRecord, request, seconds=REPLAY_SECONDS)

"""A lobby for the terminal whose one table is a real game: rules by calls, sentences by the lobby's own words."""

import asyncio
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from google.rpc import code_pb2

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.words import Words
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.errors import ChoiceRefused
from galaxytables_kit.game import Game
from galaxytables_kit.pack import load_packs
from galaxytables_lobby.subscriptions.sentences import Sentences, lobby_words
from tests.terminal.fake_lobby import Board, Context, FakeLobby, Script, refuse


class RulesLobby(FakeLobby):
    """Seat 0 is the player's; the others answer at once and at random, and so does seat 0 what it was asked before."""

    def __init__(self, game: Game[Any, Any, Any], seats: int, options: Mapping[str, str], *, seed: int) -> None:
        super().__init__(Script([], rules_pb2.DescribeResponse(), []), game=game.name, least=seats, most=seats)
        self._rules = RulesCalls(game, load_packs(game))
        self.description = self._rules.describe(rules_pb2.DescribeRequest())
        self._random = Random(seed)
        self._seed = seed.to_bytes(32, "big")
        self._seats, self._options = seats, options
        # The kinds of questions that the player was asked.
        self._asked: set[str] = set()
        self.standing = rules_pb2.Standing()
        self._spoken: dict[str, Sentences] = {}
        self.names: Mapping[str, str] = self._words("ja").names
        # Set once a choice was refused; the test clears it.
        self.refused = asyncio.Event()

    async def GetWords(self, request: tables_pb2.GetWordsRequest, context: Context) -> tables_pb2.GetWordsResponse:
        del context
        if not request.game:
            return tables_pb2.GetWordsResponse(words=lobby_words(request.language))
        return tables_pb2.GetWordsResponse(words=self._words(request.language))

    async def GetComponents(
        self, request: tables_pb2.GetComponentsRequest, context: Context
    ) -> tables_pb2.GetComponentsResponse:
        del context
        catalogue = self._rules.components(rules_pb2.ComponentsRequest())
        await self._sentences(request.language).components(catalogue.components)
        return tables_pb2.GetComponentsResponse(catalogue=catalogue)

    async def GetPuzzle(self, request: tables_pb2.GetPuzzleRequest, context: Context) -> tables_pb2.GetPuzzleResponse:
        raise NotImplementedError

    async def StartTable(
        self, request: tables_pb2.StartTableRequest, context: Context
    ) -> tables_pb2.StartTableResponse:
        board = await self._board(request.table_id, context)
        board.table.state = tables_pb2.TABLE_STATE_RUNNING
        board.table.version += 1
        new = rules_pb2.NewGameRequest(seats=self._seats, options=self._options, seed=self._seed)
        self._go_on(board, self._rules.new_game(new))
        return tables_pb2.StartTableResponse(table=board.table)

    async def SubmitChoice(
        self, request: play_pb2.SubmitChoiceRequest, context: Context
    ) -> play_pb2.SubmitChoiceResponse:
        board = await self._board(request.table_id, context)
        async with board.changed:
            try:
                self._go_on(board, self._answered(0, request.prompt_id, request.picks))
            except ChoiceRefused as error:
                self.refused.set()
                await refuse(context, code_pb2.FAILED_PRECONDITION, "CHOICE_REFUSED", str(error), **error.metadata)
            board.table.version += 1
        return play_pb2.SubmitChoiceResponse(version=board.table.version, last_event=board.last_event)

    async def ExplainPrompt(
        self, request: play_pb2.ExplainPromptRequest, context: Context
    ) -> play_pb2.ExplainPromptResponse:
        del context
        asked = rules_pb2.ExplainRequest(seat=0, prompt_id=request.prompt_id)
        asked.position.digest = self.standing.position_digest
        explained = self._rules.explain(asked)
        answer = play_pb2.ExplainPromptResponse(bars=explained.bars, otherwise=explained.otherwise)
        await self._sentences(request.language).reasons([*(bar.reason for bar in answer.bars), answer.otherwise])
        return answer

    async def WatchTable(self, request: play_pb2.WatchTableRequest, context: Context) -> Any:
        async for response in super().WatchTable(request, context):
            if response.HasField("update"):
                response.update.CopyFrom(await self._sentences(request.language).update(response.update))
            yield response

    def view(self, seat: int) -> Any:
        """What a seat sees now."""
        request = rules_pb2.ViewRequest(viewers=[rules_pb2.Viewer(seat=seat)])
        request.position.digest = self.standing.position_digest
        return self._rules.view(request).views[0].view

    def _update(self, board: Board, viewer: Any, sent: int) -> play_pb2.TableUpdate:
        del viewer
        update = play_pb2.TableUpdate(
            table_id=board.table.id,
            viewer=0,
            events=[event for event in board.events if event.number > sent],
            last_event=board.last_event,
            state=board.table.state,
            scores=board.table.scores,
            version=board.table.version,
        )
        if board.table.state != tables_pb2.TABLE_STATE_OPEN:
            update.view.CopyFrom(self.view(0))
            update.prompts.extend(prompt for prompt in self.standing.prompts if prompt.seat == 0)
            update.waiting_for.extend({prompt.seat for prompt in self.standing.prompts})
        return update

    def _go_on(self, board: Board, answer: Any) -> None:
        """Take an answer of the rules, and let the others choose until the player has to."""
        while True:
            self.standing = answer.standing
            events: Sequence[game_pb2.Event] = answer.events
            for event in events:
                told = [part for part in event.private_parts if part.seat == 0]
                del event.private_parts[:]
                event.private_parts.extend(told)
            self._add(board, events)
            if self.standing.over:
                board.table.state = tables_pb2.TABLE_STATE_FINISHED
                board.table.scores.extend(self.standing.scores)
                return
            own = {prompt.kind for prompt in self.standing.prompts if prompt.seat == 0}
            if own - self._asked:
                self._asked |= own
                return
            prompt = self.standing.prompts[0]
            picks = [option.id for option in prompt.options]
            try:
                answer = self._answered(
                    prompt.seat, prompt.id, self._random.sample(picks, self._random.randint(prompt.least, prompt.most))
                )
            except ChoiceRefused:
                answer = self._answered(prompt.seat, prompt.id, prompt.default_picks)

    def _answered(self, seat: int, prompt: str, picks: Sequence[str]) -> Any:
        request = rules_pb2.ApplyRequest(choice=game_pb2.Choice(seat=seat, prompt_id=prompt, picks=picks))
        request.position.digest = self.standing.position_digest
        return self._rules.apply(request)

    def _words(self, language: str) -> rules_pb2.WordsResponse:
        return self._rules.words(rules_pb2.WordsRequest(language=language))

    def _sentences(self, language: str) -> Sentences:
        if language not in self._spoken:
            said, lobby = self._words(language), lobby_words(language)
            game = Words(language, [said.messages], said.names)
            self._spoken[language] = Sentences(game, Words(language, [lobby.messages], {}))
        return self._spoken[language]

"""A seat, for code that only answers prompts."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from google.protobuf import any_pb2

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client.building import Picks
from galaxytables_client.errors import RefusedError
from galaxytables_client.ids import TableId
from galaxytables_client.resuming import Lost
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables_client.play import Play

_CLOSED = frozenset({"PROMPT_CLOSED", "GAME_OVER", "NOT_SEATED"})


class Seat(Uncopied):
    """The player's seat at one table.

    While a prompt is open, `view` is the table as it was when the prompt opened. It is the game's own message, packed
    in an `Any`; read it with `Unpack`. After the last prompt, `last` is the table at its end, with the scores.
    """

    def __init__(self, play: "Play", table_id: TableId) -> None:
        self._play = play
        self.table_id = table_id
        self.last = play_pb2.TableUpdate()
        self.view = any_pb2.Any()
        # The version of the table that holds the answer to a prompt; older updates still show the prompt.
        self._answered: dict[str, int] = {}

    async def prompts(self, *, views: bool = True) -> AsyncGenerator[game_pb2.Prompt, None]:
        """Yield every prompt of the seat when it opens, until the game is over.

        A prompt whose answer was taken back is yielded again. Raises the errors of `Play.watch`. `views=False` leaves
        `view` empty, for a bot that does not look at the table.
        """
        shown: set[str] = set()

        def lost(_: Lost) -> None:
            # A restored store may have lost its last moments.
            self._answered.clear()

        watch = self._play.watch(self.table_id, from_event=0, views=views, prompts_only=True, on_lost=lost)
        async with aclosing(watch) as updates:
            async for update in updates:
                self.last = update
                if update.HasField("view"):
                    self.view = update.view
                if update.resync:
                    self._answered.clear()
                for prompt in update.prompts:
                    if self._wants_answer(prompt, update, shown):
                        yield prompt
                shown = {prompt.id for prompt in update.prompts}

    async def answer(self, prompt: game_pb2.Prompt, picks: Picks) -> bool:
        """Answer a prompt with one or several of its options or their ids. Returns whether the prompt was still open.

        A prompt is no longer open if it was answered before, if somebody else plays the seat now, or if the game is
        over. Raises `RefusedError` for an answer that breaks the prompt's rule or bounds, `TypeError` for anything but
        options and ids.
        """
        try:
            accepted = await self._play.submit(self.table_id, prompt.id, picks)
        except RefusedError as error:
            if error.reason in _CLOSED:
                return False
            raise
        self._answered[prompt.id] = accepted.version
        return True

    def _wants_answer(self, prompt: game_pb2.Prompt, update: play_pb2.TableUpdate, shown: set[str]) -> bool:
        """Return whether a prompt is new or open again; False for an update older than the prompt's answer."""
        answered_at = self._answered.get(prompt.id)
        if answered_at is None:
            return prompt.id not in shown
        if update.version < answered_at:
            return False
        del self._answered[prompt.id]
        return True

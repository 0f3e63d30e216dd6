"""The base class of screens with chat."""

from galaxytables_client import TableId
from galaxytables_terminal.errors import FAILURES
from galaxytables_terminal.screens.dialogs import LineDialog
from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.visit import Visit
from galaxytables_terminal.vocabulary import Vocabulary


class TalkingScreen(SpokenScreen):
    """A screen of a table, with a line for chat. A message that could not be sent is put back into the line."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit.say)
        self._visit = visit
        self._unsaid = ""

    def note(self, words: str) -> None:
        """Show a note to the player."""
        raise NotImplementedError

    @property
    def talk(self) -> tuple[TableId, Vocabulary]:
        """Return the id of the table to which chat messages go, and the vocabulary for error texts."""
        raise NotImplementedError

    def action_talk(self) -> None:
        """Write a chat message."""

        def typed(words: str | None) -> None:
            if words is not None:
                self._unsaid = words
            if words:
                self.run_worker(self._say(words))

        self.app.push_screen(LineDialog(self.say("talk-to-all"), self.say, self._unsaid), typed)

    async def _say(self, words: str) -> None:
        table_id, vocabulary = self.talk
        try:
            await self._visit.lobby.play.say(table_id, words)
        except FAILURES as error:
            self.note(self.say("talk-unsaid", why=self._visit.explain(error, vocabulary)))
        else:
            self.note("")
            if self._unsaid == words:
                self._unsaid = ""

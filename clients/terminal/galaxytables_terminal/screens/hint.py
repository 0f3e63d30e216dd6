"""A dialog that shows the answers that a bot would give to the question."""

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from galaxytables_terminal.hints import hint_text
from galaxytables_terminal.screens.asking import AskingDialog


class HintDialog(AskingDialog):
    """A dialog with the bot's answers and their expected results."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("H", "dismiss")]

    title_words, asking_words, failed_words = "hint-title", "hint-asking", "hint-failed"

    async def answer(self) -> Text:
        """Ask a bot for the hint, and return it as text."""
        known = self._known
        hint = await self._visit.lobby.play.hint(known.table.id, self._prompt.id)
        return hint_text(hint, self._prompt, known)

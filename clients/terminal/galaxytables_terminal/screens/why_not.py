"""A dialog that shows why cards and places are not options of the question."""

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from galaxytables_terminal.screens.asking import AskingDialog
from galaxytables_terminal.why_not import why_not_text


class WhyNotDialog(AskingDialog):
    """A dialog with the reasons why cards and places are not options of the question."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "dismiss")]

    title_words, asking_words, failed_words = "why-title", "why-asking", "why-failed"

    async def answer(self) -> Text:
        """Ask the lobby for the reasons, and return them as text."""
        visit, known = self._visit, self._known
        explained = await visit.lobby.play.explain(known.table.id, self._prompt.id, language=visit.language)
        return why_not_text(explained, known)

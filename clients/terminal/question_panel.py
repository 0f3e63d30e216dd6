"""The question on the table: shows a prompt, collects the marks, and says when there is an answer."""

from collections.abc import Sequence
from functools import partial

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from clients.terminal.answer import Answer
from clients.terminal.catalogue import Catalogue
from clients.terminal.digits import Digits
from clients.terminal.drawing.scene import Spot
from clients.terminal.question import option_area, question_text
from clients.terminal.widgets import SpotPage
from galaxy.rules.v1 import game_pb2


class QuestionPanel(Vertical):
    """One prompt at a time, with a note below it that explains what is missing or was refused.

    Posts `Answered` once an answer within the bounds has been confirmed, and then takes no other until `rest`.
    """

    class Asked(Message):
        """A question has come."""

    class Answered(Message):
        """The player gave an answer."""

        def __init__(self, prompt: str, picks: Sequence[str]) -> None:
            self.prompt = prompt
            self.picks = tuple(picks)
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._prompts: Sequence[game_pb2.Prompt] = ()
        self._answer: Answer | None = None
        self._digits = Digits()
        self._catalogue = Catalogue()
        self._view_type = ""
        self._idle_words = ""
        self._sending = False
        self._sure_of_none = False

    def compose(self) -> ComposeResult:
        """Build the panel."""
        yield Static(id="prompt", markup=False)
        yield SpotPage(id="options")
        yield Static(id="note", markup=False)

    def on_mount(self) -> None:
        """Begin without a note."""
        self.note("")

    @property
    def options(self) -> SpotPage:
        """The options as a page with a cursor."""
        return self.query_one("#options", SpotPage)

    def ask(self, prompts: Sequence[game_pb2.Prompt], catalogue: Catalogue, view_type: str, idle_words: str) -> None:
        """Show the first of the open prompts, or `idle_words` if there is none.

        A question that is already shown stays, with its marks.
        """
        self._prompts, self._catalogue = prompts, catalogue
        self._view_type, self._idle_words = view_type, idle_words
        known = {prompt.id: prompt for prompt in prompts}
        answer = self._answer
        if answer is not None and answer.prompt.id in known and answer.fits(known[answer.prompt.id]):
            self._draw()
            return
        self._turn_to(prompts[0] if prompts else None)
        if prompts:
            self.note("")
            self.post_message(self.Asked())

    def note(self, words: str) -> None:
        """Say something below the options."""
        note = self.query_one("#note", Static)
        note.update(words)
        note.display = bool(words)

    def rest(self, words: str) -> None:
        """Take answers again, after the last one was accepted or refused."""
        self._sending = False
        self.note(words)

    def next_prompt(self) -> None:
        """Turn to the next open question."""
        if self._answer is not None and len(self._prompts) > 1:
            ids = [prompt.id for prompt in self._prompts]
            here = ids.index(self._answer.prompt.id)
            self._turn_to(self._prompts[(here + 1) % len(ids)])

    def clear(self) -> None:
        """Take all marks away."""
        self._digits.clear()
        if self._answer is not None:
            self._answer.clear()
            self._draw()
            self.note("")

    def type_digit(self, digit: str) -> None:
        """Take a digit of an option's number."""
        answer = self._answer
        if answer is None:
            return
        self.options.focus()
        if digit == "0" and answer.single and answer.prompt.least == 0 and not self._digits.typed:
            self.options.walk_to(-1)
            return
        number, complete = self._digits.press(digit, len(answer.prompt.options))
        if number is None:
            self.note(f"There is no option {digit}.")
            return
        self.options.walk_to(number - 1)
        if not complete:
            self.note(f"{self._digits.typed}…: another digit, or space to mark, enter to answer.")
        elif not answer.single:
            self._toggle(answer, answer.prompt.options[number - 1].id)

    def mark(self, spot: Spot | None) -> None:
        """Mark the option that a spot stands for, wherever the spot lies; or move to it if one is wanted."""
        self._digits.clear()
        answer = self._answer
        if answer is None:
            self.note("Nothing to answer now.")
        elif spot is None or not answer.holds(spot.option):
            self.note("That is not among the options.")
        elif answer.single:
            self.options.walk_to([option.id for option in answer.prompt.options].index(spot.option))
            self.note("Enter: answer with it.")
        else:
            self._toggle(answer, spot.option)

    def marked(self, spot: Spot | None) -> bool:
        """Say whether a spot is an option that is marked."""
        return self._answer is not None and spot is not None and self._answer.rank(spot.option) > 0

    def confirm(self) -> None:
        """Give the answer, or say what is missing. To answer with nothing has to be confirmed twice."""
        answer = self._answer
        if answer is None or self._sending:
            moment = "Just a moment: the last answer is on its way."
            self.note(moment if self._sending else "Nothing to answer now.")
            return
        typed = self._digits.typed
        self._digits.clear()
        if answer.single:
            self._confirm_cursor(answer)
            return
        if typed and not answer.rank(option := answer.prompt.options[int(typed) - 1].id):
            self._toggle(answer, option)
        if missing := answer.missing():
            self.note(missing)
        elif not answer.picks and answer.prompt.options and not self._sure_of_none:
            self._sure_of_none = True
            self.note("Nothing is marked. Enter again: answer with none.")
        else:
            self._send(answer, answer.picks)

    def _confirm_cursor(self, answer: Answer) -> None:
        """Answer with what the cursor is on; where it was never moved, an Enter may have been meant for before."""
        options = self.options
        if not options.walked:
            options.walk_to(options.cursor)
            self.note("Enter again: answer with this one.")
            return
        spot = options.spot
        self._send(answer, (spot.option,) if spot is not None and spot.option else ())

    def _toggle(self, answer: Answer, option: str) -> None:
        problem = answer.toggle(option)
        self._sure_of_none = False
        self._draw()
        count = f"{len(answer.picks)} marked ({answer.bounds()})"
        self.note(problem or (f"{count}. Enter: answer." if answer.complete else f"{count}."))

    def _send(self, answer: Answer, picks: Sequence[str]) -> None:
        self._sending = True
        self.note("Sending …")
        self.post_message(self.Answered(answer.prompt.id, picks))

    def _turn_to(self, prompt: game_pb2.Prompt | None) -> None:
        self._answer = Answer(prompt) if prompt is not None else None
        self._digits.clear()
        self._sure_of_none = False
        self._draw(at_top=True)

    def _draw(self, *, at_top: bool = False) -> None:
        answer = self._answer
        prompt = self.query_one("#prompt", Static)
        if answer is None:
            prompt.update(Text(self._idle_words))
            self.options.show(lambda _width: ())
            return
        text = question_text(answer)
        if (others := len(self._prompts) - 1) > 0:
            text.append(f"\n{others} more question{'s' if others > 1 else ''}: p", style="not bold")
        prompt.update(text)
        self.options.show(partial(option_area, answer, self._view_type, self._catalogue), at_top=at_top)

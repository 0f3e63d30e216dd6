"""The panel that shows the open question, lets the player mark options, and posts the answer."""

from collections.abc import Sequence
from functools import partial

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.answer import Answer
from galaxytables_terminal.digits import Digits
from galaxytables_terminal.drawing.scene import Look, Spot
from galaxytables_terminal.marks import Marks, marks_of, places_of
from galaxytables_terminal.question import option_area, question_text
from galaxytables_terminal.widgets import SpotPage
from galaxytables_terminal.wording import Wording


class QuestionPanel(Vertical):
    """Shows one prompt. A note below it says what the answer lacks, or why it was refused.

    It posts `Answered` once an answer within the bounds is confirmed, and then accepts no other answer until `rest` is
    called.
    """

    class Asked(Message):
        """Posted when a new question is shown."""

    class Marked(Message):
        """Posted when the marked options have changed."""

    class Answered(Message):
        """Posted when the player has confirmed an answer."""

        def __init__(self, prompt: str, picks: Sequence[str]) -> None:
            self.prompt = prompt
            self.picks = tuple(picks)
            super().__init__()

    def __init__(self, say: Wording, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._say = say
        self._prompts: Sequence[game_pb2.Prompt] = ()
        self._answer: Answer | None = None
        self._digits = Digits()
        self._look: Look | None = None
        self._view_type = ""
        # The place on the table that the player pointed at while several options were possible.
        self._pointed: tuple[str, ...] = ()
        self._idle_words = ""
        self._sending = False
        self._sure_of_none = False

    def compose(self) -> ComposeResult:
        """Build the panel."""
        yield Static(id="missed", markup=False)
        yield Static(id="prompt", markup=False)
        yield SpotPage(id="options")
        yield Static(id="note", markup=False)

    def on_mount(self) -> None:
        """Hide the note."""
        self.note("")
        self.tell_missed(Text())

    @property
    def options(self) -> SpotPage:
        """Return the options as a page with a cursor."""
        return self.query_one("#options", SpotPage)

    @property
    def prompt(self) -> game_pb2.Prompt | None:
        """Return the question that is shown."""
        return self._answer.prompt if self._answer is not None else None

    @property
    def marks(self) -> Marks:
        """Return the marks of the question's options, for the table."""
        return marks_of(self._answer)

    def ask(self, prompts: Sequence[game_pb2.Prompt], look: Look, view_type: str, idle_words: str) -> None:
        """Show the first open prompt, or `idle_words` if there is none.

        If this question is shown already, it stays as it is, with its marks.
        """
        self._prompts, self._look = prompts, look
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
        """Show a note below the options."""
        note = self.query_one("#note", Static)
        note.update(words)
        note.display = bool(words)

    def tell_missed(self, lines: Text) -> None:
        """Show above the question what others did while the player was away; nothing if `lines` is empty."""
        missed = self.query_one("#missed", Static)
        missed.update(lines)
        missed.display = bool(lines)

    def rest(self, words: str) -> None:
        """Accept answers again, since the lobby has accepted or refused the last one. Shows a note."""
        self._sending = False
        self.note(words)

    def next_prompt(self) -> None:
        """Show the next open question."""
        if self._answer is not None and len(self._prompts) > 1:
            ids = [prompt.id for prompt in self._prompts]
            here = ids.index(self._answer.prompt.id)
            self._turn_to(self._prompts[(here + 1) % len(ids)])
            self.post_message(self.Marked())

    def clear(self) -> None:
        """Remove all marks."""
        self._digits.clear()
        if self._answer is not None:
            self._answer.clear()
            self._draw()
            self.note("")
            self.post_message(self.Marked())

    def type_digit(self, digit: str) -> None:
        """Handle a typed digit of an option's number."""
        answer = self._answer
        if answer is None:
            return
        self.options.focus()
        if digit == "0" and answer.single and answer.prompt.least == 0 and not self._digits.typed:
            self.options.walk_to(-1)
            return
        number, complete = self._digits.press(digit, len(answer.prompt.options))
        if number is None:
            self.note(self._say("question-no-such-number", digit=digit))
            return
        self.options.walk_to(number - 1)
        if not complete:
            self.note(self._say("question-another-digit", typed=self._digits.typed))
        elif not answer.single:
            self._toggle(answer, answer.prompt.options[number - 1].id)

    def mark(self, spot: Spot | None) -> None:
        """Mark the option for which a spot stands.

        If only one option is wanted, move the cursor to the option instead.
        """
        self._digits.clear()
        answer = self._answer
        if answer is None:
            self.note(self._say("question-nothing-to-answer"))
            return
        found = self._options_at(answer, spot)
        if not found:
            self.note(self._say("question-not-an-option"))
        elif len(found) > 1:
            self._choose_among(found, spot)
        elif answer.single:
            self.options.walk_to(found[0])
            self.note(self._say("question-enter-answers"))
        else:
            self.options.walk_to(found[0])
            self._toggle(answer, answer.prompt.options[found[0]].id)

    def marked(self, spot: Spot | None) -> bool:
        """Return whether the option of a spot is marked.

        If only one option is wanted, the option under the cursor counts as marked.
        """
        answer = self._answer
        if answer is None:
            return False
        found = self._options_at(answer, spot)
        if answer.single:
            return self.options.walked and self.options.cursor in found
        return any(answer.rank(answer.prompt.options[index].id) for index in found)

    def confirm(self) -> None:
        """Send the answer, or show a note about what it lacks.

        The player must confirm an answer without picks twice.
        """
        answer = self._answer
        if answer is None or self._sending:
            self.note(self._say("question-under-way" if self._sending else "question-nothing-to-answer"))
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
            self.note(self._say("question-sure-of-none"))
        else:
            self._send(answer, answer.picks)

    def _confirm_cursor(self, answer: Answer) -> None:
        """Answer with the option under the cursor. If the cursor was never moved, ask for a second Enter first."""
        options = self.options
        if not options.walked:
            options.walk_to(options.cursor)
            self.note(self._say("question-sure-of-this"))
            return
        spot = options.spot
        self._send(answer, (spot.option,) if spot is not None and spot.option else ())

    def _toggle(self, answer: Answer, option: str) -> None:
        problem = answer.toggle(option)
        self._sure_of_none = False
        self._pointed = ()
        self._draw()
        said = "question-marked-complete" if answer.complete else "question-marked"
        self.note(problem or self._say(said, count=len(answer.picks), bounds=answer.bounds()))
        self.post_message(self.Marked())

    def _send(self, answer: Answer, picks: Sequence[str]) -> None:
        self._sending = True
        self.note(self._say("question-sending"))
        self.post_message(self.Answered(answer.prompt.id, picks))

    def _turn_to(self, prompt: game_pb2.Prompt | None) -> None:
        self._answer = Answer(prompt, self._say) if prompt is not None else None
        self._pointed = ()
        self._digits.clear()
        self._sure_of_none = False
        self._draw(at_top=True)

    def _options_at(self, answer: Answer, spot: Spot | None) -> list[int]:
        """Return the indices of the options that a spot stands for.

        If some of them also have the place that was pointed at before, return only those.
        """
        if spot is None:
            return []
        options = answer.prompt.options
        if spot.option:
            return [index for index, option in enumerate(options) if option.id == spot.option]
        here = [index for index, option in enumerate(options) if set(spot.ids) & set(places_of(option))]
        both = [index for index in here if set(self._pointed) & set(places_of(options[index]))]
        return both if both and not set(self._pointed) & set(spot.ids) else here

    def _choose_among(self, found: Sequence[int], spot: Spot | None) -> None:
        """Move to the next of several options at a place, and note that there are others."""
        here = self.options.cursor
        following = found[(found.index(here) + 1) % len(found)] if here in found else found[0]
        self._pointed = spot.ids if spot is not None else ()
        self.options.walk_to(following)
        self.note(self._say("question-several-here", numbers=", ".join(str(index + 1) for index in found)))

    def _draw(self, *, at_top: bool = False) -> None:
        answer = self._answer
        prompt = self.query_one("#prompt", Static)
        if answer is None:
            prompt.update(Text(self._idle_words))
            self.options.show(lambda _width: ())
            return
        if self._look is None:
            return
        text = question_text(answer, self._look)
        if (others := len(self._prompts) - 1) > 0:
            text.append(f"\n{self._say('question-more-questions', count=others)}", style="not bold")
        prompt.update(text)
        self.options.show(partial(option_area, answer, self._view_type, self._look), at_top=at_top)

"""The table in play."""

import time
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from clients.terminal.answer import Answer
from clients.terminal.catalogue import details
from clients.terminal.digits import Digits
from clients.terminal.drawing.gallery import picture
from clients.terminal.drawing.scene import Area, Look, Picture, Spot
from clients.terminal.errors import RefusedError, TerminalError
from clients.terminal.question import option_area, question_text
from clients.terminal.screens.dialogs import HELP, ConfirmDialog, PageDialog
from clients.terminal.screens.result import Next, ResultDialog
from clients.terminal.session import Session
from clients.terminal.summary import log_text, seat_lines, turn_words
from clients.terminal.table_state import TableState
from clients.terminal.watch import Arrived, Lost, watch
from clients.terminal.widgets import SpotPage
from galaxy.lobby.v1 import play_pb2

_CLOCK_SECONDS = 0.5
# Screens lower than this show either the details or the log beside the table, not both.
_LOW = 30
# Screens narrower than this show the table or the log; details have a page of their own.
_NARROW = 70
_PANES = ("details", "log", "both")


class TableScreen(Screen[None]):
    """Shows a table as its viewer may see it, and takes the answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "confirm", "Answer", priority=True),
        Binding("space", "mark", "Mark"),
        Binding("backspace", "clear", "Clear", show=False),
        Binding("u", "undo", "Undo"),
        Binding("d", "details", "Card"),
        Binding("l", "pane", "Log"),
        Binding("p", "next_prompt", "Next question", show=False),
        Binding("R", "resign", "Resign", show=False),
        Binding("s", "scores", "Scores", show=False),
        Binding("question_mark", "help", "Help"),
        Binding("q", "leave", "Leave"),
    ]

    class Left(Message):
        """The player leaves the table; `again` asks for a new one like it."""

        def __init__(self, *, again: bool, words: str) -> None:
            self.again = again
            self.words = words
            super().__init__()

    def __init__(self, session: Session, state: TableState, title: str) -> None:
        super().__init__()
        self._session = session
        self._state = state
        self._game = title
        self._picture = Picture("")
        self._answer: Answer | None = None
        self._digits = Digits()
        self._lost = ""
        self._sending = False
        self._sure_of_none = False
        self._pane = _PANES[0]

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="status", markup=False)
        yield Static(id="seats", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield SpotPage(id="board")
                with Vertical(id="question"):
                    yield Static(id="prompt", markup=False)
                    yield SpotPage(id="options")
                    yield Static(id="note", markup=False)
            with Vertical(id="right"):
                with VerticalScroll(id="details", can_focus=False):
                    yield Static("Walk over the cards: here is what they do.", id="card", markup=False)
                yield SpotPage(id="log")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to watch."""
        self.query_one("#board").border_title = "Table"
        self.query_one("#details").border_title = "Card"
        self.query_one("#log").border_title = "Log"
        self.query_one("#options").focus()
        self._pane = "both" if self._roomy else "details"
        self._note("")
        self._arrange()
        self._draw_lines()
        self.run_worker(self._watch(), name="watch")
        self.set_interval(_CLOCK_SECONDS, self._draw_lines)

    def on_resize(self) -> None:
        """Use the room there is."""
        if self._pane == "both" and not self._roomy:
            self._pane = "details"
        self._arrange()
        self._draw_lines()

    def on_key(self, event: events.Key) -> None:
        """Take the digits of an option's number."""
        answer = self._answer
        if answer is None or event.character is None or not event.character.isdecimal():
            return
        event.stop()
        options = self._options
        options.focus()
        if answer.single and answer.prompt.least == 0 and event.character == "0" and not self._digits.typed:
            options.walk_to(-1)
            return
        number, complete = self._digits.press(event.character, len(answer.prompt.options))
        if number is None:
            self._note(f"There is no option {event.character}.")
            return
        options.walk_to(number - 1)
        if complete and not answer.single:
            self._toggle(answer.prompt.options[number - 1].id)
        elif not complete:
            self._note(f"{self._digits.typed}…: another digit, or space to mark, enter to answer.")

    def on_spot_page_moved(self, event: SpotPage.Moved) -> None:
        """Show the details of what the cursor is on."""
        if event.spot is not None and event.spot.component and event.page.has_focus:
            self._show_card(event.spot.component)

    def on_spot_page_clicked(self, event: SpotPage.Clicked) -> None:
        """Take a second click on a spot for a mark."""
        self._mark(event.spot)

    # Answering

    def action_mark(self) -> None:
        """Mark the option under the cursor, on the table too."""
        self._digits.clear()
        page = self.focused
        self._mark(page.spot if isinstance(page, SpotPage) else None)

    def action_clear(self) -> None:
        """Take all marks away."""
        self._digits.clear()
        if self._answer is not None:
            self._answer.clear()
            self._draw_question()
            self._note("")

    def action_confirm(self) -> None:
        """Give the answer."""
        answer = self._answer
        if answer is None or self._sending:
            self._note("Just a moment: the last answer is on its way." if self._sending else "Nothing to answer now.")
            return
        if self.focused is self.query_one("#board"):
            self._take_from_board(answer)
            return
        typed = self._digits.typed
        self._digits.clear()
        if answer.single:
            spot = self._options.spot
            self._send(answer, (spot.option,) if spot is not None and spot.option else ())
            return
        if typed and not answer.rank(answer.prompt.options[int(typed) - 1].id):
            self._toggle(answer.prompt.options[int(typed) - 1].id)
        if missing := answer.missing():
            self._note(missing)
        elif not answer.picks and answer.prompt.options and not self._sure_of_none:
            self._sure_of_none = True
            self._note("Nothing is marked. Enter again: answer with none.")
        else:
            self._send(answer, answer.picks)

    def action_next_prompt(self) -> None:
        """Turn to the next open question."""
        prompts = self._state.open_prompts()
        if self._answer is not None and len(prompts) > 1:
            ids = [prompt.id for prompt in prompts]
            after = (ids.index(self._answer.prompt.id) + 1) % len(ids) if self._answer.prompt.id in ids else 0
            self._answer = Answer(prompts[after])
            self._draw_question(at_top=True)

    def action_undo(self) -> None:
        """Take back the last choice."""
        self._ask_lobby(self._undo())

    def action_resign(self) -> None:
        """Give up the seat, after a question."""

        def answered(sure: bool | None) -> None:
            if sure:
                self._ask_lobby(self._session.lobby.resign(self._state.table.id), "You resigned.")

        if self._state.viewer is None or self._state.finished:
            self._note("There is no game of yours to resign.")
            return
        self.app.push_screen(
            ConfirmDialog("Resign? The game goes on without you, and you rank behind all who play on."), answered
        )

    # Looking

    def action_details(self) -> None:
        """Show the details of the card under the cursor on a page of their own."""
        page = self.focused
        spot = page.spot if isinstance(page, SpotPage) else None
        if spot is not None and spot.component:
            card = self._state.catalogue.get(spot.component)
            self.app.push_screen(PageDialog(details(card), card.name))
        else:
            self._note("Walk to a card first (tab: to the table).")

    def action_pane(self) -> None:
        """Show the log, the details or both."""
        panes = _PANES if self._roomy else _PANES[:2]
        self._pane = panes[(panes.index(self._pane) + 1) % len(panes)]
        self._arrange()

    def action_help(self) -> None:
        """Explain the keys."""
        self.app.push_screen(PageDialog(Text.from_markup(HELP), "Help"))

    def action_scores(self) -> None:
        """Show the final scores again."""
        if self._state.finished:
            self._show_result()
        else:
            self._note("Scores come at the end; the players' lines show how they stand.")

    def action_leave(self) -> None:
        """Leave; the seat stays."""

        def answered(sure: bool | None) -> None:
            if sure:
                self._leave(again=False)

        if self._state.finished or self._state.viewer is None:
            self._leave(again=False)
        else:
            self.app.push_screen(ConfirmDialog("Leave? Your seat stays yours: you can come back."), answered)

    # Inside

    @property
    def _roomy(self) -> bool:
        return self.app.size.height >= _LOW and self.app.size.width >= _NARROW

    @property
    def _options(self) -> SpotPage:
        return self.query_one("#options", SpotPage)

    def _leave(self, *, again: bool) -> None:
        words = "" if self._state.finished else f"Come back with   make play TABLE={self._state.table.id}"
        self.post_message(self.Left(again=again, words=words))

    def _take_from_board(self, answer: Answer) -> None:
        """Mark what the cursor is on and turn to the options, so that nothing is answered unseen."""
        spot = self.query_one("#board", SpotPage).spot
        if spot is not None and not answer.rank(spot.option):
            self._mark(spot)
        self._options.focus()

    def _mark(self, spot: Spot | None) -> None:
        answer = self._answer
        if answer is None:
            self._note("Nothing to answer now.")
        elif spot is None or not spot.option or not answer.holds(spot.option):
            self._note("That is not among the options.")
        elif answer.single:
            self._options.walk_to([option.id for option in answer.prompt.options].index(spot.option))
            self._note("Enter: answer with it.")
        else:
            self._toggle(spot.option)

    def _toggle(self, option: str) -> None:
        answer = self._answer
        if answer is None:
            return
        problem = answer.toggle(option)
        self._sure_of_none = False
        self._draw_question()
        count = f"{len(answer.picks)} marked ({answer.bounds()})"
        self._note(problem or (f"{count}. Enter: answer." if answer.complete else f"{count}."))

    def _send(self, answer: Answer, picks: Sequence[str]) -> None:
        self._sending = True
        self._note("Sending …")
        self.run_worker(self._submit(answer, picks), name="submit")

    async def _submit(self, answer: Answer, picks: Sequence[str]) -> None:
        prompt = answer.prompt.id
        try:
            accepted = await self._session.lobby.submit(self._state.table.id, prompt, picks)
        except TerminalError as error:
            self._note(f"Not accepted: {error}" if isinstance(error, RefusedError) else str(error))
            self._sending = False
            return
        self._sending = False
        self._state.answered(prompt, accepted.version)
        self._note("")
        self._draw_state()

    async def _undo(self) -> None:
        await self._session.lobby.undo(self._state.table.id)

    def _ask_lobby(self, call: Coroutine[object, object, None], done: str = "") -> None:
        async def ask() -> None:
            try:
                await call
            except TerminalError as error:
                self._note(str(error))
            else:
                self._note(done)

        self.run_worker(ask())

    async def _watch(self) -> None:
        try:
            async for news in watch(self._session.lobby, self._state.table.id):
                match news:
                    case Arrived(update):
                        self._lost = ""
                        await self._take(update)
                    case Lost(why, wait, attempt):
                        self._lost = f"connection lost, attempt {attempt + 1} in {wait:.1f} s ({why})"
                        self._draw_lines()
        except RefusedError as error:
            self._lost = str(error)
            self._draw_lines()

    async def _take(self, update: play_pb2.TableUpdate) -> None:
        changes = self._state.take(update, time.time())
        if changes.seating:
            await self._look_who_sits()
        if changes.log:
            self._draw_log()
        if changes.state:
            self._draw_state()
        if changes.finished:
            self._show_result()

    async def _look_who_sits(self) -> None:
        try:
            table = await self._session.lobby.table(self._state.table.id)
        except TerminalError:
            return
        self._state.table = table
        self._state.people = self._session.people(table)

    def _draw_state(self) -> None:
        """Draw what an update may have changed, all but the log."""
        self.query_one("#board", SpotPage).show(self._areas)
        open_prompts = self._state.open_prompts()
        known = {prompt.id: prompt for prompt in open_prompts}
        answer = self._answer
        if answer is not None and answer.prompt.id in known and answer.fits(known[answer.prompt.id]):
            self._draw_question()
        else:
            self._answer = Answer(open_prompts[0]) if open_prompts else None
            self._digits.clear()
            self._sure_of_none = False
            if self._answer is not None:
                self._note("")
            self._draw_question(at_top=True)
        self._draw_lines()
        self.refresh_bindings()

    def _areas(self, width: int) -> Sequence[Area]:
        state = self._state
        if state.view is None:
            return (Area("Waiting for the first look at the table …"),)
        look = Look(state.catalogue, state.people, state.viewer, width)
        self._picture = picture(state.view, look)
        return self._picture.areas

    def _draw_question(self, *, at_top: bool = False) -> None:
        answer = self._answer
        prompt = self.query_one("#prompt", Static)
        self.query_one("#question").set_class(answer is None, "idle")
        if answer is None:
            prompt.update(Text(turn_words(self._state).capitalize() + "."))
            self._options.show(lambda _width: ())
            return
        others = len(self._state.open_prompts()) - 1
        text = question_text(answer)
        if others > 0:
            text.append(f"\n{others} more question{'s' if others > 1 else ''}: p", style="not bold")
        prompt.update(text)
        view_type = self._state.view.TypeName() if self._state.view is not None else ""
        self._options.show(partial(option_area, answer, view_type, self._state.catalogue), at_top=at_top)

    def _draw_log(self) -> None:
        log = self.query_one("#log", SpotPage)
        log.show(lambda _width: (Area("", body=log_text(self._state.log)),))
        log.scroll_end(animate=False)

    def _draw_lines(self) -> None:
        """Draw the status line and the players with their clocks."""
        state = self._state
        words = self._lost or turn_words(state)
        parts = filter(None, (words[:1].upper() + words[1:], self._game, self._picture.headline))
        self.query_one("#status", Static).update(Text(" · ".join(parts), no_wrap=True, overflow="ellipsis"))
        width = max(20, self.app.size.width - 2)
        self.query_one("#seats", Static).update(seat_lines(state, self._picture.figures, time.time(), width))

    def _show_card(self, component: str) -> None:
        self.query_one("#card", Static).update(details(self._state.catalogue.get(component)))
        self.query_one("#details").scroll_home(animate=False)

    def _arrange(self) -> None:
        narrow = self.app.size.width < _NARROW
        self.query_one("#left").display = not narrow or self._pane != "log"
        self.query_one("#right").display = not narrow or self._pane == "log"
        self.query_one("#details").display = self._pane != "log"
        self.query_one("#log").display = self._pane != "details"

    def _show_result(self) -> None:
        def chosen(where: Next | None) -> None:
            if where in {"again", "leave"}:
                self._leave(again=where == "again")

        self.app.push_screen(ResultDialog(self._state, self._session.lobby), chosen)

    def _note(self, words: str) -> None:
        note = self.query_one("#note", Static)
        note.update(words)
        note.display = bool(words)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer an undo only while there is something to take back."""
        del parameters
        return self._state.undoable if action == "undo" else True

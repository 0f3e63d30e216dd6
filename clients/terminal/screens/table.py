"""The table in play."""

import time
from collections.abc import Coroutine, Sequence
from contextlib import aclosing
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from clients.terminal.catalogue import details
from clients.terminal.drawing.gallery import picture
from clients.terminal.drawing.scene import Area, Look, Picture
from clients.terminal.errors import FAILURES
from clients.terminal.question_panel import QuestionPanel
from clients.terminal.screens.dialogs import HELP, ConfirmDialog, LineDialog, PageDialog
from clients.terminal.screens.result import Next, ResultDialog
from clients.terminal.session import Session
from clients.terminal.side_panel import SidePanel
from clients.terminal.summary import seat_lines, takeback_words, turn_words
from clients.terminal.table_state import TableState
from clients.terminal.widgets import SpotPage
from galaxy.lobby.v1 import play_pb2, tables_pb2
from galaxy.rules.v1 import rules_pb2
from galaxy_client import ClientError, Lost, Refused

_CLOCK_SECONDS = 0.5
# How long the words on the components' sources stand over the table.
_NOTICE_SECONDS = 20
# Screens lower than this show either the details or the log beside the table, not both.
_LOW = 30
# Screens narrower than this show the table or the log; details have a page of their own.
_NARROW = 70


class TableScreen(Screen[None]):
    """Shows a table as its viewer may see it, and takes the answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "confirm", "Answer"),
        Binding("space", "mark", "Mark"),
        Binding("backspace", "clear", "Clear", show=False),
        Binding("u", "undo", "Undo"),
        Binding("U", "propose", "Propose to take back", show=False),
        Binding("y", "accept", "Accept"),
        Binding("n", "decline", "Decline"),
        Binding("c", "talk", "Talk", show=False),
        Binding("d", "details", "Card"),
        Binding("l", "pane", "Log"),
        Binding("p", "next_prompt", "Next question", show=False),
        Binding("z", "pause", "Pause", show=False),
        Binding("v", "vacation", "Vacation", show=False),
        Binding("R", "resign", "Resign", show=False),
        Binding("E", "claim_end", "End the game", show=False),
        Binding("s", "scores", "Scores", show=False),
        Binding("question_mark", "help", "Help"),
        Binding("q", "leave", "Leave"),
        # Bindings as all other keys, so that keys typed in a hurry keep their order.
        *(Binding(digit, f"digit('{digit}')", show=False) for digit in "0123456789"),
    ]

    class Left(Message):
        """The player leaves the table; `again` asks for a new one like it."""

        def __init__(self, *, again: bool, words: str) -> None:
            self.again = again
            self.words = words
            super().__init__()

    class Rematch(Message):
        """The player goes on to the rematch of this table."""

        def __init__(self, table: tables_pb2.Table) -> None:
            self.table = table
            super().__init__()

    def __init__(self, session: Session, state: TableState, game: rules_pb2.DescribeResponse) -> None:
        super().__init__()
        self._session = session
        self._state = state
        self._title = game.title or game.game
        self._notice = game.sources.notice
        self._picture = Picture("")
        self._lost = ""

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="status", markup=False)
        yield Static(id="seats", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield SpotPage(id="board")
                yield QuestionPanel(id="question")
            yield SidePanel(id="right")
        yield Footer()

    @property
    def come_back_words(self) -> str:
        """How to come back to this game; empty once it is over."""
        return "" if self._state.finished else f"Come back with   make play TABLE={self._state.table.id}"

    def on_mount(self) -> None:
        """Begin to watch."""
        self.query_one("#board").border_title = "Table"
        self._question.options.focus()
        self._side.begin(room=self._roomy)
        self._arrange()
        self._draw_lines()
        if self._notice:
            self._side.show_card(Text(self._notice))
            self.notify(self._notice, title="Components", timeout=_NOTICE_SECONDS, markup=False)
        self.run_worker(self._watch(), name="watch")
        self.set_interval(_CLOCK_SECONDS, self._draw_lines)

    def on_resize(self) -> None:
        """Use the room there is."""
        self._side.make_room(room=self._roomy)
        self._arrange()
        self._draw_lines()

    def on_spot_page_moved(self, event: SpotPage.Moved) -> None:
        """Show the details of what the cursor is on."""
        if event.spot is not None and event.spot.component and event.page.has_focus:
            self._side.show_card(details(self._state.catalogue.get(event.spot.component)))

    def on_spot_page_clicked(self, event: SpotPage.Clicked) -> None:
        """Take a second click on a spot for a mark."""
        self._question.mark(event.spot)

    def on_question_panel_asked(self) -> None:
        """Turn to a new question, except from the table: there the player may be looking."""
        if self.focused is not self.query_one("#board"):
            self._question.options.focus()

    def on_question_panel_answered(self, event: QuestionPanel.Answered) -> None:
        """Send the answer."""
        self.run_worker(self._submit(event.prompt, event.picks), name="submit")

    # Answering

    def action_mark(self) -> None:
        """Mark the option under the cursor, on the table too."""
        board = self.query_one("#board", SpotPage)
        self._question.mark((board if self.focused is board else self._question.options).spot)

    def action_digit(self, digit: str) -> None:
        """Take a digit of an option's number."""
        self._question.type_digit(digit)

    def action_clear(self) -> None:
        """Take all marks away."""
        self._question.clear()

    def action_confirm(self) -> None:
        """Give the answer; from the table only mark and turn to the options, so that nothing is sent unseen."""
        board = self.query_one("#board", SpotPage)
        question = self._question
        if self.focused is not board:
            question.confirm()
            return
        if not question.marked(board.spot):
            question.mark(board.spot)
        question.options.focus()

    def action_next_prompt(self) -> None:
        """Turn to the next open question."""
        self._question.next_prompt()

    def action_undo(self) -> None:
        """Take back the last choice."""
        self._ask_lobby(self._undo())

    def action_propose(self) -> None:
        """Propose to take back the last choice, after a question."""

        def answered(sure: bool | None) -> None:
            if sure:
                self._ask_lobby(self._session.lobby.play.propose_takeback(self._state.table.id))

        if self._state.viewer is None or self._state.finished:
            self._note("There is nothing of yours to take back.")
        else:
            self.app.push_screen(ConfirmDialog("Propose to take back your last choice? All must agree."), answered)

    def action_accept(self) -> None:
        """Agree to what is proposed."""
        self._answer_takeback(accept=True)

    def action_decline(self) -> None:
        """Do not agree to what is proposed, or withdraw one's own proposal."""
        self._answer_takeback(accept=False)

    def action_talk(self) -> None:
        """Say something."""

        def typed(words: str | None) -> None:
            if words:
                self._ask_lobby(self._session.lobby.play.say(self._state.table.id, words))

        self.app.push_screen(LineDialog("Say to everybody at the table"), typed)

    def action_pause(self) -> None:
        """Wish a pause, or in a pause to go on; or take the wish back."""
        state = self._state
        if state.viewer is None or state.finished:
            self._note("There is no game of yours to pause.")
            return
        paused = state.paused == (state.viewer in state.wishes)
        self._ask_lobby(self._session.lobby.play.set_pause(state.table.id, paused=paused))

    def action_vacation(self) -> None:
        """Go on vacation, or come back."""
        state = self._state
        if state.viewer is None or state.finished:
            self._note("There is no clock of yours to stop.")
            return
        self._ask_lobby(self._session.lobby.play.set_vacation(state.table.id, away=not state.clocks.away(state.viewer)))

    def action_resign(self) -> None:
        """Give up the seat, after a question."""

        def answered(sure: bool | None) -> None:
            if sure:
                self._ask_lobby(self._session.lobby.play.resign(self._state.table.id), "You resigned.")

        if self._state.viewer is None or self._state.finished:
            self._note("There is no game of yours to resign.")
            return
        self.app.push_screen(ConfirmDialog("Resign? You rank behind all who play on; a game for two ends."), answered)

    def action_claim_end(self) -> None:
        """End the game that everybody else has left, after a question."""

        def answered(sure: bool | None) -> None:
            if sure:
                self._ask_lobby(self._session.lobby.play.claim_end(self._state.table.id))

        if self._state.may_claim_end:
            self.app.push_screen(ConfirmDialog("End the game? Everybody else has left: you win it."), answered)
        else:
            self._note("Only who is left alone can end a game.")

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
        """Show the log, the talk, the details or all."""
        self._side.turn()
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
    def _question(self) -> QuestionPanel:
        return self.query_one("#question", QuestionPanel)

    @property
    def _side(self) -> SidePanel:
        return self.query_one("#right", SidePanel)

    def _leave(self, *, again: bool) -> None:
        self.post_message(self.Left(again=again, words=self.come_back_words))

    async def _submit(self, prompt: str, picks: Sequence[str]) -> None:
        try:
            accepted = await self._session.lobby.play.submit(self._state.table.id, prompt, picks)
        except Refused as error:
            self._question.rest(f"Not accepted: {error}")
        except ClientError as error:
            self._question.rest(str(error))
        else:
            self._question.rest("")
            self._state.answered(prompt, accepted.version)
            self._draw_state()

    async def _undo(self) -> None:
        await self._session.lobby.play.undo(self._state.table.id)

    def _answer_takeback(self, *, accept: bool) -> None:
        takeback = self._state.takeback
        if takeback is not None:
            table = self._state.table.id
            self._ask_lobby(self._session.lobby.play.answer_takeback(table, takeback.id, accept=accept))

    async def _rematch(self) -> None:
        self.post_message(self.Rematch(await self._session.rematch(self._state.table)))

    def _ask_lobby(self, call: Coroutine[object, object, object], done: str = "") -> None:
        async def ask() -> None:
            try:
                await call
            except FAILURES as error:
                self._note(str(error))
            else:
                self._note(done)

        self.run_worker(ask())

    async def _watch(self) -> None:
        table_id = self._state.table.id
        try:
            watch = self._session.lobby.play.watch(
                table_id, from_message=1, views=True, language="en", on_lost=self._tell_loss
            )
            async with aclosing(watch) as updates:
                async for update in updates:
                    self._lost = ""
                    await self._take(update)
        except ClientError as error:
            self._lost = str(error)
            self._draw_lines()

    def _tell_loss(self, loss: Lost) -> None:
        self._lost = f"connection lost, attempt {loss.attempt + 1} in {loss.wait:.1f} s ({loss.error})"
        self._draw_lines()

    async def _take(self, update: play_pb2.TableUpdate) -> None:
        changes = self._state.take(update, time.time())
        if not self.query("#board"):
            # The screen is being taken down.
            return
        if changes.seating:
            await self._look_who_sits()
        if changes.log:
            self._side.show_log(self._state)
        if changes.chat:
            self._side.show_chat(self._state)
        others = [message for message in changes.said if message.player.id != self._session.me.id]
        if others:
            self._note(f"{others[-1].player.name} says: {others[-1].text}")
        if changes.state:
            self._draw_state()
        if changes.finished:
            self._show_result()

    async def _look_who_sits(self) -> None:
        try:
            table = await self._session.lobby.tables.get(self._state.table.id)
        except ClientError:
            return
        self._state.table = table
        self._state.people = self._session.people(table)

    def _draw_state(self) -> None:
        """Draw what an update may have changed, all but the log."""
        self.query_one("#board", SpotPage).show(self._areas)
        state = self._state
        view_type = state.view.TypeName() if state.view is not None else ""
        words = turn_words(state)
        idle = f"{words[:1].upper()}{words[1:]}."
        self._question.ask(state.open_prompts(), state.catalogue, view_type, idle)
        self._draw_lines()
        self.refresh_bindings()

    def _areas(self, width: int) -> Sequence[Area]:
        state = self._state
        if state.view is None:
            return (Area("Waiting for the first look at the table …"),)
        look = Look(state.catalogue, state.people, state.viewer, width)
        self._picture = picture(state.view, look)
        return self._picture.areas

    def _draw_lines(self) -> None:
        """Draw the status line and the players with their clocks."""
        state = self._state
        words = self._lost or takeback_words(state) or turn_words(state)
        parts = filter(None, (words[:1].upper() + words[1:], self._title, self._picture.headline))
        self.query_one("#status", Static).update(Text(" · ".join(parts), no_wrap=True, overflow="ellipsis"))
        width = max(20, self.app.size.width - 2)
        self.query_one("#seats", Static).update(seat_lines(state, self._picture.figures, time.time(), width))

    def _arrange(self) -> None:
        narrow = self.app.size.width < _NARROW
        self.query_one("#left").display = not narrow or not self._side.to_read
        self._side.display = not narrow or self._side.to_read

    def _show_result(self) -> None:
        def chosen(where: Next | None) -> None:
            if where == "rematch":
                self._ask_lobby(self._rematch())
            elif where in {"again", "leave"}:
                self._leave(again=where == "again")

        self.app.push_screen(ResultDialog(self._state, self._session.lobby), chosen)

    def _note(self, words: str) -> None:
        self._question.note(words)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer an undo only while there is something to take back, an answer only to who is asked."""
        del parameters
        match action:
            case "undo":
                return self._state.undoable
            case "accept":
                return self._state.asked_to_take_back
            case "decline":
                return self._state.asked_to_take_back or self._state.proposes_to_take_back
            case _:
                return True

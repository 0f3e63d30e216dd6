"""The screen of a running game."""

import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Footer, Static

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client import ClientError, Lost, RefusedError, TableId
from galaxytables_terminal.catalogue import details
from galaxytables_terminal.drawing.gallery import picture
from galaxytables_terminal.drawing.scene import Area, Look, Picture
from galaxytables_terminal.keys import MOVING_KEYS
from galaxytables_terminal.known_table import KnownTable, LogLine
from galaxytables_terminal.question_panel import QuestionPanel
from galaxytables_terminal.screens.conduct import ConductScreen
from galaxytables_terminal.screens.dialogs import ConfirmDialog, PageDialog
from galaxytables_terminal.screens.hint import HintDialog
from galaxytables_terminal.screens.replay import ReplayScreen
from galaxytables_terminal.screens.result import Next, ResultDialog
from galaxytables_terminal.screens.turns import TurnsDialog
from galaxytables_terminal.screens.why_not import WhyNotDialog
from galaxytables_terminal.side_panel import SidePanel
from galaxytables_terminal.summary import (
    missed_text,
    pause_words,
    seat_lines,
    takeback_words,
    thinking_words,
    turn_words,
)
from galaxytables_terminal.visit import Visit
from galaxytables_terminal.widgets import SpotPage

_CLOCK_SECONDS = 0.5
# How long the notice about the components' sources is shown.
_NOTICE_SECONDS = 20
# Lower screens show either the details or the log beside the table.
_LOW = 30
# Narrower screens show either the table or the log; details have a separate page.
_NARROW = 70


class TableScreen(ConductScreen):
    """The screen of a running game: shows the table and sends the player's answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "confirm", "key-answer"),
        Binding("space", "mark", "key-mark"),
        Binding("backspace", "clear", "key-clear", show=False),
        Binding("question_mark", "why_not", "key-why-not"),
        Binding("H", "hint", "key-hint"),
        Binding("d", "details", "key-card"),
        Binding("l", "pane", "key-log"),
        Binding("b", "look_back", "key-look-back"),
        Binding("p", "next_prompt", "key-next-question", show=False),
        Binding("s", "scores", "key-scores", show=False),
        Binding("escape", "skip_missed", "key-skip-missed", show=False),
        Binding("f1", "app.help", "key-help"),
        Binding("q", "leave", "key-leave"),
        # Bindings, like all other keys, so that keys typed ahead keep their order.
        *(Binding(digit, f"digit('{digit}')", show=False) for digit in "0123456789"),
    ]

    free_keys: ClassVar[frozenset[str]] = MOVING_KEYS | frozenset("hjkcldps") | {"semicolon", "f1", "question_mark"}

    class Left(Message):
        """Posted when the player leaves the table. With `again`, the player wants a new table like this one."""

        def __init__(self, *, again: bool, words: str) -> None:
            self.again = again
            self.words = words
            super().__init__()

    class Turned(Message):
        """Posted when keys mean something else from now on, because a new question is shown."""

    class Next(Message):
        """Posted when the player wants to go on at a table like this one: its rematch, or one with open seats."""

        def __init__(self, table: tables_pb2.Table) -> None:
            self.table = table
            super().__init__()

    def __init__(self, visit: Visit, known: KnownTable, game: rules_pb2.DescribeResponse) -> None:
        super().__init__(visit, known)
        self._title = game.title or game.game
        self._notice = known.vocabulary.notice(game.sources)
        self._picture = Picture("")
        self._lost = ""
        self._was_asked = False
        # The game has ended, perhaps while another page lay above the table.
        self._result_is_due = False
        # What others did while the player was away, until the player has seen enough of it.
        self._missed: Sequence[LogLine] = ()
        self._looked = False

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="status", markup=False)
        yield Static(id="seats", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield SpotPage(id="board")
                yield QuestionPanel(self.say, id="question")
            yield SidePanel(self.say, id="right")
        yield Footer()

    @property
    def come_back_words(self) -> str:
        """Return a text that says how to come back to this game; empty once the game is over."""
        return "" if self._known.finished else self.say("table-come-back", table=self._known.table.id)

    def on_mount(self) -> None:
        """Start watching the table."""
        self.query_one("#board").border_title = self.say("board-title")
        self._question.options.focus()
        self._side.begin(room=self._roomy)
        self._arrange()
        self._draw_lines()
        if self._notice:
            self._side.show_card(Text(self._notice))
            self.notify(self._notice, title=self.say("table-notice"), timeout=_NOTICE_SECONDS, markup=False)
        self.run_worker(self._watch(), name="watch")
        self.set_interval(_CLOCK_SECONDS, self._draw_lines)

    def on_unmount(self) -> None:
        """Note the last event that the player has seen, for the next visit."""
        if self._known.last_event and not self._known.finished:
            self._visit.last_seen.note(TableId(self._known.table.id), self._known.last_event)

    def on_screen_resume(self) -> None:
        """Show the result if the game ended while another page was open."""
        self._show_result_if_due()

    def on_resize(self) -> None:
        """Lay out the screen for its new size."""
        self._side.make_room(room=self._roomy)
        self._arrange()
        self._draw_lines()

    def on_spot_page_moved(self, event: SpotPage.Moved) -> None:
        """Show the details of the component under the cursor."""
        if event.spot is not None and event.spot.component and event.page.has_focus:
            self._side.show_card(details(self._known.catalogue.get(event.spot.component), self.say))

    def on_spot_page_clicked(self, event: SpotPage.Clicked) -> None:
        """Mark the option of a spot that was clicked a second time."""
        self._question.mark(event.spot)

    def on_question_panel_asked(self) -> None:
        """Focus the question panel, unless the cursor is on the table."""
        # No key was meant for a question before the first one. The page itself has closed the gate as it opened.
        if self._was_asked:
            self.post_message(self.Turned())
        self._was_asked = True
        if self.focused is not self.query_one("#board"):
            self._question.options.focus()

    def on_question_panel_marked(self) -> None:
        """Show the marks on the table."""
        self._draw_board()

    def on_question_panel_answered(self, event: QuestionPanel.Answered) -> None:
        """Send the answer."""
        self.run_worker(self._submit(event.prompt, event.picks), name="submit")

    # Answering

    def action_mark(self) -> None:
        """Mark the option under the cursor, in the list of options or on the table."""
        board = self.query_one("#board", SpotPage)
        self._question.mark((board if self.focused is board else self._question.options).spot)

    def action_digit(self, digit: str) -> None:
        """Handle a typed digit of an option's number."""
        self._question.type_digit(digit)

    def action_clear(self) -> None:
        """Remove all marks."""
        self._question.clear()

    def action_confirm(self) -> None:
        """Send the answer.

        If the cursor is on the table, this only marks the option there and moves to the list of options, so that no
        answer is sent unseen.
        """
        board = self.query_one("#board", SpotPage)
        question = self._question
        if self.focused is not board:
            question.confirm()
            return
        if not question.marked(board.spot):
            question.mark(board.spot)
        question.options.focus()

    def action_next_prompt(self) -> None:
        """Show the next open question."""
        self._question.next_prompt()

    # Looking

    def action_details(self) -> None:
        """Show the details of the card under the cursor on a separate page."""
        page = self.focused
        spot = page.spot if isinstance(page, SpotPage) else None
        if spot is not None and spot.component:
            card = self._known.catalogue.get(spot.component)
            self.app.push_screen(PageDialog(details(card, self.say), card.name, self.say))
        else:
            self.note(self.say("table-no-card"))

    def action_pane(self) -> None:
        """Show the next pane: the log, the chat, the details or all."""
        self._side.turn()
        self._arrange()

    def action_why_not(self) -> None:
        """Show why cards and places are not options of the question."""
        prompt = self._question.prompt
        if prompt is None:
            self.note(self.say("why-nothing-asked"))
        else:
            self.app.push_screen(WhyNotDialog(self._visit, self._known, prompt))

    def action_hint(self) -> None:
        """Ask a bot for a hint on the question."""
        prompt = self._question.prompt
        if prompt is not None:
            self.app.push_screen(HintDialog(self._visit, self._known, prompt))

    def action_look_back(self) -> None:
        """Step through the game so far. If the events that the player missed are being shown, step through those."""
        event = self._missed[0].number if self._missed else 0
        self.app.push_screen(ReplayScreen(self._visit, self._known, event))

    def action_skip_missed(self) -> None:
        """Stop showing the events that the player has missed."""
        self._tell_missed(())

    def action_scores(self) -> None:
        """Show the final scores again."""
        if self._known.finished:
            self._show_result()
        else:
            self.note(self.say("table-no-scores"))

    def action_leave(self) -> None:
        """Leave the table but keep the seat."""

        def answered(sure: bool | None) -> None:
            if sure:
                self._leave(again=False)

        if self._known.finished or self._known.viewer is None:
            self._leave(again=False)
        else:
            self.app.push_screen(ConfirmDialog(self.say("table-leave"), self.say), answered)

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
            accepted = await self._visit.lobby.play.submit(self._known.table.id, prompt, picks)
        except RefusedError as error:
            self._question.rest(self.say("question-refused", why=self._explained(error)))
        except ClientError as error:
            self._question.rest(self._explained(error))
        else:
            self._question.rest("")
            self._tell_missed(())
            self._known.answered(prompt, accepted.version)
            self._draw_known()

    async def _go_on(self, opens: Callable[[tables_pb2.Table], Awaitable[tables_pb2.Table]]) -> None:
        self.post_message(self.Next(await opens(self._known.table)))

    async def _watch(self) -> None:
        table_id = self._known.table.id
        try:
            watch = self._visit.lobby.play.watch(
                table_id, from_message=1, views=True, language=self._visit.language, on_lost=self._tell_loss
            )
            async with aclosing(watch) as updates:
                async for update in updates:
                    self._lost = ""
                    await self._take(update)
        except ClientError as error:
            self._lost = self._explained(error)
            self._draw_lines()

    def _tell_missed(self, missed: Sequence[LogLine]) -> None:
        self._missed = missed
        self._question.tell_missed(missed_text(missed, self.say))

    def _tell_loss(self, loss: Lost) -> None:
        self._known.clocks.forget()
        self._lost = self.say(
            "table-connection-lost",
            attempt=loss.attempt + 1,
            seconds=f"{loss.wait:.1f}",
            why=self._explained(loss.error),
        )
        self._draw_lines()

    async def _take(self, update: play_pb2.TableUpdate) -> None:
        changes = self._known.take(update, time.monotonic())
        if not self.query("#board"):
            # The screen is being closed.
            return
        if changes.seating:
            await self._look_who_sits()
        if changes.log:
            self._side.show_log(self._known)
        if changes.chat:
            self._side.show_chat(self._known)
        others = [message for message in changes.said if message.player.id != self._visit.my_id]
        if others:
            self.note(self.say("talk-says", who=others[-1].player.name, text=others[-1].text))
        if not self._looked:
            self._looked = True
            self._tell_missed(self._known.missed(self._visit.last_seen.at(TableId(self._known.table.id))))
        if changes.state:
            self._draw_known()
        if changes.finished:
            self._result_is_due = True
            self._show_result_if_due()

    async def _look_who_sits(self) -> None:
        try:
            table = await self._visit.lobby.tables.get(self._known.table.id)
        except ClientError:
            return
        self._known.table = table
        self._known.people = self._visit.people(table)

    def _draw_known(self) -> None:
        """Draw everything that an update may have changed, except the log."""
        known = self._known
        view_type = known.view.TypeName() if known.view is not None else ""
        words = turn_words(known)
        idle = self.say("turn-idle", words=f"{words[:1].upper()}{words[1:]}")
        self._question.ask(known.open_prompts(), self._look(width=0), view_type, idle)
        self._draw_board()
        self._draw_lines()
        self.refresh_bindings()

    def _draw_board(self) -> None:
        """Draw the table, with the options of the question marked."""
        self.query_one("#board", SpotPage).show(self._areas)

    def _look(self, width: int) -> Look:
        known = self._known
        words = known.vocabulary.words
        return Look(known.catalogue, known.people, known.viewer, width, self._question.marks, words)

    def _areas(self, width: int) -> Sequence[Area]:
        known = self._known
        if known.view is None:
            return (Area(self.say("board-waiting")),)
        look = self._look(width)
        self._picture = picture(known.view, look)
        return self._picture.areas

    def _draw_lines(self) -> None:
        """Draw the status line and the players with their clocks."""
        known = self._known
        now = time.monotonic()
        words = self._lost or takeback_words(known) or pause_words(known) or turn_words(known)
        thinking = "" if self._lost else thinking_words(known, now)
        rating = "" if known.finished else self.say("table-unrated" if known.unrated else "table-rated")
        parts = filter(None, (words[:1].upper() + words[1:], thinking, self._title, self._picture.headline, rating))
        self.query_one("#status", Static).update(Text(" · ".join(parts), no_wrap=True, overflow="ellipsis"))
        width = max(20, self.app.size.width - 2)
        self.query_one("#seats", Static).update(seat_lines(known, self._picture.figures, now, width))

    def _arrange(self) -> None:
        narrow = self.app.size.width < _NARROW
        self.query_one("#left").display = not narrow or not self._side.to_read
        self._side.display = not narrow or self._side.to_read

    def _show_result_if_due(self) -> None:
        if self._result_is_due and self.is_current:
            self._result_is_due = False
            self._show_result()

    def _show_result(self) -> None:
        def opened(event: int | None) -> None:
            if event:
                self.app.push_screen(ReplayScreen(self._visit, self._known, event))
            else:
                self._show_result()

        def chosen(where: Next | None) -> None:
            if where == "rematch":
                self.ask_lobby(self._go_on(self._visit.rematch))
            elif where == "open":
                self.ask_lobby(self._go_on(self._visit.open_seats))
            elif where == "turns":
                self.app.push_screen(TurnsDialog(self._visit, self._known), opened)
            elif where in {"again", "leave"}:
                self._leave(again=where == "again")

        self.app.push_screen(ResultDialog(self._known, self._visit), chosen)

    def note(self, words: str) -> None:
        """Show a note below the question."""
        self._question.note(words)

    def _explained(self, error: ClientError) -> str:
        return self._visit.explain(error, self._known.vocabulary)

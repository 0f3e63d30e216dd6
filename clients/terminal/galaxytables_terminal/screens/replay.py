"""The screen that replays a game event by event, with the arrow keys."""

import time
from collections.abc import Sequence
from contextlib import aclosing
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Footer, Static

from galaxytables_client import ClientError
from galaxytables_terminal.catalogue import details
from galaxytables_terminal.drawing.gallery import picture
from galaxytables_terminal.drawing.scene import Area, Look, Picture
from galaxytables_terminal.known_table import KnownTable
from galaxytables_terminal.replay import Replay
from galaxytables_terminal.screens.dialogs import PageDialog
from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.summary import figure_lines, log_text
from galaxytables_terminal.visit import Visit
from galaxytables_terminal.widgets import SpotPage

_LEAP = 10
# Narrower screens leave the log out.
_NARROW = 90


class ReplayScreen(SpokenScreen):
    """A screen that shows an event, and the table as it was after that event.

    Only one view is fetched at a time. After that, the view of the event that is shown by then is fetched, so that fast
    key presses cause no needless calls.
    """

    # With priority over the keys of the page under the cursor.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "key-step-back", priority=True),
        Binding("right", "step(1)", "key-step-on", priority=True),
        Binding("pageup", f"step({-_LEAP})", "key-leap-back", priority=True),
        Binding("pagedown", f"step({_LEAP})", "key-leap-on", priority=True),
        Binding("home", "go_to(0)", "key-first", priority=True),
        Binding("end", "go_to(-1)", "key-last", priority=True),
        Binding("o", "open_hands", "key-open-hands"),
        Binding("d", "details", "key-card"),
        Binding("f1,question_mark", "app.help", "key-help", key_display="f1"),
        Binding("q,escape,b", "app.pop_screen", "key-back"),
    ]

    def __init__(self, visit: Visit, known: KnownTable, event: int = 0) -> None:
        """Begin at an event, or at the last one."""
        super().__init__(visit.say)
        self._visit = visit
        self._known = known
        self._replay = Replay(known.log, event)
        self._picture = Picture("")
        self._fetching = False

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="status", markup=False)
        yield Static(id="seats", markup=False)
        yield Static(id="event", markup=False)
        with Horizontal(id="middle"):
            yield SpotPage(id="board")
            yield SpotPage(id="log")
        yield Static(id="note", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show the last event; load the log first if it is not known yet."""
        self.query_one("#board").border_title = self.say("board-title")
        self.query_one("#log").border_title = self.say("pane-log")
        self.query_one("#log").can_focus = False
        self.query_one("#board").focus()
        self.on_resize()
        if self._known.log:
            self._look()
        else:
            self._tell(self.say("replay-fetching-events"))
            self.run_worker(self._learn())

    def on_resize(self) -> None:
        """Show the log beside the table if the screen is wide enough."""
        self.query_one("#log").display = self.app.size.width >= _NARROW

    def action_step(self, events: int) -> None:
        """Go forward by `events` events, or back if the number is negative."""
        self._replay.walk(events)
        self._look()

    def action_go_to(self, index: int) -> None:
        """Go to the beginning (0) or the end (-1)."""
        self._replay.go_to(index)
        self._look()

    def action_open_hands(self) -> None:
        """Switch to the next player's view, once the game is over."""
        if self._known.finished:
            self._replay.turn_eyes(self._known.people.seats)
            self._look()
        else:
            self._tell(self.say("replay-game-not-over"))

    def action_details(self) -> None:
        """Show the details of the card under the cursor."""
        spot = self.query_one("#board", SpotPage).spot
        if spot is not None and spot.component:
            card = self._known.catalogue.get(spot.component)
            self.app.push_screen(PageDialog(details(card, self.say), card.name, self.say))

    async def _learn(self) -> None:
        """Load all events of a finished table."""
        known, visit = self._known, self._visit
        try:
            watch = visit.lobby.play.watch(known.table.id, language=visit.language)
            async with aclosing(watch) as updates:
                async for update in updates:
                    known.take(update, time.monotonic())
        except ClientError as error:
            self._tell(self.say("replay-cannot", why=visit.explain(error, known.vocabulary)))
            return
        self._tell("" if known.log else self.say("replay-no-events"))
        self._replay.go_to(-1)
        self._look()

    def _look(self) -> None:
        """Show the current event, and fetch its view if it is missing."""
        self._tell(self._replay.problem)
        if not self._fetching and self._replay.event_to_fetch is not None:
            self._fetching = True
            self.run_worker(self._fetch())
        self._draw()

    async def _fetch(self) -> None:
        """Fetch the view for the current event, until it is there."""
        replay, visit = self._replay, self._visit
        try:
            while (event := replay.event_to_fetch) is not None:
                try:
                    response = await visit.lobby.play.look_back(
                        self._known.table.id, event, open_hands=replay.eyes is not None, language=visit.language
                    )
                except ClientError as error:
                    why = visit.explain(error, self._known.vocabulary)
                    replay.fail(event, self.say("replay-cannot", why=why))
                else:
                    replay.keep(event, response)
        finally:
            self._fetching = False
        self._tell(replay.problem)
        self._draw()

    def _draw(self) -> None:
        """Draw the current event; until its view arrives, the last view stays."""
        line = self._replay.line
        if line is None or not self.query("#board"):
            return
        self.query_one("#event", Static).update(Text(line.text))
        log = self.query_one("#log", SpotPage)
        log.show(lambda width: (Area("", body=log_text(self._replay.shown, width, self.say)),))
        log.scroll_end(animate=False)
        if self._replay.seen is not None:
            self.query_one("#board", SpotPage).show(self._areas)
        people, seen = self._known.people, self._replay.seen
        viewer = seen[1] if seen is not None else self._known.viewer
        parts = [self.say("replay-step", step=self._replay.step, last=self._replay.steps)]
        if self._replay.event_to_fetch is not None:
            parts.append(self.say("replay-fetching-view"))
        elif seen is not None:
            by = self.say("replay-seen-by-nobody") if viewer is None else people.own_or_name(viewer, people.own_seat)
            parts.append(by if viewer is None else self.say("replay-seen-by", who=by))
            parts.append(self._picture.headline)
        self.query_one("#status", Static).update(
            Text(" · ".join(filter(None, parts)), no_wrap=True, overflow="ellipsis")
        )
        width = max(20, self.app.size.width - 2)
        self.query_one("#seats", Static).update(figure_lines(people, self._picture.figures, people.own_seat, width))

    def _areas(self, width: int) -> Sequence[Area]:
        seen = self._replay.seen
        if seen is not None:
            view, viewer = seen
            known = self._known
            look = Look(known.catalogue, known.people, viewer, width, words=known.vocabulary.words)
            self._picture = picture(view, look)
        return self._picture.areas

    def _tell(self, words: str) -> None:
        """Show a note below the table, unless the screen is being closed."""
        for note in self.query("#note").results(Static):
            note.update(words)

"""The application, which decides which screen is shown."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widgets import Input

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import TableId
from galaxytables_terminal.challenges import ChallengedApp
from galaxytables_terminal.errors import FAILURES
from galaxytables_terminal.keys import MOVING_KEYS, KeyGate
from galaxytables_terminal.screens.account import AccountScreen
from galaxytables_terminal.screens.dialogs import Dialog, help_page
from galaxytables_terminal.screens.menu import Entry, MenuScreen
from galaxytables_terminal.screens.past import PastScreen
from galaxytables_terminal.screens.relations import RelationsScreen
from galaxytables_terminal.screens.replay import ReplayScreen
from galaxytables_terminal.screens.room import RoomScreen
from galaxytables_terminal.screens.start import StartScreen
from galaxytables_terminal.screens.table import TableScreen
from galaxytables_terminal.screens.tickets import TicketsScreen
from galaxytables_terminal.screens.tournaments import DraftScreen, TournamentScreen, TournamentsScreen
from galaxytables_terminal.screens.waiting import WaitingScreen
from galaxytables_terminal.settings import Settings
from galaxytables_terminal.visit import Visit

# The longest wait for a key to be handled; then the next key is handled.
_KEY_SECONDS = 1.0
# How long the notice is shown that a game has begun.
_NOTICE_SECONDS = 30
_QUIT = "ctrl+c"


class TerminalApp(ChallengedApp):
    """The application that plays Galaxy Tables in a terminal.

    Its result is a line of text to print in the shell at the end. Keys are handled one after another, so that each key
    acts on the screen that the key before it opened. `gate` drops keys that were meant for another screen or question.
    """

    TITLE = "Galaxy Tables"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(_QUIT, "quit", show=False, priority=True),
    ]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.visit = Visit(settings)
        self._start = StartScreen(self.visit.say)
        self.gate = KeyGate()
        self._pressed: asyncio.Queue[tuple[events.Key, float]] = asyncio.Queue()
        # A key is being handled; a page that it opens was asked for.
        self._typing = False
        self._depth = 0
        self._connected = False
        # The settings for a new table like the last one.
        self._wishes = settings
        self._parting = ""

    async def on_mount(self) -> None:
        """Start handling keys, and open the first screen."""
        self.screen_change_signal.subscribe(self, self._turn)
        self.run_worker(self._type(), group="keys")
        await self.push_screen(self._start)
        self._begin()

    async def on_unmount(self) -> None:
        """Close the connection, and stop the platform if this client started it."""
        await self.visit.close()

    async def on_event(self, event: events.Event) -> None:
        """Put key presses into a queue; handle all other events at once."""
        if isinstance(event, events.Key) and not event.is_forwarded and event.key != _QUIT:
            self._pressed.put_nowait((event, self.gate.clock()))
        else:
            await super().on_event(event)

    async def _type(self) -> None:
        """Handle the queued keys."""
        while True:
            event, pressed = await self._pressed.get()
            screen = self.screen
            free = getattr(screen, "free_keys", MOVING_KEYS)
            counts = self.gate.accepts(event.key, pressed)
            if not (counts or event.key in free or isinstance(self.focused, Input)):
                continue
            passed = [node for node in (self.focused or screen).ancestors_with_self if isinstance(node, MessagePump)]
            self._typing = True
            try:
                await super().on_event(event)
                # A key may post a message of its own, such as a line that is sent.
                for pump in (*passed, *passed):
                    await _dealt_with(pump)
                if isinstance(self.screen, Dialog):
                    await _soon(self.screen.opened)
            finally:
                self._typing = False

    def _turn(self, _: "Screen[object]") -> None:
        """Drop keys for a moment if a page has opened that the player did not open with a key."""
        depth = len(self.screen_stack)
        if depth <= self._depth or not self._typing:
            self.gate.turn()
        self._depth = depth

    def on_table_screen_turned(self) -> None:
        """Drop keys for a moment, because another question is shown."""
        self.gate.turn()

    def on_start_screen_retry(self) -> None:
        """Repeat the step that failed."""
        self._begin()

    def on_menu_screen_chosen(self, event: MenuScreen.Chosen) -> None:
        """Go to the chosen table."""
        self._go(event.entry)

    def on_past_screen_chosen(self, event: PastScreen.Chosen) -> None:
        """Show the finished table that the player has chosen."""
        self._go(Entry("", table=event.table))

    def on_past_screen_replayed(self, event: PastScreen.Replayed) -> None:
        """Step through a finished game."""
        self.run_worker(self._replay(event.table), name="replay", exclusive=True)

    def on_room_screen_began(self, event: RoomScreen.Began) -> None:
        """Go from the waiting room to the table."""
        if isinstance(self.screen, Dialog) and event.table.state == tables_pb2.TABLE_STATE_RUNNING:
            self.notify(self.visit.say("room-began"), timeout=_NOTICE_SECONDS, markup=False)
        self._go(Entry("", table=event.table.id))

    def on_table_screen_next(self, event: TableScreen.Next) -> None:
        """Go to a table like the one that is over."""
        self._go(Entry("", table=event.table.id))

    def on_room_screen_sent_away(self) -> None:
        """Go to the menu, because the host has removed the player."""
        self._show(MenuScreen(self.visit, self.visit.say("menu-sent-away")))

    def on_table_screen_left(self, event: TableScreen.Left) -> None:
        """Go to a new table or back to the menu, since the player has left a table."""
        self._parting = event.words
        if event.again and self._wishes.game:
            self._go(Entry("", wishes=self._wishes))
        else:
            self._show(MenuScreen(self.visit, event.words))

    async def action_quit(self) -> None:
        """Quit. The last line in the shell says how to come back."""
        self.part()

    def part(self) -> None:
        """Quit. The last line in the shell says how to come back to a game that is still running."""
        tables = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        self.exit(tables[-1].come_back_words if tables else self._parting)

    def action_help(self) -> None:
        """Show the help on keys."""
        self.push_screen(help_page(self.visit.say))

    def action_account(self) -> None:
        """Show the player's account."""
        self._show(AccountScreen(self.visit))

    def action_people(self) -> None:
        """Show challenges, and the people who are online, followed, muted or blocked."""
        self._show(RelationsScreen(self.visit))

    def on_relations_screen_accepted(self, event: RelationsScreen.Accepted) -> None:
        """Go to the table of a challenge, and take a seat."""
        self.accept(event.join_id)

    def accept(self, join_id: str) -> None:
        """Go to the table of a challenge, and take a seat."""
        self._go(Entry("", table=TableId(join_id)))

    def action_tickets(self) -> None:
        """Show the player's tickets for games that last for days."""
        self._show(TicketsScreen(self.visit))

    def action_tournaments(self) -> None:
        """Show the tournaments."""
        self._show(TournamentsScreen(self.visit))

    def on_tournaments_screen_chosen(self, event: TournamentsScreen.Chosen) -> None:
        """Show a tournament, or the form for a new one."""
        chosen = event.tournament_id
        self._show(TournamentScreen(self.visit, chosen) if chosen else DraftScreen(self.visit))

    def on_tournament_screen_entered(self, event: TournamentScreen.Entered) -> None:
        """Go to a table of a tournament."""
        self._go(Entry("", table=TableId(event.table_id)))

    def on_waiting_screen_seated(self, event: WaitingScreen.Seated) -> None:
        """Go to the table that the player's ticket has got."""
        self._go(Entry("", table=event.table_id))

    def on_waiting_screen_ended(self, event: WaitingScreen.Ended) -> None:
        """Open a table with bots, or go back to the menu."""
        if event.wishes is None:
            self._show(MenuScreen(self.visit, event.words))
        else:
            self._go(Entry("", wishes=replace(event.wishes, now=False)))

    def action_past(self) -> None:
        """Show the finished games."""
        self._show(PastScreen(self.visit))

    def action_leave(self) -> None:
        """Go back to the menu."""
        self._show(MenuScreen(self.visit))

    def _begin(self) -> None:
        wishes = self.settings
        self._go(Entry("", table=wishes.table, wishes=wishes if wishes.game else None))

    def _go(self, entry: Entry) -> None:
        """Go to a table or open a new one, by way of the start screen, which shows the steps."""
        self.run_worker(self._arrive(entry), name="arrive", exclusive=True)

    def _show(self, screen: "Screen[None]") -> None:
        """Show a screen in place of the one below all dialogs."""

        async def switch() -> None:
            await self._uncovered()
            await self.switch_screen(screen)

        self.run_worker(switch(), name="arrive", exclusive=True)

    async def _uncovered(self) -> None:
        """Wait until no dialog is open, so that no input is lost."""
        while isinstance(self.screen, Dialog):
            await self.screen.closed.wait()

    async def _arrive(self, entry: Entry) -> None:
        await self._uncovered()
        if self.screen is not self._start:
            self._start = StartScreen(self.visit.say)
            await self.switch_screen(self._start)
        visit, tell = self.visit, self._start.tell
        try:
            if not self._connected:
                await visit.connect(tell)
                self._connected = True
                self.follow_announcements(visit.lobby, visit.say)
                self.follow_challenges(visit.lobby, visit.say)
            if entry.table:
                table = await visit.enter(entry.table)
                self._wishes = _like(table, self.settings)
            elif entry.wishes is not None and entry.wishes.now:
                self._wishes = entry.wishes
                offer = await visit.offer(entry.wishes.game, tell, bots=False)
                await self.switch_screen(WaitingScreen(visit, offer, entry.wishes))
                return
            elif entry.wishes is not None:
                self._wishes = entry.wishes
                table = await visit.open_table(entry.wishes, tell)
            else:
                await self.switch_screen(MenuScreen(visit))
                return
            game = await visit.description(table.game)
            if table.state == tables_pb2.TABLE_STATE_OPEN:
                await self.switch_screen(RoomScreen(visit, table, game, await visit.vocabulary(table)))
            elif table.state == tables_pb2.TABLE_STATE_CLOSED:
                await self.switch_screen(MenuScreen(visit, visit.say("menu-closed")))
            else:
                await self.switch_screen(TableScreen(visit, await visit.known_table(table), game))
        except FAILURES as error:
            self._start.fail(visit.explain(error))

    async def _replay(self, table_id: TableId) -> None:
        visit = self.visit
        try:
            table = await visit.lobby.tables.get(table_id)
            await self.push_screen(ReplayScreen(visit, await visit.known_table(table)))
        except FAILURES as error:
            self.notify(visit.explain(error), markup=False)


async def _dealt_with(pump: MessagePump) -> None:
    """Wait until a widget has handled all messages that it has received so far, unless it is gone."""
    done = asyncio.Event()
    if pump.call_later(done.set):
        await _soon(done)


async def _soon(event: asyncio.Event) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(_KEY_SECONDS):
            await event.wait()


def _like(table: tables_pb2.Table, settings: Settings) -> Settings:
    """Return `settings` with the game, number of seats, number of bots and options of this table."""
    bots = sum(seat.HasField("bot") for seat in table.seats)
    options = dict(table.options)
    return replace(settings, game=table.game, seats=len(table.seats), bots=bots, options=options, table="")

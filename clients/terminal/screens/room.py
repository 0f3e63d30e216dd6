"""The waiting room of a table that has not begun."""

import asyncio
from collections.abc import Awaitable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from clients.terminal.errors import AwayError, RefusedError, TerminalError
from clients.terminal.screens.dialogs import ConfirmDialog
from clients.terminal.session import Session
from galaxy.lobby.v1 import tables_pb2

# How often the room looks who has come.
LOOK_SECONDS = 1.0


class RoomScreen(Screen[None]):
    """Shows who sits where, and lets the table begin."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "ready", "Ready"),
        Binding("s", "start", "Start"),
        Binding("b", "add_bot", "Add bot"),
        Binding("x", "remove_bot", "Remove bot"),
        Binding("f", "free_seat", "Free my seat"),
        Binding("q,escape", "app.leave", "Leave"),
    ]

    class Began(Message):
        """The table is no longer open: it runs, or was closed."""

        def __init__(self, table: tables_pb2.Table) -> None:
            self.table = table
            super().__init__()

    def __init__(self, session: Session, table: tables_pb2.Table, title: str) -> None:
        super().__init__()
        self._session = session
        self._table = table
        self._game = title

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="title")
        yield Static(id="room", markup=False)
        yield Static(id="note", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Begin to look who comes."""
        self._show(self._table)
        self.run_worker(self._look(), name="room")

    def action_ready(self) -> None:
        """Say that one is ready, or no longer."""
        people = self._session.people(self._table)
        seat = next((seat for seat in self._table.seats if seat.number == people.own_seat), None)
        if seat is not None:
            self._do(self._session.lobby.set_ready(self._table.id, ready=not seat.ready))

    def action_start(self) -> None:
        """Begin the game."""
        self._do(self._session.lobby.start(self._table.id))

    def action_add_bot(self) -> None:
        """Seat the wished or the best bot on the first free seat."""
        self._do(self._session.seat_bot(self._table))

    def action_remove_bot(self) -> None:
        """Send the bot on the last bot's seat away."""
        bots = [seat.number for seat in self._table.seats if seat.HasField("bot")]
        if bots:
            self._do(self._session.lobby.remove_bot(self._table.id, bots[-1]))
        else:
            self._note("No bot sits here.")

    def action_free_seat(self) -> None:
        """Give the seat back, after a question."""

        def answered(sure: bool | None) -> None:
            if sure:
                self.run_worker(self._free_seat())

        self.app.push_screen(ConfirmDialog("Give your seat to others?"), answered)

    async def _free_seat(self) -> None:
        try:
            await self._session.lobby.leave(self._table.id)
        except TerminalError as error:
            self._note(str(error))
        else:
            await self.app.run_action("app.leave")

    def _do(self, call: Awaitable[tables_pb2.Table]) -> None:
        """Ask the lobby for a change, and show the table after it, or why not."""

        async def ask() -> None:
            try:
                self._show(await call)
            except TerminalError as error:
                self._note(str(error))
            else:
                self._note("")

        self.run_worker(ask())

    async def _look(self) -> None:
        lost = False
        while self._table.state == tables_pb2.TABLE_STATE_OPEN:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                self._show(await self._session.lobby.table(self._table.id))
            except AwayError as error:
                lost = True
                self._note(f"Connection lost, trying again: {error}")
            except RefusedError as error:
                self._note(str(error))
                return
            else:
                if lost:
                    lost = False
                    self._note("Connected again.")

    def _show(self, table: tables_pb2.Table) -> None:
        if table.version < self._table.version:
            return
        was_open = self._table.state == tables_pb2.TABLE_STATE_OPEN
        self._table = table
        self.query_one("#title", Static).update(Text(f"{table.name or self._game} · {self._game}"))
        self.query_one("#room", Static).update(room_text(table, self._session.me.id))
        if was_open and table.state != tables_pb2.TABLE_STATE_OPEN:
            self.post_message(self.Began(table))

    def _note(self, words: str) -> None:
        self.query_one("#note", Static).update(words)


def room_text(table: tables_pb2.Table, me: str) -> Text:
    """Write who sits where, the options, how to invite people, and what there is to wait for."""
    lines: list[str] = []
    for seat in table.seats:
        match seat.WhichOneof("occupant"):
            case "player":
                you = " (you)" if seat.player.id == me else ""
                # The host need not say so: starting is being ready.
                ready = "host" if seat.player.id == table.host else "ready" if seat.ready else "not ready"
                who, state = f"{seat.player.name}{you}", ready
            case "bot":
                who, state = f"{seat.bot} (bot)", "ready"
            case _:
                who, state = "free", ""
        lines.append(f"  seat {seat.number + 1}   {who:<34} {state}")
    options = ", ".join(f"{name}={value}" for name, value in sorted(table.options.items()))
    lines.append("")
    if options:
        lines.append(f"  Options: {options}")
    lines.append(f"  Others come with   make play TABLE={table.invitation or table.id}")
    lines.extend(("", f"  {_waiting_for(table, me)}"))
    return Text("\n".join(lines))


def _waiting_for(table: tables_pb2.Table, me: str) -> str:
    free = sum(seat.WhichOneof("occupant") is None for seat in table.seats)
    late = [
        seat.player.name
        for seat in table.seats
        if seat.HasField("player") and not seat.ready and seat.player.id != table.host
    ]
    if free:
        return f"{free} seat{'s' if free > 1 else ''} free: wait for people, or b: add a bot."
    if late:
        return f"Waiting until ready: {', '.join(late)}."
    return "All are there. s: start." if table.host == me else "All are there: the host may start."

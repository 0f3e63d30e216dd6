"""The screen of a table whose game has not started: the waiting room."""

from collections.abc import Awaitable, Iterable, Sequence
from contextlib import aclosing, suppress
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Footer, Static

from galaxytables.lobby.v1 import play_pb2, relations_pb2, tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client import ClientError, Lost, PlayerId, TableId, UnavailableError
from galaxytables_terminal.bots import bot_about, level_of, seated_bot
from galaxytables_terminal.cells import cut, padded
from galaxytables_terminal.clock import time_words
from galaxytables_terminal.errors import FAILURES, SettingsError
from galaxytables_terminal.relations import WHERE
from galaxytables_terminal.screens.dialogs import ConfirmDialog, LineDialog
from galaxytables_terminal.screens.talk import TalkingScreen
from galaxytables_terminal.settings import read_options
from galaxytables_terminal.summary import chat_text
from galaxytables_terminal.visit import Visit
from galaxytables_terminal.vocabulary import Vocabulary
from galaxytables_terminal.wording import Wording

# How many of the last chat messages are shown.
_MESSAGES = 6
_NAME_ROOM = 34
# How often it is asked what became of challenges.
_CHALLENGED_SECONDS = 5.0
_CHALLENGED = {
    relations_pb2.INVITED_STATE_UNSPECIFIED: "challenged-sent",
    relations_pb2.INVITED_STATE_SENT: "challenged-sent",
    relations_pb2.INVITED_STATE_SEEN: "challenged-seen",
    relations_pb2.INVITED_STATE_DECLINED: "challenged-declined",
}


class RoomScreen(TalkingScreen):
    """A screen that shows the seats of a table and lets the host start the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "ready", "key-ready"),
        Binding("s", "start", "key-start"),
        Binding("b", "add_bot", "key-add-bot"),
        Binding("x", "remove_bot", "key-remove-bot"),
        Binding("k", "kick", "key-kick"),
        Binding("o", "edit", "key-options"),
        Binding("c", "talk", "key-talk"),
        Binding("f", "free_seat", "key-free-seat"),
        Binding("q,escape", "app.leave", "key-leave"),
    ]

    class Began(Message):
        """Posted when the table is no longer open, because its game has started or the table was closed."""

        def __init__(self, table: tables_pb2.Table) -> None:
            self.table = table
            super().__init__()

    class SentAway(Message):
        """Posted when the player no longer has a seat at the table, because the host has removed the player."""

    def __init__(
        self, visit: Visit, table: tables_pb2.Table, game: rules_pb2.DescribeResponse, vocabulary: Vocabulary
    ) -> None:
        super().__init__(visit)
        self._vocabulary = vocabulary
        self._messages: list[play_pb2.ChatMessage] = []
        self._challenged: Sequence[relations_pb2.InvitedPlayer] = ()
        self._table = table
        self._game = game

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(id="title")
        yield Static(id="room", markup=False)
        yield Static(id="note", markup=False)
        yield Static(self._vocabulary.notice(self._game.sources), id="notice", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Follow changes of the table, and the answers to challenges to it."""
        self._show(self._table)
        self.set_interval(_CHALLENGED_SECONDS, self._look_who_was_challenged)
        self._look_who_was_challenged()
        self.run_worker(self._look(), name="room")

    def action_ready(self) -> None:
        """Mark the player as ready, or as not ready."""
        people = self._visit.people(self._table)
        seat = next((seat for seat in self._table.seats if seat.number == people.own_seat), None)
        if seat is not None:
            self._do(self._visit.set_ready(self._table, ready=not seat.ready))

    def action_start(self) -> None:
        """Start the game."""
        self._do(self._visit.lobby.tables.start(self._table.id))

    def action_add_bot(self) -> None:
        """Seat the bot that the settings name, or otherwise the best one, on the first free seat."""
        self._do(self._visit.seat_bot(self._table))

    def action_remove_bot(self) -> None:
        """Remove the last bot."""
        bots = [seat.number for seat in self._table.seats if seat.HasField("bot")]
        if bots:
            self._do(self._visit.lobby.tables.remove_bot(self._table.id, bots[-1]))
        else:
            self.note(self.say("room-no-bot"))

    def action_kick(self) -> None:
        """Remove a player. The user is asked which one, and to confirm."""
        me = self._visit.my_id
        people = {
            seat.number + 1: seat for seat in self._table.seats if seat.HasField("player") and seat.player.id != me
        }

        def typed(number: str | None) -> None:
            if number is None:
                return
            if number.isdecimal() and int(number) in people:
                self._kick(people[int(number)])
            else:
                self.note(self.say("room-nobody-on", seat=number))

        if len(people) > 1:
            seats = self.say.listed([f"{number} {seat.player.name}" for number, seat in people.items()])
            question = self.say("room-who-goes", seats=seats)
            self.app.push_screen(LineDialog(question, self.say, max_length=2), typed)
        elif people:
            self._kick(*people.values())
        else:
            self.note(self.say("room-nobody-else"))

    def _kick(self, seat: tables_pb2.Seat) -> None:
        def answered(sure: bool | None) -> None:
            if sure:
                self._do(self._visit.lobby.tables.kick(self._table.id, seat.number))

        self.app.push_screen(ConfirmDialog(self.say("room-kick", who=seat.player.name), self.say), answered)

    def action_edit(self) -> None:
        """Change the options of the game."""

        def typed(line: str | None) -> None:
            if line is None:
                return
            try:
                options = read_options(line)
            except SettingsError as error:
                self.note(self._visit.explain(error, self._vocabulary))
            else:
                self._do(self._visit.lobby.tables.edit(self._table.id, options=options))

        now = ",".join(f"{name}={value}" for name, value in sorted(self._table.options.items()))
        bounds = number_lines(self._game.options, self.say, self._vocabulary)
        self.app.push_screen(LineDialog(self.say("room-edit"), self.say, now, note=bounds), typed)

    @property
    def talk(self) -> tuple[TableId, Vocabulary]:
        """Return the id of the table to which chat messages go, and the vocabulary for error texts."""
        return TableId(self._table.id), self._vocabulary

    def action_free_seat(self) -> None:
        """Leave the seat, after the player has confirmed it."""

        def answered(sure: bool | None) -> None:
            if sure:
                self.run_worker(self._free_seat())

        self.app.push_screen(ConfirmDialog(self.say("room-free-seat"), self.say), answered)

    async def _free_seat(self) -> None:
        try:
            await self._visit.lobby.tables.leave(self._table.id)
        except ClientError as error:
            self.note(self._visit.explain(error, self._vocabulary))
        else:
            await self.app.run_action("app.leave")

    def _look_who_was_challenged(self) -> None:
        async def look() -> None:
            with suppress(ClientError):
                self._challenged = await self._visit.lobby.relations.invited(self._table.id)
                self._show(self._table)

        self.run_worker(look(), group="challenged", exclusive=True)

    def _do(self, call: Awaitable[tables_pb2.Table]) -> None:
        """Ask the lobby for a change, and show the changed table or the error."""

        async def ask() -> None:
            try:
                self._show(await call)
            except FAILURES as error:
                self.note(self._visit.explain(error, self._vocabulary))
            else:
                self.note("")

        self.run_worker(ask())

    async def _look(self) -> None:
        """Show changes, until the table begins or the player has no seat any more."""
        was_lost = False

        def lost(loss: Lost) -> None:
            nonlocal was_lost
            was_lost = True
            self.note(self.say("lobby-connection-lost", why=self._visit.explain(loss.error)))

        try:
            watch = self._visit.lobby.play.watch(self._table.id, from_message=1, on_lost=lost)
            async with aclosing(watch) as updates:
                async for update in updates:
                    if was_lost:
                        was_lost = False
                        self.note(self.say("lobby-connected-again"))
                    self._hear(update)
                    self._show(await self._look_who_sits())
                    if self._table.state != tables_pb2.TABLE_STATE_OPEN:
                        return
                    if self._visit.people(self._table).own_seat is None:
                        self.post_message(self.SentAway())
                        return
        except ClientError as error:
            # To players without access, a private table does not exist.
            if error.reason == "TABLE_NOT_FOUND":
                self.post_message(self.SentAway())
            else:
                self.note(self._visit.explain(error, self._vocabulary))

    async def _look_who_sits(self) -> tables_pb2.Table:
        """Return the table, trying until the lobby answers. Raises `ClientError` if the lobby refuses."""
        while True:
            try:
                return await self._visit.lobby.tables.get(self._table.id)
            except UnavailableError as error:
                self.note(self.say("lobby-connection-lost", why=self._visit.explain(error)))

    def _hear(self, update: play_pb2.TableUpdate) -> None:
        heard = self._messages[-1].number if self._messages else 0
        self._messages.extend(message for message in update.messages if message.number > heard)

    def _show(self, table: tables_pb2.Table) -> None:
        if table.version < self._table.version:
            return
        was_open = self._table.state == tables_pb2.TABLE_STATE_OPEN
        self._table = table
        title = self._game.title or table.game
        self._write("#title", Text(f"{table.name} · {title}" if table.named else title))
        talk = chat_text(self._messages[-_MESSAGES:], max(20, self.app.size.width - 6), self.say)
        shown = room_text(table, self._visit.my_id, self.say, self._vocabulary, self._challenged)
        self._write("#room", Text("\n\n").join((shown, talk)))
        if was_open and table.state != tables_pb2.TABLE_STATE_OPEN:
            self.post_message(self.Began(table))

    def note(self, words: str) -> None:
        """Show a note below the seats."""
        self._write("#note", words)

    def _write(self, part: str, words: str | Text) -> None:
        """Write into a part of the screen, unless the screen is being closed: an answer may arrive late."""
        for widget in self.query(part).results(Static):
            widget.update(words)


def room_text(
    table: tables_pb2.Table,
    me: PlayerId,
    say: Wording,
    vocabulary: Vocabulary,
    challenged: Sequence[relations_pb2.InvitedPlayer] = (),
) -> Text:
    """Return the text about a table before its start.

    It has seats, who was challenged, options, how to invite players, and what the table is waiting for.
    """
    lines: list[str] = []
    for seat in table.seats:
        about = ""
        match seat.WhichOneof("occupant"):
            case "player":
                name = seat.player.name
                mine = seat.player.id == me
                room = _NAME_ROOM - (cell_len(say("room-you", name="")) if mine else 0)
                who = say("room-you", name=cut(name, room)) if mine else cut(name, room)
                # The host need not be ready: starting implies it.
                is_host = seat.player.id == table.host
                state = say("room-host" if is_host else "room-ready" if seat.ready else "room-not-ready")
            case "bot":
                who, state = seated_bot(seat, say, vocabulary.words), say("room-ready")
                if seat.persona:
                    state = level_of(seat.bot, vocabulary.words)
                    about = bot_about(seat.bot, seat.persona, say, vocabulary.words)
            case _:
                who, state = say("menu-free"), ""
        begin = f"  {say('people-seat', number=seat.number + 1)}   "
        lines.append(f"{begin}{padded(who, _NAME_ROOM)} {state}")
        if about:
            lines.append(f"{' ' * cell_len(begin)}{about}")
    lines += _challenged_lines(table, challenged, say)
    options = [
        say("room-option", name=vocabulary.setting(name), value=vocabulary.setting_value(name, value))
        for name, value in sorted(table.options.items())
    ]
    lines.append("")
    if options:
        lines.append(f"  {say('room-options', options=say.listed(options))}")
    if table.spectators.delay or table.spectators.chat:
        chat = "yes" if table.spectators.chat else "no"
        lines.append(f"  {say('room-spectators', delay=table.spectators.delay, chat=chat)}")
    lines.append(f"  {time_words(table.time_control, say)}")
    if rating := vocabulary.rating(table.unrated, table.rating):
        lines.append(f"  {rating}")
    lines.append(f"  {say('room-invitation', table=table.invitation or table.id)}")
    lines.extend(("", f"  {_waiting_for(table, me, say)}"))
    return Text("\n".join(lines))


def _challenged_lines(
    table: tables_pb2.Table, challenged: Sequence[relations_pb2.InvitedPlayer], say: Wording
) -> list[str]:
    """Return a line for each player who was challenged and has no seat: what they answered, and where they are."""
    seated = {seat.player.id for seat in table.seats if seat.HasField("player")}
    return [
        f"  {say(_CHALLENGED[each.state], who=each.player.name)} · {say(WHERE[each.presence])}"
        for each in challenged
        if each.player.id not in seated
    ]


def number_lines(options: Iterable[rules_pb2.OptionSpec], say: Wording, vocabulary: Vocabulary) -> str:
    """Return a line for each option whose value is a number, with its range; empty if there are no such options."""
    return "\n".join(
        say(
            "room-number",
            option=option.name,
            name=vocabulary.setting(option.name),
            least=option.least,
            most=option.most,
            usual=option.default_value,
        )
        for option in options
        if option.kind == rules_pb2.OPTION_KIND_NUMBER
    )


def _waiting_for(table: tables_pb2.Table, me: PlayerId, say: Wording) -> str:
    free = sum(seat.WhichOneof("occupant") is None for seat in table.seats)
    late = [
        seat.player.name
        for seat in table.seats
        if seat.HasField("player") and not seat.ready and seat.player.id != table.host
    ]
    if free:
        return say("room-free-seats", count=free)
    if late:
        return say("room-waiting-for", who=say.listed(late))
    return say("room-start" if table.host == me else "room-host-may-start")

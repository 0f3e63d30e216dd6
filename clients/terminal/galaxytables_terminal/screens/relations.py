"""The screen of other people: invitations, whom the player follows, and whom they keep away from."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from galaxytables_client import ClientError
from galaxytables_terminal.relations import (
    Accept,
    Act,
    Block,
    Follow,
    Hide,
    Invite,
    Line,
    Mute,
    Note,
    Open,
    lines,
    load_others,
)
from galaxytables_terminal.screens.dialogs import ConfirmDialog, LineDialog
from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.visit import Visit

_LONGEST_NOTE = 300


class RelationsScreen(SpokenScreen):
    """Lists other people. Enter on one of them shows what can be done, and enter on that does it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "look", "key-look"),
        Binding("f1,question_mark", "app.help", "key-help", key_display="f1"),
        Binding("q,escape", "app.leave", "key-back"),
    ]

    class Accepted(Message):
        """Posted when the player goes to the table of an invitation."""

        def __init__(self, join_id: str) -> None:
            self.join_id = join_id
            super().__init__()

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit.say)
        self._visit = visit
        self._opened = ""
        self._lines: list[Line] = []

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(self.say("people-title"), id="title")
        yield OptionList(id="menu", markup=False)
        yield Static(id="note", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Load the people."""
        self.action_look()

    def action_look(self) -> None:
        """Load the people again."""
        self.run_worker(self._look(), group="look", exclusive=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what the chosen line stands for."""
        act = self._lines[event.option_index].act
        if isinstance(act, Accept):
            self.post_message(self.Accepted(act.join_id))
        elif isinstance(act, Open):
            self._opened = "" if self._opened == act.player_id else act.player_id
            self.action_look()
        elif act is not None:
            self.run_worker(self._do(act), group="act", exclusive=True)

    async def _do(self, act: Act) -> None:
        """Do an act, tell how it went, and show the people as they are then."""
        try:
            self._note(await self._done(act))
        except ClientError as error:
            self._note(self._visit.explain(error))
        self.action_look()

    async def _done(self, act: Act) -> str:
        """Do an act. Returns what to tell. Raises `ClientError`."""
        relations = self._visit.lobby.relations
        match act:
            case Follow(player_id, follow):
                await relations.set(player_id, follow=follow)
            case Mute(player_id, mute):
                await relations.set(player_id, mute=mute)
            case Block(player_id, _, False):
                await relations.set(player_id, block=False)
            case Block(player_id, name, True) if await self._sure(name):
                await relations.set(player_id, block=True)
            case Note(player_id, note):
                dialog = LineDialog(self.say("relation-note"), self.say, note, most=_LONGEST_NOTE)
                text = await self.app.push_screen_wait(dialog)
                if text is not None:
                    await relations.set(player_id, note=text)
            case Invite(player_id, name, table_id):
                await relations.invite(table_id, player_id)
                return self.say("relation-invited", who=name)
            case Hide(hidden):
                await relations.hide_presence(hidden)
            case _:
                pass
        return ""

    async def _sure(self, name: str) -> bool:
        question = self.say("relation-block-sure", who=name)
        answer = await self.app.push_screen_wait(ConfirmDialog(question, self.say))
        return bool(answer)

    async def _look(self) -> None:
        try:
            others = await load_others(self._visit.lobby, self._visit.me.id)
        except ClientError as error:
            self._note(self._visit.explain(error))
            return
        self._lines = lines(others, self._opened, self.say)
        for menu in self.query("#menu").results(OptionList):
            before = menu.highlighted
            menu.clear_options()
            menu.add_options(
                [Option(line.text if line.heading else f"  {line.text}", disabled=not line.act) for line in self._lines]
            )
            menu.focus()
            if before is not None and before < len(self._lines) and self._lines[before].act:
                menu.highlighted = before
            else:
                menu.action_first()

    def _note(self, words: str) -> None:
        """Write below the lines, unless the screen is being closed."""
        for note in self.query("#note").results(Static):
            note.update(words)

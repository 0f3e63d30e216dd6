"""The screen of other people: challenges, who is online, whom the player follows, and whom they keep away from."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from galaxytables.lobby.v1 import archive_pb2, players_pb2
from galaxytables_terminal.lines import Line
from galaxytables_terminal.peace import read_report
from galaxytables_terminal.relations import (
    Accept,
    Act,
    Block,
    Challenge,
    Decline,
    Follow,
    Hide,
    Invite,
    Mute,
    Note,
    Open,
    Report,
    lines,
    load_others,
)
from galaxytables_terminal.screens.acting import ActingScreen
from galaxytables_terminal.screens.dialogs import LineDialog
from galaxytables_terminal.visit import Visit

_LONGEST_NOTE, _LONGEST_BEGINNING = 300, 40
# How often it is asked where people are.
_EVERY_SECONDS = 10.0


class RelationsScreen(ActingScreen[Act]):
    """Lists other people. Enter on a person shows the acts for them, and enter on an act does it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("slash", "search", "key-search")]

    title_words = "people-title"

    class Accepted(Message):
        """Posted when the player goes to the table of a challenge that they accepted or sent."""

        def __init__(self, join_id: str) -> None:
            self.join_id = join_id
            super().__init__()

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self._opened = ""
        self._searched = ""

    def on_mount(self) -> None:
        """Load the lines, and load them again at regular intervals."""
        super().on_mount()
        self.set_interval(_EVERY_SECONDS, self._look_again)

    def _look_again(self) -> None:
        # Behind a dialog nobody sees it.
        if self.app.screen is self:
            self.action_look()

    async def load(self) -> Sequence[Line[Act]]:
        """Return the lines of the people. Raises `ClientError`."""
        others = await load_others(self.visit.lobby, self.visit.me.id, self._searched)
        return lines(others, self._opened, self.say)

    def action_search(self) -> None:
        """Ask how a name begins, and find the players."""
        self.run_worker(self._search(), group="act", exclusive=True)

    async def _search(self) -> None:
        dialog = LineDialog(self.say("people-search"), self.say, self._searched, max_length=_LONGEST_BEGINNING)
        text = await self.app.push_screen_wait(dialog)
        if text is not None:
            self._searched = text.strip()
            self.action_look()

    async def _report(self, player: players_pb2.Player) -> str:
        """Report a player. The last table at which both played is the evidence. Raises `ClientError`."""
        how = self.say("report-how-player", players=f"1 {player.name}")
        line = await self.app.push_screen_wait(LineDialog(self.say("report-title"), self.say, note=how))
        if not line:
            return ""
        report = read_report(line, [player], self.say)
        if report is None:
            return self.say("report-unread")
        both = archive_pb2.ListHistoryRequest(opponents=[player.id], page_size=1)
        shared = (await self.visit.lobby.archive.history(both)).games
        table_id = shared[0].table_id if shared else ""
        await self.visit.lobby.reports.report(table_id, player.id, report.kind, report.text)
        return self.say("report-done")

    def choose(self, act: Act) -> None:
        """Begin an act whose line was chosen."""
        if isinstance(act, Accept):
            self.post_message(self.Accepted(act.join_id))
        elif isinstance(act, Open):
            self._opened = "" if self._opened == act.player_id else act.player_id
            self.action_look()
        else:
            super().choose(act)

    async def perform(self, act: Act) -> str:
        """Do an act. Returns a message for the player, or an empty text. Raises `ClientError`."""
        relations = self.visit.lobby.relations
        match act:
            case Follow(player_id, follow):
                await relations.set(player_id, follow=follow)
            case Mute(player_id, mute):
                await relations.set(player_id, mute=mute)
            case Block(player_id, _, False):
                await relations.set(player_id, block=False)
            case Block(player_id, name, True) if await self.sure("relation-block-sure", who=name):
                await relations.set(player_id, block=True)
            case Report(player):
                return await self._report(player)
            case Note(player_id, note):
                dialog = LineDialog(self.say("relation-note"), self.say, note, max_length=_LONGEST_NOTE)
                text = await self.app.push_screen_wait(dialog)
                if text is not None:
                    await relations.set(player_id, note=text)
            case Invite(player_id, name, table_id):
                await relations.invite(table_id, player_id)
                return self.say("challenge-sent", who=name)
            case Hide(hidden):
                await relations.hide_presence(hidden)
            case _:
                await self._meet(act)
        return ""

    async def _meet(self, act: Act) -> None:
        match act:
            case Challenge(player_id, game):
                table = await self.visit.challenge(player_id, game)
                self.post_message(self.Accepted(table.id))
            case Decline(table_id):
                await self.visit.lobby.relations.dismiss_invitation(table_id)
            case _:
                pass

"""Screens with keys for taking back, chatting, pausing and resigning."""

from collections.abc import Coroutine
from typing import ClassVar

from textual.binding import Binding, BindingType

from galaxytables_client import TableId
from galaxytables_terminal.errors import FAILURES
from galaxytables_terminal.known_table import KnownTable
from galaxytables_terminal.peace import others_at, read_report
from galaxytables_terminal.screens.dialogs import ConfirmDialog, LineDialog
from galaxytables_terminal.screens.talk import TalkingScreen
from galaxytables_terminal.visit import Visit
from galaxytables_terminal.vocabulary import Vocabulary


class ConductScreen(TalkingScreen):
    """A screen of a table, with keys that make calls to the lobby. It shows the results by `note`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "key-undo"),
        Binding("U", "propose", "key-propose", show=False),
        Binding("y", "accept", "key-accept"),
        Binding("n", "decline", "key-decline"),
        Binding("c", "talk", "key-talk", show=False),
        Binding("z", "pause", "key-pause", show=False),
        Binding("v", "vacation", "key-vacation", show=False),
        Binding("R", "resign", "key-resign", show=False),
        Binding("X", "report", "key-report", show=False),
        Binding("E", "claim_end", "key-claim-end", show=False),
    ]

    def __init__(self, visit: Visit, known: KnownTable) -> None:
        super().__init__(visit)
        self._known = known

    @property
    def talk(self) -> tuple[TableId, Vocabulary]:
        """Return the id of the table to which chat messages go, and the vocabulary for error texts."""
        return TableId(self._known.table.id), self._known.vocabulary

    def action_undo(self) -> None:
        """Undo the last choice."""
        self.ask_lobby(self._visit.lobby.play.undo(self._known.table.id))

    def action_propose(self) -> None:
        """Propose to take back the last choice. If the game would become unrated, the player is asked first."""
        known = self._known
        unrates = not known.unrated

        def answered(sure: bool | None) -> None:
            if sure:
                self.ask_lobby(self._visit.lobby.play.propose_takeback(known.table.id, accept_unrated=unrates))

        if known.viewer is None or known.finished:
            self.note(self.say("table-nothing-to-take-back"))
        else:
            question = self.say("table-propose")
            if unrates:
                question = self.say("table-unrates", question=question, consequence=known.vocabulary.unrates)
            self.app.push_screen(ConfirmDialog(question, self.say), answered)

    def action_accept(self) -> None:
        """Accept a proposal to take back a choice."""
        self._answer_takeback(accept=True)

    def action_decline(self) -> None:
        """Decline a proposal to take back a choice, or withdraw one's own proposal."""
        self._answer_takeback(accept=False)

    def action_talk(self) -> None:
        """Write a chat message, unless the game is over."""
        if self._known.finished:
            self.note(self.say("talk-over"))
        else:
            super().action_talk()

    def action_pause(self) -> None:
        """Ask for a pause or, during a pause, to continue. A second press withdraws the request."""
        known = self._known
        if known.viewer is None or known.finished:
            self.note(self.say("table-nothing-to-pause"))
            return
        paused = known.paused == (known.viewer in known.wishes)
        self.ask_lobby(self._visit.lobby.play.set_pause(known.table.id, paused=paused))

    def action_vacation(self) -> None:
        """Go on vacation, or come back."""
        known = self._known
        if known.viewer is None or known.finished:
            self.note(self.say("table-no-clock"))
            return
        if not known.table.time_control.HasField("vacation"):
            self.note(self.say("table-no-vacation"))
            return
        self.ask_lobby(self._visit.lobby.play.set_vacation(known.table.id, away=not known.clocks.away(known.viewer)))

    def action_resign(self) -> None:
        """Resign, after the player has confirmed it."""

        def answered(sure: bool | None) -> None:
            if sure:
                self.ask_lobby(self._visit.lobby.play.resign(self._known.table.id), self.say("table-resigned"))

        if self._known.viewer is None or self._known.finished:
            self.note(self.say("table-nothing-to-resign"))
            return
        self.app.push_screen(ConfirmDialog(self.say("table-resign"), self.say), answered)

    def action_claim_end(self) -> None:
        """End the game that all others have left, after the player has confirmed it."""

        def answered(sure: bool | None) -> None:
            if sure:
                self.ask_lobby(self._visit.lobby.play.claim_end(self._known.table.id))

        if self._known.may_claim_end:
            self.app.push_screen(ConfirmDialog(self.say("table-claim-end"), self.say), answered)
        else:
            self.note(self.say("table-not-alone"))

    def action_report(self) -> None:
        """Report another player at the table."""
        others = others_at(self._known.table, self._visit.me.id)
        if not others:
            self.note(self.say("report-nobody"))
            return
        players = ", ".join(f"{number} {player.name}" for number, player in enumerate(others, 1))

        def typed(line: str | None) -> None:
            if not line:
                return
            report = read_report(line, others, self.say)
            if report is None:
                self.note(self.say("report-unread"))
                return
            call = self._visit.lobby.reports.report(self._known.table.id, report.player.id, report.kind, report.text)
            self.ask_lobby(call, self.say("report-done"))

        how = self.say("report-how", players=players)
        self.app.push_screen(LineDialog(self.say("report-title"), self.say, note=how), typed)

    def ask_lobby(self, call: Coroutine[object, object, object], done: str = "") -> None:
        """Make a call to the lobby, and show a note about its result."""

        async def ask() -> None:
            try:
                await call
            except FAILURES as error:
                self.note(self._visit.explain(error, self._known.vocabulary))
            else:
                self.note(done)

        self.run_worker(ask())

    def _answer_takeback(self, *, accept: bool) -> None:
        takeback = self._known.takeback
        if takeback is not None:
            table = self._known.table.id
            play = self._visit.lobby.play
            # The display of the proposal says so.
            accepted = accept and takeback.unrates
            self.ask_lobby(play.answer_takeback(table, takeback.id, accept=accept, accept_unrated=accepted))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable undo only while a choice can be undone, answers only if the player is asked, hints only if allowed."""
        del parameters
        match action:
            case "hint":
                return self._known.gives_hints
            case "undo":
                return self._known.undoable
            case "accept":
                return self._known.asked_to_take_back
            case "decline":
                return self._known.asked_to_take_back or self._known.proposes_to_take_back
            case _:
                return True

"""The screens of tournaments: the list, a single tournament, and the form that announces a new one."""

from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import ClientError, Lost
from galaxytables_terminal import drafts, tournaments
from galaxytables_terminal.drafts import Announce, Change, Draft
from galaxytables_terminal.lines import Line
from galaxytables_terminal.screens.acting import ActingScreen
from galaxytables_terminal.screens.dialogs import LineDialog
from galaxytables_terminal.titles import titles_of
from galaxytables_terminal.tournaments import (
    Begin,
    Cancel,
    CheckIn,
    FollowedTournament,
    Look,
    Pause,
    Play,
    Register,
    Resume,
    Withdraw,
    list_lines,
)
from galaxytables_terminal.visit import Visit

_MAX_TOURNAMENTS = 50
_MAX_REASON = 300


class TournamentsScreen(ActingScreen[tournaments.ListAct]):
    """Lists tournaments. Enter on one shows it; the last line leads to the form for a new one."""

    title_words = "tournaments-title"

    class Chosen(Message):
        """Posted when the player has chosen a tournament. An empty `tournament_id` means the form for a new one."""

        def __init__(self, tournament_id: str) -> None:
            self.tournament_id = tournament_id
            super().__init__()

    async def load(self) -> Sequence[Line[tournaments.ListAct]]:
        """Return the lines of the tournaments. Raises `ClientError`."""
        lobby = self.visit.lobby
        mine = await lobby.tournaments.list(mine=True, page_size=_MAX_TOURNAMENTS)
        others = await lobby.tournaments.list(page_size=_MAX_TOURNAMENTS)
        titles = titles_of((await lobby.tables.games()).games)
        return list_lines(mine.tournaments, others.tournaments, titles, self.say)

    def choose(self, act: tournaments.ListAct) -> None:
        """Perform the act of the chosen line."""
        self.post_message(self.Chosen(act.tournament_id if isinstance(act, Look) else ""))


class TournamentScreen(ActingScreen[tournaments.Act]):
    """Follows a tournament. Enter on a pairing leads to its table."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "app.tournaments", "key-back")]

    title_words = "tournament-title"

    class Entered(Message):
        """Posted when the player goes to a table of the tournament."""

        def __init__(self, table_id: str) -> None:
            self.table_id = table_id
            super().__init__()

    def __init__(self, visit: Visit, tournament_id: str) -> None:
        super().__init__(visit)
        self._tournament_id = tournament_id
        self._followed = FollowedTournament()
        self._titles: Mapping[str, str] = {}

    def on_mount(self) -> None:
        """Follow the tournament."""
        self.run_worker(self._follow(), group="follow")

    async def load(self) -> Sequence[Line[tournaments.Act]]:
        """Return the lines for the latest state of the tournament."""
        if not self._followed.tournament.id:
            return []
        return tournaments.lines(self._followed, self.visit.me.id, self._titles, self.say)

    def choose(self, act: tournaments.Act) -> None:
        """Perform the act of the chosen line."""
        if isinstance(act, Play):
            self.post_message(self.Entered(act.table_id))
        else:
            super().choose(act)

    async def perform(self, act: tournaments.Act) -> str:
        """Perform an act. Returns a message for the player, empty if there is none. Raises `ClientError`."""
        calls, tournament_id = self.visit.lobby.tournaments, self._tournament_id
        match act:
            case Register():
                await calls.register(tournament_id)
                return self.say("tournament-registered")
            case CheckIn():
                await calls.check_in(tournament_id)
                return self.say("tournament-checked-in")
            case Withdraw() if await self.sure("tournament-withdraw-sure"):
                await calls.withdraw(tournament_id)
            case Begin() if await self.sure("tournament-begin-sure"):
                terms = self._followed.tournament.terms
                terms.schedule.starts.FromDatetime(datetime.now(UTC))
                terms.schedule.ClearField("check_in")
                await calls.edit(tournament_id, terms)
            case Pause():
                reason = await self._reason()
                if reason:
                    await calls.pause(tournament_id, reason)
            case Resume():
                await calls.resume(tournament_id)
            case Cancel():
                reason = await self._reason()
                if reason:
                    await calls.cancel(tournament_id, reason)
            case _:
                pass
        return ""

    async def _reason(self) -> str:
        """Ask for a reason, which will be public, and return it; empty if the player cancels."""
        dialog = LineDialog(self.say("tournament-reason"), self.say, max_length=_MAX_REASON)
        return await self.app.push_screen_wait(dialog) or ""

    async def _follow(self) -> None:
        """Show the tournament whenever it has changed; reconnect if the network fails."""

        def lost(loss: Lost) -> None:
            self.note(self.visit.explain(loss.error))

        try:
            self._titles = titles_of((await self.visit.lobby.tables.games()).games)
            async with aclosing(self.visit.lobby.tournaments.watch(self._tournament_id, on_lost=lost)) as stream:
                async for changes in stream:
                    self._followed.take(changes)
                    self.action_look()
        except ClientError as error:
            self.note(self.visit.explain(error))


class DraftScreen(ActingScreen[drafts.Act]):
    """A form for a tournament. Enter on a term changes it, and the last line announces the tournament."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "app.tournaments", "key-back")]

    title_words = "draft-title"

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self._games = tables_pb2.ListGamesResponse()
        self._draft: Draft | None = None

    async def load(self) -> Sequence[Line[drafts.Act]]:
        """Return the lines of the form. Raises `ClientError`."""
        if self._draft is None:
            self._games = await self.visit.lobby.tables.games()
            offered = [each.description.game for each in self._games.games if each.available]
            if not offered:
                return [Line(self.say("draft-no-game"))]
            settings = self.visit.settings
            game = settings.game if settings.game in offered else offered[0]
            name = self.say("draft-usual-name", who=self.visit.me.name)[: drafts.MAX_NAME]
            first = next((each.name for each in self._games.presets), "")
            self._draft = Draft(name, game, time=first, rating=settings.rating).fitted(self._games)
        return self._draft.lines(self._games, self.say)

    async def perform(self, act: drafts.Act) -> str:
        """Perform an act. Returns a message for the player, empty if there is none. Raises `ClientError`."""
        draft = self._draft
        match act:
            case Announce() if draft is not None:
                made = await self.visit.lobby.tournaments.create(draft.terms(self._games, datetime.now(UTC)))
                self.post_message(TournamentsScreen.Chosen(made.id))
            case Change("name") if draft is not None:
                dialog = LineDialog(self.say("draft-name-ask"), self.say, draft.name, max_length=drafts.MAX_NAME)
                name = await self.app.push_screen_wait(dialog)
                if name:
                    self._draft = replace(draft, name=name)
            case Change(term) if draft is not None:
                self._draft = draft.changed(term, self._games)
            case _:
                pass
        return ""

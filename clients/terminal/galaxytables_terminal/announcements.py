"""What the operators say to all players, above every screen, until it is over or the player dismisses it."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.widgets import Static

from galaxytables.lobby.v1 import platform_pb2
from galaxytables_client import ClientError, Lobby
from galaxytables_terminal.titles import titles_of
from galaxytables_terminal.wording import Wording

_WORDS = {
    platform_pb2.ANNOUNCEMENT_SEVERITY_WARNING: "announcement-warning",
    platform_pb2.ANNOUNCEMENT_SEVERITY_CRITICAL: "announcement-critical",
}


def announcement_text(
    announcements: Sequence[platform_pb2.Announcement],
    dismissed: Collection[str],
    titles: Mapping[str, str],
    say: Wording,
) -> str:
    """Return the text of the announcements that were not dismissed, with the key that dismisses them.

    It is empty if there are none. `titles` has the titles of games.
    """
    lines = [
        " ".join(
            part
            for part in (
                say(_WORDS[each.severity]) if each.severity in _WORDS else "",
                f"{say.listed([titles.get(game, game) for game in each.games])}:" if each.games else "",
                " ".join((each.texts[say.language] or each.texts["en"]).split()),
            )
            if part
        )
        for each in announcements
        if each.announcement_id not in dismissed
    ]
    return "\n".join([*lines, say("announcement-dismiss")]) if lines else ""


class AnnouncementBar(Static):
    """The lines above a screen; not shown while there are none."""

    def __init__(self) -> None:
        super().__init__("", classes="announcements", markup=False)
        self.display = False

    def show(self, text: str) -> None:
        """Show a text; hide the bar if it is empty."""
        self.update(text)
        self.display = bool(text)


class AnnouncingApp(App[str]):
    """An application that shows the operators' announcements above its screens, and lets the player dismiss them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+n", "dismiss_announcements", show=False)]

    def __init__(self) -> None:
        super().__init__()
        self._announcements: Sequence[platform_pb2.Announcement] = ()
        self._dismissed: set[str] = set()
        self._titles: Mapping[str, str] = {}
        self._notice = ""
        self._spoken = ""
        self.announcement_text = ""
        """What stands above every screen now; empty for nothing."""

    def follow_announcements(self, lobby: Lobby, say: Wording) -> None:
        """Show the announcements of a lobby from now on, in the language of `say`."""
        self._say = say
        self.run_worker(self._follow(lobby), group="announcements", exclusive=True)

    def show_notice(self, text: str) -> None:
        """Show a line of the application's own below the announcements; none if it is empty."""
        if text != self._notice:
            self._notice = text
            self._show_bar()

    def action_dismiss_announcements(self) -> None:
        """Hide the announcements that are shown now."""
        self._dismissed = {each.announcement_id for each in self._announcements}
        self._show_announcements()

    async def _follow(self, lobby: Lobby) -> None:
        try:
            async with aclosing(lobby.platform.watch()) as statuses:
                async for status in statuses:
                    self._announcements = status.announcements
                    await self._learn_titles(lobby)
                    self._show_announcements()
        except ClientError:
            # Every screen says by itself that it has lost the lobby.
            return

    async def _learn_titles(self, lobby: Lobby) -> None:
        """Load the titles of the games that the announcements mention. Until then, their ids are shown."""
        if any(game not in self._titles for each in self._announcements for game in each.games):
            with suppress(ClientError):
                self._titles = titles_of((await lobby.tables.games()).games)

    def _show_announcements(self) -> None:
        self._spoken = announcement_text(self._announcements, self._dismissed, self._titles, self._say)
        self._show_bar()

    def _show_bar(self) -> None:
        self.announcement_text = "\n".join(filter(None, (self._spoken, self._notice)))
        for screen in self.screen_stack:
            for bar in screen.query(AnnouncementBar):
                bar.show(self.announcement_text)

"""What the operators say to all players, above every screen, until it is over or the player dismisses it."""

from collections.abc import Collection, Sequence
from contextlib import aclosing
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.widgets import Static

from galaxytables.lobby.v1 import platform_pb2
from galaxytables_client import ClientError, Lobby
from galaxytables_terminal.wording import Wording

_WORDS = {
    platform_pb2.ANNOUNCEMENT_SEVERITY_WARNING: "announcement-warning",
    platform_pb2.ANNOUNCEMENT_SEVERITY_CRITICAL: "announcement-critical",
}


def announcement_text(
    announcements: Sequence[platform_pb2.Announcement], dismissed: Collection[str], say: Wording
) -> str:
    """Return what is to be shown: the announcements that were not dismissed, and the key that dismisses them."""
    lines = [
        " ".join(
            part
            for part in (
                say(_WORDS[each.severity]) if each.severity in _WORDS else "",
                f"{', '.join(each.games)}:" if each.games else "",
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
        self.announcement_text = ""
        """What stands above every screen now; empty for nothing."""

    def follow_announcements(self, lobby: Lobby, say: Wording) -> None:
        """Show the announcements of a lobby from now on, in the language of `say`."""
        self._say = say
        self.run_worker(self._follow(lobby), group="announcements", exclusive=True)

    def action_dismiss_announcements(self) -> None:
        """Hide the announcements that are shown now."""
        self._dismissed = {each.announcement_id for each in self._announcements}
        self._show_announcements()

    async def _follow(self, lobby: Lobby) -> None:
        try:
            async with aclosing(lobby.platform.watch()) as statuses:
                async for status in statuses:
                    self._announcements = status.announcements
                    self._show_announcements()
        except ClientError:
            # Every screen says by itself that it has lost the lobby.
            return

    def _show_announcements(self) -> None:
        self.announcement_text = announcement_text(self._announcements, self._dismissed, self._say)
        for screen in self.screen_stack:
            for bar in screen.query(AnnouncementBar):
                bar.show(self.announcement_text)

"""The base class of all screens, with key hints in the player's language."""

from dataclasses import replace
from typing import ClassVar

from textual.binding import ActiveBinding
from textual.screen import Screen

from galaxytables_terminal.announcements import AnnouncementBar, AnnouncingApp
from galaxytables_terminal.keys import MOVING_KEYS
from galaxytables_terminal.wording import Wording


class SpokenScreen(Screen[None]):
    """A screen whose key hints are in the player's language: the description of each binding is the id of a message.

    The keys in `free_keys` only show or move something, so they take effect at any time (see `KeyGate`).
    """

    free_keys: ClassVar[frozenset[str]] = MOVING_KEYS

    def __init__(self, say: Wording) -> None:
        super().__init__()
        self.say = say

    def on_mount(self) -> None:
        """Show the operators' announcements above everything."""
        if isinstance(self.app, AnnouncingApp):
            bar = AnnouncementBar()
            self.mount(bar)
            bar.show(self.app.announcement_text)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """Return all active keys, with the descriptions that the footer shows."""
        return {
            key: active._replace(binding=replace(active.binding, description=self.say(active.binding.description)))
            for key, active in super().active_bindings.items()
        }
